"""Stateful test: devices fail and return in mid-game in any order; the game continues.

The whole service with a USB board (a model on a real port), a camera process and the journal.
Hypothesis unplugs and replugs, fills the disk, sets the clock, and plays on; after each step the
score is exactly what was acknowledged.
"""

import asyncio
import tempfile
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pegboard.config import Config
from pegboard.cribbage.notation import parse_action
from pegboard.cribbage.replay import replay
from pegboard.devices import strip_driver
from pegboard.devices.usb_board import client
from pegboard.errors import Common, DeviceError
from pegboard.pairing.viewer import BOARD
from pegboard.schema.messages import AckMessage
from pegboard.schema.state import Device
from pegboard.service.build import App, build_app, start_first_game
from pegboard.session import buttons
from pegboard.storage.port import Entry
from tests.support.camera_processes import SHELL_CAMERA
from tests.support.model_board import ModelBoard, PluggedModelBoard
from tests.support.session import command
from tests.support.waiting import await_until

T = TypeVar("T")
PATIENT_S = 60.0
PLUS1, OK = 0, 6
"""Default inputs of seat 0's +1 and of OK."""


class Usb:
    """A port with a fixed name, with a board plugged in or not."""

    def __init__(self, folder: Path) -> None:
        self.port = folder / "ttyBOARD"
        self.board: PluggedModelBoard | None = None
        self.plug()

    def plug(self) -> None:
        self.board = PluggedModelBoard(ModelBoard())
        self.port.unlink(missing_ok=True)
        self.port.symlink_to(self.board.port)

    def pull(self) -> None:
        board, self.board = self.board, None
        self.port.unlink()
        assert board is not None
        board.close()

    def listens(self) -> bool:
        return self.board is not None and self.board.model.configured is not None

    def tap(self, number: int) -> None:
        """Presses a button."""
        for down in (True, False):
            board = self.board
            assert board is not None
            with board.lock:
                board.model.press(number, down, time.monotonic())
            time.sleep(0.06)


