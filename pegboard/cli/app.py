"""The command `pegboard`: every command is declared here, and is one file beside this one.

A declaration is the command's name, its help and where it is; its options are the parameters of the
function it returns. Nothing else is imported before a command is called.
"""

import os
import sys
from io import TextIOWrapper

import typer

from pegboard.cli.line import Command, Lazy, group
from pegboard.cli.line import run as run_with

app = group("An electronic cribbage board.")


@app.command(cls=Lazy)
def run() -> Command:
    """Run the service: the board, its web page and, if asked, a demo."""
    from pegboard.cli.run import run_command

    return run_command


@app.command(cls=Lazy)
def demo() -> Command:
    """Play computer against computer, on the board or without one."""
    from pegboard.cli.demo import demo_command

    return demo_command


@app.command(cls=Lazy)
def identity() -> Command:
    """Show or renew the board's identity in a smart home."""
    from pegboard.cli.identity import identity_command

    return identity_command


@app.command(cls=Lazy)
def score() -> Command:
    """Count one hand, item by item and as it is spoken at the table."""
    from pegboard.cli.score import score_command

    return score_command


@app.command(cls=Lazy)
def rules() -> Command:
    """Print a quick reference to the rules."""
    from pegboard.cli.rules import rules_command

    return rules_command


@app.command(cls=Lazy)
def arena() -> Command:
    """Compare two players: the same cards for both, seats swapped."""
    from pegboard.cli.arena.two import arena_command

    return arena_command


@app.command(cls=Lazy)
def ladder() -> Command:
    """Let players play each other, and rate them."""
    from pegboard.cli.arena.ladder import ladder_command

    return ladder_command


@app.command(cls=Lazy)
def replay() -> Command:
    """Play game records line by line."""
    from pegboard.cli.replay import replay_command

    return replay_command


@app.command(cls=Lazy)
def convert() -> Command:
    """Write a game of another program as a record."""
    from pegboard.cli.records.convert import convert_command

    return convert_command


@app.command(cls=Lazy)
def verify() -> Command:
    """Check that all cards follow from the seed bound before the game."""
    from pegboard.cli.verify import verify_command

    return verify_command


@app.command(cls=Lazy)
def analyze() -> Command:
    """Review a game: the cost of each decision, luck and skill."""
    from pegboard.cli.analyze import analyze_command

    return analyze_command


@app.command(cls=Lazy)
def count() -> Command:
    """Recognise the cards in pictures, and count hands of five."""
    # OpenCV reads this as it loads. Its warnings are not for players; its errors are reported.
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    from pegboard.cli.count import count_command

    return count_command


@app.command(cls=Lazy)
def follow() -> Command:
    """Watch real deals, and tell what was played."""
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    from pegboard.cli.follow.command import follow_command

    return follow_command


@app.command(cls=Lazy)
def frame() -> Command:
    """Draw a position as the LEDs show it, or a drilling template."""
    from pegboard.cli.frame import frame_command

    return frame_command


@app.command(cls=Lazy)
def doctor() -> Command:
    """Report what is wrong with this installation and how to fix it."""
    from pegboard.cli.doctor import doctor_command

    return doctor_command


@app.command(cls=Lazy)
def update() -> Command:
    """Update an installed board; reverts if the new version fails."""
    from pegboard.cli.update import update_command

    return update_command


@app.command(cls=Lazy)
def rollback() -> Command:
    """Return to the version that was installed before."""
    from pegboard.cli.rollback import rollback_command

    return rollback_command


@app.command(cls=Lazy)
def backup() -> Command:
    """Save all games, the configuration and the last setup to a file."""
    from pegboard.cli.backup import backup_command

    return backup_command


@app.command(cls=Lazy)
def restore() -> Command:
    """Restore a backup; the games it replaces are kept beside it."""
    from pegboard.cli.restore import restore_command

    return restore_command


@app.command(cls=Lazy)
def export() -> Command:
    """Export the whole history as JSON, CSV or a zip of records."""
    from pegboard.cli.export import export_command

    return export_command


@app.command(cls=Lazy)
def bench() -> Command:
    """Measure how fast pegboard is on this machine."""
    from pegboard.cli.bench import bench_command

    return bench_command


light = group("Test the LEDs.")
app.add_typer(light, name="light")


