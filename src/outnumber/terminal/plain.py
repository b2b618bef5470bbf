"""A match in the plain terminal: prompts and answers in the words of the rule books."""

from __future__ import annotations

from collections.abc import Callable

from outnumber.games.errors import GameError, NotAMove, shown
from outnumber.games.numbers import brief
from outnumber.players.registry import HUMAN, computer
from outnumber.session.clock import Clock
from outnumber.session.loop import Choice, Event, Kind, Player, Wish, play_match
from outnumber.session.match import Match
from outnumber.terminal.console import Console, EndOfInput, OutOfTime
from outnumber.terminal.keeping import Keeper
from outnumber.terminal.words import match as match_words
from outnumber.terminal.words import words_for
from outnumber.terminal.words.base import listing


def read_move(text: str) -> int:
    """The number that was typed; raises `NotAMove` for anything else.

    >>> read_move(" 12 ")
    12
    """
    digits = text.strip().removeprefix("+")
    remedy = "type a number, or help for the words you can use."
    if not digits:
        raise NotAMove("empty", remedy=remedy)
    body = digits.removeprefix("-")
    if not (body.isascii() and body.isdigit()):
        raise NotAMove("not-a-number", text=shown(text.strip()), remedy=remedy)
    # More digits than any range has; int() refuses a whole screen of them.
    return int(digits[:600])


class HumanPlayer:
    """Somebody at the prompt: a number is a move, a word is a command."""

    interactive = True

    def __init__(self, console: Console, keeper: Keeper) -> None:
        self._console = console
        self._keeper = keeper
        # The moves before the last hint, and its step: asking again at the same turn goes one step further.
        self._hinted: tuple[tuple[int, ...], int] = ((), 0)
        self._answers: dict[str, Callable[[Match, str], None]] = {
            "moves": self._moves,
            "hint": self._hint,
            "why": self._why,
            "rules": self._rules,
            "save": self._save,
            "help": self._help,
        }

    def choose(self, match: Match, clock: Clock) -> Choice:
        prompt = words_for(match).prompt()
        while True:
            try:
                text = self._console.ask(prompt, clock.left())
            except OutOfTime:
                return Wish.TIME_UP
            except EndOfInput:
                return Wish.LEAVE
            word, _, rest = text.strip().partition(" ")
            word = word.lower()
            if word in _WISHES:
                return _WISHES[word]
            if word in self._answers:
                self._answers[word](match, rest.strip())
                continue
            try:
                number = read_move(text)
                if number not in match.current.position.legal_moves():
                    raise match.current.position.refusal(number)
                return number
            except GameError as error:
                self._console.say(str(error), style="bad")

    def _moves(self, match: Match, _: str) -> None:
        numbers = match.current.position.legal_moves()
        self._console.say(f"You can play {listing(numbers, ', ') if len(numbers) > 12 else brief(numbers)}.")

    def _hint(self, match: Match, _: str) -> None:
        from outnumber.terminal.advice import hint  # the theory is loaded when it is asked

        moves, step = self._hinted
        step = min(step + 1, 3) if moves == match.current.moves else 1
        try:
            self._console.say(hint(match, step))
            self._hinted = match.current.moves, step
        except GameError as error:
            self._console.say(str(error), style="bad")

    def _why(self, match: Match, _: str) -> None:
        from outnumber.terminal.advice import why

        try:
            self._console.say(list(why(match)))
        except GameError as error:
            self._console.say(str(error), style="bad")

    def _rules(self, match: Match, _: str) -> None:
        from outnumber.terminal.rules import rules_text

        self._console.say(rules_text(type(match.rules)).splitlines())

    def _help(self, match: Match, _: str) -> None:  # noqa: ARG002
        self._console.say(match_words.HELP)

    def _save(self, match: Match, file: str) -> None:
        try:
            self._console.say(self._keeper.report(match, file))
        except GameError as error:
            self._console.say(str(error), style="bad")


_WISHES = {"undo": Wish.UNDO, "resign": Wish.RESIGN, "quit": Wish.LEAVE, "exit": Wish.LEAVE}


def play(match: Match, console: Console, keeper: Keeper) -> Match:
    """Play a match to its end, or until somebody leaves; each move is kept before the next prompt."""
    players: dict[int, Player] = {
        number: HumanPlayer(console, keeper) if each.plays == HUMAN else computer(each.plays)
        for number, each in enumerate(match.participants, start=1)
    }
    teller = Teller(console, typing={number for number, each in players.items() if each.interactive})
    for event in play_match(match, players, Clock(match.clock)):
        match = event.match
        keeper.keep(match)
        teller.tell(event)
    return match


class Teller:
    """Says what happens in a match; `typing` has the participants whose moves are already on the screen."""

    def __init__(self, console: Console, typing: set[int]) -> None:
        self._console = console
        self._typing = typing
        self._prompt = ""

    def tell(self, event: Event) -> None:
        say, match = self._console.say, event.match
        if event.kind is Kind.ROUND_BEGAN:
            say(match_words.round_begins(match))
        elif event.kind is Kind.TURN_BEGAN:
            words = words_for(match)
            self._prompt = words.prompt()
            say(words.turn())
        elif event.kind is Kind.MOVED and event.seat:
            if match.seated(event.seat) not in self._typing:
                say(f"{self._prompt}{event.number}")
            say(words_for(match).moved(event.seat, event.number, event.passed))
        elif event.kind is Kind.TOOK_BACK:
            say(_took_back(event.plies))
            if not match.current.moves:
                say()
        elif event.kind is Kind.ROUND_ENDED and match.current.outcome:
            *lines, last = words_for(match).ended(match.current.outcome)
            say(lines)
            say(last, style="good")
            if match.length > 1:
                say(match_words.score(match))
        elif event.kind is Kind.MATCH_ENDED:
            say(match_words.match_ends(match), style="good")


def _took_back(plies: int) -> str:
    if not plies:
        return "There is nothing to take back."
    return "Took back the last move." if plies == 1 else f"Took back the last {plies} moves."
