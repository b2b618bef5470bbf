"""Text about puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import dropwhile
from typing import TYPE_CHECKING

from outnumber.games import Seat, Voice, chosen
from outnumber.match import Match, Round
from outnumber.study.puzzles.attempt import Attempt
from outnumber.study.puzzles.explain import Refutation, addressed, answered, explanation, idea
from outnumber.study.puzzles.puzzle import Puzzle
from outnumber.study.puzzles.sentences import Remark

from . import advice
from .commands import help_for
from .games import words_for
from .match import title

if TYPE_CHECKING:  # imports a library that reads files
    from outnumber.study.puzzles.progress import Progress, Streak

FULL, EMPTY = "●", "○"
HARDEST = 5
HELP = help_for("puzzle prompt")
# A longer list of moves is not worth reading.
LONGEST_WAY = 20


def shown(puzzle: Puzzle, heading: str, voice: Voice) -> list[str]:
    """The puzzle before its prompt: the game, the moves so far, and the position in the game's words."""
    game, options = title(puzzle.rules, voice), chosen(puzzle.rules, voice)
    first = voice.say(
        "{heading}: {game}, difficulty {difficulty} of 5.",
        heading=heading,
        game=f"{game} ({options})" if options else game,
        difficulty=puzzle.difficulty,
    )
    ask = " ".join([*way(puzzle.moves, voice), voice.tell(Remark(f"ask-{puzzle.kind}"))])
    return [first, ask, "", *board(puzzle.match, voice)]


def way(moves: Sequence[int], voice: Voice) -> list[str]:
    """The moves that led to a position, if any."""
    if len(moves) > LONGEST_WAY:
        return [voice.counted("{n} number has been played.", "{n} numbers have been played.", len(moves))]
    return [voice.say("Played so far: {moves}.", moves=" ".join(map(str, moves)))] if moves else []


def prompt(attempt: Attempt, voice: Voice) -> str:
    """The text before the input."""
    say, kind = voice.say, attempt.puzzle.kind
    if attempt.asks == "seat":
        return say("Who wins, 1 or 2? ") if kind == "who" else say("Your seat, 1 or 2? ")
    if attempt.asks == "moves":
        return say("All winning moves (or none): ")
    if kind == "avoid":
        return say("Losing move: ")
    return words_for(attempt.puzzle.match.with_current(attempt.round), voice).prompt()


def right(puzzle: Puzzle, voice: Voice) -> str:
    """The line after a correct answer."""
    if puzzle.kind == "one":
        return voice.tell(Remark("right", move=puzzle.solution))
    return voice.say("Right. {answer}", answer=voice.tell(answered(puzzle)))


def told(puzzle: Puzzle, voice: Voice) -> str:
    """The solution, for a player who gave up."""
    if puzzle.kind == "one":
        return voice.tell(Remark("answer", move=puzzle.solution))
    return voice.tell(answered(puzzle))


def refuted(puzzle: Puzzle, found: Refutation, voice: Voice) -> list[str]:
    """Why an answer is wrong, with a line of moves."""
    if not found.move and not found.line:
        return [voice.tell(Remark("missing"))]
    line = ", ".join(_line(puzzle, found, voice))
    code = "wrong" if found.move else "wrong-seat"
    if puzzle.kind == "avoid":
        code = "wrong-wins"
    code += "-cut" if found.ending is None else "" if line else "-over"
    numbers = {"move": found.move} if found.move else {"seat": puzzle.winner}
    moves = tuple(step.move for step in found.line)
    return [voice.tell(Remark(code, **numbers, line=line, moves=moves, ending=found.ending))]


def _line(puzzle: Puzzle, found: Refutation, voice: Voice) -> Iterator[str]:
    """Moves with their players, and passes."""
    mover = puzzle.winner if puzzle.kind == "seat" else puzzle.position.turn
    last = mover if found.move else None
    for step in found.line:
        if step.seat is last:
            yield voice.say("Player {seat} must pass", seat=last.other)
        yield voice.say("Player {seat} plays {move}", seat=step.seat, move=step.move)
        last = step.seat


def replies(attempt: Attempt, before: Round, voice: Voice) -> list[str]:
    """In a game that is played out: the perfect player's latest replies."""
    since = len(before.moves)
    played = zip(attempt.round.movers[since:], attempt.round.moves[since:], strict=True)
    return [
        voice.say("Your opponent plays {move}.", move=move) for seat, move in played if seat != attempt.seat
    ]


