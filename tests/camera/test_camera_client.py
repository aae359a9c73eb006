"""Camera client: answers, errors and restarts, whatever the process does."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from pegboard.camera.client import CameraClient
from pegboard.camera.reading import PackPrior, SeenPack
from pegboard.cribbage.cards import Card
from pegboard.devices.cameras import SAMPLES
from pegboard.devices.cameras.pictures import load_picture
from pegboard.errors import DeviceError, DeviceLost
from tests.support.camera_processes import ANSWER, FAKE_PROGRAMS, run_async
from tests.support.waiting import await_until


def fake(what: str, address: str = "files:", timeout_s: float = 10.0) -> CameraClient:
    return CameraClient(
        address, timeout_s=timeout_s, command=(sys.executable, "-c", FAKE_PROGRAMS[what])
    )


def test_client_parses_reading() -> None:
    async def story() -> None:
        camera_client = fake("answers")
        reading = await camera_client.read_cards()
        assert reading.cards == (Card.parse("5H"), Card.parse("JS"))
        assert reading.doubtful == (Card.parse("JS"),)
        assert (
            not reading.sure
            and reading.picture == b"hello"
            and reading.waited == ""
            and camera_client.is_ok
        )
        process = camera_client.process
        await camera_client.read_cards()
        assert camera_client.process is process, "one process serves many looks"
        await camera_client.close()
        await camera_client.close()

    run_async(story())


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("dies", "ended .exit code 3.; restarting it"),
        ("hangs", r"did not answer within 0.5 s; restarted"),
        ("babbles", "ended .*restarting it"),
        ("counts", "ended .it said .*restarting it"),
        ("forgets", "ended .not an answer of the camera process.*restarting it"),
    ],
)
def test_client_reports_and_restarts_failed_process(what: str, says: str) -> None:
    async def story() -> None:
        camera_client = fake(what, timeout_s=0.5 if what == "hangs" else 10.0)
        for _ in range(2):
            with pytest.raises(DeviceLost, match=says):
                await camera_client.read_cards()
            assert not camera_client.is_ok and camera_client.fault
            assert camera_client.process is None
        await camera_client.close()

    run_async(story())


@pytest.mark.parametrize(
    "what", ["answers twice", "repeats later", "answers the one before", "counts wrongly"]
)
def test_surplus_answer_does_not_shift_later_answers(what: str) -> None:
    async def story() -> None:
        camera_client = fake(what)
        assert (await camera_client.read_cards()).cards
        link = camera_client._link
        if what == "answers twice":
            await await_until(lambda: link is not None and link.unread, "the answer too many")
        with pytest.raises(DeviceLost, match=r"it answered .*restarting it"):
            await camera_client.read_cards()
        assert camera_client.process is None, "the next look begins with another one"
        assert (await camera_client.read_cards()).cards
        await camera_client.close()

    run_async(story())


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "1" + "0" * 400])
def test_client_rejects_huge_number(number: str) -> None:
    async def story() -> None:
        camera_client = fake("is endless", number)
        for ask in (camera_client.read_cards, camera_client.check):
            if ask == camera_client.check and number.isdecimal():
                continue  # JSON has no limit for it
            with pytest.raises(DeviceLost, match="restarting it"):
                await ask()
        await camera_client.close()

    run_async(story())


def test_password_is_not_in_process_arguments() -> None:
    async def story() -> None:
        camera_client = fake("says where", "files:http://ann:secret@10.0.0.5/stream")
        answer = await camera_client.check()
        assert answer["arguments"][-1] == "files:http://10.0.0.5/stream"
        assert answer["address"] == "files:http://ann:secret@10.0.0.5/stream"
        await camera_client.close()

    run_async(story())


def test_reported_error_keeps_process() -> None:
    async def story() -> None:
        camera_client = fake("fails")
        with pytest.raises(DeviceError, match="no picture"):
            await camera_client.read_cards()
        assert camera_client.process is not None
        await camera_client.close()

    run_async(story())


@pytest.mark.parametrize(("timeout_s", "asked"), [(20.0, "look 6"), (5.0, "look 2.5")])
def test_reading_settles_within_client_timeout(timeout_s: float, asked: str) -> None:
    async def story() -> None:
        camera_client = fake("says when", ANSWER, timeout_s)
        assert (await camera_client.read_cards()).waited == asked
        assert (await camera_client.read_cards(Card.parse("5S"))).waited == f"{asked} 5S"
        await camera_client.close()

    run_async(story())


def test_client_recovers_after_process_death(tmp_path: Path) -> None:
    async def story() -> None:
        camera_client = fake("dies once", str(tmp_path / "mark"))
        with pytest.raises(DeviceLost):
            await camera_client.read_cards()
        assert (await camera_client.read_cards()).cards
        assert camera_client.is_ok and camera_client.fault is None
        await camera_client.close()

    run_async(story())


@pytest.mark.parametrize(
    ("address", "now", "answers"),
    [
        ("v4l:/dev/video0", "v4l:/dev/video1", True),
        ("v4l:/dev/video0", "picamera:", True),
        ("files:", "v4l:/dev/video2", True),  # plugged in after the start
        ("v4l:/dev/video0", "v4l:/dev/video0", False),
        ("v4l:/dev/video0", "files:", False),  # sample pictures never replace a camera
    ],
)
def test_auto_camera_is_found_again_after_replugging(
    monkeypatch: pytest.MonkeyPatch, address: str, now: str, answers: bool
) -> None:
    monkeypatch.setenv("PEGBOARD_THERE", now if answers else "nowhere")

    async def story() -> None:
        command = (sys.executable, "-c", FAKE_PROGRAMS["is there"])
        client = CameraClient(address, timeout_s=10, command=command, find=lambda: now)
        if answers:
            assert (await client.read_cards()).cards and client.is_ok and client.address == now
        else:
            with pytest.raises(DeviceError, match="no device"):
                await client.read_cards()
            assert client.address == address and not client.is_ok
        await client.close()

    run_async(story())


def test_late_camera_is_used_at_next_reading(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PEGBOARD_THERE", "v4l:/dev/video3")
    there = ["files:"]

    async def story() -> None:
        command = (sys.executable, "-c", FAKE_PROGRAMS["is there"])
        client = CameraClient(
            "v4l:/dev/video0", timeout_s=10, command=command, find=lambda: there[0]
        )
        with pytest.raises(DeviceError, match="no device"):
            await client.check()
        there[0] = "v4l:/dev/video3"
        assert (await client.check())["cards"] and client.is_ok
        await client.close()

    run_async(story())


def test_close_during_reading_is_no_fault(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story() -> None:
        client = fake("hangs")
        looking = asyncio.ensure_future(client.read_cards())
        await await_until(lambda: client.process is not None, "the process")
        await client.close()
        with pytest.raises(DeviceLost):
            await looking
        assert client.is_ok and "restarting" not in caplog.text

    run_async(story())


def test_named_camera_is_never_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PEGBOARD_THERE", "v4l:/dev/video1")

    async def story() -> None:
        client = fake("is there", "v4l:/dev/video0")
        for _ in range(2):
            with pytest.raises(DeviceError, match="no device"):
                await client.read_cards()
        assert client.address == "v4l:/dev/video0"
        await client.close()

    run_async(story())


def test_real_process_reads_picture_and_survives_broken_one(tmp_path: Path) -> None:
    pictures = sorted(SAMPLES.glob("*.jpg"))
    (tmp_path / "1.jpg").write_bytes(pictures[0].read_bytes())
    (tmp_path / "2.jpg").write_bytes(pictures[0].read_bytes()[:500])

    async def story() -> None:
        camera_client = CameraClient(f"files:{tmp_path}", timeout_s=60)
        reading = await camera_client.read_cards()
        assert len(reading.cards) == 5 and reading.sure and reading.starter in reading.cards
        assert reading.doubtful == () and reading.number == 1
        for sighting in reading.sightings:
            assert all(
                0 <= x <= reading.width and 0 <= y <= reading.height for x, y in sighting.corners
            )
        await camera_client.save_picture(reading.number, tmp_path / "kept.jpeg")
        saved = load_picture(tmp_path / "kept.jpeg")
        assert saved.shape[:2] == (reading.height, reading.width)
        (tmp_path / "kept.jpeg").unlink()
        assert reading.picture.startswith(b"\xff\xd8")
        with pytest.raises(DeviceError, match=r"2\.jpg"):
            await camera_client.read_cards()
        assert (await camera_client.read_cards()).cards == reading.cards
        await camera_client.close()

    run_async(story())


def test_missing_folder_is_named_in_error() -> None:
    async def story() -> None:
        camera_client = CameraClient("files:/nowhere/at/all", timeout_s=60)
        with pytest.raises(DeviceError, match="/nowhere/at/all: no such folder"):
            await camera_client.read_cards()
        await camera_client.close()

    run_async(story())


def test_save_picture_fails_after_process_restart(tmp_path: Path) -> None:
    async def story() -> None:
        camera_client = fake("fails")
        with pytest.raises(DeviceError, match="restarted since"):
            await camera_client.save_picture(1, tmp_path / "x.jpg")
        with pytest.raises(DeviceError, match="no picture"):
            await camera_client.read_cards()
        was = camera_client.is_ok
        with pytest.raises(DeviceError, match="no picture"):
            await camera_client.save_picture(1, tmp_path / "x.jpg")
        assert camera_client.is_ok is was, "a full disk is not the camera's fault"
        await camera_client.close()

    run_async(story())


def test_cancelled_reading_leaves_no_process() -> None:
    async def story() -> None:
        camera_client = fake("hangs")
        look = asyncio.ensure_future(camera_client.read_cards())
        process = await await_until(lambda: camera_client.process, "the process")
        look.cancel()
        with pytest.raises(asyncio.CancelledError):
            await look
        assert camera_client.process is None and process.returncode is not None
        await camera_client.close()

    run_async(story())


def children() -> str:
    return Path(f"/proc/self/task/{os.getpid()}/children").read_text()


@pytest.mark.parametrize("looking_s", [0.0, 0.001, 0.003, 0.01, 0.05])
def test_close_after_cancelled_reading_leaves_no_process(looking_s: float) -> None:
    async def story() -> None:
        before = children()
        camera_client = fake("hangs", timeout_s=30.0)
        look = asyncio.ensure_future(camera_client.read_cards())
        await asyncio.sleep(looking_s)
        look.cancel()
        await asyncio.sleep(0)
        await camera_client.close()
        assert children() == before
        with pytest.raises(asyncio.CancelledError):
            await look

    run_async(story())


DECKS = """
import json, sys
deck = {"setting": "auto", "language": "en", "shares": None}
for line in sys.stdin:
    request, _, number = line.rstrip().rpartition(" #")
    word, _, rest = request.partition(" ")
    if word == "deck":
        deck = json.loads(rest)
    seen = {"setting": deck["setting"], "shares": {"french": 0.97}, "code": "french",
            "letters": {"J": "V"}, "is_read": True, "question": "", "question_letters": {}}
    print(json.dumps({"to": int(number), "knows": deck, "deck": seen}), flush=True)
    if word == "scan":
        break
