"""Camera set-up: figures, verdicts with cures, ten readings, exit codes."""

import asyncio
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import msgspec
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.camera.checked import CameraChecker
from pegboard.camera.client import CameraClient
from pegboard.camera.setup_check import FREEZES, CameraCheck, unsteady_cards
from pegboard.cli.app import run_line
from pegboard.config import Config
from pegboard.devices import autodetect
from pegboard.devices.cameras import SAMPLES, discovery, v4l
from pegboard.devices.cameras.discovery import CameraInfo, cameras
from pegboard.devices.cameras.pictures import load_picture
from pegboard.devices.ports import Image
from pegboard.errors import Common, DeviceError, DeviceMissing
from pegboard.i18n import Message, localize
from pegboard.session.counting.camera_setup import (
    COUNTING,
    ELSEWHERE,
    LEASE_S,
    NO_CAMERA,
    CameraSetup,
)
from pegboard.vision.crops import pyramid
from pegboard.vision.detect import Candidate, Detector
from pegboard.vision.examine import Examiner
from pegboard.vision.measures import Measures
from pegboard.vision.quality import change, measure
from pegboard.vision.recognise import Recogniser
from pegboard.vision.verdicts import FOCUS, LIGHT, SIZE, Verdict, cards_figure, judge, worst
from tests.tools import picture_limits as worse

HAND = "5H 6D 7C 8S QS"
SCENE = load_picture(SAMPLES / "hand-4.jpg")


@pytest.fixture(scope="module")
def examiner() -> Examiner:
    return Examiner(Recogniser())


def measured(examiner: Examiner, picture: Image) -> Measures:
    return examiner.measure(picture, examiner.read(picture))


@pytest.fixture(scope="module")
def plain(examiner: Examiner) -> Measures:
    return measured(examiner, SCENE)


# --- figures


def test_good_picture_passes_every_figure(plain: Measures) -> None:
    figures = judge(plain, None)
    assert {figure.verdict for figure in figures} == {Verdict.GOOD}
    assert all(figure.cure == "" and figure.level >= 2 / 3 for figure in figures)
    assert worst(figures) is None


@pytest.mark.parametrize(
    ("picture", "key", "verdict", "cure"),
    [
        (lambda: worse.blurred(SCENE, 0.055, 54), "focus", Verdict.WEAK, "Focus"),
        (lambda: worse.blurred(SCENE, 0.1, 54), "focus", Verdict.BAD, "Focus"),
        (lambda: worse.defocused(SCENE, 0.16, 54), "focus", Verdict.BAD, "Focus"),
        (lambda: worse.darker(SCENE, 0.35), "light", Verdict.WEAK, "too dark"),
        (lambda: worse.darker(SCENE, 0.15), "light", Verdict.BAD, "too dark"),
        (lambda: worse.brighter(SCENE, 2.5), "glare", Verdict.BAD, "lamp"),
        (lambda: worse.veiled(SCENE, 0.85), "contrast", Verdict.BAD, "washed out"),
        (lambda: worse.uneven(SCENE, 0.15), "even", Verdict.WEAK, "uneven"),
        (lambda: worse.grainy(SCENE, 80), "noise", Verdict.BAD, "add light"),
        (lambda: worse.warm(SCENE, 0.1), "colour", Verdict.BAD, "white light"),
        (lambda: worse.smaller(SCENE, 17, 54), "size", Verdict.WEAK, "closer"),
        (lambda: worse.smaller(SCENE, 11, 54), "size", Verdict.BAD, "closer"),
        (lambda: worse.tilted(SCENE, 40), "tilt", Verdict.WEAK, "directly down"),
        (lambda: np.zeros_like(SCENE), "cards", Verdict.BAD, "lens cap"),
        (lambda: np.full_like(SCENE, 90), "cards", Verdict.BAD, "Lay five cards"),
    ],
)
def test_each_fault_has_its_cure(
    examiner: Examiner, picture: Callable[[], Image], key: str, verdict: Verdict, cure: str
) -> None:
    figures = {f.key: f for f in judge(measured(examiner, picture()), None)}
    assert figures[key].verdict == verdict, figures[key]
    assert cure in figures[key].cure


