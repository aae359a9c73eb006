"""`pegboard light test`: checks position and colours of every lamp."""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pegboard.board.layout import Layout
from pegboard.board.layout_files import layout_text
from pegboard.board.panel.rewire import Found, rewire
from pegboard.cli.light.saving import is_installed, lines, save
from pegboard.cli.line import ConfigFile
from pegboard.config import Config, load_config
from pegboard.devices.autodetect import choose
from pegboard.devices.notices import is_simulated
from pegboard.devices.ports import Strip
from pegboard.devices.strip_check import GivenUp, LightCheck
from pegboard.devices.strips import open_strip
from pegboard.errors import Code, ConfigError, DeviceError
from pegboard.ops.control_socket import borrowed_strip
from pegboard.ops.settings.chosen import with_choices
from pegboard.ops.strip_length import save_length
from pegboard.storage.paths import config_file, state_folder
from pegboard.storage.state_names import OWN_LAYOUT

WALK_S = 0.08
"""Seconds for which each lamp is lit when all are shown in order."""
MOST_LINES = 20
"""Maximum number of lines shown below a board drawn on the terminal."""
BEHIND = 8
"""Number of LEDs lit beyond the end of the layout, for counting."""
MAX_MA = 500
"""Default current limit in mA, which a USB port can supply."""


OUT_OF_PLACE = "A lamp is out of place although its row is right: check its solder joints."
EVERY_LAMP = "3. Every lamp, hole by hole."

Lamps = Callable[[], Iterator[tuple[str, int]]]
"""Lights the lamps one by one; yields name and pixel of each."""
Walk = Callable[[Lamps], bool]
"""Shows lamps to the person; returns False if they were out of order."""


class LightFault(Code):
    """Codes of `ConfigError` for incompatible options."""

    BARE = "bare-strip", "--leds tests a bare strip: it goes with neither --rows nor --layout"
    ROWS = "too-many-rows", "--rows {rows}: the layout {layout} has 1 to {most} rows"


