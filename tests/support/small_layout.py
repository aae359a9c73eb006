"""A small board layout, and extra lamps for it."""

SMALL_LAYOUT = """
tracks = 1
holes = 4
width_mm = 50
height_mm = 20

[[row]]
track = 0
first_hole = 2
last_hole = 1
first_pixel = 3
from_mm = [20, 5.5]
to_mm = [10, 5.5]

[[row]]
track = 0
first_hole = 3
last_hole = 4
first_pixel = 5
from_mm = [10, 15]
to_mm = [20, 15]
"""


EXTRA_LAMPS = """
[[extra]]
shows = "count"
first_lamp = 3
last_lamp = 1
first_pixel = 9
from_mm = [30, 18]
to_mm = [10, 18]

[[extra]]
shows = "count"
first_lamp = 4
last_lamp = 5
first_pixel = 12
from_mm = [40, 18]
to_mm = [45, 18]

[[extra]]
shows = "crib"
track = 0
first_pixel = 7
from_mm = [2, 2]
"""
