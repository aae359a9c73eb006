"""Metrics in Prometheus's text format (version 0.0.4). Off unless `[web] metrics` is on.

Exports no personal data; seats are numbered. Imported only when metrics are served, because the
library loads 140 modules.
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


def counter(name: str, description: str, label: str, values: Mapping[str, int]) -> Metric:
    """Returns a counter with one label; its name must end in `_total`."""
    family = CounterMetricFamily(name, description, labels=[label])
    for key, value in sorted(values.items()):
        family.add_metric([key], value)
    return family


def gauge(name: str, description: str, value: float) -> Metric:
    """Returns a gauge without labels."""
    return GaugeMetricFamily(name, description, value)


def gauges(name: str, description: str, label: str, values: Mapping[str, float]) -> Metric:
    """Returns a gauge with one label."""
    family = GaugeMetricFamily(name, description, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


def summary(name: str, description: str, count: int, total: float) -> Metric:
    """Returns a summary: the number and the sum of some measurements."""
    return SummaryMetricFamily(name, description, count, total)


def process(proc: str = "/proc") -> Iterator[Metric]:
    """Yields pegboard's version and the standard metrics of a process."""
    info = GaugeMetricFamily("pegboard_info", "Version in use.", labels=["version", "python"])
    info.add_metric([__version__, platform.python_version()], 1)
    yield info
    yield from ProcessCollector(proc=proc, registry=None).collect()


def text(metrics: Iterable[Metric]) -> bytes:
    """Returns metrics in Prometheus's text format."""
    return generate_latest(_CollectedMetrics(metrics))


class _CollectedMetrics(Collector):
    """A collector of metrics computed in advance."""

    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        return self._metrics
