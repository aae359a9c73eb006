"""A voice that uses espeak-ng, for a board with a speaker and no screen.

    espeak:                 the sound device of `[voice] device`
    espeak:/tmp/said.wav    writes to this file instead, and overwrites it each time

Debian's package `espeak-ng` is small, works offline, and speaks every language of the board.
"""

import os
import shutil
import subprocess

from pegboard.devices.sound_cards import DEFAULT, check_file, read_address
from pegboard.errors import Code, Common, DeviceLost, DeviceMissing

PROGRAM = "espeak-ng"
LONGEST_S = 30.0
"""Timeout in seconds; no text takes longer."""
LOUDEST = 200
"""Full amplitude of espeak-ng; 100 is its default."""
NO_SERVER = "unix:/nonexistent"
"""Keeps espeak-ng from using a sound server, which ignores ALSA addresses."""
WORDS_A_MINUTE = 155
"""Slightly below the default of 175: numbers must be understood across a table."""


class Espeak(Code):
    """Codes of `DeviceLost` and `DeviceMissing` for a silent voice."""

    NOT_INSTALLED = (
        "espeak-not-installed",
        "espeak: espeak-ng is not installed",
        "install it with `sudo apt install espeak-ng`",
    )
    NO_START = "espeak-no-start", "espeak: espeak-ng does not start: {why}"
    NO_END = "espeak-no-end", "espeak: espeak-ng does not finish; is the speaker in use?"
    TROUBLE = "espeak-trouble", "espeak: {why}"
    NO_SOUND = (
        "espeak-no-sound",
        "espeak: sound device {device}: {why}",
        "choose another under “Menu, Settings”; `pegboard doctor` lists them",
    )


class EspeakSpeaker:
    """Says texts one at a time, each in a new process."""

    def __init__(self, wav: str, volume: float, device: str = DEFAULT) -> None:
        """Starts silent.

        Args:
            wav: output file; empty to use the sound device.
            volume: 0 to 1.
            device: address of the sound device.
        """
        self._wav, self._volume, self._device = wav, volume, device
        self._running: subprocess.Popen[bytes] | None = None
        self._closed = False

    def say(self, text: str, language: str) -> None:
        """Says a text; returns when it is finished.

        Raises:
            DeviceLost: the program failed or hangs, or the speaker was closed.
        """
        if self._closed:
            raise DeviceLost(Common.CLOSED, device="espeak: the speaker")
        command = [PROGRAM, "-v", language, "-a", str(round(LOUDEST * self._volume))]
        command += ["-s", str(WORDS_A_MINUTE), "-b", "1", "--stdin"]
        environ = dict(os.environ)
        if self._wav:
            command += ["-w", self._wav]
        elif self._device != DEFAULT:
            # Speech is mono: stereo-only cards need plughw.
            device = f"plug{self._device}" if self._device.startswith("hw:") else self._device
            command += ["-d", device]
            if ":" in device:
                environ["PULSE_SERVER"] = NO_SERVER
        try:
            # Pass the text by stdin: a name that starts with a dash is not an option.
            self._running = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env=environ,
            )
        except OSError as error:
            raise DeviceLost(Espeak.NO_START, why=error.strerror) from error
        with self._running as running:
            try:
                _, stderr = running.communicate(text.encode(), timeout=LONGEST_S)
            except subprocess.TimeoutExpired:
                running.kill()
                raise DeviceLost(Espeak.NO_END) from None
        fault = _fault(stderr) or (f"exit code {running.returncode}" if running.returncode else "")
        if fault and not self._closed:
            if self._wav:
                raise DeviceLost(Espeak.TROUBLE, why=fault)
            raise DeviceLost(Espeak.NO_SOUND, device=self._device, why=fault)

    def close(self) -> None:
        """Stops in mid-word; a second call does nothing."""
        self._closed = True
        if self._running is not None and self._running.poll() is None:
            self._running.kill()


def _fault(stderr: bytes) -> str:
    """Returns the error message of espeak-ng in one line.

    Its exit code is 0 even if there is no sound device.
    """
    lines = stderr.decode(errors="replace").splitlines()
    # ALSA's messages are noise; espeak-ng reports fatal errors itself.
    faults = [line for line in lines if line.strip() and not line.startswith("ALSA lib")]
    return f"no sound ({faults[0].removeprefix('error: ')[:120]})" if faults else ""


def open(rest: str, volume: float, device: str) -> EspeakSpeaker:
    """Returns an espeak-ng voice.

    Raises:
        ConfigError: the sound device or output file is invalid.
        DeviceMissing: espeak-ng is not installed.
    """
    read_address(device)
    if rest:
        check_file(rest)
    if shutil.which(PROGRAM) is None:
        raise DeviceMissing(Espeak.NOT_INSTALLED)
    return EspeakSpeaker(rest, volume, device)
