"""Letters as lines for engraving with a laser or router, without a font.

Each letter stands on a grid 4 wide and 6 high, (0, 0) in its upper left corner; a line is its
points, column and row, joined by dashes.
"""

from pegboard.board.toml_table import Point

Line = tuple[Point, ...]
"""Points joined by straight lines, in millimetres."""

_ADVANCE, _WIDE, _HIGH = 6, 4, 6

_O = "10-30-41-45-36-16-05-01-10"
_P = "06-00-30-41-42-33-03"
_LETTERS = {
    "0": _O,
    "1": "11-20-26 16-36",
    "2": "01-10-30-41-42-06-46",
    "3": "01-10-30-41-42-33-13 33-44-45-36-16-05",
    "4": "36-30-04-44",
    "5": "40-00-02-32-43-45-36-06",
    "6": "40-20-02-05-16-36-45-44-33-13-04",
    "7": "00-40-16",
    "8": "13-02-01-10-30-41-42-33-13-04-05-16-36-45-44-33",
    "9": "42-33-13-02-01-10-30-41-44-26-06",
    "A": "06-20-46 14-34",
    "B": "00-30-41-42-33-03 33-44-45-36-06-00",
    "C": "41-30-10-01-05-16-36-45",
    "D": "00-20-42-44-26-06-00",
    "E": "40-00-06-46 03-33",
    "F": "40-00-06 03-33",
    "G": "41-30-10-01-05-16-36-45-43-23",
    "H": "00-06 40-46 03-43",
    "I": "20-26 10-30 16-36",
    "J": "40-45-36-16-05",
    "K": "00-06 40-03-46",
    "L": "00-06-46",
    "M": "06-00-23-40-46",
    "N": "06-00-46-40",
    "O": _O,
    "P": _P,
    "Q": f"{_O} 24-46",
    "R": f"{_P} 23-46",
    "S": "41-30-10-01-02-13-33-44-45-36-16-05",
    "T": "00-40 20-26",
    "U": "00-05-16-36-45-40",
    "V": "00-26-40",
    "W": "00-16-23-36-40",
    "X": "00-46 40-06",
    "Y": "00-23-40 23-26",
    "Z": "00-40-06-46",
    "+": "03-43 21-25",
    "-": "03-43",
    " ": "",
}


def width_mm(text: str, height_mm: float) -> float:
    """Returns the width of a text, in millimetres, from its height."""
    return height_mm / _HIGH * max(0, _ADVANCE * len(text) - (_ADVANCE - _WIDE))


def written(text: str, middle: Point, height_mm: float) -> tuple[Line, ...]:
    """Returns a text as strokes centred on a point.

    Raises:
        KeyError: a character other than a capital, a digit, +, - or a space.
    """
    unit = height_mm / _HIGH
    left = middle[0] - width_mm(text, height_mm) / 2
    top = middle[1] - height_mm / 2
    return tuple(
        tuple(
            (
                round(left + unit * (_ADVANCE * place + int(point[0])), 2),
                round(top + unit * int(point[1]), 2),
            )
            for point in line.split("-")
        )
        for place, letter in enumerate(text)
        for line in _LETTERS[letter].split()
    )
