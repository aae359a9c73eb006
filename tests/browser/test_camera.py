"""Camera set-up on the page, with the real service and its camera process."""

import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from pegboard.devices.cameras import SAMPLES
from pegboard.devices.cameras.pictures import load_picture
from pegboard.devices.ports import Image
from tests.support.browser.pages import context_of, finish_animations, record_troubles
from tests.support.running_board import RunningBoard
from tests.tools.picture_limits import blurred, noisy

SCENE = load_picture(SAMPLES / "hand-4.jpg")


def film(path: Path, image: Image) -> Path:
    """Writes a video of a table in which only the camera's noise changes."""
    size = (image.shape[1], image.shape[0])
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, size)
    for n in range(12):
        writer.write(noisy(image, 3 + n % 3))
    writer.release()
    return path


def board(tmp_path: Path, source: str) -> RunningBoard:
    config = tmp_path / "board.toml"
    config.write_text(
        '[board]\nstrip = "memory:"\n[buttons]\nsource = "gpio:mock"\n'
        f'[camera]\nsource = "{source}"\n'
    )
    return RunningBoard(tmp_path / "state", "--no-demo", "--config", str(config))


@pytest.fixture(scope="module")
def blurry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningBoard]:
    """Yields a board whose camera always sees one blurred picture."""
    folder = tmp_path_factory.mktemp("blurry")
    (folder / "pictures").mkdir()
    cv2.imwrite(str(folder / "pictures" / "1.png"), blurred(SCENE, 0.12, 54))
    service = board(folder, f"files:{folder / 'pictures'}")
    yield service
    service.stop()


@pytest.fixture(scope="module")
def blind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningBoard]:
    """Yields a board without its camera."""
    service = board(tmp_path_factory.mktemp("blind"), "v4l:/dev/video77")
    yield service
    service.stop()


@pytest.fixture
def troubles() -> Iterator[list[str]]:
    found: list[str] = []
    yield found
    assert found == []


def open_camera_check(context: BrowserContext, service: RunningBoard, troubles: list[str]) -> Page:
    page = context.new_page()
    record_troubles(page, service.address, troubles)
    page.goto(service.address)
    page.wait_for_selector("body[data-whole]")
    page.click("#open-menu")
    page.click("#menu .to-camera")
    return page


def test_camera_check_leads_to_pass(
    context: BrowserContext, tmp_path: Path, troubles: list[str]
) -> None:
    service = board(tmp_path, f"files:{film(tmp_path / 'table.avi', SCENE)}")
    try:
        page = open_camera_check(context, service, troubles)
        task, cure = page.locator("#camera .task"), page.locator("#camera .cure")
        expect(page.locator("#camera .figure")).to_have_count(5)
        expect(page.locator('[data-figure="size"] .sign')).to_contain_text("good")
        expect(page.locator("#camera .view polygon")).to_have_count(5)
        alt = page.locator("#camera .view img").get_attribute("alt") or ""
        assert "four of spades" in alt and "queen of diamonds" in alt
        page.keyboard.press("Enter")  # the focus is on Next
        expect(task).to_contain_text("Step 2 of 4")
        page.keyboard.press("Enter")
        expect(task).to_contain_text("Step 3 of 4")
        expect(cure).to_have_text("All good here.")
        page.keyboard.press("Enter")
        expect(page.locator("#camera")).to_have_attribute("data-result", "true")
        expect(task).to_have_text("Passed: 10 of 10 readings agreed.")
        expect(page.locator("#camera [role=status]")).to_contain_text("Passed")
        # A game continues meanwhile: the board's buttons do not control the dialog.
        assert service.command(press="0+5")["ok"] and service.command(press="ok")["ok"]
        service.wait_for_state(lambda state: state["scores"][0] == 5)
        page.click("#camera .primary")
        expect(page.locator("#camera")).to_be_hidden()
    finally:
        service.stop()


