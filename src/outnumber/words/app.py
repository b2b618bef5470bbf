"""What the full-screen app says beyond the words that it shares with the plain terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, islice
from typing import TYPE_CHECKING

from outnumber.games.base import Outcome, Position, Reason, Seat
from outnumber.games.numbers import runs
from outnumber.games.scene import Scene
from outnumber.games.sentences import Voice, mark
from outnumber.session import claims
from outnumber.session.match import HUMAN, Match
from outnumber.session.review import GRADES, RoundReview
from outnumber.theory.claims import Numbers, Truth
from outnumber.words.games import words_for
from outnumber.words.match import called, label, only_person, player, title
from outnumber.words.review import called as by_name

if TYPE_CHECKING:
    # The first screen does not wait for them.
    from outnumber.puzzles.attempt import Attempt
    from outnumber.puzzles.progress import Progress, Streak
    from outnumber.puzzles.puzzle import Puzzle

# A key and what it does; without a key, a heading or a paragraph.
Explained = tuple[str, str]

_CHOOSE = (
    (mark("digits, Enter"), mark("type it")),
    (mark("arrows, Enter"), mark("go to it on the board")),
    (mark("Tab"), mark("go to the next number you can play")),
    (mark("mouse"), mark("click it")),
)
HELP: tuple[Explained, ...] = (
    ("", mark("Play a number with any of these:")),
    *_CHOOSE,
    ("", mark("Ask for help, as often as you like:")),
    ("h", mark("a hint: where to look; again for the idea, and for the move")),
    ("v", mark("verdict marks: ✓ wins, ✗ loses against perfect play")),
    ("w", mark("why this position is won or lost")),
    ("", mark("The game:")),
    ("u", mark("undo: take back to your last turn")),
    ("y", mark("redo: play again what you took back")),
    ("r", mark("review: every move looked at again")),
    ("i", mark("the rules of this game")),
    ("x", mark("resign: give up this round")),
    ("n", mark("when it is over: the next round, or the same match again")),
    ("q", mark("back; the game is kept, and you can go on with it")),
    (
        "",
        mark(
            "On the board, bright or boxed numbers can be played now, dim ones cannot, a dot has been used, "
            "and (7) was played last."
        ),
    ),
)
PUZZLE_HELP: tuple[Explained, ...] = (
    ("", mark("Find the answer: a number, all numbers that win, or the player who wins.")),
    *_CHOOSE,
    (mark("Space"), mark("marks one of several winning numbers; ⏎ answers")),
    (
        "",
        mark(
            "If it is wrong, you see on the board how it could go on. Then Enter, or any of the keys above, "
            "goes back, and you try again."
        ),
    ),
    ("", mark("Help:")),
    ("h", mark("a hint; again for the next one; the last is the answer")),
    ("w", mark("why: the answer, and the reason")),
    ("i", mark("the rules of this game")),
    ("n", mark("the answer, and on to the next puzzle")),
    ("q", mark("back")),
    (
        "",
        mark(
            "A puzzle is solved if your first answer is right; all hints but the last are free. It is missed "
            "with a wrong answer, the last hint, why, or the answer. Missed ones come again after a day. If "
            "you go back before that, nothing is counted."
        ),
    ),
)
BEGIN = mark("Type a number or move with the arrows, then Enter. ? explains all keys.")
# How a player who was winning lost all the same.
GAVE_UP = {
    Reason.TIME: mark("No move threw a win away, but {name} ran out of time when winning."),
    Reason.RESIGNATION: mark("No move threw a win away, but {name} resigned when winning."),
    Reason.LEFT: mark("No move threw a win away, but {name} left when winning."),
    Reason.FAULT: mark("No move threw a win away, but {name} made a fault when winning."),
}
NO_MISTAKE = mark("Nobody threw a win away in this round.")


YOU_GAVE_UP = {
    Reason.TIME: mark("No move threw a win away, but you ran out of time when winning."),
    Reason.RESIGNATION: mark("No move threw a win away, but you resigned when winning."),
    Reason.LEFT: mark("No move threw a win away, but you left when winning."),
    Reason.FAULT: mark("No move threw a win away, but you made a fault when winning."),
}


def _gave_up(truth: Truth, story: claims.Story, n: Numbers) -> bool:
    return not story.mistakes(truth) and claims.was_winning(truth, story, n)


def _is_winning(truth: Truth, story: claims.Story, n: Numbers) -> bool:
    at = story.positions[n["ply"]]
    return at.turn is story.seat(n) and truth.winner(at) is story.seat(n, "winner")


def _lost(_: Truth, story: claims.Story, n: Numbers) -> bool:
    return story.round.outcome is not None and story.round.outcome.winner is not story.seat(n)


def _cannot_move(_: Truth, story: claims.Story, n: Numbers) -> bool:
    last = story.positions[-1]
    return not last.legal_moves() and last.turn is story.seat(n)


def _totals(truth: Truth, story: claims.Story, n: Numbers) -> bool:
    """Nobody reached the target, and these are the totals, the winner's first."""
    last, winner = story.positions[-1], story.seat(n)
    totals = last.standing()
    if totals is None or winner is None or not claims.has_won(truth, story, n):
        return False
    same = (totals[winner - 1], totals[winner.other - 1]) == (n["high"], n["low"])
    return same and n["total"] == n["high"] and n["target"] == last.rules.target