class Faults(RuleBasedStateMachine):
    """State machine of a game with device faults."""

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        folder = Path(self.folder.name)
        self.usb = Usb(folder)
        (folder / "camera.sh").write_text(SHELL_CAMERA)
        self.camera = folder / "camera"
        self.camera.write_text("well")
        self.disk = "well"
        self.clock_off_s = 0.0
        self.expected = [0, 0]
        self.lines: list[str] = []
        self.owed = 0
        self.number = 0
        self.loop = asyncio.new_event_loop()
        self.do(self._open(folder))

    async def _open(self, folder: Path) -> None:
        address = f"serial:{self.usb.port}"
        config = Config(state=str(folder / "state"))
        config = replace(
            config,
            board=replace(config.board, strip=address),
            buttons=replace(config.buttons, source=address, commit_s=60.0),
            camera=replace(config.camera, source="files:"),
            game=replace(config.game, attract_s=0),
        )
        self.parts: App = await build_app(config, rng=Random(1))
        camera_client = self.parts.camera_client
        assert camera_client is not None
        camera_client.address, camera_client._timeout_s = str(self.camera), PATIENT_S
        camera_client._command = ("sh", str(folder / "camera.sh"), "x")
        self.parts.table._wall_clock = lambda: time.time() + self.clock_off_s
        self.parts.backups._wall_clock = lambda: time.time() + self.clock_off_s
        self.append = self.parts.journal.append
        self.works = [asyncio.ensure_future(work) for work in self.parts.background_tasks()]
        await start_first_game(self.parts)
        await self._until(lambda: not self._faulty())

    def do(self, story: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(story)

    async def _until(self, test: Callable[[], bool]) -> None:
        await await_until(test, lambda: f"a change of {self._devices()}", PATIENT_S)

    def _devices(self) -> list[Device]:
        return self.parts.publisher.snapshot()["devices"]

    def _faulty(self) -> set[str]:
        return {device["name"] for device in self._devices() if not device["ok"]}

    async def _ask(self, **fields: Any) -> AckMessage:
        self.number += 1
        return await self.parts.commands.execute(
            command(f"t{self.number}", **fields), "test", BOARD
        )

    # --- actions of players

    @rule(seat=st.integers(0, 1), points=st.integers(1, 3))
    @precondition(lambda self: not self.owed and max(self.expected) < 100)
    def peg_on_the_page(self, seat: int, points: int) -> None:
        answer = self.do(self._ask(action=f"peg {seat} {points}"))
        assert answer["ok"] == (self.disk == "well"), answer
        if answer["ok"]:
            self.expected[seat] += points
            self.lines.append(f"peg {seat} {points}")
        else:
            assert "disk" in answer["error"] or "written" in answer["error"], answer
            assert "journal" in self._faulty()

    @rule()
    @precondition(lambda self: not self.owed and self.lines and self.lines[-1] != "undo")
    def undo(self) -> None:
        answer = self.do(self._ask(action="undo"))
        assert answer["ok"] == (self.disk == "well"), answer
        if answer["ok"]:
            _, seat, points = self.lines.pop().split()
            self.expected[int(seat)] -= int(points)

    @rule()
    @precondition(lambda self: self.usb.board is not None and max(self.expected) < 100)
    def press_at_the_board(self) -> None:
        async def story() -> None:
            await self._until(lambda: not {"strip", "buttons"} & self._faulty())
            await self._until(self.usb.listens)  # reconfigured within a second after a reset
            scores = list(self.parts.table.state.scores)
            await asyncio.to_thread(self.usb.tap, PLUS1)
            await self._until(lambda: self.parts.presses.pending[0] == self.owed + 1)
            await asyncio.to_thread(self.usb.tap, OK)
            if self.disk == "well":
                await self._until(lambda: self.parts.table.state.scores[0] == scores[0] + 1)
            else:
                notice = "Not saved"
                await self._until(
                    lambda: notice in (self.parts.publisher.snapshot()["notice"] or "")
                )
                assert list(self.parts.table.state.scores) == scores

        self.do(story())
        if self.disk == "well":
            self.expected[0] += 1
            self.lines.append("peg 0 1")
        else:
            self.owed += 1

    @rule()
    def count(self) -> None:
        """Counts by camera; always gets a reply, and leaves the game unchanged."""

        async def story() -> None:
            await self._ask(count=True)
            await self._until(lambda: not self.parts.publisher.snapshot()["counting"])
            ill = self.camera.read_text() != "well"
            assert ("camera" in self._faulty()) == ill
            await self._ask(dismiss=True)

        self.do(story())

    # --- faults

    @rule()
    @precondition(lambda self: self.usb.board is not None)
    def pull_the_board(self) -> None:
        self.usb.pull()
        self.do(self._until(lambda: {"strip", "buttons"} <= self._faulty()))

    @rule()
    @precondition(lambda self: self.usb.board is None)
    def plug_the_board_in(self) -> None:
        self.usb.plug()
        self.do(self._until(lambda: not {"strip", "buttons"} & self._faulty()))

    @rule()
    @precondition(lambda self: self.usb.board is not None)
    def reset_the_board(self) -> None:
        """Simulates a brown-out: the firmware restarts and reports it."""
        board = self.usb.board
        assert board is not None
        # A board reset during configuration looks freshly plugged in.
        self.do(self._until(self.usb.listens))
        with board.lock:
            board.model.reset(time.monotonic())

    @rule(trouble=st.sampled_from(["dies", "hangs", "fails", "babbles", "well"]))
    def camera_trouble(self, trouble: str) -> None:
        self._camera_is(trouble)

    def _camera_is(self, trouble: str) -> None:
        """Waits for the reported camera state, if one is expected."""
        self.camera.write_text(trouble)
        assert self.parts.camera_client is not None
        self.parts.camera_client._timeout_s = 0.3 if trouble == "hangs" else PATIENT_S

    @rule(trouble=st.sampled_from(["full", "read-only"]))
    @precondition(lambda self: self.disk == "well")
    def disk_trouble(self, trouble: str) -> None:
        self.disk = trouble
        if trouble == "full":

            def full(game: str, entry: Entry) -> bool:
                raise DeviceError(
                    Common.VERBATIM, says="journal: database or disk is full: the disk is full"
                )

            self.parts.journal.append = full  # type: ignore[method-assign]
        else:
            self._journal("pragma query_only = on")

    @rule()
    @precondition(lambda self: self.disk != "well")
    def disk_is_well(self) -> None:
        self.disk = "well"
        self.parts.journal.append = self.append  # type: ignore[method-assign]
        self._journal("pragma query_only = off")
        self.do(self._until(lambda: not self.parts.presses._unsaved))
        self.expected[0] += self.owed
        self.lines += ["peg 0 1"] * self.owed
        self.owed = 0

    def _journal(self, statement: str) -> None:
        self.do(self.parts.run_blocking(self.parts.journal._query, statement))  # type: ignore[arg-type]

    @rule(hours=st.integers(-72, 72))
    def the_clock_jumps(self, hours: int) -> None:
        self.clock_off_s += hours * 3600.0

    @rule()
    def a_copy_is_made(self) -> None:
        self.do(self.parts.backups.copy())

    # --- invariants

    @invariant()
    def score_equals_acknowledged(self) -> None:
        state = self.parts.table.state
        assert list(state.scores) == self.expected
        game = self.parts.table.game
        entries: Any = self.do(self.parts.run_blocking(self.parts.journal.load, game))  # type: ignore[arg-type]
        actions = [parse_action(entry.action) for entry in entries]
        replayed = replay(self.parts.table.rules, 0, actions)
        assert replayed.scores == state.scores and replayed.pegs == state.pegs
        assert self.parts.publisher.snapshot()["scores"] == self.expected

    def teardown(self) -> None:
        if not hasattr(self, "parts"):
            return
        try:
            if self.disk != "well":
                self.disk_is_well()
            self.a_copy_is_made()  # the nightly job retries what failed
            self._camera_is("well")
            if self.usb.board is None:
                self.plug_the_board_in()
            self.count()
            self.peg_on_the_page(1, 1)
            self.press_at_the_board()
            self.do(self._until(lambda: not self._faulty()))
            self.do(self._until(self._same_light))
            self.score_equals_acknowledged()
        finally:
            self.do(self._close())
            self.loop.close()
            if self.usb.board is not None:
                self.usb.pull()
            self.folder.cleanup()

    def _same_light(self) -> bool:
        board = self.usb.board
        return board is not None and board.model.lit == self.parts.lights.frame

    async def _close(self) -> None:
        for work in self.works:
            work.cancel()
        await asyncio.gather(*self.works, return_exceptions=True)
        with suppress(DeviceError):
            await self.parts.close()


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_game_survives_device_faults_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strip_driver, "PAUSES_S", (0.05,))
    monkeypatch.setattr(strip_driver, "HEARTBEAT_S", 0.1)
    monkeypatch.setattr(buttons, "RETRY_S", 0.1)
    monkeypatch.setattr(client, "PAUSES_S", (0.05,))
    run_state_machine_as_test(
        Faults, settings=settings(max_examples=12, stateful_step_count=14, deadline=None)
    )
