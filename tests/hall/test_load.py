"""The cost of the hall's open addresses, and the board's acknowledgement beside hostile clients."""

import asyncio
import threading
from pathlib import Path

from pegboard.hall.service.event_registry import EventRegistry
from pegboard.tournament.decisions import EventKind
from pegboard.tournament.registration import Registration
from tests.support.child import WAIT_S
from tests.support.hall_app import hall_app, request


def test_card_of_a_running_event_does_not_use_the_store(tmp_path: Path) -> None:
    """Answers a phone while the store's thread is busy, so that phones delay no board."""

    async def scenario() -> None:
        async with hall_app(tmp_path / "hall") as app:
            event_registry: EventRegistry = app.state.event_registry
            players = tuple(Registration(name) for name in ("Ann", "Ben"))
            id = await event_registry.create("Club", EventKind.CLUB, 3, players=players)
            (ann, _) = (await (await event_registry.get(id)).state()).names
            entered, free = threading.Event(), threading.Event()

            def hold(hall: object) -> None:
                entered.set()
                assert free.wait(WAIT_S)

            held = asyncio.create_task(event_registry._store_thread.run(hold))
            try:
                assert await asyncio.to_thread(entered.wait, WAIT_S)
                for path in (f"/api/card?player={ann}", f"/api/card?player={ann}&event={id}"):
                    answer = await asyncio.wait_for(request(app, "GET", path), WAIT_S)
                    assert answer.json()["name"] == "Ann" and answer.json()["place"] == 1
            finally:
                free.set()
                await held
            event = await event_registry.get(id)
            await event.hide(True)
            answer = await request(app, "GET", f"/api/card?player={ann}")
            assert answer.json()["place"] is None, "the standings are hidden"
            await event_registry.set_running(id, on=False)
            answer = await request(app, "GET", f"/api/card?player={ann}&event={id}")
            assert answer.json()["name"] == "Ann", "a suspended event is read from the store"

    asyncio.run(scenario())
