"""Your mistakes once more: each position is shown again, and you answer before you are told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from outnumber.games.errors import GameError
from outnumber.games.sentences import Phrase, Voice
from outnumber.session.claims import Claims, Story
from outnumber.session.match import HUMAN, Match
from outnumber.session.review import Graded, Review, RoundReview
from outnumber.session.round import Round
from outnumber.terminal.console import Console, EndOfInput
from outnumber.terminal.prompt import read_legal_move
from outnumber.theory.best import best
from outnumber.theory.claims import Numbers, Truth
from outnumber.theory.solve import solve
from outnumber.words.commands import meant
from outnumber.words.games import words_for
from outnumber.words.review import teaser
from outnumber.words.who import named, yours

SKIP = ("skip", "pass", "?")
QUIT = ("quit", "exit", "q")
REMEDY = Phrase("type a number, skip or quit.")


def _number(truth: Truth, story: Story, n: Numbers) -> bool:
    """It is that of so many mistakes of the people who played."""
    own = [ply for ply in story.mistakes(truth) if story.you in (None, story.positions[ply].turn)]
    same: bool = own.index(story.ply) == n["number"] - 1
    return same and len(own) == n["count"]


def _played(_: Truth, story: Story, n: Numbers) -> bool:
    same = story.round.moves[n["move"] - 1] == n["number"] and n["move"] == story.ply + 1
    return same and story.before.turn is story.seat(n) and n.get("round", 1) == 1


def _answers(truth: Truth, story: Story, n: Numbers) -> bool:
    """The opponent wins with that answer to what was tried."""
    after = story.before.play(n["tried"])
    return after.turn is story.seat(n) is not story.before.turn and truth.wins(after, n["move"])


# What each sentence claims of the round and the mistake.
CLAIMS: Claims = {
    "Mistake {number} of {count}. This position was won. {where}": _number,
    "Round {round}, move {move}: {name} played {number}.": _played,
    "Move {move}: {name} played {number}.": _played,
    "Round {round}, move {move}: you played {number}.": _played,
    "Move {move}: you played {number}.": _played,
    "{moves:or} wins.": lambda truth, story, n: truth.winning(story.before) == [*n["moves"]],
    "Right: {move} wins.": lambda truth, story, n: truth.wins(story.before, n["move"]),
    "No: {move} is the same move.": lambda truth, story, n: (
        n["move"] == story.round.moves[story.ply] and not truth.wins(story.before, n["move"])
    ),
    "No: {move} is another move that loses.": lambda truth, story, n: (
        n["move"] in story.before.legal_moves()
        and n["move"] != story.round.moves[story.ply]
        and not truth.wins(story.before, n["move"])
    ),
    "{name} would answer {move}.": _answers,
}


class Mistake(NamedTuple):
    """A move that threw a win away, with the match as it was before it."""

    match: Match
    graded: Graded


def mistakes(match: Match, review: Review) -> Iterator[Mistake]:
    """The mistakes of people; those of everybody where no person played."""
    for number, each in enumerate(review.rounds, start=1):
        yield from of_a_round(match, number, each)


def of_a_round(match: Match, number: int, each: RoundReview) -> Iterator[Mistake]:
    """The mistakes of one round."""
    people = [who for who in (1, 2) if match.participants[who - 1].plays == HUMAN] or [1, 2]
    current = match.rounds[number - 1]
    for ply, graded in enumerate(each.moves):
        if graded.regret and match.seated(graded.seat, number) in people:
            before = Round.begin(match.rules, current.moves[:ply])._replace(seat1=current.seat1)
            yield Mistake(match._replace(rounds=(*match.rounds[: number - 1], before)), graded)


def find_first(match: Match, review: Review, console: Console) -> None:
    """Before a review tells anything: have the last mistake found by whoever made it, if they want."""
    voice = console.voice
    found = list(mistakes(match, review))
    if not found:
        return
    mistake = found[-1]
    number, place = len(mistake.match.rounds), len(mistake.match.current.moves) + 1
    was = teaser(match, number, place, mistake.graded, voice)
    asked = voice.say("Find the better move, or press Enter to be told.")
    console.say(f"{was} {asked}", style="strong")
    console.say(line for line in words_for(mistake.match, voice).turn() if line)
    with suppress(EndOfInput):
        _tell(mistake, _answer(mistake, console), console)
    console.say()


def _tell(mistake: Mistake, move: int, console: Console) -> None:
    right = move in mistake.graded.winning
    console.say(told(mistake, move, console.voice), style="good" if right else "")


def retry(match: Match, review: Review, console: Console) -> None:
    """Ask for a better move at each mistake, then tell."""
    found = list(mistakes(match, review))
    voice = console.voice
    if not found:
        console.say(voice.say("There is no mistake to try again."))
        return
    right = tried = 0
    for number, mistake in enumerate(found, start=1):
        if number > 1:
            console.say()
        console.say(heading(mistake, number, len(found), voice), style="strong")
        console.say(line for line in words_for(mistake.match, voice).turn() if line)
        try:
            move = _answer(mistake, console)
        except EndOfInput:
            break
        if move:
            tried += 1
            right += move in mistake.graded.winning
        _tell(mistake, move, console)
    console.say()
    console.say(score(right, tried, voice))


def score(right: int, tried: int, voice: Voice) -> str:
    """How many better moves were found."""
    if not tried:
        return voice.say("You tried none.")
    return voice.say("You found {right} of {tried}.", right=right, tried=tried)


def heading(mistake: Mistake, number: int, count: int, voice: Voice) -> str:
    """That a position was won, and what was played there."""
    return voice.say(
        "Mistake {number} of {count}. This position was won. {where}",
        number=number,
        count=count,
        where=where(mistake, voice),
    )


def where(mistake: Mistake, voice: Voice) -> str:
    """Which move it was, and what was played before it."""
    match, graded = mistake
    moves = match.current.moves
    numbers = {"move": len(moves) + 1, "number": graded.move}
    several = {"round": len(match.rounds), **numbers}
    if yours(match, graded.seat):
        if match.length > 1:
            text = voice.say("Round {round}, move {move}: you played {number}.", **several)
        else:
            text = voice.say("Move {move}: you played {number}.", **numbers)
    else:
        name = named(match, graded.seat, voice)
        if match.length > 1:
            text = voice.say("Round {round}, move {move}: {name} played {number}.", name=name, **several)
        else:
            text = voice.say("Move {move}: {name} played {number}.", name=name, **numbers)
    if moves:
        text += " " + voice.say("Played so far: {moves}.", moves=" ".join(map(str, moves)))
    return text


def _answer(mistake: Mistake, console: Console) -> int:
    """A legal move, or 0 for somebody who would rather be told; raises `EndOfInput` when they stop."""
    prompt = words_for(mistake.match, console.voice).prompt()
    while True:
        text = console.ask(prompt)
        word = meant(text, console.voice)
        if word in QUIT:
            raise EndOfInput
        if word in SKIP or not text.strip():
            return 0
        try:
            return read_legal_move(mistake.graded.before, text, REMEDY)
        except GameError as error:
            console.refuse(error)


def told(mistake: Mistake, move: int, voice: Voice) -> list[str]:
    """Whether the answer was right, and the reason."""
    match, graded = mistake
    say = voice.say
    wins = voice.counted("{moves:or} wins.", "{moves:or} win.", len(graded.winning), moves=graded.winning)
    reason = voice.tell(solve(graded.before).reason)
    if not move:
        return [wins, reason]
    if move in graded.winning:
        return [say("Right: {move} wins.", move=move), reason]
    if move == graded.move:
        wrong = say("No: {move} is the same move.", move=move)
    else:
        wrong = say("No: {move} is another move that loses.", move=move)
    after = graded.before.play(move)
    if after.outcome() is None and after.turn is not graded.seat:
        name = named(match, after.turn, voice)
        wrong += " " + say("{name} would answer {move}.", name=name, move=best(after)[0], tried=move)
    return [f"{wrong} {wins}", reason]
