"""A match in the plain terminal: prompts and answers in the words of the rule books."""

from __future__ import annotations

from outnumber.games.errors import GameError
from outnumber.players.registry import computer
from outnumber.session.clock import Clock
from outnumber.session.events import Event, Kind
from outnumber.session.loop import Choice, Player, Wish, play_match
from outnumber.session.match import HUMAN, Match
from outnumber.terminal.console import Console, EndOfInput, OutOfTime
from outnumber.terminal.keeper import Keeper
from outnumber.terminal.prompt import Answers, read_legal_move, split
from outnumber.words import match as match_words
from outnumber.words.games import words_for


class HumanPlayer(Player):
    """Somebody at the prompt: a number is a move, a word is a command."""

    interactive = True

    def __init__(self, console: Console, keeper: Keeper) -> None:
        self._console = console
        self.answers = Answers(console, keeper.report, match_words.HELP)

    def choose(self, match: Match, clock: Clock) -> Choice:
        prompt = words_for(match, self._console.voice).prompt()
        while True:
            try:
                text = self._console.ask(prompt, clock.left())
            except OutOfTime:
                return Wish.TIME_UP
            except EndOfInput:
                return Wish.LEAVE
            word, rest = split(text, self._console.voice)
            if word in WISHES:
                return WISHES[word]
            if self.answers.given(word, match, rest):
                continue
            try:
                return read_legal_move(match.current.position, text)
            except GameError as error:
                self._console.refuse(error)


WISHES = {"undo": Wish.UNDO, "resign": Wish.RESIGN, "quit": Wish.LEAVE, "exit": Wish.LEAVE}


def play(match: Match, console: Console, keeper: Keeper) -> Match:
    """Play a match to its end, or until somebody leaves; each move is kept before the next prompt."""
    players: dict[int, Player] = {
        number: HumanPlayer(console, keeper) if each.plays == HUMAN else computer(each.plays)
        for number, each in enumerate(match.participants, start=1)
    }
    teller = Teller(console, typing={number for number, each in players.items() if each.interactive})
    try:
        for event in play_match(match, players, Clock(match.clock)):
            match = event.match
            keeper.keep(match, [player.used() for player in players.values()])
            teller.tell(event)
    finally:
        for player in players.values():
            player.close()
    return match


class Teller:
    """Says what happens in a match; `typing` has the participants whose moves are already on the screen."""

    def __init__(self, console: Console, typing: set[int]) -> None:
        self._console = console
        self._typing = typing
        self._prompt = ""

    def tell(self, event: Event) -> None:
        show, voice, match = self._console.say, self._console.voice, event.match
        if event.kind is Kind.ROUND_BEGAN:
            show(match_words.round_begins(match, voice))
        elif event.kind is Kind.TURN_BEGAN:
            words = words_for(match, voice)
            self._prompt = words.prompt()
            show(words.turn())
        elif event.kind is Kind.MOVED and event.seat:
            if match.seated(event.seat) not in self._typing:
                show(f"{self._prompt}{event.number}")
            show(words_for(match, voice).moved(event.seat, event.number, event.passed))
        elif event.kind is Kind.TOOK_BACK:
            show(match_words.took_back(event.plies, voice))
            if not match.current.moves:
                show()
        elif event.kind is Kind.ROUND_ENDED and match.current.outcome:
            words = words_for(match, voice)
            words.fault = event.fault
            *lines, last = words.ended(match.current.outcome)
            show(lines)
            show(last, style="good")
            if match.length > 1:
                show(match_words.score(match, voice))
        elif event.kind is Kind.MATCH_ENDED:
            show(match_words.match_ends(match, voice), style="good")
