"""Dealers named by people, for deals in which the camera sees a seat deal out of turn.

The deal is not lost: the camera reinterprets its observations with the named dealer.
"""

from pegboard.cribbage.game import Deal, State
from pegboard.session.watching.question import Answer, Question, QuestionCode


class NamedDealers:
    """Dealers named by people, by the number that the camera gave the deal."""

    def __init__(self) -> None:
        """Starts without named dealers."""
        self._named = dict[int, int]()
        self._denied = dict[int, set[int]]()

    def dealer_of(self, deal: int) -> int | None:
        """Returns the seat that people named as the dealer, or None."""
        return self._named.get(deal)

    def question_for(
        self, deal: int, seen: Deal, due: int, saw_deal: bool, *, may_be_turned: bool
    ) -> Question | None:
        """Returns the question to ask about the dealer of a deal, or None.

        Args:
            deal: the camera's number of the deal.
            seen: the deal according to the camera.
            due: the seat whose turn it is to deal.
            saw_deal: whether the camera saw the hands being dealt.
            may_be_turned: whether the picture may be upside down.
        """
        if deal in self._named:
            return None
        denied = self._denied.get(deal)
        if denied:  # with more than two seats, one "no" leaves several candidates
            seats = (seen.dealer, due, *range(len(denied) + 2))
            who = next(seat for seat in seats if seat not in denied)
            return Question(QuestionCode.BEGUN, deal, 0, Deal(who))
        if not saw_deal:
            return Question(QuestionCode.BEGUN, deal, 0, seen)
        if seen.dealer != due:
            turned = 180 if may_be_turned else 0
            return Question(QuestionCode.WRONG_DEALER, deal, 0, seen, due=due, turned=turned)
        return None

    def record_answer(self, question: Question, answer: Answer, players: int) -> None:
        """Records the answer to a question about the dealer.

        Args:
            question: a question with one of `DEALER_CODES`.
            answer: yes; or no or turned: then the seat in turn dealt, or one of the others.
            players: number of seats.
        """
        assert isinstance(question.action, Deal)
        deal, who = question.deal, question.action.dealer
        if answer is Answer.YES:
            self._named[deal] = who
        elif question.due is not None:
            self._named[deal] = question.due
        else:
            denied = self._denied.setdefault(deal, set())
            denied.add(who)
            left = set(range(players)) - denied
            if len(left) == 1:
                self._named[deal] = left.pop()

    def remove(self, deal: int) -> Deal | None:
        """Removes the dealer named for an undone deal; returns that `Deal`, or None."""
        self._denied.pop(deal, None)
        dealer = self._named.pop(deal, None)
        return None if dealer is None else Deal(dealer)


def deals_until(state: State, dealer: int) -> tuple[Deal, ...]:
    """Returns the deals from the next one in turn up to the one of a given seat.

    Args:
        state: the state before, between two deals or in an abandoned deal.
        dealer: the seat that dealt.
    """
    players = state.rules.players
    due = state.dealer if state.stage_name == "deal" else state.pone
    steps = (dealer - due) % players
    return tuple(Deal((due + step) % players) for step in range(steps + 1))
