"""What the plain terminal says about a game looked at again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from outnumber.games.base import Reason, Seat
from outnumber.games.numbers import brief
from outnumber.session.match import Match
from outnumber.session.record import option_text
from outnumber.session.review import Grade, Graded, Review, RoundReview, Tally, totals
from outnumber.terminal.words.match import label

# Each grade has a sign of its own, so that nothing depends on colour.
SIGNS = {Grade.KEPT: "+", Grade.THREW_AWAY: "x", Grade.FORCED: "=", Grade.NO_CHANCE: "."}
GRADES = {
    Grade.KEPT: "kept the win",
    Grade.THREW_AWAY: "threw it away",
    Grade.FORCED: "forced",
    Grade.NO_CHANCE: "no chance",
}
STYLES = {Grade.KEPT: "good", Grade.THREW_AWAY: "bad"}
WIDTH = 78
LONGEST_NAME = 20

Line = tuple[str, str]  # a line and its style


def name(match: Match, seat: Seat, number: int) -> str:
    """What to call the player of a seat in a round."""
    return match.participants[match.seated(seat, number) - 1].name or f"Player {seat.value}"


def told(match: Match, review: Review, blocks: str) -> Iterator[Line]:
    """The whole review, line by line; `blocks` has the two characters of the picture."""
    yield f"{match.rules.title} ({option_text(match.rules)})", "strong"
    if not review.rounds:
        yield "Nothing was played yet.", ""
    for number, each in enumerate(review.rounds, start=1):
        names = name(match, Seat.ONE, number), name(match, Seat.TWO, number)
        yield "", ""
        if len(review.rounds) > 1:
            yield f"Round {number}: {names[0]} against {names[1]}", "strong"
        yield from _round(each, names, blocks)
    if len(review.rounds) > 1:
        yield "", ""
        yield f"Over all rounds: {_chances(_totals(match, review))}", ""


def _round(each: RoundReview, names: tuple[str, str], blocks: str) -> Iterator[Line]:
    if not each.moves:
        yield f"Nothing was played. {_end(each, names)}", ""
        return
    yield from _table(each, names)
    yield "", ""
    for line in picture(each, names, blocks):
        yield line, ""
    yield "", ""
    if each.turning_point is None:
        holder = names[each.ahead - 1]
        yield f"No turning point: {holder} had the win from the start and kept it.", ""
    else:
        for line in _turning(each, each.turning_point, names):
            yield line, ""
    yield _end(each, names), ""
    yield f"Winning chances kept: {_chances(zip(names, map(each.tally, Seat), strict=True))}", ""


def _table(each: RoundReview, names: tuple[str, str]) -> Iterator[Line]:
    wide = max(len(_short(who)) for who in names)
    digits = max(len(str(graded.move)) for graded in each.moves)
    count = len(str(len(each.moves)))
    for number, graded in enumerate(each.moves, start=1):
        who = _short(names[graded.seat - 1])
        sign, words = SIGNS[graded.grade], GRADES[graded.grade]
        line = f"{number:>{count}}  {who:<{wide}}  {graded.move:>{digits}}  {sign} {words:<13}"
        yield f"{line}  {_choice(graded)}", STYLES.get(graded.grade, "")


def _choice(graded: Graded) -> str:
    """What there was to choose from."""
    legal = graded.before.legal.bit_count()
    if graded.grade is Grade.FORCED:
        return "the only move"
    if not graded.winning:
        return f"none of {legal} moves wins"
    verb = "wins" if len(graded.winning) == 1 else "win"
    return f"{brief(graded.winning)} {verb} ({len(graded.winning)} of {legal})"


def picture(each: RoundReview, names: tuple[str, str], blocks: str) -> Iterator[str]:
    """Who was winning after each move: a bar in the row of the one or the other."""
    heads = ["", *(f"{graded.move}{'x' if graded.regret else ''}" for graded in each.moves)]
    wide = max(2, *map(len, heads)) + 1
    margin = max(len("after"), *(len(_short(who)) for who in names)) + 2
    in_a_row = max(1, (WIDTH - margin) // wide)
    for first in range(0, len(heads), in_a_row):
        yield (
            f"{'after':<{margin}}"
            + "".join(f"{head:<{wide}}" for head in heads[first : first + in_a_row]).rstrip()
        )
        for seat, who in zip(Seat, names, strict=True):
            bars = (blocks[winner is not seat] * wide for winner in each.winners[first : first + in_a_row])
            yield f"{_short(who):<{margin}}" + "".join(bars)


def _turning(each: RoundReview, place: int, names: tuple[str, str]) -> Iterator[str]:
    graded = each.moves[place]
    who, other = names[graded.seat - 1], names[graded.seat.other - 1]
    yield f"Turning point: move {place + 1}. {who} played {graded.move} and threw the win away."
    yield f"{brief(graded.winning)} would have won. Why, said to {who}: {each.reason}"
    line = ", ".join(f"{names[step.seat - 1]} {step.move}" for step in each.refutation)
    if not line:
        yield f"{graded.move} ended the game: {_named(str(each.ending), names)}"
    elif each.ending is None:
        yield f"How {other} then wins: {line}, and so on."
    else:
        yield f"How {other} then wins: {line}. {_named(str(each.ending), names)}"


def _named(sentence: str, names: tuple[str, str]) -> str:
    """A sentence about seats, with the names of who has them."""
    return re.sub("Player ([12])", lambda seat: names[int(seat[1]) - 1], sentence)


def _end(each: RoundReview, names: tuple[str, str]) -> str:
    """How the round ended, and who was winning if that was somebody else."""
    ahead = names[each.ahead - 1]
    if each.outcome is None:
        return f"Unfinished: {ahead} is winning."
    winner, loser = names[each.outcome.winner - 1], names[each.outcome.winner.other - 1]
    how = _HOW.get(each.outcome.reason, "").format(loser=loser)
    if each.given_up:
        return f"{winner} won{how}, but {loser} was winning then."
    return f"{winner} won{how}."


_HOW = {
    Reason.TIME: " because {loser} ran out of time",
    Reason.RESIGNATION: " because {loser} resigned",
    Reason.FAULT: " because {loser} made a fault",
}


def _chances(tallies: Iterable[tuple[str, Tally]]) -> str:
    return ", ".join(f"{who} {_kept(found)}" for who, found in tallies) + "."


def _kept(found: Tally) -> str:
    if not found.held:
        return "had none"
    share = "" if found.accuracy is None else f" ({found.accuracy:.0%} by weight)"
    return f"{found.kept} of {found.held}{share}"


def _totals(match: Match, review: Review) -> list[tuple[str, Tally]]:
    one, two = totals(match, review)
    return [(label(match, 1), one), (label(match, 2), two)]


def _short(who: str) -> str:
    return who if len(who) <= LONGEST_NAME else f"{who[: LONGEST_NAME - 1]}…"
