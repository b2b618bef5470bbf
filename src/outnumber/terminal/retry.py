"""Your mistakes once more: each position is shown again, and you answer before you are told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from outnumber.games.errors import GameError
from outnumber.games.numbers import brief
from outnumber.session.match import HUMAN, Match
from outnumber.session.review import Graded, Review
from outnumber.session.round import Round
from outnumber.terminal.console import Console, EndOfInput
from outnumber.terminal.prompt import read_move
from outnumber.terminal.words import words_for
from outnumber.theory.best import best
from outnumber.theory.solve import solve

SKIP = ("skip", "pass", "?")
QUIT = ("quit", "exit", "q")


class Mistake(NamedTuple):
    """A move that threw a win away, with the match as it was before it."""

    match: Match
    graded: Graded


def mistakes(match: Match, review: Review) -> Iterator[Mistake]:
    """The mistakes of people; those of everybody where no person played."""
    people = [number for number in (1, 2) if match.participants[number - 1].plays == HUMAN] or [1, 2]
    for number, each in enumerate(review.rounds, start=1):
        moves = [graded.move for graded in each.moves]
        for ply, graded in enumerate(each.moves):
            if graded.regret and match.seated(graded.seat, number) in people:
                before = Round.begin(match.rules, moves[:ply])
                yield Mistake(match._replace(rounds=(*match.rounds[: number - 1], before)), graded)


def retry(match: Match, review: Review, console: Console) -> None:
    """Ask for a better move at each mistake, then tell."""
    found = list(mistakes(match, review))
    if not found:
        console.say("There is no mistake to try again.")
        return
    right = tried = 0
    for number, mistake in enumerate(found, start=1):
        if number > 1:
            console.say()
        console.say(
            f"Mistake {number} of {len(found)}. This position was won. {_where(mistake)}", style="strong"
        )
        console.say(line for line in words_for(mistake.match).turn() if line)
        try:
            move = _answer(mistake, console)
        except EndOfInput:
            break
        if move:
            tried += 1
            right += move in mistake.graded.winning
        console.say(_told(mistake, move), style="good" if move in mistake.graded.winning else "")
    console.say()
    console.say(f"You found {right} of {tried}." if tried else "You tried none.")


def _where(mistake: Mistake) -> str:
    match, graded = mistake
    round_number, moves = len(match.rounds), match.current.moves
    which = f"Round {round_number}, move {len(moves) + 1}" if match.length > 1 else f"Move {len(moves) + 1}"
    who = words_for(match).name(graded.seat)
    played = f" Played so far: {' '.join(map(str, moves))}." if moves else ""
    return f"{which}: {who} played {graded.move}.{played}"


def _answer(mistake: Mistake, console: Console) -> int:
    """A legal move, or 0 for somebody who would rather be told; raises `EndOfInput` when they stop."""
    position = mistake.graded.before
    prompt = words_for(mistake.match).prompt()
    while True:
        text = console.ask(prompt)
        word = text.strip().lower()
        if word in QUIT:
            raise EndOfInput
        if word in SKIP:
            return 0
        try:
            move = read_move(text)
            if move not in position.legal_moves():
                raise position.refusal(move)
            return move
        except GameError as error:
            console.say(
                f"{str(error).replace(', or help for the words you can use', ', skip or quit')}", style="bad"
            )


def _told(mistake: Mistake, move: int) -> list[str]:
    """Whether the answer was right, and the reason."""
    match, graded = mistake
    wins = f"{brief(graded.winning)} {'wins' if len(graded.winning) == 1 else 'win'}."
    reason = str(solve(graded.before).reason)
    if not move:
        return [wins, reason]
    if move in graded.winning:
        return [f"Right: {move} wins.", reason]
    again = "the same move" if move == graded.move else "another move that loses"
    after = graded.before.play(move)
    answer = ""
    if after.outcome() is None and after.turn is not graded.seat:
        answer = f" {words_for(match).name(after.turn)} would answer {best(after)[0]}."
    return [f"No: {move} is {again}.{answer} {wins}", reason]
