"""A match against the computer, played by one who only hears, with four buttons."""

import asyncio
import math
import re
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pegboard.cli.run import changed
from pegboard.config import Config, VoiceConfig
from pegboard.controls import Button, Pressed
from pegboard.cribbage.game import legal_actions, view
from pegboard.devices.speakers.mock import MockSpeaker
from pegboard.i18n import _
from pegboard.pairing.viewer import BOARD
from pegboard.service.build import App, build_app, start_first_game
from tests.support.session import command, until

CARD = r"\w+ of (?:clubs|diamonds|hearts|spades)"


class Listener:
    """A player who only hears the speaker and presses four buttons."""

    def __init__(self, parts: App, speaker: MockSpeaker) -> None:
        self._parts, self._speaker = parts, speaker
        self._heard_count = 0
        self.everything: list[str] = []

    def press(self, *names: str) -> None:
        for name in names:
            self._parts.presses.post(Pressed(Button.parse(name), asyncio.get_running_loop().time()))

    async def listen(self) -> str:
        """Returns everything spoken since the last call."""
        await until(lambda: len(self._speaker.spoken) > self._heard_count)
        new = [text for _, text in list(self._speaker.spoken)[self._heard_count :]]
        self._heard_count += len(new)
        self.everything += new
        return " ".join(new)

    async def press_and_listen(self, *names: str) -> str:
        self.press(*names)
        return await self.listen()

    async def play(self) -> str:
        """Plays until a game is over; returns the last words."""
        text = await self.listen()
        while True:
            if "OK starts the next game" in text:
                return text
            if "Throw two cards to" in text:
                text = await self.discard()
            elif "Your turn" in text:
                text = await self.play_card()
            elif "OK says go" in text or "OK continues" in text:
                text = await self.press_and_listen("ok")
            else:
                text = await self.listen()

    async def press_until(self, what: str, *names: str) -> str:
        """Returns everything spoken after a press until the text matches."""
        text = await self.press_and_listen(*names)
        while not re.search(what, text):
            text = f"{text} {await self.listen()}"
        return text

    async def discard(self) -> str:
        await self.press_until("plus five chooses", "ok")  # OK by mistake throws nothing
        text = await self.press_until(CARD, "0+1")
        first = re.findall(CARD, text)[-1]
        await self.press_until("One more", "0+5")
        await self.press_until(CARD, "0+1")
        assert first in await self.press_until("OK throws", "0+5")
        text = await self.press_until("Thrown: ", "ok")
        assert first in text
        return text

    async def play_card(self) -> str:
        for _card in range(4):
            await self.press_and_listen("0+1")
            text = await self.press_and_listen("ok")
            if "would make" not in text:
                assert "You play the" in text
                return text
        raise AssertionError("there was said to be a card to play")


