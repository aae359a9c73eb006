"""The page's TypeScript types match the schema, and invalid messages are detected."""

from typing import Any

import msgspec
import pytest

from pegboard.schema.commands import VERBS
from pegboard.schema.messages import AckMessage, ChangeMessage, Snapshot
from tests.support.browser.scripted import COMPUTER, SEEN, state
from tests.support.schema import check
from tests.tools.protocol_types import TARGET
from tests.tools.protocol_types.writer import Writer


def test_typescript_types_match_schema() -> None:
    assert TARGET.read_text(encoding="utf-8") == Writer().text(), "`make types` writes them anew"


def test_typescript_types_cover_every_command() -> None:
    text = Writer().text()
    for verb in VERBS:
        assert f"{{ {verb}: " in text


@pytest.mark.parametrize("changes", [{}, COMPUTER, {"offer": SEEN}])
def test_scripted_states_match_schema(changes: dict[str, Any]) -> None:
    check(state(**changes), Snapshot)


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"waits": True}, "unknown field `waits`"),
        ({"stage": "drawing"}, "$.stage"),
        ({"seats": [{"name": "Ann"}]}, "$.seats[0]"),
        ({"turn": True}, "$.turn"),
        ({"offer": SEEN | {"told": True}}, "$.offer"),
        ({"offer": SEEN | {"outlines": {"5H": [[1]]}}}, "$.offer.outlines"),
    ],
)
def test_schema_refuses_invalid_state(changes: dict[str, Any], path: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        check(state() | changes, Snapshot)
    assert path in str(refused.value)


def test_schema_distinguishes_optional_and_required_keys() -> None:
    check({"type": "ack", "id": None, "ok": True}, AckMessage)
    check({"type": "change", "n": 2, "after": 1, "set": {"seq": 2}}, ChangeMessage)
    for message, of in (
        ({"type": "ack", "ok": True}, AckMessage),
        ({"type": "change", "n": 2, "after": 1, "set": {"lay": None}}, ChangeMessage),
        ({"type": "change", "n": 2, "set": {}}, ChangeMessage),
    ):
        with pytest.raises(msgspec.ValidationError):
            check(message, of)