def test_command(
    strip: Annotated[str | None, typer.Option(help="Address of the strip, such as spi:.")] = None,
    layout: Annotated[str | None, typer.Option(help="Name or file of a layout.")] = None,
    config: ConfigFile = None,
    max_mA: Annotated[
        int | None, typer.Option("--max-mA", min=100, help="Never draw more than this current.")
    ] = None,
    auto: Annotated[
        float | None,
        typer.Option(
            min=0, metavar="SECONDS", help="Step through the LEDs unattended, SECONDS per LED."
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="File to write a corrected layout to.")] = None,
    speak: Annotated[bool, typer.Option("--speak", help="Name each LED aloud as well.")] = False,
    leds: Annotated[
        int | None,
        typer.Option(
            min=1, max=10_000, help="Test a bare strip of so many LEDs, before it is cut."
        ),
    ] = None,
    rows: Annotated[
        int | None,
        typer.Option(min=1, help="Test only the first rows, in the order of the data line."),
    ] = None,
) -> int:
    """Asks what the person sees, and writes down the differences from the configuration.

    At the end it saves them as the board's settings, where the person agrees. A bare strip and
    the first rows of a board are only tested: nothing is written.

    Returns:
        The exit code: 0 if all is as configured or saved now, 1 if something is not, 2 where
        nothing can be tested.
    """
    borrowed = ExitStack()
    config = config or config_file()
    try:
        base = load_config(config) if config else Config()
        effective, choices = choose(with_choices(base, config))
        folder = state_folder(base)
        home = folder if is_installed(folder) else None
        board = effective.board
        address = strip or board.strip
        if address == "memory:" and strip is None and sys.stdout.isatty():
            address = "terminal:"  # otherwise nothing would be visible
        elif strip is None:
            print(*(choice for choice in choices if choice.device == "LEDs"), sep="\n")
        text, path = layout_text(layout or board.layout)
        lamps = _part(Layout.parse(text, str(path)), leds, rows, layout)
        if _borrow(effective, address, borrowed):
            print("The running board leaves its LEDs to this test until it ends.")
        limit_mA = min(board.max_mA, max_mA or MAX_MA) if config else max_mA or MAX_MA
        chain = open_strip(address, leds or lamps.length, board.order, limit_mA)
    except (ConfigError, DeviceError) as error:
        borrowed.close()
        print(f"pegboard: {error}", file=sys.stderr)
        return 2
    console = Console(chain)
    check = LightCheck(chain, lamps, console.prompt, console.say, limit_mA)
    voice = _voice() if speak else None
    code, summary, wrong = 0, "", ""
    change: dict[str, str] = {}
    corrected = ""
    try:
        walk = partial(_walk, check, console, voice, WALK_S if auto is None else auto)
        if auto is not None:
            walk(check.leds if leds else partial(check.walk, lamps))
        elif leds:
            code, summary = _bare(check, board.order, console, walk)
        elif rows:
            code, summary = _first_rows(check, lamps, board.order, console, walk)
        else:
            differs = layout is not None and layout != board.layout
            change = {"board.layout": layout} if differs and layout else {}
            if strip is not None and not is_simulated(strip) and strip != base.board.strip:
                change["board.strip"] = strip
            code, summary, change, corrected = _dialogue(
                check, text, path, board.order, change, console, walk, out, home
            )
            if check.lit is None and code == 0 and not is_simulated(address):
                chain.close()
                # Counting is optional: a driver may refuse longer frames, or the input has ended.
                with suppress(DeviceError, EOFError):
                    chain = open_strip(address, lamps.length + BEHIND, board.order, limit_mA)
                    longer = LightCheck(chain, lamps, console.prompt, console.say, limit_mA)
                    check.lit = lamps.length + longer.count_behind(lamps.length)
    except GivenUp as error:
        code, wrong = 1, str(error)
    except DeviceError as error:
        code, wrong = 2, str(error)
    except (EOFError, KeyboardInterrupt):
        code, wrong = 1, "stopped; nothing was written"
    finally:
        chain.close()
        borrowed.close()
    if check.lit is not None and home is not None and not (leds or rows):
        try:
            save_length(home, check.lit)  # the doctor compares it with the layout
        except DeviceError as error:
            print(f"pegboard: {error}", file=sys.stderr)
    # printed last, after a board drawn on the terminal has been removed
    if summary:
        print(summary)
    if wrong:
        print(f"pegboard: {wrong}", file=sys.stderr)
        return code
    if change and not _save_or_print(change, corrected, home, base, config):
        return 1
    if home is not None and path == home / OWN_LAYOUT and "board.layout" in change:
        print("Have the board read its layout again: sudo systemctl restart pegboard")
    return code


def _save_or_print(
    change: dict[str, str], text: str, home: Path | None, base: Config, file: Path | None
) -> bool:
    """Saves changed settings if the person agrees, or prints them; returns True if saved.

    Args:
        change: changed settings by key.
        text: text of the layout, for a board that needs a custom one.
        home: state folder of an installed board; None without one.
        base: configuration from the file.
        file: configuration file.
    """
    if home is not None:
        print("This differs from the board’s settings:")
        for key, value in change.items():
            print(f"  {key.removeprefix('board.')}: {value}")
        try:
            reply = read_answer("save", "Save it? Enter: yes, n: no ").strip().lower()
        except EOFError:
            reply = "n"
        if reply[:1] != "n":
            is_local = change.get("board.layout") == str(home / OWN_LAYOUT)
            fault = save(change, text if is_local else None, home, base, file)
            if fault is None:
                print("Saved: the board uses it from now on.")
                return True
            print(f"pegboard: {fault}", file=sys.stderr)
    print(*lines(change), sep="\n")
    return False


def _borrow(config: Config, address: str, until: ExitStack) -> bool:
    """Borrows the LEDs of a running board until the stack is closed; returns whether one runs.

    Without a reachable service, opening a strip that is in use fails.
    """
    if is_simulated(address):
        return False
    try:
        until.enter_context(borrowed_strip(state_folder(config)))
    except DeviceError:
        return False
    return True


def _part(layout: Layout, leds: int | None, rows: int | None, named: str | None) -> Layout:
    """Returns the part of the layout to be tested.

    Raises:
        ConfigError: the options are incompatible, or the layout has fewer rows.
    """
    if leds is not None and (rows is not None or named is not None):
        raise ConfigError(LightFault.BARE)
    if rows is None:
        return layout
    if rows > len(layout.pieces):
        raise ConfigError(LightFault.ROWS, layout=layout.name, most=len(layout.pieces), rows=rows)
    return layout.first_rows(rows)


