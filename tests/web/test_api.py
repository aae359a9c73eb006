"""API.md is accurate: its examples run, and nothing is missing."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from pegboard.json_form import BadMessage
from pegboard.schema.commands import VERBS, parse
from pegboard.schema.messages import AckMessage, Snapshot
from pegboard.schema.offer import Offer
from pegboard.schema.state import State
from tests.support.paths import ROOT
from tests.support.phones import FORWARDED
from tests.support.running_board import RunningBoard, running_board
from tests.support.schema import TYPES, check
from tests.support.service_app import routes, service_app
from tests.support.waiting import wait_until

API = ROOT / "pegboard" / "web" / "API.md"
TEXT = API.read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+) ?(.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = [match.groups() for match in BLOCK.finditer(TEXT)]
ANY = "…"
WORD = re.compile(r"\{([a-z]+)\}")
ANSWERS: dict[str, type] = {"/api/state": Snapshot, "/api/command": AckMessage}
"""Addresses with an answer type in the schema."""


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningBoard]:
    with running_board(tmp_path_factory.mktemp("service") / "state", "--no-demo") as service:
        yield service


class Reader:
    """Runs the examples in order; values noted by one are available to later ones."""

    def __init__(self, service: RunningBoard) -> None:
        self.url = service.address.rstrip("/")
        self.noted: dict[str, str] = {}
        self.wrong: list[str] = []
        """Mismatched keys of the last object."""

    def headers(self, who: str) -> dict[str, str]:
        return {
            "board": {},
            "stranger": {FORWARDED: "192.168.1.9"},
            "program": {
                FORWARDED: "192.168.1.9",
                "authorization": f"Bearer {self.noted.get('token')}",
            },
        }[who]

    def filled(self, text: str) -> str:
        return WORD.sub(lambda m: self.noted.get(m[1], m[0]), text)

    def fits(self, expected: Any, got: Any) -> bool:
        """Returns whether an answer matches the documented one."""
        match expected:
            case str() if expected == ANY:
                return True
            case str() if (name := WORD.fullmatch(expected)) is not None:
                self.noted.setdefault(name[1], got)
                return bool(self.noted[name[1]] == got)
            case dict():
                more = expected.get(ANY) == ANY
                keys = set(expected) - {ANY}
                if not isinstance(got, dict) or not (
                    keys <= set(got) if more else keys == set(got)
                ):
                    return False
                self.wrong = [key for key in keys if not self.fits(expected[key], got[key])]
                return not self.wrong
            case list():
                return (
                    isinstance(got, list)
                    and len(expected) == len(got)
                    and all(map(self.fits, expected, got))
                )
        return bool(expected == got)

    def http(self, who: str, example: str) -> None:
        request, _, answered = example.partition("\n\n")
        line, _, body = request.partition("\n")
        method, path = line.split()
        headers = self.headers(who)
        with httpx.Client(base_url=self.url, headers=headers, timeout=30) as http:
            sent = json.loads(self.filled(body)) if body else None
            answer = http.request(method, path, json=sent)
        status, _, expected = answered.partition("\n")
        assert answer.status_code == int(status), (line, answer.text)
        if path in ANSWERS and answer.headers["content-type"].startswith("application/json"):
            check(answer.json(), ANSWERS[path])
        if expected.startswith("{"):
            assert self.fits(json.loads(expected), answer.json()), (line, self.wrong, answer.text)
        else:
            lines = answer.text.splitlines()
            for shown in expected.splitlines():
                assert any(self.line_fits(shown, sent) for sent in lines), (shown, lines)

    def line_fits(self, shown: str, sent: str) -> bool:
        return sent.startswith(shown.removesuffix(ANY)) if shown.endswith(ANY) else sent == shown

    async def websocket(self, who: str, path: str, example: str) -> None:
        url = f"ws{self.url.removeprefix('http')}{self.filled(path)}"
        async with connect(url, additional_headers=self.headers(who), proxy=None) as socket:
            for line in example.splitlines():
                sent = line[2:]
                if line.startswith(">"):
                    await socket.send(self.filled(sent))
                    continue
                expected, heard = json.loads(sent), []
                async with asyncio.timeout(15):
                    while True:
                        got = await socket.recv()
                        if isinstance(got, str):
                            heard.append(got)
                            message = json.loads(got)
                            check(message, TYPES[message["type"]])
                            if self.fits(expected, message):
                                break
                            assert len(heard) < 50, (line, heard)

    def listens(self) -> bool:
        """Returns True if a paired device has a socket."""
        devices = httpx.get(f"{self.url}/api/devices", headers=self.headers("board")).json()
        return any(device["here"] for device in devices["devices"])

    def program(self, example: str, tmp_path: Path) -> None:
        """Runs the example program during a score; it prints the score."""
        path = tmp_path / "program.py"
        path.write_text(example)
        command = [sys.executable, str(path), self.url.removeprefix("http://"), self.noted["token"]]
        wait_until(lambda: not self.listens(), "the end of the last socket")
        speaker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            wait_until(self.listens, "a program that listens", every_s=0.1)
            for number in range(2):
                with httpx.Client(base_url=self.url, timeout=30) as http:
                    http.post("/api/command", json={"id": f"p{number}", "action": "peg 1 3"})
            assert speaker.stdout is not None
            assert speaker.stdout.readline().strip() == "Ben +3"
        finally:
            speaker.kill()
            speaker.communicate()


def test_api_examples_return_documented_answers(service: RunningBoard, tmp_path: Path) -> None:
    reader, run = Reader(service), 0
    for kind, how, example in EXAMPLES:
        run += 1
        match kind:
            case "http":
                reader.http(how, example.rstrip("\n"))
            case "websocket":
                who, path = how.split()
                asyncio.run(reader.websocket(who, path, example.rstrip("\n")))
            case "python":
                reader.program(example, tmp_path)
            case _:
                raise AssertionError(f"an example of a kind that is not run: {kind}")
    assert run >= 20 and {kind for kind, _, _ in EXAMPLES} == {"http", "websocket", "python"}


def without_placeholders(value: Any) -> Any:
    """Returns an example value without its placeholders."""
    match value:
        case dict():
            return {
                key: without_placeholders(each)
                for key, each in value.items()
                if not stands_for_any(each)
            }
        case list():
            return [without_placeholders(each) for each in value if not stands_for_any(each)]
    return value


def stands_for_any(value: Any) -> bool:
    return value == ANY or (isinstance(value, str) and WORD.fullmatch(value) is not None)


def messages() -> Iterator[tuple[type | None, str]]:
    """Yields each message of the examples: its schema type, None for a command, and its text."""
    for kind, _how, example in EXAMPLES:
        if kind == "websocket":
            for line in example.splitlines():
                of = TYPES[json.loads(line[2:])["type"]] if line.startswith("<") else None
                yield of, line[2:]
        elif kind == "http":
            request, _, answered = example.partition("\n\n")
            line, _, body = request.partition("\n")
            expected = answered.partition("\n")[2]
            path = line.split()[1]
            if path in ANSWERS and expected.startswith("{"):
                yield ANSWERS[path], expected
            if path == "/api/command":
                yield None, body


def test_api_examples_match_schema() -> None:
    found = list(messages())
    for of, text in found:
        if of is not None:
            check(without_placeholders(json.loads(text)), of, partly=True)
        elif text != "not JSON":
            parse(text)
    assert {of for of, _ in found} == {None, Snapshot, *TYPES.values()}


def test_schema_check_reports_wrong_key_or_type() -> None:
    state = {"type": "state", "offer": {"cards": ["5H"], "…": "…"}, "…": "…"}
    check(without_placeholders(state), Snapshot, partly=True)
    for wrong in ({"told": True}, {"seq": "1"}, {"offer": {"armed": True}}, {"turn": "Ann"}):
        with pytest.raises(msgspec.ValidationError):
            check(without_placeholders(state | wrong), Snapshot, partly=True)
    with pytest.raises(BadMessage):
        parse('{"id": "c1", "cards": ["5H"], "turned": "5S"}')


def test_api_page_documents_every_route(tmp_path: Path) -> None:
    async def story() -> list[tuple[str, str]]:
        async with service_app(tmp_path) as app:
            return routes(app)

    for _, path in asyncio.run(story()):
        short = path.removesuffix("/main.js")
        tail = "…/" + path.rsplit("/", 1)[-1]
        is_documented = short in TEXT or f"`{tail}`" in TEXT or f"`.{path.rsplit('.')[-1]}`" in TEXT
        assert is_documented, f"{path} does not stand in {API.name}"


def test_api_page_documents_every_command() -> None:
    for verb in VERBS:
        assert f'`"{verb}": ' in TEXT, f"{verb} does not stand in {API.name}"


def test_api_page_documents_every_state_key() -> None:
    state = State.__annotations__.keys() | {"type"}
    table = TEXT[TEXT.index("## The state") : TEXT.index("## All addresses")]
    for key in (*state, *Offer.__annotations__):
        assert f"`{key}`" in table, f"{key} does not stand in {API.name}"
    for word in re.findall(r"^\| (`[^|]*?`) \|", table, re.MULTILINE):
        for key in word.replace("`", "").split(", "):
            assert key in state or key == "n", f"the state has no {key} any more"
