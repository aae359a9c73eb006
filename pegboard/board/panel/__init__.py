"""The panel of a board: data to cut, drill, engrave and wire it."""