@pytest.mark.parametrize(
    ("picture", "looks"),
    [
        (lambda: SCENE, 1),
        (lambda: worse.blurred(SCENE, 0.055, 54), 3),
        (lambda: worse.tilted(SCENE, 40), 3),
    ],
    ids=["sharp", "soft", "tilted"],
)
def test_examiner_reads_three_times_on_poor_focus_or_tilt(
    monkeypatch: pytest.MonkeyPatch, picture: Callable[[], Image], looks: int
) -> None:
    shapes: list[tuple[int, ...]] = []
    find = Detector.find

    def counted(self: Detector, levels: list[Image], index_px: float | None) -> list[Candidate]:
        shapes.append(levels[0].shape)
        return find(self, levels, index_px)

    monkeypatch.setattr(Detector, "find", counted)
    reading = Recogniser().read(picture())
    assert len(reading.sightings) == 5 and reading.sure
    assert len(shapes) == looks


def test_verdict_on_cut_off_card_and_near_camera(examiner: Examiner) -> None:
    figures = {f.key: f for f in judge(measured(examiner, SCENE[:, 480:]), None)}
    assert figures["cards"].verdict is Verdict.WEAK
    near = judge(measured(examiner, np.ascontiguousarray(SCENE[480:850, 140:430])), None)
    assert {f.key: f for f in near}["near"].verdict is not Verdict.GOOD


@pytest.mark.parametrize("cards", range(12))
def test_card_level_lies_in_zone_of_verdict(cards: int) -> None:
    figure = cards_figure(cards, False)
    zone = 0 if figure.level < 0.33 else 1 if figure.level < 0.66 else 2
    assert [Verdict.BAD, Verdict.WEAK, Verdict.GOOD][zone] is figure.verdict
    assert cards_figure(cards, True).level == 0


@settings(max_examples=12)
@given(first=st.floats(0.0, 0.12), more=st.floats(0.01, 0.06))
def test_focus_worsens_monotonically_with_blur(first: float, more: float) -> None:
    level = [FOCUS.judge(blur_of(worse.blurred(SCENE, part, 54))) for part in (first, first + more)]
    assert level[1].level <= level[0].level + 0.02


@settings(max_examples=12)
@given(gain=st.floats(0.4, 1.1), lift=st.integers(0, 20))
def test_focus_is_independent_of_brightness(gain: float, lift: int) -> None:
    dimmed = np.clip(SCENE * gain + lift, 0, 255).astype(np.uint8)
    assert blur_of(dimmed) == pytest.approx(blur_of(SCENE), abs=0.004)


def blur_of(image: Image) -> float:
    """Blur at the indices of the sharp picture."""
    blur = measure(image, CANDIDATES, OUTLINES).blur
    assert blur is not None
    return blur


_EXAMINER = Examiner(Recogniser())
CANDIDATES = _EXAMINER._detector.find(pyramid(SCENE))
OUTLINES = [s.corners for s in _EXAMINER.read(SCENE).sightings]


@given(st.floats(0, 400), st.floats(0, 400))
def test_verdicts_are_monotonic(a: float, b: float) -> None:
    low, high = sorted((a, b))
    for scale in (SIZE, LIGHT):
        assert scale.judge(low).level <= scale.judge(high).level
    assert FOCUS.judge(low / 400).level >= FOCUS.judge(high / 400).level


def test_verdict_of_missing_figure_is_unknown() -> None:
    figure = FOCUS.judge(None)
    assert figure.verdict is Verdict.UNKNOWN and figure.shown == "unknown"


def test_change_measures_difference_of_pictures() -> None:
    same = change(SCENE, SCENE.copy())
    assert same.same and same.moved == 0
    noisy = change(worse.noisy(SCENE, 6), worse.brought(SCENE + np.ones(SCENE.shape)))
    assert not noisy.same and noisy.moved < 0.004 and noisy.shift < 0.004
    shifted = change(SCENE, np.roll(SCENE, 40, axis=1))
    assert shifted.shift == pytest.approx(40 / 1280, abs=0.01)
    hand = SCENE.copy()
    hand[500:, 300:600] = (120, 150, 205)
    assert change(SCENE, hand).moved > 0.03
    assert change(SCENE, SCENE[:100]).moved == 1


# --- ten readings


