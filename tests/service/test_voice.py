"""The board's own voice: one thing at a time, by a real program and by a strict fake."""

import asyncio
import shutil
import subprocess
import wave
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest

from pegboard.cli.run import changed
from pegboard.config import Config, VoiceConfig, parse
from pegboard.devices.autodetect import Choice, choose
from pegboard.devices.speakers import open_speaker, schemes
from pegboard.devices.speakers.espeak import EspeakSpeaker
from pegboard.devices.speakers.mock import MockSpeaker
from pegboard.errors import DeviceLost, DeviceMissing
from pegboard.pairing.viewer import BOARD
from pegboard.schema.state import State
from pegboard.service.build import build_app, start_first_game
from pegboard.service.voice import Voice, language_of
from pegboard.session.feed.state import StateFrame
from pegboard.session.feed.types import Feed, GameUpdate, Moved
from pegboard.session.views.announcements import Announcer
from tests.support.browser.scripted import OFFER, state
from tests.support.session import command
from tests.support.waiting import await_until


def spoken(*states: dict[str, Any], language: str = "en") -> list[str]:
    follows, said = Announcer(language), list[str]()
    for before, each in pairwise([states[0], *states]):
        scored = each["game"] == before["game"] and each["seq"] > before["seq"]
        moves = [Moved(each["game"], has_scored=True)] if scored else []
        said.append(follows.text_for(cast(State, each), moves))
    return said


def scored(points: int, seq: int, **more: Any) -> dict[str, Any]:
    last = {"seat": 0, "text": f"Ann {points}", "spoken": f"said {points}"}
    return state(scores=[47 + points, 52], seq=seq, last=last, **more)


def test_score_is_announced_once() -> None:
    assert spoken(state(), state(), scored(2, 13), scored(2, 13)) == ["", "", "said 2", ""]


def test_first_state_is_not_announced() -> None:
    assert spoken(scored(2, 13), state(game="g9", seq=0), scored(4, 1, game="g9")) == [
        "", "", "said 4",
    ]  # fmt: skip


def test_undo_and_demo_are_not_announced() -> None:
    assert spoken(scored(2, 13), state(seq=12)) == ["", ""]
    assert spoken(state(mode="demo"), scored(2, 13, mode="demo")) == ["", ""]


def test_voice_counts_a_hand_by_combination() -> None:
    steps = [OFFER | {"step": step} for step in (None, 0, 1, 1)]
    after = scored(29, 13, prompt_hand="Now the crib: lay Ann's crib")
    texts = spoken(state(), *(state(offer=each) for each in steps), after)
    first, second = (step["said"] for step in OFFER["steps"][:2])
    assert texts == ["", "", first, second, "", "Now the crib: lay Ann's crib"]


def test_empty_hand_and_question_are_announced_once() -> None:
    nothing = OFFER | {"steps": [], "step": None, "spoken": "nineteen, that is nothing"}
    sentences = spoken(state(), state(offer=nothing), state(offer=nothing | {"narrated": True}))
    assert sentences == ["", "nineteen, that is nothing", ""]
    problem = OFFER | {"problem": "which of these is the starter?", "steps": []}
    sentences = spoken(state(), state(offer=problem), state(offer=problem))
    assert sentences == ["", "which of these is the starter?", ""]


def test_win_is_announced_in_the_language() -> None:
    assert spoken(state(), scored(74, 13, winner=0), language="de")[1] == "said 74. Ann gewinnt!"


def test_language_is_configured_or_the_machines() -> None:
    assert language_of(parse('language = "fr"', "x"), {"LANG": "de_DE.UTF-8"}) == "fr"
    assert language_of(Config(), {"LANG": "de_DE.UTF-8"}) == "de"
    assert language_of(Config(), {"LANG": "fi_FI.UTF-8"}) == "en"
    assert language_of(Config(), {}) == "en"


# --- speakers


def test_speaker_addresses_open_speakers() -> None:
    assert schemes() == ("espeak", "mock")
    with pytest.raises(DeviceMissing, match="unknown speaker 'horn:': must be one of espeak, mock"):
        open_speaker("horn:")


def sound_of(path: Path) -> tuple[float, int]:
    """Seconds of a wav file, and its loudest sample."""
    with wave.open(str(path)) as file:
        frames = file.readframes(file.getnframes())
        seconds = len(frames) / file.getsampwidth() / file.getframerate()
        width = file.getsampwidth()
    loudest = max(
        abs(int.from_bytes(frames[i : i + width], "little", signed=True))
        for i in range(0, len(frames) - width, width)
    )
    return seconds, loudest


@pytest.fixture
def espeak() -> None:
    if shutil.which("espeak-ng") is None:
        pytest.fail("no espeak-ng: apt-get install espeak-ng")


