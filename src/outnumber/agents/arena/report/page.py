"""The report of an arena as a self-contained HTML page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from outnumber.agents.arena.names import printable
from outnumber.agents.arena.report import ArenaReport
from outnumber.agents.arena.report.plots import Plot, drawn
from outnumber.agents.arena.report.tables import Cell, Document, shown
from outnumber.games.sentences import Voice
from outnumber.study.statistics.intervals import Share


def page(found: ArenaReport) -> str:
    """The page of an arena."""
    say = found.voice.say
    gauge = say("{done:,} of {size:,} games are finished", done=found.games, size=found.plan.size)
    return rendered(
        found,
        lambda plot: drawn(found, plot),
        figures=list(_figures(found)),
        gauge=(gauge, f"{100 * min(1.0, found.games / max(found.plan.size, 1)):.1f}"),
        made=say("Made by outnumber arena, version {version}.", version=printable(found.version)),
    )


def rendered(
    found: Document,
    draw: Callable[[str], tuple[Sequence[Plot], str]],
    *,
    figures: Sequence[tuple[str, str, str]],
    made: str,
    gauge: tuple[str, str] | None = None,
) -> str:
    """A report as a page in the style of the server's pages; `draw` returns plots and their caption."""
    voice = found.voice
    environment = Environment(
        loader=PackageLoader(__name__.rpartition(".")[0]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.globals["_"] = voice.word
    environment.filters["shown"] = lambda cell: shown(cell, voice)
    environment.filters["cell"] = lambda cell: _cell(cell, voice)
    sections = []
    for section in found.sections:
        plots, caption = draw(section.plot)
        sections.append({**section._asdict(), "plots": plots, "caption": caption})
    # The first sentence goes above all sections.
    lead, *sections[0]["text"] = sections[0]["text"]
    return environment.get_template("report.html").render(
        language=voice.language,
        heading=found.heading,
        mark=_resource("server/templates/mark.svg").strip(),
        style=_resource("server/static/styles/base.css") + _resource("agents/arena/report/page.css"),
        gauge=gauge,
        lead=lead,
        figures=figures,
        sections=sections,
        made=made,
    )


def _resource(path: str) -> Markup:
    return Markup((files("outnumber") / path).read_text(encoding="utf-8"))  # noqa: S704  # our own file


def _figures(found: ArenaReport) -> Iterator[tuple[str, str, str]]:
    """Yield the headline figures: what, which player, and the value."""
    voice, say = found.voice, found.voice.say
    if not found.standings:
        return
    best = found.standings[0]
    yield say("Most games won"), found.labels[best.player], shown(best.won, voice)
    player, rating = max(found.ratings.items(), key=lambda item: item[1].mu)
    yield say("Highest rating"), found.labels[player], shown(rating, voice)
    if tried := [each for each in found.standings if each.chances.held]:
        least = min(tried, key=lambda each: each.blunders / each.chances.held)
        part = say("{part:,} of {whole:,}", part=least.blunders, whole=least.chances.held)
        yield say("Fewest blunders"), found.labels[least.player], part
    lost = sum(sum(each.faults.values()) for each in found.standings)
    yield say("Games ended by a fault"), voice.number(lost), say("counted as lost")


def _cell(cell: Cell, voice: Voice) -> str:
    """Format a table cell; a share has its interval in small type and its counts as a tooltip."""
    if isinstance(cell, Share) and cell.of:
        rate, _, interval = shown(cell, voice).rpartition(" ")
        counts = voice.say("{part:,} of {whole:,}", part=cell.hits, whole=cell.of)
        return Markup('<span title="{}">{} <small>{}</small></span>').format(counts, rate, interval)
    return shown(cell, voice)
