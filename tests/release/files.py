"""Names of the files of a release."""

from pegboard.ops.update.signature import ENDING


def names_of(version: str) -> set[str]:
    """Returns the names of every file in `dist/` but those of the card image."""
    wheel, sums = f"pegboard-{version}-py3-none-any.whl", "SHA256SUMS"
    return {
        wheel,
        wheel + ENDING,
        sums,
        sums + ENDING,
        f"pegboard-firmware-{version}.uf2",
        f"pegboard-hardware-{version}.zip",
        f"pegboard-board-{version}.tar.gz",
        f"pegboard-guide-{version}.pdf",
    }
