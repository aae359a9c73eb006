"""Runs a command line; imports a command's own file only when it is called.

Exit codes of all commands: 0 success; 1 a negative result (no, not sure, illegal); 2 unusable
arguments or input, with one plain line on stderr. Never a traceback.
"""

import os
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, TextIO
from unicodedata import category

import typer
from typer.core import TyperCommand

from pegboard.cli.options import PlainCommand, PlainGroup
from pegboard.config import DECKS
from pegboard.errors import PegboardError

Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
ConfigFile = Annotated[Path | None, typer.Option(help="Configuration file (TOML).")]
StateFolder = Annotated[Path | None, typer.Option(help="Folder where the games are kept.")]
Crib = Annotated[bool, typer.Option("--crib", help="Count the hand as a crib.")]
DeckName = Annotated[
    str, typer.Option(metavar="COUNTRY", help=f"Letters of the cards: {', '.join(DECKS)}.")
]
Encrypt = Annotated[
    bool, typer.Option("--encrypt", help="Encrypt it with a passphrase, which is asked for.")
]
LayoutName = Annotated[str, typer.Option(help="Name or file of a layout.")]
"""Options shared by several commands."""

Command = Callable[..., int]
"""A command: its parameters are its options, and it returns its exit code."""


def group(help: str) -> typer.Typer:
    """Returns an empty group of commands, with plain-text help and errors."""
    return typer.Typer(
        cls=PlainGroup,
        help=help,
        add_completion=False,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )


def visible(text: str) -> str:
    """Returns a text with control characters and invisible ones escaped.

    Names and errors may come from a stranger's file: control characters could rewrite the screen,
    and marks of the writing direction could swap what they surround.
    """
    return "".join(_escaped(c) if category(c) in _UNSEEN else c for c in text)


_UNSEEN = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"))
"""Unicode categories of characters that have no glyph of their own."""


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def print_lines(*lines: object, to: TextIO | None = None) -> None:
    """Prints lines that may contain untrusted text, escaped by `visible`.

    Args:
        lines: the lines; a line break in one is escaped, too.
        to: where to print; stdout by default.
    """
    for line in lines:
        print(visible(str(line)), file=to)


def progress(text: str = "") -> None:
    """Overwrites one line on stderr, if it is a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


class Lazy(TyperCommand):
    """A command that is imported only when it is called.

    Its callback imports and returns the real command.
    """

    def make_context(self, *args: Any, **extra: Any) -> Any:
        """Loads the real command and returns its context."""
        assert self.callback is not None
        real = group("")
        real.command(self.name, cls=PlainCommand, help=self.help)(self.callback())
        return typer.main.get_command(real).make_context(*args, **extra)


def run(command: Any, args: list[str]) -> int:
    """Runs one command line and returns its exit code."""
    try:
        code = command.main(args=args, prog_name="pegboard", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except (BrokenPipeError, SystemExit):
        # `pegboard replay … | head`: the reader closed the pipe; typer turns it into an exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except PegboardError as error:
        # an expected error with a complete message
        if os.environ.get("PEGBOARD_TRACEBACK"):
            raise
        print_lines(f"pegboard: {error}", to=sys.stderr)
        return 2
    except OSError as error:
        # not handled elsewhere, such as a full disk behind stdout
        if os.environ.get("PEGBOARD_TRACEBACK"):
            raise
        reason = error.strerror or str(error)
        place = f": {error.filename}" if error.filename else ""
        print_lines(f"pegboard: {reason}{place}", to=sys.stderr)
        return 2
    except Exception as error:
        if not hasattr(error, "format_message"):
            return _report(error)
        # usage errors (unknown option, missing argument), as one plain line
        reason = error.format_message()
        if type(error).__name__ == "NoArgsIsHelpError":
            print(reason)
            return 0
        print_lines(f"pegboard: {' '.join(reason.split())}", to=sys.stderr)
        return 2


def _report(error: Exception) -> int:
    """Reports an unexpected error: one line, with a traceback on request."""
    if os.environ.get("PEGBOARD_TRACEBACK"):
        raise error
    leaves = "; ".join(_with_place(leaf) for leaf in _leaves(error))
    print_lines(
        f"pegboard: internal error ({leaves}); please report it, with the output of "
        "PEGBOARD_TRACEBACK=1 shows",
        to=sys.stderr,
    )
    return 2


def _leaves(error: BaseException) -> Iterator[BaseException]:
    """Yields the errors in an exception group, which has no useful message itself."""
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    else:
        yield error


def _with_place(error: BaseException) -> str:
    """Returns an error with its location: `KeyError: 'at' in lobby.py:93`."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}: {error}{place}"
