"""Metrics in Prometheus's text format (version 0.0.4). Off unless `[web] metrics` is on.

Exports no personal data; seats are numbered. Imported only where metrics are served: the library
loads 140 modules.
"""

import platform
from collections.abc import Iterable, Iterator, Mapping

from prometheus_client import ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    Metric,
    SummaryMetricFamily,
)
from prometheus_client.registry import Collector

from pegboard import __version__


def counter(name: str, says: str, label: str, values: Mapping[str, int]) -> Metric:
    """Returns a counter with one label; its name ends in `_total`."""
    family = CounterMetricFamily(name, says, labels=[label])
    for key, value in sorted(values.items()):
        family.add_metric([key], value)
    return family


def gauge(name: str, says: str, value: float) -> Metric:
    """Returns one value that goes up and down."""
    return GaugeMetricFamily(name, says, value)


def gauges(name: str, says: str, label: str, values: Mapping[str, float]) -> Metric:
    """Returns a gauge for each value of a label."""
    family = GaugeMetricFamily(name, says, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


def summary(name: str, says: str, count: int, total: float) -> Metric:
    """Returns the count and the sum of some measurements."""
    return SummaryMetricFamily(name, says, count, total)


def process(proc: str = "/proc") -> Iterator[Metric]:
    """Yields the version, and this process's figures under the standard names."""
    info = GaugeMetricFamily("pegboard_info", "Version in use.", labels=["version", "python"])
    info.add_metric([__version__, platform.python_version()], 1)
    yield info
    yield from ProcessCollector(proc=proc, registry=None).collect()


def text(metrics: Iterable[Metric]) -> bytes:
    """Returns the metrics as text."""
    return generate_latest(_Gathered(metrics))


class _Gathered(Collector):
    """Metrics gathered earlier."""

    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        return self._metrics
