"""Text for the lessons: headings, boards, replies to answers, and stars."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from outnumber.games import Seat, Voice, chosen, members, title
from outnumber.match import Match, Round
from outnumber.study.lessons.lesson import PARTS, STARS, UNHELPED, Lesson, Star
from outnumber.study.lessons.seats import ROW, level_of
from outnumber.study.pictures.captions import Caption
from outnumber.theory.advice import partner_list
from outnumber.theory.private_numbers import parts
from outnumber.theory.stand_off import turns_left

from .commands import help_for
from .games import words_for
from .puzzles import board, way

if TYPE_CHECKING:
    from outnumber.study.lessons.engine import Place, View

HELP = help_for("lesson prompt")
FULL, EMPTY = "★", "☆"


def offers(view: View) -> list[tuple[str, str]]:
    """The commands at a step: there are no hints while reading an idea or picking a seat."""
    return [each for each in HELP if each[0] != "hint" or view.step.part not in UNHELPED]


def heading(view: View, voice: Voice) -> str:
    """The lesson and the step."""
    return voice.say(
        "{lesson} Step {n} of {all}: {part}",
        lesson=lead(view.lesson, voice),
        n=view.number,
        all=view.of,
        part=voice.word(PARTS[view.step.part]),
    )


def lead(lesson: Lesson, voice: Voice) -> str:
    """The title of a lesson as a prefix."""
    name = voice.word(lesson.title)
    return name if name.endswith("?") else f"{name}."


def named(lesson: Lesson, voice: Voice) -> str:
    """The game and the idea of a lesson."""
    return f"{voice.word(title(lesson.id))}: {voice.word(lesson.title)}"


def said(view: View, voice: Voice) -> list[str]:
    """The explanation and the question, one paragraph each."""
    return [voice.tell(each) for each in view.said]


def match_of(current: Round) -> Match:
    """A round as a match of two nameless players, for front ends that show matches."""
    return Match(current.position.rules, rounds=(current,))


def shown(view: View, place: Place, voice: Voice) -> list[str]:
    """A step as lines: the text, and the board or the picture of an idea."""
    # After choosing a seat, the learner knows the purpose of the step.
    lines = [] if view.step.part == "seat" and view.you else said(view, voice)
    if view.step.part == "idea":
        return [*lines, "", *picture(view.round, voice)]
    if view.step.part == "seat":
        lines.append(standing(place, voice))
    about = voice.say("The game: {options}.", options=chosen(view.round.position.rules, voice))
    return [*lines, "", about, *way(view.round.moves, voice), *board(match_of(view.round), voice, view.you)]


def prompt(view: View, voice: Voice) -> str:
    """The text before the input."""
    if view.asks == "next":
        return voice.say("Press Enter to continue: ")
    if view.asks == "seat":
        return (
            voice.say("Your seat, 1 or 2? ") if view.step.part == "seat" else voice.say("Who wins, 1 or 2? ")
        )
    if view.step.part == "seat":
        return words_for(match_of(view.round), voice).prompt()
    return voice.say("Your move, or none: ")


def replied(view: View, voice: Voice) -> list[str]:
    """The reply to the last answer, and the opponent's moves."""
    reply = view.reply
    if reply is None:
        return []
    lines = [" ".join(voice.tell(each) for each in reply.said)] if reply.said else []
    current = reply.before
    gone_on = len(view.round.moves) > len(current.moves)
    if reply.right and view.you and gone_on and view.step.part != "drill":
        for move in reply.line:
            if current.turn is not view.you:
                lines.append(voice.say("Your opponent plays {move}.", move=move))
            current = current.play(move)
    return lines


def ended(view: View, place: Place, voice: Voice) -> list[str]:
    """How a step ended, and what it earned."""
    say = voice.say
    if not view.done or view.step.part == "idea":
        return []
    over = view.round.outcome
    lines = []
    if over and view.you and over.winner is view.you:
        lines.append(say("You win!"))
    if view.step.part == "seat":
        lines.append(_sat(view, place, voice))
    elif view.step.part == "drill":
        lines += _drilled(view, place, voice)
    if view.missed:
        lines.append(say("You will see this one again among the puzzles."))
    return lines


def _drilled(view: View, place: Place, voice: Voice) -> list[str]:
    boards = view.lesson.part("drill")
    told = voice.say("Drill: {n} of {all} right so far.", n=len(place.clean), all=len(boards))
    if view.step.id != boards[-1] or "can" in place.stars:
        return [told]
    return [told, voice.say("Repeat the drill: all {all} must be right.", all=len(boards))]


