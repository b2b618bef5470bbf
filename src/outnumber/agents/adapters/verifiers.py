"""A verifiers environment: single moves or whole games from proven positions, with exact rewards.

    vf-eval outnumber-env --model MODEL --env.taskset.game number-duel --env.taskset.play game

Every task begins with a position that the model, which is to move, has won. The reward is the share of its
chances that it kept: 1 for a single move that wins, 0 for one that does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from outnumber.extras import missing

try:
    import verifiers.v1 as vf
except ModuleNotFoundError as error:
    raise missing("verifiers") from error
from pydantic import Field
from verifiers.v1.harnesses.null.harness import NullHarnessConfig

from outnumber.agents import prompts as text

__all__ = ["OutnumberEnv", "OutnumberTaskset"]


class OutnumberConfig(vf.TasksetConfig):
    """Which positions, and how they are played."""

    game: str = "strategy-stacks"
    """A game by name."""
    options: dict[str, Any] = Field(default_factory=dict)
    """Options of the game by name, such as `{"range": 30}`."""
    count: int = 200
    """How many positions; a small game may have fewer."""
    seed: int = 1
    """The same seed, the same positions; also for the opponent's luck."""
    play: Literal["move", "game"] = "move"
    """A single move, or on to the end of the game."""
    opponent: str = "perfect"
    """Who answers in a game: random, beginner, casual, skilled, expert, master or perfect."""
    legal: bool = True
    """Whether the legal moves are told."""
    retries: int = 0
    """How often a turn is tried again after an answer that is no legal move."""


class OutnumberData(vf.TaskData):
    """A position by the id of its question; `line` is the random game it is from."""

    question: str
    line: str
    difficulty: int
    luck: float
    winning: list[int]
    seed: int
    play: str
    opponent: str
    legal: bool
    retries: int


class OutnumberTask(vf.Task[OutnumberData]):
    """A position to move in."""

    @property
    def key(self) -> str:
        return f"{self.data.question} ({self.data.play})"

    async def validate(self, runtime: vf.Runtime) -> bool:  # noqa: ARG002  # nothing is run
        """Whether the winning moves are those of a proof made now."""
        return list(text.question(self.data.question).winning) == self.data.winning


class OutnumberTaskset(vf.Taskset[OutnumberTask, OutnumberConfig]):
    """An exam as tasks."""

    def load(self) -> Iterator[OutnumberTask]:
        config = self.config
        text.opponent(config.opponent)  # report a bad name before asking a model
        for question in text.exam(config.game, config.count, config.seed, **config.options):
            data = OutnumberData(
                name=question.id,
                prompt=question.prompt(legal=config.legal),
                question=question.id,
                line=f"{question.rules.name} {question.line}",
                difficulty=question.difficulty,
                luck=question.luck,
                winning=list(question.winning),
                seed=config.seed,
                play=config.play,
                opponent=config.opponent,
                legal=config.legal,
                retries=config.retries,
            )
            yield OutnumberTask(data, config.task)


class OutnumberEnvConfig(vf.EnvConfig):
    """The one seat: a chat without tools, which needs no container."""

    player: vf.AgentConfig = vf.AgentConfig(
        harness=NullHarnessConfig(id="null"), runtime=vf.SubprocessConfig()
    )


class OutnumberEnv(vf.Env[OutnumberEnvConfig]):
    """The rules and the opponent speak as the user."""

    async def run(self, task: Any, agents: Any) -> None:
        data = task.data
        game = text.Game(
            text.question(data.question).current,
            text.opponent(data.opponent, data.seed),
            legal=data.legal,
            retries=data.retries,
            most=1 if data.play == "move" else None,
        )
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                said = game.hear(None if interaction.trace.is_truncated else segment.last_reply)
                if said is None:
                    break
                segment = await interaction.turn(said)
        trace = interaction.trace
        # Without an answer nothing was kept.
        trace.record_reward("kept", game.kept if game.attempts else 0.0)
        told = game.told()
        names = ("won", "chances", "blunders", "attempts", "illegal", "garbled", "fault")
        trace.record_metrics({name: float(told[name] or 0) for name in names})
        trace.info["moves"] = told["moves"]
