"""Templates for cutting, drilling and engraving a panel, generated from its layout.

For each layout: NAME.dxf for machines (layers OUTLINE, DRILL, ENGRAVE; millimetres), NAME.svg for
lasers and for viewing (groups of the same names, and GUIDE, the data line), and NAME-a4.pdf and
NAME-letter.pdf to print at 100 %, cut and tape to the wood. Their last page
shows the strips from behind.
"""

from pathlib import Path

from hardware.templates.dxf import dxf
from hardware.templates.pdf import pdf
from hardware.templates.sheets import PAPERS
from pegboard.board.layout_files import layout_names, load_layout
from pegboard.board.panel.drawing import template
from pegboard.board.panel.plan import plan


def make(folder: Path) -> list[Path]:
    """Writes the templates of every layout; returns the files."""
    written = []
    for name in layout_names():
        layout = load_layout(name)
        panel = plan(layout)
        files = {f"{name}.dxf": dxf(panel), f"{name}.svg": template(layout).encode()}
        files |= {f"{name}-{paper.name}.pdf": pdf(panel, paper) for paper in PAPERS}
        for file, content in files.items():
            (folder / file).write_bytes(content)
            written.append(folder / file)
    return written
