"""Measures the named players in an arena, and writes the ratings that `outnumber players` shows.

Run `python benchmarks/levels.py`; it takes some minutes. The games and the figures are reproducible as long
as the players do not change. An interrupted run resumes.
"""

import argparse
import json
import os
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import click

import outnumber
from outnumber.agents.arena.measures import standings
from outnumber.agents.arena.plan import Plan, checked
from outnumber.agents.arena.read import read_results
from outnumber.agents.arena.results import results_in
from outnumber.agents.arena.run import play_plan
from outnumber.games.registry import BUILT_IN
from outnumber.players.ratings import FILE
from outnumber.study.statistics.rating import ratings
from outnumber.theory.human_model import LEVELS

PLAYERS = ("random", *LEVELS, "perfect")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--out", type=Path, default=Path("build/levels"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    plan = checked(Plan(PLAYERS, tuple(BUILT_IN), chosen.rounds))
    with results_in(chosen.out, plan) as results, click.progressbar(length=plan.size, show_pos=True) as bar:
        for count in play_plan(results, jobs=chosen.jobs):
            bar.update(count - bar.pos)
    found = read_results(chosen.out)
    games = {}
    for game in BUILT_IN:
        own = [result for result in found if result.game == game]
        rated = ratings(each.decided for each in own)
        standing = {each.player: each for each in standings(own)}
        rates = {player: standing[player].won.rate or 0.0 for player in PLAYERS}
        games[game] = {
            player: {
                "rating": round(rated[player].mu, 2),
                "sigma": round(rated[player].sigma, 2),
                "won": round(rates[player], 4),
                "thrown": round(1 - standing[player].chances.kept / standing[player].chances.held, 4),
            }
            for player in PLAYERS
        }
        rising = all(rated[weaker].mu < rated[stronger].mu for weaker, stronger in pairwise(PLAYERS[:-1]))
        print(game, "rises" if rising else "DOES NOT RISE", json.dumps(games[game], indent=1), sep="\n")
    told = {
        "command": f"outnumber arena {' '.join(PLAYERS)} --rounds {chosen.rounds}",
        "outnumber": outnumber.__version__,
        "date": datetime.now(UTC).date().isoformat(),
        "played": len(found),
        "games": games,
    }
    target = Path(outnumber.__file__).parent / "players" / FILE
    target.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    print(f"Written: {target}")


if __name__ == "__main__":
    main()
