"""The panel of a board: all that is cut, drilled, engraved and wired."""