def _bare(check: LightCheck, configured: str, console: "Console", walk: Walk) -> tuple[int, str]:
    """Tests a bare strip; returns the exit code and a summary to print at the end."""
    order = _order(check, configured, console)
    console.say("2. All LEDs at once: dim, because together they draw the most.")
    if not check.whole(configured, order):
        return 1, "An LED is dead, or a joint is broken: do not cut this strip; try another."
    console.say("3. Every LED, one by one.")
    if not walk(check.leds):
        place = check.advice or "The chain breaks where the light stops."
        return 1, f"{place} So do not cut this strip; try another."
    if order != configured:
        return 1, "\n".join(lines({"board.order": order}))
    return 0, "Every LED works: the strip can be cut."


def _first_rows(
    check: LightCheck, lamps: Layout, configured: str, console: "Console", walk: Walk
) -> tuple[int, str]:
    """Tests the first rows of a board; returns the exit code and a summary to print at the end."""
    order = _order(check, configured, console)
    pieces = _pieces(check, console)
    console.say(EVERY_LAMP)
    is_right = walk(partial(check.walk, lamps))
    faults = []
    if order != configured:
        faults += lines({"board.order": order})
    for place, piece in zip(pieces, lamps.pieces, strict=True):
        if place.piece != piece:
            faults.append(f"{piece.holds}: the data reaches {place.piece.holds} in its place.")
        elif place.turned:
            faults.append(f"{piece.holds}: the data enters at the other end.")
    if not is_right:
        faults.append(check.advice or OUT_OF_PLACE)
    rows = len(lamps.pieces)
    done = f"The first {rows} rows are" if rows > 1 else "The first row is"
    return (1, "\n".join(faults)) if faults else (0, f"{done} as the layout says: go on.")


def _dialogue(
    check: LightCheck,
    text: str,
    path: Path,
    configured: str,
    named: dict[str, str],
    console: "Console",
    walk: Walk,
    out: Path | None,
    home: Path | None,
) -> tuple[int, str, dict[str, str], str]:
    """Runs the three parts of the test.

    Args:
        check: check of the strip.
        text: text of the layout.
        path: path of the layout's file.
        configured: configured order of the colours.
        named: settings from the command line that differ from the board's, by key.
        console: terminal for questions and output.
        walk: shows the lamps one by one.
        out: file for a corrected layout; None for an unused name.
        home: state folder of an installed board; None without one.

    Returns:
        The exit code, a summary to print at the end, the changed settings by key, and the text of
        the layout that matches the wiring.
    """
    order = _order(check, configured, console)
    pieces = _pieces(check, console)
    wired = [(piece.piece.first_pixel, piece.first_pixel, piece.turned) for piece in pieces]
    corrected = text
    if any(
        configured_pixel != seen_pixel or turned for configured_pixel, seen_pixel, turned in wired
    ):
        corrected = rewire(text, str(path), pieces)
    console.say(EVERY_LAMP)
    right = walk(partial(check.walk, Layout.parse(corrected, str(path)))) and check.is_fed()
    change = named | ({"board.order": order} if order != configured else {})
    messages = []
    needs_layout = corrected != text or change.get("board.layout", "").endswith(".toml")
    if home is not None and out is None and needs_layout:
        change["board.layout"] = str(home / OWN_LAYOUT)
    elif corrected != text:
        written = _write(corrected, path, out or _free(path), console)
        if written is not None:
            change["board.layout"] = str(written)
        else:
            messages.append("The wiring differs from the layout; nothing was written.")
    elif right and not change:
        messages.append("Everything is as configured.")
    if not right:
        messages.append(check.advice or OUT_OF_PLACE)
    is_right = right and (corrected == text or "board.layout" in change)
    return (0 if is_right else 1), "\n".join(messages), change, corrected


def _order(check: LightCheck, configured: str, console: "Console") -> str:
    """Asks for the colour order, the first part of every test."""
    console.say("1. Colours. The first lamps show one colour after the other.")
    return check.order(configured)


