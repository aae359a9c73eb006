"""Pictures of QR codes: from SVG, from a page, and as seen by a camera."""

import itertools
import re

import cv2
import numpy as np
from playwright.sync_api import Locator

from pegboard.devices.ports import Image
from pegboard.vision.qr import read_qr

SIZE = (1280, 720)
"""Width and height of a camera's picture."""
NEARER, BLURS = (1.0, 1.3, 1.7, 2.2), (0.3, 0.8, 1.5)
TABLE = 110
"""Grey level around the code."""


def rasterized(svg: str, module_px: int = 8) -> Image:
    """Renders a code from segno's SVG, which has a line per run of dark modules."""
    side = int(re.findall(r'viewBox="0 0 (\d+) \1"', svg)[0])
    path = re.findall(r'class="qrline"[^>]* d="([^"]+)"', svg)[0]
    modules = np.full((side, side), 255, np.uint8)
    x = y = 0.0
    for word, numbers in re.findall(r"([Mmh])([-\d. ]+)", path):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if word == "h":
            modules[int(y), int(x) : int(x + values[0])] = 0
            x += values[0]
        elif word == "M":
            x, y = values
        else:
            x, y = x + values[0], y + values[1]
    large = np.kron(modules, np.ones((module_px, module_px), np.uint8))
    return cv2.cvtColor(large, cv2.COLOR_GRAY2BGR)


def camera_view(code: Image, side_px: int, *, blur: float, noise: float, seed: int) -> Image:
    """Returns a camera picture of a code: tilted, rotated, blurred and noisy."""
    rng = np.random.default_rng(seed)
    height, width = code.shape[:2]
    middle = np.array([SIZE[0] / 2, SIZE[1] / 2]) + rng.uniform(-60, 60, 2)
    turn = rng.uniform(-0.3, 0.3)
    unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float) * side_px / 2
    rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = unit @ rotation + middle + rng.uniform(-0.05, 0.05, (4, 2)) * side_px
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    way = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    table = np.full((SIZE[1], SIZE[0], 3), TABLE, np.uint8)
    fine = cv2.resize(code, None, fx=2.0, fy=2.0, interpolation=cv2.INTER_NEAREST)
    way = way @ np.diag([0.5, 0.5, 1.0])
    picture = cv2.warpPerspective(
        fine, way, SIZE, table, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT
    )
    if blur:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    return np.clip(picture + rng.normal(0, noise, picture.shape), 0, 255).astype(np.uint8)


def read_from_page(shown: Locator) -> str:
    """Reads a code from a page's pixels, as a camera approaching it would.

    OpenCV's reader fails at one code of a hundred at one size; a camera sees more than one.
    """
    pixels = np.frombuffer(shown.screenshot(), np.uint8)
    image = np.asarray(cv2.imdecode(pixels, cv2.IMREAD_COLOR), np.uint8)
    return read_at_any_distance(image)


def read_at_any_distance(image: Image) -> str:
    """Returns the first text read at several scales and blurs, or an empty string."""
    framed = cv2.copyMakeBorder(image, 24, 24, 24, 24, cv2.BORDER_CONSTANT, value=(255,) * 3)
    for near, blur in itertools.product(NEARER, BLURS):
        large = cv2.resize(framed, None, fx=near, fy=near)
        if text := read_qr(np.asarray(cv2.GaussianBlur(large, (0, 0), blur), np.uint8)):
            return text
    return ""
