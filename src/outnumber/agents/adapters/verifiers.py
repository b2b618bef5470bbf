"""A verifiers environment: single moves or whole games from solved positions, with exact rewards.

    vf-eval outnumber-env --model MODEL --env.taskset.game number-duel --env.taskset.play game

In every task the model is to move and can force a win. The reward is the share of chances it kept: for a
single move, 1 if it wins and 0 if not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from outnumber.extras import missing

try:
    import verifiers.v1 as vf
except ModuleNotFoundError as error:
    raise missing("verifiers") from error
import httpx
from pydantic import Field
from verifiers.v1.dialects.chat import message_to_wire

from outnumber.agents import prompts as text

__all__ = ["OutnumberEnv", "OutnumberHarness", "OutnumberTaskset"]


class OutnumberConfig(vf.TasksetConfig):
    """The choice of positions, and the rules of play."""

    game: str = "strategy-stacks"
    """The name of a game."""
    options: dict[str, Any] = Field(default_factory=dict)
    """Options of the game by name, such as `{"range": 30}`."""
    count: int = 200
    """The number of positions; a small game may have fewer."""
    seed: int = 1
    """Determines the positions and the opponent's random choices."""
    play: Literal["move", "game"] = "move"
    """A single move, or the whole game."""
    opponent: str = "perfect"
    """The opponent in a game: random, beginner, casual, skilled, expert, master or perfect."""
    legal: bool = True
    """Whether the prompt lists the legal moves."""
    retries: int = 0
    """The number of retries after an invalid answer, per turn."""


class OutnumberData(vf.TaskData):
    """A position, given by the id of its question; `line` is the random game that contains it."""

    question: str
    options: dict[str, Any]
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

    async def validate(self, runtime: vf.Runtime) -> bool:  # noqa: ARG002  # not needed
        """Solve the position again and compare the winning moves."""
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
                options=question.rules.options,
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


class OutnumberHarness(vf.Harness[vf.HarnessConfig]):
    """A chat without tools, inside this process; `null` starts a process with `uv` for each turn."""

    SUPPORTS_RESUME = True
    EXECUTES_CODE = NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: Any,
        trace: Any,  # noqa: ARG002
        runtime: vf.Runtime,  # noqa: ARG002
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],  # noqa: ARG002
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        """Ask the model once; verifiers records the answer at `endpoint`."""
        _, prompt = self.resolve_prompt(data)
        told = [vf.UserMessage(content=prompt)] if isinstance(prompt, str) else prompt
        body = {"model": ctx.model, "messages": [message_to_wire(each) for each in told or ()]}
        # No proxy: the endpoint is on this machine. The time limits are those of verifiers.
        async with httpx.AsyncClient(trust_env=False, timeout=None) as client:  # noqa: S113
            headers = {"Authorization": f"Bearer {secret}"}
            answer = await client.post(f"{endpoint}/chat/completions", json=body, headers=headers)
        return vf.ProgramResult(int(answer.is_error), "", answer.text if answer.is_error else "")


class OutnumberEnvConfig(vf.EnvConfig):
    """One agent: a chat without tools or container."""

    player: vf.AgentConfig = vf.AgentConfig(
        harness=vf.HarnessConfig(id="outnumber-env"), runtime=vf.SubprocessConfig()
    )


class OutnumberEnv(vf.Env[OutnumberEnvConfig]):
    """A chat in which the user messages contain the rules and the opponent's moves."""

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
        # No answer means no reward.
        trace.record_reward("kept", game.kept if game.attempts else 0.0)
        told = game.told()
        names = ("won", "chances", "blunders", "attempts", "illegal", "garbled", "fault")
        trace.record_metrics({name: float(told[name] or 0) for name in names})
        trace.info["moves"] = told["moves"]
