"""Text for the paths: opponents, stages, stars, and the end of an attempt."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from outnumber.games import Voice, chosen
from outnumber.study.paths.path import Path, Stage
from outnumber.study.paths.progress import BADGE, next_stage, opened, stars_of, total
from outnumber.study.paths.stars import STARS, Result, Star
from outnumber.study.puzzles.themes import THEMES

from .commands import for_shell
from .match import title
from .puzzles import to_try_again
from .review import teaser

if TYPE_CHECKING:
    from outnumber.study.puzzles.progress import Progress

FULL, EMPTY = "★", "☆"


def name(stage: Stage, voice: Voice) -> str:
    """The name of the opponent."""
    return voice.word(stage.opponent).capitalize()


def heading(stage: Stage, voice: Voice) -> str:
    """The title of a stage."""
    return voice.say("Stage {n}", n=stage.number)


def marks(stars: tuple[Star, ...]) -> str:
    """Three stars, filled or empty."""
    return "".join(FULL if star in stars else EMPTY for star in STARS)


def listed(path: Path, progress: Progress, voice: Voice) -> list[str]:
    """A path as lines: the stars so far, and every stage."""
    last = opened(progress, path)
    done = voice.say("{n} of {most} stars", n=total(progress, path), most=len(STARS) * len(path.stages))
    lines = [f"{voice.word(title(path.stages[0].rules, voice))}: {done}"]
    rows = [(name(stage, voice), chosen(stage.rules, voice)) for stage in path.stages]
    wide = max(len(who) for who, _ in rows)
    for stage, (who, about) in zip(path.stages, rows, strict=True):
        state = marks(stars_of(progress, stage)) if stage.number <= last else " · "
        lines.append(f"  {stage.number:>2}  {state}  {who:<{wide}}  {about}".rstrip())
    return lines


def introduced(stage: Stage, stars: tuple[Star, ...], voice: Voice) -> list[str]:
    """The stage before an attempt: the opponent, the size, and the stars to earn."""
    about = chosen(stage.rules, voice)
    head = voice.say("{stage}: {name}", stage=heading(stage, voice), name=name(stage, voice))
    goals = ", ".join(
        f"{FULL if star in stars else EMPTY} {voice.word(text)}" for star, text in STARS.items()
    )
    said = voice.say("{name} says: {line}", name=name(stage, voice), line=voice.word(stage.line))
    start = voice.say("The start is drawn, and you can win it.")
    return [f"{head}, {about}" if about else head, said, goals, start]


def standing(path: Path, progress: Progress, voice: Voice) -> tuple[str, str]:
    """A path in a line of a menu: the stars and the game; the next stage, and the rating in its puzzles."""
    stage = next_stage(progress, path)
    rating, puzzles = progress.rating(path.game)
    about = [f"{heading(stage, voice)}: {name(stage, voice)}", chosen(stage.rules, voice)]
    if puzzles:
        about.append(voice.say("puzzle rating {n}", n=rating))
    head = f"{FULL} {total(progress, path):>2}  {voice.word(title(stage.rules, voice))}"
    return head, " · ".join(filter(None, about))


def puzzles_due(progress: Progress, now: datetime, voice: Voice) -> str:
    """Today's puzzle, the streak, and the reviews that are due."""
    day = now.date().isoformat()
    tried = next((each for each in progress.tried if each.daily == day), None)
    said = [
        voice.say("today: solved ✓") if tried and tried.solved
        else voice.say("today: missed ✗") if tried
        else voice.say("today: not tried yet")
    ]  # fmt: skip
    days = progress.streak(now.date()).days
    if days > 1:
        said.append(voice.counted("{n} day in a row", "{n} days in a row", days))
    return " · ".join([*said, to_try_again(len(progress.waiting(now)), voice)])


def learned(progress: Progress, now: datetime, voice: Voice) -> Iterator[str]:
    """The ideas found this week, and a badge for each found often enough without help."""
    week, unaided = progress.ideas(now)
    titles = {name: voice.word(theme.title) for name, theme in THEMES.items()}
    found = [f"{titles[name]} ({count})" for name, count in week.items() if name in titles]
    if found:
        yield voice.say("Learned this week: {ideas}", ideas=", ".join(found))
    for name, count in unaided.items():
        if name in titles and count >= BADGE:
            yield f"{FULL} " + voice.say("{title}: {n} found without help", title=titles[name], n=BADGE)


def turning_point(found: Result, voice: Voice) -> str:
    """The last move that threw the win away, and what would have won; empty if there is none."""
    if not found.missed:
        return ""
    match, graded = found.missed
    was = teaser(match, len(match.rounds), len(match.current.moves) + 1, graded, voice)
    wins = voice.counted("{moves:or} wins.", "{moves:or} win.", len(graded.winning), moves=graded.winning)
    return f"{was} {wins}"


def ended(found: Result, voice: Voice) -> list[str]:
    """The end of an attempt: stars, or kind words, the turning point and what teaches the missing idea."""
    say, stage = voice.say, found.stage
    lines = [say("{stage}: {stars}", stage=heading(stage, voice), stars=marks(found.stars))]
    if found.missed:
        lines.append(turning_point(found, voice))
    if not found.won:
        lines.append(say("Losing costs nothing: the next attempt draws another start."))
        if found.step:
            command = for_shell(f"learn {stage.game} --step {found.step}")
            lines.append(say("The idea is in the lesson: {command}", command=command))
    elif "unaided" not in found.stars:
        lines.append(say("Win without help for another star."))
    return lines
