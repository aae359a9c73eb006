"""Options converted without pydantic give the same values and errors as typer."""

from pathlib import Path
from typing import Annotated, Any

import pytest
import typer

from pegboard.cli.options import PlainCommand


def command(
    number: Annotated[int, typer.Option(min=1, max=9)] = 5,
    maybe: Annotated[int | None, typer.Option(min=0)] = None,
    share: float = 0.5,
    file: Path | None = None,
    there: Annotated[Path | None, typer.Option(exists=True, dir_okay=False)] = None,
    text: str = "a",
    switch: Annotated[bool | None, typer.Option("--switch/--no-switch")] = None,
    flag: bool = False,
    several: Annotated[list[Path] | None, typer.Option()] = None,
) -> dict[str, Any]:
    return locals()


def outcome(cls: Any, line: list[str]) -> Any:
    app = typer.Typer(rich_markup_mode=None)
    app.command(cls=cls)(command)
    try:
        return typer.main.get_command(app).main(line, "program", standalone_mode=False)
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize(
    "line",
    [
        "", "--number 1", "--number 9", "--number 0", "--number 10", "--number x", "--number -1",
        "--number 007", "--number 1_0", "--number ٣", "--number 3.0", "--maybe 0", "--maybe -3",
        "--maybe 99999999999999999999", "--share 1", "--share 1e-3", "--share x",
        "--file .", "--file /nowhere", f"--file {__file__}", "--file -", "--file ~/x",
        f"--there {__file__}", "--there /nowhere", "--there /", "--text 12", "--text", "--switch",
        "--no-switch", "--flag", "--several a --several /b", "--unknown", "more",
    ],
)  # fmt: skip
def test_options_convert_like_typer(line: str) -> None:
    plain = outcome(PlainCommand, line.split())
    assert plain == outcome(None, line.split())
    if isinstance(plain, dict) and plain["file"] is not None:
        assert isinstance(plain["file"], Path)


def test_empty_value_converts_like_typer() -> None:
    for option in ("--number", "--file", "--text", "--share"):
        assert outcome(PlainCommand, [option, ""]) == outcome(None, [option, ""])
