"""Reading of a QR code anywhere in a picture."""

import cv2
import numpy as np
import numpy.typing as npt

SIDES = (1280, 640)
"""Longest sides, in pixels, at which a picture is searched; the smaller averages noise out."""
TEXT_MOST = 1000
"""Maximum length of the text; our addresses are shorter."""


def read_qr(image: npt.NDArray[np.uint8]) -> str:
    """Returns the text of a QR code in a picture; empty if none is readable.

    Searches a downscaled picture at most twice, so that time and memory are bounded.

    Args:
        image: (height, width, 3) BGR `uint8`.
    """
    detector = cv2.QRCodeDetector()
    for side in SIDES:
        scale = min(1.0, side / max(image.shape[:2]))
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
        try:
            text = detector.detectAndDecode(grey)[0]
        except (cv2.error, UnicodeDecodeError):  # not a QR code, or not text
            continue
        if text:
            return str(text)[:TEXT_MOST]
    return ""