def game_on(attempt: Attempt, before: Round, voice: Voice) -> list[str]:
    """A game that is played out: the replies, and the position or the end."""
    lines = replies(attempt, before, voice)
    if attempt.found:
        return [*lines, voice.say("You win!")]
    match = attempt.puzzle.match.with_current(attempt.round)
    return [*lines, "", *board(match, voice)]


def board(match: Match, voice: Voice, you: Seat | None = None) -> list[str]:
    """The lines of a turn without leading empty lines, plus the parts that a turn omits."""
    words = words_for(match, voice)
    words.address(you, "Your opponent")
    return [*dropwhile(lambda line: not line, words.turn()), *words.untold()]


def reason(puzzle: Puzzle, voice: Voice) -> str:
    """Why the position is won or lost; it addresses the player to move, so the reader must know who that
    is.
    """
    lead = addressed(puzzle)
    return " ".join([*([voice.tell(lead)] if lead else []), voice.tell(explanation(puzzle))])


def why(attempt: Attempt, voice: Voice) -> list[str]:
    """The answer and the reason; later in a game that is played out, why that position is won."""
    puzzle, position = attempt.puzzle, attempt.position
    if attempt.playing:
        return [advice.reason(position, voice)]
    answer = [] if puzzle.kind == "one" else [told(puzzle, voice)]
    return [*answer, reason(puzzle, voice)]


def explained(puzzle: Puzzle, voice: Voice) -> list[str]:
    """Why the answer is right, and the idea."""
    why_right = advice.reason(puzzle.position, voice) if puzzle.kind == "one" else reason(puzzle, voice)
    title, lesson = idea(puzzle)
    return [why_right, f"{voice.word(title)}{'' if title.endswith('?') else ':'} {voice.word(lesson)}"]


def streak(found: Streak, *, daily: bool, missed: bool, voice: Voice) -> str:
    """The streaks, and whether the puzzle will return."""
    line = voice.say("Solved in a row: {row} (best: {best}).", row=found.row, best=found.best_row)
    if daily:
        line += " " + voice.say(
            "Days in a row: {days} (best: {best}).", days=found.days, best=found.best_days
        )
    return f"{line} {voice.say('You will see this one again.')}" if missed else line


def set_aside(name: str, voice: Voice) -> str:
    """The message about a damaged progress file."""
    return voice.say(
        "Your puzzle progress was damaged. The damaged file was saved as {name}, and your progress "
        "starts again.",
        name=name,
    )


# For the full screen


def dots(difficulty: int) -> str:
    """The difficulty as dots.

    >>> dots(3)
    '●●●○○'
    """
    return FULL * difficulty + EMPTY * (HARDEST - difficulty)


def facts(
    attempt: Attempt, streak: Streak, voice: Voice, *, daily: bool, solved: int, tried: int
) -> list[str]:
    """The puzzle and its state, in short lines."""
    say, hard, turn = voice.say, attempt.puzzle.difficulty, attempt.puzzle.position.turn
    # In a question about the winner, the reader is neither player.
    apart = attempt.puzzle.kind == "who" or attempt.asks == "seat"
    lines = [
        say("Player {seat} is to move", seat=turn)
        if apart
        else say("You are Player {seat}", seat=attempt.seat or turn),
        say("{dots} difficulty {n} of {most}", dots=dots(hard), n=hard, most=HARDEST),
        say("Streak: {n} (best: {best})", n=streak.row, best=streak.best_row),
    ]
    if daily:
        lines.append(say("Days: {n} (best: {best})", n=streak.days, best=streak.best_days))
    elif tried:
        lines.append(say("Solved {solved} of {tried} just now", solved=solved, tried=tried))
    return lines


def of_the_day(progress: Progress, puzzle: Puzzle, day: str, voice: Voice) -> str:
    """The daily puzzle in a few words, and whether it has been tried."""
    tried = next((each for each in progress.tried if (each.daily, each.id) == (day, puzzle.id)), None)
    if tried is None:
        how = dots(puzzle.difficulty)
    else:
        how = voice.say("solved ✓") if tried.solved else voice.say("missed ✗")
    return f"{day}: {title(puzzle.rules, voice)}, {how}"


def to_try_again(count: int, voice: Voice) -> str:
    if not count:
        return voice.say("no missed puzzle is due")
    return voice.counted("{n} missed puzzle is due", "{n} missed puzzles are due", count)


def of_a_game(progress: Progress, game: str, voice: Voice) -> str:
    """The results in the puzzles of a game."""
    tried = progress.of(game)
    solved = sum(each.solved for each in tried)
    return voice.say("solved {solved} of {tried}", solved=solved, tried=len(tried)) if tried else ""
