"""Metrics for Prometheus, at /metrics."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, values
from prometheus_client.multiprocess import MultiProcessCollector

from outnumber.server.transport.logs import dropped_lines

if TYPE_CHECKING:
    from outnumber.server.play.service import GameService

# Set for the workers of one server: the library then shares their metrics through files in this folder.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
# Seconds between updates of the metrics that are counted elsewhere: a scrape may reach another worker.
UPDATE = 1.0


def share_as(worker: str) -> None:
    """Share the metrics of this process with the other workers.

    A worker that replaces a dead one has the same number, so it reuses its files and continues its counts.
    With the process id, the library's default, every replacement would leave files behind.
    """
    values.ValueClass = values.MultiProcessValue(lambda: worker)  # type: ignore[no-untyped-call]


class Metrics:
    """The metrics of one process; a scrape of one worker returns the sums over all workers."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()

        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(f"outnumber_{name}_total", text, labels, registry=self.registry)

        def gauge(name: str, text: str) -> Gauge:
            # A worker that ends takes its sockets and games with it.
            return Gauge(f"outnumber_{name}", text, registry=self.registry, multiprocess_mode="livesum")

        def seconds(name: str, text: str, *labels: str) -> Histogram:
            return Histogram(f"outnumber_{name}_seconds", text, labels, registry=self.registry)

        self.games = counter("games", "Games made.")
        self.conflicts = counter("conflicts", "Events that came too late for their number.")
        self.refused = counter("refused", "Refused requests and messages.", "code")
        self.sockets = gauge("sockets", "Open WebSockets.")
        self.solving = seconds("solving", "Time to work out verdicts and moves.")
        self.requests = seconds(
            "request",
            "Time to answer HTTP requests, without the time that long polls wait for news.",
            "status",
        )
        self._in_memory = gauge("tables", "Games in memory.")
        self._waiting = gauge("waiting", "Events waiting for the disk.")
        # Counted elsewhere, because a counter's lock is costly at ten thousand events per second.
        self._events = counter("events", "Events on disk since the start.")
        self._groups = counter("groups", "Groups of events committed since the start.")
        self._dropped = counter("log_lines_dropped", "Log lines that were not written: their reader stalled.")
        self._counted: dict[Counter, int] = {}

    def update(self, service: GameService) -> None:
        """Copy the numbers that are counted elsewhere."""
        self._in_memory.set(len(service.games))
        self._waiting.set(len(service.log.writer))
        counted = {
            self._events: service.events,
            self._groups: service.log.writer.count,
            self._dropped: dropped_lines(),
        }
        for counter, now in counted.items():
            counter.inc(now - self._counted.get(counter, 0))
        self._counted = counted

    def text(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        registry = self.registry
        if FOLDER in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        text = generate_latest(registry)
        for name in ("events", "groups"):  # their former names
            now = registry.get_sample_value(f"outnumber_{name}_total")
            text += (
                f"# HELP outnumber_{name} Deprecated: outnumber_{name}_total.\n"
                f"# TYPE outnumber_{name} untyped\noutnumber_{name} {now}\n"
            ).encode()
        return text
