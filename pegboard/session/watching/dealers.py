"""Named dealers: people say who dealt where the camera sees a seat deal out of turn.

The deal on the table is turned, not lost: what the camera has seen of it is explained anew under
the dealer that people name.
"""

from pegboard.cribbage.game import Deal, State
from pegboard.session.watching.question import Answer, Question, QuestionCode


class NamedDealers:
    """The dealers that people named, by the camera's number of the deal."""

    def __init__(self) -> None:
        """Starts with no deal of which anybody said who dealt."""
        self._named = dict[int, int]()
        self._denied = dict[int, set[int]]()

    def dealer_of(self, deal: int) -> int | None:
        """Returns the seat that dealt, as people said; None if nobody did."""
        return self._named.get(deal)

    def question_for(
        self, deal: int, seen: Deal, due: int, saw_deal: bool, *, may_be_turned: bool
    ) -> Question | None:
        """Returns the question about the dealer of a deal; None if there is none.

        Args:
            deal: the camera's number of it.
            seen: the deal as the camera believes it.
            due: the seat whose turn it is.
            saw_deal: whether the camera saw the hands being dealt.
            may_be_turned: whether the picture may be upside down.
        """
        if deal in self._named:
            return None
        denied = self._denied.get(deal)
        if denied:  # with more than two seats a no leaves several
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
        """Takes the answer to a question about the dealer.

        Args:
            question: one of `DEALERS`.
            answer: yes; or no, or that the picture is turned: then the seat whose turn it was
                dealt, or one of the others.
            players: seats at the table.
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
        """Forgets the dealer of a deal that was taken back; returns the deal if one was named."""
        self._denied.pop(deal, None)
        dealer = self._named.pop(deal, None)
        return None if dealer is None else Deal(dealer)


def deals_until(state: State, dealer: int) -> tuple[Deal, ...]:
    """Returns the deals that lead to a seat's deal: those of others in turn are passed over.

    Args:
        state: before them, between two deals or in a deal that is given up.
        dealer: the seat.
    """
    players = state.rules.players
    due = state.dealer if state.stage_name == "deal" else state.pone
    steps = (dealer - due) % players
    return tuple(Deal((due + step) % players) for step in range(steps + 1))
