"""The content at a place of a lesson: the board, the text, and the result of the last answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from outnumber.games import Phrase, Reason, Seat, mark
from outnumber.match import Round
from outnumber.study.puzzles.attempt import Attempt
from outnumber.study.puzzles.explain import Refutation, answered, line_from, refutation
from outnumber.study.puzzles.kinds import Kind
from outnumber.study.puzzles.puzzle import Puzzle, puzzle_in
from outnumber.study.puzzles.sentences import Remark
from outnumber.theory.best import best
from outnumber.theory.bounded import solve

from .lesson import LESSONS, UNHELPED, Lesson, Step
from .place import LAST_HINT, Place
from .seats import drawn
from .sentences import Teaching

# The answer that no move wins.
NONE = 0


class Reply(NamedTuple):
    """The reply to the last answer: sentences about a position, and the moves played from there."""

    right: bool
    said: tuple[Phrase, ...]
    # The round before the answer, and the moves after it, which may begin with the answer.
    before: Round
    line: tuple[int, ...] = ()


class View(NamedTuple):
    """The content shown at a place."""

    lesson: Lesson
    step: Step
    round: Round
    # The seat of the learner; None if it is still to be chosen, or does not matter.
    you: Seat | None
    asks: Literal["next", "move", "moves", "seat"]
    said: tuple[Phrase, ...]
    hints: tuple[Phrase, ...] = ()
    # The reply to the last answer; None before the first, and after a hint or a change of step.
    reply: Reply | None = None
    # Whether the step is over, the number of wrong answers, and for drill and seats the result.
    done: bool = False
    wrong: int = 0
    solved: bool | None = None
    # The missed position that returns as a puzzle.
    missed: Puzzle | None = None

    @property
    def newly_missed(self) -> Puzzle | None:
        """The position missed with the last answer: the first wrong one, or a correct one after the last
        hint.
        """
        last_wrong = self.reply is not None and not self.reply.right
        first = self.wrong == 1 and last_wrong if self.wrong else self.done
        return self.missed if first else None

    # The number of the step, and the number of steps.

    @property
    def number(self) -> int:
        return self.lesson.place(self.step.id) + 1

    @property
    def of(self) -> int:
        return len(self.lesson.steps)


def sentences_of(step: Step) -> tuple[Teaching, ...]:
    """The text of a step before any answer."""
    return tuple(Teaching(code, **numbers) for code, numbers in step.texts)


def look(place: Place) -> View:
    """The complete content of a place."""
    lesson = LESSONS[place.lesson]
    step = lesson.step(place.step)
    blank = View(lesson, step, step.round, None, "next", sentences_of(step))
    shown = _SHOWN[step.part](place, blank)
    return shown._replace(hints=_hints(shown)[: place.hinted])


def _idea(place: Place, blank: View) -> View:
    return blank._replace(done=blank.step.id in place.done)


def _who(place: Place, blank: View) -> View:
    current = blank.round
    asked = blank._replace(said=(*blank.said, Remark("ask-who")))
    if not place.given:
        return asked._replace(asks="seat")
    verdict = solve(current.position)
    winner = int(verdict.winner)
    right = place.given[-1] == winner
    line = () if right else _best_line(current)
    told = Teaching("seat", seat=winner) if right else _seat_line(current, line, winner)
    why = Teaching("said-to", seat=current.turn), verdict.reason
    reply = Reply(right, (told, *why), current, line)
    return asked._replace(reply=reply, done=True, wrong=int(not right), solved=right)


def _best_line(current: Round) -> tuple[int, ...]:
    return tuple(move for _, move in line_from(current.position)[0])


def _board(place: Place, blank: View) -> View:
    """A tiny board or a drill board: process the answers in order."""
    step, current, you = blank.step, blank.round, blank.round.turn
    wrong, done = place.wrong, False
    reply: Reply | None = None
    for number in place.given:
        winning = solve(current.position).winning
        if number == NONE and not winning:
            why = Teaching("none"), solve(current.position).reason
            reply, done = Reply(True, why, current, _best_line(current)), True
        elif number == NONE:
            reply = Reply(False, (Teaching("again"),), current)
        elif number not in winning:
            reply = _played_out(current, refutation(current.position, number))
        else:
            reply, current, done = _good(step, current, number, you)
        wrong += not (reply and reply.right)
    said = sentences_of(step)
    if not done:
        said = (*said, Teaching("ask-on" if len(current.moves) > len(step.moves) else "ask-move"))
    solved = (not wrong and place.hinted < LAST_HINT) if done else None
    missed = None
    if step.part == "drill" and (wrong or place.hinted >= LAST_HINT):
        missed = puzzle_in(step.round.position, step.moves, "all")
    return blank._replace(
        round=current, you=you, asks="next" if done else "move", said=said, reply=reply, done=done,
        wrong=wrong, solved=solved, missed=missed,
    )  # fmt: skip


def _good(step: Step, before: Round, move: int, you: Seat) -> tuple[Reply, Round, bool]:
    """The effect of a winning move: on tiny boards the opponent replies, until the end of the game."""
    current = before.play(move)
    at_once = current.outcome is not None
    code = "wins-now" if at_once else "wins"
    said: tuple[Phrase, ...] = (Teaching(code, move=move),)
    first = len(before.moves) == len(step.moves)
    if first:
        # The reason names one move; a learner who found another one gets the rule that selects both.
        verdict = solve(before.position)
        if move == verdict.move:
            said = Teaching(f"{code}-why", move=move), verdict.reason
        else:
            said = (*said, Teaching(LESSONS[step.game].rule))
    if step.to_end:
        current = current.answered(you, lambda each: best(each.position)[0])
    done = not step.to_end or current.outcome is not None
    return Reply(True, said, before, current.moves[len(before.moves) :]), current, done


def _seat(place: Place, blank: View) -> View:
    puzzle = drawn(place.lesson, place.level, place.seed)
    attempt = Attempt(puzzle)
    reply: Reply | None = None
    for number in place.given:
        before, seated = attempt.round, attempt.seat is not None
        refuted = attempt.answer((number,))
        if refuted is not None:
            line = tuple(step.move for step in refuted.line)
            wrong = Reply(False, (_seat_line(before, line, int(puzzle.winner)),), before, line)
            reply = _played_out(before, refuted) if seated else wrong
            break
        said = () if seated else (Teaching("seat", seat=number),)
        reply = Reply(True, said, before, attempt.round.moves[len(before.moves) :])
    done = attempt.solved is not None
    missed = puzzle if attempt.missed else None
    return blank._replace(
        round=attempt.round, you=attempt.seat, asks="next" if done else attempt.asks, reply=reply, done=done,
        wrong=len(attempt.wrong), solved=attempt.solved, missed=missed,
    )  # fmt: skip


# Replies

_ENDS = {Reason.NO_MOVE: "after-stuck", Reason.TARGET: "after-target", Reason.STAND_OFF: "after-standoff"}


def _played_out(before: Round, refuted: Refutation) -> Reply:
    """A losing move, refuted on the board."""
    move, line = refuted.move, tuple(step.move for step in refuted.line)
    over = before.follow((move, *line)).outcome
    if over is None:
        code = "after-cut"
    elif not line:
        code = "after-over"
    else:
        code = _ENDS[over.reason]
    told = Teaching(code, move=move, line=_line(before.play(move), line, before.turn), moves=line)
    return Reply(False, (told,), before, (move, *line))


def _seat_line(before: Round, line: Sequence[int], winner: int) -> Teaching:
    code = "seat-line" if before.follow(line).outcome else "seat-line-cut"
    return Teaching(code, line=_line(before, line, None), moves=tuple(line), seat=winner)


_PLAYS = {True: mark("you play {move}"), False: mark("your opponent plays {move}")}
_PASSES = {True: mark("you must pass"), False: mark("your opponent must pass")}


def _line(current: Round, moves: Sequence[int], you: Seat | None) -> Phrase:
    """Moves and passes with their players: you and your opponent, or the players by number."""
    parts = []
    for move in moves:
        mover = current.turn
        if you is None:
            parts.append(Phrase("Player {seat} plays {move}", seat=mover, move=move))
        else:
            parts.append(Phrase(_PLAYS[mover is you], move=move))
        current = current.play(move)
        if current.outcome is None and current.turn is mover:
            told = Phrase("Player {seat} must pass", seat=mover.other)
            parts.append(Phrase(_PASSES[mover is not you]) if you else told)
    named = {f"move{place}": part for place, part in enumerate(parts)}
    return Phrase(", ".join(f"{{{name}}}" for name in named), **named)


def _hints(shown: View) -> tuple[Phrase, ...]:
    """The rule of the lesson, and the answer."""
    step = shown.step
    if step.part in UNHELPED:
        return ()
    position = (step if shown.done else shown).round.position
    verdict = solve(position)
    kind: Kind = "who" if step.part == "who" else "all"
    found = (int(verdict.winner),) if kind == "who" else tuple(verdict.winning)
    return Teaching(shown.lesson.rule), answered(Puzzle(position.rules, (), position, kind, found, 1, kind))


_SHOWN = {"idea": _idea, "tiny": _board, "who": _who, "drill": _board, "seat": _seat}
