"""The Primordial Age: shapes laid down before anybody counted."""
