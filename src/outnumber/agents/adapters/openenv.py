"""An OpenEnv environment: actions are a model's answers as text; games start from solved positions.

    python -m outnumber.agents.adapters.openenv --port 8000

    with OutnumberClient(base_url="http://localhost:8000").sync() as client:
        result = client.reset(seed=1, game="number-duel", options={"range": 50})
        while not result.done:
            result = client.step(OutnumberAction(text=model(result.observation.prompt)))

Each game starts from a position that the agent can win. At the end, the reward is the share of chances kept,
from 0 to 1; `regret` grades each move at once.
"""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import Any
from uuid import uuid4

from outnumber.extras import missing

try:
    from openenv.core import EnvClient
except ModuleNotFoundError as error:
    raise missing("OpenEnv") from error
from openenv.core.client_types import StepResult
from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
from pydantic import Field

import outnumber
from outnumber.agents import prompts as text
from outnumber.study.puzzles.exam import exam

__all__ = ["OutnumberAction", "OutnumberClient", "OutnumberEnvironment", "OutnumberObservation", "app"]

# The size of the exam from which a seed picks one position.
DRAWN = 100
# The maximum number of concurrent games of a server.
MOST_GAMES = 256


class OutnumberAction(Action):
    """An answer in text form that contains a move."""

    text: str = Field(description="The answer of a model, such as: move: 7", max_length=100_000)


class OutnumberObservation(Observation):
    """The next prompt, and the grade of the last answer."""

    prompt: str = Field("", description="The rules and the position, or why the answer isn't a legal move.")
    legal: list[int] = Field(default_factory=list, description="The legal moves.")
    regret: int | None = Field(None, description="1 if the last move threw away a win, 0 if not.")
    won: bool | None = Field(None, description="Whether the agent has won; null during the game.")
    result: dict[str, Any] = Field(default_factory=dict, description="The result, once the game is over.")


class OutnumberEnvironment(Environment[OutnumberAction, OutnumberObservation, State]):
    """One game at a time, each from a different position."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    _game: text.Game | None = None
    _legal = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        *,
        game: str = "strategy-stacks",
        options: dict[str, Any] | None = None,
        play: str = "game",
        opponent: str = "perfect",
        legal: bool = True,
        retries: int = 2,
        **unknown: Any,
    ) -> OutnumberObservation:
        """Start a game from the position that the seed picks; with `play="move"` it has one move."""
        if unknown or play not in ("move", "game"):
            raise ValueError(f"reset does not know {', '.join(unknown) or f'play={play!r}'}")
        seed = secrets.randbits(32) if seed is None else seed
        drawn = _drawn(outnumber.game(game, **(options or {})), seed // DRAWN)
        question = drawn[seed % len(drawn)]
        self._game = text.Game(
            question.current,
            text.opponent(opponent, seed),
            legal=legal,
            retries=retries,
            most=1 if play == "move" else None,
        )
        self._legal = legal
        self._state = State(
            episode_id=episode_id or str(uuid4()), step_count=0, question=question.id, seed=seed
        )
        return self._observed(self._game.prompt)

    def step(self, action: OutnumberAction, timeout_s: float | None = None, **_: Any) -> OutnumberObservation:  # noqa: ARG002
        """Play the move in the action and the opponent's reply."""
        game = self._game
        if game is None or game.over:
            raise ValueError("No game in progress: call reset().")
        moved = len(game.moves)
        said = game.hear(action.text)
        self._state.step_count += 1
        return self._observed(said or "", game.moves[-1].regret if len(game.moves) > moved else None)

    def _observed(self, prompt: str, regret: int | None = None) -> OutnumberObservation:
        assert self._game is not None  # noqa: S101  # there was a reset
        game = self._game
        return OutnumberObservation(
            prompt=prompt,
            legal=game.current.position.legal_moves().tolist() if self._legal and not game.over else [],
            regret=regret,
            won=game.won,
            result=game.told() if game.over else {},
            done=game.over,
            reward=game.kept if game.over else 0.0,
        )

    @property
    def state(self) -> State:
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        return EnvironmentMetadata(
            name="outnumber", description="Five number duels, solved exactly.", version=outnumber.__version__
        )


@lru_cache(maxsize=16)
def _drawn(rules: outnumber.Rules, page: int) -> list[text.Question]:
    found = exam(rules, DRAWN, page)
    if not found:
        raise ValueError(f"{rules.title} has no position with something to lose with these options")
    return found


class OutnumberClient(EnvClient[OutnumberAction, OutnumberObservation, State]):
    """A client of the server; each client has its own game."""

    def _step_payload(self, action: OutnumberAction) -> dict[str, Any]:
        return {"text": action.text}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[OutnumberObservation]:
        seen = payload["observation"]
        done, reward = payload.get("done", False), payload.get("reward")
        return StepResult(OutnumberObservation(**{**seen, "done": done, "reward": reward}), reward, done)

    def _parse_state(self, payload: dict[str, Any]) -> State:
        return State(**payload)


def app() -> Any:
    """The server, for `uvicorn --factory outnumber.agents.adapters.openenv:app`."""
    return create_app(
        OutnumberEnvironment,
        OutnumberAction,
        OutnumberObservation,
        env_name="outnumber",
        max_concurrent_envs=MOST_GAMES,
    )


def main() -> None:
    """Start the server."""
    import argparse

    import uvicorn

    parser = argparse.ArgumentParser(
        prog="python -m outnumber.agents.adapters.openenv", description=main.__doc__
    )
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    chosen = parser.parse_args()
    uvicorn.run(app(), host=chosen.host, port=chosen.port)


if __name__ == "__main__":
    main()
