"""Pairing: codes, attempts and locks, and the file of devices."""

import asyncio
import json
import stat
from pathlib import Path
from typing import Any

import pytest

from pegboard.errors import Common, DeviceError
from pegboard.http.invitation import LOCKED_S, TRIES, TRIES_OF_ALL, VALID_S, PinFault
from pegboard.pairing import PairingFault, PairingRegistry, Refused
from pegboard.pairing import devices as store
from pegboard.pairing.registry import PairingRequest
from pegboard.pairing.window import ATTEMPT_MEMORY_S, OPEN_S
from pegboard.storage.state_names import DEVICES
from tests.support.paired_devices import ManualClock, pairing_registry, run_inline


def new_door(folder: Path) -> tuple[PairingRegistry, ManualClock]:
    clock = ManualClock()
    return pairing_registry(folder, clock=clock), clock


def let_in(at: PairingRegistry, name: str) -> tuple[str, str]:
    """Returns the token and the id of a device that was invited."""
    asking = at.request(name, at.new_invitation().pin)
    device = asyncio.run(at.accept(asking.id))
    answer = at.collect(asking.secret)
    assert answer is not None and answer.answer
    return answer.answer, device.id


@pytest.mark.parametrize("by", ["pin", "code"])
def test_device_with_code_is_paired_after_acceptance(tmp_path: Path, by: str) -> None:
    at, _ = new_door(tmp_path)
    asking = at.request("Ann's phone", getattr(at.new_invitation(), by))
    waits = at.collect(asking.secret)
    assert waits is not None and waits.answer is None and at.devices == ()
    asyncio.run(at.accept(asking.id))
    message = at.collect(asking.secret)
    assert message is not None and message.answer
    assert at.collect(asking.secret) is None, "a token is told once"
    device = at.by_token(message.answer)
    assert device is not None and (device.name, device.board) == ("Ann's phone", False)
    assert at.by_token(message.answer + "x") is None and at.by_token("") is None


def test_code_is_valid_once_for_two_minutes(tmp_path: Path) -> None:
    at, clock = new_door(tmp_path)
    pin = at.new_invitation().pin
    at.request("Ann", pin)
    with pytest.raises(Refused, match="no longer valid"):
        at.request("Ben", pin)
    pin = at.new_invitation().pin
    clock.now += VALID_S
    with pytest.raises(Refused, match="no longer valid"):
        at.request("Ben", pin)
    pin = at.new_invitation().pin
    at.revoke_code()
    with pytest.raises(Refused, match="no longer valid"):
        at.request("Ben", pin)


def guess(at: PairingRegistry, address: str) -> Refused:
    """Returns the error for a wrong PIN; no PIN is made of letters."""
    with pytest.raises(Refused) as refused:
        at.request("Eve", "abcdef", address=address)
    return refused.value


def test_wrong_pins_lock_the_address_with_growing_delay(tmp_path: Path) -> None:
    at, clock = new_door(tmp_path)
    for round_ in range(3):
        invited = at.new_invitation()
        for left in range(TRIES - 1, 0, -1):
            assert f"Tries left: {left}" in str(guess(at, "10.0.0.1"))
        locked = guess(at, "10.0.0.1")
        assert locked.code is PinFault.TOO_MANY_TRIES
        assert locked.wait_s == LOCKED_S * 2**round_
        assert guess(at, "10.0.0.2").code is PairingFault.STALE, "these digits are void"
        with pytest.raises(Refused, match="Too many"):
            at.request("Eve", at.new_invitation().pin, address="10.0.0.1")
        at.request("Ann", at.new_invitation().pin, address="10.0.0.2")
        assert invited.pin_void
        if round_ < 2:
            clock.now += LOCKED_S * 2**round_
    at.request("Ben", at.new_invitation().code, address="10.0.0.1")
    at.request("Cid", at.new_invitation().pin, address="10.0.0.1")


def test_guessing_from_many_addresses_voids_the_pin(tmp_path: Path) -> None:
    at, _ = new_door(tmp_path)
    invited = at.new_invitation()
    codes = [guess(at, f"10.0.{n}.1").code for n in range(300)]
    assert codes.count(PairingFault.WRONG_CODE) == TRIES_OF_ALL
    assert set(codes[TRIES_OF_ALL:]) == {PairingFault.STALE}
    with pytest.raises(Refused, match="no longer valid"):
        at.request("Ann", invited.pin)
    at.request("Ann", invited.code)