def _pieces(check: LightCheck, console: "Console") -> list[Found]:
    """Asks for the position of each piece of strip."""
    console.say("2. Wiring. A bright lamp with a dim tail shows where each piece of strip begins.")
    return check.pieces()


def _walk(
    check: LightCheck,
    console: "Console",
    voice: Callable[[str], None] | None,
    pause_s: float,
    lamps: Lamps,
) -> bool:
    """Shows every lamp; returns True if the person saw them in order, or was not asked.

    Args:
        check: check of the strip.
        console: prints the names.
        voice: speaks the names; None for silence.
        pause_s: seconds for which each lamp is lit.
        lamps: lights the lamps one by one; yields name and pixel of each.
    """
    for name, pixel in lamps():
        console.overwrite(f"{name} (pixel {pixel})")
        if voice is not None:
            voice(name)
        time.sleep(pause_s)
    check.dark()
    if not console.has_asked:
        return True
    if check.yes("walk", "Did one lamp after the other light up, to the last? y/n "):
        return True
    check.is_whole()
    return False


def _write(text: str, path: Path, target: Path, console: "Console") -> Path | None:
    """Writes the corrected layout to a new file; returns its path, or None if declined.

    Args:
        text: text of the corrected layout.
        path: path of the original layout.
        target: suggested file.
        console: asks for permission.
    """
    while True:
        question = f"Where to write the corrected layout? Enter: {target}, n: nowhere "
        answer = console.prompt("write", question).strip()
        if answer.lower() in ("n", "no"):
            return None
        target = Path(answer).expanduser() if answer else target
        if target.suffix != ".toml":
            console.say(f"{target}: the name of a layout file must end in .toml")
            continue
        try:
            if target.exists():
                console.say(f"{target} already exists; give another name, or n.")
                target = _free(path)
                continue
            note = f"# {path.name} as `pegboard light test` found it wired: first_pixel and ends.\n"
            target.write_text(note + text, encoding="utf-8")
        except OSError as error:
            console.say(f"{target}: {error.strerror or error}")
            target = _free(path)
            continue
        return target.resolve()


def _free(path: Path) -> Path:
    """Returns an unused file name in the working folder."""
    stem = re.sub(r"-rewired(-\d+)?$", "", path.stem)
    names = (f"{stem}-rewired{'' if n == 1 else f'-{n}'}.toml" for n in range(1, 10_000))
    return next(Path(name) for name in names if not Path(name).exists())


def read_answer(kind: str, text: str) -> str:
    """Reads the answer to a question; see `light_check.Ask`."""
    return input(text)


class Console:
    """The terminal, or only the part below the board if the board is drawn on it."""

    def __init__(self, strip: Strip) -> None:
        """Creates an empty console."""
        self.has_asked = False
        """True once a question has been asked."""
        self._below: int | None = getattr(strip, "below", None)
        self._lines: list[str] = []

    def say(self, text: str) -> None:
        """Prints a line."""
        if self._below is None:
            print(text, flush=True)
            return
        self._lines = [*self._lines, text][-MOST_LINES:]
        self._draw()

    def overwrite(self, text: str) -> None:
        """Prints a line that the next one overwrites, if possible."""
        if self._below is not None:
            print(f"\x1b[{self._below};1H\x1b[0m\x1b[2K{text}", end="", flush=True)
        else:
            print(text, flush=True)

    def prompt(self, kind: str, text: str) -> str:
        """Asks a question and returns the answer; EOFError at the end of the input."""
        self.has_asked = True
        if self._below is not None:
            self._draw()
        return read_answer(kind, text)

    def _draw(self) -> None:
        text = "\n".join(self._lines)
        print(f"\x1b[{self._below};1H\x1b[0m\x1b[J{text}", flush=True)


def _voice() -> Callable[[str], None] | None:
    program = shutil.which("espeak-ng") or shutil.which("espeak")
    if program is None:
        print("pegboard: espeak-ng is not installed; lamps are printed instead", file=sys.stderr)
        return None

    def say(text: str) -> None:
        subprocess.run([program, text], check=False, capture_output=True)

    return say
