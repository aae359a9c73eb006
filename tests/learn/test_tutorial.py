"""The guided first deal: the real engine throughout, and feedback on every wrong choice."""

import asyncio
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.cribbage.cards import DECK, Card
from pegboard.cribbage.game import apply, new_game
from pegboard.cribbage.notation import parse_record
from pegboard.cribbage.scoring import score_hand
from pegboard.errors import PegboardError
from pegboard.i18n import LANGUAGES, localize
from pegboard.learn.tutorial import HANDS, LONGEST, PAGES, STARTER, Lesson, answer
from pegboard.web.app import create_app
from tests.support.web_fake import FakeDesk, page_parts

LAID = ["read", "discard 0 2C4H", "read"]


def recommended_line(done: list[str]) -> str:
    """Returns the line the lesson recommends."""
    lesson = Lesson(done)
    cards = ""
    if lesson.wants in ("lay", "play"):
        cards = "".join(answer(done, "hint")["judged"]["cards"])
    match lesson.wants:
        case "lay":
            return f"discard 0 {cards}"
        case "play":
            return f"play 0 {cards}"
        case "go":
            return "go 0"
        case "count":
            return f"count {lesson.shows[1].score.total}"
    return "read"


def test_following_hints_covers_every_page() -> None:
    done: list[str] = []
    steps: list[dict[str, Any]] = [answer([], None)]
    while steps[-1]["wants"]:
        steps.append(answer(done, recommended_line(done)))
        assert steps[-1]["judged"]["kind"] == "well"
        done = steps[-1]["done"]
    assert list(dict.fromkeys(step["page"] for step in steps)) == list(PAGES)
    assert len(steps) <= 14, "three minutes are about a dozen steps"
    log = " | ".join(line for step in steps for line in step["happened"])
    for word in ("+2 fifteen", "+3 run", "+2 thirty-one", "+1 go", "+1 last card", "You say go"):
        assert word in log
    assert [step["wants"] for step in steps].count("go") == 1
    assert steps[-1]["scores"] == [25, 10]
    assert steps[-1]["pegs"] == [[25, 23], [10, 2]]


def test_lesson_replays_as_record() -> None:
    """Replays the lesson in the engine from the text of its record."""
    done: list[str] = []
    while Lesson(done).wants:
        done.append(recommended_line(done))
    hands = ["".join(map(str, hand)) for hand in HANDS]
    lesson = Lesson(done)
    text = [f"deal 0 {' '.join(hands)}", "discard 0 2C4H", "discard 1 4DKC", f"cut {STARTER}"]
    pile = "play 1 9S|play 0 6C|play 1 JH|go 0|play 0 9H|play 1 7C|play 0 8C|go 1"
    pile += "|play 0 7D|play 1 8D"
    record = parse_record("players 2\n" + "\n".join([*text, *pile.split("|")]) + "\n")
    state = new_game(record.header.rules, 0)
    for action in record.actions:
        state = apply(state, action).state
    assert list(state.scores) == lesson.scores


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_any_choices_finish_lesson(data: st.DataObject) -> None:
    done: list[str] = []
    for _ in range(LONGEST):
        now = answer(done, None)
        if not now["wants"]:
            break
        lines = {
            "count": [f"count {n}" for n in now["choices"]],
            "read": ["read"],
        }.get(now["wants"], [each["action"] for each in now["legal"]])
        line = data.draw(st.sampled_from(lines))
        step = answer(done, line, anyway=True)
        kind = step["judged"]["kind"]
        assert kind in (("well", "not") if now["wants"] == "count" else ("well", "better"))
        assert len(step["done"]) == len(done) + (kind != "not")
        # A wrong count gets help, then the right one follows.
        done = step["done"] if kind != "not" else [*done, recommended_line(done)]
    assert answer(done, None)["page"] == "end"
    lesson = Lesson(done)
    counted = [show.score.total for show in lesson.shows]
    assert lesson.shows[0].score == score_hand(lesson.shows[0].cards, STARTER)
    assert lesson.scores[0] >= counted[1] + counted[2]


