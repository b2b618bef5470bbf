"""Hand-made, random and played results, and the directories that contain them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

from outnumber.agents.arena.plan import rules_of
from outnumber.agents.arena.read import GameResult, read_results
from outnumber.games.base import Seat
from outnumber.match.clock import Clock
from outnumber.match.match import Match, Participant
from outnumber.match.review import grade
from outnumber.match.round import Round
from outnumber.players.registry import computer
from outnumber.theory.solve import solve

GAME, OPTIONS = "strategy-stacks", "range=9 opening=any"
Line = dict[str, Any]


def line(
    players: str,
    favourite: int,
    grades: Sequence[Sequence[int]],
    fault: tuple[int, str] | None = None,
    **more: Any,
) -> Line:
    """A result between two players, such as `A B`; the grades or the fault determine its winner."""
    one, two = players.split()
    thrown = sum(each[3] for each in grades)
    return {
        "id": f"{GAME} {OPTIONS} | 1 | {one} | {two}",
        "game": GAME,
        "options": OPTIONS,
        "opening": [],
        "favourite": favourite,
        "players": [one, two],
        "moves": list(range(1, len(grades) + 1)),
        "winner": 3 - fault[0] if fault else favourite if thrown % 2 == 0 else 3 - favourite,
        "reason": "fault" if fault else "no-move",
        "fault": {"seat": fault[0], "code": fault[1], "text": "It happened."} if fault else None,
        "grades": [list(each) for each in grades],
        **more,
    }


# The tests compute all figures of these six games by hand.
SIX = [
    line("A B", 1, [(1, 4, 1, 0), (2, 1, 0, 0), (1, 2, 2, 0)]),
    line("B A", 1, [(1, 4, 2, 1), (2, 8, 1, 0), (1, 3, 0, 0)]),
    line("A C", 2, [(1, 5, 0, 0), (2, 10, 1, 1), (1, 20, 1, 1), (2, 2, 1, 0)]),
    line("C A", 1, [(1, 3, 1, 0), (2, 2, 0, 0)], fault=(1, "player-illegal")),
    line("B C", 2, [], fault=(1, "player-silent")),
    line("C B", 2, [(1, 2, 0, 0), (2, 4, 4, 0), (1, 1, 0, 0)]),
]


def plan(players: Iterable[str], games: Iterable[str] = (f"{GAME} {OPTIONS}",), rounds: int = 1) -> Line:
    return {
        "outnumber": "1.0",
        "players": list(players),
        "games": list(games),
        "rounds": rounds,
        "openings": "balanced",
        "seed": 1,
        "time": None,
    }


def arena(
    directory: Path, results: Iterable[Line], costs: Iterable[Line] = (), planned: Line | None = None
) -> Path:
    """A directory as written by an arena."""
    results = list(results)
    directory.mkdir(parents=True, exist_ok=True)
    players = dict.fromkeys(player for each in results for player in each["players"])
    (directory / "plan.json").write_text(json.dumps(planned or plan(players)))
    for name, lines in (("results.jsonl", results), ("costs.jsonl", costs)):
        (directory / name).write_text("".join(json.dumps(each) + "\n" for each in lines))
    return directory


def read(directory: Path, lines: Iterable[Line]) -> list[GameResult]:
    """Results read from a file."""
    return read_results(arena(directory, lines))


@st.composite
def many(draw: st.DrawFn, most: int = 12) -> list[Line]:
    """Random consistent results of games between four players, including faults."""
    found = []
    for number in range(draw(st.integers(1, most))):
        one, two = draw(st.permutations("ABCD"))[:2]
        size = draw(
            st.sampled_from(["number-duel range=9", "number-duel range=20", "order-challenge range=9"])
        )
        favourite = ahead = draw(st.sampled_from([1, 2]))
        grades = []
        for _ in range(draw(st.integers(0, 7))):
            seat, legal = draw(st.sampled_from([1, 2])), draw(st.integers(1, 40))
            winning = draw(st.integers(1, legal)) if seat == ahead else 0
            regret = int(0 < winning < legal and draw(st.booleans()))
            grades.append((seat, legal, winning, regret))
            ahead = 3 - ahead if regret else ahead
        fault = draw(st.sampled_from([None, None, (1, "player-illegal"), (2, "player-silent")]))
        game, options = size.split()
        id = f"{size} | {number} | {one} | {two}"
        found.append(line(f"{one} {two}", favourite, grades, fault, id=id, game=game, options=options))
    return found


def played(size: str, opening: Sequence[int], players: Sequence[str], seed: int) -> Line:
    """One graded game between built-in players."""
    rules = rules_of(size)
    match = Match(rules, (Participant(), Participant()), seed=seed, rounds=(Round.begin(rules, opening),))
    favourite = int(solve(match.current.position).winner)
    seated = {seat: computer(player) for seat, player in zip(Seat, players, strict=True)}
    grades = []
    while (outcome := match.current.outcome) is None:
        position = match.current.position
        move = seated[position.turn].choose(match, Clock(None))
        assert isinstance(move, int)
        graded = grade(position, move)
        grades.append((int(graded.seat), len(graded.legal), len(graded.winning), graded.regret))
        match = match.with_current(match.current.play(move))
    game, _, options = size.partition(" ")
    id = f"{size} | {seed} | {' | '.join(players)}"
    told = line(" ".join(players), favourite, grades, id=id, game=game, options=options)
    moves = match.current.moves[len(opening) :]
    assert told["winner"] == outcome.winner
    return {**told, "opening": list(opening), "moves": list(moves), "reason": outcome.reason.value}


def round_robin(players: Sequence[str], sizes: Sequence[str], rounds: int) -> list[Line]:
    """Every pair on some openings, each in both seats; an opening is one random move of each seat."""
    found = []
    for number in range(rounds):
        for size in sizes:
            luck = Random(f"{size} {number}")
            opening: list[int] = []
            position = rules_of(size).start()
            for _ in range(2):
                opening.append(luck.choice(position.legal_moves()))
                position = position.play(opening[-1])
                if position.outcome():
                    opening, position = [], rules_of(size).start()
            for place, one in enumerate(players):
                for two in players[place + 1 :]:
                    found.append(played(size, opening, (one, two), number))
                    found.append(played(size, opening, (two, one), number))
    return found
