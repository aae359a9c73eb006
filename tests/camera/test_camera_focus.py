"""Focus: fixed at a distance, measured by the set-up, or not available."""

import errno
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pegboard.camera import process
from pegboard.camera.checked import CameraChecker
from pegboard.camera.client import CameraClient
from pegboard.camera.process import CameraProcess
from pegboard.camera.setup_check import CameraCheck
from pegboard.config import Config, parse
from pegboard.devices.cameras import Focus, Lens, picamera, v4l
from pegboard.devices.ports import Image
from pegboard.errors import ConfigError, DeviceLost
from pegboard.vision.recognise import Reading
from tests.camera.test_camera_client import fake
from tests.support.camera_processes import run_async
from tests.support.fake_cameras import FakePiCamera, FakeVideoCapture, install_picamera


class Controls:
    """Controls of a fake Video4Linux device."""

    def __init__(self, low: int, high: int, step: int = 1, *, automatic: bool = True) -> None:
        self.limits = low, high, step
        self.values = {v4l._FOCUS_ABSOLUTE: low}
        if automatic:
            self.values[v4l._FOCUS_AUTO] = 1

    def ioctl(self, _fd: int, request: int, data: bytes) -> bytes:
        control = int.from_bytes(data[:4], "little")
        if control not in self.values:
            raise OSError(errno.EINVAL, "Invalid argument")
        if request == v4l._QUERY:
            low, high, step = self.limits
            return v4l._QUERIED.pack(control, 1, b"Focus", low, high, step, low, 0)
        if request == v4l._SET:
            value = v4l._CONTROL.unpack(data)[1]
            low, high, step = self.limits if control == v4l._FOCUS_ABSOLUTE else (0, 1, 1)
            assert low <= value <= high and (value - low) % step == 0
            self.values[control] = value
        return v4l._CONTROL.pack(control, self.values[control])


Opened = Callable[[Controls | None], v4l.VideoDevice]


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Opened:
    """Opens a device with given controls, or with none."""

    def opened(controls: Controls | None) -> v4l.VideoDevice:
        path = tmp_path / "video0"
        path.touch()
        answer = controls or Controls(0, 0)
        monkeypatch.setattr(v4l, "ioctl", answer.ioctl)
        monkeypatch.setattr(v4l, "_opened", lambda path: FakeVideoCapture())
        return v4l.VideoDevice(path)

    return opened


@pytest.mark.parametrize(
    ("limits", "metres", "value"),
    [
        ((0, 250, 5), 0.1, 250),  # steps from far to near
        ((0, 250, 5), 0.5, 50),
        ((0, 250, 5), 100.0, 0),
        ((0, 250, 5), 0.05, 250),
        ((1, 1023, 1), 0.5, 205),
        ((100, 10_000, 1), 0.58, 580),  # millimetres
        ((100, 10_000, 50), 0.58, 600),
        ((100, 10_000, 1), 0.05, 100),
    ],
)
def test_usb_camera_focus_is_fixed_at_distance(
    device: Opened, limits: tuple[int, int, int], metres: float, value: int
) -> None:
    controls = Controls(*limits)
    camera = device(controls)
    assert camera.fix_focus(metres)
    assert controls.values == {v4l._FOCUS_ABSOLUTE: value, v4l._FOCUS_AUTO: 0}
    focus = camera.focus()
    assert focus is not None and focus.is_fixed
    controls.values[v4l._FOCUS_ABSOLUTE] = limits[0]
    assert camera.fix_focus(focus.metres), "the measured distance gives the same step again"
    assert controls.values[v4l._FOCUS_ABSOLUTE] == value
    assert camera.fix_focus(0) and controls.values[v4l._FOCUS_AUTO] == 1
    camera.close()


@pytest.mark.parametrize("step", range(0, 251, 5))
def test_every_focus_step_round_trips_through_metres(device: Opened, step: int) -> None:
    controls = Controls(0, 250, 5)
    controls.values[v4l._FOCUS_ABSOLUTE] = step
    camera = device(controls)
    found = camera.focus()
    assert found is not None and not found.is_fixed and 0.05 <= found.metres <= 100
    camera.fix_focus(round(found.metres, 3))
    assert controls.values[v4l._FOCUS_ABSOLUTE] == step
    camera.close()


def test_usb_camera_without_focus_control(device: Opened) -> None:
    camera = device(None)
    assert not camera.fix_focus(0.5) and camera.focus() is None
    camera.close()
    only_manual = Controls(0, 100, automatic=False)
    camera = device(only_manual)
    assert camera.fix_focus(0.2) and only_manual.values == {v4l._FOCUS_ABSOLUTE: 50}
    assert camera.focus() == Focus(0.2, True)
    camera.close()


def test_reopened_usb_camera_is_focused_again(device: Opened) -> None:
    controls = Controls(0, 250, 5)
    camera = device(controls)
    camera.fix_focus(0.5)
    controls.values = {v4l._FOCUS_ABSOLUTE: 0, v4l._FOCUS_AUTO: 1}
    camera._open()
    assert controls.values == {v4l._FOCUS_ABSOLUTE: 50, v4l._FOCUS_AUTO: 0}
    camera.close()


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> type[FakePiCamera]:
    return install_picamera(monkeypatch)


