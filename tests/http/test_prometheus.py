"""Prometheus metrics, read by its own parser; off by default."""

import math
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client.parser import text_string_to_metric_families as families

from pegboard.http.prometheus import counter, gauges, process, summary, text
from tests.support.running_board import running_board

CONFIG = """
[board]
strip = "memory:"
[buttons]
source = "gpio:"
[camera]
source = "none"
[game]
attract_s = 0
[web]
metrics = true
"""

labels = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=30)


@given(label=labels, says=labels, value=st.floats(allow_nan=False, allow_infinity=False))
def test_labels_are_escaped(label: str, says: str, value: float) -> None:
    written = text([gauges("a_gauge", says, "device", {label: value})]).decode()
    (family,) = families(written)
    (sample,) = family.samples
    assert sample.labels == {"device": label} and family.type == "gauge"
    assert math.isclose(sample.value, value)


def test_counters_and_summaries_are_formatted() -> None:
    metrics = text(
        [
            counter("games_total", "Games.", "mode", {"score": 3, "demo": 1}),
            summary("took_seconds", "Time.", 4, 0.5),
            *process("/nowhere"),
        ]
    ).decode()
    found = {sample.name: sample for family in families(metrics) for sample in family.samples}
    assert found["games_total"].value == 3 and found["took_seconds_count"].value == 4
    assert found["took_seconds_sum"].value == 0.5
    assert "process_open_fds" not in found and b"process_open_fds" in text(process())


def samples(service: Any) -> dict[tuple[str, str], float]:
    found = {}
    for family in families(service.get("metrics")):
        for sample in family.samples:
            found[sample.name, ",".join(sample.labels.values())] = sample.value
    return found


def test_service_metrics_report_its_state(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text(CONFIG)
    with running_board(tmp_path / "state", "--config", str(tmp_path / "c.toml")) as service:
        service.command(new={"mode": "score", "names": ["Wilhelmina", "Ben"]})
        for _ in range(3):
            assert service.command(action="peg 0 5")["ok"]
        found = samples(service)
        assert found["pegboard_score", "0"] == 15 and found["pegboard_score", "1"] == 0
        assert found["pegboard_journal_commit_seconds_count", ""] >= 5
        assert 0 < found["pegboard_journal_commit_slowest_seconds", ""] < 30
        assert found["pegboard_device_ok", "strip"] == 1
        assert found["pegboard_device_ok", "buttons"] == 0, "this machine has no pins"
        assert found["pegboard_device_lost_total", "buttons"] == 1
        assert found["pegboard_games_begun_total", "score"] >= 1
        assert found["pegboard_safe_mode", ""] == 0
        assert 20e6 < found["process_resident_memory_bytes", ""] < 200e6
        assert "Wilhelmina" not in service.get("metrics")
        with urllib.request.urlopen(service.address + "metrics", timeout=30) as reply:
            assert reply.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"


def test_metrics_are_off_by_default(tmp_path: Path) -> None:
    with running_board(tmp_path / "state") as service:
        with pytest.raises(urllib.error.HTTPError) as refused:
            service.get("metrics")
        assert refused.value.code == 404
        refused.value.close()
