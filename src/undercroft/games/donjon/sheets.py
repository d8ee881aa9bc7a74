def exports(): return {}
