"""The configuration: one TOML file; every key has a default, an unknown one is an error."""

import dataclasses
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_type_hints

from pegboard.errors import Code, Common, ConfigError, NotationError
from pegboard.i18n import LANGUAGES
from pegboard.text_file import parse_toml, read_text


class Setting(Code):
    """Codes of `ConfigError` for a configuration file; facts `file` and `key`."""

    NOT_TEXT = "config-not-text", "{file}: must be a UTF-8 text file: {why}"
    NOT_TOML = "config-not-toml", "{file}: not TOML: {why}"
    UNKNOWN_KEY = "setting-unknown", "{file}: {key}: unknown key; must be one of: {known}"
    OTHER_KIND = "setting-kind", "{file}: {key}: must be {kind}, got {value}"
    NAMES = "setting-names", "{file}: {key}: must be two, three or four names, got {n}"
    USED = "setting-used", "{key}: {why}"
    ADDRESS = "setting-address", "{key}: must be {kind}, got {value}"


@dataclass(frozen=True, slots=True)
class BoardConfig:
    """`[board]`: the LEDs."""

    layout: str = "two-track"
    """Name of a layout that comes with pegboard, or path of a layout file."""
    strip: str = "auto"
    """`spi:` or `ws281x:` (a Pi's pins), `serial:` (the USB board), `memory:` (simulated),
    `spi:mock`, `terminal:`, or `auto` to detect it."""
    order: str = "GRB"
    """Order in which the LEDs expect the colours; `pegboard light test` finds it."""
    brightness: float = 0.6
    """0 to 1, before the current limit."""
    night_from_h: int = 0
    """Hour at which the night begins, by the machine's clock; no night if equal to `night_to_h`."""
    night_to_h: int = 0
    """Hour at which the night ends."""
    night_brightness: float = 0.1
    """Upper limit of the brightness at night."""
    max_mA: int = 2000
    """Current limit: no frame draws more from the supply."""


@dataclass(frozen=True, slots=True)
class ButtonsConfig:
    """`[buttons]`: buttons and dials."""

    source: str = "auto"
    """`gpio:` (real pins), `serial:` (the USB board), `evdev:` (a USB keypad), `gpio:mock`
    (simulated pins), or `auto` to detect it."""
    also: tuple[str, ...] = ()
    """Further inputs for the same buttons: `evdev:`, `keyboard:`, `script:FILE`."""
    commit_s: float = 1.5
    """Seconds from a seat's last press until its pending score is pegged."""
    debounce_ms: float = 25.0
    """Milliseconds within which further changes of a pin are ignored as contact bounce."""
    pins: dict[str, int] = field(default_factory=dict)
    """BCM pins by button, where they differ from the defaults: `{ "0+1" = 6, "0+5" = 5 }`."""
    inputs: dict[str, int] = field(default_factory=dict)
    """Inputs of the USB board (0 to 15) by button; `0a` and `0b` are the contacts of a dial, on an
    even input and the next one."""
    keys: dict[str, int] = field(default_factory=dict)
    """Kernel key codes (1 to 767) of a USB keypad by button."""


@dataclass(frozen=True, slots=True)
class CameraConfig:
    """`[camera]`: the camera that counts hands."""

    source: str = "auto"
    """`files:` with a folder of pictures, a video file or the `http://` address of motion JPEG or
    a snapshot; `v4l:/dev/video0` (USB), `picamera:` (the Raspberry Pi's own), `none`, or `auto`."""
    timeout_s: float = 20.0
    """Seconds after which a reading is given up and the camera process restarted."""
    focus_m: float = 0.0
    """Distance in metres from the camera to the cards, at which the focus is fixed; the camera
    set-up finds it. 0: autofocus."""
    peg_after_s: float = 0.0
    """Seconds after the spoken count until a hand that was read with certainty is pegged without
    OK, unless somebody presses or touches anything; 0 waits for OK."""
    pictures_max_mb: int = 50
    """Limit in megabytes for saved pictures; the oldest are deleted first."""
    rotation: int = 0
    """Degrees clockwise by which each picture is rotated, so that the first player sits at its
    bottom: 0, 90, 180 or 270."""
    deck: str = "auto"
    """Country whose letters the aces and court cards have: `english`, `french`, `german`, `dutch`,
    `scandinavian` or `polish`; `auto` infers it from the cards."""
    watch: bool = False
    """True to watch the table: the camera follows each deal, and the board pegs it."""