def _closer(truth: Truth, story: claims.Story, n: Numbers) -> bool:
    return _totals(truth, story, n) and n["high"] > n["low"]


def _equal(truth: Truth, story: claims.Story, n: Numbers) -> bool:
    return _totals(truth, story, n) and n["high"] == n["low"]


# What the sentences of a review, and those at the end of a round, claim of it.
CLAIMS: claims.Claims = {
    **dict.fromkeys(GAVE_UP.values(), _gave_up),
    **dict.fromkeys(YOU_GAVE_UP.values(), _gave_up),
    NO_MISTAKE: lambda truth, story, _: not story.mistakes(truth),
    "The position was won for {name}.": claims.was_winning,
    "The position was won for you.": claims.was_winning,
    "The position was won for the computer.": claims.was_winning,
    "{place}, {name} to move: {winner} is winning": _is_winning,
    "{place}, {name} to move: you are winning": _is_winning,
    "{place}, your move: {winner} is winning": _is_winning,
    "{place}, your move: you are winning": _is_winning,
    ", with {moves:or}.": lambda truth, story, n: (
        truth.winning(story.positions[n["ply"]]) == [*n["moves"]] != []
    ),
    **dict.fromkeys(("{name} cannot move.", "You cannot move."), _cannot_move),
    **dict.fromkeys(("{name} wins the game!", "{name} wins.", "You win!"), claims.has_won),
    "{name} reaches {target} and wins the game!": lambda truth, story, n: (
        claims.has_won(truth, story, n) and n["target"] in (story.positions[-1].standing() or ())
    ),
    "You are closer to {target}, with {high} against {low}.": _closer,
    "{name} is closer to {target}, with {high} against {low}.": _closer,
    "Both totals are {total}, and you got there first.": _equal,
    "Both totals are {total}, and {name} got there first.": _equal,
    "Both totals are {total}, and you got there last.": _equal,
    "Both totals are {total}, and {name} got there last.": _equal,
    **dict.fromkeys(("{name} resigns.", "You resign."), _lost),
    **dict.fromkeys(("{name} left and did not come back.", "You left and did not come back."), _lost),
    "You reach {target} and win!": lambda truth, story, n: (
        claims.has_won(truth, story, n) and n["target"] in (story.positions[-1].standing() or ())
    ),
    "Played: {move}, {grade}.": lambda _, story, n: story.round.moves[n["ply"]] == n["move"],
}
# So many runs of numbers are named one by one.
MOST_RUNS = 6
FULL, EMPTY = "●", "○"
HARDEST = 5


def help_lines(explained: Sequence[Explained], voice: Voice) -> list[str]:
    """What keys do in columns, with air before each heading."""
    lines: list[str] = []
    for heading, group in groupby(explained, key=lambda each: not each[0]):
        texts = [(voice.word(key), voice.word(text)) for key, text in group]
        wide = max(len(key) for key, _ in texts) + 4
        for key, text in texts:
            lines += ["", text] if heading else [f"  {key:<{wide}}{text}"]
    return lines[1:]


# Who is who: the only person is you, in every sentence and in every column, and the other is the computer.


def yours(match: Match, seat: Seat, number: int | None = None) -> bool:
    """Whether a seat, of round `number` or the current one, is that of the only person."""
    # Before somebody has picked a seat, nobody has one.
    you = only_person(match) if number or not match.picker else 0
    return you > 0 and match.seated(seat, number) == you