def checked(cards: str = HAND, **more: Any) -> dict[str, Any]:
    plain = Measures(5, 40, 0.2, 0.0, 0.03, 200, 0.9, 0.0, 0.8, 0.01, 0.1, 5, 230)
    return {
        "number": 1, "live": True, "sure": True, "repeats": 0, "seconds": 0.1, "picture": "aGk=",
        "width": 64, "height": 48, "cards": [{"card": c, "corners": []} for c in cards.split()],
        "figures": [asdict(figure) for figure in judge(plain, None)],
    } | more  # fmt: skip


def after(*pictures: dict[str, Any]) -> CameraCheck:
    check = CameraCheck("v4l:/dev/video0")
    for picture in pictures:
        check.add_reading(picture)
    return check


def test_check_passes_on_ten_equal_readings() -> None:
    check = after(*[checked()] * 9)
    assert check.passed is None and check.summary() == "9 of 10 readings."
    check.add_reading(checked())
    report = check.report()
    assert report["passed"] and report["says"] == "Passed: 10 of 10 readings agreed."
    assert report["readings"]["alike"] == 10 and report["cure"] == ""
    json.dumps(report)
    check.restart()
    assert check.passed is None


def test_check_names_unsteady_card() -> None:
    check = after(*[checked()] * 9, checked(HAND.replace("8S", "8C")))
    assert check.passed is False
    assert check.summary() == ("Not passed: 9 of 10 readings agreed: the 8♠ was read as 8♣ once.")
    assert check.summary().localize("fr") == (
        "Échec\u00a0: 9 lectures sur 10 concordent\u00a0: 8♠ a été lu comme 8♣ une fois."
    )
    assert check.summary().localize("de") == (
        "Nicht bestanden: 9 von 10 Mal gleich gelesen: 8♠ wurde einmal als 8♣ gelesen."
    )
    assert "more light" in check.report()["cure"]


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        ("", "no card was read"),
        ("5H 6D", "2 cards were read, not 5"),
        ("5H", "1 card was read, not 5"),
    ],
)
def test_check_fails_on_too_few_cards(cards: str, says: str) -> None:
    check = after(*[checked(cards)] * 10)
    assert check.passed is False and says in check.summary()


def test_check_fails_on_bad_figure() -> None:
    bad = checked()
    bad["figures"][5] |= {"verdict": "bad", "cure": "Focus."}
    check = after(*[bad] * 10)
    assert (
        check.passed is False
        and "10 of 10" in check.summary()
        and check.report()["cure"] == "Focus."
    )


def test_check_reports_single_still_picture() -> None:
    check = after(checked(live=False))
    assert check.passed and "one picture was read" in check.summary()


def test_check_reports_frozen_and_simulated_camera() -> None:
    check = after(*[checked(repeats=n) for n in range(10)])
    assert check.passed is False and check.report()["cure"] == FREEZES
    simulated = CameraCheck("files:", simulated=True)
    simulated.add_reading(checked(live=False, seconds=3.0))
    assert "not your table" in simulated.summary() and "takes 3.0 s" in simulated.summary()


def pack(setting: str, *, is_read: bool) -> dict[str, Any]:
    letters = {"A": "1", "J": "V", "Q": "D", "K": "R"}
    return {
        "setting": setting, "shares": {}, "code": "french", "letters": letters,
        "is_read": is_read, "question": "", "question_letters": {},
    }  # fmt: skip


def test_check_reports_letters_of_pack() -> None:
    check = after(*[checked(deck=pack("auto", is_read=True))] * 10)
    assert check.passed
    assert check.report()["pack"] == {
        "code": "french", "letters": {"A": "1", "J": "V", "Q": "D", "K": "R"}, "is_read": True,
    }  # fmt: skip
    assert after(*[checked()] * 10).report()["pack"] is None


def test_check_fails_on_unreadable_court_cards() -> None:
    check = after(*[checked(deck=pack("auto", is_read=False))] * 10)
    assert check.passed is False
    assert "court cards cannot be read; its numbers can" in check.summary()
    assert "ne peuvent pas être lues" in check.summary().localize("fr")
    other = after(*[checked(deck=pack("german", is_read=False))] * 10)
    assert other.passed is False and "camera.deck" in other.summary()


@given(st.lists(st.frozensets(st.sampled_from("2C 3C 4C 5C 6C".split())), min_size=1, max_size=10))
def test_unsteady_cards_are_exactly_differences_of_readings(hands: list[frozenset[str]]) -> None:
    assert bool(unsteady_cards(hands)) == (len(set(hands)) > 1)