@dataclass(frozen=True, slots=True)
class WebConfig:
    """`[web]`: the page."""

    host: str = "127.0.0.1"
    """Address to listen on; the default is loopback, this machine alone."""
    phones: bool = False
    """True to let other devices on the network open the page; the page has a switch for it. Not
    needed with a `host` other than loopback."""
    port: int = 8121
    """Port of the page, or the next free one if it is in use; 0: any free port."""
    allowed_hosts: tuple[str, ...] = ()
    """Additional host names under which browsers may reach this board."""
    viewing: str = "open"
    """Permission to watch: `open`, everybody who reaches the page, or `paired`, only paired
    devices. Acting always needs pairing."""
    kiosk: bool = True
    """True if a page opened on the board's machine has full control; set it to `false` if others
    use that machine, or a proxy runs on it."""
    metrics: bool = False
    """True to serve /metrics for Prometheus."""
    screen_off_s: int = 600
    """Seconds without a touch until the board's own screen turns off; 0: never."""


@dataclass(frozen=True, slots=True)
class VoiceConfig:
    """`[voice]`: the board's own speaker, if it has one; pages have their own."""

    speaker: str = "none"
    """`espeak:` (espeak-ng on the machine's sound device), `mock:` (simulated), `none`, or `auto`
    to detect it."""
    device: str = "default"
    """Sound device of `espeak:`: `default`, or a card by name, such as `plughw:CARD=Device,DEV=0`;
    `pegboard doctor` lists them."""
    volume: float = 0.5
    """Volume, 0 to 1."""
    by_ear: bool = False
    """True to play the computer without looking: +1 and -1 name the cards of the hand, +5 chooses,
    OK plays, COUNT repeats."""


@dataclass(frozen=True, slots=True)
class GameConfig:
    """`[game]`: the start of a new game."""

    names: tuple[str, ...] = ("Blue", "Orange")
    """Names of the seats, two to four; a seat without a name is called by its colour."""
    colors: tuple[str, ...] = ()
    """Colours of the sides, each once: `blue`, `orange`, `green`, `pink`; the others follow."""
    regulars: tuple[str, ...] = ()
    """Names that a new game offers."""
    target: int = 121
    """Points that win."""
    demo: bool | str = "idle"
    """Demo games until somebody takes over: `true` from the start, `"idle"` after `attract_s`
    without players, `false` never."""
    opponent: str = "club"
    """Level of the computer: `novice`, `beginner`, `club`, `expert` or `adaptive`."""
    pace_s: float = 1.2
    """Seconds between two moves of the computer."""
    calm: bool = False
    """True for unhurried play: nothing is pegged and nothing continues without OK, and the computer
    takes at least three seconds for a move and lets the voice finish."""
    attract_s: float = 180.0
    """Seconds without players until a demo starts; twelve times as long during a game, which is
    then kept for later. 0: never, as with `demo = false`."""

    @property
    def invites_after_s(self) -> float:
        """Seconds without anybody until it plays by itself; 0 for never."""
        return 0.0 if self.demo is False else self.attract_s


@dataclass(frozen=True, slots=True)
class MqttConfig:
    """`[mqtt]`: the smart home this board reports to (Home Assistant and others)."""

    broker: str = "none"
    """`mqtt://HOST:PORT`, or `mqtts://HOST:PORT` for TLS; `none`: no broker."""
    user: str = "none"
    """The broker's user; `none`: the broker asks for none."""
    password_file: str = "none"
    """Path of a file with the password in its first line; the configuration itself may be shown."""
    ca_file: str = "system"
    """Trusted authorities for TLS: a file of certificates (PEM), or `system`."""
    topic: str = "pegboard"
    """The prefix of all topics is TOPIC/ID."""
    discovery: str = "homeassistant"
    """Home Assistant's discovery prefix; `none`: no discovery."""