PICAMERA2 = """
import json, os, pathlib, types
import cv2
import numpy as np

FOLDER = pathlib.Path(__file__).parent


class Picamera2:
    camera_controls = {"AfMode": (0, 2, 0), "LensPosition": (0.0, 15.0, 1.0)}

    def __init__(self, number):
        self.controls, self.frames = {}, 0
        self.scene = cv2.imread(str(FOLDER / "scene.png"))

    @staticmethod
    def global_camera_info():
        return [{"Model": "imx708"}]

    def create_video_configuration(self, **what):
        return what

    def configure(self, configuration):
        pass

    def set_controls(self, controls):
        self.controls |= controls
        (FOLDER / "controls.json").write_text(json.dumps(self.controls))

    def start(self):
        pass

    def capture_array(self, name, wait):
        self.frames += 1
        noise = np.random.default_rng(self.frames).normal(0, 3, self.scene.shape)
        image = np.clip(self.scene + noise, 0, 255).astype(np.uint8)
        return types.SimpleNamespace(get_result=lambda timeout: image)

    def capture_metadata(self, wait):
        metadata = {"LensPosition": self.controls.get("LensPosition", 1.72)}
        return types.SimpleNamespace(get_result=lambda timeout: metadata)

    def stop(self):
        pass

    close = stop
"""
"""Fake of the Pi's camera library, with a module that can focus."""


def test_camera_focus_is_saved(
    context: BrowserContext,
    tmp_path: Path,
    troubles: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library = tmp_path / "library"
    library.mkdir()
    (library / "picamera2.py").write_text(PICAMERA2)
    cv2.imwrite(str(library / "scene.png"), SCENE)
    monkeypatch.setenv("PYTHONPATH", str(library))
    service = board(tmp_path, "picamera:")

    def controls() -> dict[str, float]:
        found: dict[str, float] = json.loads((library / "controls.json").read_text())
        return found

    try:
        page = open_camera_check(context, service, troubles)
        sharp = page.locator("#camera .sharp")
        expect(page.locator("#camera .figure")).to_have_count(5)
        expect(sharp).to_be_hidden()
        page.click("#camera .primary")
        expect(sharp).to_have_text("Keep this focus (58 cm)")
        assert controls() == {"AfMode": 2}
        sharp.click()
        expect(sharp).to_have_text("Use autofocus")
        expect(page.locator("#camera .how")).to_have_text("The focus is fixed at 58 cm.")
        assert controls()["AfMode"] == 0 and abs(controls()["LensPosition"] - 1.72) < 0.01
        settings = json.loads((tmp_path / "state" / "settings.json").read_text())
        assert settings == {"camera.focus_m": 0.581}
        page.click("#camera .primary")
        expect(sharp).to_be_hidden()
        page.locator("#camera").get_by_role("button", name="Back", exact=True).click()
        sharp.click()
        expect(sharp).to_have_text("Keep this focus (58 cm)")
        assert controls()["AfMode"] == 2
    finally:
        service.stop()


def test_players_around_picture_are_swapped_by_one_touch(
    context: BrowserContext, tmp_path: Path, troubles: list[str]
) -> None:
    """Checks that the picture turns, its cards are still recognised, and the setting is saved."""
    service = board(tmp_path, f"files:{film(tmp_path / 'table.avi', SCENE)}")
    try:
        page = open_camera_check(context, service, troubles)
        seats = page.locator("#camera .places [data-edge]")
        names = [each["name"] for each in service.get("api/state")["seats"]]
        expect(seats).to_have_text([f"{name} sits here" for name in names])
        corner = page.locator("#camera .view polygon").first
        expect(page.locator("#camera .view polygon")).to_have_count(5)
        finish_animations(page)
        view = page.locator("#camera .view").bounding_box()
        first, second = (seats.nth(n).bounding_box() for n in (0, 1))
        assert view and first and second
        assert first["y"] > view["y"] + 0.8 * view["height"] and second["y"] < view["y"] + 20
        before = corner.get_attribute("points")
        page.get_by_role("button", name=f"Swap {names[0]} and {names[1]}").click()
        expect(corner).not_to_have_attribute("points", before or "")
        expect(page.locator("#camera .view polygon")).to_have_count(5)
        wide = (page.locator("#camera .view > svg").get_attribute("viewBox") or "").split()[2:]
        page.get_by_role("button", name="Turn by 90°").click()
        expect(page.locator("#camera .view > svg")).to_have_attribute(
            "viewBox", f"0 0 {wide[1]} {wide[0]}"
        )
        page.keyboard.press("Escape")
        page.click("#open-menu")
        page.click("#menu .to-settings")
        page.get_by_role("tab", name="Camera").click()
        expect(page.get_by_label("Rotate picture by")).to_have_value("270")
    finally:
        service.stop()


def test_blurred_picture_is_reported_and_next_one_tried(
    context: BrowserContext, tmp_path: Path, troubles: list[str]
) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "1.png"), blurred(SCENE, 0.12, 54))
    cv2.imwrite(str(pictures / "2.png"), SCENE)
    service = board(tmp_path, f"files:{pictures}")
    try:
        page = open_camera_check(context, service, troubles)
        expect(page.locator("#camera .figure")).to_have_count(5)
        expect(page.locator("#camera .how")).to_contain_text("still pictures")
        page.click("#camera .primary")
        expect(page.locator('[data-figure="focus"] .sign')).to_contain_text("bad")
        expect(page.locator("#camera .cure")).to_contain_text("To do: Focus the camera")
        expect(page.locator("#camera .primary")).to_have_text("Continue anyway")
        page.get_by_role("button", name="Next picture").click()
        expect(page.locator('[data-figure="focus"] .sign')).to_contain_text("good")
        page.keyboard.press("Escape")
        expect(page.locator("#camera")).to_be_hidden()
    finally:
        service.stop()


