"""The plots of a report, as SVG that is part of a page: its colours are those of the page, light or dark.

Nothing is told by colour alone: seats differ by shape, cells have their figure, and each plot has a
description. All figures are in the tables too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from math import ceil, floor

from outnumber.agents.arena.measures import PHASES, RARITY_NAMES, ChanceTally, by_luck, chances
from outnumber.agents.arena.report import ArenaReport
from outnumber.agents.arena.report.sections import Groups, rating_told
from outnumber.agents.arena.report.tables import percent
from outnumber.games.sentences import Voice, mark
from outnumber.study.pictures.svg import BLUE, FAINT, INK, PAPER, SOFT, VERMILLION, Picture
from outnumber.study.statistics.intervals import Share

# Narrow enough to be read on a telephone.
WIDTH = 400
EDGE = 6
ROOM = WIDTH - 2 * EDGE
PANEL = 220
# The look of a plot that is on no page.
STYLE = (
    f"text{{fill:{INK};font-size:13px}} .label{{font-weight:600}} .tick{{fill:{SOFT};font-size:11px}} "
    ".middle{text-anchor:middle} .end{text-anchor:end} "
    f".grid{{stroke:{FAINT}}} .axis{{stroke:{INK};stroke-width:1.5}} "
    f".whisker{{stroke:{BLUE};stroke-width:3}} circle{{fill:{BLUE};stroke:{PAPER};stroke-width:1.5}} "
    f".luck{{stroke:{VERMILLION};stroke-width:2;stroke-dasharray:4 2}}"
)


class Plot(Picture):
    """A picture that takes its colours from the page around it, by the classes of its parts."""

    def __init__(self, name: str, title: str, description: str, voice: Voice, width: float = WIDTH) -> None:
        super().__init__(width, 0, title, description, voice)
        self._name = name

    def mark(self, tag: str, kind: str, words: str | None = None, /, **attributes: object) -> None:
        """An element of a class."""
        self.add(tag, words, **{"class": kind}, **attributes)

    def rule(self, kind: str, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.mark("line", kind, x1=start[0], y1=start[1], x2=end[0], y2=end[1])

    def share(self, x: float, y: float, value: int, kind: str) -> None:
        """A mark of an axis in per cent."""
        self.words(x, y, self.voice.say("{percent}%", percent=value), f"tick {kind}")

    def words(self, x: float, y: float, text: str, kind: str = "label") -> None:
        self.mark("text", kind, text, x=x, y=y)

    def alone(self, caption: str) -> str:
        """The picture as a file of its own, with colours of its own and the words that belong below it."""
        self.words(EDGE, self.height + 12, caption, "tick")
        self.height += 20
        self._definitions["style"] = f"<style>{STYLE}</style>"
        return self.svg()

    def inline(self) -> str:
        """The picture as a part of a page; it may grow to so much that its letters are still small."""
        title, text = f"{self._name}-title", f"{self._name}-text"
        return "\n".join(
            [
                f'<svg class="plot" viewBox="0 0 {self.width:g} {ceil(self.height)}" role="img" '
                f'aria-labelledby="{title} {text}" style="max-width: {self.width * 1.3 / 16:g}rem">',
                f'<title id="{title}">{escape(self._title)}</title>',
                f'<desc id="{text}">{escape(self._description)}</desc>',
                *self._parts,
                "</svg>",
            ]
        )


def wins(found: ArenaReport) -> Iterator[Plot]:
    """The win rate of each player by seat, with its interval."""
    say = found.voice.say
    rows = [(found.labels[each.player], list(enumerate(each.by_seat, start=1))) for each in found.standings]
    told = "; ".join(
        f"{who}: "
        + ", ".join(
            say("as Player {seat} {rate}", seat=seat, rate=percent(share.rate, found.voice))
            for seat, share in both
        )
        for who, both in rows
    )
    plot = Plot("wins", say("Win rate by seat, with 95 % intervals"), f"{told}.", found.voice)
    row, bottom = 50.0, 50.0 * len(rows) + 4
    _percents(plot, bottom, axis=50)
    for place, (who, both) in enumerate(rows):
        plot.words(EDGE + 4, row * place + 15, who)
        for seat, share in both:
            _whisker(plot, share, row * place + 13 + 12 * seat, seat, who)
    plot.height = bottom + 20
    yield plot


def _percents(plot: Plot, bottom: float, axis: int) -> None:
    """A scale below the plot, with lines upwards, of which one is the axis."""
    for value in (0, 25, 50, 75, 100):
        x = EDGE + ROOM * value / 100
        plot.rule("axis" if value == axis else "grid", (x, 0), (x, bottom))
        plot.share(x, bottom + 15, value, {0: "start", 100: "end"}.get(value, "middle"))


def _whisker(plot: Plot, share: Share, y: float, seat: int, who: str) -> None:
    """A rate as a round or square dot on its interval."""
    if share.rate is None or share.interval is None:
        return
    kind = ("one", "two")[seat - 1]
    low, x, high = (EDGE + ROOM * rate for rate in (share.interval[0], share.rate, share.interval[1]))
    score = {"seat": seat, "hits": share.hits, "of": share.of}
    with plot.group(plot.voice.say("{who} as Player {seat}: won {hits} of {of}", who=who, **score)):
        plot.rule(f"whisker {kind}", (low, y), (high, y))
        if seat == 1:
            plot.mark("circle", kind, cx=x, cy=y, r=5.5)
        else:
            plot.mark("rect", kind, x=x - 5, y=y - 5, width=10, height=10)


def ratings(found: ArenaReport) -> Iterator[Plot]:
    """Ratings with two standard deviations to both sides."""
    held, voice = found.ratings, found.voice
    if not held:
        return
    told = "; ".join(f"{found.labels[p]}: {rating_told(r, voice)}" for p, r in held.items())
    title = voice.say("Ratings, with two standard deviations to both sides")
    plot = Plot("ratings", title, f"{told}.", voice)
    least = min(rating.mu - 2 * rating.sigma for rating in held.values())
    most = max(rating.mu + 2 * rating.sigma for rating in held.values())
    step = next(step for step in (1, 2, 5, 10, 20, 50) if (most - least) / step <= 7)
    first, last = floor(least / step) * step, ceil(most / step) * step
    row, bottom = 40.0, 40.0 * len(held) + 4

    def along(value: float) -> float:
        return EDGE + 6 + (ROOM - 12) * (value - first) / (last - first)

    for value in range(first, last + 1, step):
        plot.rule("axis" if value == 25 else "grid", (along(value), 0), (along(value), bottom))
        plot.words(along(value), bottom + 15, str(value), "tick middle")
    for place, (player, rating) in enumerate(held.items()):
        y = row * place + 28
        plot.words(EDGE + 10, y - 12, found.labels[player])
        with plot.group(f"{found.labels[player]}: {rating_told(rating, voice)}"):
            low, high = (along(rating.mu + side * rating.sigma) for side in (-2, 2))
            plot.rule("whisker one", (low, y), (high, y))
            plot.mark("circle", "one", cx=along(rating.mu), cy=y, r=5.5)
    plot.height = bottom + 20
    yield plot


def blunder_rates(found: ArenaReport) -> Iterator[Plot]:
    """The rate of blunders of each player with its interval, and what blind luck would throw away."""
    rows = [
        (found.labels[each.player], each.chances.thrown, by_luck(each.chances)) for each in found.standings
    ]
    voice = found.voice
    told = "; ".join(f"{who}: {percent(share.rate, voice)}" for who, share, _ in rows)
    title = voice.say("Chances thrown away, with 95 % intervals")
    plot = Plot("blunders", title, f"{told}.", voice)
    row, bottom = 40.0, 40.0 * len(rows) + 4
    _percents(plot, bottom, axis=0)
    for place, (who, share, luck) in enumerate(rows):
        y = row * place + 28
        plot.words(EDGE + 4, y - 12, who)
        if share.rate is None or share.interval is None or luck is None:
            continue
        low, x, high, by_chance = (
            EDGE + ROOM * rate for rate in (share.interval[0], share.rate, share.interval[1], luck)
        )
        with plot.group(_thrown(who, share, luck, voice)):
            plot.rule("luck", (by_chance, y - 10), (by_chance, y + 10))
            plot.rule("whisker one", (low, y), (high, y))
            plot.mark("circle", "one", cx=x, cy=y, r=5.5)
    plot.height = bottom + 20
    yield plot


def _thrown(who: str, share: Share, luck: float, voice: Voice) -> str:
    return voice.say(
        "{who}: {hits} of {of} chances thrown away, {luck} by luck",
        who=who,
        hits=share.hits,
        of=share.of,
        luck=voice.percent(luck),
    )


def blunders_picture(found: ArenaReport) -> str:
    """The rates of blunders as a file of its own."""
    (plot,) = blunder_rates(found)
    return plot.alone(found.voice.say("Chances thrown away. Lines: 95 % intervals. Dashed: by luck."))


def pairs(found: ArenaReport) -> Iterator[Plot]:
    """Who beat whom how often, as a grid."""
    say, voice = found.voice.say, found.voice
    players = [each.player for each in found.standings]
    left = 30 + 8.4 * max(len(found.labels[player]) for player in players)
    cell = max(32.0, min(56.0, (WIDTH - left) / len(players)))
    told = "; ".join(
        say(
            "{one} against {two} {rate}",
            one=found.labels[one],
            two=found.labels[two],
            rate=percent(found.pairs[one, two].rate, voice),
        )
        for place, one in enumerate(players)
        for two in players[place + 1 :]
        if (one, two) in found.pairs
    )
    title = say("Share of the games that the row has won against the column")
    plot = Plot("pairs", title, f"{told}.", voice, max(WIDTH, left + cell * len(players)))
    for place, player in enumerate(players):
        y = 24 + 34 * place
        plot.words(0, y + 21, f"{place + 1}. {found.labels[player]}")
        plot.words(left + cell * (place + 0.5), 15, f"{place + 1}.", "tick middle")
        for column, other in enumerate(players):
            box = {"x": left + cell * column + 1, "y": y, "width": cell - 2, "height": 32, "rx": 5}
            share = found.pairs.get((player, other))
            if share is None or share.rate is None:
                plot.mark("rect", "none", **box)
                continue
            score = {"hits": share.hits, "of": share.of, "other": found.labels[other]}
            with plot.group(
                say("{who} won {hits} of {of} against {other}", who=found.labels[player], **score)
            ):
                kind = "ahead" if share.rate > 0.5 else "behind"
                depth = f"{0.08 + 0.84 * abs(share.rate - 0.5):.2f}"
                plot.mark("rect", kind, **box, fill_opacity=depth)
                plot.words(left + cell * (column + 0.5), y + 21, f"{100 * share.rate:.0f}", "cell middle")
    plot.height = 24 + 34 * len(players)
    yield plot


def rarity(found: ArenaReport) -> Iterator[Plot]:
    """The rate of blunders by how rare the winning moves were, a small plot for each player."""
    named = dict(zip(RARITY_NAMES, ("≥ 1/2", "≥ 1/4", "≥ 1/8", "≥ 1/16", mark("rarer")), strict=True))
    yield from _panels(found, "rarity", found.groups["rarity"], named)


def phase(found: ArenaReport) -> Iterator[Plot]:
    """The rate of blunders by phase, a small plot for each player."""
    named = dict(zip(PHASES, (PHASES[0], mark("middle"), PHASES[2]), strict=True))
    yield from _panels(found, "phase", found.groups["phase"], named)


def _panels(found: ArenaReport, name: str, groups: Groups, named: Mapping[str, str]) -> Iterator[Plot]:
    """Bars with their intervals for each player, and a dashed line for what blind luck would throw away."""
    held = [group for group in named if groups.get(group)]
    voice = found.voice
    high, left, base = 84.0, 40.0, 112.0
    for number, each in enumerate(found.standings, start=1):
        who = found.labels[each.player]
        tallies = [groups[group].get(each.player, chances(())) for group in held]
        told = ", ".join(
            f"{voice.word(group)} {percent(tally.thrown.rate, voice)}"
            for group, tally in zip(held, tallies, strict=True)
        )
        title = voice.say("Blunder rate of {who}, with 95 % intervals", who=who)
        plot = Plot(f"{name}-{number}", title, f"{told}.", voice, PANEL)
        plot.words(0, 14, who)
        for value in (0, 50, 100):
            y = base - high * value / 100
            plot.rule("grid" if value else "axis", (left, y), (PANEL, y))
            plot.share(left - 5, y + 4, value, "end")
        step = (PANEL - left) / max(1, len(held))
        for place, (group, tally) in enumerate(zip(held, tallies, strict=True)):
            middle = left + step * (place + 0.5)
            plot.words(middle, base + 15, voice.word(named[group]), "tick middle")
            tip = f"{who}, {voice.word(group)}"
            _bar(plot, tally, middle, base, high, min(28.0, step * 0.62), tip)
        plot.height = base + 20
        yield plot


def _bar(
    plot: Plot, tally: ChanceTally, middle: float, base: float, high: float, wide: float, tip: str
) -> None:
    share, luck = tally.thrown, by_luck(tally)
    if share.rate is None or share.interval is None or luck is None:
        plot.words(middle, base - 4, "–", "tick middle")
        return
    with plot.group(_thrown(tip, share, luck, plot.voice)):
        tall = high * share.rate
        plot.mark("rect", "bar", x=middle - wide / 2, y=base - tall, width=wide, height=tall)
        low, up = (base - high * end for end in share.interval)
        plot.rule("whisker", (middle, low), (middle, up))
        y = base - high * luck
        plot.rule("luck", (middle - wide * 0.7, y), (middle + wide * 0.7, y))


# Each with the words below it.
Drawing = Callable[[ArenaReport], Iterator[Plot]]
_BARS = mark(
    "Bars: chances thrown away, with 95 % intervals. Dashed: what any legal move, picked blindly, would."
)
PLOTS: Mapping[str, tuple[Drawing, str]] = {
    "wins": (wins, mark("Round: as Player 1, who moves first. Square: as Player 2. Lines: 95 % intervals.")),
    "ratings": (ratings, mark("Lines: two standard deviations to both sides.")),
    "blunders": (
        blunder_rates,
        mark(
            "Chances thrown away. Lines: 95 % intervals. Dashed: what any legal move, picked blindly, would "
            "throw away."
        ),
    ),
    "pairs": (pairs, mark("Games that the row has won against the column, in per cent.")),
    "rarity": (rarity, _BARS),
    "phase": (phase, _BARS),
}


def drawn(found: ArenaReport, name: str) -> tuple[Sequence[str], str]:
    """The pictures of a plot and the words below them; none where the report lacks what they need."""
    if name not in PLOTS:
        return (), ""
    draw, caption = PLOTS[name]
    return [plot.inline() for plot in draw(found)], found.voice.word(caption)
