"""The carrier board: a Pico, its level shifter and its connectors on a circuit board.

    design.py       every part, its place and its nets: the single source
    schematic.py    writes the schematic from it
    symbols.py      its signs
    router.py       finds the tracks
    pcb.py          places, routes and saves the board, with KiCad's library
    fabricate.py    checks (ERC, DRC, schematic parity) and fabrication files
    picture.py      the board from above, for the build guide

It needs KiCad 9: `make carrier` installs it.
"""