# --- the camera process and the set-up task


class Film:
    def __init__(self, live: bool, picture: npt.NDArray[np.uint8] = SCENE) -> None:
        self.live, self._number, self._picture = live, count(), picture

    def read(self) -> npt.NDArray[np.uint8]:
        next(self._number)
        return np.copy(self._picture)

    def close(self) -> None: ...


def test_checker_keeps_still_picture_and_counts_repeats() -> None:
    still, checking = Film(live=False), CameraChecker(Recogniser())
    for rest in ("next", "", "", "next"):
        answer = checking.check(still, rest)
    assert next(still._number) == 2 and answer["number"] == 4 and answer["repeats"] == 0
    stream, checking = Film(live=True), CameraChecker(Recogniser())
    for _ in range(3):
        answer = checking.check(stream, "")
    assert answer["repeats"] == 2 and any(f["key"] == "still" for f in answer["figures"])


def test_figures_and_cures_are_translated() -> None:
    film, checking = (
        Film(live=True, picture=np.asarray(cv2.GaussianBlur(SCENE, (0, 0), 6), np.uint8)),
        CameraChecker(Recogniser()),
    )
    check = CameraCheck("v4l:/dev/video0")
    for _ in range(2):
        check.add_picture(json.loads(msgspec.json.encode(checking.check(film, ""))))
    english = check.report()
    for language in ("fr", "de"):
        translated = localize(language, check.report())
        for step, same in zip(translated["steps"], english["steps"], strict=True):
            for figure, plain in zip(step["figures"], same["figures"], strict=True):
                assert figure["value"] == plain["value"] and isinstance(plain["name"], Message)
                assert (
                    figure["name"] != plain["name"] or language == "fr"
                )  # "grain" is the French word, too
                assert figure["limit"] != plain["limit"] or plain["key"] == "cards"
                assert figure["cure"] != plain["cure"] or not plain["cure"]
        assert translated["says"] != english["says"] and translated["cure"] != english["cure"]


class FakeEyes(CameraClient):
    def __init__(self, *answers: Any) -> None:
        super().__init__("v4l:/dev/video0", timeout_s=1, command=(sys.executable,))
        self.answers, self.asked = list(answers), list[bool]()

    async def check(self, following: bool = False) -> dict[str, Any]:
        self.asked.append(following)
        answer = self.answers.pop(0)
        if isinstance(answer, DeviceError):
            self.fault = answer
            raise answer
        self.fault = None
        return dict(answer)


def test_setup_serves_one_page_and_not_while_counting() -> None:
    async def story() -> None:
        now, changes = [0.0], list[bool]()
        counting: Any = SimpleNamespace(is_reading=False)
        camera_client = FakeEyes(
            checked(), DeviceError(Common.VERBATIM, says="unplugged"), checked(), *[checked()] * 11
        )
        task = CameraSetup(
            camera_client, counting, lambda: now[0], lambda: changes.append(camera_client.is_ok)
        )
        answer = await task.step("a", "start")
        assert answer["width"] == 64 and answer["passed"] is None and task.picture == b"hi"
        assert await task.step("b", "start") == {"busy": ELSEWHERE}
        counting.is_reading = True
        assert await task.step("a", "look") == {"busy": COUNTING}
        counting.is_reading = False
        assert await task.step("a", "look") == {"fault": "unplugged"}
        now[0] += LEASE_S + 1
        assert "busy" not in await task.step("b", "look")
        await task.step("b", "again")
        for _ in range(10):
            answer = await task.step("b", "read")
        assert answer["passed"] is True
        assert changes == [False, True], "the page hears of a camera that fails and comes back"

    asyncio.run(story())


def test_setup_without_camera_reports_fault() -> None:
    counting: Any = SimpleNamespace(is_reading=False)
    task = CameraSetup(None, counting, lambda: 0.0, lambda: None)
    assert asyncio.run(task.step("a", "start")) == {"fault": NO_CAMERA}


# --- list of cameras


def a_machine(root: Path, **devices: tuple[str, str]) -> Path:
    for name, (says, index) in devices.items():
        folder = root / "sys/class/video4linux" / name.replace("_", "-")
        folder.mkdir(parents=True)
        (folder / "name").write_text(says + "\n")
        (folder / "index").write_text(index + "\n")
        (root / "dev").mkdir(exist_ok=True)
        (root / "dev" / folder.name).touch()
    return root


