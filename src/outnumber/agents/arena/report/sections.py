"""The sections of a report about how the players did: tables, and what each figure means."""

from __future__ import annotations

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
from outnumber.agents.arena.names import LONG, SHORT, cut, display_name, game_title, printable, size_title
from outnumber.agents.arena.report.figures import Figures
from outnumber.agents.arena.report.tables import Cell, ReportSection, ReportTable, Row, figure, shown
from outnumber.games.sentences import Voice
from outnumber.study.statistics.intervals import FEWEST, Share
from outnumber.study.statistics.rating import expected
from outnumber.study.statistics.rounds import added


def played(found: Figures) -> ReportSection:
    """What the report stands on."""
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
        text.append(say("A gauntlet: everybody else met {met}, and nobody else.", met=met))
    if count:
        begun = sum(result.favourite == 1 for result in results)
        text.append(
            say(
                "The start was proven to be won for Player 1, who moves first, in {one:,} of the games that "
                "are in, and for Player 2 in {two:,}.",
                one=begun,
                two=count - begun,
            )
        )
    if plan.time is not None:
        text.append(say("Each move had {time:g} seconds.", time=plan.time))
    if count and (unique := different(results)) < count:
        text.append(
            say(
                "{unique:,} of the {count:,} games are different. A game that repeats another is no new "
                "evidence; on one opening the intervals count it as none.",
                unique=unique,
                count=count,
            )
        )
    counts = dict.fromkeys(plan.games, 0)
    for result in results:
        counts[result.size] = counts.get(result.size, 0) + 1
    rows = [(size_title(size, voice), games) for size, games in counts.items()]
    table = ReportTable(say("Games"), found.columns("Game", "Played"), rows)
    return ReportSection(say("What was played"), text, [table])


def progress(done: int, size: int, voice: Voice) -> str:
    """How far an arena is."""
    said = {"done": voice.number(done), "missing": voice.number(size - done)}
    if done >= size:
        return voice.counted("{done} of {n} game are in.", "{done} of {n} games are in.", size, **said)
    return voice.counted(
        "{done} of {n} game are in; {missing} are still to be played, and every figure may change.",
        "{done} of {n} games are in; {missing} are still to be played, and every figure may change.",
        size,
        **said,
    )


def player_count(found: Figures) -> str:
    return found.voice.counted("{n} player", "{n} players", len(found.plan.players))


def _by_player(found: Figures, cells: Callable[[Standing], Iterable[Cell]]) -> list[Row]:
    """A row for each player."""
    return [(found.labels[each.player], *cells(each)) for each in found.standings]


def wins(found: Figures) -> ReportSection:
    """Who won how often, in which seat."""
    say = found.voice.say
    text = say(
        "A game that ended by a fault is lost for whoever made it, and counts. In parentheses: where the "
        "true rate lies with 95 % confidence. What happens on one opening hangs together: the intervals "
        "are those of resampled openings, not of independent games."
    )
    columns = found.columns("Player", "Games", "Won", "Win rate", "As Player 1", "As Player 2")
    rows = _by_player(found, lambda each: (each.won.of, each.won.hits, each.won, *each.by_seat))
    return ReportSection(say("Wins"), [text], [ReportTable(say("Win rate by seat"), columns, rows)], "wins")


def ratings(found: Figures) -> ReportSection:
    """The ratings, and how well they say what happened."""
    say, overall, labels = found.voice.say, found.ratings, found.labels
    rows = []
    for player, rating in overall.items():
        met = {other: found.pairs[player, other] for other in overall if (player, other) in found.pairs}
        promised = fmean(expected(rating, overall[other]) for other in met)
        rows.append((labels[player], rating, promised, fmean(each.rate or 0.0 for each in met.values())))
    columns = found.columns("Player", "Rating", "Expected score", "Score")
    tables = [ReportTable(say("Ratings, all games"), columns, rows)]
    if len(found.by_game) > 1:
        games = [
            (game_title(game, found.voice), *map(own.get, overall)) for game, own in found.by_game.items()
        ]
        columns = (say("Game"), *map(labels.__getitem__, overall))
        tables.append(ReportTable(say("Ratings, game by game"), columns, games))
    text = (
        say(
            "A rating says what share of the games one player is expected to win against another: 60 % with "
            "a lead of 2.4 points, 75 % with 6.5, 90 % with 13. The average player has 25. After ± are two "
            "standard deviations."
        ),
        say(
            "The ratings fit the model of Bradley and Terry to all games at once; their order does not "
            "matter. «Expected score» is what the ratings promise against all the others on average, "
            "«score» what it was: where they differ much, one number does not describe the player well."
        ),
    )
    return ReportSection(say("Ratings"), text, tables, "ratings")


def head_to_head(found: Figures) -> ReportSection:
    """Who beat whom."""
    say, players = found.voice.say, found.players
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
    columns = (say("Player"), *(f"{number}." for number in range(1, len(players) + 1)))
    text = say(
        "Games that the player of the row has won against the player of the column, of those they played."
    )
    return ReportSection(
        say("Head to head"), [text], [ReportTable(say("Head to head"), columns, rows)], "pairs"
    )


def starts(found: Figures) -> ReportSection:
    """What was made of won and of lost starts."""
    say = found.voice.say
    text = say(
        "Every start is proven to be won for one seat. Perfect play converts all its won starts, and "
        "takes from lost ones whatever the opponent lets go."
    )
    columns = found.columns("Player", "Won starts", "Converted", "Lost starts", "Won all the same")
    rows = _by_player(found, lambda each: (each.converted.of, each.converted, each.taken.of, each.taken))
    table = ReportTable(say("Results by start"), columns, rows)
    return ReportSection(say("Won and lost starts"), [text], [table])


