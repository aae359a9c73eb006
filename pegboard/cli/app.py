"""The command `pegboard`. Each subcommand is one file here; this one only names them.

Exit codes everywhere: 0 done; 1 the answer is no, not sure, or illegal; 2 unusable arguments or
input, with one plain line on stderr. Never a traceback.
"""

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(
    name="pegboard",
    help="An electronic cribbage board.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


def _done(module: str, command: str, *args: Any, **options: Any) -> None:
    """Runs one command's own file, imported only now, and ends with its exit code."""
    raise typer.Exit(getattr(import_module(f"pegboard.cli.{module}"), command)(*args, **options))


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
    _done("run", "run_command", config, **options)


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
        _done("demo", "demo_headless", games, seed=seed, speed=speed, as_json=as_json)
    else:
        _done("run", "demo_on_board", games, seed=seed, speed=speed, config=config, as_json=as_json)


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
        _done("score", "score_all", crib, as_json)
    if starter is None:
        raise typer.BadParameter("--starter is missing: pegboard score 5H 5C 5S JD --starter 5D")
    _done("score", "score_command", cards or [], starter, crib, as_json)


@app.command()
def rules(
    sections: Annotated[list[str] | None, typer.Argument(help="Sections: play show")] = None,
    players: Annotated[int | None, typer.Option(help="For a table of 2, 3 or 4.")] = None,
    partners: Annotated[bool, typer.Option("--partners", help="Four in two sides.")] = False,
    as_json: Json = False,
) -> None:
    """Print a quick reference to the rules."""
    _done("rules", "rules_command", sections or [], players, partners, as_json)


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
    _done(
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
    _done("replay", "replay_command", paths, as_json)


@app.command()
def verify(
    record: Annotated[Path, typer.Argument(help="A record of a finished game.")],
    as_json: Json = False,
) -> None:
    """Check that the cards follow from the seed bound before the first deal."""
    _done("verify", "verify_command", record, as_json)


@app.command()
def analyze(
    path: Annotated[Path, typer.Argument(help="A record.")],
    svg: Annotated[Path | None, typer.Option(help="Where to write the charts as SVG.")] = None,
    as_json: Json = False,
) -> None:
    """Review a game: what each decision cost, luck and skill, the score as it went."""
    _done("analyze", "analyze_command", path, as_json, svg)


@app.command()
def count(
    paths: Annotated[list[Path], typer.Argument(help="Pictures, or folders of them.")],
    crib: Annotated[bool, typer.Option("--crib", help="Count it as the crib.")] = False,
    as_json: Json = False,
) -> None:
    """Recognise the cards in pictures, and count a hand where there are five."""
    _done("count", "count_pictures", paths, as_json=as_json, crib=crib)


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
    _done("frame", "frame_command", pegs or [], layout, **options)


@app.command()
def doctor(
    config: Annotated[Path | None, typer.Option(help="A configuration file (TOML).")] = None,
    state: Annotated[Path | None, typer.Option(help="Folder of the journal.")] = None,
    as_json: Json = False,
) -> None:
    """Say what is wrong with this installation, and what to do about it."""
    _done("doctor", "doctor_command", config, state, as_json=as_json)


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
    _done("update", "update_command", wheel, version, packages, **options)


@app.command()
def rollback(
    restore: Annotated[
        bool, typer.Option("--restore", help="Games as before the update, if need be.")
    ] = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Even while somebody plays.")] = False,
) -> None:
    """Go back to the version that was installed before."""
    _done("update", "rollback_command", restore=restore, anyway=anyway)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it.")],
    config: Annotated[Path | None, typer.Option(help="A configuration file (TOML).")] = None,
    state: Annotated[Path | None, typer.Option(help="Folder of the journal.")] = None,
) -> None:
    """Write all games, the configuration and what the board remembers into one file."""
    _done("backup", "backup_command", file, config, state)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup.")],
    config: Annotated[Path | None, typer.Option(help="A configuration file (TOML).")] = None,
    state: Annotated[Path | None, typer.Option(help="Folder of the journal.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Even while a game is open.")] = False,
) -> None:
    """Put a backup in place of the games; those that are there are kept beside it."""
    _done("backup", "restore_command", file, config, state, force)


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
    _done("export", "export_command", *(chosen or ["json"]), out=out, config=config, state=state)


@app.command()
def bench(as_json: Json = False) -> None:
    """Measure this machine."""
    _done("bench", "bench_command", as_json)


light_app = typer.Typer(help="Try the LEDs.", no_args_is_help=True)
app.add_typer(light_app, name="light")


@light_app.command("test")
def light_test(
    strip: Annotated[str | None, typer.Option(help="Its address, such as spi:")] = None,
    layout: Annotated[str | None, typer.Option(help="A layout's name or file.")] = None,
    config: Annotated[Path | None, typer.Option(help="A configuration file (TOML).")] = None,
    max_mA: Annotated[
        int | None, typer.Option("--max-mA", min=100, help="Never draw more.")
    ] = None,
    auto: Annotated[
        float | None, typer.Option(min=0, help="Walk without questions: SECONDS a lamp.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Where a corrected layout goes.")] = None,
    speak: Annotated[bool, typer.Option("--speak", help="Say each lamp aloud too.")] = False,
) -> None:
    """Look at every lamp, and find a wrong colour order or a wrong wiring."""
    options = {"strip": strip, "layout": layout, "config": config, "max_mA": max_mA}
    _done("light", "test_command", **options, auto=auto, out=out, speak=speak)