"""


def test_new_process_receives_pack_of_previous_one() -> None:
    async def story() -> None:
        command = (sys.executable, "-c", DECKS)
        client = CameraClient(
            "files:", timeout_s=10.0, command=command, pack=PackPrior("auto", "fr")
        )
        assert client.seen_pack is None
        received = (await client.check())["knows"]
        assert received == {"setting": "auto", "language": "fr", "shares": None}
        assert client.seen_pack == SeenPack("auto", {"french": 0.97}, "french", {"J": "V"})
        with pytest.raises(DeviceLost):
            await client.scan()
        assert (await client.check())["knows"]["shares"] == {"french": 0.97}
        await client.assume_pack(PackPrior("dutch", "fr"))
        assert (await client.check())["knows"]["setting"] == "dutch"
        await client.close()
        await client.assume_pack(PackPrior("german", "fr"))
        assert client.process is None, "a camera that nobody asks is not started"
        assert (await client.check())["knows"]["setting"] == "german"
        await client.close()

    run_async(story())


@pytest.mark.parametrize("text", ["7", "{}", '{"setting": "auto", "shares": 4}', "nothing"])
def test_pack_prior_rejects_malformed_json(text: str) -> None:
    with pytest.raises(ValueError):
        PackPrior.of_json(text)
    prior = PackPrior("french", "de", {"french": 0.5})
    assert PackPrior.of_json(prior.to_json()) == prior


TURNS = """
import json, sys
turned = 0
for line in sys.stdin:
    request, _, number = line.rstrip().rpartition(" #")
    word, _, rest = request.partition(" ")
    if word == "turn":
        turned = int(rest)
    print(json.dumps({"to": int(number), "turned": turned}), flush=True)
    if word == "scan":
        break
"""


def test_new_process_receives_rotation() -> None:
    async def story() -> None:
        command = (sys.executable, "-c", TURNS)
        camera_client = CameraClient("files:", timeout_s=10.0, command=command, rotation=90)
        assert (await camera_client.check())["turned"] == 90
        await camera_client.turn(180)
        assert (await camera_client.check())["turned"] == 180
        with pytest.raises(DeviceLost):
            await camera_client.scan()
        assert (await camera_client.check())["turned"] == 180, "the next process, too"
        await camera_client.close()
        await camera_client.turn(0)
        assert camera_client.process is None, "a camera that nobody asks is not started"
        assert (await camera_client.check())["turned"] == 0
        await camera_client.close()

    run_async(story())
