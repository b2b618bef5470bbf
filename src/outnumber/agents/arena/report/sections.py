"""The sections of a report on the players' results: tables, and explanations of the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from statistics import fmean

from outnumber.agents.arena.measures import (
    PHASES,
    RARITY_NAMES,
    Standing,
    by_luck,
    chances,
    compared,
    different,
)
from outnumber.games import Text, Voice
from outnumber.players.registry import COMPUTERS
from outnumber.study.statistics.intervals import FEWEST, Share
from outnumber.study.statistics.rating import expected
from outnumber.study.statistics.rounds import added

from .figures import (
    LONG,
    SHORT,
    Cell,
    Figures,
    ReportSection,
    ReportTable,
    Row,
    cut,
    display_name,
    figure,
    game_title,
    printable,
    shown,
    size_title,
)


def played(found: Figures) -> ReportSection:
    """The plan, and the games so far."""
    plan, voice, results, refused = found.plan, found.voice, found.played, len(found.refused)
    say, count = voice.say, len(results)
    text = [progress(found.games, plan.size, voice)]
    if refused:
        text.append(
            say(
                "{refused:,} of them ended because an endpoint refused to answer (see Refused).",
                refused=refused,
            )
        )
    text.append(
        say(
            "{players}, {openings} of each game ({kind}), seed {seed}. Each pair plays each opening twice, "
            "with the seats swapped.",
            players=player_count(found),
            openings=voice.counted("{n} opening", "{n} openings", plan.rounds),
            kind=printable(voice.word(plan.openings)),
            seed=plan.seed,
        )
    )
    if plan.gauntlet:
        met = ", ".join(cut(display_name(player, voice), SHORT) for player in plan.gauntlet)
        text.append(say("This is a gauntlet: the other players meet only {met}.", met=met))
    if count:
        begun = sum(result.favourite == 1 for result in results)
        text.append(
            say(
                "The start was a proven win for Player 1, who moves first, in {one:,} of the finished games, "
                "and for Player 2 in {two:,}.",
                one=begun,
                two=count - begun,
            )
        )
    if plan.time is not None:
        text.append(say("The time limit was {time:g} seconds per move.", time=plan.time))
    if count and (unique := different(results)) < count:
        text.append(
            say(
                "{unique:,} of the {count:,} games are different. A repeated game adds no new evidence; "
                "the intervals take this into account for games on the same opening.",
                unique=unique,
                count=count,
            )
        )
    counts = Counter(dict.fromkeys(plan.games, 0))
    counts.update(result.size for result in results)
    rows = [(size_title(size, voice), games) for size, games in counts.items()]
    return found.section("Games played", *text, tables=[found.table(rows, "Games", "Game", "Played")])


def progress(done: int, size: int, voice: Voice) -> str:
    """The number of finished games."""
    said = {"done": voice.number(done), "missing": voice.number(size - done)}
    if done >= size:
        return voice.counted(
            "{done} of {n} game is finished.", "{done} of {n} games are finished.", size, **said
        )
    return voice.counted(
        "{done} of {n} game is finished, {missing} to go; all figures are provisional.",
        "{done} of {n} games are finished, {missing} to go; all figures are provisional.",
        size,
        **said,
    )


def player_count(found: Figures) -> str:
    return found.voice.counted("{n} player", "{n} players", len(found.plan.players))


def _by_player(found: Figures, cells: Callable[[Standing], Iterable[Cell]]) -> list[Row]:
    return [(found.labels[each.player], *cells(each)) for each in found.standings]


def wins(found: Figures) -> ReportSection:
    """Win rates, in total and by seat."""
    rows = _by_player(found, lambda each: (each.won.of, each.won.hits, each.won, *each.by_seat))
    table = found.table(
        rows, "Win rate by seat", "Player", "Games", "Won", "Win rate", "As Player 1", "As Player 2"
    )
    return found.section(
        "Wins",
        "The player who causes a fault loses the game. In parentheses: 95 % confidence intervals. Games "
        "on the same opening are not independent, so the intervals come from resampled openings.",
        tables=[table],
        plot="wins",
    )


def ratings(found: Figures) -> ReportSection:
    """The ratings, and how well they predict the scores."""
    overall, labels = found.ratings, found.labels
    rows = []
    for player, rating in overall.items():
        met = {other: found.pairs[player, other] for other in overall if (player, other) in found.pairs}
        predicted = fmean(expected(rating, overall[other]) for other in met)
        rows.append((labels[player], rating, predicted, fmean(each.rate or 0.0 for each in met.values())))
    tables = [found.table(rows, "Ratings, all games", "Player", "Rating", "Expected score", "Score")]
    if len(found.by_game) > 1:
        games = [
            (game_title(game, found.voice), *map(own.get, overall)) for game, own in found.by_game.items()
        ]
        columns = (found.voice.word("Game"), *map(labels.__getitem__, overall))
        tables.append(ReportTable(found.voice.word("Ratings, game by game"), columns, games))
    return found.section(
        "Ratings",
        "Ratings predict the share of games that one player wins against another: 60 % with "
        "a lead of 2.4 points, 75 % with 6.5, 90 % with 13. The average is 25. The value after ± is two "
        "standard deviations.",
        "The ratings fit a Bradley–Terry model to all games at once; the order of the games does not "
        'matter. "Expected score" is the predicted mean score against the opponents met, "score" the '
        "actual one. If they differ much, a single number does not describe the player well.",
        tables=tables,
        plot="ratings",
    )


def head_to_head(found: Figures) -> ReportSection:
    """The score of each pairing."""
    players = found.players
    rows = [
        (
            f"{number}. {found.labels[player]}",
            *(
                f"{met.hits}/{met.of}" if (met := found.pairs.get((player, other))) else ""
                for other in players
            ),
        )
        for number, player in enumerate(players, start=1)
    ]
    numbers = (f"{number}." for number in range(1, len(players) + 1))
    return found.section(
        "Head to head",
        "Games won by the player in the row against the player in the column, and games played.",
        tables=[found.table(rows, "Head to head", "Player", *numbers)],
        plot="pairs",
    )


def starts(found: Figures) -> ReportSection:
    """Results from won and from lost starts."""
    rows = _by_player(found, lambda each: (each.converted.of, each.converted, each.taken.of, each.taken))
    table = found.table(
        rows, "Results by start", "Player", "Won starts", "Converted", "Lost starts", "Won anyway"
    )
    return found.section(
        "Won and lost starts",
        "Every start is proven to be a win for one seat. A perfect player wins all its won starts, and those "
        "lost starts in which the opponent makes a mistake.",
        tables=[table],
    )


def regret(found: Figures) -> ReportSection:
    """Blunder rates and accuracies."""
    rows = _by_player(
        found,
        lambda each: (
            each.moves,
            each.chances.held,
            each.blunders,
            figure(each.regret, 2, found.voice),
            each.chances.thrown,
            by_luck(each.chances),
            each.chances.weighed,
        ),
    )
    table = found.table(
        rows,
        "Wins thrown away",
        *("Player", "Moves", "Chances", "Blunders", "Per game", "Blunder rate", "By luck", "Accuracy"),
    )
    return found.section(
        "Exact regret",
        "The regret of a move is 1 if it turned a won position into a lost one, otherwise 0. It is "
        "exact, because every position is solved. A chance is a turn with something to lose: the "
        "position is won, but some legal moves lose it. A blunder is a chance thrown away, by a move or "
        "by a fault.",
        '"By luck" is the share of the same chances that random legal moves would throw away. "Accuracy" '
        "weights each chance by the share of legal moves that lose, so a rare win counts for more.",
        tables=[table],
        plot="blunders",
    )


def differences(found: Figures) -> ReportSection:
    """The differences between all pairs of players, opening by opening."""
    labels = found.labels
    rows = [
        (f"{labels[each.one]} – {labels[each.two]}", each.won, each.blunders)
        for each in compared(found.standings)
    ]
    table = found.table(rows, "Differences between players", "Players", "Games won", "Chances thrown away")
    return found.section(
        "Differences",
        "The rate of the first player minus that of the second, in percentage points, with a 95 % "
        "interval. Both are compared on the same openings, so a hard opening does not widen the "
        "interval. * marks a significant difference, with Holm's correction for the number of pairs.",
        found.voice.say(
            "With fewer than {fewest} openings, there are no intervals and no marks.", fewest=FEWEST
        ),
        tables=[table],
    )


def blunders(found: Figures) -> Iterator[ReportSection]:
    """Blunder rates by rarity of the winning moves and by phase; by game and size if there are several."""
    voice = found.voice
    games = {each.game: game_title(each.game, voice) for each in found.played}
    sizes = {each.size: size_title(each.size, voice) for each in found.played}
    yield _blunders_by(found, "rarity", {name: voice.word(name) for name in RARITY_NAMES})
    yield _blunders_by(found, "phase", {name: voice.word(name) for name in PHASES})
    if len(games) > 1:
        yield _blunders_by(found, "game", games)
    if len(sizes) > len(games):
        yield _blunders_by(found, "size", sizes)


# For each grouping: the heading of the groups, the title of the section, the caption, and the text.
GROUPINGS: dict[str, tuple[Text, Text, Text, Text]] = {
    "rarity": (
        "Player",
        "Blunders by share of winning moves",
        "Blunder rate by share of winning moves",
        "A chance is harder if fewer of the legal moves win. Intervals as above.",
    ),
    "phase": (
        "Player",
        "Blunders by phase",
        "Blunder rate by phase",
        "The turns after the opening, in three parts of equal length.",
    ),
    "game": ("Game", "Blunders by game", "Blunder rate by game", "All sizes of a game."),
    "size": ("Size", "Blunders by size", "Blunder rate by size", "Each game with its options."),
}


def _blunders_by(found: Figures, kind: str, named: Mapping[str, str]) -> ReportSection:
    """Blunder rates by group; `named` maps the groups, in order, to their names.

    Groups with their own heading are the rows; otherwise they are the columns, and the players are the rows.
    """
    groups, word = found.groups[kind], found.voice.word
    corner, title, caption, text = GROUPINGS[kind]
    lines: list[Row] = [
        [word(corner), *map(found.labels.__getitem__, found.players), word("By luck")],
        *(
            [
                name,
                *(groups[group].get(each, chances(())).thrown for each in found.players),
                by_luck(added(groups[group].values())),
            ]
            for group, name in named.items()
            if groups.get(group)
        ),
    ]
    head, *rows = zip(*lines, strict=True) if corner == "Player" else lines
    table = ReportTable(word(caption), [*map(shown, head)], rows)
    return found.section(title, text, tables=[table], plot=kind)


def faults(found: Figures) -> ReportSection:
    """Games that ended without a legal move in time."""
    say = found.voice.say
    codes = sorted({code for each in found.standings for code in each.faults})
    if not codes:
        return found.section("Faults", "No game ended by a fault.")
    rows = _by_player(
        found,
        lambda each: (
            Share(sum(each.faults.values()), each.won.of),
            *(each.faults.get(code, 0) for code in codes),
            each.gifts,
        ),
    )
    named = (cut(printable(code), 24) for code in codes)
    columns = (say("Player"), say("Lost by a fault"), *named, say("Won by one"))
    return found.section(
        "Faults",
        "An illegal move, an unreadable answer, a crash or a time-out ends the game at once. It counts as a "
        "loss in every rate above. The last column counts the games that a player won by the opponent's "
        "fault.",
        tables=[ReportTable(say("Faults by player"), columns, rows)],
    )


def full_names(found: Figures) -> Iterator[ReportSection]:
    """The players whose names were shortened or chosen."""
    rows = [
        (label, cut(printable(player), LONG))
        for player, label in found.labels.items()
        if player not in COMPUTERS and label != printable(player)
    ]
    if rows:
        yield found.section(
            "Full names",
            "Names that the tables shorten or replace.",
            tables=[found.table(rows, "Players", "Player", "Full name")],
        )