def regret(found: Figures) -> ReportSection:
    """How often wins were thrown away."""
    say = found.voice.say
    rows = _by_player(
        found,
        lambda each: (
            each.moves,
            each.chances.held,
            each.blunders,
            figure(each.regret, 2, found.voice),
            each.chances.thrown,
            by_luck(each.chances),
            each.chances.accuracy,
        ),
    )
    text = (
        say(
            "The regret of a move is 1 if it turned a won position into a lost one, else 0: exact, because "
            "every position is solved. A chance is a move with something to lose: the position is won, and "
            "not every move keeps it so. A blunder is a chance thrown away; so is a win that a fault lost."
        ),
        say(
            "«By luck» is the share of the same chances that any legal move, picked blindly, would throw "
            "away. «Accuracy» weighs a chance by the share of moves that lose: a rare win counts for more."
        ),
    )
    columns = found.columns(
        "Player", "Moves", "Chances", "Blunders", "Per game", "Blunder rate", "By luck", "Accuracy"
    )
    table = ReportTable(say("Wins thrown away"), columns, rows)
    return ReportSection(say("Exact regret"), text, [table], "blunders")


def differences(found: Figures) -> ReportSection:
    """Each two players side by side, opening by opening."""
    say, labels = found.voice.say, found.labels
    rows = [
        (f"{labels[each.one]} – {labels[each.two]}", each.won, each.blunders)
        for each in compared(found.standings)
    ]
    text = (
        say(
            "The rate of the first player less that of the second, in percentage points, with its interval "
            "of 95 %. Both are compared on the same openings, so that a hard one takes nothing away from "
            "the certainty. * marks what differs for certain; of twenty pairs without a difference, one is "
            "marked all the same."
        ),
        say("On fewer than {fewest} openings there is no interval, and nothing is marked.", fewest=FEWEST),
    )
    columns = found.columns("Players", "Games won", "Chances thrown away")
    table = ReportTable(say("Differences between players"), columns, rows)
    return ReportSection(say("Differences"), text, [table])


def blunders(found: Figures) -> Iterator[ReportSection]:
    """The rate of blunders by how rare the wins were, by phase, and by game and size if there are several."""
    say, word = found.voice.say, found.voice.word
    yield _blunders_by(
        found,
        "rarity",
        {name: word(name) for name in RARITY_NAMES},
        say("Blunders by share of winning moves"),
        say("Blunder rate by share of winning moves"),
        say(
            "How many of the legal moves would have won: the fewer, the harder the chance. Intervals as "
            "above."
        ),
    )
    yield _blunders_by(
        found,
        "phase",
        {name: word(name) for name in PHASES},
        say("Blunders by phase"),
        say("Blunder rate by phase"),
        say("Thirds of the turns after the opening; in a game that a fault cut short, of those there were."),
    )
    games = {each.game: game_title(each.game, found.voice) for each in found.played}
    sizes = {each.size: size_title(each.size, found.voice) for each in found.played}
    if len(games) > 1:
        title, caption = say("Blunders by game"), say("Blunder rate by game")
        text = say("All sizes of a game together.")
        yield _blunders_by(found, "game", games, title, caption, text, say("Game"))
    if len(sizes) > len(games):
        title, caption = say("Blunders by size"), say("Blunder rate by size")
        yield _blunders_by(
            found, "size", sizes, title, caption, say("Each game with its options."), say("Size")
        )


def _blunders_by(
    found: Figures,
    kind: str,
    named: Mapping[str, str],
    title: str,
    caption: str,
    text: str,
    corner: str = "",
) -> ReportSection:
    """The rate of blunders in groups of moves, which `named` has in order with what to call them.

    The groups go along the top, under their short names; with a heading for their column, down the side.
    """
    groups, luck, player = found.groups[kind], *found.columns("By luck", "Player")
    lines: list[Row] = [
        [corner or player, *map(found.labels.__getitem__, found.players), luck],
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
    head, *rows = lines if corner else zip(*lines, strict=True)
    return ReportSection(title, [text], [ReportTable(caption, [*map(shown, head)], rows)], kind)


def faults(found: Figures) -> ReportSection:
    """Games that ended without a legal move in time."""
    say = found.voice.say
    codes = sorted({code for each in found.standings for code in each.faults})
    if not codes:
        return ReportSection(say("Faults"), [say("No game ended by a fault.")])
    rows = _by_player(
        found,
        lambda each: (
            Share(sum(each.faults.values()), each.won.of),
            *(each.faults.get(code, 0) for code in codes),
            each.gifts,
        ),
    )
    text = say(
        "An illegal move, an answer that is none, a crash or silence ends a game at once. It is lost, "
        "and counts in every rate above. The last column has the games that a player won because the "
        "other made a fault."
    )
    named = (cut(printable(code), 24) for code in codes)
    columns = (say("Player"), say("Lost by a fault"), *named, say("Won by one"))
    return ReportSection(say("Faults"), [text], [ReportTable(say("Faults by player"), columns, rows)])


def full_names(found: Figures) -> Iterator[ReportSection]:
    """The players whose names had to be cut."""
    say = found.voice.say
    rows = [
        (label, cut(printable(player), LONG))
        for player, label in found.labels.items()
        if label != display_name(player, found.voice) or not printable(player)
    ]
    if rows:
        table = ReportTable(say("Players"), found.columns("Player", "In full"), rows)
        text = say("Names that are too long for the tables.")
        yield ReportSection(say("Players in full"), [text], [table])