@pytest.mark.parametrize(
    ("locale", "todo", "name"),
    [
        ("fr-FR", "À faire : Mettez les cartes au point", "flou, par index"),
        ("de-DE", "Zu tun: Stell die Karten scharf", "Unschärfe, je Index"),
    ],
)
def test_camera_figures_use_page_language(
    browser: Browser, blurry: RunningBoard, troubles: list[str], locale: str, todo: str, name: str
) -> None:
    context = context_of(browser, locale=locale)
    page = open_camera_check(context, blurry, troubles)
    expect(page.locator("#camera .figure")).to_have_count(5)
    page.click("#camera .primary")
    figure = page.locator('[data-figure="focus"]')
    expect(figure.locator("b")).to_have_text(name)
    expect(figure.locator(".value")).to_contain_text(",")  # a decimal comma
    expect(page.locator("#camera .cure")).to_contain_text(todo)
    context.close()


@pytest.fixture(scope="module")
def blind_page(browser: Browser, blind: RunningBoard) -> Iterator[tuple[Page, list[str]]]:
    """Yields a page of the board without a camera, and its errors."""
    troubles: list[str] = []
    context = context_of(browser)
    page = context.new_page()
    record_troubles(page, blind.address, troubles)
    page.goto(blind.address)
    page.wait_for_selector("body[data-whole]")
    yield page, troubles
    context.close()


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (800, 480), (390, 844)])
def test_missing_camera_is_reported(
    blind_page: tuple[Page, list[str]], width: int, height: int
) -> None:
    page, troubles = blind_page
    page.set_viewport_size({"width": width, "height": height})
    page.click("#open-menu")
    page.click("#menu .to-camera")
    cure = page.locator("#camera .cure")
    expect(cure).to_contain_text("no such device")
    finish_animations(page)
    for each in (cure, page.locator("#camera .primary"), page.locator("#camera .close")):
        box = each.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["y"] >= 0 and box["y"] + box["height"] <= height
    page.locator("#camera .close").click()
    page.click("#trouble")  # only the camera failed: the badge opens its set-up
    expect(page.locator("#camera")).to_be_visible()
    page.locator("#camera .close").click()
    assert troubles == []
