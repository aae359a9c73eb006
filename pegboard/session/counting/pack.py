"""The pack on the table: its letters for the page, and the one question about them.

    camera process --SeenPack--> PackSession --PackPrior--> camera process
                                     |  a yes or no of the people

`vision.packs` decides what letters mean. This module asks people where a letter means one card in
one pack and another card in another, and stores the belief.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from msgspec import Struct

from pegboard.camera.client import CameraClient
from pegboard.camera.reading import PackPrior, SeenPack
from pegboard.errors import DeviceError
from pegboard.host.state_file import StateFile, spaced
from pegboard.i18n import Message, _
from pegboard.schema.table import Pack
from pegboard.storage import state_names
from pegboard.storage.port import RunBlocking

log = logging.getLogger(__name__)

MAX_BYTES = 4096
"""Bytes that are read of the file."""

NAMES = {
    "english": _("English pack"),
    "french": _("French pack"),
    "german": _("German pack"),
    "dutch": _("Dutch pack"),
    "scandinavian": _("Scandinavian pack"),
    "polish": _("Polish pack"),
}
"""By the code of the pack."""


class PackBelief(Struct, frozen=True):
    """The last belief about the pack, as the state folder has it.

    Attributes:
        shares: share of each pack by its code; None before the camera has seen a pack.
        asked: codes of packs about which people were asked.
    """

    shares: dict[str, float] | None = None
    asked: tuple[str, ...] = ()


def pack_file(folder: Path) -> StateFile[PackBelief]:
    """Returns the file of the belief in a state folder."""
    return StateFile(
        folder / state_names.PACK, PackBelief, longest=MAX_BYTES, mode=0o644, encode=spaced
    )


class PackSession:
    """The pack before one camera. Use from one event loop only."""

    def __init__(
        self,
        camera_client: CameraClient | None,
        file: StateFile[PackBelief],
        run_blocking: RunBlocking,
        *,
        on_change: Callable[[], None],
        on_answer: Callable[[], None],
    ) -> None:
        """Continues with the last belief.

        Args:
            camera_client: the camera, or None.
            file: keeps the belief; it is read now.
            run_blocking: the thread that writes it.
            on_change: called when there is something else to show.
            on_answer: called when the letters mean something else now.
        """
        self._client, self._file, self._run_blocking = camera_client, file, run_blocking
        self._on_change, self._on_answer = on_change, on_answer
        belief = file.read_or(PackBelief())
        self._asked = belief.asked
        self._saved_code = _decided_code(belief.shares)
        self._shown: tuple[str, dict[str, str], str] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        if camera_client is not None:
            camera_client.pack = replace(camera_client.pack, shares=belief.shares)
            camera_client.on_pack = self._on_pack_seen

    @property
    def _estimate(self) -> SeenPack | None:
        client = self._client
        return None if client is None else client.seen_pack or client.pack.expected

    @property
    def question(self) -> str:
        """Code of the pack that people are asked about; empty for none."""
        belief = self._estimate
        return belief.question if belief is not None and belief.question not in self._asked else ""

    @property
    def prompt(self) -> Message | None:
        """The question and how to answer it, as text; None if there is none."""
        belief = self._estimate
        if not self.question or belief is None:
            return None
        letters = " ".join(belief.question_letters.values())
        name = NAMES[self.question]
        return _(
            "Is this a {pack}: {letters}? OK for yes, UNDO for no.", pack=name, letters=letters
        )

    def message(self) -> Pack | None:
        """Returns the field of the state; None before the camera has seen a pack."""
        belief = self._estimate
        if belief is None:
            return None
        asked = self.question
        return {
            "code": asked or belief.code,
            "letters": dict(belief.question_letters if asked else belief.letters),
            "question": self.prompt,
        }

    def answer_question(self, *, is_yes: bool) -> bool:
        """Answers the question; returns False if none waits."""
        code, client = self.question, self._client
        if not code or client is None:
            return False
        self._asked = (*self._asked, code)
        self._spawn(self._apply_answer(client, code, is_yes))
        self._on_change()
        return True

    async def _apply_answer(self, client: CameraClient, code: str, is_yes: bool) -> None:
        pack = client.pack.after_answer(code, is_right=is_yes)
        await self._save(pack.shares or {})
        with suppress(DeviceError):  # the camera's own fault, shown where cameras are
            await client.assume_pack(pack)
        self._on_answer()
        self._on_change()

    def _on_pack_seen(self, seen: SeenPack) -> None:
        """Notes what the camera believes now; it is saved when another pack is decided."""
        decided = _decided_code(seen.shares)
        if decided and decided != self._saved_code and seen.setting == "auto":
            # People who take another pack may be asked about that one.
            self._asked = tuple(code for code in self._asked if code == decided)
            self._spawn(self._save(seen.shares))
        shown = seen.code, seen.letters, seen.question
        if shown != self._shown:
            self._shown = shown
            self._on_change()

    async def _save(self, shares: dict[str, float]) -> None:
        self._saved_code = _decided_code(shares)
        try:
            await self._run_blocking(self._file.write, PackBelief(shares, self._asked))
        except DeviceError as error:
            log.warning("the pack on the table is not remembered: %s", error)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _decided_code(shares: dict[str, float] | None) -> str:
    """Returns the code of the pack that is certain enough; empty for none."""
    expected = PackPrior(shares=shares).expected
    return "" if expected is None else expected.code
