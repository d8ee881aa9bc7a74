"""Advanced rules and minor features: floods, bridges over the rift, names on the map."""