@pytest.mark.usefixtures("espeak")
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "fifteen two, fifteen four, and a pair is six"),
        ("fr", "quinze deux, quinze quatre, et une paire, ça fait six"),
        ("de", "fünfzehn zwei, fünfzehn vier, und ein Paar macht sechs"),
    ],
)
def test_espeak_produces_sound(tmp_path: Path, language: str, text: str) -> None:
    wav = tmp_path / "said.wav"
    open_speaker(f"espeak:{wav}", 0.5).say(text, language)
    seconds, loudest = sound_of(wav)
    assert 1.5 < seconds < 8
    assert loudest > 3000  # of 32767: not silence, and not a click
    open_speaker(f"espeak:{wav}", 0.1).say(text, language)
    assert sound_of(wav)[1] < loudest / 2
    open_speaker(f"espeak:{wav}", 0.0).say(text, language)
    assert sound_of(wav)[1] < 100


@pytest.mark.usefixtures("espeak")
def test_espeak_languages_differ_and_names_are_not_options(tmp_path: Path) -> None:
    wav = tmp_path / "said.wav"
    sounds = set()
    for language in ("en", "fr", "de"):
        open_speaker(f"espeak:{wav}").say("--version 16", language)
        sounds.add(wav.read_bytes())
        assert sound_of(wav)[0] > 0.5
    assert len(sounds) == 3


@pytest.mark.usefixtures("espeak")
def test_espeak_failure_has_its_reason(tmp_path: Path) -> None:
    speaker = open_speaker(f"espeak:{tmp_path / 'no' / 'folder.wav'}")
    with pytest.raises(DeviceLost, match=r"espeak: no sound \(Can't write to"):
        speaker.say("go", "en")
    speaker.close()
    speaker.close()
    with pytest.raises(DeviceLost, match="closed"):
        speaker.say("go", "en")


def test_missing_espeak_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(DeviceMissing, match="sudo apt install espeak-ng"):
        open_speaker("espeak:")
    with pytest.raises(DeviceLost, match="does not start"):
        EspeakSpeaker("", 0.5).say("go", "en")


def test_hanging_espeak_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hangs = tmp_path / "espeak-ng"
    hangs.write_text("#!/bin/sh\nexec sleep 100\n")
    hangs.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr("pegboard.devices.speakers.espeak.LONGEST_S", 0.2)
    with pytest.raises(DeviceLost, match="does not finish"):
        open_speaker("espeak:").say("go", "en")


def test_simulated_speaker_checks_its_input() -> None:
    speaker = open_speaker("mock:fail-after=1")
    assert isinstance(speaker, MockSpeaker)
    with pytest.raises(ValueError, match="nothing to say"):
        speaker.say(" ", "en")
    with pytest.raises(ValueError, match="no language 'xx'"):
        speaker.say("go", "xx")
    speaker.say("go", "en")
    with pytest.raises(DeviceLost, match="unplugged"):
        speaker.say("go", "en")
    speaker.replug()
    speaker.say("two", "en")
    speaker.close()
    with pytest.raises(DeviceLost, match="closed"):
        speaker.say("go", "en")
    assert list(speaker.spoken) == [("en", "go"), ("en", "two")]
    for wrong in ("mock:missing", "mock:loud", "mock:slow-ms=x"):
        with pytest.raises(DeviceMissing):
            open_speaker(wrong)


# --- the voice


def run(speaker: MockSpeaker, scene: Callable[[Voice], Any]) -> Voice:
    """Plays a scene with a voice that runs."""

    async def play() -> Voice:
        voice = Voice(lambda: speaker, "en", lambda: None, pause_s=0.01)
        task = asyncio.create_task(voice.run())
        try:
            async with asyncio.timeout(5):
                await scene(voice)
        finally:
            task.cancel()
            voice.close()
        return voice

    return asyncio.run(play())


def test_voice_does_not_overlap_and_queues_the_latest() -> None:
    speaker = open_speaker("mock:slow-ms=100")
    assert isinstance(speaker, MockSpeaker)

    async def scene(voice: Voice) -> None:
        voice.announce("one")
        await await_until(lambda: len(speaker.spoken) == 1)
        for text in ("two", "three", "", "four"):
            voice.announce(text)
        await await_until(lambda: len(speaker.spoken) == 2)
        voice.announce("five")
        await await_until(lambda: len(speaker.spoken) == 3)

    run(speaker, scene)
    assert [text for _, text in speaker.spoken] == ["one", "four", "five"]


