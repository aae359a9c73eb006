"""An error as doctor says it: what is wrong, and the cure, each a sentence of its own."""

from pegboard.errors import PegboardError
from pegboard.i18n import Message, _
from pegboard.narration.errors import localize_cure, localize_wrong


def sentences(error: PegboardError) -> tuple[Message, str]:
    """Splits an error into the fault and its cure; without a cure, the second is empty."""
    cure = localize_cure(error)
    wrong = _("{text:sentence}", text=localize_wrong(error))
    return wrong, "" if cure is None else _("{text:sentence}", text=cure)