@light.command("test", cls=Lazy)
def light_test() -> Command:
    """Step through every LED to find wrong colours or wrong wiring."""
    from pegboard.cli.light.test import test_command

    return test_command


camera = group("Set up the camera.")
app.add_typer(camera, name="camera")


@camera.command("check", cls=Lazy)
def camera_check() -> Command:
    """Check focus, light and card size, and read a test hand ten times."""
    from pegboard.cli.camera.check import check_command

    return check_command


@camera.command("list", cls=Lazy)
def camera_list() -> Command:
    """List this machine's cameras, and the one that `auto` picks."""
    from pegboard.cli.camera.list import list_command

    return list_command


firmware = group("Manage the USB board.")
app.add_typer(firmware, name="firmware")


@firmware.command("status", cls=Lazy)
def firmware_status() -> Command:
    """Show the USB board's firmware and its condition."""
    from pegboard.cli.firmware.status import status_command

    return status_command


@firmware.command("restart", cls=Lazy)
def firmware_restart() -> Command:
    """Restart the USB board."""
    from pegboard.cli.firmware.restart import restart_command

    return restart_command


config = group("Check or show the configuration.")
app.add_typer(config, name="config")


@config.command("check", cls=Lazy)
def config_check() -> Command:
    """Check a configuration file."""
    from pegboard.cli.config.check import check_command

    return check_command


@config.command("show", cls=Lazy)
def config_show() -> Command:
    """Print the effective configuration."""
    from pegboard.cli.config.show import show_command

    return show_command


layout = group("List, show and check board layouts.")
app.add_typer(layout, name="layout")


@layout.command("list", cls=Lazy)
def layout_list() -> Command:
    """List the layouts that come with pegboard."""
    from pegboard.cli.layout.list import list_command

    return list_command


@layout.command("show", cls=Lazy)
def layout_show() -> Command:
    """Show what a layout consists of: panel, holes and pieces of strip."""
    from pegboard.cli.layout.show import show_command

    return show_command


@layout.command("check", cls=Lazy)
def layout_check() -> Command:
    """Check whether a layout can be built."""
    from pegboard.cli.layout.check import check_command

    return check_command


hall = group("Run a club night or a tournament of many boards.")
app.add_typer(hall, name="hall")


@hall.command("backup", cls=Lazy)
def hall_backup() -> Command:
    """Save a hall, its keys and its configuration to a file."""
    from pegboard.cli.hall.backup import backup_command

    return backup_command


@hall.command("demo", cls=Lazy)
def hall_demo() -> Command:
    """Play a club night of six computer players at three simulated boards."""
    from pegboard.cli.hall.demo import demo_command

    return demo_command


@hall.command("doctor", cls=Lazy)
def hall_doctor() -> Command:
    """Report what is wrong with a hall and how to fix it."""
    from pegboard.cli.hall.doctor import doctor_command

    return doctor_command


@hall.command("export", cls=Lazy)
def hall_export() -> Command:
    """Export an event as one file that anyone can verify."""
    from pegboard.cli.hall.export import export_command

    return export_command


@hall.command("join", cls=Lazy)
def hall_join() -> Command:
    """Join a hall with its code: this board sends its games there from now on."""
    from pegboard.cli.hall.join import join_command

    return join_command


@hall.command("restore", cls=Lazy)
def hall_restore() -> Command:
    """Restore a hall's backup into a new folder."""
    from pegboard.cli.hall.restore import restore_command

    return restore_command


@hall.command("run", cls=Lazy)
def hall_run() -> Command:
    """Run a hall: boards send it their games, people look at its pages."""
    from pegboard.cli.hall.run import run_command

    return run_command


@hall.command("season", cls=Lazy)
def hall_season() -> Command:
    """Rank the players of a season, from its exported club nights."""
    from pegboard.cli.hall.season import season_command

    return season_command


@hall.command("verify", cls=Lazy)
def hall_verify() -> Command:
    """Verify an exported event: replay every game, recompute every standing."""
    from pegboard.cli.hall.verify import verify_command

    return verify_command


def main(args: list[str] | None = None) -> None:
    """Runs the command line and ends the process with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A name the terminal has no letters for is no reason to stop.
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run_line(sys.argv[1:] if args is None else args))


def run_line(args: list[str]) -> int:
    """Runs one command line and returns its exit code."""
    return run_with(typer.main.get_command(app), args)
