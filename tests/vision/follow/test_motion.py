"""Which cells changed: cards do, light and noise do not."""

import numpy as np
import numpy.typing as npt

from pegboard.vision.follow.tracking.motion import MotionDetector

Image = npt.NDArray[np.uint8]
NOISE = np.random.default_rng(5)
CARD = (400, 200, 500, 340)


def table(*cards: tuple[int, int, int, int], light: float = 1.0, noise: float = 3.0) -> Image:
    image = np.full((720, 1280, 3), 70.0)
    for left, top, right, bottom in cards:
        image[top:bottom, left:right] = 225
    image = image * light + NOISE.normal(0, noise, image.shape)
    return np.clip(image, 0, 255).astype(np.uint8)


def watched(*images: Image) -> MotionDetector:
    changes = MotionDetector()
    for number, image in enumerate(images):
        changes.observe(image, number * 0.5)
    return changes


def test_a_card_is_to_be_read_once_it_rests_and_only_once() -> None:
    changes = watched(table(), table())
    assert len(changes.unread_boxes()) == 1, "the whole table, which was never read"
    changes.mark_read()
    changes.observe(table(CARD), 1.0)
    assert changes.unread_boxes() == []
    assert changes.moving.any()
    changes.observe(table(CARD), 1.5)
    ((left, top, right, bottom),) = changes.unread_boxes()
    assert left <= CARD[0] < CARD[2] <= right and top <= CARD[1] < CARD[3] <= bottom
    assert changes.is_at_rest([(400, 200), (500, 200), (500, 340), (400, 340)])
    changes.mark_read()
    changes.observe(table(CARD), 2.0)
    assert changes.unread_boxes() == []


def test_light_that_pumps_and_noise_change_nothing() -> None:
    changes = watched(table(CARD), table(CARD))
    changes.mark_read()
    for number, light in enumerate((0.85, 1.0, 1.1, 0.9)):
        changes.observe(table(CARD, light=light, noise=6.0), 2 + number * 0.5)
        assert not changes.moving.any()
        assert changes.unread_boxes() == []


def test_a_hand_over_one_pile_says_nothing_about_the_other() -> None:
    changes = watched(table(), table())
    changes.mark_read()
    for number in range(3):
        arm = (900 + 30 * number, 400, 1000 + 30 * number, 720)
        changes.observe(table(CARD, arm), 1 + number * 0.5)
    assert changes.is_at_rest([(400, 200), (500, 200), (500, 340), (400, 340)])
    assert not changes.is_at_rest([(900, 400), (1060, 400), (1060, 700), (900, 700)])


def test_a_picture_of_another_size_begins_anew() -> None:
    changes = watched(table(), table())
    assert not changes.observe(table()[:600], 1.0)
    assert changes.moving.all()


OUTLINE = ((400.0, 200.0), (500.0, 200.0), (500.0, 340.0), (400.0, 340.0))
ARM = (380, 300, 520, 720)


def test_the_place_of_a_card_is_known_as_it_was_before() -> None:
    bare = [table()] * 5
    changes = watched(*bare, table(CARD, ARM), table(CARD), table(CARD))
    before = changes.background(OUTLINE)
    assert before is not None and before.at == 2.0
    assert before.changed_share(changes.small) > 0.9
    changes.observe(table(CARD, light=0.8), 4.0)
    assert before.changed_share(changes.small) > 0.9
    changes.observe(table((600, 200, 700, 720), light=1.1), 4.5)  # an arm, but not here
    assert before.changed_share(changes.small) < 0.05


def test_a_place_that_looked_hardly_otherwise_tells_nothing() -> None:
    under = (380, 200, 480, 340)
    pile = [table(under)] * 5
    changes = watched(*pile, table(under, CARD), table(under, CARD))
    assert changes.background(OUTLINE) is None, "most of it was another card before"
    assert watched(table(CARD), table(CARD), table(CARD)).background(OUTLINE) is None


def test_a_card_laid_beside_it_over_its_edge_is_no_other_place() -> None:
    beside = (315, 200, 415, 340)
    bare, later = [table()] * 5, [table(beside)] * 2
    changes = watched(*bare, *later, table(beside, CARD), table(beside, CARD))
    before = changes.background(OUTLINE)
    assert before is not None and before.at == 3.0


def test_a_hand_that_rests_where_a_card_lies_is_not_what_was_there_before() -> None:
    resting = (400, 200, 500, 720)
    bare, hand = [table()] * 5, [table(CARD, resting, noise=1.0)] * 3
    for image in hand:
        image[200:720, 400:500] = 120
    before = watched(*bare, *hand, table(CARD), table(CARD)).background(OUTLINE)
    assert before is not None and before.at == 2.0
    assert watched(*hand, table(CARD), table(CARD)).background(OUTLINE) is None


def test_before_remembers_no_more_than_a_few_seconds() -> None:
    changes = watched(table(), table(), *[table(CARD)] * 20)
    assert changes.background(OUTLINE) is None


def test_what_was_read_stays_read_when_the_picture_is_turned() -> None:
    changes = watched(*(table() for _ in range(6)))
    changes.mark_read()
    for at in (3.0, 3.5):
        changes.observe(table(CARD), at)
    outline = ((400.0, 200.0), (500.0, 200.0), (500.0, 340.0), (400.0, 340.0))
    before = changes.background(outline)
    assert before is not None and before.changed_share(changes.small) > 0.9
    turned = before.turn(changes.small.shape, 90)
    changes.mark_read()
    changes.turn(90)
    assert turned.changed_share(changes.small) > 0.9
    assert changes.observe(np.rot90(table(CARD), -1), 4.0), "it is compared with the one before"
    assert not changes.moving.any() and changes.unread_boxes() == []
    changes.observe(np.rot90(table(), -1), 4.5)
    assert changes.moving.any() and turned.changed_share(changes.small) < 0.1
