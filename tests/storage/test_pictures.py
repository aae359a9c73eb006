"""Saved pictures: two files each, the oldest deleted first, other files untouched."""

import errno
from pathlib import Path

import pytest

from pegboard.errors import DeviceError
from pegboard.storage import pictures
from pegboard.storage.pictures import PictureStore


@pytest.fixture(autouse=True)
def small_megabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MIB", 1000)


def add_picture(store: PictureStore, stamp: str, size: int = 900) -> str:
    file = store.reserve(stamp)
    file.write_bytes(bytes(size))
    store.complete(file, {"cards": ["5H"]})
    return file.stem


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_picture_is_stored_with_its_note(tmp_path: Path) -> None:
    store = PictureStore(tmp_path / "pictures", max_mb=5)
    assert not store.folder.exists(), "nothing is made before it is needed"
    name = add_picture(store, "20261121-061502")
    assert names(store.folder) == [f"{name}.jpg", f"{name}.json"]
    store.note(name, {"cards": ["6H"]})
    assert "6H" in (store.folder / f"{name}.json").read_text()


def test_limit_deletes_only_our_oldest_pictures(tmp_path: Path) -> None:
    store = PictureStore(tmp_path, max_mb=3)
    others = {"holiday.jpg": 9000, "20200101-000000.jpg": 9000, "notes.json": 10}
    for name, size in others.items():
        (tmp_path / name).write_bytes(bytes(size))
    link = tmp_path / "20200101-000000-00000000.jpg"
    link.symlink_to(tmp_path / "holiday.jpg")
    (tmp_path / "20200101-000000-0000000a.jpg").mkdir()
    stamps = [f"2026112{day}-120000" for day in range(1, 6)]
    made = [add_picture(store, stamp) for stamp in stamps]
    there = {name.partition(".")[0] for name in names(tmp_path)}
    assert there & set(made) == set(made[-3:])
    assert {*others, link.name, "20200101-000000-0000000a.jpg"} <= set(names(tmp_path))
    total = sum(p.stat().st_size for p in tmp_path.glob("202611*"))
    assert total <= 3000


def test_oversized_picture_is_rejected_without_deleting_others(tmp_path: Path) -> None:
    store = PictureStore(tmp_path, max_mb=3)
    before = add_picture(store, "20261121-000000")
    with pytest.raises(DeviceError, match=r"over the limit of 3 MB \(pictures_max_mb\)"):
        add_picture(store, "20261122-000000", 4000)
    assert names(tmp_path) == [f"{before}.jpg", f"{before}.json"]


def test_reduced_limit_applies_to_next_picture(tmp_path: Path) -> None:
    for day in range(1, 6):
        add_picture(PictureStore(tmp_path, max_mb=9), f"2026112{day}-000000")
    add_picture(PictureStore(tmp_path, max_mb=1), "20261129-000000", 500)
    assert len(names(tmp_path)) == 2


@pytest.mark.parametrize(
    ("number", "says"),
    [(errno.ENOSPC, "No space left"), (errno.EROFS, "Read-only file system")],
)
def test_full_disk_raises_device_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, says: str
) -> None:
    store = PictureStore(tmp_path, max_mb=5)
    first = add_picture(store, "20261121-000000")
    file = store.reserve("20261122-000000")
    file.write_bytes(b"half of it")

    def full(self: Path, *_: object, **__: object) -> int:
        raise OSError(number, says)

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(DeviceError, match=f"the picture was not saved: {says}"):
        store.complete(file, {})
    assert names(tmp_path) == [f"{first}.jpg", f"{first}.json"], "no half picture is left"


def test_uncreatable_folder_raises_device_error(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("")
    with pytest.raises(DeviceError, match="the picture was not saved"):
        PictureStore(tmp_path / "pictures", max_mb=5).reserve("20261121-000000")