@pytest.mark.parametrize(
    ("done", "line", "kind", "says"),
    [
        (["read"], "discard 0 6C7D", "better", "keeps only 2. Keeping 6♣, 7♦, 8♣, 9♥ gives 8"),
        (["read"], "discard 0 2C5D", "not", "Choose two cards from your hand"),
        (["read"], "play 0 2C", "not", "Choose two cards from your hand"),
        (["read"], "dance", "not", "not an action"),
        (LAID, "play 0 7D", "better", "6♣ makes 15 and scores 2"),
        (LAID, "go 0", "not", "At 9 you have one"),
        ([*LAID, "play 0 6C"], "play 0 7D", "not", "7♦ would make 32, past 31"),
        ([*LAID, "play 0 6C"], "play 0 AC", "not", "say go"),
    ],
)
def test_wrong_choice_is_explained_without_progress(
    done: list[str], line: str, kind: str, says: str
) -> None:
    step = answer(done, line)
    assert step["judged"]["kind"] == kind and says in step["judged"]["text"]
    assert step["done"] == done
    assert answer(done, None) == step | {"judged": None}
    # Only legal choices can be applied anyway.
    again = answer(done, line, anyway=True)
    assert (again["done"] != done) is (kind == "better")


def test_feedback_on_plays_is_true() -> None:
    """Tries every card and go at each point of every path through the deal."""
    ways = [["read", each["action"], "read"] for each in answer(["read"], None)["legal"]]
    points = 0
    while ways:
        done = ways.pop()
        now = answer(done, None)
        if now["page"] != "play":
            continue
        points += 1
        legal = [each["action"] for each in now["legal"]]
        for line in [*(f"play 0 {card}" for card in HANDS[0]), "go 0"]:
            after = answer(done, line, anyway=True)
            text = after["judged"]["text"]
            assert (after["done"] == [*done, line]) is (line in legal)
            assert ("say go" in text) is (line not in legal and legal == ["go 0"]), text
            assert "lower card" not in text or legal != ["go 0"], text
        ways += [[*done, line] for line in legal]
    assert points > 100


def test_better_discard_feedback_names_higher_hand() -> None:
    for each in answer(["read"], None)["legal"]:
        text = answer(["read"], each["action"])["judged"]["text"]
        kept, _, best = text.partition(". Keeping ")
        assert "keeps" not in text or int(kept.split()[-1]) < int(best.split("gives ")[1][0])


def test_lesson_asks_and_corrects_own_count() -> None:
    done = list(LAID)
    while Lesson(done).page != "own":
        done.append(recommended_line(done))
    step = answer(done, None)
    assert step["choices"] == [12, 14, 16, 20] and step["shown"]["points"] is None
    assert step["scores"] == [7, 10], "pegged before it was counted"
    wrong = answer(done, "count 14")
    assert wrong["judged"]["kind"] == "not" and "double run of four" in wrong["judged"]["text"]
    assert wrong["done"] == done
    right = answer(done, "count 16")
    assert right["judged"]["text"].startswith("Right!") and right["page"] == "crib"
    assert right["scores"] == [25, 10]


@pytest.mark.parametrize(
    "done",
    [["dance"], ["read", "read"], ["read", "discard 0 2C5D"], ["read"] * 41, ["read", "count 3"]],
)
def test_invalid_lesson_lines_are_refused(done: list[str]) -> None:
    with pytest.raises(PegboardError):
        answer(done, None)


def test_lesson_cards_are_unique_and_opponent_hidden() -> None:
    assert len({*HANDS[0], *HANDS[1], STARTER}) == 13
    other = {str(card) for card in HANDS[1]}
    step = str(answer(["read"], "hint"))
    assert not [card for card in other if f"'{card}'" in step]
    assert Card.parse("6S") in DECK and "6S" not in step


@pytest.mark.parametrize("language", LANGUAGES)
def test_lesson_is_localized(language: str) -> None:
    done: list[str] = []
    english, localized = [], []
    while Lesson(done).wants:
        step = answer(done, "hint") if Lesson(done).wants != "read" else answer(done, None)
        english += step["text"]
        localized += localize(language, step)["text"]
        done.append(recommended_line(done))
    same = [text for text, other in zip(english, localized, strict=True) if text == other]
    assert same == (english if language == "en" else [])


def ask(body: Any, language: str = "en") -> httpx.Response:
    async def run() -> httpx.Response:
        transport = httpx.ASGITransport(create_app(page_parts(FakeDesk())), client=("127.0.0.1", 9))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            return await http.post("/api/lesson", params={"language": language}, json=body)

    return asyncio.run(run())


def test_lesson_over_http() -> None:
    begun = ask({}).json()
    assert (begun["page"], begun["wants"], begun["number"], begun["of"]) == ("aim", "read", 1, 8)
    assert ask({"line": "read"}, "de").json()["title"] == "Leg zwei Karten ab"
    for body, status in [
        ({"done": "read"}, 400), ({"done": ["read"] * 50}, 400), ({"done": [3]}, 400),
        ({"line": 3}, 400), ({"line": "x" * 40}, 400), ({"done": ["dance"]}, 409),
    ]:  # fmt: skip
        answered = ask(body)
        assert answered.status_code == status and answered.json()["fault"], body