def test_failed_speaker_is_reported_and_retried() -> None:
    speaker = open_speaker("mock:fail-after=1")
    assert isinstance(speaker, MockSpeaker)
    reports: list[tuple[bool, str]] = []

    async def scene(voice: Voice) -> None:
        voice._on_change = lambda: reports.append((voice.fault is None, str(voice.fault or "")))
        voice.announce("one")
        await await_until(lambda: len(speaker.spoken) == 1)
        voice.announce("two")
        await await_until(lambda: voice.fault is not None)
        speaker.closed = False
        speaker.replug()
        await await_until(lambda: voice._speaker is not None)
        # The thread that has opened it is done with that, and the voice has heard of it.
        await asyncio.get_running_loop().run_in_executor(voice._worker, lambda: None)
        assert voice.fault  # it opens, but nobody has heard it yet
        voice.announce("three")
        await await_until(lambda: voice.fault is None)

    run(speaker, scene)
    assert [text for _, text in speaker.spoken] == ["one", "three"]
    assert reports == [(False, "mock: the speaker is unplugged"), (True, "")]


def test_missing_speaker_does_not_stop_the_service() -> None:
    async def play() -> tuple[bool, str]:
        voice = Voice(lambda: open_speaker("mock:missing"), "en", lambda: None, pause_s=0.01)
        task = asyncio.create_task(voice.run())
        voice.announce("one")
        async with asyncio.timeout(5):
            await await_until(lambda: voice.fault is not None)
        assert not task.done()
        task.cancel()
        voice.close()
        return voice.fault is None, str(voice.fault or "")

    assert asyncio.run(play()) == (False, "mock:missing: simulating a missing speaker")


def test_voice_follows_the_board() -> None:
    speaker = open_speaker("mock:")
    assert isinstance(speaker, MockSpeaker)

    async def feed() -> Feed:
        for n, each in enumerate((state(prompt_hand=None), scored(2, 13, prompt_hand=None))):
            yield GameUpdate(StateFrame(None, n, each), (Moved("g1", has_scored=True),))
            yield b"\0\0\0"

    async def scene(voice: Voice) -> None:
        await voice.listen(feed())
        await await_until(lambda: len(speaker.spoken) == 1)

    run(speaker, scene)
    assert list(speaker.spoken) == [("en", "said 2")]


def test_autodetection_finds_a_speaker_or_gives_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = parse('[voice]\nspeaker = "auto"\n', "x")
    chosen, reasons = choose(config, tmp_path)
    assert chosen.voice.speaker == "none"
    no_output = "none, because this machine has no sound output (/dev/snd)."
    assert Choice("Voice", no_output) in reasons
    (tmp_path / "dev/snd").mkdir(parents=True)
    (tmp_path / "dev/snd/pcmC0D0p").touch()
    monkeypatch.setenv("PATH", "/nowhere")
    assert "espeak-ng is not installed" in choose(config, tmp_path)[1][-1].why
    program = tmp_path / "espeak-ng"
    program.touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert choose(config, tmp_path)[0].voice.speaker == "espeak:"
    assert choose(Config(), tmp_path)[0].voice.speaker == "none"  # never by surprise


@pytest.mark.usefixtures("espeak")
def test_espeak_has_all_languages() -> None:
    done = subprocess.run(["espeak-ng", "--voices"], capture_output=True, text=True, check=True)
    spoken = {line.split()[1] for line in done.stdout.splitlines()[1:]}
    assert {"de", "fr-fr"} <= spoken and any(each.startswith("en") for each in spoken)


@pytest.mark.parametrize(
    ("language", "said"), [("fr", "cinq"), ("de", "fünf"), ("en", "five")], ids=str
)
def test_score_is_spoken_by_the_whole_service(tmp_path: Path, language: str, said: str) -> None:
    config = replace(
        changed(Config(), simulated=True, demo=False, state=tmp_path, pace=0.0),
        voice=VoiceConfig("mock:"),
        language=language,
    )

    async def play() -> list[tuple[str, str]]:
        parts = await build_app(config)
        works = [asyncio.ensure_future(work) for work in parts.background_tasks()]
        await start_first_game(parts)
        voice = parts.voice
        assert voice is not None
        try:
            async with asyncio.timeout(20):
                await await_until(lambda: voice._speaker is not None)
                speaker = voice._speaker
                assert isinstance(speaker, MockSpeaker)
                await parts.commands.execute(command("a", action="peg 0 5"), "test", BOARD)
                await await_until(lambda: len(speaker.spoken) > 0)
                devices = parts.publisher.snapshot()["devices"]
                assert {"name": "voice", "address": "mock:", "ok": True, "says": ""} in devices
                return list(speaker.spoken)
        finally:
            for work in works:
                work.cancel()
            await asyncio.gather(*works, return_exceptions=True)
            await parts.close()

    assert asyncio.run(play()) == [(language, said)]
