"""Statistics, as `outnumber stats --json` prints them and the app exports them."""

from __future__ import annotations

from outnumber.match import HUMAN
from outnumber.study.statistics.rounds import Score, Summary
from outnumber.study.statistics.summary import PuzzleStatistics, Statistics

from . import Json
from .reviews import chances


def statistics_json(found: Statistics, game: str | None = None) -> Json:
    """All statistics, and those of each game; `game` is set if only one was requested."""
    by_game = {name: _both(*both) for name, both in found.by_game.items()}
    return {"game": game, **_both(found.games, found.puzzles), "by_game": by_game}


def _both(games: Summary, puzzles: PuzzleStatistics) -> Json:
    return {"games": _rounds(games), "puzzles": _puzzles(puzzles)}


def _rounds(found: Summary) -> Json:
    """Finished rounds by opponent, by day and by name, with their chances."""
    rating = found.rating
    value, error = (None if each is None else round(each, 2) for each in (rating.rating, rating.error))
    return {
        "rounds": found.rounds,
        "unfinished": found.unfinished,
        "opponents": {name: _score(name, each) for name, each in found.opponents.items()},
        **chances(found.tally),
        # With one standard error; null if there are too few results.
        "rating": {"rating": value, "error": error, "rounds": rating.rounds, "nearest": rating.level or None},
        "days": [
            {"date": day, "rounds": each.rounds, **chances(each.tally)} for day, each in found.days.items()
        ],
        "people": [
            {"name": name, "rounds": each.rounds, "won": each.won, "lost": each.lost, **chances(each.tally)}
            for name, each in found.people.items()
        ],
    }


def _score(opponent: str, found: Score) -> Json:
    """The rounds against one opponent; null between two people: it is unknown which one is the user."""
    won, lost = (None, None) if opponent == HUMAN else (found.won, found.lost)
    return {"rounds": found.rounds, "won": won, "lost": lost, "unfinished": found.unfinished}


def _puzzles(found: PuzzleStatistics) -> Json:
    """Attempted puzzles, streaks in puzzles and in days, and the number of puzzles due again."""
    return {
        "solved": found.solved,
        "missed": found.missed,
        **found.streak._asdict(),
        "due": found.due,
        "by_date": [_tried("date", *each) for each in found.days.items()],
        "by_difficulty": [_tried("difficulty", *each) for each in found.difficulties.items()],
    }


def _tried(name: str, value: str | int, tried: tuple[int, int]) -> Json:
    solved, missed = tried
    return {name: value, "solved": solved, "missed": missed}
