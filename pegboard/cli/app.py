"""The command `pegboard`. Each subcommand is one file here; this one only names them.

What sets something up is in `groups`; how a line is run, and its exit codes, in `line`.
"""

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated

import typer

from pegboard.cli.line import Json, done
from pegboard.cli.line import run as run_with
from pegboard.cli.setup.groups import GROUPS

app = typer.Typer(
    name="pegboard",
    help="An electronic cribbage board.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

for name, group in GROUPS.items():
    app.add_typer(group, name=name)


@app.command()
def run(
    config: Annotated[Path | None, typer.Option(help="A configuration file (TOML).")] = None,
    simulated: Annotated[
        bool, typer.Option("--simulated", help="Simulated LEDs, pins and camera.")
    ] = False,
    demo: Annotated[
        bool | None, typer.Option("--demo/--no-demo", help="Play until somebody takes over.")
    ] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Of the page.")] = None,
    state: Annotated[Path | None, typer.Option(help="Folder of the journal.")] = None,
    safe: Annotated[
        bool | None,
        typer.Option(
            "--safe/--no-safe", help="Without devices; by itself after two failed starts."
        ),
    ] = None,
) -> None:
    """Run the service: the board, its page, and a demo game if asked."""
    options = {"simulated": simulated, "demo": demo, "port": port, "state": state, "safe": safe}
    done("run", "run_command", config, **options)


@app.command()
def demo(
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    headless: Annotated[bool, typer.Option("--headless", help="Without a board.")] = False,
    speed: Annotated[float, typer.Option(min=0, help="1 as at a table; 0 as fast as it goes.")] = 1,
    seed: Annotated[int | None, typer.Option(help="The same seed plays the same games.")] = None,
    config: Annotated[Path | None, typer.Option(help="A configuration file (TOML).")] = None,
    as_json: Json = False,
) -> None:
    """The computer against itself, on the board or without one."""
    if headless:
        done("demo", "demo_headless", games, seed=seed, speed=speed, as_json=as_json)
    else:
        done("run", "demo_on_board", games, seed=seed, speed=speed, config=config, as_json=as_json)


@app.command()
def score(
    cards: Annotated[list[str] | None, typer.Argument(help="Four cards: 5H 5C 5S JD")] = None,
    starter: Annotated[str | None, typer.Option(help="The starter: 5D")] = None,
    crib: Annotated[bool, typer.Option("--crib", help="Count it as the crib.")] = False,
    every: Annotated[bool, typer.Option("--all", help="Count every possible hand.")] = False,
    as_json: Json = False,
) -> None:
    """Count one hand, item by item and as it is said."""
    if every:
        if cards or starter:
            raise typer.BadParameter("--all counts every hand: give no cards with it")
        done("score", "score_all", crib, as_json)
    if starter is None:
        raise typer.BadParameter("--starter is missing: pegboard score 5H 5C 5S JD --starter 5D")
    done("score", "score_command", cards or [], starter, crib, as_json)


@app.command()
def rules(
    sections: Annotated[list[str] | None, typer.Argument(help="Sections: play show")] = None,
    players: Annotated[int | None, typer.Option(help="For a table of 2, 3 or 4.")] = None,
    partners: Annotated[bool, typer.Option("--partners", help="Four in two sides.")] = False,
    as_json: Json = False,
) -> None:
    """Print a quick reference to the rules."""
    done("rules", "rules_command", sections or [], players, partners, as_json)


@app.command()
def arena(
    a: Annotated[str, typer.Argument(help="A level's name, or a Python file with a class Bot.")],
    b: Annotated[str, typer.Argument(help="The other.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 200,
    seed: Annotated[int | None, typer.Option(help="The same seed plays the same cards.")] = None,
    players: Annotated[int, typer.Option(min=2, max=4, help="B holds all seats but one.")] = 2,
    partners: Annotated[bool, typer.Option("--partners", help="Two against two.")] = False,
    processes: Annotated[
        int | None, typer.Option(min=1, help="As many as cores, if not said.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Which of two players is stronger: the same cards for both, seats swapped."""
    done(
        "arena",
        "arena_command",
        a,
        b,
        games=games,
        seed=seed,
        players=players,
        partners=partners,
        processes=processes,
        as_json=as_json,
    )


@app.command()
def replay(
    paths: Annotated[list[Path], typer.Argument(help="Records, or folders of *.game.")],
    as_json: Json = False,
) -> None:
    """Play game records line by line."""
    done("replay", "replay_command", paths, as_json)


@app.command()
def verify(
    record: Annotated[Path, typer.Argument(help="A record of a finished game.")],
    as_json: Json = False,
) -> None:
    """Check that the cards follow from the seed bound before the first deal."""
    done("verify", "verify_command", record, as_json)


@app.command()
def analyze(
    path: Annotated[Path, typer.Argument(help="A record.")],
    svg: Annotated[Path | None, typer.Option(help="Where to write the charts as SVG.")] = None,
    as_json: Json = False,
) -> None:
    """Review a game: what each decision cost, luck and skill, the score as it went."""
    done("analyze", "analyze_command", path, as_json, svg)


@app.command()
def count(
    paths: Annotated[list[Path], typer.Argument(help="Pictures, or folders of them.")],
    crib: Annotated[bool, typer.Option("--crib", help="Count it as the crib.")] = False,
    as_json: Json = False,
) -> None:
    """Recognise the cards in pictures, and count a hand where there are five."""
    # OpenCV looks for it when it is loaded: its warnings are not for players, its errors are told.
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    done("count", "count_pictures", paths, as_json=as_json, crib=crib)


@app.command()
def frame(
    pegs: Annotated[list[str] | None, typer.Argument(help="FRONT,REAR of each track")] = None,
    layout: Annotated[str, typer.Option(help="A layout's name or file.")] = "two-track",
    dealer: Annotated[int | None, typer.Option(help="The dealer's track.")] = None,
    turn: Annotated[int | None, typer.Option(help="Whose turn it is.")] = None,
    template: Annotated[bool, typer.Option("--template", help="A drill template.")] = False,
    svg: Annotated[Path | None, typer.Option(help="Where to write it as SVG.")] = None,
) -> None:
    """Draw a position as the LEDs show it, or the template to drill the board from."""
    options = {"dealer": dealer, "turn": turn, "template": template, "svg": svg}
    done("frame", "frame_command", pegs or [], layout, **options)


@app.command()
def doctor(
    config: Annotated[Path | None, typer.Option(help="A configuration file (TOML).")] = None,
    state: Annotated[Path | None, typer.Option(help="Folder of the journal.")] = None,
    as_json: Json = False,
) -> None:
    """Say what is wrong with this installation, and what to do about it."""
    done("doctor", "doctor_command", config, state, as_json=as_json)


@app.command()
def update(
    wheel: Annotated[Path | None, typer.Option(help="Its wheel.")] = None,
    version: Annotated[str | None, typer.Option(help="Which version; else the newest.")] = None,
    packages: Annotated[Path | None, typer.Option(help="A folder of Python packages.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Only say whether there is one.")] = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Even while somebody plays.")] = False,
    wanted: Annotated[bool, typer.Option("--wanted", hidden=True)] = False,
    settle: Annotated[bool, typer.Option("--settle", hidden=True)] = False,
) -> None:
    """Exchange an installed board's version; it goes back by itself if the new one fails."""
    options = {"check": check, "wanted": wanted, "settle": settle, "anyway": anyway}
    done("update", "update_command", wheel, version, packages, **options)


@app.command()
def rollback(
    restore: Annotated[
        bool, typer.Option("--restore", help="Games as before the update, if need be.")
    ] = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Even while somebody plays.")] = False,
) -> None:
    """Go back to the version that was installed before."""
    done("update", "rollback_command", restore=restore, anyway=anyway)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it.")],
    config: Annotated[Path | None, typer.Option(help="A configuration file (TOML).")] = None,
    state: Annotated[Path | None, typer.Option(help="Folder of the journal.")] = None,
) -> None:
    """Write all games, the configuration and what the board remembers into one file."""
    done("backup", "backup_command", file, config, state)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    config: Annotated[Path | None, typer.Option(help="A configuration file (TOML).")] = None,
    state: Annotated[Path | None, typer.Option(help="Folder of the journal.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Even while a game is open.")] = False,
) -> None:
    """Put a backup in place of the games; those that are there are kept beside it."""
    done("backup", "restore_command", file, config, state, force)


@app.command()
def export(
    csv: Annotated[bool, typer.Option("--csv", help="A table for a spreadsheet.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Every line (as without this).")] = False,
    records: Annotated[bool, typer.Option("--zip", help="A record for each game.")] = False,
    out: Annotated[Path | None, typer.Option(help="Where to write it, if not to stdout.")] = None,
    config: Annotated[Path | None, typer.Option(help="A configuration file (TOML).")] = None,
    state: Annotated[Path | None, typer.Option(help="Folder of the journal.")] = None,
) -> None:
    """Write the whole history: JSON, or CSV, or records in a zip."""
    chosen = [kind for kind, on in (("csv", csv), ("json", as_json), ("zip", records)) if on]
    if len(chosen) > 1:
        raise typer.BadParameter(f"--{' and --'.join(chosen)}: one of them at a time")
    done("export", "export_command", *(chosen or ["json"]), out=out, config=config, state=state)


@app.command()
def bench(as_json: Json = False) -> None:
    """Measure this machine."""
    done("bench", "bench_command", as_json)


def main(args: list[str] | None = None) -> None:
    """Runs the command line and ends the process with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A name the terminal has no letters for is no reason to stop.
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run_line(sys.argv[1:] if args is None else args))


def run_line(args: list[str]) -> int:
    """Runs one command line; the exit code."""
    return run_with(typer.main.get_command(app), args)
