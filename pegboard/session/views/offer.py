"""The `offer` field of the `state` message."""

from collections.abc import Sequence

from pegboard.notice import localize_error
from pegboard.schema.offer import Offer as OfferMessage
from pegboard.session.counting.countdown import CountNarration
from pegboard.session.counting.offer import HAND, Offer


def offer_message(
    offer: Offer | None, aloud: CountNarration, saved: str | None, callers: Sequence[int]
) -> OfferMessage | None:
    """Returns the `offer` field of the state; None without an offer.

    Args:
        offer: the offer, if any.
        aloud: progress of the narration.
        saved: name of the saved picture; None if it is not saved.
        callers: seats that may call missed points.
    """
    if offer is None:
        return None
    width, height = offer.size
    hidden = offer.question in ("claim", "missed")
    score, steps = (None, ()) if hidden else (offer.score, offer.phrases)
    used_cards = set(offer.all_cards)
    return {
        "id": offer.id,
        "source": offer.source,
        "cards": [str(card) for card in offer.cards],
        "starter": None if offer.starter is None else str(offer.starter),
        "missing": HAND + 1 - len(offer.all_cards),
        "known_starter": None if offer.known_starter is None else str(offer.known_starter),
        "doubtful": [str(card) for card in offer.doubtful],
        "asks": offer.question,
        "others": {
            str(s.card): [str(card) for card in s.others if card not in used_cards]
            for s in offer.sightings
        },
        "outlines": {str(s.card): list(s.corners) for s in offer.sightings if s.corners},
        "width": width,
        "height": height,
        "seat": offer.seat,
        "crib": offer.crib,
        "points": 0 if hidden else offer.points,
        "items": [
            {
                "kind": item.kind.value,
                "points": item.points,
                "cards": [str(card) for card in item.cards],
            }
            for item in (score.items if score else ())
        ],
        "steps": [
            {
                "said": phrase.text,
                "points": phrase.points,
                "total": phrase.total,
                "cards": [str(card) for card in phrase.cards],
            }
            for phrase in steps
        ],
        "step": aloud.step,
        "narrated": aloud.narrated,
        "countdown": aloud.countdown,
        "autopeg_pending": aloud.autopeg_pending,
        "saved": saved,
        "spoken": "" if hidden else offer.spoken_count,
        "claimed": offer.claimed,
        "missed": 0 if hidden else offer.missed,
        "callers": list(callers),
        "earlier": (
            None
            if offer.earlier is None
            else {"seat": offer.earlier[0], "cards": [str(card) for card in offer.earlier[1]]}
        ),
        "problem": None if offer.problem is None else localize_error(offer.problem),
    }
