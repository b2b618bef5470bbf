"""A game on a server in the plain terminal: the words and prompts of a game at home.

It knows a server only as `Game` and `Line` below; `docs/api.md` describes the messages that they carry. A
server that says what the rules do not allow is left.
"""

from __future__ import annotations

import secrets
import time
from typing import Any, NamedTuple, Protocol, Self

from outnumber.games.base import Reason, Seat
from outnumber.games.errors import GameError, NotAMove, shown
from outnumber.games.sentences import Phrase
from outnumber.join.client import Back, Known, Lost, Message, garbled, match_of, name_of, refused
from outnumber.session.events import Event, Kind, happened
from outnumber.session.match import (
    FAIR,
    HUMAN,
    Begun,
    Change,
    Ended,
    Match,
    Moved,
    Participant,
    Seated,
    TookBack,
)
from outnumber.terminal.console import Console, EndOfInput, Interrupted, OutOfTime
from outnumber.terminal.plain import Teller
from outnumber.terminal.prompt import Answers, offered, read_legal_move, split, sure
from outnumber.wire.answers import Event as Happened
from outnumber.wire.frames import Ack, EventFrame, RefusedFrame, Thinking, Welcome
from outnumber.words import remote as words
from outnumber.words.games import words_for
from outnumber.words.match import SURE

_ENDS = {"time": Reason.TIME, "resign": Reason.RESIGNATION, "claim-accept": Reason.LEFT}


class Line(Protocol):
    """A live connection: events and answers come in, requests go out."""

    @property
    def bell(self) -> int:
        """A handle that can be read when there is news."""
        ...

    def news(self) -> bool: ...

    def next(self) -> Message:
        """The next message; waits for it."""
        ...

    def send(self, **message: Any) -> None: ...

    def close(self) -> None: ...


class Game(Protocol):
    """A game on a server, and this terminal's seat in it."""

    @property
    def link(self) -> str: ...

    def line(self) -> Line: ...

    def record(self) -> str: ...

    def rematch(self, id: str) -> Self:
        """The same seat in the game after this one."""
        ...


class Offer(NamedTuple):
    """What a participant has offered, and nobody has answered yet."""

    kind: str  # takeback, rematch or claim
    participant: int
    plies: int = 0


