"""The report of an arena as a self-contained HTML page, with plots as inline SVG, light or dark.

Colour is never the only sign: seats differ by shape, cells show their figures, and each plot has a
description. All figures are in the tables too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.resources import files
from math import ceil, floor
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from outnumber.agents.arena.measures import PHASES, RARITY_NAMES, ChanceTally, by_luck, chances
from outnumber.games import Text, Voice
from outnumber.study.pictures.svg import BLUE, FAINT, INK, PAPER, SOFT, VERMILLION, Picture
from outnumber.study.statistics.intervals import Share

from .figures import Cell, Document, Figures, printable, shown

# Narrow enough for a phone.
WIDTH = 400
EDGE = 6
ROOM = WIDTH - 2 * EDGE
# The style of a plot in a separate file.
STYLE = (
    f"text{{fill:{INK};font-size:13px}} .label{{font-weight:600}} .tick{{fill:{SOFT};font-size:11px}} "
    ".middle{text-anchor:middle} .end{text-anchor:end} "
    f".grid{{stroke:{FAINT}}} .axis{{stroke:{INK};stroke-width:1.5}} "
    f".whisker{{stroke:{BLUE};stroke-width:3}} circle{{fill:{BLUE};stroke:{PAPER};stroke-width:1.5}} "
    f".luck{{stroke:{VERMILLION};stroke-width:2;stroke-dasharray:4 2}}"
)


class Plot(Picture):
    """A picture whose elements have classes, so that the page sets their colours."""

    def __init__(self, name: str, title: str, description: str, voice: Voice, width: float = WIDTH) -> None:
        super().__init__(width, title, description, voice)
        self.name = name

    def mark(self, tag: str, kind: str, words: str | None = None, /, **attributes: object) -> None:
        """Add an element with a class."""
        self.add(tag, words, **{"class": kind}, **attributes)

    def rule(self, kind: str, x1: float, y1: float, x2: float, y2: float) -> None:
        self.mark("line", kind, x1=x1, y1=y1, x2=x2, y2=y2)

    def words(self, x: float, y: float, text: str, kind: str = "label") -> None:
        self.mark("text", kind, text, x=x, y=y)

    @property
    def body(self) -> str:
        """The elements without the `svg` tag, which the page adds."""
        return "\n".join(self._parts)

    def alone(self, caption: str) -> str:
        """The plot as a separate file, with style and caption."""
        self.words(EDGE, self.height + 12, caption, "tick")
        self.height += 20
        self._definitions["style"] = f"<style>{STYLE}</style>"
        return self.svg()


class Dot(NamedTuple):
    """A figure with its interval; `luck` is the figure of random play."""

    low: float
    middle: float
    high: float
    tip: str
    luck: float | None = None


# A label, and one dot, or one for each seat.
DotRow = tuple[str, Sequence[Dot | None]]


def _rate(share: Share, tip: str, luck: float | None = None) -> Dot | None:
    """A rate as a dot; None without data."""
    if share.rate is None or share.interval is None:
        return None
    low, high = share.interval
    return Dot(low, share.rate, high, tip, luck)


def _across(rate: float) -> float:
    """The x coordinate of a rate from 0 to 100 %."""
    return EDGE + ROOM * rate


def dots(
    plot: Plot,
    rows: Sequence[DotRow],
    axis: float,
    scale: Mapping[float, str] | None = None,
    along: Callable[[float], float] = _across,
) -> Plot:
    """Draw rows of dots with their labels, and a scale below them; by default from 0 to 100 %.

    Each figure is a dot on its interval: round, or square if it is the second in its row.
    """
    # A line for the label, and one for each dot.
    row = 30 + 10 * max((len(dots) for _, dots in rows), default=0)
    plot.height = row * len(rows) + 24
    for value, text in (
        scale or {part / 4: plot.say("{percent}%", percent=25 * part) for part in range(5)}
    ).items():
        x = along(value)
        anchor = {_across(0): "start", _across(1): "end"}.get(x, "middle")
        plot.rule("axis" if value == axis else "grid", x, 0, x, plot.height - 20)
        plot.words(x, plot.height - 5, text, f"tick {anchor}")
    for place, (who, dots) in enumerate(rows):
        plot.words(EDGE + 4, row * place + 16, who)
        for number, dot in enumerate(dots):
            if dot is None:
                continue
            y = row * (place + 1) - 12 * (len(dots) - number)
            kind = ("one", "two")[number]
            low, middle, high = map(along, dot[:3])
            with plot.group(dot.tip):
                if dot.luck is not None:
                    luck = along(dot.luck)
                    plot.rule("luck", luck, y - 10, luck, y + 10)
                plot.rule(f"whisker {kind}", low, y, high, y)
                if number:
                    plot.mark("rect", kind, x=middle - 5, y=y - 5, width=10, height=10)
                else:
                    plot.mark("circle", kind, cx=middle, cy=y, r=5.5)
    return plot


def wins(found: Figures) -> Iterator[Plot]:
    """Plot the win rate of each player by seat, with its interval."""
    voice, say = found.voice, found.voice.say
    rows, told = [], []
    for each in found.standings:
        who, seats, rates = found.labels[each.player], [], []
        for seat, share in enumerate(each.by_seat, start=1):
            rates.append(say("as Player {seat} {rate}", seat=seat, rate=shown(share.rate, voice)))
            score = {"seat": seat, "hits": share.hits, "of": share.of}
            tip = say("{who} as Player {seat}: won {hits} of {of}", who=who, **score)
            seats.append(_rate(share, tip))
        rows.append((who, seats))
        told.append(f"{who}: {', '.join(rates)}")
    plot = Plot("wins", say("Win rate by seat, with 95 % intervals"), f"{'; '.join(told)}.", voice)
    yield dots(plot, rows, 0.5)


def ratings(found: Figures) -> Iterator[Plot]:
    """Plot the ratings with two standard deviations on either side."""
    held, voice = found.ratings, found.voice
    if not held:
        return
    told = {player: f"{found.labels[player]}: {shown(rating, voice)}" for player, rating in held.items()}
    title = voice.say("Ratings, with two standard deviations on either side")
    plot = Plot("ratings", title, f"{'; '.join(told.values())}.", voice)
    least = min(rating.mu - 2 * rating.sigma for rating in held.values())
    most = max(rating.mu + 2 * rating.sigma for rating in held.values())
    step = next(step for step in (1, 2, 5, 10, 20, 50) if (most - least) / step <= 7)
    first, last = floor(least / step) * step, ceil(most / step) * step

    def along(value: float) -> float:
        return EDGE + 6 + (ROOM - 12) * (value - first) / (last - first)

    scale: dict[float, str] = {value: str(value) for value in range(first, last + 1, step)}
    rows = [
        (found.labels[player], [Dot(mu - 2 * sigma, mu, mu + 2 * sigma, told[player])])
        for player, (mu, sigma) in held.items()
    ]
    yield dots(plot, rows, 25, scale, along)


def _thrown(name: str, title: str, tallies: Iterable[tuple[str, ChanceTally]], voice: Voice) -> Plot:
    """Plot blunder rates with their intervals, and the blunder rates of random play."""
    rows, told = [], []
    for who, tally in tallies:
        share, luck = tally.thrown, by_luck(tally)
        told.append(f"{who}: {shown(share.rate, voice)}")
        tip = voice.say(
            "{who}: {hits} of {of} chances thrown away, {luck} by luck",
            who=who, hits=share.hits, of=share.of, luck=shown(luck, voice),
        )  # fmt: skip
        rows.append((who, [_rate(share, tip, luck)]))
    return dots(Plot(name, title, f"{'; '.join(told)}.", voice), rows, 0)


def blunder_rates(found: Figures) -> Iterator[Plot]:
    """Plot the blunder rate of each player."""
    tallies = ((found.labels[each.player], each.chances) for each in found.standings)
    yield _thrown(
        "blunders", found.voice.say("Chances thrown away, with 95 % intervals"), tallies, found.voice
    )


def blunders_picture(found: Figures) -> str:
    """The plot of blunder rates as a separate file."""
    (plot,) = blunder_rates(found)
    return plot.alone(found.voice.say("Chances thrown away. Lines: 95 % intervals. Dashed: by luck."))


def pairs(found: Figures) -> Iterator[Plot]:
    """Plot the score of each pairing as a grid."""
    say, labels, players = found.voice.say, found.labels, found.players
    left = 30 + 8.4 * max(len(labels[player]) for player in players)
    cell = max(32.0, min(56.0, (WIDTH - left) / len(players)))
    title = say("Share of games won by the row against the column")
    plot = Plot("pairs", title, "", found.voice, max(WIDTH, left + cell * len(players)))
    told = []
    for place, player in enumerate(players):
        y, who = 24 + 34 * place, labels[player]
        plot.words(0, y + 21, f"{place + 1}. {who}")
        plot.words(left + cell * (place + 0.5), 15, f"{place + 1}.", "tick middle")
        for column, other in enumerate(players):
            box = {"x": left + cell * column + 1, "y": y, "width": cell - 2, "height": 32, "rx": 5}
            share = found.pairs.get((player, other))
            if share is None or share.rate is None:
                plot.mark("rect", "none", **box)
                continue
            if column > place:
                rate = shown(share.rate, found.voice)
                told.append(say("{one} against {two} {rate}", one=who, two=labels[other], rate=rate))
            score = {"hits": share.hits, "of": share.of, "other": labels[other]}
            with plot.group(say("{who} won {hits} of {of} against {other}", who=who, **score)):
                kind = "ahead" if share.rate > 0.5 else "behind"
                depth = f"{0.08 + 0.84 * abs(share.rate - 0.5):.2f}"
                plot.mark("rect", kind, **box, fill_opacity=depth)
                plot.words(left + cell * (column + 0.5), y + 21, f"{100 * share.rate:.0f}", "cell middle")
    plot.height = 24 + 34 * len(players)
    plot.description = f"{'; '.join(told)}."
    yield plot


def by_group(found: Figures, name: str) -> Iterator[Plot]:
    """Plot blunder rates by rarity of the winning moves or by phase, one plot per player."""
    groups, voice = found.groups[name], found.voice
    for number, player in enumerate(found.players, start=1):
        who = found.labels[player]
        tallies = (
            (f"{who}, {voice.word(group)}", groups[group].get(player, chances(())))
            for group in (*RARITY_NAMES, *PHASES)
            if groups.get(group)
        )
        title = voice.say("Blunder rate of {who}, with 95 % intervals", who=who)
        yield _thrown(f"{name}-{number}", title, tallies, voice)


Drawing = Callable[[Figures], Iterator[Plot]]
_THROWN: Text = "Chances thrown away. Lines: 95 % intervals. Dashed: the same for random legal moves."
# The plots with their captions.
PLOTS: Mapping[str, tuple[Drawing, Text]] = {
    "wins": (wins, "Round: as Player 1, who moves first. Square: as Player 2. Lines: 95 % intervals."),
    "ratings": (ratings, "Lines: two standard deviations on either side."),
    "blunders": (blunder_rates, _THROWN),
    "pairs": (pairs, "Games won by the row against the column, in per cent."),
    "rarity": (partial(by_group, name="rarity"), _THROWN),
    "phase": (partial(by_group, name="phase"), _THROWN),
}


def drawn(found: Figures, name: str) -> tuple[Sequence[Plot], str]:
    """The plots of a section and their caption; empty if there is nothing to plot."""
    if name not in PLOTS:
        return (), ""
    draw, caption = PLOTS[name]
    return list(draw(found)), found.voice.word(caption)


def page(found: Figures) -> str:
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


def _figures(found: Figures) -> Iterator[tuple[str, str, str]]:
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