@dataclass(frozen=True, slots=True)
class HallLinkConfig:
    """`[hall]`: the hall of a club night or a tournament that this board sends its games to."""

    url: str = "none"
    """`http://HOST:PORT`; `none`: the one that `pegboard hall join` has joined, if any."""
    code: str = "none"
    """Code on the director's page, needed once."""
    name: str = "auto"
    """Name of this board in the hall; `auto`: the machine's name."""
    wait_s: float = 15.0
    """Seconds to wait for an answer of the hall before reconnecting."""


@dataclass(frozen=True, slots=True)
class LogConfig:
    """`[log]`: the service's log; it never holds a name, an address or a hidden card."""

    level: str = "auto"
    """`debug`, `info`, `warning`, `error`; `auto`: `info` for journald, `warning` for a person."""


@dataclass(frozen=True, slots=True)
class Config:
    """The whole configuration, by section."""

    board: BoardConfig = BoardConfig()
    buttons: ButtonsConfig = ButtonsConfig()
    camera: CameraConfig = CameraConfig()
    web: WebConfig = WebConfig()
    game: GameConfig = GameConfig()
    mqtt: MqttConfig = MqttConfig()
    hall: HallLinkConfig = HallLinkConfig()
    log: LogConfig = LogConfig()
    voice: VoiceConfig = VoiceConfig()
    language: str = "auto"
    """Language of the board, and of its page unless a viewer chose another: `en`, `fr`, `de`, or
    `auto`: the browser's for a page, the machine's for the board."""
    state: str = "auto"
    """Folder of the journal; `auto`: $STATE_DIRECTORY, else the user's state folder."""


RANGES: dict[str, tuple[float, float]] = {
    "board.brightness": (0.0, 1.0),
    "board.night_from_h": (0, 23),
    "board.night_to_h": (0, 23),
    "board.night_brightness": (0.0, 1.0),
    "board.max_mA": (100, 100_000),
    "buttons.commit_s": (0.2, 60.0),
    "buttons.debounce_ms": (1.0, 40.0),
    "camera.timeout_s": (1.0, 300.0),
    "camera.focus_m": (0.0, 100.0),
    "camera.peg_after_s": (0.0, 60.0),
    "camera.pictures_max_mb": (1, 100_000),
    "hall.wait_s": (0.2, 300.0),
    "voice.volume": (0.0, 1.0),
    "web.port": (0, 65_535),
    "web.screen_off_s": (0, 86_400),
    "game.pace_s": (0.0, 60.0),
    "game.attract_s": (0.0, 86_400.0),
}
"""Allowed range of each number, both ends included."""

ROTATIONS = (0, 90, 180, 270)
"""Degrees by which the pictures of a camera can be turned."""

DECKS = ("auto", "english", "french", "german", "dutch", "scandinavian", "polish")
"""Packs whose letters are read."""

CHOICES: dict[str, tuple[object, ...]] = {
    "web.viewing": ("open", "paired"),
    "board.order": ("GRB", "RGB", "GBR", "RBG", "BRG", "BGR"),
    "camera.rotation": ROTATIONS,
    "camera.deck": DECKS,
    "game.target": (121, 61),
    "game.colors": ("blue", "orange", "green", "pink"),
    "game.demo": (True, False, "idle"),
    "language": ("auto", *LANGUAGES),
    "log.level": ("auto", "debug", "info", "warning", "error"),
}


LEAST = {"game.attract_s": 1.0, "camera.focus_m": 0.05}
"""Smallest number but 0: less would keep the board at nothing but inviting, or is no distance."""