@asynccontextmanager
async def board(
    state: Path,
    seed: int = 3,
    *,
    by_ear: bool = True,
    calm: bool = False,
    pace: float = 0.0,
) -> AsyncIterator[tuple[App, MockSpeaker]]:
    """Yields a board with a game on the table, and what its speaker has said."""
    config = changed(Config(), simulated=True, demo=False, state=state, pace=pace)
    voice = VoiceConfig(speaker="mock:", by_ear=by_ear)
    config = replace(config, voice=voice, game=replace(config.game, calm=calm))
    parts = await build_app(config, rng=Random(seed))
    speaker = MockSpeaker(0.5)
    speaker.spoken = deque()
    assert parts.voice is not None
    parts.voice._open = lambda: speaker
    parts.voice.language = "en"
    works = [asyncio.ensure_future(work) for work in parts.background_tasks()]
    await start_first_game(parts)
    try:
        yield parts, speaker
    finally:
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)
        await parts.close()


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_match_can_be_played_by_ear(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as (parts, speaker):
            you = Listener(parts, speaker)
            new = {"mode": "computer", "level": "beginner", "target": 61, "match": {"first_to": 2}}
            answer = await parts.commands.execute(command("n", new=new), "test", BOARD)
            assert answer["ok"], answer
            games = 0
            while True:
                text = await you.play()
                games += 1
                assert re.search(r"(You win|Computer wins)", text), text
                if "The match is over" in text:
                    break
                you.press("ok")
            assert 2 <= games <= 3
            everything = " ".join(you.everything)
            for each in ("Your hand: ", "The starter is the ", "’s hand: ", "The score: You "):
                assert each in everything
            assert not re.search("[♣♦♥♠]", everything), "signs cannot be spoken"
            assert speaker.spoken and parts.voice is not None and parts.voice.fault is None

    asyncio.run(story())


@pytest.mark.slow
def test_play_by_ear_needs_one_ok_after_the_show(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, pace=0.1) as (parts, speaker):
            you = Listener(parts, speaker)
            new = {"mode": "computer", "level": "beginner"}
            assert (await parts.commands.execute(command("n", new=new), "test", BOARD))["ok"]
            text = await you.listen()
            while "OK continues" not in text:
                if "Throw two cards to" in text:
                    text = await you.discard()
                elif "Your turn" in text:
                    text = await you.play_card()
                elif "OK says go" in text:
                    text = await you.press_and_listen("ok")
                else:
                    text = await you.listen()
            assert await you.press_until("Throw two cards", "ok")
            assert parts.table.deal_count == 2

    asyncio.run(story())


def test_narration_reveals_no_hidden_card(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, seed=8) as (parts, speaker):
            you = Listener(parts, speaker)
            new = {"mode": "computer", "level": "beginner"}
            assert (await parts.commands.execute(command("n", new=new), "test", BOARD))["ok"]
            text = await you.listen()
            while "Throw two" not in text:
                text += await you.listen()
            text += await you.discard()
            narration = text + await you.press_and_listen("count")
            table = parts.table
            if table.state.stage_name == "play":
                hidden = view(table.state, 1).hand
                from pegboard.narration.cards import card_name

                assert not [card for card in hidden if str(card_name(card)) in narration]

    asyncio.run(story())


def test_calm_play_has_no_time_limit(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, by_ear=False, calm=True, pace=1.2) as (parts, _):
            assert parts.presses.commit_s == math.inf
            assert parts.publisher.snapshot()["commit_s"] == 0
            now = asyncio.get_running_loop().time()
            parts.presses.post(Pressed(Button.parse("0+5"), now - 1000.0))
            await until(lambda: parts.presses.pending[0] == 5)
            assert parts.game.opponents.pace_s >= 3
            assert parts.game.show.narration.peg_after_s == 0, "OK alone goes to the next hand"
            parts.presses.post(Pressed(Button.parse("ok"), now))
            await until(lambda: parts.table.state.scores[0] == 5)

    asyncio.run(story())


def test_selection_survives_other_players_discards(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path, seed=5) as (parts, speaker):
            you = Listener(parts, speaker)
            new = {"mode": "computer", "level": "beginner"}
            moves, opponents = parts.game.moves, parts.game.opponents
            with opponents.paused():
                assert (await parts.commands.execute(command("n", new=new), "test", BOARD))["ok"]
                await moves.submit(opponents._deal(parts.table.state), id="deal", by="test")
                text = await you.listen()
                while "Throw two" not in text:
                    text += await you.listen()
                await you.press_until(CARD, "0+1")
                await you.press_until("One more", "0+5")
                thrown = legal_actions(parts.table.state, 1)[0]
                await moves.submit(thrown, id="thrown", by="test")
                await you.press_until(CARD, "0+1")
                await you.press_until("OK throws", "0+5")

    asyncio.run(story())


@pytest.mark.parametrize("ends", ["unplugged", "another volume"])
def test_computer_does_not_wait_for_a_lost_voice(tmp_path: Path, ends: str) -> None:
    async def story() -> None:
        async with board(tmp_path) as (parts, speaker):
            speech = parts.speech
            speaker._faults.slow_s = 30.0  # in the middle of a sentence
            speech.enqueue(_("OK continues."))
            waiting = asyncio.ensure_future(speech.wait_until_spoken())
            await until(lambda: bool(speaker.spoken))
            assert not waiting.done()
            if ends == "unplugged":
                speaker.unplug()
                speaker.close()
            else:
                speech.reconfigure(replace(speech.config, volume=0.2))
            await asyncio.wait_for(waiting, 10)

    asyncio.run(story())


def test_computer_does_not_wait_without_a_voice(tmp_path: Path) -> None:
    async def story() -> None:
        async with board(tmp_path) as (parts, _speaker):
            missing = replace(parts.speech.config, speaker="mock:missing")
            parts.speech.reconfigure(missing)
            parts.speech.enqueue(_("OK continues."))
            await asyncio.wait_for(parts.speech.wait_until_spoken(), 10)
            for _sentence in range(100):
                parts.speech.enqueue(_("OK continues."))
            assert parts.voice is not None and len(parts.voice._queue) == 1, "nothing piles up"

    asyncio.run(story())
