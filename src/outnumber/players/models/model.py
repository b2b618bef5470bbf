"""A language model as a player: sends the rules and the position as text, and reads a number from the answer.

The player's name contains the model and its settings (`settings.py`). The address and key come from the
settings or from OPENAI_BASE_URL and OPENAI_API_KEY (`endpoint.py`).
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib.util import find_spec
from math import fsum
from typing import Any

from outnumber.extras import install_command
from outnumber.games import OptionError, Phrase, PlayerFault, shown
from outnumber.match import UNTIMED, Clock, Match
from outnumber.match.loop import Player, asked

from .answers import (
    ChatCompletion,
    Json,
    error_message,
    read_answer,
    read_completion,
    tokens,
)
from .briefing import VERSION, complaint, question_told
from .endpoint import LONGEST_ERROR, EndpointReply, ModelEndpoint, Unusable
from .pace import RateLimits
from .settings import ModelSettings, read_spec

# Seconds per turn if neither the settings nor a clock set a limit.
PATIENCE = 120.0
# Maximum number of attempts per question while an endpoint is busy or unreachable, and the first delay in
# seconds.
TRIES = 4
BACK_OFF = 1.0
# The kinds of answers that are not legal moves.
KINDS = ("illegal", "garbled", "refused", "cut-off")

# The token counts of an endpoint: prompt and answer, cached prompt tokens, and hidden reasoning tokens.
_COUNTS = (
    ("prompt_tokens",),
    ("completion_tokens",),
    ("prompt_tokens_details", "cached_tokens"),
    ("completion_tokens_details", "reasoning_tokens"),
)

Messages = list[dict[str, str]]


class LanguageModel(Player):
    """Plays the moves of a model; after an illegal answer, it asks again as often as the settings allow."""

    _closed = False
    # Seconds in which the model could not think, because the endpoint was busy or rate-limited.
    waited = 0.0
    # The callback for new answers.
    _heard: Callable[[Json], None] | None = None

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
        self._exchanges: list[Json] = []
        # Answers from an earlier attempt at this game, by question.
        self._earlier: dict[str, Json] = {}

    def __repr__(self) -> str:
        return f"<LanguageModel {self._name} at {self._endpoint.shown}>"

    def go_on(self, earlier: Iterable[Json], heard: Callable[[Json], None]) -> None:
        """Begin or resume a game: answers that were saved earlier are not requested again.

        `heard` is called with the usage of each request as soon as its reply arrives.
        """
        same = [each for each in earlier if each.get("settings") == self.told]
        exchanges = [exchange for each in same for exchange in each["exchanges"]]
        answered = [each for each in exchanges if each["answer"] is not None]
        self._earlier = {json.dumps(each["messages"]): each for each in answered}
        self._heard = heard

    @property
    def told(self) -> Json:
        told: Json = self._endpoint.hide({"model": self._model, **self._settings.told()})
        return told

    def choose(self, match: Match, clock: Clock = UNTIMED) -> int:
        """The model's move; raises `PlayerFault` if there is none within the time and the allowed
        attempts.
        """
        current = asked(match)
        messages = self._messages(question_told(current, legal=self._settings.legal))
        turn = self._turn(len(match.rounds), current.moves, clock.left())
        legal = current.position.legal_moves()
        for _ in range(self._settings.retries + 1):
            said = self._answered(messages, turn)
            answer = said.answer or ""
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
            # Some servers reject an empty message, others two consecutive messages of one role.
            why = complaint(current.position, number, legal=self._settings.legal)
            messages += [{"role": "assistant", "content": answer or "(nothing)"}, _user(why)]
        raise fault

    def answer(self, question: str) -> ChatCompletion:
        """The answer to a question that need not ask for a move; raises `PlayerFault` if there is none."""
        return self._answered(self._messages(question), self._turn(0, ()))

    def fix(self, **settings: Any) -> None:
        """Fix settings; raises `OptionError` if the player's name chooses a different value."""
        chosen = {**self._settings._asdict(), **(self._settings.extra_body or {})}
        for name, value in settings.items():
            if chosen[name] not in (value, ModelSettings._field_defaults[name]):
                remedy = Phrase("{name} is fixed at {value} here; leave it out.", name=name, value=value)
                raise OptionError("unusable-player", player=self._name, remedy=remedy)
        self._settings = self._settings._replace(**settings)

    def _messages(self, question: str) -> Messages:
        system = self._settings.system
        return [*([{"role": "system", "content": system}] if system else []), _user(question)]

    def _turn(self, round: int, moves: tuple[int, ...], left: float | None = None) -> _Turn:
        limits = [limit for limit in (self._settings.timeout, left) if limit is not None]
        return _Turn(round, moves, max(0.0, min(limits, default=PATIENCE)))

    def _judge(self, attempt: str) -> None:
        """Record the kind of the last answer."""
        self._exchanges[-1]["attempt"] = attempt

    def _end(self, answer: str) -> str:
        """The end of a cut-off answer, which is more informative than its beginning."""
        text: str = self._endpoint.hide(answer)
        return shown(text if len(text) <= 40 else f"…{text[-39:]}")

    def _answered(self, messages: Messages, turn: _Turn) -> ChatCompletion:
        """The model's answer, retried while the endpoint is busy and there is time."""
        asked = json.dumps(self._endpoint.hide(messages)) if self._earlier else ""
        if before := self._earlier.pop(asked, None):
            self._exchanges.append({**before, "attempt": None, "earlier": True})
            return ChatCompletion(*map(before.__getitem__, ChatCompletion._fields))
        body = {"model": self._model, "messages": messages, **self._settings.sent()}
        for attempt in range(TRIES):
            if turn.left <= 0:
                raise self._silent(turn)
            reply = self._endpoint.post(body, turn.left)
            self._wait(turn, reply.waited)
            said = read_completion(reply.body) if reply.status == 200 else ChatCompletion()
            self._keep(turn, messages, reply, said)
            if said.answer is not None:
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
        """Wait without charging the turn's time, so that a busy endpoint changes no result."""
        self.waited += seconds
        turn.waited += seconds

    def _problem(self, reply: EndpointReply) -> Phrase:
        """The error of an endpoint that sent this reply."""
        where, names = self._endpoint.shown, self._endpoint.names
        if reply.status is None:
            return Phrase("{where}: {problem}", where=where, problem=reply.problem)
        why: Phrase | str
        if reply.status == 200:
            why = Phrase("that is not a chat completion; check whether {name} is right", name=names.base)
        elif reply.rejects_key:
            has_key = self._endpoint.has_key
            why = Phrase(
                "the endpoint rejected the key in {name}" if has_key else "set {name}", name=names.key
            )
        elif 300 <= reply.status < 400:
            why = Phrase("it has moved; correct {name}", name=names.base)
        else:
            why = shown(self._endpoint.hide(error_message(reply.body)), 200)
        return Phrase(
            "{where} answered with status {status}: {why}", where=where, status=reply.status, why=why
        )

    def _keep(self, turn: _Turn, messages: Messages, reply: EndpointReply, said: ChatCompletion) -> None:
        """Save a question and its outcome without the key."""
        # Messages about a rejected key often repeat parts of it.
        body = "" if reply.rejects_key else reply.body
        problem = ": ".join(filter(None, (reply.problem, body))) if said.answer is None else None
        exchange: Json = self._endpoint.hide(
            {
                "round": turn.round,
                "moves": [*turn.moves],
                "messages": list(messages),
                "status": reply.status,
                **said._asdict(),
                "error": problem,
                "attempt": None,
            }
        )
        if exchange["error"]:
            # Truncated only after the key is removed: half a key is too much.
            exchange["error"] = exchange["error"][:LONGEST_ERROR]
        self._exchanges.append(exchange)
        if self._heard:
            self._heard(self._used([exchange]))

    def _silent(self, turn: _Turn) -> PlayerFault:
        return self._fault("player-silent", seconds=round(turn.seconds, 2))

    def _fault(self, code: str, **numbers: object) -> PlayerFault:
        return PlayerFault(code, player=self._name, **numbers)

    def used(self) -> Json:
        """The usage since the last call: prompts, answers and tokens.

        `uncounted` is the number of requests for which the endpoint reported no tokens.
        """
        exchanges, self._exchanges = self._exchanges, []
        return self._used(exchanges) if exchanges else {}

    def _used(self, exchanges: list[Json]) -> Json:
        # Answers from an earlier attempt at a game were already counted.
        paid = [each for each in exchanges if "earlier" not in each]
        prompts, completions, cached, reasoning = (
            [tokens(each["usage"], *path) for each in paid] for path in _COUNTS
        )
        read, known, written, thought = (
            sum(filter(None, each)) for each in (prompts, cached, completions, reasoning)
        )
        costs: list[Any] = [(each["usage"] or {}).get("cost") for each in paid]
        # True is no cost, although it is an int.
        charged = [cost for cost in costs if type(cost) in (int, float) and cost >= 0]
        cost = fsum(charged) if charged else self._settings.price(read, known, written)
        return {
            "player": self._name,
            "briefing": VERSION,
            "endpoint": self._endpoint.shown,
            "settings": self.told,
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
            self._endpoint.close()  # which other players may share


@dataclass
class _Turn:
    """One turn of the model: its number, and its time limit."""

    round: int
    moves: tuple[int, ...]
    seconds: float
    waited: float = 0.0
    began: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> float:
        return self.began + self.seconds + self.waited - time.monotonic()


def attempts(kinds: Iterable[str | None]) -> dict[str, int]:
    """The number of answers, and how many of each kind were not legal moves."""
    counted = Counter(kind for kind in kinds if kind)
    bad = {kind.replace("-", "_"): counted[kind] for kind in KINDS}
    return {"attempts": counted.total(), **bad}


def _user(text: str) -> dict[str, str]:
    return {"role": "user", "content": text}
