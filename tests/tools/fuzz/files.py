"""Fuzzes files from strangers: configurations, game records, backups."""

import io
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from pegboard.board.layout import Layout
from pegboard.board.layout_files import layout_names, layout_text
from pegboard.config import Config, MqttConfig, WebConfig, parse
from pegboard.cribbage.game import apply, new_game
from pegboard.cribbage.notation import parse_record
from pegboard.cribbage.replay import fold_undos
from pegboard.errors import ConfigError, DeviceError, IllegalAction, NotationError, PegboardError
from pegboard.ops.doctor.checks.games import read_file
from pegboard.ops.safe_mode import salvage
from pegboard.ops.settings.effective import show
from pegboard.storage.backup import write_backup
from pegboard.storage.journal import SqliteJournal
from pegboard.storage.journal_files import suspect
from pegboard.storage.port import Entry
from pegboard.storage.recovery import open_journal
from pegboard.storage.restore import prepare_restore
from tests.support.paths import TEST_DATA
from tests.tools.fuzz import spoil
from tests.tools.fuzz.finding import Outcome, resident

GAMES = sorted((TEST_DATA / "games").glob("*.game"))


def _watched(outcome: Outcome, inputs: int, one: Callable[[], None]) -> Outcome:
    """Runs all inputs; records memory growth after the first third."""
    before = 0
    for number in range(inputs):
        if number == inputs // 3:
            before = resident()
        one()
    outcome.grown_bytes = max(0, resident() - before) if before else 0
    return outcome


def configurations(inputs: int, rng: Random) -> Outcome:
    """Reads spoiled configurations; checks the round trip and the salvage."""
    outcome = Outcome("configurations")
    good = [
        show(Config()),
        show(Config(web=WebConfig(allowed_hosts=("a", "b")), mqtt=MqttConfig("mqtt://h"))),
        '[buttons]\npins = { "0+1" = 5 }\nalso = ["keyboard:"]\n[game]\nnames = ["Ann", "Ben"]\n',
    ]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "c.toml"

        def one() -> None:
            text = spoil.text(rng, rng.choice(good), 6)

            def read() -> None:
                config = parse(text, "c.toml")
                assert parse(show(config), "shown") == config, "it does not read back the same"

            outcome.try_input(read, text, (ConfigError,))
            if rng.randrange(10) == 0:
                file.write_bytes(spoil.raw(rng, text.encode(errors="surrogatepass")))
                outcome.try_input(lambda: salvage(file, Path(folder)), text, ())

        return _watched(outcome, inputs, one)


def layouts(inputs: int, rng: Random) -> Outcome:
    """Reads spoiled layout files."""
    outcome = Outcome("layouts")
    good = [layout_text(name)[0] for name in layout_names()]

    def one() -> None:
        text = spoil.text(rng, rng.choice(good), 4)
        outcome.try_input(lambda: Layout.parse(text, "fuzz.toml"), text, (ConfigError,))

    return _watched(outcome, inputs, one)


def records(inputs: int, rng: Random) -> Outcome:
    """Reads spoiled records, and plays them as far as they are legal."""
    outcome = Outcome("records")
    good = [path.read_text() for path in GAMES]

    def one() -> None:
        text = spoil.text(rng, rng.choice(good), 4)

        def play() -> None:
            record = parse_record(text, "fuzz.game")
            state = new_game(record.header.rules, record.header.dealer)
            for _, action in fold_undos(list(record.actions)):
                state, _ = apply(state, action)

        outcome.try_input(play, text, (NotationError, IllegalAction))

    return _watched(outcome, inputs, one)


def _backup(folder: Path) -> bytes:
    """Returns a complete backup of a small journal."""
    journal = SqliteJournal(folder / "journal.db")
    for number, path in enumerate(GAMES[:6]):
        record = path.read_text()
        lines = [line.partition("#")[0].strip() for line in record.splitlines()]
        words = ("players", "partners", "target", "dealer", "rule", "name")
        header = "".join(f"{line}\n" for line in lines if line.startswith(words))
        journal.start(f"g{number}", header, "score", 1.0 + number)
        actions = [line for line in lines if line and not line.startswith(words)]
        for seq, action in enumerate(actions[:8], 1):
            journal.append(f"g{number}", Entry(seq, f"{number}-{seq}", 2.0, "fuzz", action))
    journal.close()
    out = io.BytesIO()
    write_backup(out, folder / "journal.db", {})
    return out.getvalue()


def _repacked(rng: Random, whole: bytes) -> bytes:
    """Rebuilds the zip with a spoiled member and correct checksums."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as pack, zipfile.ZipFile(out, "w") as other:
        names = pack.namelist()
        victim = rng.choice(names)
        for name in names:
            content = pack.read(name)
            if name == victim:
                match rng.randrange(4):
                    case 0:
                        continue
                    case 1:
                        name = spoil.text(rng, name)[:200].encode("utf-8", "replace").decode()
                    case _:
                        content = spoil.raw(rng, content)
            other.writestr(name or "x", content)
    return out.getvalue()


def backups(inputs: int, rng: Random) -> Outcome:
    """Inspects spoiled backups; checks that the existing journal stays unchanged."""
    outcome = Outcome("backups")
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        whole = _backup(folder)
        state = folder / "state"
        state.mkdir()
        file = folder / "backup"

        def one() -> None:
            kinds = (lambda: whole, lambda: _repacked(rng, whole), lambda: spoil.raw(rng, whole))
            content = rng.choices(kinds, (1, 10, 10))[0]()
            file.write_bytes(content)

            def look() -> None:
                with prepare_restore(file, state):
                    pass

            outcome.try_input(look, content[:100], (PegboardError, DeviceError))
            left = [path.name for path in state.iterdir()]
            if left:
                outcome.add_finding("files were left behind", left)

        return _watched(outcome, inputs, one)


def _opened(state: Path) -> None:
    journal, _ = open_journal(state, 1.0)
    try:
        for game, _, _ in journal.games():
            journal.load(game)
        assert journal.check() == "ok", "a damaged journal is in use"
    finally:
        journal.close()


def journals(inputs: int, rng: Random) -> Outcome:
    """Opens spoiled journals, read-only as doctor does and for repair as the service does."""
    outcome = Outcome("journals")
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        _backup(folder)
        whole = (folder / "journal.db").read_bytes()
        state = folder / "state"

        def one() -> None:
            state.mkdir()
            file = state / "journal.db"
            file.write_bytes(spoil.raw(rng, whole))
            if rng.randrange(20):
                outcome.try_input(lambda: read_file(file), "a spoiled journal", ())
            else:
                suspect(file).touch()  # after a clean stop nothing is checked
                outcome.try_input(lambda: _opened(state), "a spoiled journal", (DeviceError,))
            shutil.rmtree(state)

        return _watched(outcome, inputs, one)
