"""Two boards in one process, exchanging envelopes."""

from copy import deepcopy
from random import Random

import msgspec

from pegboard.chain.keys import SigningKey
from pegboard.cribbage.actions import Discard, Go, Play
from pegboard.remote.game import RemoteGame, commitment_to
from pegboard.remote.messages import AnyMessage, open_envelope
from pegboard.remote.outbox import Outbox
from pegboard.remote.saved import SavedGame

GAME = "0123456789abcdef"


class Pair:
    """Ann at seat 0, who invited, and Ben at seat 1, who has accepted.

    Args:
        seed: of everything that is random.
    """

    def __init__(self, seed: int, target: int = 121) -> None:
        self.rng = Random(seed)
        self.keys = [SigningKey(), SigningKey()]
        nonces = [self.rng.randbytes(16) for _ in range(2)]
        self.games = [
            RemoteGame(
                SavedGame(
                    game=GAME,
                    seat=seat,
                    other=self.keys[1 - seat].id,
                    seed=self.rng.randbytes(32),
                    nonce=nonces[seat],
                    commitment=commitment_to(nonces[0]),
                    target=target,
                    names=["Ann", ""],
                    received=seat,
                    confirmed=1 - seat,
                )
            )
            for seat in range(2)
        ]
        self.boxes = [Outbox(self.games[seat].saved, self.keys[seat]) for seat in range(2)]
        self.games[1].accept("Ben")

    def restart(self, seat: int) -> None:
        """Simulates a power cut: reloads a board from its saved state."""
        text = msgspec.json.encode(self.games[seat].saved)
        self.games[seat] = RemoteGame(msgspec.json.decode(text, type=SavedGame))
        self.boxes[seat] = Outbox(self.games[seat].saved, self.keys[seat])
        self.boxes[seat].resend_all()

    def shuffle_all(self) -> bool:
        """Lets both boards shuffle if it is their turn; returns False if it was neither's."""
        before = [game.has_work for game in self.games]
        for game in self.games:
            game.shuffle()
        return any(before)

    def exchange(self) -> None:
        """Delivers all envelopes until there are none."""
        moved = True
        while moved:
            moved = self.shuffle_all()
            for seat, box in enumerate(self.boxes):
                for text in box.next_envelopes():
                    self.games[1 - seat].receive(open_envelope(text))
                    moved = True

    def act(self, seat: int) -> bool:
        """Performs a random legal action of a seat; returns False if there is none."""
        game = self.games[seat]
        deal = game.saved.deal
        if game.is_ended or deal is None or game.state.over:
            return False
        state = game.state
        if (
            state.stage_name == "deal"
            and deal.dealer == seat
            and not (deal.is_requested or deal.dealt)
        ):
            game.deal()
        elif game.saved.hand and seat not in deal.thrown:
            game.act(Discard(seat, tuple(self.rng.sample(game.saved.hand, 2))))
        elif state.stage_name == "play" and state.turn == seat and game.saved.hand:
            fits = [card for card in game.saved.hand if state.count + card.value <= 31]
            game.act(Play(seat, self.rng.choice(fits)) if fits else Go(seat))
        else:
            return False
        return True

    def until(self, stage: str) -> None:
        """Plays until the game reaches a stage."""
        self.exchange()
        while self.games[0].state.stage_name != stage or self.games[1].state.stage_name != stage:
            assert any([self.act(seat) for seat in range(2)])
            self.exchange()

    @classmethod
    def at_stage(cls, stage: str, seed: int) -> "Pair":
        """Returns a pair at a stage of the game, cached and copied for each test."""
        if (stage, seed) not in _PLAYED:
            pair = cls(seed)
            pair.until(stage)
            _PLAYED[stage, seed] = pair
        return deepcopy(_PLAYED[stage, seed])

    def send_invalid(self, seat: int, message: AnyMessage) -> str:
        """Sends an arbitrary message from a seat; returns the other board's fault."""
        self.exchange()
        self.games[seat].send(message)
        self.exchange()
        return self.games[1 - seat].saved.fault


_PLAYED: dict[tuple[str, int], Pair] = {}
