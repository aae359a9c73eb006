"""Mutates valid texts, bytes and JSON values, deterministically for an rng."""

import copy
import json
from random import Random
from typing import Any

ODD_TEXTS = (
    "", " ", "\0", "\n", "\r\n", "\u2028", "\ufeff", "\ud800", "ß", "🂡", "ا", "\u0301" * 40, "%s%n",
    "'; drop table game; --", "<script>alert(1)</script>", "../../../etc/passwd", "${jndi:x}",
    "-1", "1e999", "NaN", "٣", "0x10", "9" * 400, "A" * 5000, "{" * 200, "[" * 2000, '"', "\\",
    "5H", "JS", "10C", "peg 0 4", "undo", "players 2", "deal 0", "#", "=", "true", "null",
)  # fmt: skip
ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 3, 4, 121, 2**31, 2**63, -(2**63), 10**30, 0.5, -0.0, 1e308,
    "", "x", "\0", [], {}, [[]], {"": {}}, [None] * 50, {"id": 1},
)  # fmt: skip


def text(rng: Random, good: str, rounds: int = 3) -> str:
    """Returns the text with one to `rounds` faults."""
    for _ in range(rng.randint(1, rounds)):
        at = rng.randint(0, len(good))
        to = min(len(good), at + rng.choice((1, 1, 2, 5, 20, 100)))
        match rng.randrange(8):
            case 0:
                good = good[:at] + good[to:]
            case 1:
                good = good[:at] + rng.choice(ODD_TEXTS) + good[at:]
            case 2:
                good = good[:at] + rng.choice(ODD_TEXTS) + good[to:]
            case 3:
                good = good[:to] + good[at:]
            case 4:
                good = good[:at]
            case 5:
                good = (
                    good[:at]
                    + chr(rng.choice((rng.randrange(128), rng.randrange(0xD800))))
                    + good[to:]
                )
            case 6:
                lines = good.split("\n")
                rng.shuffle(lines)
                good = "\n".join(lines)
            case _:
                words = good.split(" ")
                words[rng.randrange(len(words))] = rng.choice(words)
                good = " ".join(words)
    return good


def raw(rng: Random, good: bytes, rounds: int = 3) -> bytes:
    """Returns the bytes with one to `rounds` faults."""
    for _ in range(rng.randint(1, rounds)):
        at = rng.randint(0, len(good))
        to = min(len(good), at + rng.choice((1, 1, 2, 8, 64, 1000)))
        match rng.randrange(5):
            case 0:
                good = good[:at] + good[to:]
            case 1:
                good = good[:at] + rng.randbytes(rng.choice((1, 2, 4, 100))) + good[at:]
            case 2:
                good = good[:at] + rng.randbytes(to - at) + good[to:]
            case 3:
                good = good[:at]
            case _:
                good = good[:at] + good[at:to] * rng.choice((2, 3, 50)) + good[to:]
    return good


def value(rng: Random, good: Any) -> Any:
    """Returns a JSON value with one to three parts replaced, dropped, doubled or added."""
    spoiled = [copy.deepcopy(good)]
    for _ in range(rng.randint(1, 3)):
        holder, key = rng.choice(list(_parts(spoiled)))
        match rng.randrange(6):
            case 0:
                holder[key] = copy.deepcopy(rng.choice(ODD_VALUES))
            case 1 | 2:
                old_value = holder[key]
                holder[key] = (
                    text(rng, old_value) if isinstance(old_value, str) else rng.choice(ODD_TEXTS)
                )
            case 3 if holder is not spoiled:
                del holder[key]
            case 4:
                holder[key] = [holder[key], holder[key]]
            case _:
                if isinstance(holder, dict):
                    holder[rng.choice(ODD_TEXTS)] = copy.deepcopy(rng.choice(ODD_VALUES))
                else:
                    holder.append(copy.deepcopy(rng.choice(ODD_VALUES)))
    return spoiled[0]


def _parts(value: Any) -> Any:
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in list(pairs):
        yield value, key
        if isinstance(part, dict | list):
            yield from _parts(part)


def message(rng: Random, good: Any) -> bytes:
    """Returns a JSON message, usually spoiled in its values or its text."""
    kind = rng.randrange(10)
    if kind == 0:
        return json.dumps(good).encode()
    if kind < 8:
        return json.dumps(value(rng, good)).encode()
    whole = json.dumps(good)
    if kind == 8:
        return text(rng, whole).encode(errors="surrogatepass")
    return raw(rng, whole.encode())
