"""Typed key-value collections in a hall's store."""

from typing import Generic, TypeVar

import msgspec

from pegboard.hall.store.port import HallStore

T = TypeVar("T")


class KeyValues(Generic[T]):
    """A key-value collection with values of one type.

    Args:
        name: name of the collection in the store.
        form: type of the values, stored as JSON, or as is for `bytes`.
    """

    def __init__(self, name: str, form: type[T]) -> None:
        self.name, self._form = name, form

    def get(self, store: HallStore, key: str = "") -> T | None:
        """Returns the value of a key, or None."""
        value = store.values(self.name, key).get(key)
        return None if value is None else self._read(value)

    def all(self, store: HallStore) -> dict[str, T]:
        """Returns all values by key, in the order in which they were put."""
        return {key: self._read(value) for key, value in store.values(self.name).items()}

    def put(self, store: HallStore, value: T | None, key: str = "") -> None:
        """Commits the value of a key; None deletes it."""
        if value is not None and self._form is not bytes:
            store.put_value(self.name, key, msgspec.json.encode(value))
        else:
            store.put_value(self.name, key, value)  # type: ignore[arg-type]

    def _read(self, value: bytes) -> T:
        if self._form is bytes:
            return value  # type: ignore[return-value]
        return msgspec.json.decode(value, type=self._form)
