"""Worksheets as HTML: complete black-and-white pages that need no other files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files

from outnumber.games import ENGLISH, Row, Voice, chosen
from outnumber.study.puzzles.puzzle import Puzzle
from outnumber.study.puzzles.sentences import Remark
from outnumber.study.worksheets import WorksheetOrder, per_page

from . import guides, puzzles
from .match import title
from .rules import in_short

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
# Number of answers per page, allowing for long reasons.
ANSWERS = 12
# Number of cards per page.
CARDS = 20
# Maximum size at which two games fit on a page; the number of empty boxes in a row of a board.
HALF = 20
BOXES = 20
# Digits that form another number upside down.
_TURNED = set("01689")


def page(order: WorksheetOrder, voice: Voice, *, link: str = "", style: str = "") -> str:
    """The whole document. `link` is its path on a server; `style` is the address of a style sheet.

    Without one, the styles are embedded in the document.
    """
    heading = _heading(order, voice)
    sheets = list(_SHEETS[order.sheet](order, voice))
    foot = _foot(order, link, voice)
    if style:
        icon = f"{style.rpartition('/')[0]}/../icon.svg"
        look = f'<link rel="icon" href="{escape(icon)}">\n<link rel="stylesheet" href="{escape(style)}">'
    else:
        css = files("outnumber").joinpath("server/static/styles/worksheet.css").read_text(encoding="utf-8")
        policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        look = f"{policy}\n<style>\n{css}</style>"
    parts = [
        f'<!doctype html>\n<html lang="{voice.language}">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(heading)} · Outnumber</title>",
        f'{look}\n</head>\n<body class="{order.paper} {order.sheet} {order.text}">',
    ]
    for number, lines in enumerate(sheets, start=1):
        parts += [
            '<section class="page">',
            *lines,
            f"<footer>{foot}<span>{number}/{len(sheets)}</span></footer>",
        ]
        parts.append("</section>")
    return "\n".join([*parts, "</body>\n</html>\n"])


def _heading(order: WorksheetOrder, voice: Voice) -> str:
    what = {
        "puzzles": voice.say("Worksheet"),
        "cards": voice.say("Number cards"),
        "board": voice.say("A board for paper"),
        "guide": voice.say("For teachers"),
    }
    return f"{title(order.game, voice)}: {what[order.sheet]}"


def _foot(order: WorksheetOrder, link: str, voice: Voice) -> str:
    spoken = "" if voice.language == ENGLISH.language else f" --language {voice.language}"
    seed = voice.say("Seed {seed}", seed=order.seed) if order.sheet == "puzzles" else "Outnumber"
    again = (
        f'<a href="{escape(link)}">{escape(link)}</a>'
        if link
        else f"<code>{escape(order.command + spoken)}</code>"
    )
    return f"<span>{seed} · {again}</span>"


# Puzzles


def _puzzles(order: WorksheetOrder, voice: Voice) -> Iterator[list[str]]:
    found = order.puzzles()
    most = per_page(found, order.text)
    for first in range(0, len(found), most):
        items = [
            line
            for number, puzzle in enumerate(found[first : first + most], start=first + 1)
            for line in _item(number, puzzle, voice)
        ]
        # Text that differs between boards stands below each of them.
        rule = [in_short(found[0].rules, voice)]
        if any("<s>" in line for line in items):
            rule.append(voice.say("Numbers that are crossed out have been played."))
        head = [_head(_heading(order, voice), voice), f'<p class="rule">{escape(" ".join(rule))}</p>']
        yield [*head, '<div class="items">', *items, "</div>"]
    yield from _answers(order, found, voice)


def _head(heading: str, voice: Voice) -> str:
    name, date = voice.say("Name:"), voice.say("Date:")
    return (
        f'<header><h1>{escape(heading)}</h1><p class="who"><span>{name}</span> <i></i> '
        f"<span>{date}</span> <i></i></p></header>"
    )


def _item(number: int, puzzle: Puzzle, voice: Voice) -> Iterator[str]:
    """One board with its question and space for the answer."""
    scene = puzzle.match.current.scene
    yield f"<article><h2><b>{number}</b> {escape(voice.tell(Remark(f'ask-{puzzle.kind}')))}</h2>"
    for row in scene.rows:
        yield _row(row, voice)
    yield _numbers(scene.numbers, scene.unused.mask | scene.legal.mask)
    turn = voice.say("Player {seat} is to move: {demand}.", seat=puzzle.position.turn, demand=scene.demand)
    about = " · ".join(filter(None, [chosen(puzzle.rules, voice), turn]))
    yield f'<p class="turn">{escape(about)}</p>'
    yield f'<p class="line"><span>{voice.say("Answer:")}</span><i></i></p>'
    yield f'<p class="line"><span>{voice.say("Because:")}</span><i></i></p>'
    yield '<p class="line free"><i></i></p></article>'


def _row(row: Row, voice: Voice) -> str:
    parts = []
    for place, number in enumerate(row.numbers):
        if place and place <= len(row.joins):
            join = voice.tell(row.joins[place - 1].phrase)
            parts.append(f'<span class="join">{escape(join)}</span>')
        parts.append(f"<b>{number}</b>")
    told = " ".join(parts)
    if row.total is not None and len(row.numbers) != 1:
        told = f"{told} = <b>{row.total}</b>" if told else "<b>0</b>"
    return f'<p class="row"><span class="label">{escape(row.called(voice))}:</span> {told or "–"}</p>'


def _numbers(numbers: Sequence[int], left: int) -> str:
    cells = (f"<li>{n}</li>" if left >> n & 1 else f'<li class="used"><s>{n}</s></li>' for n in numbers)
    return f'<ol class="numbers">{"".join(cells)}</ol>'


def _answers(order: WorksheetOrder, found: list[Puzzle], voice: Voice) -> Iterator[list[str]]:
    """The answers with reasons, on separate pages that the class does not get."""
    heading = f"{title(order.game, voice)}: {voice.say('Answers')}"
    for first in range(0, len(found), ANSWERS):
        lines = [f"<header><h1>{escape(heading)}</h1></header>", '<ol class="answers">']
        for number, puzzle in enumerate(found[first : first + ANSWERS], start=first + 1):
            told, why = puzzles.told(puzzle, voice), puzzles.reason(puzzle, voice)
            lines.append(f"<li><b><i>{number}</i> {escape(told)}</b> {escape(why)}</li>")
        yield [*lines, "</ol>"]


# Cards and boards


def _cards(order: WorksheetOrder, voice: Voice) -> Iterator[list[str]]:
    numbers = order.rules.start().scene().numbers
    what = voice.say("Print on thick paper, and cut along the lines.")
    for first in range(0, len(numbers), CARDS):
        cards = "".join(f"<li>{_upright(number)}</li>" for number in numbers[first : first + CARDS])
        yield [f'<p class="note">{escape(what)}</p>', f'<ol class="cards">{cards}</ol>']


def _upright(number: int) -> str:
    """A number, underlined if it reads as another number upside down."""
    digits = set(str(number))
    turned = str(number)[::-1].translate(str.maketrans("69", "96"))
    return f"<u>{number}</u>" if digits <= _TURNED and turned != str(number) else str(number)


def _board(order: WorksheetOrder, voice: Voice) -> Iterator[list[str]]:
    rules = order.rules
    scene = rules.start().scene()
    games = 2 if len(scene.numbers) <= HALF else 1
    lines = []
    for game in range(games):
        lines += ['<div class="game">', f"<h1>{escape(title(rules, voice))}</h1>"]
        if game == 0:
            lines.append(f'<p class="rule">{escape(in_short(rules, voice, start=True))}</p>')
        lines.append(f'<p class="options">{escape(chosen(rules, voice))}</p>')
        names = (voice.say("Player {seat}", seat=seat) for seat in (1, 2))
        lines.append(
            '<p class="who">' + " ".join(f"<span>{escape(name)}:</span> <i></i>" for name in names) + "</p>"
        )
        target = any(row.total is not None for row in scene.rows)
        what = (
            voice.say("Write your total after each move.")
            if target
            else voice.say("Cross out each number that is played.")
        )
        lines.append(f'<p class="note">{escape(what)}</p>')
        lines.append(_numbers(scene.numbers, scene.numbers.mask))
        for row in scene.rows:
            lines += _empty(row, len(scene.numbers), voice)
        lines.append("</div>")
    yield lines


def _empty(row: Row, size: int, voice: Voice) -> Iterable[str]:
    """An empty row to write in."""
    # Tokens can be used repeatedly; a shared row is longer than one for each player.
    boxes = BOXES if row.total is not None else min(size, BOXES if row.seat else 2 * BOXES)
    yield f'<p class="label">{escape(row.called(voice))}</p>'
    cells = ("<li></li>" if row.total is None else "<li><i></i><i></i></li>") * boxes
    yield f'<ol class="boxes">{cells}</ol>'


# Guides


def _guide(order: WorksheetOrder, voice: Voice) -> Iterator[list[str]]:
    lines = [f"<header><h1>{escape(_heading(order, voice))}</h1></header>"]
    for section in guides.guide(order.game, voice):
        lines.append(f"<h2>{escape(section.heading)}</h2>")
        if section.listed:
            lines += ["<ul>", *(f"<li>{escape(line)}</li>" for line in section.lines), "</ul>"]
        else:
            lines += [f"<p>{escape(line)}</p>" for line in section.lines]
    yield lines


_SHEETS = {"puzzles": _puzzles, "cards": _cards, "board": _board, "guide": _guide}