def column(match: Match, seat: Seat, voice: Voice, number: int | None = None) -> str:
    """What a player is called over a column, or before a row."""
    if match.picker and not number:
        return voice.say("Player {seat}", seat=seat.value)
    return by_name(match, seat, voice, number)


def _name(match: Match, seat: Seat, voice: Voice, number: int | None = None, *, inside: bool = False) -> str:
    """What a player who is not you is called at the beginning of a sentence, or inside."""
    nameless = not match.participant(seat, number).name
    if nameless and only_person(match) and (number or not match.picker):
        return voice.say("the computer") if inside else voice.say("The computer")
    return player(match, seat, voice, number)


def _said(match: Match, seat: Seat, voice: Voice, you: str, name: str, **numbers: object) -> str:
    """Something about a player: to whoever reads, or about somebody by name."""
    if yours(match, seat):
        return voice.say(you, **numbers)
    return voice.say(name, name=_name(match, seat, voice), **numbers)


def _score(match: Match, voice: Voice) -> list[str]:
    """The rounds won so far, and the champion at the end."""
    you, names = only_person(match), []
    for number in (1, 2):
        if you:
            own = match.participants[number - 1].name
            names.append(voice.say("you") if number == you else own or voice.say("the computer"))
        else:
            names.append(label(match, number, voice))
    (one, two), champion = match.score(), match.champion()
    said = [voice.say("Score: {one} {won}, {two} {lost}.", one=names[0], won=one, two=names[1], lost=two)]
    if champion and champion == you:
        said.append(voice.say("You are the champion!"))
    elif champion:
        name = _name(match, match.seat_of(champion), voice) if you else names[champion - 1]
        said.append(voice.say("{name} is the champion!", name=name))
    elif match.over:
        said.append(voice.say("The score is equal: there is no champion."))
    return said


# A match


def numbers(all: Sequence[int], voice: Voice) -> str:
    """What the grid shows: the numbers of a game.

    >>> from outnumber.games.sentences import ENGLISH
    >>> numbers(range(1, 10), ENGLISH), numbers([3, 5, 8], ENGLISH)
    ('Numbers 1 to 9', 'Numbers 3, 5, 8')
    """
    found = [_run(first, last, voice) for first, last in islice(runs(all), MOST_RUNS + 1)]
    if len(found) > MOST_RUNS:
        found[MOST_RUNS - 1 :] = ["…", voice.number(all[-1])]
    return voice.say("Numbers {numbers}", numbers=", ".join(found))


def _run(first: int, last: int, voice: Voice) -> str:
    if first == last:
        return voice.number(first)
    return voice.say("{first:,} to {last:,}", first=first, last=last)


def versus(match: Match, voice: Voice) -> str:
    """Who plays against whom."""
    return voice.say("{one} against {two}", one=called(match, 1, voice), two=called(match, 2, voice))


def plays(match: Match, seat: Seat, voice: Voice) -> str:
    """Who or what plays, in a few words, with the rounds won where there are several."""
    who, name = match.participant(seat)
    if only_person(match) and not match.picker:
        # The rules speak of players by their seats.
        seated = voice.say("Player {seat}", seat=seat.value)
        told = ", ".join(filter(None, [seated, name if who == HUMAN else voice.word(who)]))
    else:
        told = voice.say("person") if who == HUMAN else voice.say("{level} computer", level=voice.word(who))
    if match.length == 1:
        return told
    return voice.say("{who}, {won} won", who=told, won=match.score()[match.seated(seat) - 1])


def state(match: Match, voice: Voice) -> str:
    """How far a match has come, in a few words."""
    if not match.over:
        moves = voice.counted("{n} move", "{n} moves", len(match.current.moves) if match.rounds else 0)
        if match.length == 1:
            return moves
        number = max(1, len(match.rounds))
        return voice.say("round {n} of {rounds}, {moves}", n=number, rounds=match.length, moves=moves)
    if match.length > 1:
        one, two = match.score()
        return voice.say("{one} to {two} rounds", one=one, two=two)
    outcome = match.current.outcome
    winner = outcome.winner if outcome else Seat.ONE
    first, second = match.participants
    different = first.plays != second.plays
    if different and match.participant(winner) == (HUMAN, ""):
        return voice.say("you won")
    # Both may be nameless people; then the seat says more.
    named = different or first.name
    who = called(match, match.seated(winner), voice) if named else player(match, winner, voice)
    return voice.say("{name} won", name=who)


