"""A match in the plain terminal: prompts and answers in the words of the rule books."""

from __future__ import annotations

from outnumber.games import GameError, Seat
from outnumber.language import match as match_words
from outnumber.language.games import words_for
from outnumber.language.match import seen_by
from outnumber.local.entries import read_legal_move, read_seat, undone
from outnumber.local.saving import Autosave
from outnumber.match import HUMAN, UNTIMED, Clock, Kind, Match, MatchEvent
from outnumber.match.loop import Back, Choice, Player, Wish, play_match
from outnumber.players.registry import computer

from .console import Console, EndOfInput, OutOfTime
from .prompt import Answers, offered, split, sure


class HumanPlayer(Player):
    """A person at the prompt: a number is a move, a word is a command."""

    interactive = True

    def __init__(self, announcer: Announcer, autosave: Autosave) -> None:
        self._console, self._announcer, self._autosave = announcer.console, announcer, autosave
        self._answers = Answers(announcer.console, autosave.report, match_words.HELP)
        # The match before moves were taken back.
        self._before: Match | None = None

    def choose(self, match: Match, clock: Clock = UNTIMED) -> Choice:
        console, voice, position = self._console, self._console.voice, match.current.position
        while True:
            try:
                offers = offered(position, dict(match_words.HELP), voice)
                text = console.ask(self._announcer.prompt, clock.left(), offers)
                word, rest = split(text, voice)
                if word in ("hint", "why", "undo"):
                    self._autosave.helped(match)
                if word == "undo":
                    if not undone(self._before, match):
                        self._before = match
                    return Back(int(rest or 1))
                if word == "redo":
                    if number := undone(self._before, match):
                        console.speak("Playing {number} again.", number=number)
                        return number
                    console.speak("There is nothing to redo: no move was taken back here.")
                elif word == "resign":
                    if sure(console, voice.say(match_words.SURE), clock.left()):
                        return Wish.RESIGN
                elif word == "quit":
                    return Wish.LEAVE
                elif not self._answers.given(word, match, rest):
                    return read_legal_move(position, text)
            except OutOfTime:
                return Wish.TIME_UP
            except EndOfInput:
                return Wish.LEAVE
            except GameError as error:
                console.refuse(error)

    def pick(self, match: Match) -> Seat | Wish:
        console, voice = self._console, self._console.voice
        console.say([*words_for(match, voice).board(), ""])
        while True:
            try:
                text = console.ask(match_words.pick(match, voice), words=("1", "2"))
                word, rest = split(text, voice)
                if word == "quit":
                    return Wish.LEAVE
                if word in match_words.NOT_BEFORE_A_SEAT:
                    console.speak(match_words.PICK_FIRST, "bad")
                elif not self._answers.given(word, match, rest):
                    return read_seat(text)
            except EndOfInput:
                return Wish.LEAVE
            except GameError as error:
                console.refuse(error)


def play(match: Match, console: Console, autosave: Autosave) -> Match:
    """Play a match until it ends or a player leaves; each move is saved before it is announced."""
    people = {number for number, each in enumerate(match.participants, start=1) if each.plays == HUMAN}
    announcer = Announcer(console, people, redo=console.at_terminal)
    # Two people share a prompt: either can redo what the other took back.
    person = HumanPlayer(announcer, autosave)
    players: dict[int, Player] = {
        number: person if number in people else computer(each.plays)
        for number, each in enumerate(match.participants, start=1)
    }
    try:
        for event in play_match(match, players, Clock(match.clock)):
            match = event.match
            autosave.save(match, players.values())
            announcer.tell(event)
    finally:
        for player in players.values():
            player.close()
    return match


class Announcer:
    """Prints what happens in a match; `typing` has the participants whose moves are already on the screen.

    A `reader` is participant 1 or 2, who is addressed, or 0, who watches; without one, all share a screen.
    """

    def __init__(
        self, console: Console, typing: set[int], *, reader: int | None = None, redo: bool = False
    ) -> None:
        self.console = console
        self.prompt = ""  # of the turn that began last
        self._redo = redo  # whether moves that were taken back can be played again
        self._typing = typing
        self._reader = reader
        # Whether an empty line was just printed: one is enough.
        self._apart = False

    def say(self, lines: list[str]) -> None:
        """Print lines between two events, with at most one empty line before them."""
        self.console.say(lines[1:] if self._apart and lines[:1] == [""] else lines)
        self._apart = self._apart and not lines

    def _moved(self, event: MatchEvent, seat: Seat) -> None:
        words, typed = words_for(event.match, self.console.voice), event.match.seated(seat) in self._typing
        if words.you:
            self.say(words.statement(seat, event.number, event.passed, typed=typed))
            return
        if not typed:
            self.console.say(f"{self.prompt}{event.number}")
        self.console.say(words.moved(seat, event.number, event.passed))

    def tell(self, event: MatchEvent) -> None:
        show, voice = self.console.say, self.console.voice
        if self._reader is not None:
            event = event._replace(match=seen_by(event.match, self._reader, voice))
        match = event.match
        match event.kind:
            case Kind.ROUND_BEGAN:
                lines = match_words.round_begins(match, voice)
                show(lines)
                self._apart = lines[-1:] == [""]
            case Kind.PICKED:
                show(match_words.seats(match, voice))
                self._apart = False
            case Kind.TURN_BEGAN:
                words = words_for(match, voice)
                words.in_full = self.console.at_terminal
                self.prompt = words.prompt()
                # The turn of a computer that plays against a person is not announced.
                if words.you in (None, match.current.turn):
                    self.say(words.turn())
            case Kind.MOVED if event.seat:
                self._moved(event, event.seat)
            case Kind.TOOK_BACK:
                show(match_words.took_back(event.plies, voice))
                if event.plies and self._redo:
                    self.console.speak(match_words.REDO, "quiet")
                if not match.current.moves:
                    show()
            case Kind.ROUND_ENDED if match.current.outcome:
                words = words_for(match, voice)
                words.in_full, words.fault = self.console.at_terminal, event.fault
                *lines, last = words.ended(match.current.outcome)
                show(lines)
                show(last, style="good" if words.you in (None, match.current.outcome.winner) else "strong")
                if match.length > 1:
                    show(match_words.score(match, voice))
            case Kind.MATCH_ENDED:
                show(match_words.match_ends(match, voice), style="good")
