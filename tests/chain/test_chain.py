"""Uploads of a board's journal: exactly once and in order on a bad network; forks."""

import math
from collections import deque
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.chain.branches import Append, EpochView, apply_append, evaluate_upload, known_heads
from pegboard.chain.codes import UploadFault
from pegboard.chain.condition import Announcement, Condition, conditions
from pegboard.chain.feed import Feed, rules_of
from pegboard.chain.item import BEGIN, Item, item_bytes, next_link, root_link
from pegboard.chain.keys import HEAD, RESULT, SigningKey, board_id, is_signed
from pegboard.chain.upload import Anchor, Upload, checked_links, make_upload
from pegboard.errors import WireError

KEY = SigningKey(bytes(range(32)))
BEGUN = (1.0, "score", "players 2\nname 0 Ann\n")


def play(feed: Feed, entries: int, game: str = "g", by: str = "button") -> Feed:
    first = sum(item.game == game and item.number > 0 for item in feed.items) + 1
    rows = [(game, n, f"{by}-{game}-{n}", float(n), by, "peg 0 1") for n in
            range(first, first + entries)]  # fmt: skip
    feed.add(game, BEGUN, rows)
    return feed


def copy_of(feed: Feed) -> Feed:
    copied = Feed(feed.board, feed.epoch)
    for item in feed.items:
        if item.number:
            copied.add(item.game, BEGUN, [(item.game, item.number, item.id, item.at, item.by,
                                           item.text)])  # fmt: skip
    assert copied.head == feed.head
    return copied


class Hall:
    """An in-memory hall: the pure view, and the stored items."""

    def __init__(self, epoch: int = 7) -> None:
        self.view = EpochView.new(KEY.id, epoch)
        self.stored: dict[int, list[tuple[Item, bytes]]] = {}

    def link_at(self, branch: int, seq: int) -> bytes | None:
        if seq == 0:
            return root_link(self.view.board, self.view.epoch)
        items = self.branch_items(branch)
        return items[seq - 1][1] if seq <= len(items) else None

    def branch_items(self, number: int) -> list[tuple[Item, bytes]]:
        branch = self.view.branches[number]
        shared = self.branch_items(branch.parent)[: branch.start] if branch.start else []
        return shared + self.stored.get(number, [])

    def receive(self, upload: Upload) -> Anchor | None:
        links = checked_links(upload, KEY.public)
        received = evaluate_upload(self.view, upload, links, self.link_at)
        if received.append is not None:
            self.commit(received.append)
        return received.acknowledged

    def commit(self, growth: Append) -> None:
        branches = {branch.number: branch for branch in self.view.branches}
        length = (
            branches[growth.branch.number].head.seq if growth.branch.number in branches else None
        )
        assert growth.after == (growth.branch.start if length is None else length)
        rows = self.stored.setdefault(growth.branch.number, [])
        rows += zip(growth.items, growth.links, strict=True)
        self.view = apply_append(self.view, growth)

    def items(self, number: int = 0) -> list[Item]:
        return [item for item, _ in self.branch_items(number)]


def test_feed_is_one_chain() -> None:
    feed = play(play(Feed(KEY.id, 7), 2), 1, "h")
    assert [(item.seq, item.game, item.number) for item in feed.items] == [
        (1, "g", BEGIN), (2, "g", 1), (3, "g", 2), (4, "h", BEGIN), (5, "h", 1),
    ]  # fmt: skip
    assert feed.items[0].text == rules_of(BEGUN[2]) and "Ann" not in feed.items[0].text
    link = root_link(KEY.id, 7)
    for item in feed.items:
        link = next_link(link, item)
        assert feed.link(item.seq) == link and feed.has(Anchor(item.seq, link))
    assert feed.head == Anchor(5, link)
    assert item_bytes(feed.items[1]) == b'[2,"g",1,"button-g-1",1.0,"button","peg 0 1"]'
    assert root_link(KEY.id, 7) != root_link(KEY.id, 8) != root_link("other", 8)


def test_signature_is_valid_for_one_purpose() -> None:
    signature = KEY.sign(HEAD, ["x", 1])
    assert is_signed(KEY.public, signature, HEAD, ["x", 1])
    assert not is_signed(KEY.public, signature, RESULT, ["x", 1])
    assert not is_signed(KEY.public, signature, HEAD, ["x", 2])
    assert not is_signed(SigningKey().public, signature, HEAD, ["x", 1])
    assert not is_signed(b"short", signature, HEAD, ["x", 1])
    assert SigningKey(KEY.secret).public == KEY.public and board_id(KEY.public) == KEY.id


