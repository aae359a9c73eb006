"""The subcommands of `pegboard` that set up LEDs, camera, firmware, configuration or layout.

Like `app`, this file only names them; each is a file of its own.
"""

from pathlib import Path
from typing import Annotated

import typer

from pegboard.cli.line import Json, done

light_app = typer.Typer(help="Try the LEDs.", no_args_is_help=True)


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
    done("setup.light", "test_command", **options, auto=auto, out=out, speak=speak)


camera_app = typer.Typer(help="Set up the camera.", no_args_is_help=True)


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
    done("setup.camera", "check_command", config, camera, as_json=as_json, save=save)


@camera_app.command("list")
def camera_list(as_json: Json = False) -> None:
    """The cameras of this machine, and which one `auto` takes."""
    done("setup.camera", "list_command", as_json=as_json)


firmware_app = typer.Typer(help="The board on USB.", no_args_is_help=True)

Port = Annotated[str, typer.Option(help="Its port; without one the board is found by its name.")]


@firmware_app.command("status")
def firmware_status(port: Port = "", as_json: Json = False) -> None:
    """Say who the board on USB is, and how it is."""
    done("setup.firmware", "status_command", port, as_json=as_json)


@firmware_app.command("restart")
def firmware_restart(
    port: Port = "",
    update: Annotated[
        bool, typer.Option("--update", help="As a USB drive, for another firmware.")
    ] = False,
) -> None:
    """Restart the board on USB."""
    done("setup.firmware", "restart_command", port, update=update)


config_app = typer.Typer(help="Check or show the configuration.", no_args_is_help=True)


@config_app.command("check")
def config_check(file: Annotated[Path, typer.Argument(help="A configuration file.")]) -> None:
    """Say what is wrong with a configuration file, or that nothing is."""
    done("setup.config", "check_command", file)


@config_app.command("show")
def config_show(
    config: Annotated[Path | None, typer.Option(help="A configuration file (TOML).")] = None,
) -> None:
    """Print the effective configuration."""
    done("setup.config", "show_command", config)


layout_app = typer.Typer(help="The boards there are, and one of your own.", no_args_is_help=True)


@layout_app.command("list")
def layout_list(as_json: Json = False) -> None:
    """Name the layouts that come with pegboard."""
    done("setup.layout", "list_command", as_json)


@layout_app.command("show")
def layout_show(
    name: Annotated[str, typer.Argument(help="A layout's name or file.")] = "two-track",
    svg: Annotated[Path | None, typer.Option(help="Where to write its template.")] = None,
    as_json: Json = False,
) -> None:
    """Say what a layout is made of: panel, holes, and the strip to be cut."""
    done("setup.layout", "show_command", name, svg, as_json)


@layout_app.command("check")
def layout_check(
    file: Annotated[str, typer.Argument(help="A layout's file or name.")], as_json: Json = False
) -> None:
    """Say what is wrong with a layout, or would not work out in wood."""
    done("setup.layout", "check_command", file, as_json)


GROUPS = {
    "light": light_app,
    "camera": camera_app,
    "firmware": firmware_app,
    "config": config_app,
    "layout": layout_app,
}
