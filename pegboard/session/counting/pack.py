"""The pack on the table: the letters of its indices, and the question about their meaning.

    camera process --SeenPack--> PackSession --PackPrior--> camera process

`vision.packs` infers the pack from its letters. Where a letter means different cards in different
packs, this module asks the people at the board, and it stores the result.
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
"""Largest file that is read, bytes."""

NAMES = {
    "english": _("English pack"),
    "french": _("French pack"),
    "german": _("German pack"),
    "dutch": _("Dutch pack"),
    "scandinavian": _("Scandinavian pack"),
    "polish": _("Polish pack"),
}
"""Names of the packs by code."""


class PackBelief(Struct, frozen=True):
    """The last estimate of the pack, as stored in the state folder.

    Attributes:
        shares: probability of each pack by code; None before the camera has seen a pack.
        asked: codes of packs that people have been asked about.
    """

    shares: dict[str, float] | None = None
    asked: tuple[str, ...] = ()


def pack_file(folder: Path) -> StateFile[PackBelief]:
    """Returns the path of the estimate's file in a state folder."""
    return StateFile(
        folder / state_names.PACK, PackBelief, longest=MAX_BYTES, mode=0o644, encode=spaced
    )


class PackSession:
    """The pack that one camera sees. Use from one event loop only."""

    def __init__(
        self,
        camera_client: CameraClient | None,
        file: StateFile[PackBelief],
        run_blocking: RunBlocking,
        *,
        on_change: Callable[[], None],
        on_answer: Callable[[], None],
    ) -> None:
        """Restores the last estimate.

        Args:
            camera_client: client of the camera process; None without a camera.
            file: the file of the estimate; read immediately.
            run_blocking: runs blocking calls on the journal's thread.
            on_change: called when the message changes.
            on_answer: called when the meaning of the letters may have changed.
        """
        self._client, self._file, self._run_blocking = camera_client, file, run_blocking
        self._on_change, self._on_answer = on_change, on_answer
        belief = file.read_or(PackBelief())
        self._asked_codes = belief.asked
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
        """Code of the pack that the question is about; empty for no question."""
        belief = self._estimate
        if belief is None or belief.question in self._asked_codes:
            return ""
        return belief.question

    @property
    def prompt(self) -> Message | None:
        """The question and how to answer it, or None."""
        belief = self._estimate
        if not self.question or belief is None:
            return None
        letters = " ".join(belief.question_letters.values())
        name = NAMES[self.question]
        return _(
            "Is this a {pack}: {letters}? OK for yes, UNDO for no.", pack=name, letters=letters
        )

    def message(self) -> Pack | None:
        """The `pack` field of the state; None before the camera has seen a pack."""
        belief = self._estimate
        if belief is None:
            return None
        question = self.question
        return {
            "code": question or belief.code,
            "letters": dict(belief.question_letters if question else belief.letters),
            "question": self.prompt,
        }

    def answer_question(self, *, is_yes: bool) -> bool:
        """Answers the question; returns False if there is none."""
        code, client = self.question, self._client
        if not code or client is None:
            return False
        self._asked_codes = (*self._asked_codes, code)
        self._spawn(self._apply_answer(client, code, is_yes))
        self._on_change()
        return True

    async def _apply_answer(self, client: CameraClient, code: str, is_yes: bool) -> None:
        pack = client.pack.after_answer(code, is_right=is_yes)
        await self._save(pack.shares or {})
        with suppress(DeviceError):  # a failure is reported as the camera's
            await client.assume_pack(pack)
        self._on_answer()
        self._on_change()

    def _on_pack_seen(self, seen: SeenPack) -> None:
        """Records the camera's estimate; saves it when a different pack is decided."""
        decided = _decided_code(seen.shares)
        if decided and decided != self._saved_code and seen.setting == "auto":
            # After a change of pack, people may be asked again about all other packs.
            self._asked_codes = tuple(code for code in self._asked_codes if code == decided)
            self._spawn(self._save(seen.shares))
        shown = seen.code, seen.letters, seen.question
        if shown != self._shown:
            self._shown = shown
            self._on_change()

    async def _save(self, shares: dict[str, float]) -> None:
        self._saved_code = _decided_code(shares)
        try:
            await self._run_blocking(self._file.write, PackBelief(shares, self._asked_codes))
        except DeviceError as error:
            log.warning("the pack on the table is not remembered: %s", error)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _decided_code(shares: dict[str, float] | None) -> str:
    """Returns the code of the pack if it is certain enough; empty otherwise."""
    expected = PackPrior(shares=shares).expected
    return "" if expected is None else expected.code
