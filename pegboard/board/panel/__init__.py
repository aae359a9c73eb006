"""The panel of a board: everything to cut, drill, engrave and wire."""