@pytest.mark.parametrize("at", [-0.0, math.inf, -math.inf, math.nan])
def test_upload_with_unstorable_time_is_refused(at: float) -> None:
    feed = play(Feed(KEY.id, 7), 2)
    after, items = feed.head, [Item(4, "g", 3, "x", at, "x", "peg 0 1")]
    with pytest.raises(WireError) as refused:
        checked_links(make_upload(KEY, 7, after, items), KEY.public)
    assert refused.value.code is UploadFault.NOT_STORABLE and refused.value.facts["seq"] == 4
    for odd in (0.0, -1.0, 1e308, 5e-324, -5e-324, 0.1 + 0.2, 2.0**53 + 1):
        item = Item(4, "g", 3, "x", odd, "x", "peg 0 1")
        assert checked_links(make_upload(KEY, 7, after, [item]), KEY.public)


def test_feed_never_contains_an_unstorable_time() -> None:
    feed = Feed(KEY.id, 7)
    feed.add("g", (-0.0, "score", "players 2\n"), [("g", 1, "x", -0.0, "x", "peg 0 1")])
    upload = feed.upload(KEY, known_heads(Hall().view))
    assert upload is not None and checked_links(upload, KEY.public)


@pytest.mark.parametrize("how", ["action", "at", "order", "cut", "signature", "epoch", "anchor"])
def test_forged_upload_is_refused(how: str) -> None:
    feed = play(Feed(KEY.id, 7), 4)
    upload = feed.upload(KEY, known_heads(Hall().view))
    assert upload is not None
    items = list(upload.items)
    if how == "action":
        items[2] = Item(3, "g", 2, "button-g-2", 2.0, "button", "peg 0 2")
    elif how == "at":
        items[2] = Item(3, "g", 2, "button-g-2", 2.5, "button", "peg 0 1")
    elif how == "order":
        items[2], items[3] = items[3], items[2]
    elif how == "cut":
        del items[-1]
    elif how == "signature":
        upload = replace(upload, signature=SigningKey().sign(HEAD, []))
    elif how == "epoch":
        upload = replace(upload, epoch=8)
    else:
        upload = replace(upload, after=Anchor(0, bytes(32)))
    with pytest.raises(WireError) as caught:
        checked_links(replace(upload, items=tuple(items)), KEY.public)
    expected = UploadFault.NUMBER if how == "order" else UploadFault.FORGED
    assert caught.value.code is expected
    with pytest.raises(WireError):
        checked_links(replace(upload, items=()), KEY.public)


@given(st.integers(0, 2**32), st.integers(1, 60), st.integers(1, 9))
@settings(max_examples=60)
def test_items_arrive_once_and_in_order_on_bad_network(seed: int, entries: int, most: int) -> None:
    """Loses (p = 0.3), duplicates and reorders messages and replies."""
    rng = Random(seed)
    feed, hall = Feed(KEY.id, 7), Hall()
    wire: deque[Upload] = deque()
    heads = known_heads(hall.view)
    acknowledged = 0
    left = entries
    for _ in range(100_000):
        if left and rng.random() < 0.5:
            step = min(left, rng.randint(1, 5))
            play(feed, step)
            left -= step
        if not left and acknowledged == len(feed.items):
            break
        upload = feed.upload(KEY, heads, most)
        if upload is not None:
            wire.extend([upload] * rng.choice((0, 1, 1, 2)))
        rng.shuffle(wire)
        for _ in range(rng.randint(0, 2)):
            if wire:
                answer = hall.receive(wire.popleft())
                stored = hall.items()
                assert [item.seq for item in stored] == [*range(1, len(stored) + 1)]
                if rng.random() < 0.3:
                    continue
                if answer is None:
                    heads = known_heads(hall.view)
                else:
                    assert answer.seq <= len(stored), "only what is stored is acknowledged"
                    acknowledged = max(acknowledged, answer.seq)
                    heads = (answer, *heads)
        if rng.random() < 0.1:
            heads = known_heads(hall.view)  # connected anew
    assert hall.items() == feed.items and len(hall.view.branches) == 1
    assert hall.view.current.head == feed.head
    branch = hall.view.current
    head = [KEY.id, 7, branch.head.seq, branch.head.link.hex()]
    assert is_signed(KEY.public, branch.signature, HEAD, head)