class Visit:
    """One game on a server, and the rematches after it, as the plain terminal tells them."""

    def __init__(self, game: Game, console: Console) -> None:
        self._console = console
        self._say = console.voice.say
        self._answers = Answers(console, self._save, words.HELP)
        self._deadline: float | None = None
        self._go_to(game)

    def _go_to(self, game: Game) -> None:
        self.game = game
        self._line = game.line()
        self._console.news, self._console.bell = self._line.news, self._line.bell
        self._match: Match | None = None
        self._open = False  # whether the second seat is still free
        self._next = ""  # the game after this one
        self._helps = True
        self._me = 0  # 0 watches
        self._teller = Teller(self._console, typing=set())
        self._asked = False  # whether the server has not answered yet
        self._offer: Offer | None = None
        self._patient = False  # whether it was told in this turn that a computer still thinks

    def run(self) -> int:
        """Play or watch until the end; the exit status. Raises `EndOfInput` for who leaves before it."""
        try:
            while True:
                status = self._step()
                if status is not None:
                    return status
        except EndOfInput:
            if self._match is not None and self._match.over:
                return 0
            raise
        finally:
            self._line.close()

    def _step(self) -> int | None:
        match = self._match
        if match is None or self._line.news():
            return self._hear(self._line.next())
        prompt = self._prompt(match)
        # From a pipe each line answers a prompt. Somebody at a terminal may also type while waiting.
        if prompt is None and not self._console.typed:
            return self._hear(self._line.next())
        left = None
        if self._deadline is not None and prompt is not None and not match.over:
            left = max(self._deadline - time.monotonic(), 0.01)
        try:
            return self._typed(match, self._console.ask(prompt or "", left, self._offers(match)))
        except Interrupted:
            return None
        except OutOfTime:
            return self._hear(self._line.next())
        except GameError as error:
            self._console.refuse(error)
            return None

    def _offers(self, match: Match) -> list[str]:
        """What the Tab key completes now."""
        if self._offered:
            return [self._console.voice.word(word) for word in ("yes", "no")]
        return offered(match.current.position, [word for word, _ in words.HELP], self._console.voice)

    def _prompt(self, match: Match) -> str | None:
        """What to ask now; None while others are to do something."""
        if self._asked or not self._me:
            return None
        if self._offered:
            return words.offer(match, *self._offered, self._console.voice)
        if match.over:
            # A pipe that has nothing more to say ends with the words of the game.
            return None if self._offer else self._say(words.AGAIN) if self._console.typed else ""
        return words_for(match, self._console.voice).prompt() if self._my_turn(match) else None

    def _my_turn(self, match: Match) -> bool:
        return not self._open and not match.over and match.mover == self._me

    @property
    def _offered(self) -> Offer | None:
        """The offer that this terminal is to answer; to a claim the server answers that somebody is here."""
        offer = self._offer
        return (
            offer if self._me and offer and offer.participant != self._me and offer.kind != "claim" else None
        )

    # What the server says

    def _hear(self, message: Message) -> int | None:
        try:
            return self._heard(message)
        except GameError as error:
            # Perhaps a game that is not installed here; whatever it is, its sentence says so.
            self._refuse(error)
        except (IndexError, ValueError):
            self._refuse(garbled())
        return 1

    def _heard(self, message: Message) -> int | None:
        if isinstance(message, Lost):
            self._refuse(message.message or Phrase(words.LOST))
            return 1
        if isinstance(message, Welcome):
            return self._enter(message)
        if isinstance(message, Back):
            self._set_time(message.left)
        if isinstance(message, (Ack, RefusedFrame, Known)):
            self._asked = False
        if isinstance(message, RefusedFrame):
            self._refuse(refused(message.error))
        if isinstance(message, Thinking) and self._match is not None and not self._patient:
            self._patient = True
            self._console.say(words.thinking(self._match, message.participant, self._console.voice))
        if isinstance(message, (Ack, EventFrame)) and self._match is not None:
            return self._happened(self._match, message.event)
        return None

    def _refuse(self, said: Phrase | GameError) -> None:
        self._console.say(self._console.voice.tell(said), style="bad")

    def _enter(self, message: Welcome) -> int | None:
        state = message.state
        if state.start == FAIR or state.opponent == "here":
            # Seats that are picked, and two who type by turns, are for the pages.
            self._refuse(Phrase(words.IN_BROWSER))
            return 1
        match = self._match = match_of(state)
        self._me = message.you.participant if message.you else 0
        self._open = state.state == "open"
        self._helps = state.help
        self._next = state.next or ""
        self._offer = (
            Offer(state.offer.kind, state.offer.participant, state.offer.plies) if state.offer else None
        )
        self._teller = Teller(self._console, typing={self._me}, watching=not self._me)
        title = self._console.voice.word(match.rules.title)
        if not self._me:
            self._console.say(self._say("You are watching a game of {title}.", title=title))
        if self._open:
            self._console.say(self._say("{title}: waiting for the second player.", title=title))
            return None
        if any(each.moves for each in match.rounds):
            moves = " ".join(map(str, match.current.moves))
            moves = moves or self._say("nothing in this round")
            self._console.say(self._say("{title}. Played so far: {moves}.", title=title, moves=moves))
        if match.over:
            self._console.say(self._say("The game is over."))
            return self._round_over(match)
        self._set_time(state.left)
        self._tell(Kind.ROUND_BEGAN)
        self._tell(Kind.TURN_BEGAN)
        return None

    def _set_time(self, left: float | None) -> None:
        self._deadline = None if left is None else time.monotonic() + left

    def _change(self, match: Match, change: Change) -> Match:
        """Go on by something that happened, and tell it."""
        event = happened(match, change)
        self._match = event.match
        self._teller.tell(event)
        return event.match

    def _tell(self, kind: Kind, **more: Any) -> None:
        if self._match is not None:
            self._teller.tell(Event(kind, self._match, **more))

    def _happened(self, match: Match, event: Happened) -> int | None:
        kind, who, plies = event.kind, event.participant, event.plies or 0
        if kind in ("token", "help"):
            return None  # a player has a new key, or was helped on a page: that changes nothing
        offer, self._offer = self._offer, None
        if kind.startswith("claim") and kind != "claim-accept":
            self._claimed(kind, who, event.seconds or 0)
        elif kind.endswith("-offer"):
            self._offer = Offer(kind.removesuffix("-offer"), who, plies)
            if who == self._me and match.participants[2 - who].plays == HUMAN:
                self._console.say(self._say(words.ASKED))
        elif kind.endswith("-decline"):
            if offer and who == offer.participant:
                self._console.say(self._say(words.WITHDRAWN))
            elif who != self._me:
                no = words.NO_REMATCH if kind.startswith("rematch") else words.NO_TAKEBACK
                self._console.say(self._say(no))
        elif kind == "rematch-accept":
            self._follow(event.game or "")
        elif kind == "takeback-accept":
            self._change(match, TookBack(plies))
            self._turn_begins()
        elif kind == "seat":
            name = name_of(event.name)
            self._match = match.after(Seated(2, Participant(HUMAN, name)))
            self._open = False
            here = self._say("{name} is here.", name=name or self._say("The second player"))
            self._console.say([here, ""])
            self._tell(Kind.ROUND_BEGAN)
            self._turn_begins()
        else:
            return self._played(match, event)
        return None

    def _claimed(self, kind: str, who: int, seconds: int) -> None:
        """A player says that the other has left, or the other is here after all."""
        if kind == "claim-offer":
            self._offer = Offer("claim", who)
            if who == self._me:
                self._console.say(words.claimed(seconds, self._console.voice))
        elif who != self._me:
            self._console.say(self._say(words.NO_CLAIM))

    def _played(self, match: Match, event: Happened) -> int | None:
        """A move, or the end of a round by time, by resignation, or because somebody has left."""
        if event.kind == "move":
            match = self._change(match, Moved(event.number or 0))
        else:
            match = self._match = match.after(Ended(Seat(event.seat or 0), _ENDS[event.kind]))
        if match.current.outcome is None:
            self._turn_begins()
            return None
        return self._round_over(match)

    def _turn_begins(self) -> None:
        if self._match is not None:
            self._patient = False
            self._set_time(self._match.clock)
            self._tell(Kind.TURN_BEGAN)

    def _round_over(self, match: Match) -> int | None:
        self._tell(Kind.ROUND_ENDED)
        if match.over:
            self._tell(Kind.MATCH_ENDED)
            # Players may want a rematch; for who only watches that is the end.
            return None if self._me else 0
        self._change(match, Begun())
        self._turn_begins()
        return None

    def _follow(self, id: str) -> None:
        """Go to the game after this one."""
        after = self.game.rematch(id)
        self._line.close()
        self._go_to(after)
        back = words.come_back(self.game.link, self._console.voice)
        self._console.say(["", self._say("The rematch begins."), back, ""])

    # What somebody types

    def _typed(self, match: Match, text: str) -> int | None:
        word, rest = split(text, self._console.voice)
        if word == "undo" and rest:
            raise NotAMove("not-a-number", text=shown(text.strip()), remedy=Phrase("type undo alone."))
        if word in ("quit", "exit"):
            raise EndOfInput
        if word in ("rules", "save", "help", "board"):
            self._answers.given(word, match, rest)
        elif not self._me:
            self._console.say(self._say(words.WATCHING))
        elif self._asked:
            self._console.say(self._say(words.ONE_MOMENT))
        elif self._offered:
            self._answer(self._offered, word)
        elif word in ("undo", "resign", "rematch", "withdraw", "claim"):
            self._wish(word)
        elif match.over and not self._offer:
            self._console.say(self._say(words.AGAIN).rstrip(": ") + ".")
        elif not self._my_turn(match):
            self._console.say(words.wait(match, not self._open, self._console.voice))
        elif word in ("hint", "why") and not self._helps:
            self._console.say(self._say(words.NO_HELP), style="bad")
        elif not self._answers.given(word, match, rest):
            self._move(match, text)
        return None

    def _answer(self, offer: Offer, word: str) -> None:
        # Who asks for a rematch at the same moment agrees.
        if word in ("yes", "y") or word == offer.kind == "rematch":
            self._send(offer.kind, action="accept")
        elif word in ("no", "n"):
            self._send(offer.kind, action="decline")
        else:
            self._console.say(self._say(words.YES_OR_NO))

    def _wish(self, word: str) -> None:
        if word == "rematch" and self._next:
            self._follow(self._next)
        elif word == "withdraw":
            if self._offer is None:
                self._console.say(self._say(words.NOTHING_ASKED))
            else:
                self._send(self._offer.kind, action="decline")
        elif word == "resign":
            if sure(self._console, self._say(SURE)):
                self._send("resign")
        elif word == "claim":
            again = self._offer == Offer("claim", self._me)
            self._send("claim", action="accept" if again else "offer")
        else:
            self._send("takeback" if word == "undo" else "rematch", action="offer")

    def _move(self, match: Match, text: str) -> None:
        try:
            number = read_legal_move(match.current.position, text)
        except GameError as error:
            self._console.refuse(error)
        else:
            self._send("move", number=number)

    def _send(self, type: str, **message: Any) -> None:
        self._asked = True
        self._line.send(type=type, id=secrets.token_hex(8), **message)

    def _save(self, _: Match, file: str) -> str:
        if not file:
            return self._say("The game is on the server: {link}", link=self.game.link)
        from outnumber.store.files import save_copy

        return self._say("The record is in {file}.", file=save_copy(file, self.game.record()))
