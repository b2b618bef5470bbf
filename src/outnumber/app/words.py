"""What the app says. The words of the rule books are for the prompt; here the screen shows most of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from rich.text import Text

from outnumber.games.base import Outcome, Position, Reason, Rules, Seat
from outnumber.games.numbers import runs
from outnumber.session.match import HUMAN, Match
from outnumber.terminal.console import tame
from outnumber.words.games import words_for
from outnumber.words.match import label, match_ends, score

# So many runs of tokens are named one by one.
MOST_RUNS = 6

HELP = (
    "Play a number with any of these:",
    "  digits, Enter    type it",
    "  arrows, Enter    go to it on the board",
    "  Tab              go to the next number you can play",
    "  mouse            click it",
    "",
    "Ask for help, as often as you like:",
    "  h    a hint: where to look; again for the idea, and for the move",
    "  v    verdict marks: ✓ wins, ✗ loses against perfect play",
    "  w    why this position is won or lost",
    "",
    "The game:",
    "  u    undo: take back to your last turn",
    "  r    review: every move looked at again",
    "  i    the rules of this game",
    "  x    resign: give up this round",
    "  q    back; the game is kept, and you can go on with it",
    "",
    "On the board, bright or boxed numbers can be played now, dim ones",
    "cannot, a dot has been used, and (7) was played last.",
)


def name(match: Match, seat: Seat) -> str:
    """What to call the player in a seat."""
    return tame(match.participant(seat).name or f"Player {seat.value}")


def plays(match: Match, seat: Seat) -> str:
    """Who or what that is, in a few words, with the rounds won where there are several."""
    who = match.participant(seat).plays
    if who == HUMAN:
        who = "you" if [each.plays for each in match.participants].count(HUMAN) == 1 else "person"
    elif match.length == 1:
        who = f"{who} computer"
    return f"{who}, {match.score()[match.seated(seat) - 1]} won" if match.length > 1 else who


def options(match: Match) -> str:
    """The options of the game in a few words."""
    texts = match.rules.option_texts().items()
    return tame(", ".join(f"{name.replace('_', ' ')} {value}" for name, value in texts))


def bar(match: Match, lead: str = "") -> Text:
    """The line above a board: the game, the round and the options."""
    text = Text(no_wrap=True, overflow="ellipsis").append(f" {lead}{match.rules.title} ", "bold")
    if match.length > 1:
        text.append(f" Round {len(match.rounds)} of {match.length} ")
    return text.append(f" {options(match)} ", "dim")


def pool(rules: Rules, numbers: Sequence[int]) -> str:
    """What the grid shows: all numbers up to a largest, or the tokens there are."""
    if not hasattr(rules, "tokens"):
        return f"Pool {_run(numbers[0], numbers[-1])}"
    found = [_run(*each) for each in islice(runs(numbers), MOST_RUNS + 1)]
    if len(found) > MOST_RUNS:
        found[MOST_RUNS - 1 :] = ["…", f"{numbers[-1]:,}"]
    return f"Tokens {', '.join(found)}"


def _run(first: int, last: int) -> str:
    return f"{first:,}" if first == last else f"{first:,} to {last:,}"


def wanted(position: Position) -> str:
    """What the next number must be."""
    return "the only number" if len(position.legal_moves()) == 1 else str(position.demand())


def turn(match: Match) -> tuple[str, str]:
    """Whose turn it is, and what to do."""
    position = match.current.position
    if match.current.outcome:
        return ("The match is over" if match.over and match.length > 1 else "The round is over"), ""
    who = name(match, position.turn)
    if match.participant(position.turn).plays != HUMAN:
        return f"{who}'s turn", f"{who} is thinking…"
    return f"{who}'s turn", f"Choose {wanted(position)}."


def begins(match: Match) -> str:
    """What to say when a round begins, or goes on after a pause."""
    if match.current.moves:
        return "Here is where you left it."
    if match.length > 1:
        return f"Round {len(match.rounds)} of {match.length}: {name(match, Seat.ONE)} goes first."
    return "Welcome! Type a number or move with the arrows, then Enter. ? explains all keys."


def moved(match: Match, seat: Seat, number: int, passed: Sequence[Seat]) -> str:
    """What a move did; seats that could not go afterwards are told, in a stand-off by its end."""
    played = f"{name(match, seat)} played {number}."
    if match.current.outcome:
        return played
    return " ".join([played, *(f"No token fits for {name(match, each)}, who passes." for each in passed)])


def took_back(plies: int) -> str:
    if not plies:
        return "There is nothing to take back."
    return "Took back the last move." if plies == 1 else f"Took back the last {plies} moves."


def ended(match: Match, outcome: Outcome) -> str:
    """How the round ended, and with it perhaps the match."""
    winner, loser = name(match, outcome.winner), name(match, outcome.winner.other)
    if outcome.reason is Reason.NO_MOVE:
        text = f"{loser} cannot move. {winner} wins the game!"
    elif outcome.reason is Reason.TARGET:
        text = f"{winner} reaches {match.rules.options['target']} and wins the game!"
    else:
        text = " ".join(line for line in words_for(match).ended(outcome) if line)
    if match.length > 1:
        text = " ".join([text, score(match), *(match_ends(match) if match.over else ())])
    return tame(text)


def state(match: Match) -> str:
    """How far a match has come, in a few words."""
    if not match.over:
        played = len(match.current.moves) if match.rounds else 0
        which = f"round {len(match.rounds)} of {match.length}, " if match.length > 1 else ""
        return f"{which}{played} move{'' if played == 1 else 's'}"
    if match.length > 1:
        one, two = match.score()
        return f"{one} to {two} rounds"
    outcome = match.current.outcome
    winner = outcome.winner if outcome else Seat.ONE
    # Both may be nameless people; then the seat says more.
    named = match.participants[0].name or match.participants[0].plays != match.participants[1].plays
    return tame(f"{called(match, match.seated(winner)) if named else name(match, winner)} won")


def versus(match: Match) -> str:
    """Who plays against whom."""
    return tame(f"{called(match, 1)} against {called(match, 2)}")


def called(match: Match, number: int) -> str:
    """What to call a participant, 1 or 2, whatever seat they have; the only person is you."""
    this, that = match.participants[number - 1], match.participants[2 - number]
    if this == (HUMAN, "") and that.plays != HUMAN:
        return "you"
    return label(match, number)


def clock_text(seconds: float) -> str:
    """Time left, as a clock shows it.

    >>> clock_text(83.2), clock_text(4.05), clock_text(-1)
    ('1:24', '0:05', '0:00')
    """
    whole = max(0, -int(-seconds // 1))
    return f"{whole // 60}:{whole % 60:02}"
