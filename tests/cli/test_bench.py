"""`pegboard bench`: every documented figure is present and a number."""

import json

import pytest

from pegboard.cli import bench
from pegboard.cli.app import run_line
from pegboard.cli.bench import pressing, slices, watching

FIGURES = {
    "hands_per_s", "score_hand_per_s", "hand_points_per_s", "brute_per_s", "games_per_s",
    "replay_actions_per_s", "discard_ms", "play_ms", "frame_us", "wire_fps_limit", "fps",
    "fps_core_share",
    "press_to_frame_ms", "count_ms", "start_s", "rss_mib",
    "watchers_ms", "watchers_rss_mib",
}  # fmt: skip


@pytest.mark.group("soak")
def test_bench_measures_every_figure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pressing, "PRESSES", 4)
    monkeypatch.setattr(watching, "ACTIONS", 6)
    monkeypatch.setattr(slices, "SLICE_S", 0.05)
    assert bench.bench_command(as_json=True) == 0
    figures = json.loads(capsys.readouterr().out)
    assert set(figures) == FIGURES
    assert set(figures["press_to_frame_ms"]) == {"p50", "p99"}
    assert set(figures["rss_mib"]) == {"without", "with"}
    assert set(figures["watchers_ms"]) == {"p50", "p99"}
    assert set(figures["watchers_rss_mib"]) == {"10", "50"}
    unmeasured = {name for name, value in figures.items() if value is None}
    assert not unmeasured
    assert 0 < figures["fps"] <= 1.1 * figures["wire_fps_limit"]  # no faster than the wire
    # Not timing-sensitive: these ratios hold on any machine.
    assert figures["hand_points_per_s"] > figures["score_hand_per_s"] > figures["brute_per_s"]


@pytest.mark.slow
def test_bench_measures_hall_under_load(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["bench", "hall", "--boards", "4", "--onlookers", "12", "--seconds", "1"]
    assert run_line([*line, "--speed", "20", "--backlog", "30", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["lost"] == 0 and figures["backlog"]["entries"] == 4 * 31
    for name in ("to_board_ms", "to_onlooker_ms"):
        assert figures[name]["p50"] > 0 and figures[name]["p99"] >= figures[name]["p50"]
    assert figures["messages_per_s"] > 12 and 0 < figures["hall_rss_mib"] < 300