def test_guesses_without_invitation_lock_nobody(tmp_path: Path) -> None:
    at, _ = new_door(tmp_path)
    assert {guess(at, "10.0.0.1").code for _ in range(100)} == {PairingFault.STALE}
    at.request("Ann", at.new_invitation().pin, address="10.0.0.1")
    for _ in range(100):
        guess(at, "10.0.0.1")
    at.request("Ben", at.new_invitation().pin, address="10.0.0.1")


def opened(folder: Path) -> tuple[PairingRegistry, ManualClock]:
    """Returns a registry whose door was just opened."""
    at, clock = new_door(folder)
    at.open_window()
    return at, clock


def answer_of(at: PairingRegistry, asking: PairingRequest) -> PairingRequest:
    """Returns the request as its device finds it when it asks for the answer."""
    asyncio.run(at.accept_uninvited())
    found = at.collect(asking.secret)
    assert found is not None
    return found


def test_first_device_pairs_without_code_in_the_window(tmp_path: Path) -> None:
    at, clock = new_door(tmp_path)
    with pytest.raises(Refused, match="Menu, then Phones"):
        at.request("Ann")
    with pytest.raises(Refused, match="Hold OK on the board"):
        at.request("Ann", is_headless=True, address="a")
    at.open_window()
    asking = at.request("Ann", is_headless=True, address="a")
    clock.now += OPEN_S - 0.1
    assert answer_of(at, asking).answer is None and at.next_invited is None
    clock.now += 0.1
    device = answer_of(at, asking).device
    assert device is not None and device.board, "somebody has to be able to let in the next"
    at.open_window()
    with pytest.raises(Refused, match="Menu, then Phones"):
        at.request("Eve", is_headless=True, address="e")


def test_two_devices_in_the_window_are_refused(tmp_path: Path) -> None:
    at, clock = opened(tmp_path)
    first = at.request("Eve", is_headless=True, address="e")
    with pytest.raises(Refused, match="More than one device asked"):
        at.request("Ann", is_headless=True, address="a")
    message = answer_of(at, first)
    assert message.answer == "" and message.device is None and message.was_crowded
    with pytest.raises(Refused, match="Hold OK on the board"):
        at.request("Eve", is_headless=True, address="e")
    clock.now += OPEN_S
    asyncio.run(at.accept_uninvited())
    assert at.devices == ()


def test_earlier_attempt_counts_as_a_second_device(tmp_path: Path) -> None:
    """Applies to the first device and to later ones, once the window is open."""
    at, clock = new_door(tmp_path)
    for address in ("e", "a"):
        with pytest.raises(Refused, match="Hold OK"):
            at.request("Somebody", is_headless=True, address=address)
    at.open_window()
    with pytest.raises(Refused, match="More than one"):
        at.request("Eve", is_headless=True, address="e")
    clock.now += ATTEMPT_MEMORY_S
    at.open_window()
    asking = at.request("Ann", is_headless=True, address="a")
    clock.now += OPEN_S
    assert answer_of(at, asking).device is not None


def test_disk_failure_keeps_the_first_request_pending(tmp_path: Path) -> None:
    at, clock = opened(tmp_path)
    asking = at.request("Ann", is_headless=True)
    clock.now += OPEN_S
    works = at._run_blocking

    async def full(call: Any, *arguments: Any) -> Any:
        raise DeviceError(Common.VERBATIM, says="the disk is full")

    at._run_blocking = full
    with pytest.raises(DeviceError):
        asyncio.run(at.accept_uninvited())
    at._run_blocking = works
    assert answer_of(at, asking).device is not None


def test_expired_request_and_uncollected_token_are_dropped(tmp_path: Path) -> None:
    at, clock = new_door(tmp_path)
    asking = at.request("Ann", at.new_invitation().pin)
    clock.now += VALID_S
    with pytest.raises(Refused, match="Nobody by that name"):
        asyncio.run(at.accept(asking.id))
    asking = at.request("Ann", at.new_invitation().pin)
    asyncio.run(at.accept(asking.id))
    clock.now += VALID_S
    assert at.collect(asking.secret) is None and at.devices == ()


