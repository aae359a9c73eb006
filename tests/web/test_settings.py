"""Settings changed on the page: immediate, persistent, and restricted to the board."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from pegboard.board.color import milliamps
from pegboard.board.layout import Layout
from pegboard.camera.reading import PackPrior
from pegboard.cli.run import changed
from pegboard.config import Config, VoiceConfig
from pegboard.cribbage.actions import Peg
from pegboard.devices.inputs._wiring import DIALS
from pegboard.devices.strips._faults import StripFault
from pegboard.devices.strips.memory import MemoryStrip
from pegboard.errors import ConfigError, DeviceMissing
from pegboard.ops.power import Power
from pegboard.schema.setup_request import SetupRequest
from pegboard.service.build import App, build_app, start_first_game
from pegboard.service.live import LiveSettings
from pegboard.service.operations import Operations, Start
from pegboard.service.run import application
from pegboard.web.authorization import FOR_BOARD
from tests.support.paired_devices import cookie_header
from tests.support.running_board import running_board
from tests.support.service_app import service_app
from tests.support.waiting import await_until, wait_until

LOOPBACK, PHONE = ("127.0.0.1", 5000), ("192.168.1.7", 5000)


async def post(
    app: object, body: object, path: str = "/api/settings", **how: object
) -> httpx.Response:
    client = how.pop("client", LOOPBACK)
    transport = httpx.ASGITransport(app=app, client=client)  # type: ignore[arg-type]
    headers = {"origin": "http://pegboard.local:8000", **how}
    async with httpx.AsyncClient(
        transport=transport, base_url="http://pegboard.local:8000"
    ) as http:
        return await http.post(path, json=body, headers=headers)  # type: ignore[arg-type]


def test_settings_apply_immediately_and_survive_restart(tmp_path: Path) -> None:
    config = changed(Config(), simulated=True, demo=False, state=tmp_path)
    config = replace(config, web=replace(config.web, allowed_hosts=("pegboard.local",)))

    def light(app: App) -> int:
        return sum(app.lights.frame)

    async def begun() -> tuple[App, list[asyncio.Task[None]]]:
        app = await build_app(config, factory=lambda layout: strip_of(layout))
        works = [
            asyncio.ensure_future(w) for w in (*app.background_tasks(), LiveSettings(app).run())
        ]
        await start_first_game(app)
        await await_until(lambda: light(app) > 0)
        return app, works

    async def ended(app: App, works: list[asyncio.Task[None]]) -> None:
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)
        await app.close()

    async def story() -> None:
        app, works = await begun()
        page = application(app, Operations(app, Start(), lambda: None, 8000))
        before = light(app)
        look = {"set": {"board.brightness": 0.1}, "keep": False}
        assert (await post(page, look)).json() == {"ok": True}
        await await_until(lambda: light(app) < before / 2)
        chosen = {
            "board.brightness": 0.2, "game.pace_s": 0.25, "buttons.commit_s": 4,
            "game.colors": ["pink", "green"], "game.regulars": ["Ann", "Ben"],
            "voice.speaker": "none", "voice.volume": 0, "camera.watch": True,
            "camera.rotation": 180, "camera.deck": "german",
        }  # fmt: skip
        assert (await post(page, {"set": chosen})).json() == {"ok": True}
        assert app.presses.commit_s == 4.0 and app.game.opponents.pace_s == 0.25
        assert app.game.watching.on and app.camera_client.rotation == 180
        assert app.camera_client.pack == PackPrior("german", "en")
        await app.game.watching.set_rotation(270)
        assert app.settings.config.camera.rotation == app.camera_client.rotation == 270
        assert app.publisher.snapshot()["commit_s"] == 4.0
        welcomed = app.pages.welcome()
        assert welcomed["regulars"] == ["Ann", "Ben"]
        assert welcomed["setups"]["score"]["colors"] == ["pink", "green"]
        assert welcomed["setups"]["score"]["names"] == ["Pink", "Green"]
        refusal = await post(page, {"set": {"camera.source": "auto"}})
        assert refusal.status_code == 409, "--simulated names the camera"
        assert refusal.json()["code"] == "setting-fixed"
        await ended(app, works)

        app, works = await begun()
        assert app.presses.commit_s == 1.5, "what serve() merges; the file itself is read"
        assert app.settings.config.buttons.commit_s == 4.0
        await ended(app, works)

    asyncio.run(story())


def test_unrelated_setting_keeps_detected_camera(tmp_path: Path) -> None:
    config = changed(Config(), simulated=True, demo=False, state=tmp_path)

    async def story() -> None:
        app = await build_app(config, factory=lambda layout: strip_of(layout))
        await start_first_game(app)
        app.camera_client.address = "v4l:/dev/video9"  # `auto` finds it again there
        live, usual = LiveSettings(app), app.settings.config
        await live.apply(replace(usual, game=replace(usual.game, pace_s=0.5)))
        assert app.camera_client.address == "v4l:/dev/video9"
        await live.apply(replace(usual, camera=replace(usual.camera, focus_m=0.58)))
        assert app.camera_client.address == "v4l:/dev/video9"
        assert app.camera_client._focus_m == 0.58
        await live.apply(replace(usual, camera=replace(usual.camera, source="none")))
        assert app.camera_client.address == "none"
        await app.close()

    asyncio.run(story())


def strip_of(layout: Layout) -> MemoryStrip:
    return MemoryStrip(layout.length)


def test_light_test_shows_first_led_of_each_row_then_game(tmp_path: Path) -> None:
    """In the colour of each track, within the current limit, until confirmed."""
    config = changed(Config(), simulated=True, demo=False, state=tmp_path)
    config = replace(config, board=replace(config.board, max_mA=300))
    config = replace(config, web=replace(config.web, allowed_hosts=("pegboard.local",)))

    async def story() -> None:
        app = await build_app(config, factory=lambda layout: strip_of(layout))
        works = [
            asyncio.ensure_future(w) for w in (*app.background_tasks(), LiveSettings(app).run())
        ]
        await start_first_game(app)
        page = application(app, Operations(app, Start(), lambda: None, 8000))
        await await_until(lambda: any(app.lights.frame), "the game")
        game = app.lights.frame
        answer = (await post(page, {"on": True}, "/api/settings/lights")).json()
        assert answer["ok"]
        lamps = dict(answer["lamps"])
        firsts = {piece.first_pixel for piece in app.lights.layout.pieces}
        assert lamps.keys() == firsts and set(lamps.values()) == {"#a00000", "#00a000"}
        frame = app.lights.frame
        lit = {n for n in range(len(frame) // 3) if any(frame[3 * n : 3 * n + 3])}
        assert lit == firsts and milliamps(frame) <= 300
        for pixel, colour in lamps.items():
            red, green, _ = frame[3 * pixel : 3 * pixel + 3]
            assert (red > green) == (colour == "#a00000")
        assert (await post(page, {"on": False}, "/api/settings/lights")).json()["ok"]
        await await_until(lambda: app.lights.frame == game, "the game again")
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)
        await app.close()

    asyncio.run(story())


def test_failed_strip_is_reported_and_retried_on_setting_change(tmp_path: Path) -> None:
    config = changed(Config(), simulated=True, demo=False, state=tmp_path)
    config = replace(config, web=replace(config.web, allowed_hosts=("pegboard.local",)))
    broken = [True]

    def open_one(layout: Layout) -> MemoryStrip:
        if broken:
            raise DeviceMissing(StripFault.SPI_GROUP, path="/dev/spidev0.0")
        return strip_of(layout)

    async def story() -> None:
        app = await build_app(config, factory=open_one)
        works = [
            asyncio.ensure_future(w) for w in (*app.background_tasks(), LiveSettings(app).run())
        ]
        await start_first_game(app)
        page = application(app, Operations(app, Start(), lambda: None, 8000))
        for _ in range(4):  # the pauses between attempts grow to seconds
            refusal = await post(page, {"on": True}, "/api/settings/lights")
            assert refusal.status_code == 409 and refusal.json()["code"] == "spi-group"
        broken.clear()
        assert (await post(page, {"on": True}, "/api/settings/lights")).json()["ok"]
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)
        await app.close()

    asyncio.run(story())


def test_layout_change_restarts_and_resumes_game(tmp_path: Path) -> None:
    """Without an editor or a new process; the network port stays open."""
    file = tmp_path / "board.toml"
    file.write_text('[buttons]\nsource = "gpio:mock"\n[camera]\nsource = "none"\n')
    with running_board(tmp_path / "state", "--config", str(file), "--no-demo") as service:
        assert service.command(action="peg 0 7")["ok"]
        before = service.get("api/state")
        answer = service.post("api/settings", set={"board.layout": "three-track"})
        assert answer == {"ok": True}

        def begun_again() -> bool:
            with suppress(OSError):
                return not service.get("api/settings")["restarting"]
            return False

        wait_until(begun_again, "the service again")
        assert service.get("api/layout")["name"] == "three-track"
        after = service.get("api/state")
        assert (after["game"], after["scores"]) == (before["game"], before["scores"])
        new = {"mode": "score", "players": 3}
        assert service.command(new=new)["ok"] and service.command(action="peg 2 5")["ok"]
        assert service.post("api/settings", set={"board.layout": "two-track"}) == {"ok": True}
        wait_until(begun_again, "the service once more")
        assert service.get("api/state")["scores"] == [0, 0, 5], "it is only drawn: it grows"


def test_two_track_board_is_refused_during_three_player_game(tmp_path: Path) -> None:
    config = changed(Config(), demo=False, state=tmp_path)
    config = replace(config, board=replace(config.board, strip="serial:", layout="three-track"))

    async def story() -> None:
        app = await build_app(config, factory=lambda layout: strip_of(layout))
        LiveSettings(app)
        await app.game.lobby.new_game(SetupRequest("score", players=3))
        smaller = replace(config, board=replace(config.board, layout="two-track"))
        app.settings.check_board(smaller)  # no points have been pegged, so nothing is lost
        await app.table.submit(Peg(2, 5), id="a", by="test")
        with pytest.raises(ConfigError) as refused:
            app.settings.check_board(smaller)
        assert refused.value.code == "setting-tracks"
        assert str(refused.value) == (
            "two-track has 2 tracks, and the game on the table needs 3; finish it first"
        )
        dials = replace(config, buttons=replace(config.buttons, inputs=DIALS))
        with pytest.raises(ConfigError) as refused:
            app.settings.check_board(dials)
        assert refused.value.code == "input-twice", "three have no input left for a dial"
        await app.close()

    asyncio.run(story())


@pytest.mark.parametrize("path", ["/api/settings", "/api/power"])
def test_settings_require_board_page(path: str, tmp_path: Path) -> None:
    assert path in FOR_BOARD
    body = {"set": {"game.pace_s": 2.0}} if path.endswith("settings") else {"wish": "restart"}

    async def story() -> list[int]:
        async with service_app(tmp_path) as to:
            requests = [
                await post(to, body, path, client=PHONE),
                await post(to, body, path, client=PHONE, **cookie_header("Ann")),
                await post(to, body, path, origin="http://evil.example"),
                await post(to, body, path, client=PHONE, **cookie_header("Kiosk")),
                await post(to, {"set": 3, "wish": "now"}, path),
            ]
            return [answer.status_code for answer in requests]

    possible = Power(tmp_path).is_possible
    codes = asyncio.run(story())
    assert codes == [403, 403, 403, 200 if possible or "settings" in path else 409, 400]


def test_sound_test_speaks_through_configured_device(tmp_path: Path) -> None:
    config = changed(Config(), simulated=True, demo=False, state=tmp_path)
    web = replace(config.web, allowed_hosts=("pegboard.local",))
    config = replace(config, web=web, voice=VoiceConfig("mock:slow-ms=1,fail-after=1"))

    async def story() -> None:
        app = await build_app(config)
        try:
            LiveSettings(app)
            page = application(app, Operations(app, Start(), lambda: None, 8000))
            path = "/api/settings/sound"
            assert (await post(page, {}, path)).json() == {"ok": True}
            app.speech.reconfigure(VoiceConfig("mock:missing"))
            answer = await post(page, {}, path)
            assert answer.status_code == 409 and "missing speaker" in answer.json()["fault"]
            assert (await post(page, {"say": "anything"}, path)).status_code == 400
            assert (
                await post(page, {}, path, client=PHONE, **cookie_header("Ann"))
            ).status_code == 403
        finally:
            await app.close()

    asyncio.run(story())


def test_watch_parameter_returns_watcher_view(tmp_path: Path) -> None:
    """Stream overlays run on the board itself and must show no hand."""

    async def story() -> list[str]:
        async with service_app(tmp_path) as to:
            transport = httpx.ASGITransport(app=to, client=LOOPBACK)
            base = "http://pegboard.local:8000"
            async with httpx.AsyncClient(transport=transport, base_url=base) as http:
                answers = [await http.get(f"/api/state{end}") for end in ("", "?watch=1")]
                return [answer.json()["you"]["role"] for answer in answers]

    assert asyncio.run(story()) == ["board", "watcher"]
