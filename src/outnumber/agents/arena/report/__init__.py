"""The report of an arena as plain text and Markdown; `page.py` writes HTML, `data.py` JSON and CSV."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from outnumber.games import ENGLISH, Voice

from . import costs, sections
from .figures import Document, Figures, ReportTable, cut, shown

WIDTH = 100


def report(directory: Path, voice: Voice = ENGLISH) -> Figures:
    """Report on the finished games in a directory; raise `StoreError` for invalid files."""
    found = Figures(directory, voice)
    size, players = found.plan.size, sections.player_count(found)
    if found.games == size:
        found.heading = voice.say("Arena: {players}, {games:game}", players=players, games=size)
    else:
        found.heading = voice.counted(
            "Arena: {players}, {done} of {n} game",
            "Arena: {players}, {done} of {n} games",
            size,
            players=players,
            done=voice.number(found.games),
        )
    told = [sections.played(found)]
    if found.played:
        told += [
            sections.wins(found),
            sections.ratings(found),
            sections.head_to_head(found),
            sections.starts(found),
            sections.regret(found),
            sections.differences(found),
            *sections.blunders(found),
            sections.faults(found),
        ]
    if found.refused:
        told.append(costs.refusals(found))
    if found.results or found.wasted:
        told += [
            *costs.attempts(found),
            costs.costs(found),
            costs.provenance(found),
            *sections.full_names(found),
        ]
    found.sections = told
    return found


def terminal(found: Document) -> list[str]:
    """The report as plain lines of at most 100 characters."""
    lines = [found.heading]
    for section in found.sections:
        lines += ["", section.title, "=" * len(section.title)]
        for paragraph in section.text:
            lines += textwrap.wrap(paragraph, WIDTH)
        for table in section.tables:
            if len(section.tables) > 1:
                lines += ["", table.caption, "-" * len(table.caption)]
            lines += _drawn([table.columns, *_texts(table, found.voice)])
    return lines


def _drawn(cells: Sequence[Sequence[str]]) -> Iterator[str]:
    """Draw a table; columns that do not fit continue below, with the row names repeated."""
    # Row names can be long; leave room for at least one figure.
    widths = [min(max(map(len, column)), WIDTH - 30) for column in zip(*cells, strict=True)]
    first = 1
    while first < len(widths):
        last = first + 1
        while (
            last < len(widths) and sum(widths[first : last + 1]) + 2 * (last + 1 - first) <= WIDTH - widths[0]
        ):
            last += 1
        yield ""
        for number, row in enumerate(cells):
            parts = [f"{cut(row[0], widths[0]):<{widths[0]}}"]
            parts += [f"{cut(row[place], widths[place]):>{widths[place]}}" for place in range(first, last)]
            yield "  ".join(parts).rstrip()[:WIDTH]
            if number == 0:
                yield "  ".join("-" * widths[place] for place in (0, *range(first, last)))[:WIDTH]
        first = last


def _texts(table: ReportTable, voice: Voice) -> Iterator[list[str]]:
    return ([shown(cell, voice) for cell in row] for row in table.rows)


def markdown(found: Document) -> str:
    """The report as Markdown, with player names escaped."""
    lines = [f"# {found.heading}"]
    for section in found.sections:
        lines += ["", f"## {section.title}", ""]
        lines += ["\n\n".join(map(_literal, section.text))]
        for table in section.tables:
            lines += ["", f"**{table.caption}**", "", _row(table.columns)]
            lines.append("|" + "|".join([":--", *["--:"] * (len(table.columns) - 1)]) + "|")
            lines += map(_row, _texts(table, found.voice))
    return "\n".join(lines) + "\n"


def latex(found: Document) -> str:
    """The tables of the report for LaTeX with the package booktabs."""
    lines = [f"% {found.heading}"]
    for table in (table for section in found.sections for table in section.tables):
        rows = [" & ".join(map(_tex, row)) + r" \\" for row in (table.columns, *_texts(table, found.voice))]
        columns = "l" + "r" * (len(table.columns) - 1)
        lines += ["", r"\begin{table}", r"\centering", rf"\caption{{{_tex(table.caption)}}}"]
        lines += [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", rows[0], r"\midrule", *rows[1:]]
        lines += [r"\bottomrule", r"\end{tabular}", r"\end{table}"]
    return "\n".join(lines) + "\n"


_TEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "≥": r"\ensuremath{\geq}{}",
        "–": "--",
        **{mark: f"\\{mark}" for mark in "&%$#_{}"},
    }
)


def _tex(text: str) -> str:
    """Escape text for LaTeX.

    >>> _tex("a_b & 5% of ~/x"), _tex("-5 (-9 to 1)")
    ('a\\\\_b \\\\& 5\\\\% of \\\\textasciitilde{}/x', '$-$5 ($-$9 to 1)')
    """
    return re.sub(r"(?<![\w-])-(?=\d)", "$-$", text.translate(_TEX))


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_literal, cells))} |"


def _literal(text: str) -> str:
    """Escape text for Markdown and HTML.

    >>> _literal("cmd:<b>*x*</b>|y")
    'cmd:&lt;b&gt;&#42;x&#42;&lt;/b&gt;&#124;y'
    """
    safe = escape(text, quote=False).replace("://", "&#58;//")
    return safe.translate({ord(mark): f"&#{ord(mark)};" for mark in "\\`*_[]|~$@!"})
