"""outnumber join"""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
import time
from typing import TYPE_CHECKING, Any

import click

from outnumber.games.base import Reason, Seat
from outnumber.games.errors import GameError
from outnumber.games.numbers import brief
from outnumber.session.loop import Event, Kind
from outnumber.session.match import Match, Participant
from outnumber.terminal.console import Console, EndOfInput, OutOfTime
from outnumber.terminal.plain import Teller, read_move
from outnumber.terminal.words import words_for
from outnumber.terminal.words.base import listing

if TYPE_CHECKING:
    from outnumber.web.client import Game, Line

MISSING = "Joining needs more packages: pip install 'outnumber[web]'"
HELP = (
    "Type a number to play it, or one of these words:",
    "  moves    the numbers you can play",
    "  hint     help in three steps: where to look, the idea, the move",
    "  why      why this position is won or lost",
    "  undo     ask to take back your last move",
    "  rules    how this game is played",
    "  save     save FILE writes the record of this game there",
    "  resign   give up this round",
    "  quit     leave; the game is on the server, and your link comes back to it",
    "  help     this list",
)


class Woken(Exception):
    """Something came from the server while somebody was to type."""


class RemoteConsole(Console):
    """A console that stops waiting for a line when the server has something to say."""

    line: Line | None = None

    def _chunk(self, deadline: float | None) -> bytes:
        while self.line is not None:
            if not self.line.inbox.empty():
                raise Woken
            if self._readable(0.2 if os.name == "nt" else None, deadline):
                break
        return super()._chunk(deadline)

    def _readable(self, step: float | None, deadline: float | None) -> bool:
        """Whether there is input, or no time is left; False when the server woke us."""
        if os.name == "nt" or self.line is None:
            time.sleep(step or 0)
            return True
        import select

        left = None if deadline is None else max(deadline - time.monotonic(), 0)
        ready, _, _ = select.select([sys.stdin.fileno(), self.line.wake], [], [], left)
        return not ready or self.line.wake not in ready


@click.command()
@click.argument("url")
@click.option("--name", default="", metavar="NAME", help="What to call you, when you take a seat.")
@click.option("--watch", is_flag=True, help="Only watch, even where a seat is free.")
def command(url: str, name: str, watch: bool) -> int:
    """Play or watch a game on a server: URL is the link you were given.

    An invite link takes the second seat, a seat link goes on with your game, and any other watches.
    """
    try:
        from outnumber.web.client import Game
    except ImportError as error:
        raise click.ClickException(f"{MISSING} ({error.name} is missing)") from None
    game = Game(url)
    console = RemoteConsole()
    state = game.call("", token=game.token)
    if (
        not game.token
        and not watch
        and (game.invite or state["opponent"] == "open")
        and state["state"] == "open"
    ):
        game.take_seat(name)
        console.say(f"You can come back with: outnumber join '{game.link}'")
        console.say()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            return Visit(game, console).run()
    except EndOfInput:
        pass
    console.say(f"The game is on the server. Come back with: outnumber join '{game.link}'")
    return 0


