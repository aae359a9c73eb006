"""Every kind of table."""

from pegboard.cribbage.game import Rules

TABLES = [
    Rules(),
    Rules(target=61, dealer_bonus=3),
    Rules(manual_count=True),
    Rules(muggins=True),
    Rules(players=3),
    Rules(players=4),
    Rules(players=4, partners=True),
]
