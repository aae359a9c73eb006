"""Saving the picture of a counted hand, on request, to report a misreading.

Nothing is saved without a request. A note beside the picture holds the reading and the actual
cards, and is updated after every correction.
"""

import asyncio
import logging
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pegboard.camera.client import CameraClient
from pegboard.camera.reading import CardReading
from pegboard.errors import DeviceError, IllegalAction
from pegboard.session.codes import Refusal
from pegboard.session.counting.offer import Offer
from pegboard.storage.pictures import AlbumFault, PictureStore

log = logging.getLogger(__name__)


class OfferPicture:
    """The picture of the latest reading, saved at most once. Use from one event loop only."""

    def __init__(self, camera_client: CameraClient | None, album: PictureStore | None) -> None:
        """Starts without a picture.

        Args:
            camera_client: the camera, which has the full-size picture; or None.
            album: folder for saved pictures, or None.
        """
        self.name: str | None = None
        """Name of the saved picture; None if it has not been saved."""
        self._camera_client, self._album = camera_client, album
        self._reading: CardReading | None = None

    def set(self, reading: CardReading | None) -> None:
        """Sets the picture of a new reading; None removes it."""
        self._reading, self.name = reading, None

    async def save(self, offer: Offer | None) -> None:
        """Saves the picture at full size, with its reading.

        Args:
            offer: the current interpretation of the cards.

        Raises:
            IllegalAction: there is no picture.
            DeviceError: the disk is full or read-only.
        """
        reading, album, camera_client = self._reading, self._album, self._camera_client
        if reading is None or album is None or camera_client is None:
            raise IllegalAction(Refusal.NO_PICTURE)
        if self.name is not None:
            return
        now = datetime.now(UTC)
        file = await asyncio.to_thread(album.reserve, now.strftime("%Y%m%d-%H%M%S"))
        try:
            await camera_client.save_picture(reading.number, file)
        except DeviceError as error:
            # The camera process lost the picture or cannot write: save the page's smaller copy.
            log.warning("the whole picture was not kept: %s", error)
            file = await asyncio.to_thread(_write_picture, file, reading.picture)
        await asyncio.to_thread(album.complete, file, _note(reading, offer, now.isoformat()))
        if self._reading is reading:
            self.name = file.stem

    async def update_note(self, offer: Offer) -> None:
        """Updates the note of a saved picture after a correction."""
        if self.name is None or self._reading is None or self._album is None:
            return
        note = _note(self._reading, offer, datetime.now(UTC).isoformat())
        try:
            await asyncio.to_thread(self._album.note, self.name, note)
        except OSError as error:
            log.warning("%s: %s", self.name, error)


def _note(reading: CardReading, offer: Offer | None, at: str) -> dict[str, Any]:
    return {
        "at": at,
        "width": reading.width,
        "height": reading.height,
        "read": [
            {"card": str(s.card), "confidence": s.confidence, "corners": s.corners}
            for s in reading.sightings
        ],
        "sure": reading.sure,
        "waited": reading.waited,
        "starter_read": None if reading.starter is None else str(reading.starter),
        "cards": [] if offer is None else [str(card) for card in offer.cards],
        "starter": None if offer is None or offer.starter is None else str(offer.starter),
    }


def _write_picture(file: Path, picture: bytes) -> Path:
    try:
        file.write_bytes(picture)
    except OSError as error:
        file.unlink(missing_ok=True)
        raise DeviceError(AlbumFault.NOT_SAVED, why=error.strerror or error) from error
    return file
