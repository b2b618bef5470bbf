"""Metrics for Prometheus, at /metrics."""

from __future__ import annotations

import os
import platform
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, values
from prometheus_client.multiprocess import MultiProcessCollector

import outnumber

from .transport.logs import dropped_lines

if TYPE_CHECKING:
    from .classes.classes import Classes
    from .play.service import GameService

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

        def gauge(name: str, text: str, mode: Literal["livesum", "livemin", "livemax"] = "livesum") -> Gauge:
            # A worker that ends takes its sockets and games with it.
            return Gauge(f"outnumber_{name}", text, registry=self.registry, multiprocess_mode=mode)

        def seconds(name: str, text: str, *labels: str) -> Histogram:
            return Histogram(f"outnumber_{name}_seconds", text, labels, registry=self.registry)

        self.games = counter("games", "Games created.")
        self.conflicts = counter("conflicts", "Events that lost the race for their number and were retried.")
        self.refused = counter("refused", "Refused requests and messages.", "code")
        self.sockets = gauge("sockets", "Open WebSockets.")
        self.solving = seconds("solving", "Time that solvers take to compute verdicts and moves.")
        self.requests = seconds(
            "request",
            "Time to answer HTTP requests, excluding the waiting time of long polls.",
            "status",
        )
        self._in_memory = gauge("tables", "Games in memory.")
        self._waiting = gauge("waiting", "Events waiting to be written.")
        # Counted elsewhere, because a counter's lock is costly at ten thousand events per second.
        self._events = counter("events", "Events written since the start.")
        self._groups = counter("groups", "Groups of events committed since the start.")
        self._dropped = counter("log_lines_dropped", "Log lines dropped because their reader stalled.")
        self._counted: dict[Counter, float] = {}
        self.commits = seconds("commit", "Time to commit a group of events.")
        self._database = gauge("database_up", "1 if every process can write to its database.", "livemin")
        self._damaged = gauge("damaged", "Damaged games that a process has found.", "livemax")
        self._classes = gauge("classes", "Open classes.", "livemax")
        gauge("processes", "Server processes.").set(1)
        self._memory = gauge("memory_bytes", "Memory of the server processes, without their solvers.")
        self._files = gauge("open_files", "Open files and connections of the server processes.")
        began = gauge("start_time_seconds", "Start of the newest process, since 1970.", "livemax")
        began.set(time.time())
        self._processor = counter("cpu_seconds", "Processor time of the server processes.")
        Gauge(
            "outnumber_build_info", "1, with the versions of program and Python.", ("version", "python"),
            registry=self.registry, multiprocess_mode="livemax",
        ).labels(outnumber.__version__, platform.python_version()).set(1)  # fmt: skip

    def update(self, service: GameService, classes: Classes) -> None:
        """Copy the numbers that are counted elsewhere."""
        self._in_memory.set(len(service.games))
        self._waiting.set(len(service.log.writer))
        self._database.set(service.log.well)
        self._damaged.set(service.log.damages)
        self._classes.set(len(classes.live))
        with suppress(OSError):  # only Linux has these
            pages = Path("/proc/self/statm").read_text("ascii").split()[1]
            self._memory.set(int(pages) * os.sysconf("SC_PAGE_SIZE"))
            # Older kernels do not count them.
            self._files.set(os.stat("/proc/self/fd").st_size or len(os.listdir("/proc/self/fd")))
        counted = {
            self._events: service.events,
            self._groups: service.log.writer.count,
            self._dropped: dropped_lines(),
            self._processor: time.process_time(),
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