def _sat(view: View, place: Place, voice: Voice) -> str:
    if not view.solved:
        return voice.say("In a row: {n} of {all}. A new start is drawn.", n=0, all=ROW)
    if place.row < ROW:
        return voice.say("In a row: {n} of {all}.", n=place.row, all=ROW)
    harder = level_of(place.lesson, place.level + 1).about
    return voice.say("{all} in a row: proved! Next boards: {about}.", all=ROW, about=harder)


def standing(place: Place, voice: Voice) -> str:
    """The boards that the starts come from, and how many were won in a row."""
    about = level_of(place.lesson, place.level).about
    return voice.say("Boards: {about}. In a row: {n} of {all}.", about=about, n=place.row, all=ROW)


def earned(before: Place, after: Place, voice: Voice) -> list[str]:
    """The stars that an answer earned."""
    return [
        voice.say("A star: you {star}. {stars}", star=voice.word(STARS[star][0]), stars=stars(after.stars))
        for star in after.stars
        if star not in before.stars
    ]


def stars(have: Iterable[Star]) -> str:
    """The stars of a lesson as characters."""
    got = {*have}
    return "".join(FULL if star in got else EMPTY for star in STARS)


def listed(places: dict[str, Place], lessons: Iterable[Lesson], voice: Voice) -> Iterator[str]:
    """All lessons with their stars, and the learner's current place."""
    for number, lesson in enumerate(lessons, start=1):
        place = places[lesson.id]
        yield f"{number}  {stars(place.stars)}  {named(lesson, voice)} ({where(place, lesson, voice)})"


def where(place: Place, lesson: Lesson, voice: Voice) -> str:
    """The progress in a lesson."""
    if place.step == lesson.steps[0].id and not place.done:
        return voice.say("not started")
    if place.step == "seat" and len(place.stars) == len(STARS):
        return voice.say("harder boards: {about}", about=level_of(lesson.id, place.level).about)
    return voice.say("step {n} of {all}", n=lesson.place(place.step) + 1, all=len(lesson.steps))


# Ideas as text


def picture(current: Round, voice: Voice) -> list[str]:
    """The picture of an idea as text: the numbers of each player, and the links between numbers."""
    theorem = current.position.rules.theorem
    if theorem == "pairing":
        return [f"  {_chain(current, voice)}"]
    draw = _PICTURES.get(theorem)
    if draw is None:
        return [f"  {line}" for line in words_for(match_of(current), voice).board()]
    rows = [
        (left if isinstance(left, str) else voice.tell(left), right) for left, right in draw(current.position)
    ]
    wide = max(len(left) for left, _ in rows)
    return [f"  {left:<{wide}}   {voice.tell(right)}" for left, right in rows]


def _chain(current: Round, voice: Voice) -> str:
    """The chain so far; before it begins, the numbers in pairs if each has a partner."""
    (row,) = current.scene.rows
    if row.numbers:
        joins = ["", *(f" {voice.tell(join.phrase)} " for join in row.joins)]
        return "".join(f"{join}{number}" for join, number in zip(joins, row.numbers, strict=True))
    pairs = partner_list(current.position)
    if pairs is None or len(current.scene.unused) % 2:
        return listing(current.scene.unused)
    return "   ".join(f"{a}–{b}" for a, b in pairs.numbers["pairs"])


def listing(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers)) or "–"


def _sides(position: Any) -> Iterator[tuple[str, Caption]]:
    turn = position.turn
    for side, above in (("above", True), ("below", False)):
        numbers = [each for each in members(position.unused) if (each > position.top) == above]
        mine = numbers == list(position.legal_moves())
        seat = turn if mine else turn.other
        code = f"{side}-{'mine' if mine else 'other'}"
        yield listing(numbers), Caption(code, n=len(numbers), seat=seat)


def _gifts(position: Any) -> Iterator[tuple[str, Caption]]:
    private, shared = parts(position)
    yield listing(members(shared)), Caption("for-both", n=shared.bit_count())
    if private:
        seat = position.turn if position.own < position.theirs else position.turn.other
        yield listing(members(private)), Caption("for-one", n=private.bit_count(), seat=seat)


def _race(position: Any) -> Iterator[tuple[Caption, Caption]]:
    for seat in Seat:
        total, target = position.total(seat), position.rules.target
        where = Caption("of-target", seat=seat, total=total, target=target)
        yield where, Caption("needs", seat=seat, n=int(turns_left(position.rules, target - total)))


_PICTURES: dict[object, Callable[[Any], Iterator[tuple[str | Caption, Caption]]]] = {
    "two-sides": _sides,
    "private-numbers": _gifts,
    "race": _race,
}
