"""What is said about a game looked at again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from outnumber.games.base import Reason, Seat
from outnumber.games.sentences import ENGLISH, Phrase, Voice, mark
from outnumber.session.match import Match
from outnumber.session.review import Grade, Graded, Review, RoundReview, Tally, totals
from outnumber.words.match import label, options, player, title

# Each grade has a sign of its own, so that nothing depends on colour.
SIGNS = {Grade.KEPT: "+", Grade.THREW_AWAY: "x", Grade.FORCED: "=", Grade.NO_CHANCE: "."}
GRADES = {
    Grade.KEPT: mark("kept the win"),
    Grade.THREW_AWAY: mark("threw it away"),
    Grade.FORCED: mark("forced"),
    Grade.NO_CHANCE: mark("no chance"),
}
# How players, not the rules, lost a round.
GAVE_UP = {
    Reason.TIME: mark("{name} ran out of time"),
    Reason.RESIGNATION: mark("{name} resigned"),
    Reason.FAULT: mark("{name} made a fault"),
}
STYLES = {Grade.KEPT: "good", Grade.THREW_AWAY: "bad"}
WIDTH = 78
LONGEST_NAME = 20

Line = tuple[str, str]  # a line and its style


def told(match: Match, review: Review, blocks: str, voice: Voice = ENGLISH) -> Iterator[Line]:
    """The whole review, line by line; `blocks` has the two characters of the picture."""
    yield f"{title(match.rules, voice)} ({options(match.rules, voice)})", "strong"
    if not review.rounds:
        yield voice.say("Nothing was played yet."), ""
    for number, each in enumerate(review.rounds, start=1):
        one, two = (player(match, seat, voice, number) for seat in Seat)
        yield "", ""
        if len(review.rounds) > 1:
            yield voice.say("Round {round}: {one} against {two}", round=number, one=one, two=two), "strong"
        yield from _Round(each, (one, two), voice).told(blocks)
    if len(review.rounds) > 1:
        yield "", ""
        labels = label(match, 1, voice), label(match, 2, voice)
        both = zip(labels, totals(match, review), strict=True)
        yield voice.say("Over all rounds: {chances}", chances=_chances(both, voice)), ""


class _Round:
    """One round in the words of a voice."""

    def __init__(self, each: RoundReview, names: tuple[str, str], voice: Voice) -> None:
        self.each = each
        self.names = names
        self.voice = voice
        self.say = voice.say

    def name(self, seat: Seat) -> str:
        return self.names[seat - 1]

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
            name = self.name(each.ahead)
            yield say("No turning point: {name} had the win from the start and kept it.", name=name), ""
        else:
            for line in self._turning(each.turning_point):
                yield line, ""
        yield self._end(), ""
        both = zip(self.names, map(each.tally, Seat), strict=True)
        yield say("Winning chances kept: {chances}", chances=_chances(both, self.voice)), ""

    def _table(self) -> Iterator[Line]:
        moves = self.each.moves
        wide = max(len(_short(who)) for who in self.names)
        digits = max(len(str(graded.move)) for graded in moves)
        count = len(str(len(moves)))
        grades = max(len(self.voice.word(text)) for text in GRADES.values())
        for number, graded in enumerate(moves, start=1):
            who, sign = _short(self.name(graded.seat)), SIGNS[graded.grade]
            words = self.voice.word(GRADES[graded.grade])
            line = f"{number:>{count}}  {who:<{wide}}  {graded.move:>{digits}}  {sign} {words:<{grades}}"
            yield f"{line}  {self._choice(graded)}", STYLES.get(graded.grade, "")

    def _choice(self, graded: Graded) -> str:
        """What there was to choose from."""
        legal, winning = len(graded.legal), graded.winning
        if graded.grade is Grade.FORCED:
            return self.say("the only move")
        if not winning:
            return self.say("none of {count} moves wins", count=legal)
        return self.voice.counted(
            "{moves:or} wins ({n} of {count})",
            "{moves:or} win ({n} of {count})",
            len(winning),
            moves=winning,
            count=legal,
        )

    def _turning(self, place: int) -> Iterator[str]:
        each, say = self.each, self.say
        graded = each.moves[place]
        who, other = self.name(graded.seat), self.name(graded.seat.other)
        move = graded.move
        yield say(
            "Turning point: move {place}. {name} played {move} and threw the win away.",
            place=place + 1,
            name=who,
            move=move,
        )
        yield say(
            "{moves:or} would have won. In {name}'s place: {reason}",
            moves=graded.winning,
            name=who,
            reason=each.reason,
        )
        line = ", ".join(f"{self.name(step.seat)} {step.move}" for step in each.refutation)
        ending = "" if each.ending is None else self._named(each.ending)
        if not line:
            yield say("{move} ended the game: {ending}", move=move, ending=ending)
        elif not ending:
            yield say("How {name} then wins: {line}, and so on.", name=other, line=line)
        else:
            yield say("How {name} then wins: {line}. {ending}", name=other, line=line, ending=ending)

    def _named(self, ending: Phrase) -> str:
        """How the game ended, with the names of the players for their seats."""
        who = {role: self.name(Seat(ending.numbers[role].numbers["seat"])) for role in ("winner", "loser")}
        return self.voice.tell(Phrase(ending.template, **{**ending.numbers, **who}))

    def _end(self) -> str:
        """How the round ended, and who was winning if that was somebody else."""
        each, say = self.each, self.say
        if each.outcome is None:
            return say("Unfinished: {name} is winning.", name=self.name(each.ahead))
        winner, loser = self.name(each.outcome.winner), self.name(each.outcome.winner.other)
        if each.outcome.reason not in GAVE_UP:
            return say("{name} won.", name=winner)
        why = say(GAVE_UP[each.outcome.reason], name=loser)
        if each.given_up:
            return say(
                "{name} won because {why}, but {loser} was winning then.", name=winner, why=why, loser=loser
            )
        return say("{name} won because {why}.", name=winner, why=why)


def picture(each: RoundReview, names: tuple[str, str], blocks: str, voice: Voice = ENGLISH) -> Iterator[str]:
    """Who was winning after each move: a bar in the row of the one or the other."""
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


def _chances(tallies: Iterable[tuple[str, Tally]], voice: Voice) -> str:
    return ", ".join(f"{who} {_kept(found, voice)}" for who, found in tallies) + "."


def _kept(found: Tally, voice: Voice) -> str:
    if not found.held:
        return voice.say("had none")
    return kept(found, voice)


def kept(found: Tally, voice: Voice = ENGLISH) -> str:
    """How many winning chances were kept, and which share by weight."""
    if found.accuracy is None:
        return voice.say("{kept} of {held}", kept=found.kept, held=found.held)
    share = voice.say("{percent}%", percent=round(100 * found.accuracy))
    return voice.say("{kept} of {held} ({share} by weight)", kept=found.kept, held=found.held, share=share)


def _short(who: str) -> str:
    return who if len(who) <= LONGEST_NAME else f"{who[: LONGEST_NAME - 1]}…"
