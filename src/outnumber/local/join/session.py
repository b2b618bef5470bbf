"""A game on a server in the plain terminal, with the text and prompts of a local game.

It uses the server only through a `RemoteGame` and its `Connection`; `docs/reference/api.md` describes their
messages. A server whose messages break the rules ends the session.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from outnumber.api.answers import Event as ServerEvent
from outnumber.api.answers import OfferModel
from outnumber.api.events import Offered, RematchAccepted, TurnEvent, event_of
from outnumber.api.frames import Ack, EventFrame, RefusedFrame, Thinking, Welcome
from outnumber.games import GameError, NotAMove, Phrase, shown
from outnumber.language import remote as words
from outnumber.language.games import Words, words_for
from outnumber.language.match import PICK_FIRST, SURE, WHICH_SEAT, YES_OR_NO, help_lines, player, seen_by
from outnumber.local.entries import read_legal_move, read_seat
from outnumber.local.terminal.console import Console, EndOfInput, Interrupted, OutOfTime
from outnumber.local.terminal.plain import Announcer
from outnumber.local.terminal.prompt import Answers, offered, split, sure
from outnumber.match import HUMAN, Begun, Kind, Match, MatchEvent
from outnumber.match.events import ends, happened
from outnumber.match.match import Change, Seated, Spent

from .client import (
    Dropped,
    Known,
    Lost,
    Message,
    Reconnected,
    RemoteGame,
    garbled,
    match_of,
    name_of,
    refused,
)


class JoinSession:
    """One game on a server, and the rematches after it, in the plain terminal."""

    match: Match  # from the server's welcome on

    def __init__(
        self, game: RemoteGame, console: Console, review: Callable[[Match], object] = lambda _: None
    ) -> None:
        self._console, self._voice, self._review = console, console.voice, review
        self._say, self._speak, self._refuse = console.voice.say, console.speak, console.refuse
        self._answers = Answers(console, self._save, words.HELP)
        self._status: int | None = None  # the exit status, once the session has ended
        self._deadline: float | None = None
        self._greeted = False  # whether the word help was mentioned
        self._go_to(game)

    def _go_to(self, game: RemoteGame) -> None:
        self.game = game
        self._line = game.line()
        self._console.news, self._console.bell = self._line.news, self._line.bell
        self._welcomed = False
        self._open = False  # whether the second seat is still free
        self._next = ""  # the game after this one
        self._helps = self._takebacks = True
        self._me = 0  # 0 watches
        self._announcer = Announcer(self._console, typing=set())
        self._dropped = False  # whether the player knows that the connection is lost
        self._waiting = False  # whether the server has not answered a request yet
        self._offer: OfferModel | None = None  # the offer that is not answered yet
        # whether the player has been shown in this turn that a computer is still thinking
        self._patient = False

    def run(self) -> int:
        """Play or watch until the end, and return the exit status. Raises `EndOfInput` if the player leaves
        before that.
        """
        try:
            while self._status is None:
                self._step()
            return self._status
        except EndOfInput:
            if self._welcomed and self.match.over:
                return 0
            raise
        finally:
            self._line.close()

    def _step(self) -> None:
        busy = not self._welcomed or self._line.news()
        prompt = None if busy else self._prompt()
        # From a pipe each line answers a prompt. A person at a terminal may also type while waiting.
        if busy or (prompt is None and not self._console.typed):
            self.hear(self._line.next())
            return
        left = None
        if self._deadline is not None and self._my_turn:
            left = max(self._deadline - time.monotonic(), 0.01)
        try:
            self.enter(self._console.ask(prompt or "", left, self._offers()))
        except Interrupted:
            return
        except OutOfTime:
            self.hear(self._line.next())
        except GameError as error:
            self._refuse(error)

    def _offers(self) -> Iterable[str]:
        """The words that the Tab key completes now."""
        if self._offered:
            return map(self._voice.word, ("yes", "no"))
        if self._my_pick:
            return ["1", "2"]
        known, _ = self._known()
        return offered(self.match.current.position, dict(known), self._voice)

    def _known(self) -> tuple[list[tuple[str, str]], str]:
        """The commands that can be typed now, and the introduction of their list."""
        return words.offers(
            self.match, self._me, begun=not self._open, helps=self._helps, takebacks=self._takebacks
        )

    def _prompt(self) -> str | None:
        """The prompt; None while other players must act."""
        if self._waiting or not self._me:
            return None
        if offer := self._offered:
            return words.offer(self.match, offer.kind, offer.participant, offer.plies, self._voice)
        if self.match.over:
            # At the end of its input, a pipe ends with the game's text.
            return None if self._offer else self._say(words.AGAIN) if self._console.typed else ""
        if self._my_pick:
            return self._say(WHICH_SEAT)
        return self._words().prompt() if self._my_turn else None

    @property
    def _my_turn(self) -> bool:
        waits = self._open or self.match.over or self.match.picker
        return not waits and self.match.mover == self._me

    @property
    def _my_pick(self) -> bool:
        return not self._open and not self.match.over and 0 < self._me == self.match.picker

    @property
    def _offered(self) -> OfferModel | None:
        """The offer that this player must answer; the server itself answers a claim."""
        offer = self._offer
        mine = offer and self._me and offer.participant != self._me and offer.kind != "claim"
        return offer if mine else None

    # Messages from the server

    def hear(self, message: Message) -> None:
        """Handle a message from the server; one that breaks the rules ends the session."""
        try:
            self._heard(message)
        except (GameError, IndexError, ValueError) as error:
            # A GameError may be a game that is not installed here: its sentence says so.
            self._fail(error if isinstance(error, GameError) else garbled())

    def _fail(self, why: Phrase | GameError) -> None:
        self._refuse(why)
        self._status = 1

    def _heard(self, message: Message) -> None:
        self._waiting = self._waiting and not isinstance(message, Ack | RefusedFrame | Known)
        match message:
            case Lost(why):
                self._fail(why or Phrase("The server cannot be reached any more."))
            case Welcome():
                self._enter(message)
            case Dropped():
                self._dropped = True
                self._speak("Connection lost. Reconnecting …", "bad")
            case Reconnected(left):
                if self._dropped:
                    self._dropped = False
                    self._speak("The connection is back.")
                self._set_time(left)
            case RefusedFrame():
                self._refuse(refused(message.error))
            case Thinking() if self._welcomed and not self._patient:
                self._patient = True
                name = player(self.match, self.match.seat_of(message.participant), self._voice)
                self._speak("{name} is still thinking: the server is busy.", name=name)
            case Ack() | EventFrame() if self._welcomed:
                self._happened(message.event)

    def _enter(self, message: Welcome) -> None:
        state = message.state
        if state.opponent == "here":
            # Two people at one device play on the pages.
            self._fail(Phrase("This game is played by two people at one device: open its link in a browser."))
            return
        match = self.match = match_of(state)
        self._welcomed = True
        self._me = message.you.participant if message.you else 0
        self._open = state.state == "open"
        self._helps, self._takebacks = state.help, state.takebacks
        self._next = state.next or ""
        self._offer = state.offer
        self._announcer = Announcer(self._console, typing={self._me}, reader=self._reader)
        title = self._voice.word(match.rules.title)
        if self._console.at_terminal and not self._greeted:
            self._greeted = True
            self._speak("Type help for a list of commands.", "quiet")
        if not self._me:
            self._speak("You are watching a game of {title}.", title=title)
        if self._open:
            self._speak("{title}: waiting for the second player.", title=title)
            if self.game.token and self.game.invite:
                # The code is as high as a small terminal: the link follows it, so that both can be seen.
                self._console.draw_code(self.game.invitation)
                self._speak("Your friend opens this link in a browser, or types outnumber join and the link:")
                self._console.say(self.game.invitation)
                self._speak("Keep Outnumber open until the game is over: it runs the server.", "quiet")
            return
        if any(len(each.moves) > each.drawn for each in match.rounds):
            moves = "" if match.picker else " ".join(map(str, match.current.moves))
            moves = moves or self._say("nothing in this round")
            self._speak("{title}. Played so far: {moves}.", title=title, moves=moves)
        if match.over:
            self._speak("The game is over.")
            self._announce(ends(match))
        else:
            self._announcer.tell(MatchEvent(Kind.ROUND_BEGAN, match))
            self._turn_begins(state.left)

    def _set_time(self, left: float | None) -> None:
        self._deadline = None if left is None else time.monotonic() + left

    def _happened(self, event: ServerEvent) -> None:
        kind, who = event.kind, event.participant
        if kind in ("token", "help"):
            return  # a player has a new key, or was helped on a page: that changes nothing
        offer, self._offer = self._offer, None
        number = event.seat if kind == "pick" else event.number or event.plies
        what = event_of(kind, who, number or 0, {"name": name_of(event.name), "game": event.game or ""})
        if isinstance(what, TurnEvent):
            self.match = self.match.after(Spent(event.spent or 0))
            self._apply(what.change(self.match), event.opening or ())
        elif isinstance(what, Offered):
            self._offer = OfferModel(what.what, who, event.plies or 0)
            if who == self._me and self.match.participants[2 - who].plays == HUMAN:
                self._console.say(words.asked(event.seconds or 0, self._voice))
        elif isinstance(what, RematchAccepted):
            self._follow(what.game)
        elif not self._me:
            return  # spectators do not see offers
        elif offer and who == offer.participant:
            self._speak("The offer is withdrawn.")
        elif who != self._me:
            self._speak(words.DECLINED[kind])

    def _apply(self, change: Change, opening: Iterable[int] = ()) -> None:
        """Apply a change and announce it; a new round begins with the opening."""
        events = happened(self.match, change)
        self.match = events[0].match
        if isinstance(change, Seated):
            self._open = False
            here = self._say("{name} is here.", name=change.who.name or self._say("The second player"))
            self._console.say([here, ""])
            self._announcer.tell(MatchEvent(Kind.ROUND_BEGAN, self.match))
        self._announce(events, opening)

    def _announce(self, events: Sequence[MatchEvent], opening: Iterable[int] = ()) -> None:
        """Announce events, then begin the next turn or round."""
        for event in events:
            self._announcer.tell(event)
        if self.match.over:
            # Players may want a rematch; for spectators this is the end.
            self._status = None if self._me else 0
        elif self.match.current.outcome is not None:
            self._apply(Begun(tuple(opening)))
        else:
            self._turn_begins(self.match.allowed)

    def _turn_begins(self, left: float | None) -> None:
        match = self.match
        self._patient = False
        self._set_time(left)
        if match.picker:
            self._console.say([*self._words().board(), ""])
            if not self._my_pick:
                self._console.say(words.picks(match, self._me, self._voice))
            return
        self._announcer.tell(MatchEvent(Kind.TURN_BEGAN, match))
        # A computer answers at once, or the server reports that it thinks.
        if self._reader and not self._my_turn and match.participants[2 - self._me].plays == HUMAN:
            name = player(match, match.current.turn, self._voice)
            self._announcer.say([self._say("It is {name}'s turn. Please wait.", name=name)])

    @property
    def _reader(self) -> int | None:
        """The participant whom the text addresses; None at a pipe, which gets the text of a shared screen."""
        return self._me if self._console.at_terminal or not self._me else None

    def _seen(self) -> Match:
        """The match as this player sees it."""
        return self.match if self._reader is None else seen_by(self.match, self._reader, self._voice)

    def _words(self) -> Words:
        return words_for(self._seen(), self._voice)

    def _follow(self, id: str) -> None:
        """Go to the game after this one."""
        after = self.game.rematch(id)
        self._line.close()
        self._go_to(after)
        back = words.come_back(self.game.link, self._voice)
        self._console.say(["", self._say("The rematch begins."), *back, ""])

    # Input of the player

    def enter(self, text: str) -> None:
        """Handle a line typed by the player; raises `GameError` if that is not possible."""
        match = self.match
        word, rest = split(text, self._voice)
        if word == "undo" and rest:
            raise NotAMove("not-a-number", text=shown(text.strip()), remedy=Phrase("type undo alone."))
        if word == "quit":
            raise EndOfInput
        if word == "help":
            known, first = self._known()
            self._console.say([self._say(first), *help_lines(known, self._voice)])
        elif word in words.ALWAYS:
            self._answers.given(word, self._seen(), rest)
        elif not self._me:
            self._speak("You are watching: type board, rules, save, help or quit.")
        elif word == "review" and match.over:
            self._review(self._seen())
        elif self._waiting:
            self._speak("One moment: the server has not answered yet.")
        elif self._offered:
            self._answer(self._offered, word)
        elif word in ("undo", "resign", "rematch", "withdraw", "claim"):
            self._request(word)
        elif match.over and not self._offer:
            # At a terminal the question, which says the same, is asked again.
            if not self._console.typed:
                self._console.say(self._say(words.AGAIN).rstrip(": ") + ".")
        elif self._my_pick:
            if word in ("hint", "why"):
                self._speak(PICK_FIRST, "bad")
            elif not self._answers.given(word, match, ""):
                self._send("pick", seat=read_seat(text))
        elif not self._my_turn:
            self._console.say(words.wait(match, not self._open, self._voice))
        elif word in ("hint", "why") and not self._helps:
            self._speak("Help is switched off in this game.", "bad")
        elif not self._answers.given(word, match, rest):
            self._send("move", number=read_legal_move(match.current.position, text))

    def _answer(self, offer: OfferModel, word: str) -> None:
        # A player who asks for a rematch at the same moment agrees.
        if word == "yes" or word == offer.kind == "rematch":
            self._send(offer.kind, action="accept")
        elif word == "no":
            self._send(offer.kind, action="decline")
        else:
            self._speak(YES_OR_NO)

    def _request(self, word: str) -> None:
        if word == "rematch" and self._next:
            self._follow(self._next)
        elif word == "withdraw":
            if self._offer is None:
                self._speak("You have not asked for anything.")
            else:
                self._send(self._offer.kind, action="decline")
        elif word == "resign":
            if sure(self._console, self._say(SURE)):
                self._send("resign")
        elif word == "claim":
            again = self._offer and self._offer.kind == "claim" and self._offer.participant == self._me
            self._send("claim", action="accept" if again else "offer")
        else:
            self._send("takeback" if word == "undo" else "rematch", action="offer")

    def _send(self, type: str, **message: Any) -> None:
        self._waiting = True
        self._line.send(type=type, id=secrets.token_hex(8), **message)

    def _save(self, _: Match, file: str) -> str:
        if not file:
            return self._say("The game is on the server: {link}", link=self.game.link)
        from outnumber.store.files import save_copy

        return self._say("The record is in {file}.", file=save_copy(file, self.game.record()))
