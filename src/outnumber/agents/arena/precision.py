"""How many openings an arena needs for blunder rates of a given precision.

The interval of a rate is as wide as that of a number of independent chances
(`study/statistics/intervals.py`), and this number grows in proportion to the openings. Results of an arena
show how many of them an opening is worth, for each of its players.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from pathlib import Path

from outnumber.games import Voice
from outnumber.study.statistics.intervals import FEWEST, Grouped, independent

from .read import RESULTS
from .report.figures import LONG, Document, Figures, ReportTable, cut, printable

# Without results: one independent chance for each opening, and this blunder rate. In arenas of two players,
# `skilled`, `casual` and `beginner` needed 860 to 1,200 openings for ±2.5 points; this predicts 1,150.
USUAL_RATE = 0.25


def openings_needed(thrown: Grouped, openings: int, reach: float) -> int:
    """The number of openings for a blunder rate to ± `reach`, given the blunders on some openings."""
    return ceil(independent(thrown.hits / thrown.of, reach) * openings / thrown.worth)


def precision(points: float, games: Sequence[str], directory: Path | None, voice: Voice) -> Document:
    """The openings for blunder rates of ± `points`: from results in a directory, or for usual players."""
    say, tables = voice.say, list[ReportTable]()
    most, reach = ceil(independent(USUAL_RATE, points / 100)), points / 100
    source = say(
        "This assumes two players with a blunder rate of about {rate}, and one chance for each opening. For "
        "an estimate from results, name their directory.",
        rate=voice.percent(USUAL_RATE),
    )
    if directory and (directory / RESULTS).exists():
        found = Figures(directory, voice)
        games, played = found.plan.games, len({result.start for result in found.played})
        needs = {
            each.player: (thrown, openings_needed(thrown, played, reach))
            for each in found.standings
            if len((thrown := each.chances.thrown).groups) >= FEWEST
        }
        if needs:
            most = max(need for _, need in needs.values())
            rows = [(found.labels[player], share, need) for player, (share, need) in needs.items()]
            tables = [found.table(rows, "Openings needed", "Player", "Blunder rate", "Openings")]
            source = say(
                "This follows from the results on {openings} in {directory}.",
                openings=voice.counted("{n} opening", "{n} openings", played),
                directory=cut(printable(str(directory)), LONG),
            )
    answer = say(
        "Needed: {openings} of all games together ({games}, {rounds}). Only different openings count, and a "
        "small game may not have enough of them.",
        openings=voice.counted("{n} opening", "{n} openings", most),
        games=voice.counted("{n} game", "{n} games", len(games)),
        rounds=voice.counted("{n} round", "{n} rounds", ceil(most / len(games))),
    )
    told = Document(voice)
    told.heading = say("Blunder rates to ±{points} points", points=voice.decimal(f"{points:g}"))
    told.sections = [told.section("Openings", answer, source, tables=tables)]
    return told