PI = {
    "video0": ("unicam-image", "0"), "video10": ("bcm2835-codec-decode", "0"),
    "video13": ("bcm2835-isp-output0", "0"), "video19": ("rpi-hevc-dec", "0"),
    "video20": ("pispbe-input", "0"),
}  # fmt: skip


def test_camera_list_skips_codecs_and_metadata(tmp_path: Path) -> None:
    usb = {"video2": ("HD Webcam", "0"), "video3": ("HD Webcam", "1")}
    assert cameras(a_machine(tmp_path, **PI, **usb)) == [CameraInfo("v4l:/dev/video2", "HD Webcam")]


@pytest.mark.parametrize(
    "name",
    [
        "LG UltraFine Display Camera: LG", "Studio Display Camera", "EpsonIspCam", "CrispCam HD",
        "Logi CodecCam", "Whisper Cam", "HD Pro Webcam C920", "UVC Camera (046d:0825)",
        "Dummy video device (0x0000)", "mmal service 16.1", "vivid-000-vid-cap", "Hispeed 1080p",
    ],
)  # fmt: skip
def test_camera_list_accepts_part_within_name(tmp_path: Path, name: str) -> None:
    found = cameras(a_machine(tmp_path, video0=(name, "0")), lambda _: True)
    assert [each.name for each in found] == [name]


@pytest.mark.parametrize(
    "name",
    [
        "bcm2835-codec-decode", "bcm2835-codec-isp", "bcm2835-isp-capture0", "unicam-image",
        "unicam-embedded", "rp1-cfe-csi2_ch0", "rp1-cfe-fe_image0", "pispbe-input", "pispbe-config",
        "rpi-hevc-dec", "rpivid", "rkisp1_mainpath", "rkvdec", "mtk-vcodec-dec", "ISP output",
        "Intel IPU6 ISYS Capture 0", "hantro-vpu-dec", "rockchip,rk3399-vpu-dec", "rockchip-rga",
        "s5p-mfc-dec", "Qualcomm Venus video decoder", "wave5-dec", "sun8i-deinterlace",
    ],
)  # fmt: skip
def test_camera_list_skips_chip_parts(tmp_path: Path, name: str) -> None:
    root = a_machine(tmp_path, video0=(name, "0"))
    assert cameras(root, lambda _: True) == []
    bus = root / "sys/bus/usb"
    bus.mkdir(parents=True)
    (root / "sys/class/video4linux/video0/device").mkdir()
    (root / "sys/class/video4linux/video0/device/subsystem").symlink_to(bus)
    assert len(cameras(root, lambda _: True)) == 1, "on USB it is a camera, whatever its name"


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("imx219 10-0010", "picamera:"),
        ("veye_mvcam 10-003b", "picamera:"),
        ("csimx307 10-001a", "picamera:"),
        ("alvium-csi2 10-003c", "picamera:"),
        ("ox05b1s 10-0036", "picamera:"),
        ("imx219 0-0010", "picamera:"),
        ("imx290 10-001a", "picamera:"),
        ("imx500 10-001a", "picamera:"),
        ("imx708_wide_noir 4-001a", "picamera:"),
        ("ov5647 10-0036", "picamera:"),
        ("ov64a40 10-0036", "picamera:"),
        ("ov9281 10-0060", "picamera:"),
        ("og01a1b 10-0060", "picamera:"),
        ("ar0521 10-0036", "picamera:"),
        ("mira220 10-0054", "picamera:"),
        ("vd55g1 10-0010", "picamera:"),
        ("vd56g3 10-0010", "picamera:"),
        ("arducam-pivariety 10-000c", "picamera:"),
        ("arducam_64mp 10-001a", "picamera:"),
        ("arducam-64mp 10-001a", "picamera:"),
        ("dw9807 10-000c", None),
        ("ad5398 10-000c", None),
        ("tc358743 10-000f", None),
        ("irs1125 10-003d", None),
        ("pispbe", None),
        ("csi2", None),
    ],
)
def test_camera_list_finds_ribbon_sensors(tmp_path: Path, name: str, address: str | None) -> None:
    found = cameras(a_machine(tmp_path, v4l_subdev0=(name, "0")), is_installed=lambda _: True)
    assert [each.address for each in found] == ([address] if address else [])


