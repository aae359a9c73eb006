"""Which cells changed: cards do, light and noise do not."""

import numpy as np
import numpy.typing as npt

from pegboard.vision.follow.seen.change import Changes

Image = npt.NDArray[np.uint8]
NOISE = np.random.default_rng(5)
CARD = (400, 200, 500, 340)


def table(*cards: tuple[int, int, int, int], light: float = 1.0, noise: float = 3.0) -> Image:
    image = np.full((720, 1280, 3), 70.0)
    for left, top, right, bottom in cards:
        image[top:bottom, left:right] = 225
    image = image * light + NOISE.normal(0, noise, image.shape)
    return np.clip(image, 0, 255).astype(np.uint8)


def watched(*images: Image) -> Changes:
    changes = Changes()
    for number, image in enumerate(images):
        changes.watch(image, number * 0.5)
    return changes


def test_a_card_is_to_be_read_once_it_rests_and_only_once() -> None:
    changes = watched(table(), table())
    assert len(changes.unread_boxes()) == 1, "the whole table, which was never read"
    changes.was_read()
    changes.watch(table(CARD), 1.0)
    assert changes.unread_boxes() == []
    assert changes.moving.any()
    changes.watch(table(CARD), 1.5)
    ((left, top, right, bottom),) = changes.unread_boxes()
    assert left <= CARD[0] < CARD[2] <= right and top <= CARD[1] < CARD[3] <= bottom
    assert changes.rests([(400, 200), (500, 200), (500, 340), (400, 340)])
    changes.was_read()
    changes.watch(table(CARD), 2.0)
    assert changes.unread_boxes() == []


def test_light_that_pumps_and_noise_change_nothing() -> None:
    changes = watched(table(CARD), table(CARD))
    changes.was_read()
    for number, light in enumerate((0.85, 1.0, 1.1, 0.9)):
        changes.watch(table(CARD, light=light, noise=6.0), 2 + number * 0.5)
        assert not changes.moving.any()
        assert changes.unread_boxes() == []


def test_a_hand_over_one_pile_says_nothing_about_the_other() -> None:
    changes = watched(table(), table())
    changes.was_read()
    for number in range(3):
        arm = (900 + 30 * number, 400, 1000 + 30 * number, 720)
        changes.watch(table(CARD, arm), 1 + number * 0.5)
    assert changes.rests([(400, 200), (500, 200), (500, 340), (400, 340)])
    assert not changes.rests([(900, 400), (1060, 400), (1060, 700), (900, 700)])


def test_a_picture_of_another_size_begins_anew() -> None:
    changes = watched(table(), table())
    assert not changes.watch(table()[:600], 1.0)
    assert changes.moving.all()
