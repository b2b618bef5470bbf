"""Text of reviews."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from outnumber.games import Phrase, Reason, Seat, Text, Voice, mark
from outnumber.match import Match
from outnumber.match.review import GRADES, Grade, Graded, Review, RoundReview, Tally, totals

from .match import column, label, only_person, person, player, with_options

# Each grade has its own character, so that nothing depends on colour.
SIGNS = {Grade.KEPT: "+", Grade.THREW_AWAY: "x", Grade.FORCED: "=", Grade.NO_CHANCE: ".", Grade.DRAWN: " "}
# How a player lost a round by a decision, a fault or the clock, not by the rules.
GAVE_UP: dict[Reason, Text] = {
    Reason.TIME: "[you|{name:inside}] ran out of time",
    Reason.RESIGNATION: "[you|{name:inside}] resigned",
    Reason.LEFT: "[you|{name:inside}] left",
    Reason.FAULT: "[you|{name:inside}] committed a fault",
}
STYLES = {Grade.KEPT: "good", Grade.THREW_AWAY: "bad"}
WIDTH = 78
LONGEST_NAME = 20

Line = tuple[str, str]  # a line and its style


def told(match: Match, review: Review, blocks: str, voice: Voice) -> Iterator[Line]:
    """The whole review, line by line; `blocks` has the two characters of the chart."""
    yield with_options(match.rules, voice), "strong"
    if not review.rounds:
        yield voice.say("No moves have been played yet."), ""
    for number, each in enumerate(review.rounds, start=1):
        yield "", ""
        if len(review.rounds) > 1 and only_person(match):
            yield voice.say("Round {round}", round=number), "strong"
        elif len(review.rounds) > 1:
            one, two = (player(match, seat, voice, number) for seat in Seat)
            yield voice.say("Round {round}: {one} against {two}", round=number, one=one, two=two), "strong"
        yield from _Round(match, number, each, voice).told(blocks)
    if len(review.rounds) > 1:
        yield "", ""
        for number, tally in enumerate(totals(match, review), start=1):
            seat = match.seat_of(number)
            who = (
                column(match, seat, voice, len(match.rounds))
                if only_person(match)
                else label(match, number, voice)
            )
            wins = kept(tally, voice) if tally.held else voice.say("no win to keep")
            yield voice.say("Over all rounds, {name}: {wins}", name=who, wins=wins), ""


def teaser(match: Match, number: int, place: int, graded: Graded, voice: Voice) -> str:
    """Say that a player was winning, without naming the moves that would have won."""
    who = person(match, graded.seat, voice, number)
    return voice.say("[You were|{name} was] winning until move {place}.", name=who, place=place)


def story(match: Match, number: int, each: RoundReview, voice: Voice) -> str:
    """What decided a round."""
    return _Round(match, number, each, voice).story()


class _Round:
    """The text of one round, in the language of a voice."""

    def __init__(self, match: Match, number: int, each: RoundReview, voice: Voice) -> None:
        self.each = each
        self.names = [column(match, seat, voice, number) for seat in Seat]
        self.people = [person(match, seat, voice, number) for seat in Seat]
        self.voice = voice
        self.say = voice.say

    def name(self, seat: Seat) -> str:
        return self.names[seat - 1]

    def said(self, seat: Seat, text: str, **numbers: object) -> str:
        """A sentence about a player."""
        return self.say(text, name=self.people[seat - 1], **numbers)

    def told(self, blocks: str) -> Iterator[Line]:
        each, say = self.each, self.say
        if not each.moves:
            yield f"{say('Nothing was played.')} {self._end()}", ""
            return
        yield from self._table()
        yield "", ""
        for line in picture(each, self.names, blocks, self.voice):
            yield line, ""
        yield "", ""
        if each.turning_point is None:
            yield self._steady(), ""
        else:
            for line in self._turning(each.turning_point):
                yield line, ""
        yield self._end(), ""
        for seat in Seat:
            yield self._kept(seat), ""

    def story(self) -> str:
        """What decided the round, in a few sentences."""
        each = self.each
        if each.turning_point is None:
            told = [self._steady()]
        else:
            # Drawn moves belong to no player.
            winners = each.winners[sum(graded.drawn for graded in each.moves) :]
            n = sum(one is not two for one, two in pairwise(winners))
            said = self.voice.counted(
                "The win changed hands {n} time.", "The win changed hands {n} times.", n
            )
            told = [said] * (n > 1) + [self._turned(each.turning_point)]
        return " ".join([*told, *self._given_up()])

    def _steady(self) -> str:
        """Say that neither player threw a win away."""
        if self.each.given_up:
            return self.say("No turning point: no move threw a win away.")
        steady = mark("No turning point: [you|{name:inside}] held the win from the start to the end.")
        if self.each.drawn:
            steady = mark(
                "No turning point: [you|{name:inside}] held the win from the drawn start to the end."
            )
        return self.said(self.each.ahead, steady)

    def _kept(self, seat: Seat) -> str:
        """How many wins a player had and kept."""
        found = self.each.tally(seat)
        if not found.held and self.each.given_up and seat is self.each.ahead:
            idle = mark("[You made no move while you were|{name} made no move while] winning.")
            return self.said(seat, idle)
        if not found.held:
            return self.said(seat, "[You|{name}] had no win to keep.")
        wins = kept(found, self.voice)
        return self.said(seat, "[You|{name}] kept {wins}.", wins=wins)

    def _table(self) -> Iterator[Line]:
        moves = self.each.moves
        wide = max(len(_short(who)) for who in self.names)
        digits = max(len(str(graded.move)) for graded in moves)
        count = len(str(len(moves)))
        grades = max(len(self.voice.word(text)) for text in GRADES.values())
        for number, graded in enumerate(moves, start=1):
            # Drawn moves belong to no player.
            who, sign = "" if graded.drawn else _short(self.name(graded.seat)), SIGNS[graded.grade]
            words = self.say(GRADES[graded.grade], ply=number - 1)
            line = f"{number:>{count}}  {who:<{wide}}  {graded.move:>{digits}}  {sign} {words:<{grades}}"
            if graded.drawn:
                yield line.rstrip(), ""
            else:
                yield f"{line}  {self._choice(number - 1, graded)}", STYLES.get(graded.grade, "")

    def _choice(self, ply: int, graded: Graded) -> str:
        """The moves to choose from."""
        legal, winning = len(graded.legal), graded.winning
        if graded.grade is Grade.FORCED:
            return self.say("the only move", ply=ply)
        if not winning:
            return self.say("none of {count} moves wins", count=legal, ply=ply)
        return self.voice.counted(
            "{moves:or} wins ({n} of {count})",
            "{moves:or} win ({n} of {count})",
            len(winning),
            moves=winning,
            count=legal,
            ply=ply,
        )

    def _turning(self, place: int) -> Iterator[str]:
        each, say = self.each, self.say
        graded = each.moves[place]
        move = graded.move
        yield self._turned(place)
        yield self.said(
            graded.seat,
            "{moves:or} would have won. [|In {name:inside}'s place: ]{reason}",
            moves=graded.winning,
            reason=each.reason,
        )
        line = ", ".join(f"{self.name(step.seat)} {step.move}" for step in each.refutation)
        # Sentences about the end of a game use names; in the reader's own game they need none.
        ending = "" if each.ending is None or None in self.people else self._named(each.ending)
        if not line:
            told = say("{move} ended the game: {ending}", move=move, ending=ending)
            yield told if ending else say("{move} ended the game.", move=move)
            return
        yield self.said(
            graded.seat.other,
            "How [you then win|{name:inside} then wins]: {line}{rest}",
            line=line,
            steps=[step.move for step in each.refutation],
            over=each.ending,
            rest=f". {ending}" if ending else "." if each.ending else say(", and so on."),
        )

    def _turned(self, place: int) -> str:
        """The move that finally threw the win away."""
        graded = self.each.moves[place]
        return self.said(
            graded.seat,
            "Turning point: move {place}. [You|{name}] played {move} and threw the win away.",
            place=place + 1,
            move=graded.move,
        )

    def _named(self, ending: Phrase) -> str:
        """How the game ended, with the names of the players instead of their seats."""
        who = {role: self.name(Seat(ending.numbers[role].numbers["seat"])) for role in ("winner", "loser")}
        return self.voice.tell(Phrase(ending.template, **{**ending.numbers, **who}))

    def _end(self) -> str:
        """How the round ended, and who was winning if that was another player."""
        each = self.each
        if each.outcome is None:
            return self.said(each.ahead, "Unfinished: [you are|{name:inside} is] winning.")
        winner, loser, reason = each.outcome.winner, each.outcome.winner.other, each.outcome.reason
        if reason not in GAVE_UP:
            return self.said(winner, "[You|{name}] won.")
        why = self.said(loser, GAVE_UP[reason])
        said = self.said(winner, "[You|{name}] won because {why}.", why=why)
        return " ".join([said, *self._given_up()])

    def _given_up(self) -> list[str]:
        """Say that the loser was winning, if so."""
        if not self.each.given_up:
            return []
        return [self.said(self.each.ahead, "[You were|{name} was] winning then.")]


def picture(each: RoundReview, names: Sequence[str], blocks: str, voice: Voice) -> Iterator[str]:
    """A chart of who was winning after each move: a bar in the row of that player."""
    heads = ["", *(f"{graded.move}{'x' if graded.regret else ''}" for graded in each.moves)]
    after = voice.say("after")
    wide = max(2, *map(len, heads)) + 1
    margin = max(len(after), *(len(_short(who)) for who in names)) + 2
    in_a_row = max(1, (WIDTH - margin) // wide)
    for first in range(0, len(heads), in_a_row):
        row = heads[first : first + in_a_row]
        yield f"{after:<{margin}}" + "".join(f"{head:<{wide}}" for head in row).rstrip()
        for seat, who in zip(Seat, names, strict=True):
            bars = (blocks[winner is not seat] * wide for winner in each.winners[first : first + in_a_row])
            yield f"{_short(who):<{margin}}" + "".join(bars)


def kept(found: Tally, voice: Voice) -> str:
    """How many wins were kept, and the share weighted by difficulty."""
    wins = voice.counted("{kept} of {n} win", "{kept} of {n} wins", found.held, kept=found.kept)
    if found.share is not None and 0 < found.kept < found.held:
        wins += " " + voice.say("({percent}%, weighted by difficulty)", percent=round(100 * found.share))
    return wins


def _short(who: str) -> str:
    return who if len(who) <= LONGEST_NAME else f"{who[: LONGEST_NAME - 1]}…"
