"""outnumber learn"""

from __future__ import annotations

from outnumber.games import bad_option, closest, mark, whole_from
from outnumber.language import lessons as words
from outnumber.local.lessons import all_places
from outnumber.local.progress import SavedProgress
from outnumber.local.terminal.console import Console, EndOfInput
from outnumber.local.terminal.lessons import LessonPrompt
from outnumber.local.terminal.prompt import answered
from outnumber.study.lessons.engine import Place
from outnumber.study.lessons.lesson import LESSONS, lesson_of
from outnumber.study.lessons.progress import proposed

from .arguments import cli_command, game_argument, json_switch, option, switch
from .output import print_json, spoken, usage_error


@cli_command
def command(
    game: str | None = game_argument(required=False),
    step: str | None = option("Go to a step of the lesson, such as 'drill-1' or 'seat'.", metavar="STEP"),
    as_list: bool = switch("List the lessons with your stars, and stop.", "--list"),
    as_json: bool = json_switch("With --list: lessons, steps, positions and progress as JSON."),
) -> int:
    """Learn to win, from the first idea to the proof.

    A lesson has ideas with tiny boards to try them on, three questions about who wins, a drill of six boards,
    and games from random starts: you choose a seat and win against a perfect player. You earn one star for
    the ideas and questions, one for the drill, and one for winning five of these games in a row. Boards that
    you miss return among the puzzles. After the last star, the boards become harder.

    At the prompt, type your answer, or help for a list of commands. A lesson continues where you left off.
    Without GAME, the program asks which one.
    """
    if as_json and not as_list:
        raise usage_error("--json works only with --list.")
    lesson = lesson_of(game) if game else None
    if step is not None and lesson is None:
        raise usage_error("Name a game to go to a step, such as: {command}", command=_EXAMPLE)
    if step is not None and lesson and step not in (steps := [each.id for each in lesson.steps]):
        raise bad_option("step", step, closest(step, steps))
    console = Console(spoken())
    saved = SavedProgress(console)
    found = all_places(saved.progress)
    asked = [lesson] if lesson else LESSONS.values()
    if as_json:
        from outnumber.api.lessons import Lessons

        print_json(Lessons.of(asked, found, console.voice))
        return 0
    if as_list:
        console.say(words.listed(found, asked, console.voice))
        return 0
    try:
        name = lesson.id if lesson else _choose(console, found)
        LessonPrompt(console, saved, name, step or "").learn()
    except EndOfInput:
        return 0
    return 1 if saved.failed else 0


_EXAMPLE = "outnumber learn order-challenge --step seat"


def _choose(console: Console, found: dict[str, Place]) -> str:
    """Ask for the lesson; Enter selects the next one."""
    names = list(LESSONS)
    console.say(words.listed(found, LESSONS.values(), console.voice))
    console.say()
    usual = proposed(found)

    def read(text: str, _: str) -> str:
        if not text.strip():
            return usual
        if not text.strip().isdigit():
            return lesson_of(text).id
        return names[whole_from(mark("Lesson"), text.strip(), 1, len(names)) - 1]

    prompt = console.voice.say(
        "Which lesson, 1 to {n}? (Enter: {usual}) ", n=len(names), usual=names.index(usual) + 1
    )
    told = {"help": lambda: [*words.listed(found, LESSONS.values(), console.voice)]}
    return answered(console, prompt, read, told, lambda: names)
