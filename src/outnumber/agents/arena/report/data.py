"""The report of an arena as data: one JSON document, and CSV files with the same figures.

Shares have 95 % intervals in `low` and `high`, clustered by opening. `FORMAT` is the version of the JSON
document; it isn't part of `api`.
"""

from __future__ import annotations

import csv
import json
import platform
from io import StringIO
from typing import Any

from outnumber import __version__
from outnumber.agents.arena.measures import ChanceTally, Comparison, Standing, Usage, by_luck, compared
from outnumber.agents.arena.read import ATTEMPTS, DETAILS, TOKENS
from outnumber.api import Json
from outnumber.study.statistics.intervals import Difference, Share
from outnumber.study.statistics.rating import PlayerRating

from .figures import Figures, labels, printable

# Increases when a field is removed or changes its meaning, not when one is added.
FORMAT = 1
PAID = (*TOKENS, *DETAILS)


def as_json(found: Figures) -> str:
    """All figures of a report, as JSON text."""
    told = {
        "format": FORMAT,
        "versions": {
            "began": found.version,
            "played": found.versions,
            "reported": __version__,
            "python": platform.python_version(),
        },
        "dates": {"first": found.dates[0], "last": found.dates[-1]} if found.dates else None,
        "plan": {name: value for name, value in found.plan.to_json().items() if name != "outnumber"},
        "games": {"planned": found.plan.size, "played": found.games, "refused": len(found.refused)},
        "players": [_player(found, each) for each in found.standings],
        "pairs": [{"one": one, "two": two, **_plain(each)} for (one, two), each in found.pairs.items()],
        "differences": compared(found.standings),
        "ratings": found.by_game,
        "blunders": found.groups,
        "paid": _paid(found),
        "models": {
            player: {**each._asdict(), "settings": [json.loads(settings) for settings in each.settings]}
            for player, each in found.sources.items()
        },
    }
    return json.dumps(_plain(told), indent=1) + "\n"


def _plain(value: Any) -> Any:
    """Convert figures, and containers of figures, to plain JSON values."""
    match value:
        case Share(hits, of):
            low, high = value.interval or (None, None)
            return {"hits": hits, "of": of, "rate": value.rate, "low": low, "high": high}
        case ChanceTally(thrown=thrown):
            return {**_plain(thrown), "by_luck": by_luck(value)}
        case Difference():
            return {**value._asdict(), "certain": value.certain}
        case Comparison() | PlayerRating():
            return _plain(value._asdict())
        case dict():
            return {name: _plain(each) for name, each in value.items()}
        case list():
            return [_plain(each) for each in value]
    return value


def _player(found: Figures, each: Standing) -> Json:
    spent = found.spent.get(each.player, Usage())
    return {
        "player": each.player,
        # Not translated.
        "label": labels(found.labels)[each.player],
        "won": each.won,
        "won_as": [*each.by_seat],
        "converted": each.converted,
        "taken": each.taken,
        "rating": found.ratings[each.player],
        "moves": each.moves,
        "regret_per_game": each.regret,
        "blunders": each.chances,
        "accuracy": each.chances.accuracy,
        "accuracy_interval": each.chances.weighed.interval,
        "faults": each.faults,
        "won_by_faults": each.gifts,
        "attempts": {name: spent[name] for name in ATTEMPTS if name in spent},
        "time": {"seconds": float(spent["seconds"]), "turns": spent["moves"], "games": spent["games"]},
    }


def _paid(found: Figures) -> Json:
    """The cost of each model, including unfinished games."""
    return {
        player: {**{name: each[name] for name in PAID}, "cost": each.get("cost")}
        for player, each in found.paid.items()
    }


def players_csv(found: Figures) -> str:
    """One line per player, the best first."""
    rows = []
    paid = _paid(found)
    for each in found.standings:
        told = _plain(_player(found, each))
        row: Json = {"player": each.player}
        for name in ("won", "converted", "taken"):
            row |= {f"{name}_{part}": value for part, value in told[name].items()}
        row |= {f"rating_{part}": value for part, value in told["rating"].items()}
        row |= {"moves": each.moves, "chances": each.chances.held, "blunders": each.blunders}
        rate = told["blunders"]
        row |= {f"blunder_{part}": rate[part] for part in ("rate", "low", "high", "by_luck")}
        low, high = told["accuracy_interval"] or (None, None)
        row |= {"accuracy": each.chances.accuracy, "accuracy_low": low, "accuracy_high": high}
        row |= {"faults": sum(each.faults.values())}
        row |= {name: told["attempts"].get(name) for name in ATTEMPTS}
        row |= {name: paid.get(each.player, {}).get(name) for name in (*PAID, "cost")}
        row["seconds"] = told["time"]["seconds"]
        rows.append(row)
    return _csv(rows)


def games_csv(found: Figures) -> str:
    """One line per game: players, opening, winner, chances and blunders."""
    rows = []
    for each in found.results:
        fault = each.fault
        row: Json = {
            "id": each.id,
            "game": each.game,
            "options": each.size.partition(" ")[2],
            "opening": " ".join(map(str, each.opening)),
            "player1": each.players[0],
            "player2": each.players[1],
            "favourite": each.favourite,
            "winner": each.winner,
            "reason": each.reason,
            "fault": fault.code if fault else None,
            "fault_seat": fault.seat if fault else None,
            "moves": len(each.moves),
        }
        for seat in (1, 2):
            held = [turn for turn in each.turns if turn.seat == seat and turn.chance]
            row |= {f"chances{seat}": len(held), f"blunders{seat}": sum(turn.regret for turn in held)}
        rows.append(row)
    return _csv(rows)


def _csv(rows: list[Json]) -> str:
    if not rows:
        return ""
    text = StringIO()
    lines = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    lines.writeheader()
    lines.writerows(
        {name: printable(cell) if isinstance(cell, str) else cell for name, cell in row.items()}
        for row in rows
    )
    return text.getvalue()