def demand(scene: Scene, voice: Voice) -> str:
    """What somebody is asked for."""
    if len(scene.legal) == 1:
        return voice.say("Choose {number}: it is the only one that fits.", number=scene.legal[0])
    return voice.say("Choose {what}.", what=scene.demand)


def turn(match: Match, scene: Scene, voice: Voice) -> tuple[str, str]:
    """Whose turn it is, and what to do in this scene of the match."""
    current = match.current
    if current.outcome:
        whole = match.over and match.length > 1
        return voice.say("The match is over") if whole else voice.say("The round is over"), ""
    if match.picker:
        return voice.say("Pick a seat"), ""
    who = _name(match, current.turn, voice)
    computer = match.participant(current.turn).plays != HUMAN
    return (
        _said(match, current.turn, voice, mark("Your turn"), mark("{name}'s turn")),
        voice.say("{name} is thinking…", name=who) if computer else demand(scene, voice),
    )


def begins(match: Match, voice: Voice) -> str:
    """What to say when a round begins, or goes on after a pause."""
    if match.current.moves:
        return voice.say("Here is where you left it.")
    if match.length > 1:
        who = _said(match, match.current.turn, voice, mark("you go first"), mark("{name} goes first"))
        number = len(match.rounds)
        return voice.say("Round {round} of {rounds}: {who}.", round=number, rounds=match.length, who=who)
    return f"{voice.say('Welcome!')} {voice.word(BEGIN)}"


def moved(match: Match, seat: Seat, number: int, passed: Sequence[Seat], voice: Voice) -> str:
    """What a move did; seats that could not go afterwards are told, in a stand-off by its end."""
    said = [
        _said(
            match, seat, voice, mark("You played {number}."), mark("{name} played {number}."), number=number
        )
    ]
    if not match.current.outcome:
        passes = mark("You have to pass."), mark("{name} has to pass.")
        said += (_said(match, each, voice, *passes) for each in passed)
    return " ".join(said)


def looked_at(
    match: Match, number: int, ply: int, position: Position, found: RoundReview | None, voice: Voice
) -> tuple[str, str]:
    """Who wins a round looked at again after so many moves, with what, and what was played."""
    say, current = voice.say, match.rounds[number - 1]
    place = voice.counted("After {n} move", "After {n} moves", ply) if ply else say("At the start")
    if ply == len(current.moves) and current.outcome:
        shown = match._replace(rounds=match.rounds[:number])
        won = ""
        if found and found.given_up:
            if yours(match, found.ahead, number):
                won = " " + say("The position was won for you.")
            else:
                ahead = _name(match, found.ahead, voice, number, inside=True)
                won = " " + say("The position was won for {name}.", name=ahead)
                if ahead == voice.say("the computer"):
                    # Another article in languages that have cases.
                    won = " " + say("The position was won for the computer.", name=ahead)
        return f"{place}: {ended(shown, current.outcome, voice)}", won
    your_move = yours(match, position.turn, number)
    name = _name(match, position.turn, voice, number, inside=True)
    if not found:
        if your_move:
            return say("{place}, your move.", place=place), ""
        return say("{place}, {name} to move.", place=place, name=name), ""
    graded = found.moves[ply] if ply < len(found.moves) else None
    winner = _name(match, found.winners[ply], voice, number, inside=True)
    if yours(match, found.winners[ply], number):
        if your_move:
            told = say("{place}, your move: you are winning", place=place, ply=ply)
        else:
            told = say("{place}, {name} to move: you are winning", place=place, name=name, ply=ply)
    elif your_move:
        told = say("{place}, your move: {winner} is winning", place=place, winner=winner, ply=ply)
    else:
        told = say(
            "{place}, {name} to move: {winner} is winning", place=place, name=name, winner=winner, ply=ply
        )
    winning = graded.winning if graded else ()
    rest = say(", with {moves:or}.", moves=winning, ply=ply) if winning else "."
    if graded:
        grade = say(GRADES[graded.grade], ply=ply)
        rest += " " + say("Played: {move}, {grade}.", move=graded.move, grade=grade, ply=ply)
    return told, rest


