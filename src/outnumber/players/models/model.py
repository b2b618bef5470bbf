"""A language model as a player: rules and position go out as text, and a number is read from the answer.

Which model, and how it is asked, is in its name (`settings.py`); where it is and with which key, there or in
OPENAI_BASE_URL and OPENAI_API_KEY (`endpoint.py`).
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from math import fsum
from typing import Any

from outnumber.extras import install_command
from outnumber.games.errors import OptionError, PlayerFault, shown
from outnumber.games.sentences import Phrase
from outnumber.match.clock import UNTIMED, Clock
from outnumber.match.loop import Player, asked
from outnumber.match.match import Match
from outnumber.players.models.answers import (
    ChatCompletion,
    error_message,
    read_answer,
    read_completion,
    tokens,
)
from outnumber.players.models.briefing import VERSION, complaint, question_told
from outnumber.players.models.endpoint import LONGEST_ERROR, EndpointReply, ModelEndpoint, Unusable
from outnumber.players.models.pace import RateLimits
from outnumber.players.models.settings import read_spec

# Seconds for a turn where neither the settings nor a clock say.
PATIENCE = 120.0
# How often one question is sent to an endpoint that is busy or not there, and the first wait in seconds.
TRIES = 4
BACK_OFF = 1.0
# With these an endpoint refuses the key.
REFUSED = (401, 403)

# What an answer can be instead of a legal move.
KINDS = ("illegal", "garbled", "refused", "cut-off")

# Where an endpoint counts tokens: those of prompt and answer, and of these the ones that it knew from before
# and the ones of which the answer does not show.
_COUNTS = (
    ("", "prompt_tokens"),
    ("", "completion_tokens"),
    ("prompt_tokens_details", "cached_tokens"),
    ("completion_tokens_details", "reasoning_tokens"),
)

Messages = list[dict[str, str]]


class LanguageModel(Player):
    """Plays what a model answers; what is no legal move is told to it, as often as its settings say."""

    def __init__(self, text: str) -> None:
        self._name = f"llm:{text}"
        self._model, self._settings = read_spec(text)
        try:
            if find_spec("httpx") is None:
                raise Unusable(Phrase("install its packages with: {command}", command=install_command("llm")))
            settings = self._settings
            limits = RateLimits(settings.requests_per_minute, settings.tokens_per_minute)
            self._endpoint = ModelEndpoint.shared(settings.base_url, settings.key, limits)
        except Unusable as error:
            raise OptionError("unusable-player", player=self._name, remedy=error.remedy) from None
        self._exchanges: list[dict[str, Any]] = []
        self._closed = False
        # Seconds in which it could not think, because the endpoint was busy or must not be asked so often.
        self.waited = 0.0
        # What it said in a game that is played once more, by the question; and who is told of what it says.
        self._earlier: dict[str, dict[str, Any]] = {}
        self._heard: Callable[[dict[str, Any]], None] | None = None

    def __repr__(self) -> str:
        return f"<LanguageModel {self._name} at {self._endpoint.shown}>"

    def go_on(self, earlier: Iterable[dict[str, Any]], heard: Callable[[dict[str, Any]], None]) -> None:
        """Begin a game of which some may have been played: what it used then is not asked for again.

        `heard` is told what each request has used, as soon as its reply is there.
        """
        same = [each for each in earlier if each.get("settings") == self._told]
        exchanges = [exchange for each in same for exchange in each["exchanges"]]
        answered = [each for each in exchanges if each["answer"] is not None]
        self._earlier = {json.dumps(each["messages"]): each for each in answered}
        self._heard = heard

    @property
    def _told(self) -> dict[str, Any]:
        told: dict[str, Any] = self._endpoint.hide({"model": self._model, **self._settings.told()})
        return told

    def choose(self, match: Match, clock: Clock = UNTIMED) -> int:
        """The model's move; raises `PlayerFault` when there is none within the time and the tries."""
        current = asked(match)
        system, question = self._settings.system, question_told(current, legal=self._settings.legal)
        messages = [*([{"role": "system", "content": system}] if system else []), _user(question)]
        limits = [limit for limit in (self._settings.timeout, clock.left()) if limit is not None]
        turn = _Turn(match, max(0.0, min(limits, default=PATIENCE)))
        legal = current.position.legal_moves()
        for _ in range(self._settings.retries + 1):
            said = self._answered(messages, turn)
            answer = said.text or ""
            number = None if said.cut_off or said.refused else read_answer(answer)
            if number is not None and number in legal:
                self._judge("move")
                return number
            if number is not None:
                kind, fault = "illegal", self._fault("player-illegal", text=shown(number))
            elif said.refused:
                declined = shown(self._endpoint.hide(said.refusal or answer or said.finish_reason), 200)
                kind, fault = "refused", self._fault("player-refused", what=Phrase("{why}", why=declined))
            elif said.cut_off:
                kind, fault = "cut-off", self._fault("player-cut-off", text=self._end(answer))
            else:
                kind = "garbled"
                fault = self._fault("player-garbled", text=shown(self._endpoint.hide(answer)))
            self._judge(kind)
            # An empty message is refused by some servers, and two of one role in a row by others.
            why = complaint(current.position, number, legal=self._settings.legal)
            messages += [{"role": "assistant", "content": answer or "(nothing)"}, _user(why)]
        raise fault

    def _judge(self, attempt: str) -> None:
        """Keep what the last answer was."""
        self._exchanges[-1]["attempt"] = attempt

    def _end(self, answer: str) -> str:
        """The end of an answer that was cut off, which says more than its beginning."""
        text: str = self._endpoint.hide(answer)
        return shown(text if len(text) <= 40 else f"…{text[-39:]}")

    def _answered(self, messages: Messages, turn: _Turn) -> ChatCompletion:
        """The model's answer, asked for again while the endpoint is busy and there is time."""
        asked = json.dumps(self._endpoint.hide(messages)) if self._earlier else ""
        if before := self._earlier.pop(asked, None):
            self._exchanges.append({**before, "attempt": None, "earlier": True})
            return ChatCompletion(*(before[name] for name in ("answer", *ChatCompletion._fields[1:])))
        body = {"model": self._model, "messages": messages, **self._settings.sent()}
        for attempt in range(TRIES):
            if turn.left <= 0:
                raise self._silent(turn)
            reply = self._endpoint.post(body, turn.left)
            self._wait(turn, reply.waited)
            said = read_completion(reply.body) if reply.status == 200 else ChatCompletion()
            self._keep(turn, messages, reply, said)
            if said.text is not None:
                return said
            if reply.late:
                raise self._silent(turn)
            wait = BACK_OFF * 2**attempt if reply.retry_after is None else reply.retry_after
            if not reply.passing or attempt == TRIES - 1 or wait >= turn.left:
                break
            self._endpoint.rest(wait)
            self._wait(turn, wait)
        if reply.refused:
            self._judge("refused")
            raise self._fault("player-refused", what=self._problem(reply))
        raise self._fault("player-unreached", what=self._problem(reply), passing=reply.passing)

    def _wait(self, turn: _Turn, seconds: float) -> None:
        """Take nothing for a wait from the time of the turn, so that a busy endpoint changes no result."""
        self.waited += seconds
        turn.deadline += seconds

    def _problem(self, reply: EndpointReply) -> Phrase:
        """What is wrong with an endpoint that gave this reply."""
        where, names = self._endpoint.shown, self._endpoint.names
        if reply.status is None:
            return Phrase("{where}: {problem}", where=where, problem=reply.problem)
        why: Phrase | str
        if reply.status == 200:
            why = Phrase("that is no chat completion; see whether {name} is right", name=names.base)
        elif reply.status in REFUSED and not reply.refused and self._endpoint.has_key:
            why = Phrase("the key in {name} is refused", name=names.key)
        elif reply.status in REFUSED and not reply.refused:
            why = Phrase("set {name}", name=names.key)
        elif 300 <= reply.status < 400:
            why = Phrase("it has moved; correct {name}", name=names.base)
        else:
            why = shown(self._endpoint.hide(error_message(reply.body)), 200)
        return Phrase(
            "{where} answered with status {status}: {why}", where=where, status=reply.status, why=why
        )

    def _keep(self, turn: _Turn, messages: Messages, reply: EndpointReply, said: ChatCompletion) -> None:
        """Keep a question and what came of it, without the key."""
        # What is said about a key that is refused likes to repeat parts of it.
        body = "" if reply.status in REFUSED and not reply.refused else reply.body
        problem = ": ".join(filter(None, (reply.problem, body))) if said.text is None else None
        exchange: dict[str, Any] = self._endpoint.hide(
            {
                "round": turn.round,
                "moves": turn.moves,
                "messages": list(messages),
                "status": reply.status,
                "answer": said.text,
                "model": said.model,
                "finish_reason": said.finish_reason,
                "usage": said.usage,
                "refusal": said.refusal,
                "error": problem,
                "attempt": None,
            }
        )
        if exchange["error"]:
            # Cut only now that the key is out of it: half a key is too much.
            exchange["error"] = exchange["error"][:LONGEST_ERROR]
        self._exchanges.append(exchange)
        if self._heard:
            self._heard(self._used([exchange]))

    def _silent(self, turn: _Turn) -> PlayerFault:
        return self._fault("player-silent", seconds=round(turn.seconds, 2))

    def _fault(self, code: str, **numbers: object) -> PlayerFault:
        return PlayerFault(code, player=self._name, **numbers)

    def used(self) -> dict[str, Any]:
        """The requests since it was last asked: prompts, answers and tokens.

        `uncounted` says for how many of them the endpoint told no tokens.
        """
        exchanges, self._exchanges = self._exchanges, []
        return self._used(exchanges) if exchanges else {}

    def _used(self, exchanges: list[dict[str, Any]]) -> dict[str, Any]:
        # What was said in an earlier try of a game was paid for then.
        paid = [each for each in exchanges if "earlier" not in each]
        prompts, completions, cached, reasoning = (
            [tokens(_within(each["usage"], table), name) for each in paid] for table, name in _COUNTS
        )
        read, known, written, thought = (
            sum(filter(None, each)) for each in (prompts, cached, completions, reasoning)
        )
        charged = [each["usage"]["cost"] for each in paid if _charged(each["usage"])]
        cost = fsum(charged) if charged else self._settings.price(read, known, written)
        return {
            "player": self._name,
            "briefing": VERSION,
            "endpoint": self._endpoint.shown,
            "settings": self._told,
            "requests": len(paid),
            "prompt_tokens": read,
            "cached_tokens": known,
            "completion_tokens": written,
            "reasoning_tokens": thought,
            "cost": cost,
            "uncounted": sum(None in pair for pair in zip(prompts, completions, strict=True)),
            "turns": len({(each["round"], *each["moves"]) for each in exchanges}),
            **attempts(each["attempt"] for each in exchanges),
            "exchanges": exchanges,
        }

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._endpoint.close()  # which others may have too


class _Turn:
    """One turn of the model: which it is, and the time it has."""

    def __init__(self, match: Match, seconds: float) -> None:
        self.round = len(match.rounds)
        self.moves = list(match.current.moves)
        self.seconds = seconds
        self.deadline = time.monotonic() + seconds

    @property
    def left(self) -> float:
        return self.deadline - time.monotonic()


def attempts(kinds: Iterable[str | None]) -> dict[str, int]:
    """How many answers there were, and how many of each kind that is no legal move."""
    counted = Counter(kind for kind in kinds if kind)
    bad = {kind.replace("-", "_"): counted[kind] for kind in KINDS}
    return {"attempts": counted.total(), **bad}


def _within(usage: dict[str, Any] | None, table: str) -> dict[str, Any] | None:
    return (usage or {}).get(table) if table else usage


def _charged(usage: dict[str, Any] | None) -> bool:
    """Whether the endpoint says what it charges."""
    cost = (usage or {}).get("cost")
    return isinstance(cost, int | float) and not isinstance(cost, bool) and cost >= 0


def _user(text: str) -> dict[str, str]:
    return {"role": "user", "content": text}