class Visit:
    """One game on a server as the plain terminal tells it."""

    def __init__(self, game: Game, console: RemoteConsole) -> None:
        from outnumber.web.client import Line

        self._game = game
        self._console = console
        self._line = Line(game)
        console.line = self._line
        self._me = 0
        self._match: Match
        self._state: dict[str, Any] = {}
        self._teller: Teller
        self._asked = ""  # the id of the request that is not answered yet
        self._offer: dict[str, Any] | None = None
        self._deadline: float | None = None
        self._hinted = (-1, 0)
        self._begun = False

    def run(self) -> int:
        """Play or watch to the end of the match; the exit status."""
        try:
            while True:
                status = self._step()
                if status is not None:
                    return status
        finally:
            self._line.close()

    def _step(self) -> int | None:
        if not self._begun or self._asked or not (self._my_turn or self._offered):
            return self._hear(self._line.next())
        try:
            return self._ask()
        except Woken:
            self._console.say()
            return self._hear(self._line.next())
        except OutOfTime:
            return self._hear(self._line.next())

    @property
    def _my_turn(self) -> bool:
        return self._playing and self._match.seated(self._match.current.turn) == self._me

    @property
    def _offered(self) -> bool:
        return self._offer is not None and self._me not in (0, self._offer["participant"])

    @property
    def _playing(self) -> bool:
        return bool(self._state["state"] == "playing")

    # What the server says

    def _hear(self, message: dict[str, Any]) -> int | None:
        kind = message["type"]
        if kind == "welcome":
            self._enter(message)
        elif kind == "refused":
            self._asked = ""
            self._console.say(message["error"]["message"], style="bad")
            if message["id"] is None:
                return 1
        elif kind == "known":
            self._asked = ""
        elif kind == "lost":
            self._console.say("The server cannot be reached any more.", style="bad")
            return 1
        elif kind in ("event", "ack"):
            if kind == "ack":
                self._asked = ""
            return self._happened(message["event"])
        return None

    def _enter(self, message: dict[str, Any]) -> None:
        from outnumber.web.client import match_of

        state = self._state = message["state"]
        self._me = message["you"]["participant"] if message["you"] else 0
        self._match = match_of(state)
        self._begun = True
        self._offer = state["offer"]
        self._teller = Teller(self._console, typing={self._me})
        title = self._match.rules.title
        if not self._me:
            self._console.say(f"You are watching a game of {title}.")
        if state["state"] == "open":
            self._console.say(f"{title}: waiting for the second player.")
            return
        if any(each.moves for each in self._match.rounds):
            moves = " ".join(map(str, self._match.current.moves))
            self._console.say(f"{title}. Played so far: {moves or 'nothing in this round'}.")
        if state["state"] == "over":
            self._console.say("The game is over.")
            self._tell(Kind.ROUND_ENDED)
            self._line._put({"type": "event", "event": {"kind": "end"}})
            return
        self._set_time(state["left"])
        self._tell(Kind.ROUND_BEGAN)
        self._tell(Kind.TURN_BEGAN)

    def _set_time(self, left: float | None) -> None:
        self._deadline = None if left is None else time.monotonic() + left

    def _tell(self, kind: Kind, **more: Any) -> None:
        self._teller.tell(Event(kind, self._match, **more))

    def _happened(self, event: dict[str, Any]) -> int | None:
        kind, match = event["kind"], self._match
        if kind == "end":
            return 0
        if kind not in ("takeback-offer", "rematch-offer"):
            self._offer = None
        if kind == "seat":
            self._match = match._replace(
                participants=(match.participants[0], Participant("human", event["name"]))
            )
            self._state["state"] = "playing"
            self._console.say(f"{event['name'] or 'The second player'} is here.")
            self._console.say()
            self._set_time(match.clock)
            self._tell(Kind.ROUND_BEGAN)
            self._tell(Kind.TURN_BEGAN)
        elif kind == "move":
            self._match = match.with_current(match.current.play(event["number"]))
            passed = tuple(Seat(seat) for seat in event.get("passed", ()))
            self._tell(Kind.MOVED, seat=Seat(event["seat"]), number=event["number"], passed=passed)
            return self._go_on()
        elif kind in ("resign", "time"):
            reason = Reason.TIME if kind == "time" else Reason.RESIGNATION
            self._match = match.with_current(match.current.end(Seat(event["seat"]), reason))
            return self._go_on()
        elif kind == "takeback-accept":
            self._match = match.with_current(match.current.undo(event["plies"]))
            self._tell(Kind.TOOK_BACK, plies=event["plies"])
            self._set_time(match.clock)
            self._tell(Kind.TURN_BEGAN)
        elif kind == "takeback-offer":
            self._offer = {"kind": "takeback", "participant": event["participant"]}
            if event["participant"] == self._me:
                self._console.say("Your opponent is asked.")
        elif kind == "takeback-decline":
            self._console.say("The answer is no: nothing is taken back.")
        return None

    def _go_on(self) -> int | None:
        """After a move: the next turn, the next round, or the end."""
        self._set_time(self._match.clock)
        if self._match.current.outcome is None:
            self._tell(Kind.TURN_BEGAN)
            return None
        self._tell(Kind.ROUND_ENDED)
        if self._match.over:
            self._tell(Kind.MATCH_ENDED)
            return 0
        self._match = self._match.next_round()
        self._tell(Kind.ROUND_BEGAN)
        self._tell(Kind.TURN_BEGAN)
        return None

    # What somebody types

    def _ask(self) -> int | None:
        left = None if self._deadline is None else max(self._deadline - time.monotonic(), 0.01)
        if self._offered:
            answer = (
                self._console.ask("Your opponent wants to take back. Type yes or no: ", left).strip().lower()
            )
            if answer in ("yes", "y", "no", "n"):
                self._send(type="takeback", action="accept" if answer[0] == "y" else "decline")
            elif answer in ("quit", "exit"):
                raise EndOfInput
            return None
        text = self._console.ask(words_for(self._match).prompt(), left)
        word, _, rest = text.strip().partition(" ")
        word = word.lower()
        if word in ("quit", "exit"):
            raise EndOfInput
        answers = {
            "moves": self._moves, "hint": self._hint, "why": self._why, "rules": self._rules, "help":
            self._help,
        }  # fmt: skip
        try:
            if word == "undo":
                self._send(type="takeback", action="offer")
            elif word == "resign":
                self._send(type="resign")
            elif word == "save":
                self._save(rest.strip())
            elif word in answers:
                answers[word]()
            else:
                number = read_move(text)
                position = self._match.current.position
                if number not in position.legal_moves():
                    raise position.refusal(number)
                self._send(type="move", number=number)
        except GameError as error:
            self._console.say(str(error), style="bad")
        return None

    def _send(self, **message: Any) -> None:
        self._asked = secrets.token_hex(8)
        self._line.send(id=self._asked, **message)

    def _moves(self) -> None:
        numbers = self._match.current.position.legal_moves()
        self._console.say(f"You can play {listing(numbers, ', ') if len(numbers) > 12 else brief(numbers)}.")

    def _hint(self) -> None:
        moves = sum(len(each.moves) for each in self._match.rounds)
        step = min(self._hinted[1] + 1, 3) if self._hinted[0] == moves else 1
        told = self._game.call(f"/hint?level={step}")
        self._hinted = moves, step
        self._console.say(f"Hint {step} of 3: {told['text']}")

    def _why(self) -> None:
        self._console.say(self._game.call("/verdict")["reason"])

    def _rules(self) -> None:
        from outnumber.terminal.rules import rules_text

        self._console.say(rules_text(type(self._match.rules)).splitlines())

    def _help(self) -> None:
        self._console.say(HELP)

    def _save(self, file: str) -> None:
        if not file:
            self._console.say(f"The game is on the server: {self._game.link}")
            return
        from outnumber.store.games import StoreError, save_text

        file = os.path.expanduser(file)
        if os.path.exists(file):
            raise StoreError("unsaved", text=file, remedy="that file exists; choose another name.")
        save_text(file, self._game.call("/record"))
        self._console.say(f"The record is in {file}.")