def gave_up(match: Match, number: int, found: RoundReview, voice: Voice) -> str:
    """That whoever was winning a round ended it all the same."""
    reason = found.outcome.reason if found.outcome else Reason.RESIGNATION
    if yours(match, found.ahead, number):
        return voice.say(YOU_GAVE_UP[reason])
    return voice.say(GAVE_UP[reason], name=_name(match, found.ahead, voice, number, inside=True))


def ended(match: Match, outcome: Outcome, voice: Voice) -> str:
    """How the round ended, and with it perhaps the match."""
    current, winner = match.current, outcome.winner
    alone = only_person(match) > 0
    wins = _said(
        match,
        winner,
        voice,
        mark("You win!"),
        mark("{name} wins.") if alone else mark("{name} wins the game!"),
    )
    targets = [row.target for row in current.scene.rows if row.seat is outcome.winner and row.target]
    if outcome.reason is Reason.NO_MOVE:
        said = [
            _said(match, current.turn, voice, mark("You cannot move."), mark("{name} cannot move.")),
            wins,
        ]
    elif outcome.reason is Reason.TARGET and targets:
        reaches = mark("You reach {target} and win!"), mark("{name} reaches {target} and wins the game!")
        said = [_said(match, winner, voice, *reaches, target=targets[0])]
    else:
        said = [line for line in words_for(match, voice).ended(outcome) if line]
    if match.length > 1:
        said += _score(match, voice)
    return " ".join(said)


def more_help(step: int, voice: Voice, *, costs: bool = False, last: int = 3) -> str:
    """What the hint after this one would be; the last of a puzzle that is still open costs it."""
    if step >= last:
        return ""
    if step < last - 1:
        return voice.word(mark("(h: the idea)"))
    if last < 3:
        return voice.word(mark("(h: the answer; the puzzle then counts as missed)"))
    return voice.word(
        mark("(h: the move; the puzzle then counts as missed)") if costs else mark("(h: the move)")
    )


def clock_text(seconds: float) -> str:
    """Time left, as a clock shows it.

    >>> clock_text(83.2), clock_text(4.05), clock_text(-1)
    ('1:24', '0:05', '0:00')
    """
    whole = max(0, -int(-seconds // 1))
    return f"{whole // 60}:{whole % 60:02}"


# Puzzles


def dots(difficulty: int) -> str:
    """The difficulty to look at.

    >>> dots(3)
    '●●●○○'
    """
    return FULL * difficulty + EMPTY * (HARDEST - difficulty)


def facts(
    attempt: Attempt, streak: Streak, voice: Voice, *, daily: bool, solved: int, tried: int
) -> list[str]:
    """The puzzle and how it is going, in short lines."""
    say, hard, turn = voice.say, attempt.puzzle.difficulty, attempt.puzzle.position.turn
    # Whoever is asked who wins is neither of them.
    apart = attempt.puzzle.kind == "who" or attempt.asks == "seat"
    lines = [
        say("Player {seat} is to move", seat=turn.value)
        if apart
        else say("You are Player {seat}", seat=(attempt.seat or turn).value),
        say("{dots} difficulty {n} of {most}", dots=dots(hard), n=hard, most=HARDEST),
        say("Streak: {n} (best: {best})", n=streak.row, best=streak.best_row),
    ]
    if daily:
        lines.append(say("Days: {n} (best: {best})", n=streak.days, best=streak.best_days))
    elif tried:
        lines.append(say("Solved {solved} of {tried} just now", solved=solved, tried=tried))
    return lines


def of_the_day(progress: Progress, puzzle: Puzzle, day: str, voice: Voice) -> str:
    """The puzzle of a day in a few words, and whether it has been tried."""
    tried = next((each for each in progress.tried if (each.daily, each.id) == (day, puzzle.id)), None)
    if tried is None:
        how = dots(puzzle.difficulty)
    else:
        how = voice.say("solved ✓") if tried.solved else voice.say("missed ✗")
    return f"{day}: {title(puzzle.rules, voice)}, {how}"


def to_try_again(count: int, voice: Voice) -> str:
    if not count:
        return voice.say("none that you missed is due")
    return voice.counted("{n} that you missed is due", "{n} that you missed are due", count)


def of_a_game(progress: Progress, game: str, voice: Voice) -> str:
    """How the puzzles of a game have gone."""
    tried = progress.of(game)
    solved = sum(each.solved for each in tried)
    return voice.say("solved {solved} of {tried}", solved=solved, tried=len(tried)) if tried else ""
