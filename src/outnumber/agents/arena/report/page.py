"""The report of an arena as one page that needs nothing else: no script, font or picture from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from outnumber.agents.arena.names import clean
from outnumber.agents.arena.report import ArenaReport, heading
from outnumber.agents.arena.report.plots import drawn
from outnumber.agents.arena.report.sections import rating_told
from outnumber.agents.arena.report.tables import Cell, ReportSection, ReportTable, shown
from outnumber.games.sentences import Voice
from outnumber.study.statistics.intervals import Share

# Nothing may be loaded, whatever a player is called.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(found: ArenaReport) -> str:
    """The whole page, with the style of the pages of the server."""
    say, package = found.voice.say, files("outnumber")
    mark = (package / "server/templates/mark.svg").read_text(encoding="utf-8").strip()
    sheets = ("server/static/styles/base.css", "agents/arena/report/page.css")
    style = "".join((package / path).read_text(encoding="utf-8") for path in sheets)
    parts = [
        f'<!doctype html>\n<html lang="{found.voice.language}">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{escape(heading(found))} · Outnumber</title>",
        f"<style>\n{style}</style>\n</head>\n<body>",
        f'<a class="skip" href="#main">{escape(say("Skip to the content"))}</a>',
        f'<header class="top"><span class="brand">{mark}<span>Outnumber</span></span></header>',
        '<main id="main" tabindex="-1">',
        f"<h1>{escape(heading(found))}</h1>",
        *_summary(found),
        *_contents(found),
    ]
    for number, section in enumerate(found.sections, start=1):
        if number == 1:
            section = section._replace(text=section.text[1:])  # said already
        parts += _section(found, section, number)
    made = say("Made by outnumber arena, version {version}.", version=clean(found.version))
    parts.append("</main>")
    parts.append(f'<footer class="bottom"><p>{escape(made)}</p></footer>')
    parts.append("</body>\n</html>")
    return "\n".join(parts) + "\n"


def _summary(found: ArenaReport) -> Iterator[str]:
    """How far it is, as a bar, and who is ahead."""
    voice, done, size = found.voice, found.games, max(found.plan.size, 1)
    say = voice.say
    are_in = say("{done:,} of {size:,} games are in", done=done, size=found.plan.size)
    yield '<div class="panel lead">'
    yield (
        f'<p class="gauge" role="img" aria-label="{escape(are_in)}">'
        f'<span style="width: {100 * min(1.0, done / size):.1f}%"></span></p>'
    )
    yield f"<p>{escape(found.sections[0].text[0])}</p>"
    if found.standings:
        best = found.standings[0]
        yield '<dl class="figures">'
        figures = [(say("Most games won"), found.labels[best.player], shown(best.won, voice))]
        if found.ratings:
            player, rating = max(found.ratings.items(), key=lambda item: item[1].mu)
            figures.append((say("Highest rating"), found.labels[player], rating_told(rating, voice)))
        tried = [each for each in found.standings if each.chances.held]
        if tried:
            least = min(tried, key=lambda each: each.blunders / each.chances.held)
            figures.append(
                (
                    say("Fewest blunders"),
                    found.labels[least.player],
                    say("{part:,} of {whole:,}", part=least.blunders, whole=least.chances.held),
                )
            )
        lost = sum(sum(each.faults.values()) for each in found.standings)
        figures.append((say("Games ended by a fault"), voice.number(lost), say("counted as lost")))
        for name, value, detail in figures:
            yield f"<div><dt>{escape(name)}</dt><dd><b>{escape(value)}</b> {escape(detail)}</dd></div>"
        yield "</dl>"
    yield "</div>"


def _contents(found: ArenaReport) -> Iterator[str]:
    yield f'<nav class="contents" aria-label="{escape(found.voice.say("Sections"))}"><ul>'
    for number, section in enumerate(found.sections, start=1):
        yield f'<li><a href="#s{number}">{escape(section.title)}</a></li>'
    yield "</ul></nav>"


def _section(found: ArenaReport, section: ReportSection, number: int) -> Iterator[str]:
    yield f'<section class="panel" id="s{number}" aria-labelledby="h{number}">'
    yield f'<h2 id="h{number}">{escape(section.title)}</h2>'
    yield from (f"<p>{escape(paragraph)}</p>" for paragraph in section.text)
    pictures, caption = drawn(found, section.plot)
    tables = [list(_table(table, found.voice)) for table in section.tables]
    if len(pictures) == 1 and tables:
        # Plot and table side by side where there is room.
        yield '<div class="beside">'
        yield from _figure(pictures, caption)
        yield from tables.pop(0)
        yield "</div>"
    elif pictures:
        yield from _figure(pictures, caption)
    for lines in tables:
        yield from lines
    yield "</section>"


def _figure(pictures: Sequence[str], caption: str) -> Iterator[str]:
    yield f'<figure class="chart{" panels" if len(pictures) > 1 else ""}">'
    yield from (f"<div>{picture}</div>" for picture in pictures)
    yield f"<figcaption>{escape(caption)}</figcaption></figure>"


def _table(table: ReportTable, voice: Voice) -> Iterator[str]:
    # What is too wide scrolls by itself, with the keyboard too.
    yield f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(table.caption)}">'
    yield f"<table><caption>{escape(table.caption)}</caption>"
    yield (
        "<thead><tr>"
        + "".join(f'<th scope="col">{escape(name)}</th>' for name in table.columns)
        + "</tr></thead>"
    )
    yield "<tbody>"
    for first, *rest in table.rows:
        cells = "".join(f"<td>{_cell(cell, voice)}</td>" for cell in rest)
        yield f'<tr><th scope="row">{escape(shown(first, voice))}</th>{cells}</tr>'
    yield "</tbody></table></div>"


def _cell(cell: Cell, voice: Voice) -> str:
    """A share as its rate, with the interval small beside it and the counts for whoever points at it."""
    if isinstance(cell, Share) and cell.of:
        rate, _, interval = shown(cell, voice).rpartition(" ")
        counts = voice.say("{part:,} of {whole:,}", part=cell.hits, whole=cell.of)
        return f'<span title="{escape(counts)}">{rate} <small>{escape(interval)}</small></span>'
    return escape(shown(cell, voice))