@given(st.integers(0, 2**32), st.integers(0, 12), st.integers(1, 9), st.integers(1, 9))
@settings(max_examples=80)
def test_cloned_sd_card_forks_into_two_branches(seed: int, shared: int, one: int, two: int) -> None:
    rng = Random(seed)
    original = play(Feed(KEY.id, 7), shared + 1)
    hall = Hall()

    def send(feed: Feed) -> None:
        heads = known_heads(hall.view)
        while (upload := feed.upload(KEY, heads, rng.randint(1, 6))) is not None:
            answer = hall.receive(upload)
            assert answer is not None
            heads = (answer, *heads)

    if rng.random() < 0.7:
        send(original)
    clone = copy_of(original)
    play(original, one)
    play(clone, two, by="clone")
    feeds = [original, clone]
    for _ in range(3):
        rng.shuffle(feeds)
        for feed in feeds:
            send(feed)
    assert hall.view.is_forked and len(hall.view.branches) == 2
    branches = [hall.items(0), hall.items(1)]
    assert original.items in branches and clone.items in branches
    assert hall.view.branches[1].start == shared + 2, "they share what was the same"
    play(clone, 2, by="clone")
    send(clone)
    assert len(hall.view.branches) == 2 and clone.items in [hall.items(0), hall.items(1)]
    chosen = replace(hall.view, chosen=1)
    assert not chosen.is_forked and chosen.current.number == 1


def test_repeated_forking_upload_forks_once() -> None:
    original, clone, hall = play(Feed(KEY.id, 7), 4), play(Feed(KEY.id, 7), 2), Hall()
    play(clone, 3, by="clone")
    uploads = [feed.upload(KEY, known_heads(hall.view)) for feed in (original, clone)]
    for upload in (*uploads, uploads[1], *uploads):
        assert upload is not None and hall.receive(upload) is not None
    assert [hall.items(0), hall.items(1)] == [original.items, clone.items]
    assert len(hall.view.branches) == 2


def test_upload_without_known_anchor_needs_heads() -> None:
    feed, hall = play(Feed(KEY.id, 7), 9), Hall()
    later = make_upload(KEY, 7, Anchor(4, feed.link(4)), feed.items[4:6])
    assert hall.receive(later) is None and hall.items() == []
    assert hall.receive(make_upload(KEY, 7, Anchor(0, feed.link(0)), feed.items[:4])) is not None
    assert hall.receive(later) == Anchor(6, feed.link(6))
    assert hall.receive(later) == Anchor(6, feed.link(6)), "a second time nothing is added"
    assert len(hall.items()) == 6


def test_conditions_are_detected() -> None:
    feed, hall = play(Feed(KEY.id, 7), 3), Hall()
    upload = feed.upload(KEY, known_heads(hall.view))
    assert upload is not None
    at_hall = Announcement(7, 4, 1000.0)
    assert conditions([hall.view], at_hall, 1000.0) == {Condition.BEHIND: 4}
    hall.receive(upload)
    assert conditions([hall.view], at_hall, 1000.0) == {}
    assert conditions([hall.view], None, 1000.0) == {}
    assert conditions([hall.view], Announcement(7, 1, 1000.0), 0.0) == {
        Condition.OLDER: 3, Condition.CLOCK: 1000,
    }  # fmt: skip
    newer = EpochView.new(KEY.id, 8)
    assert conditions([hall.view, newer], Announcement(8, 5, 0.0), 0.0) == {
        Condition.REPLACED: 1, Condition.BEHIND: 5,
    }  # fmt: skip
    assert conditions([hall.view], None, 0.0, revoked=True, replaced=True) == {
        Condition.REVOKED: 1, Condition.REPLACED: 1,
    }  # fmt: skip
    other = play(Feed(KEY.id, 7), 2, by="clone")
    forked = other.upload(KEY, known_heads(hall.view))
    assert forked is not None and hall.receive(forked) is not None
    assert conditions([hall.view], None, 0.0) == {Condition.FORK: 2}
