"""The plots of a report, as inline SVG in the colours of the page, light or dark.

Colour is never the only sign: seats differ by shape, cells show their figures, and each plot has a
description. All figures are in the tables too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, floor
from typing import NamedTuple

from outnumber.agents.arena.measures import PHASES, RARITY_NAMES, ChanceTally, by_luck, chances
from outnumber.agents.arena.report import ArenaReport
from outnumber.agents.arena.report.tables import NOTHING, shown
from outnumber.games.sentences import Text, Voice, mark
from outnumber.study.pictures.svg import BLUE, FAINT, INK, PAPER, SOFT, VERMILLION, Picture
from outnumber.study.statistics.intervals import Share

# Narrow enough for a phone.
WIDTH = 400
EDGE = 6
ROOM = WIDTH - 2 * EDGE
# A small bar chart: its width, the height of 100 %, and the left and bottom edges of the bars.
PANEL = 220
HIGH, LEFT, BASE = 84.0, 40.0, 112.0
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


def _percent(rate: float, voice: Voice) -> str:
    return voice.say("{percent}%", percent=int(100 * rate))


def dots(
    plot: Plot,
    rows: Sequence[DotRow],
    scale: Mapping[float, str],
    axis: float,
    row: float,
    label: tuple[float, float],
    along: Callable[[float], float] = _across,
) -> Plot:
    """Draw rows of the given height, with labels at the given offset, and a scale below them.

    Each figure is a dot on its interval: round, or square if it is the second in its row.
    """
    plot.height = row * len(rows) + 24
    for value, text in scale.items():
        x = along(value)
        anchor = {_across(0): "start", _across(1): "end"}.get(x, "middle")
        plot.rule("axis" if value == axis else "grid", x, 0, x, plot.height - 20)
        plot.words(x, plot.height - 5, text, f"tick {anchor}")
    for place, (who, dots) in enumerate(rows):
        plot.words(label[0], row * place + label[1], who)
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


def _rates(plot: Plot, rows: Sequence[DotRow], axis: float, row: float, label: float) -> Plot:
    """Draw rates on a scale from 0 to 100 %."""
    scale = {rate: _percent(rate, plot.voice) for rate in (0, 0.25, 0.5, 0.75, 1)}
    return dots(plot, rows, scale, axis, row, (EDGE + 4, label))


def wins(found: ArenaReport) -> Iterator[Plot]:
    """Plot the win rate of each player by seat, with its interval."""
    voice, say = found.voice, found.voice.say
    rows, told = [], []
    for each in found.standings:
        who, dots, rates = found.labels[each.player], [], []
        for seat, share in enumerate(each.by_seat, start=1):
            rates.append(say("as Player {seat} {rate}", seat=seat, rate=shown(share.rate, voice)))
            score = {"seat": seat, "hits": share.hits, "of": share.of}
            tip = say("{who} as Player {seat}: won {hits} of {of}", who=who, **score)
            dots.append(_rate(share, tip))
        rows.append((who, dots))
        told.append(f"{who}: {', '.join(rates)}")
    plot = Plot("wins", say("Win rate by seat, with 95 % intervals"), f"{'; '.join(told)}.", voice)
    yield _rates(plot, rows, 0.5, 50, 15)


def ratings(found: ArenaReport) -> Iterator[Plot]:
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
    yield dots(plot, rows, scale, 25, 40, (EDGE + 10, 16), along)


def blunder_rates(found: ArenaReport) -> Iterator[Plot]:
    """Plot the blunder rate of each player with its interval, and the blunder rate of random play."""
    voice, rows, told = found.voice, [], []
    for each in found.standings:
        who, share, luck = found.labels[each.player], each.chances.thrown, by_luck(each.chances)
        told.append(f"{who}: {shown(share.rate, voice)}")
        rows.append((who, [_rate(share, _thrown(who, share, luck, voice), luck)]))
    title = voice.say("Chances thrown away, with 95 % intervals")
    plot = Plot("blunders", title, f"{'; '.join(told)}.", voice)
    yield _rates(plot, rows, 0, 40, 16)


def _thrown(who: str, share: Share, luck: float | None, voice: Voice) -> str:
    return voice.say(
        "{who}: {hits} of {of} chances thrown away, {luck} by luck",
        who=who,
        hits=share.hits,
        of=share.of,
        luck=shown(luck, voice),
    )


def blunders_picture(found: ArenaReport) -> str:
    """The plot of blunder rates as a separate file."""
    (plot,) = blunder_rates(found)
    return plot.alone(found.voice.say("Chances thrown away. Lines: 95 % intervals. Dashed: by luck."))


def pairs(found: ArenaReport) -> Iterator[Plot]:
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


def rarity(found: ArenaReport) -> Iterator[Plot]:
    """Plot blunder rates by rarity of the winning moves, one small chart per player."""
    named = ("≥ 1/2", "≥ 1/4", "≥ 1/8", "≥ 1/16", mark("rarer"))
    return _panels(found, "rarity", dict(zip(RARITY_NAMES, named, strict=True)))


def phase(found: ArenaReport) -> Iterator[Plot]:
    """Plot blunder rates by phase, one small chart per player."""
    return _panels(found, "phase", {**{name: name for name in PHASES}, PHASES[1]: mark("middle")})


def _panels(found: ArenaReport, name: str, named: Mapping[str, str]) -> Iterator[Plot]:
    """Draw a bar chart for each player, with intervals, and dashed lines for random play."""
    groups, voice = found.groups[name], found.voice
    held = [group for group in named if groups.get(group)]
    step = (PANEL - LEFT) / max(1, len(held))
    for number, player in enumerate(found.players, start=1):
        who = found.labels[player]
        bars = [(group, voice.word(group), groups[group].get(player, chances(()))) for group in held]
        told = ", ".join(f"{words} {shown(tally.thrown.rate, voice)}" for _, words, tally in bars)
        title = voice.say("Blunder rate of {who}, with 95 % intervals", who=who)
        plot = Plot(f"{name}-{number}", title, f"{told}.", voice, PANEL)
        plot.words(0, 14, who)
        for rate in (0, 0.5, 1):
            y = BASE - HIGH * rate
            plot.rule("grid" if rate else "axis", LEFT, y, PANEL, y)
            plot.words(LEFT - 5, y + 4, _percent(rate, voice), "tick end")
        for place, (group, words, tally) in enumerate(bars):
            middle = LEFT + step * (place + 0.5)
            plot.words(middle, BASE + 15, voice.word(named[group]), "tick middle")
            _bar(plot, tally, middle, min(28.0, step * 0.62), f"{who}, {words}")
        plot.height = BASE + 20
        yield plot


def _bar(plot: Plot, tally: ChanceTally, middle: float, wide: float, tip: str) -> None:
    share, luck = tally.thrown, by_luck(tally)
    if share.rate is None or share.interval is None or luck is None:
        plot.words(middle, BASE - 4, NOTHING, "tick middle")
        return
    with plot.group(_thrown(tip, share, luck, plot.voice)):
        tall = HIGH * share.rate
        plot.mark("rect", "bar", x=middle - wide / 2, y=BASE - tall, width=wide, height=tall)
        low, up = (BASE - HIGH * end for end in share.interval)
        plot.rule("whisker", middle, low, middle, up)
        y = BASE - HIGH * luck
        plot.rule("luck", middle - wide * 0.7, y, middle + wide * 0.7, y)


Drawing = Callable[[ArenaReport], Iterator[Plot]]
_BARS: Text = "Bars: chances thrown away, with 95 % intervals. Dashed: the same for random legal moves."
# The plots with their captions.
PLOTS: Mapping[str, tuple[Drawing, Text]] = {
    "wins": (wins, "Round: as Player 1, who moves first. Square: as Player 2. Lines: 95 % intervals."),
    "ratings": (ratings, "Lines: two standard deviations on either side."),
    "blunders": (
        blunder_rates,
        "Chances thrown away. Lines: 95 % intervals. Dashed: the same for random legal moves.",
    ),
    "pairs": (pairs, "Games won by the row against the column, in per cent."),
    "rarity": (rarity, _BARS),
    "phase": (phase, _BARS),
}


def drawn(found: ArenaReport, name: str) -> tuple[Sequence[Plot], str]:
    """The plots of a section and their caption; empty if there is nothing to plot."""
    if name not in PLOTS:
        return (), ""
    draw, caption = PLOTS[name]
    return list(draw(found)), found.voice.word(caption)