def test_refusal_is_reported_and_acceptance_is_not_repeated(tmp_path: Path) -> None:
    at, _ = new_door(tmp_path)
    asking = at.request("Ann", at.new_invitation().pin)
    at.refuse(asking.id)
    message = at.collect(asking.secret)
    assert message is not None and message.answer == "" and message.device is None
    asking = at.request("Ann", at.new_invitation().pin)

    async def twice() -> list[Any]:
        both = (at.accept(asking.id), at.accept(asking.id))
        return list(await asyncio.gather(*both, return_exceptions=True))

    outcome = asyncio.run(twice())
    assert [type(one) for one in outcome].count(Refused) == 1 and len(at.devices) == 1


def test_device_names_are_short_and_unique(tmp_path: Path) -> None:
    at, _ = new_door(tmp_path)
    names = []
    for wanted in ("Ann", "Ann", "  \n\x00 ", "x" * 99, "x" * 99):
        _, id = let_in(at, wanted)
        device = at.get(id)
        assert device is not None
        names.append(device.name)
    assert names == ["Ann", "Ann 2", "Phone", "x" * 24, "x" * 21 + " 2"]


def test_device_file_has_no_token_and_is_private(tmp_path: Path) -> None:
    at, _ = new_door(tmp_path)
    token, id = let_in(at, "Ann")
    path = tmp_path / DEVICES
    assert token not in path.read_text() and stat.S_IMODE(path.stat().st_mode) == 0o600
    again = PairingRegistry(
        tmp_path,
        run_inline,
        clock=ManualClock(),
        wall_clock=lambda: 5.0,
        devices=store.read_devices(tmp_path),
    )
    device = again.by_token(token)
    assert device is not None and device.id == id
    asyncio.run(again.revoke(id))
    assert again.by_token(token) is None and store.read_devices(tmp_path) == ()
    asyncio.run(again.revoke(id))


@pytest.mark.parametrize("content", ["", "{", "[]", '{"devices": [{"id": 3}]}', "\udcff"])
def test_damaged_device_file_is_set_aside(tmp_path: Path, content: str) -> None:
    path = tmp_path / DEVICES
    path.write_bytes(content.encode(errors="surrogateescape"))
    assert store.read_devices(tmp_path) == ()
    assert not path.exists() and path.with_name(f"{DEVICES}.damaged").exists()


def test_unknown_fields_in_device_file_are_ignored(tmp_path: Path) -> None:
    at, _ = new_door(tmp_path)
    token, _ = let_in(at, "Ann")
    path = tmp_path / DEVICES
    content = json.loads(path.read_text())
    content["devices"][0]["taste"] = "tea"
    path.write_text(json.dumps(content))
    assert [device.name for device in store.read_devices(tmp_path)] == ["Ann"]
    assert token


def test_disk_failure_accepts_no_device(tmp_path: Path) -> None:
    at, _ = new_door(tmp_path)
    _, id = let_in(at, "Ann")
    asking = at.request("Ben", at.new_invitation().pin)

    async def full(call: Any, *arguments: Any) -> Any:
        raise DeviceError(Common.VERBATIM, says="the disk is full")

    at._run_blocking = full
    with pytest.raises(DeviceError):
        asyncio.run(at.accept(asking.id))
    assert [device.name for device in at.devices] == ["Ann"] and at.waiting == (asking,)
    with pytest.raises(DeviceError):
        asyncio.run(at.update(id, name="Anna"))
    device = at.get(id)
    assert device is not None and device.name == "Ann"
    asyncio.run(at.save_last_seen())  # at the end nobody is there to be told


def test_removed_or_changed_device_is_reported_at_once(tmp_path: Path) -> None:
    at, _ = new_door(tmp_path)
    _, id = let_in(at, "Ann")
    removed: list[str] = []
    at.on_removed = removed.append
    asyncio.run(at.update(id, seat=2))
    assert removed == [], "another seat needs no new connection"
    asyncio.run(at.update(id, board=True))
    asyncio.run(at.revoke(id))
    assert removed == [id, id]
    with pytest.raises(Refused, match="no longer paired"):
        asyncio.run(at.update(id, name="Ben"))


def test_number_of_devices_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_DEVICES", 2)
    at, _ = new_door(tmp_path)
    let_in(at, "Ann")
    let_in(at, "Ben")
    with pytest.raises(Refused, match="2 devices are already paired"):
        at.request("Cid", at.new_invitation().pin)