def test_usb_camera_has_stable_address(tmp_path: Path) -> None:
    root = a_machine(tmp_path, video1=("C920", "0"), video2=("C920", "1"), video4=("Cheap", "0"))
    links = root / "dev/v4l/by-id"
    links.mkdir(parents=True)
    (links / "usb-046d_HD_Pro_Webcam_C920_8D5A-video-index0").symlink_to("../../video1")
    (links / "usb-046d_HD_Pro_Webcam_C920_8D5A-video-index1").symlink_to("../../video2")
    lasting = "v4l:/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_8D5A-video-index0"
    one, two = cameras(root, lambda _: True)
    assert (one.address, one.stable_address, one.best_address) == (
        "v4l:/dev/video1",
        lasting,
        lasting,
    )
    assert (two.address, two.stable_address, two.best_address) == (
        "v4l:/dev/video4",
        "",
        "v4l:/dev/video4",
    )


def test_missing_camera_error_lists_present_cameras(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = [
        CameraInfo(
            "v4l:/dev/video1", "C920", stable_address="v4l:/dev/v4l/by-id/usb-C920-video-index0"
        )
    ]
    there.append(CameraInfo("v4l:/dev/video4", "Cheap"))
    monkeypatch.setattr(v4l, "cameras", lambda: there)
    with pytest.raises(DeviceMissing) as caught:
        v4l.open("/dev/video77")
    assert caught.value.facts["there"] == (
        "v4l:/dev/v4l/by-id/usb-C920-video-index0, v4l:/dev/video4"
    )


@pytest.mark.parametrize("installed", [True, False])
def test_auto_prefers_ribbon_camera_to_usb(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: bool
) -> None:
    monkeypatch.setattr(discovery, "find_spec", lambda name: object() if installed else None)
    root = a_machine(tmp_path, **PI, v4l_subdev0=("imx708 10-001a", "0"), video2=("Cam", "0"))
    config, reasons = autodetect.choose(Config(), root)
    reason = next(each.why for each in reasons if each.device == "Camera")
    assert config.camera.source == ("picamera:" if installed else "v4l:/dev/video2")
    assert ("imx708" if installed else "Cam") in reason


def test_auto_reports_sample_pictures_as_simulated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovery, "find_spec", lambda name: None)
    config, reasons = autodetect.choose(
        Config(), a_machine(tmp_path, v4l_subdev0=("ov5647 10-0036", "0"))
    )
    assert config.camera.source == "files:"
    assert any("simulated" in r.why and "picamera2 is not installed" in r.why for r in reasons)
    _, reasons = autodetect.choose(Config(), tmp_path / "bare")
    assert any("simulated" in r.why and "there is no camera" in r.why for r in reasons)


# --- the command


def folder_of(tmp_path: Path, image: Image) -> str:
    cv2.imwrite(str(tmp_path / "table.png"), image)
    return f"files:{tmp_path}"


def test_check_command_passes_and_writes_requested_files_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    camera = folder_of(tmp_path, SCENE)
    assert run_line(["camera", "check", "--camera", camera]) == 0
    out = capsys.readouterr().out
    assert "Passed" in out and "one picture" in out and "blur" in out
    assert [p.name for p in tmp_path.iterdir()] == ["table.png"]
    assert run_line(["camera", "check", "--camera", camera, "--json", "--save", "seen.svg"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["passed"] and len(report["readings"]["cards"]) == 5
    assert (tmp_path / "seen.svg").read_text().count("<polygon") == 5


def test_check_command_fails_with_cure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    camera = folder_of(tmp_path, worse.blurred(SCENE, 0.12, 54))
    assert run_line(["camera", "check", "--camera", camera, "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert not report["passed"] and "Focus" in report["cure"]


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("v4l:/dev/video77", "no such device"),
        ("radio:", "must be one of files:"),
        ("none", "name one with --camera"),
        ("files:/nowhere", "no such folder"),
    ],
)
def test_check_command_without_camera_is_unusable(
    address: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_line(["camera", "check", "--camera", address]) == 2
    out, err = capsys.readouterr()
    assert out == "" and says in err and err.count("\n") == 1


def test_camera_list_marks_choice_of_auto(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_line(["camera", "list", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["auto"] and report["why"].startswith("Camera: ") and "cameras" in report
    assert run_line(["camera", "list"]) == 0
    assert "auto: " in capsys.readouterr().out
