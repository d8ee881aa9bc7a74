def draw(m, seat): return None