camera_app = typer.Typer(help="Set up the camera.", no_args_is_help=True)
app.add_typer(camera_app, name="camera")


@camera_app.command("check")
def camera_check(
    config: Annotated[Path | None, typer.Option(help="A configuration file (TOML).")] = None,
    camera: Annotated[str | None, typer.Option(help="Its address: v4l:/dev/video0")] = None,
    save: Annotated[
        Path | None, typer.Option(help="Where to write the picture with outlines (SVG).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Lay five cards down: focus, light, size, and the hand read ten times, with a cure."""
    _done("camera", "check_command", config, camera, as_json=as_json, save=save)


@camera_app.command("list")
def camera_list(as_json: Json = False) -> None:
    """The cameras of this machine, and which one `auto` takes."""
    _done("camera", "list_command", as_json=as_json)


firmware_app = typer.Typer(help="The board on USB.", no_args_is_help=True)
app.add_typer(firmware_app, name="firmware")

Port = Annotated[str, typer.Option(help="Its port; without one the board is found by its name.")]


@firmware_app.command("status")
def firmware_status(port: Port = "", as_json: Json = False) -> None:
    """Say who the board on USB is, and how it is."""
    _done("firmware", "status_command", port, as_json=as_json)


@firmware_app.command("restart")
def firmware_restart(
    port: Port = "",
    update: Annotated[
        bool, typer.Option("--update", help="As a USB drive, for another firmware.")
    ] = False,
) -> None:
    """Restart the board on USB."""
    _done("firmware", "restart_command", port, update=update)


config_app = typer.Typer(help="Check or show the configuration.", no_args_is_help=True)
app.add_typer(config_app, name="config")


@config_app.command("check")
def config_check(file: Annotated[Path, typer.Argument(help="A configuration file.")]) -> None:
    """Say what is wrong with a configuration file, or that nothing is."""
    _done("config", "check_command", file)


@config_app.command("show")
def config_show(
    config: Annotated[Path | None, typer.Option(help="A configuration file (TOML).")] = None,
) -> None:
    """Print the effective configuration."""
    _done("config", "show_command", config)


layout_app = typer.Typer(help="The boards there are, and one of your own.", no_args_is_help=True)
app.add_typer(layout_app, name="layout")


@layout_app.command("list")
def layout_list(as_json: Json = False) -> None:
    """Name the layouts that come with pegboard."""
    _done("layout", "list_command", as_json)


@layout_app.command("show")
def layout_show(
    name: Annotated[str, typer.Argument(help="A layout's name or file.")] = "two-track",
    svg: Annotated[Path | None, typer.Option(help="Where to write its template.")] = None,
    as_json: Json = False,
) -> None:
    """Say what a layout is made of: panel, holes, and the strip to be cut."""
    _done("layout", "show_command", name, svg, as_json)


@layout_app.command("check")
def layout_check(
    file: Annotated[str, typer.Argument(help="A layout's file or name.")], as_json: Json = False
) -> None:
    """Say what is wrong with a layout, or would not work out in wood."""
    _done("layout", "check_command", file, as_json)


def main(args: list[str] | None = None) -> None:
    """Runs the command line and ends the process with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A name the terminal has no letters for is no reason to stop.
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run_line(sys.argv[1:] if args is None else args))


def run_line(args: list[str]) -> int:
    """Runs one command line; the exit code."""
    command = typer.main.get_command(app)
    try:
        code = command.main(args=args, prog_name="pegboard", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except (BrokenPipeError, SystemExit):
        # `pegboard replay … | head`: the reader has seen enough, and typer makes an exit of it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except OSError as error:
        # Nobody looked for this one where it came from: a full disk behind stdout, for example.
        if os.environ.get("PEGBOARD_TRACEBACK"):
            raise
        said = error.strerror or str(error)
        print(f"pegboard: {said}{f': {error.filename}' if error.filename else ''}", file=sys.stderr)
        return 2
    except Exception as error:
        if not hasattr(error, "format_message"):
            return _surprise(error)
        # The command line's own errors (unknown option, missing argument), as one plain line.
        said = error.format_message()
        if type(error).__name__ == "NoArgsIsHelpError":
            print(said)
            return 0
        print(f"pegboard: {' '.join(said.split())}", file=sys.stderr)
        return 2


def _surprise(error: Exception) -> int:
    """A mistake of ours: one line for the user, the traceback for who asks for it."""
    if os.environ.get("PEGBOARD_TRACEBACK"):
        raise error
    print(
        f"pegboard: something went wrong inside ({type(error).__name__}: {error}); please report "
        "it, with what PEGBOARD_TRACEBACK=1 shows",
        file=sys.stderr,
    )
    return 2
