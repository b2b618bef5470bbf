"""The leaderboard: submissions to one suite, compared in tables, as JSON, and as a page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256

from msgspec import Struct

from outnumber.agents.arena.report.figures import (
    Cell,
    Document,
    ReportSection,
    figure,
    game_title,
    labels,
    shown,
)
from outnumber.agents.arena.report.page import EDGE, ROOM, Dot, Plot, dots, rendered
from outnumber.games import ENGLISH, Text, Voice
from outnumber.study.statistics.intervals import Corrected, Difference

from .figures import BenchSummary, Figure
from .submission import BenchPlan, Submission

FORMAT = 1
# The headings of the tables with one column for each part.
PARTS: dict[str, tuple[Text, Text]] = {
    "tracks": ("Tracks", "Score by track"),
    "games": ("Games", "Score by game"),
    "difficulty": ("Difficulty", "Score by difficulty"),
    "numbers_left": ("Numbers left", "Score by numbers left"),
}


class LeaderboardEntry(Struct, forbid_unknown_fields=True):
    """A verified submission."""

    # The file with the answers, and its hash.
    file: str
    sha256: str
    plan: BenchPlan
    summary: BenchSummary


class LeaderboardFile(Struct, forbid_unknown_fields=True):
    """The entries of one suite, the best first."""

    format: int
    suite: str
    version: int
    split: str
    sha256: str
    canary: str
    entries: list[LeaderboardEntry]


class Leaderboard(Document):
    """The report on a leaderboard."""

    def __init__(self, data: LeaderboardFile, voice: Voice = ENGLISH) -> None:
        super().__init__(voice)
        self.data, self.heading = data, f"{data.suite} v{data.version}"
        self.sections = self._sections()

    def _sections(self) -> list[ReportSection]:
        rows = [
            (name, each.plan.repeats, _score(each.summary.headline), each.summary.headline.luck, _twins(each))
            for name, each in self._entries
        ]
        table = self.table(rows, "Headline", "Player", "Repeats", "Score", "By luck", "Twins")
        found = self.section(
            "Scores",
            "A score is corrected for luck: 0 for random answers, 100% for perfect ones. The headline is the "
            "mean over all games and tracks. Intervals cover 95% and resample questions.",
            tables=[table],
            plot="scores",
        )
        return [found, *(self._parts(part, *words) for part, words in PARTS.items()), self._answers()]

    def plot(self) -> Plot:
        """The scores with their intervals."""
        rows, told, least = [], [], 0.0
        for name, each in self._entries:
            if isinstance(score := _score(each.summary.headline), Corrected) and score.interval:
                low, high = score.interval
                told.append(f"{name}: {shown(score, self.voice)}")
                rows.append((name, [Dot(low, score.rate or 0.0, high, told[-1])]))
                least = min(least, low)

        def along(rate: float) -> float:
            return EDGE + ROOM * (rate - least) / (1 - least)

        scale = {rate: self.voice.percent(rate) for rate in (0, 0.5, 1)}
        plot = Plot("scores", self.voice.say("Scores with 95 % intervals"), f"{'; '.join(told)}.", self.voice)
        return dots(plot, rows, 0, scale, along)

    @cached_property
    def _entries(self) -> list[tuple[str, LeaderboardEntry]]:
        """The entries with short names, which are those of their files."""
        names = labels((each.file.removesuffix(".jsonl") for each in self.data.entries), self.voice)
        return [*zip(names.values(), self.data.entries, strict=True)]

    def _parts(self, part: str, title: str, caption: str) -> ReportSection:
        held = [(name, getattr(each.summary, part)) for name, each in self._entries]
        keys = list(dict.fromkeys(key for _, scores in held for key in scores))
        rows = [(name, *(_score(scores.get(key)) for key in keys)) for name, scores in held]
        titles = {"games": lambda key: game_title(key, self.voice), "difficulty": self.voice.word}
        heads = [*map(titles.get(part, str), keys)]
        return self.section(title, tables=[self.table(rows, caption, "Player", *heads)])

    def _answers(self) -> ReportSection:
        """What the players answered, and what it cost."""
        rows = []
        for name, each in self._entries:
            kinds, faults = each.summary.grades, each.summary.faults
            used = {kind: round(count) for kind, count in each.summary.used.items() if kind != "cost"}
            refused, late = faults.get("player-refused", 0), faults.get("player-silent", 0)
            garbled = sum(found.get(kind, 0) for found in kinds.values() for kind in ("garbled", "illegal"))
            others = sum(faults.values()) - refused - late
            cost = each.summary.used.get("cost")
            rows.append(
                (
                    name,
                    sum(count for found in kinds.values() for count in found.values()),
                    kinds.get("explain", {}).get("unproven", 0),
                    garbled,
                    refused,
                    late,
                    others,
                    used.get("prompt_tokens"),
                    used.get("completion_tokens"),
                    None if cost is None else figure(cost, 4, self.voice),
                    figure(each.summary.seconds, 1, self.voice),
                )
            )
        table = self.table(
            rows,
            "Answers and costs",
            *("Player", "Asked", "Unproven", "Unreadable", "Refused", "Late", "Other faults"),
            *("Prompt tokens", "Answer tokens", "Cost", "Seconds"),
        )
        return self.section(
            "Given answers",
            "Unproven: a winning move with a reason that proves nothing. Unreadable: no number, or one that "
            "is no choice; this includes refusals and late answers, except in whole games.",
            tables=[table],
        )


def _score(found: Figure | None) -> Cell:
    if found is None or found.score is None or found.low is None or found.high is None:
        return None
    return Corrected(found.score, (found.low, found.high))


def _twins(entry: LeaderboardEntry) -> Cell:
    found = entry.summary.disguise
    return Difference(found.rate, found.low, found.high) if found else None


def leaderboard(submissions: Sequence[Submission]) -> LeaderboardFile:
    """The leaderboard of verified submissions to one suite."""
    entries = [
        LeaderboardEntry(each.path.name, sha256(each.path.read_bytes()).hexdigest(), each.plan, each.summary)
        for each in submissions
        if each.plan is not None and each.summary is not None
    ]
    entries.sort(key=lambda each: (-(each.summary.headline.score or 0.0), each.file))
    plan = entries[0].plan
    return LeaderboardFile(FORMAT, plan.suite, plan.version, plan.split, plan.sha256, plan.canary, entries)


def page(found: Leaderboard) -> str:
    """The leaderboard as a page that loads nothing."""
    made = found.voice.say("Made by outnumber bench. Questions: sha256 {hash}.", hash=found.data.sha256)
    caption = found.voice.say("0%: random answers. 100%: perfect ones.")
    return rendered(
        found, lambda name: ([found.plot()], caption) if name else ((), ""), figures=(), made=made
    )
