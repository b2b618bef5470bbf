"""What is said about puzzles."""

from __future__ import annotations

from outnumber.games.numbers import run_texts
from outnumber.games.sentences import ENGLISH, Voice, mark
from outnumber.puzzles.explain import Refutation, explanation
from outnumber.puzzles.progress import Streak
from outnumber.puzzles.puzzle import Puzzle
from outnumber.puzzles.sentences import Remark
from outnumber.puzzles.themes import THEMES
from outnumber.words.advice import partners
from outnumber.words.games import words_for
from outnumber.words.games.base import listing
from outnumber.words.match import options, player, title

HELP = (
    ("moves", mark("the numbers you can play")),
    ("hint", mark("help in three steps; the third names the move, and the puzzle counts as missed")),
    ("why", mark("the answer and why it wins; the puzzle counts as missed")),
    ("rules", mark("how this game is played")),
    ("skip", mark("the answer, and on to the next puzzle; this one counts as missed")),
    ("quit", mark("stop here")),
    ("help", mark("this list")),
)
# A longer way to the position is not worth reading.
LONGEST_WAY = 20


def shown(puzzle: Puzzle, heading: str, voice: Voice = ENGLISH) -> list[str]:
    """The puzzle before its prompt: the game, the way to the position, and the position in its words."""
    rules, say = puzzle.rules, voice.say
    first = say(
        "{heading}: {game} ({options}), difficulty {difficulty} of 5.",
        heading=heading,
        game=title(rules, voice),
        options=options(rules, voice),
        difficulty=puzzle.difficulty,
    )
    ask = voice.tell(Remark("one-wins"))
    if len(puzzle.moves) > LONGEST_WAY:
        played = voice.counted(
            "{n} number has been played.", "{n} numbers have been played.", len(puzzle.moves)
        )
        ask = f"{played} {ask}"
    elif puzzle.moves:
        ask = f"{say('Played so far: {moves}.', moves=' '.join(map(str, puzzle.moves)))} {ask}"
    turn = words_for(puzzle.match, voice).turn()
    while turn and not turn[0]:
        turn = turn[1:]
    return [first, ask, "", *turn, *_missing(puzzle, voice)]


def _missing(puzzle: Puzzle, voice: Voice) -> list[str]:
    """What somebody who has not seen the game needs to know beyond the words of its turn."""
    say, scene = voice.say, puzzle.match.current.scene
    rival = next((row for row in scene.rows if row.seat is puzzle.position.turn.other), None)
    if rival and rival.total is not None:
        tokens = ",".join(run_texts(scene.numbers))
        return [
            say("Your opponent's stack total is {total}.", total=rival.total),
            say("The target is {target}, and the tokens are {tokens}.", target=rival.target, tokens=tokens),
        ]
    if any(row.label == "Chain" for row in scene.rows):
        return [say("Unused Numbers: [{numbers}]", numbers=listing(scene.unused))]
    return []


def refuted(puzzle: Puzzle, found: Refutation, voice: Voice = ENGLISH) -> list[str]:
    """How a wrong move loses, played out."""
    line = ", ".join(f"{player(puzzle.match, step.seat, voice)} {step.move}" for step in found.line)
    code = "wrong-cut" if found.ending is None else "wrong" if line else "wrong-over"
    moves = tuple(step.move for step in found.line)
    return [voice.tell(Remark(code, move=found.move, line=line, moves=moves, ending=found.ending))]


def explained(puzzle: Puzzle, voice: Voice = ENGLISH) -> list[str]:
    """Why the solution wins, the list to play by where there is one, and the idea."""
    theme = THEMES[puzzle.theme]
    idea = f"{voice.word(theme.title)}: {voice.word(theme.lesson)}"
    return [voice.tell(explanation(puzzle)), *partners(puzzle.position, voice), idea]


def streak(found: Streak, *, daily: bool, missed: bool, voice: Voice = ENGLISH) -> str:
    """How long the rows are, and whether the puzzle comes again."""
    line = voice.say("Solved in a row: {row} (best: {best}).", row=found.row, best=found.best_row)
    if daily:
        line += " " + voice.say(
            "Days in a row: {days} (best: {best}).", days=found.days, best=found.best_days
        )
    return f"{line} {voice.say('This one will come again.')}" if missed else line


def set_aside(name: str, voice: Voice = ENGLISH) -> str:
    """The line for a damaged file of progress."""
    return voice.say(
        "Your puzzle progress was damaged. It is kept as {name}, and you start afresh.", name=name
    )