def load_config(path: Path) -> Config:
    """Reads a configuration file.

    Raises:
        ConfigError: naming the file and the key, with what would be right.
    """
    return config_from_table(read_table(path), str(path))


def parse(text: str, name: str) -> Config:
    """Reads a configuration from text; errors name it as `name`."""
    return config_from_table(parse_table(text, name), name)


def read_table(path: Path) -> dict[str, Any]:
    """Returns the keys of a TOML file.

    Raises:
        ConfigError: naming the file.
    """
    try:
        text = read_text(path)
    except OSError as error:
        raise ConfigError(
            Common.FILE_TROUBLE, file=str(path), why=error.strerror or error
        ) from error
    except NotationError as error:
        raise ConfigError(Setting.NOT_TEXT, file=str(path), why=error) from error
    return parse_table(text, str(path))


def parse_table(text: str, name: str) -> dict[str, Any]:
    """Returns the keys of a TOML text; errors name it as `name`."""
    try:
        return parse_toml(text)
    except NotationError as error:
        raise ConfigError(Setting.NOT_TOML, file=name, why=error) from error


def config_from_table(table: dict[str, Any], name: str) -> Config:
    """Reads a configuration from a parsed table; errors name it as `name`."""
    config: Config = read_section(Config, table, name)
    if not 2 <= len(config.game.names) <= 4:
        raise ConfigError(Setting.NAMES, file=name, key="game.names", n=len(config.game.names))
    return config


def read_section(kind: type[Any], table: dict[str, Any], name: str, prefix: str = "") -> Any:
    """Reads a parsed table into a dataclass.

    Args:
        kind: the dataclass; its sections are dataclasses too.
        table: parsed.
        name: name of the file, for errors.
        prefix: of its keys there.

    Raises:
        ConfigError: naming the file and the key.
    """
    hints = get_type_hints(kind)
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in hints:
            known_keys = ", ".join(sorted(hints))
            raise ConfigError(Setting.UNKNOWN_KEY, file=name, key=prefix + key, known=known_keys)
        values[key] = _value(hints[key], value, name, prefix + key)
    return kind(**values)


def _value(kind: Any, value: Any, name: str, key: str) -> Any:
    def wrong(kind: str) -> ConfigError:
        return ConfigError(Setting.OTHER_KIND, file=name, key=key, kind=kind, value=repr(value))

    if dataclasses.is_dataclass(kind):
        if not isinstance(value, dict):
            raise wrong("a table")
        return read_section(kind, value, name, key + ".")  # type: ignore[arg-type]
    if kind is bool:
        if not isinstance(value, bool):
            raise wrong("true or false")
    elif kind is str:
        if not isinstance(value, str) or not value or "\0" in value:
            raise wrong("a text")
    elif kind == bool | str:
        if not isinstance(value, (bool, str)):
            raise wrong(_choices(key))
    elif kind in (int, float):
        if isinstance(value, bool) or not isinstance(value, (int, kind)):
            raise wrong("an integer" if kind is int else "a number")
        low, high = RANGES.get(key, (value, value))
        if not low <= value <= high:
            raise wrong(f"a number from {low:g} to {high:g}")
        if value and value < LEAST.get(key, value):
            raise wrong(f"0, or a number from {LEAST[key]:g} to {high:g}")
        value = kind(value)
    elif kind == tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise wrong("a list of texts")
        value = tuple(value)
        if key in CHOICES:
            if len(set(value)) < len(value) or not set(value) <= set(CHOICES[key]):
                raise wrong(f"a list of different texts, each {_choices(key)}")
            return value
    else:
        if not isinstance(value, dict) or not all(type(item) is int for item in value.values()):
            raise wrong("a table of integers")
    if key in CHOICES and value not in CHOICES[key]:
        raise wrong(_choices(key))
    return value


def _choices(key: str) -> str:
    """Returns what may stand at a key, as an error names it."""
    named = (str(each).lower() if isinstance(each, bool) else str(each) for each in CHOICES[key])
    return " or ".join(named)