def test_pi_camera_is_focused_in_dioptres(library: type[FakePiCamera]) -> None:
    library.lens = (0.0, 10.0, 1.0)
    camera = picamera.open("")
    assert camera.focus() == Focus(1 / 1.7, False)
    assert camera.fix_focus(0.5)
    controls = camera._camera.controls
    assert controls == {"AfMode": 0, "LensPosition": 2.0}
    assert camera.focus() == Focus(0.5, True)
    camera.fix_focus(0.05)
    assert controls["LensPosition"] == 10.0, "its nearest"
    camera.fix_focus(0)
    assert controls["AfMode"] == 2
    camera.close()


def test_pi_camera_with_fixed_lens_cannot_focus(library: type[FakePiCamera]) -> None:
    camera = picamera.open("")
    assert not camera.fix_focus(0.5) and camera.focus() is None
    assert "LensPosition" not in camera._camera.controls
    camera.close()


class Sharp:
    """A camera that can focus, and is lost once."""

    live = True

    def __init__(self, opened: list["Sharp"]) -> None:
        self.fixed: list[float] = []
        opened.append(self)
        self.lost = len(opened) == 1

    def fix_focus(self, metres: float) -> bool:
        self.fixed.append(metres)
        return True

    def focus(self) -> Focus | None:
        return Focus(0.58, bool(self.fixed))

    def read(self) -> Image:
        if self.lost:
            raise DeviceLost(Lens.NOT_SET, camera="x")
        return np.zeros((90, 120, 3), np.uint8)

    def close(self) -> None:
        pass


def test_reopened_camera_is_focused_again(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Sharp] = []
    monkeypatch.setattr(process, "open_camera", lambda address: Sharp(opened))
    camera = CameraProcess("v4l:")
    assert camera.answer("focus 0.6") == {"focus": True}
    assert "error" in (camera.answer("scan") or {})
    assert "text" in (camera.answer("scan") or {})
    assert len(opened) == 2 and opened[1].fixed == [0.6]


def test_sample_pictures_have_no_focus() -> None:
    assert CameraProcess("files:").answer("focus 0.6") == {"focus": False}
    assert "error" in (CameraProcess("files:").answer("focus near") or {})


def test_setup_reports_measured_focus() -> None:
    class Nothing:
        def read(self, image: Image) -> Reading:
            return Reading((), True)

    checking, opened = CameraChecker(Nothing()), list[Sharp]()
    Sharp(opened)
    check = CameraCheck("v4l:")
    assert check.report()["focus"] is None
    check.add_picture(checking.check(Sharp(opened), ""))
    assert check.report()["focus"] == {"metres": 0.58, "fixed": False}


def test_new_process_receives_focus_first() -> None:
    async def story() -> None:
        client = fake("focuses", '{"focus": true}')
        assert "focus" not in (await client.read_cards()).waited
        await client.fix_focus(0.58)
        assert (await client.read_cards()).waited.endswith("focus 0.58, look 5")
        await client.switch_camera('{"focus": true}')
        assert (await client.read_cards()).waited == "focus 0.58, look 5", "of the next process"
        await client.fix_focus(0)
        assert (await client.read_cards()).waited.endswith("focus 0, look 5")
        assert client.focus_fault is None
        await client.close()

    run_async(story())


def test_camera_without_focus_reports_fault_and_reads() -> None:
    async def story() -> None:
        client = fake("focuses", '{"focus": false}')
        await client.fix_focus(0.58)
        assert (await client.read_cards()).cards and client.is_ok
        assert client.focus_fault is not None and client.focus_fault.code == Lens.NOT_SET
        assert "its focus cannot be set from here" in str(client.focus_fault)
        await client.switch_camera('{"focus": true}')
        assert client.focus_fault is None, "of the camera before"
        assert (await client.read_cards()).cards and client.focus_fault is None
        await client.close()
        client = CameraClient("files:", timeout_s=60, focus_m=0.5)
        await client.check()
        assert client.is_ok and client.focus_fault is not None
        await client.close()

    run_async(story())


@pytest.mark.parametrize(
    ("text", "metres"), [("", 0.0), ("focus_m = 0", 0.0), ("focus_m = 0.58", 0.58)]
)
def test_focus_setting_is_parsed(text: str, metres: float) -> None:
    assert parse(f"[camera]\n{text}\n", "x.toml").camera.focus_m == metres
    assert Config().camera.focus_m == 0.0


@pytest.mark.parametrize("value", ["0.01", "-1", "101", "'near'", "true"])
def test_focus_rejects_invalid_distance(value: str) -> None:
    with pytest.raises(ConfigError, match=r"camera\.focus_m: must be "):
        parse(f"[camera]\nfocus_m = {value}\n", "x.toml")
