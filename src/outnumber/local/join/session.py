"""A game on a server in the plain terminal: the words and prompts of a game at home.

It knows a server only as a `RemoteGame` and its `Connection`; `docs/api.md` describes the messages
that they carry. A server that says what the rules do not allow is left.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from outnumber.api.answers import Event as Happened
from outnumber.api.answers import OfferModel
from outnumber.api.changes import OFFERS, change_of
from outnumber.api.frames import Ack, EventFrame, RefusedFrame, Thinking, Welcome
from outnumber.games.errors import GameError, NotAMove, shown
from outnumber.games.sentences import Phrase
from outnumber.language import remote as words
from outnumber.language.games import words_for
from outnumber.language.match import PICK_FIRST, SURE, WHICH_SEAT, YES_OR_NO, help_lines
from outnumber.language.who import seen_by
from outnumber.local.entries import read_legal_move, read_seat
from outnumber.local.join.client import (
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
from outnumber.local.terminal.console import Console, EndOfInput, Interrupted, OutOfTime
from outnumber.local.terminal.plain import Announcer
from outnumber.local.terminal.prompt import Answers, offered, split, sure
from outnumber.match.events import Kind, MatchEvent, ends, happened
from outnumber.match.match import HUMAN, Begun, Change, Match, Seated, Spent


class JoinSession:
    """One game on a server, and the rematches after it, as the plain terminal tells them."""

    def __init__(
        self, game: RemoteGame, console: Console, review: Callable[[Match], object] = lambda _: None
    ) -> None:
        self._console = console
        self._review = review
        self._say = console.voice.say
        self._answers = Answers(console, self._save, words.HELP)
        self._deadline: float | None = None
        self._greeted = False  # whether it was told which word tells the others
        self._go_to(game)

    def _go_to(self, game: RemoteGame) -> None:
        self.game = game
        self._line = game.line()
        self._console.news, self._console.bell = self._line.news, self._line.bell
        self._match: Match | None = None
        self._open = False  # whether the second seat is still free
        self._next = ""  # the game after this one
        self._helps = self._takebacks = True
        self._me = 0  # 0 watches
        self._announcer = Announcer(self._console, typing=set())
        self._asked = False  # whether the server has not answered yet
        self._offer: OfferModel | None = None  # what nobody has answered yet
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
        if self._deadline is not None and self._my_turn(match):
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
        if self._my_pick(match):
            return ["1", "2"]
        known, _ = self._known(match)
        return offered(match.current.position, dict(known), self._console.voice)

    def _known(self, match: Match) -> tuple[list[tuple[str, str]], str]:
        """The words that can be typed now, and what is said before them."""
        return words.offers(
            match, self._me, begun=not self._open, helps=self._helps, takebacks=self._takebacks
        )

    def _prompt(self, match: Match) -> str | None:
        """What to ask now; None while others are to do something."""
        if self._asked or not self._me:
            return None
        if self._offered:
            kind, who, plies = self._offered.kind, self._offered.participant, self._offered.plies
            return words.offer(match, kind, who, plies, self._console.voice)
        if match.over:
            # A pipe that has nothing more to say ends with the words of the game.
            return None if self._offer else self._say(words.AGAIN) if self._console.typed else ""
        if self._my_pick(match):
            return self._say(WHICH_SEAT)
        return words_for(self._seen(match), self._console.voice).prompt() if self._my_turn(match) else None

    def _my_turn(self, match: Match) -> bool:
        waits = self._open or match.over or match.picker
        return not waits and match.mover == self._me

    def _my_pick(self, match: Match) -> bool:
        return not self._open and not match.over and 0 < self._me == match.picker

    @property
    def _offered(self) -> OfferModel | None:
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
        if isinstance(message, Reconnected):
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
        if state.opponent == "here":
            # Two who type by turns are for the pages.
            self._refuse(Phrase(words.IN_BROWSER))
            return 1
        match = self._match = match_of(state)
        self._me = message.you.participant if message.you else 0
        self._open = state.state == "open"
        self._helps, self._takebacks = state.help, state.takebacks
        self._next = state.next or ""
        self._offer = state.offer
        self._announcer = Announcer(self._console, typing={self._me}, reader=self._reader)
        title = self._console.voice.word(match.rules.title)
        if self._console.at_terminal and not self._greeted:
            self._greeted = True
            self._console.say(self._say("Type help for the words you can use."), style="quiet")
        if not self._me:
            self._console.say(self._say("You are watching a game of {title}.", title=title))
        if self._open:
            self._console.say(self._say("{title}: waiting for the second player.", title=title))
            return None
        if any(len(each.moves) > each.drawn for each in match.rounds):
            moves = "" if match.picker else " ".join(map(str, match.current.moves))
            moves = moves or self._say("nothing in this round")
            self._console.say(self._say("{title}. Played so far: {moves}.", title=title, moves=moves))
        if match.over:
            self._console.say(self._say("The game is over."))
            return self._after(ends(match))
        self._tell(Kind.ROUND_BEGAN)
        self._turn_begins(match, state.left)
        return None

    def _set_time(self, left: float | None) -> None:
        self._deadline = None if left is None else time.monotonic() + left

    def _tell(self, kind: Kind, **more: Any) -> None:
        if self._match is not None:
            self._announcer.tell(MatchEvent(kind, self._match, **more))

    def _happened(self, match: Match, event: Happened) -> int | None:
        kind, who = event.kind, event.participant
        if kind in ("token", "help"):
            return None  # a player has a new key, or was helped on a page: that changes nothing
        offer, self._offer = self._offer, None
        number = event.seat if kind == "pick" else event.number or event.plies
        change = change_of(match, kind, who, number or 0, name_of(event.name))
        if change is not None:
            return self._go_on(match.after(Spent(event.spent or 0)), change, event.opening or ())
        if kind in OFFERS:
            self._offer = OfferModel(OFFERS[kind], who, event.plies or 0)
            if who == self._me and match.participants[2 - who].plays == HUMAN:
                self._console.say(words.asked(event.seconds or 0, self._console.voice))
        elif kind == "rematch-accept":
            self._follow(event.game or "")
        elif not self._me:
            return None  # who watches has heard of no offer
        elif offer and who == offer.participant:
            self._console.say(self._say(words.WITHDRAWN))
        elif who != self._me:
            self._console.say(self._say(words.DECLINED[kind]))
        return None

    def _go_on(self, match: Match, change: Change, opening: Iterable[int] = ()) -> int | None:
        """Go on by something that happened, and tell it; another round would begin with an opening."""
        events = happened(match, change)
        self._match = events[0].match
        if isinstance(change, Seated):
            self._open = False
            here = self._say("{name} is here.", name=change.who.name or self._say("The second player"))
            self._console.say([here, ""])
            self._tell(Kind.ROUND_BEGAN)
        return self._after(events, opening)

    def _after(self, events: Sequence[MatchEvent], opening: Iterable[int] = ()) -> int | None:
        """Tell what happened, and go on from there."""
        for event in events:
            self._announcer.tell(event)
        match = events[-1].match
        if match.over:
            # Players may want a rematch; for who only watches that is the end.
            return None if self._me else 0
        if match.current.outcome is not None:
            return self._go_on(match, Begun(tuple(opening)))
        self._turn_begins(match, match.allowed)
        return None

    def _turn_begins(self, match: Match, left: float | None) -> None:
        self._patient = False
        self._set_time(left)
        if match.picker:
            self._console.say([*words_for(self._seen(match), self._console.voice).board(), ""])
            if not self._my_pick(match):
                self._console.say(words.picks(match, self._me, self._console.voice))
            return
        self._tell(Kind.TURN_BEGAN)
        # A computer answers at once, or it is told that it thinks.
        if self._reader and not self._my_turn(match) and match.participants[2 - self._me].plays == HUMAN:
            self._announcer.remark(words.others_turn(match, self._console.voice))

    @property
    def _reader(self) -> int | None:
        """Whom the words of the game speak to; a pipe has those of two people who share a screen."""
        return self._me if self._console.at_terminal or not self._me else None

    def _seen(self, match: Match) -> Match:
        """A match as it is told here."""
        return match if self._reader is None else seen_by(match, self._reader, self._console.voice)

    def _follow(self, id: str) -> None:
        """Go to the game after this one."""
        after = self.game.rematch(id)
        self._line.close()
        self._go_to(after)
        back = words.come_back(self.game.link, self._console.voice)
        self._console.say(["", self._say("The rematch begins."), *back, ""])

    # What somebody types

    def _typed(self, match: Match, text: str) -> int | None:
        word, rest = split(text, self._console.voice)
        if word == "undo" and rest:
            raise NotAMove("not-a-number", text=shown(text.strip()), remedy=Phrase("type undo alone."))
        if word == "quit":
            raise EndOfInput
        if word == "help":
            known, first = self._known(match)
            self._console.say([self._say(first), *help_lines(known, self._console.voice)])
        elif word in words.ALWAYS:
            self._answers.given(word, self._seen(match), rest)
        elif not self._me:
            self._console.say(self._say(words.WATCHING))
        elif word == "review" and match.over:
            self._look_back(match)
        elif self._asked:
            self._console.say(self._say(words.ONE_MOMENT))
        elif self._offered:
            self._answer(self._offered, word)
        elif word in ("undo", "resign", "rematch", "withdraw", "claim"):
            self._wish(word)
        elif match.over and not self._offer:
            # At a terminal the question, which says the same, is asked again.
            if not self._console.typed:
                self._console.say(self._say(words.AGAIN).rstrip(": ") + ".")
        elif self._my_pick(match):
            self._pick(match, word, text)
        elif not self._my_turn(match):
            self._console.say(words.wait(match, not self._open, self._console.voice))
        elif word in ("hint", "why") and not self._helps:
            self._console.say(self._say(words.NO_HELP), style="bad")
        elif not self._answers.given(word, match, rest):
            self._send("move", number=read_legal_move(match.current.position, text))
        return None

    def _look_back(self, match: Match) -> None:
        # The review may ask for a better move: an offer must not interrupt that.
        self._console.news, self._console.bell = lambda: False, None
        try:
            self._review(self._seen(match))
        finally:
            self._console.news, self._console.bell = self._line.news, self._line.bell

    def _pick(self, match: Match, word: str, text: str) -> None:
        if word in ("hint", "why"):
            self._console.say(self._say(PICK_FIRST), style="bad")
        elif not self._answers.given(word, match, ""):
            self._send("pick", seat=read_seat(text))

    def _answer(self, offer: OfferModel, word: str) -> None:
        # Who asks for a rematch at the same moment agrees.
        if word == "yes" or word == offer.kind == "rematch":
            self._send(offer.kind, action="accept")
        elif word == "no":
            self._send(offer.kind, action="decline")
        else:
            self._console.say(self._say(YES_OR_NO))

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
            again = self._offer and self._offer.kind == "claim" and self._offer.participant == self._me
            self._send("claim", action="accept" if again else "offer")
        else:
            self._send("takeback" if word == "undo" else "rematch", action="offer")

    def _send(self, type: str, **message: Any) -> None:
        self._asked = True
        self._line.send(type=type, id=secrets.token_hex(8), **message)

    def _save(self, _: Match, file: str) -> str:
        if not file:
            return self._say("The game is on the server: {link}", link=self.game.link)
        from outnumber.store.files import save_copy

        return self._say("The record is in {file}.", file=save_copy(file, self.game.record()))
