"""Numbers for Prometheus, at /metrics."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """The numbers of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.games = Counter("outnumber_games_total", "Games made.", registry=self.registry)
        # Counted elsewhere and set when asked for: a counter's lock is not free at ten thousand a second.
        self.events = Gauge("outnumber_events", "Events on disk since the start.", registry=self.registry)
        self.conflicts = Counter(
            "outnumber_conflicts_total", "Events that came too late for their number.", registry=self.registry
        )
        self.refused = Counter(
            "outnumber_refused_total", "Refused requests and messages.", ["code"], registry=self.registry
        )
        self.sockets = Gauge("outnumber_sockets", "Open WebSockets.", registry=self.registry)
        self.tables = Gauge("outnumber_tables", "Games in memory.", registry=self.registry)
        self.waiting = Gauge("outnumber_waiting", "Events waiting for the disk.", registry=self.registry)
        self.groups = Gauge("outnumber_groups", "Groups of events committed so far.", registry=self.registry)
        self.solving = Histogram(
            "outnumber_solving_seconds", "Time to work out verdicts and moves.", registry=self.registry
        )
        self.requests = Histogram(
            "outnumber_request_seconds", "Time to answer HTTP requests.", ["status"], registry=self.registry
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
