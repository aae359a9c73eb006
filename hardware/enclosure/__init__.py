"""The box of a board: plates for a laser cutter, parts for a 3D printer, and a list.

    python -m hardware.enclosure.make FOLDER [LAYOUT ...] [--material 3] [--kerf 0.15]

For each layout and size of button: LAYOUT-24.dxf and LAYOUT-12.dxf (layers CUT and ENGRAVE, in
millimetres, made larger by half the kerf), and LAYOUT-24.md, what to order, buy and print. The
grid is LAYOUT-grid-N.stl; brackets fit every layout.
"""
