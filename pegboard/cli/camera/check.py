"""`pegboard camera check`: checks that the picture is good enough to read cards."""

import asyncio
import json
import logging
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from pegboard.camera.client import CameraClient
from pegboard.camera.reading import PackPrior
from pegboard.camera.setup_check import CameraCheck
from pegboard.cli.line import ConfigFile, Json, progress
from pegboard.config import Config, load_config
from pegboard.devices.autodetect import choose
from pegboard.devices.notices import without_password
from pegboard.errors import ConfigError, DeviceError
from pegboard.service.voice import language_of

PASSED, FAILED, UNUSABLE = 0, 1, 2
LOOKS = 3
"""Number of pictures skipped first, while a camera adjusts its exposure."""
SIGNS = {"good": "✓ good", "weak": "~ weak", "bad": "✗ bad", "not told": "? unknown"}
STEP_NAMES = {"place": "cards and camera", "focus": "focus", "light": "light"}


def check_command(
    config: ConfigFile = None,
    camera: Annotated[
        str | None, typer.Option(help="Address of the camera, such as v4l:/dev/video0.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="SVG file to write the outlined picture to.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Runs the check once, from the first look to the result.

    Returns:
        0 passed, 1 not passed, 2 if there is no camera to check.
    """
    logging.getLogger("pegboard").setLevel(logging.ERROR)  # errors are reported below
    try:
        chosen = _chosen(load_config(config) if config else Config(), camera)
    except ConfigError as error:
        return _unusable(str(error))
    if chosen.camera.source == "none":
        return _unusable('camera.source is "none": name one with --camera v4l:/dev/video0')
    try:
        check, latest = asyncio.run(_checked(chosen))
        if save is not None:
            save.write_text(outlined(latest), encoding="utf-8")
    except DeviceError as error:
        return _unusable(str(error))
    except OSError as error:
        return _unusable(f"{save}: {error.strerror or error}")
    report = check.report()
    if as_json:
        print(json.dumps(report))
    else:
        _print(report)
    return PASSED if report["passed"] else FAILED


def _chosen(config: Config, camera: str | None) -> Config:
    if camera is not None:
        config = replace(config, camera=replace(config.camera, source=camera))
    return choose(config)[0]


async def _checked(config: Config) -> tuple[CameraCheck, dict[str, Any]]:
    source = config.camera.source
    camera_client = CameraClient(
        source,
        timeout_s=config.camera.timeout_s,
        focus_m=config.camera.focus_m,
        rotation=config.camera.rotation,
        pack=PackPrior(config.camera.deck, language_of(config, os.environ)),
    )
    check = CameraCheck(without_password(source), simulated=source == "files:")
    try:
        latest: dict[str, Any] = {}
        for number in range(LOOKS):
            progress(f"looking ({number + 1} of {LOOKS})")
            latest = await camera_client.check(following=number == 0)
            check.add_picture(latest)
            if not latest["live"]:
                break
        while not check.is_finished:
            progress(check.summary())
            latest = await camera_client.check()
            check.add_reading(latest)
        return check, latest
    finally:
        progress()
        if camera_client.focus_fault is not None:
            print(f"pegboard camera: {camera_client.focus_fault}", file=sys.stderr)
        await camera_client.close()


def _print(report: dict[str, Any]) -> None:
    console = Console()
    table = Table(title=f"Camera {report['source']}", title_justify="left")
    for heading in ("", "figure", "value", "should be", ""):
        table.add_column(heading, overflow="fold")
    for step in report["steps"]:
        for number, figure in enumerate(step["figures"]):
            name = STEP_NAMES[step["key"]] if number == 0 else ""
            sign = SIGNS[figure["verdict"]]
            table.add_row(name, figure["name"], figure["shown"], figure["limit"], sign)
        table.add_section()
    readings = report["readings"]
    alike = f"{readings['alike']} of {readings['of']}"
    verdict = SIGNS["good" if readings["alike"] == readings["of"] and readings["cards"] else "bad"]
    table.add_row("readings", "alike", alike, "all", verdict)
    table.add_row("", "time of one", f"{readings['seconds']:.2f} s", "at most 2 s", "")
    console.print(table)
    if (pack := report["pack"]) is not None and pack["is_read"]:
        console.print(
            f"Letters: {' '.join(pack['letters'].values())} ({pack['code']})", highlight=False
        )
    console.print(f"Cards: {' '.join(readings['cards']) or 'none'}", highlight=False)
    if (focus := report["focus"]) is not None:
        metres = f"{focus['metres']:.2f}"
        keep = "fixed" if focus["fixed"] else f"focus_m = {metres} under \\[camera] keeps it"
        console.print(f"Focus: {metres} m ({keep})", highlight=False)
    console.print(report["says"], highlight=False)
    if report["cure"]:
        console.print(f"To do first: {report['cure']}", highlight=False)
        console.print("Height, lamp and angle: hardware/CAMERA.md", highlight=False)


def outlined(checked: dict[str, Any]) -> str:
    """Returns the picture of a check with outlines of the recognised cards, as SVG."""
    width, height = checked["width"], checked["height"]
    line = max(2, width // 320)
    shapes = []
    for item in checked["cards"]:
        points = " ".join(f"{x},{y}" for x, y in item["corners"])
        x, y = item["corners"][0]
        shapes.append(
            f'<polygon points="{points}" fill="none" stroke="#f2b632" stroke-width="{line}"/>'
            f'<text x="{x}" y="{y}" font-size="{10 * line}" fill="#f2b632" stroke="#000" '
            f'stroke-width="{line / 4}">{item["card"]} {item["confidence"]:.2f}</text>'
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<image width="{width}" height="{height}" '
        f'href="data:image/jpeg;base64,{checked["picture"]}"/>{"".join(shapes)}</svg>\n'
    )


def _unusable(message: str) -> int:
    print(f"pegboard camera: {message}", file=sys.stderr)
    return UNUSABLE
