"""Finds layout files: built-in ones by name, others by path."""

from pathlib import Path

from pegboard.board.layout import Layout, LayoutFault
from pegboard.errors import ConfigError, NotationError
from pegboard.text_file import read_text

_PACKAGE = Path(__file__).resolve().parents[1]
_FOLDERS = (_PACKAGE / "board" / "layouts", _PACKAGE.parent / "hardware" / "layouts")
"""Folders of the layouts: in an installed wheel, and in a checkout."""
_LONGEST = 4 * 2**20
"""Bytes; a layout has a few thousand."""


def layout_names() -> tuple[str, ...]:
    """Returns the names of the layouts that come with pegboard."""
    return tuple(sorted({path.stem for folder in _FOLDERS for path in folder.glob("*.toml")}))


def load_layout(name: str) -> Layout:
    """Returns a layout by name, or from the file at a path that ends in `.toml`.

    Raises:
        ConfigError: there is none, it cannot be read, or it is wrong; says where and what.
    """
    text, path = layout_text(name)
    return Layout.parse(text, str(path))


def layout_text(name: str) -> tuple[str, Path]:
    """Returns a layout's text and file.

    Raises:
        ConfigError: there is none, or it cannot be read.
    """
    path = _path(name)
    try:
        if path.exists() and not path.is_file():
            raise OSError("a folder, a device or a pipe is no layout")
        return read_text(path, _LONGEST), path
    except (OSError, NotationError) as error:
        raise ConfigError(LayoutFault.UNREADABLE, where=str(path), why=error) from error


def _path(name: str) -> Path:
    if name.endswith(".toml"):
        return Path(name).expanduser()
    for folder in _FOLDERS:
        if (path := folder / f"{name}.toml").is_file():
            return path
    available = ", ".join(layout_names())
    raise ConfigError(LayoutFault.UNKNOWN, layout=repr(name), known=available)
