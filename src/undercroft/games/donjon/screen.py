"""stub"""
from ...engine import Screen
def screen(m, seat): return Screen("Donjon")
