"""The archive of a short club night, for read-only tests."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from pegboard.chain.keys import SigningKey
from pegboard.hall.archive.export import export
from pegboard.hall.demo.night import EVENT, play_night
from pegboard.hall.folder import open_hall

HALL_KEY = SigningKey(bytes(range(1, 33)))


@cache
def exported_night(rounds: int = 2) -> bytes:
    """Returns the exported file of a six-player night, played once per process."""
    with TemporaryDirectory() as name, open_hall(Path(name)) as hall:
        play_night(hall, Path(name), "seed", 1e9, rounds=rounds)
        return export(hall.store, EVENT, HALL_KEY)
