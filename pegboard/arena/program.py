"""External programs as players, over stdin and stdout; see PROTOCOL.md.

Each request and response is one line. A request never contains a hidden card. A program whose
answer is late, too long or illegal loses its seat: it is ended, together with every process it
started.
"""

from __future__ import annotations

import os
import secrets
import selectors
import shlex
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from random import Random

from pegboard.cribbage.cards import Card, format_cards
from pegboard.cribbage.game import Action, Discard, Play, View
from pegboard.cribbage.state import PastDeal
from pegboard.errors import Code, ConfigError, IllegalAction

PREFIX = "exec:"
"""Prefix of a player's name that is a program's command."""
VERSION = 1
ANSWER_S = 5.0
"""Time limit for an answer, in seconds."""
START_S = 20.0
"""Time limit for the first answer after the start, in seconds."""
MARK = "PEGBOARD_PROGRAM"
"""Environment variable that marks a program and every process it starts."""
LONGEST = 1024
"""Maximum length of an answer, in bytes."""


class ProgramFault(Code):
    """Codes of errors of external programs."""

    NO_PROGRAM = "player-no-program", "{command}: there is no such program"
    ENDED = "player-ended", "{command} ended when asked {asked}"
    SLOW = "player-slow", "{command} did not answer {asked} within {most_s} s"
    TOO_LONG = "player-answer-long", "{command} answered {asked} with more than {most} bytes"
    NO_NAME = "player-no-name", "{command} must first answer 'name' and its name, not {said}"
    ILLEGAL = "player-illegal", "{name} answered {said} when asked {asked}"


class ProgramPlayer:
    """A player that runs a program, started on its first decision.

    Args:
        command: program and arguments, quoted as for a shell (but run without one).
        answer_s: time limit for an answer, in seconds.

    Raises:
        ConfigError: there is no such program.
    """

    def __init__(self, command: str, answer_s: float = ANSWER_S) -> None:
        self._command, self._answer_s = command, answer_s
        try:
            self._words = shlex.split(command)
        except ValueError:
            self._words = []
        if not self._words or shutil.which(self._words[0]) is None:
            raise ConfigError(ProgramFault.NO_PROGRAM, command=command)
        self._process: subprocess.Popen[bytes] | None = None
        self._name = ""
        self._read = b""
        self._mark = ""

    @property
    def name(self) -> str:
        """Name the program announced."""
        if self._process is None:
            self._start()
        return self._name

    def choose(self, view: View, rng: Random) -> Action:
        """Returns the program's choice; forced choices are made without asking.

        Raises:
            IllegalAction: the program ended, hung, or gave an illegal answer.
        """
        if not isinstance(view.legal[0], Discard | Play):
            return view.legal[0]
        if self._process is None:
            self._start()
        request = question(view, self._answer_s)
        response = self._request(request, self._answer_s)
        for action in view.legal:
            if _cards(action) == _split_cards(response):
                return action
        self.close()
        raise IllegalAction(
            ProgramFault.ILLEGAL, name=self._name, said=repr(response), asked=request
        )

    def close(self) -> None:
        """Ends the program and its child processes."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None and process.stdout is not None
        with suppress(OSError):
            process.stdin.write(b"quit\n")
        with suppress(OSError):
            process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            process.wait(1.0)
        with suppress(ProcessLookupError):  # the program leads a process group
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
        while escaped := _marked_processes(self._mark):  # killed ones may have started others
            for pid in escaped:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.01)

    def _start(self) -> None:
        self._read = b""
        self._mark = secrets.token_hex(16)
        try:
            self._process = subprocess.Popen(
                self._words,
                env={**os.environ, MARK: self._mark},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise ConfigError(ProgramFault.NO_PROGRAM, command=self._command) from error
        response = self._request(f"cribbage {VERSION}", START_S)
        word, _, name = response.partition(" ")
        if word != "name" or not name.strip():
            self.close()
            raise ConfigError(ProgramFault.NO_NAME, command=self._command, said=repr(response))
        self._name = name.strip()[:40]

    def _request(self, line: str, most_s: float) -> str:
        """Sends a line; returns the response line."""
        process = self._process
        assert process is not None and process.stdin is not None
        try:
            process.stdin.write(line.encode() + b"\n")
            response = self._line(time.monotonic() + most_s)
        except TimeoutError:
            self.close()
            raise IllegalAction(
                ProgramFault.SLOW, most_s=most_s, command=self._command, asked=line
            ) from None
        except OSError:
            self.close()
            raise IllegalAction(ProgramFault.ENDED, command=self._command, asked=line) from None
        if response is None:
            self.close()
            raise IllegalAction(
                ProgramFault.TOO_LONG, most=LONGEST, command=self._command, asked=line
            )
        return response.decode("utf-8", "replace").strip()

    def _line(self, end: float) -> bytes | None:
        """Reads a line; returns None if it is too long."""
        process = self._process
        assert process is not None and process.stdout is not None
        with selectors.DefaultSelector() as waiting:
            waiting.register(process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._read:
                if len(self._read) > LONGEST:
                    return None
                if not waiting.select(max(0.0, end - time.monotonic())):
                    raise TimeoutError
                part = os.read(process.stdout.fileno(), 4096)
                if not part:
                    raise BrokenPipeError
                self._read += part
        line, _, self._read = self._read.partition(b"\n")
        return line if len(line) <= LONGEST else None


def _marked_processes(mark: str) -> list[int]:
    """Returns the running processes that inherited a mark, even those in other sessions."""
    entry, found = f"{MARK}={mark}".encode(), []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # ended, or of another user
            # A zombie has ended: its environment is empty.
            if entry in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


def question(view: View, answer_s: float) -> str:
    """Returns the request line for a discard or a play."""
    verb = "discard" if isinstance(view.legal[0], Discard) else "play"
    facts = {
        "players": view.rules.players,
        "partners": "yes" if view.rules.partners else "no",
        "target": view.rules.target,
        "seat": view.seat,
        "dealer": view.dealer,
        "scores": _listed(view.scores),
        "ms": round(1000 * answer_s),
        "hand": format_cards(view.hand),
    }
    if verb == "play":
        facts |= {
            "discards": format_cards(view.discards),
            "starter": str(view.starter or ""),
            "count": view.count,
            "pile": format_cards(view.pile),
            "plays": _played(view.plays),
            "left": _listed(view.hand_sizes),
            "least": _listed(view.least),
        }
    if view.past:
        facts["past"] = ";".join(map(_past_deal, view.past))
    facts["legal"] = ",".join("".join(_cards(action)) for action in view.legal)
    return " ".join([verb, *(f"{key}={value}" for key, value in facts.items())])


def _past_deal(deal: PastDeal) -> str:
    """Returns a finished deal as text: dealer, starter, plays and hands."""
    hands = ",".join(map(format_cards, deal.kept))
    return f"{deal.dealer}/{deal.starter}/{_played(deal.plays)}/{hands}"


def _played(plays: tuple[tuple[int, Card], ...]) -> str:
    return ",".join(f"{seat}:{card}" for seat, card in plays)


def _listed(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))


def _cards(action: Action) -> list[str]:
    """Returns the sorted cards of a discard or play; none for other actions."""
    match action:
        case Discard(cards=cards):
            return sorted(map(str, cards))
        case Play(card=card):
            return [str(card)]
    return []


def _split_cards(answer: str) -> list[str]:
    """Returns the sorted cards of a response."""
    return sorted(answer[at : at + 2] for at in range(0, len(answer), 2))
