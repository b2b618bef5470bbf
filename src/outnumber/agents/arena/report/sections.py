"""The report of an arena as data: sections of tables, with the words that say what each figure means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from outnumber.agents.arena.measures import (
    PHASES,
    RARITY_NAMES,
    ChanceTally,
    Standing,
    by_luck,
    chances,
    compared,
    different,
)
from outnumber.agents.arena.names import LONG, SHORT, called, clean, cut, game_title, size_title
from outnumber.agents.arena.plan import Plan
from outnumber.agents.arena.rating import PlayerRating, expected
from outnumber.agents.arena.read import GameResult
from outnumber.agents.arena.report.tables import (
    NOTHING,
    Cell,
    ReportSection,
    ReportTable,
    percent,
    points,
    shown,
)
from outnumber.games.sentences import Voice
from outnumber.study.statistics.intervals import FEWEST, Share
from outnumber.study.statistics.rounds import added

Labels = Mapping[str, str]
Groups = Mapping[str, Mapping[str, ChanceTally]]


def played(plan: Plan, results: Sequence[GameResult], refused: int, voice: Voice) -> ReportSection:
    """What the report stands on."""
    say, count = voice.say, len(results)
    missing = plan.size - count - refused
    text = [are_in(count + refused, plan.size, missing, voice)]
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
            players=players_told(plan, voice),
            openings=voice.counted("{n} opening", "{n} openings", plan.rounds),
            kind=clean(voice.word(plan.openings)),
            seed=plan.seed,
        )
    )
    if plan.gauntlet:
        met = ", ".join(cut(called(player, voice), SHORT) for player in plan.gauntlet)
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
    sizes = ReportTable(say("Games"), (say("Game"), say("Played")), tuple(_sizes(plan, results, voice)))
    return ReportSection(say("What was played"), tuple(text), (sizes,))


def are_in(done: int, size: int, missing: int, voice: Voice) -> str:
    """How far an arena is."""
    said = {"done": voice.number(done), "missing": voice.number(missing)}
    if missing <= 0:
        return voice.counted("{done} of {n} game are in.", "{done} of {n} games are in.", size, **said)
    return voice.counted(
        "{done} of {n} game are in; {missing} are still to be played, and every figure may change.",
        "{done} of {n} games are in; {missing} are still to be played, and every figure may change.",
        size,
        **said,
    )


def players_told(plan: Plan, voice: Voice) -> str:
    return voice.counted("{n} player", "{n} players", len(plan.players))


def _sizes(plan: Plan, results: Sequence[GameResult], voice: Voice) -> Iterable[tuple[Cell, ...]]:
    counts = dict.fromkeys(plan.games, 0)
    for result in results:
        counts[result.size] = counts.get(result.size, 0) + 1
    return ((size_title(size, voice), voice.number(count)) for size, count in counts.items())


def wins(standings: Sequence[Standing], labels: Labels, voice: Voice) -> ReportSection:
    """Who won how often, in which seat."""
    say, number = voice.say, voice.number
    rows = tuple(
        (labels[each.player], number(each.won.of), number(each.won.hits), each.won, *each.by_seat)
        for each in standings
    )
    text = (
        say(
            "A game that ended by a fault is lost for whoever made it, and counts. In parentheses: where the "
            "true rate lies with 95 % confidence. What happens on one opening hangs together: the intervals "
            "are those of resampled openings, not of independent games."
        ),
    )
    columns = (
        say("Player"),
        say("Games"),
        say("Won"),
        say("Win rate"),
        say("As Player 1"),
        say("As Player 2"),
    )
    return ReportSection(say("Wins"), text, (ReportTable(say("Win rate by seat"), columns, rows),), "wins")


def rated(
    overall: Mapping[str, PlayerRating],
    by_game: Mapping[str, Mapping[str, PlayerRating]],
    pairs: Mapping[tuple[str, str], Share],
    labels: Labels,
    voice: Voice,
) -> ReportSection:
    """The ratings, and how well they say what happened."""
    say = voice.say
    rows: list[tuple[Cell, ...]] = []
    for player, rating in overall.items():
        met = {other: pairs[player, other] for other in overall if (player, other) in pairs}
        promised = fmean(expected(rating, overall[other]) for other in met)
        won = fmean(each.rate or 0.0 for each in met.values())
        rows.append(
            (labels[player], rating_told(rating, voice), percent(promised, voice), percent(won, voice))
        )
    columns: tuple[str, ...] = (say("Player"), say("Rating"), say("Expected score"), say("Score"))
    tables = [ReportTable(say("Ratings, all games"), columns, tuple(rows))]
    if len(by_game) > 1:
        games = tuple(
            (
                game_title(game, voice),
                *(rating_told(found[player], voice) if player in found else NOTHING for player in overall),
            )
            for game, found in by_game.items()
        )
        columns = (say("Game"), *(labels[player] for player in overall))
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
    return ReportSection(say("Ratings"), text, tuple(tables), "ratings")


def rating_told(rating: PlayerRating, voice: Voice) -> str:
    return voice.decimal(str(rating))


def against(
    standings: Sequence[Standing], pairs: Mapping[tuple[str, str], Share], labels: Labels, voice: Voice
) -> ReportSection:
    """Who beat whom."""
    say = voice.say
    players = [each.player for each in standings]
    rows = tuple(
        (f"{number}. {labels[player]}", *(_score(pairs.get((player, other))) for other in players))
        for number, player in enumerate(players, start=1)
    )
    columns = (say("Player"), *(f"{number}." for number in range(1, len(players) + 1)))
    text = (
        say(
            "Games that the player of the row has won against the player of the column, of those they played."
        ),
    )
    return ReportSection(
        say("Head to head"), text, (ReportTable(say("Head to head"), columns, rows),), "pairs"
    )


def _score(share: Share | None) -> str:
    return f"{share.hits}/{share.of}" if share else ""


def starts(standings: Sequence[Standing], labels: Labels, voice: Voice) -> ReportSection:
    """What was made of won and of lost starts."""
    say, number = voice.say, voice.number
    rows = tuple(
        (labels[each.player], number(each.converted.of), each.converted, number(each.taken.of), each.taken)
        for each in standings
    )
    text = (
        say(
            "Every start is proven to be won for one seat. Perfect play converts all its won starts, and "
            "takes from lost ones whatever the opponent lets go."
        ),
    )
    columns = (
        say("Player"),
        say("Won starts"),
        say("Converted"),
        say("Lost starts"),
        say("Won all the same"),
    )
    return ReportSection(
        say("Won and lost starts"), text, (ReportTable(say("Results by start"), columns, rows),)
    )


def regret(standings: Sequence[Standing], labels: Labels, voice: Voice) -> ReportSection:
    """How often wins were thrown away."""
    say, number = voice.say, voice.number
    rows = tuple(
        (
            labels[each.player],
            number(each.moves),
            number(each.chances.held),
            number(each.blunders),
            voice.decimal(f"{each.regret:.2f}"),
            each.chances.thrown,
            percent(by_luck(each.chances), voice),
            percent(each.chances.accuracy, voice),
        )
        for each in standings
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
    columns = (
        say("Player"),
        say("Moves"),
        say("Chances"),
        say("Blunders"),
        say("Per game"),
        say("Blunder rate"),
        say("By luck"),
        say("Accuracy"),
    )
    return ReportSection(
        say("Exact regret"), text, (ReportTable(say("Wins thrown away"), columns, rows),), "blunders"
    )


def differences(standings: Sequence[Standing], labels: Labels, voice: Voice) -> ReportSection:
    """Each two players side by side, opening by opening."""
    say = voice.say
    rows = tuple(
        (f"{labels[each.one]} – {labels[each.two]}", points(each.won, voice), points(each.blunders, voice))
        for each in compared(standings)
    )
    text = (
        say(
            "The rate of the first player less that of the second, in percentage points, with its interval "
            "of 95 %. Both are compared on the same openings, so that a hard one takes nothing away from "
            "the certainty. * marks what differs for certain; of twenty pairs without a difference, one is "
            "marked all the same."
        ),
        say("On fewer than {fewest} openings there is no interval, and nothing is marked.", fewest=FEWEST),
    )
    columns = (say("Players"), say("Games won"), say("Chances thrown away"))
    table = ReportTable(say("Differences between players"), columns, rows)
    return ReportSection(say("Differences"), text, (table,))


def blunders_by(
    title: str,
    table: tuple[str, str],
    text: str,
    groups: Groups,
    named: Mapping[str, str],
    standings: Sequence[Standing],
    labels: Labels,
    voice: Voice,
    *,
    plot: str = "",
) -> ReportSection:
    """The rate of blunders in groups of moves; `named` has the groups in order and what to call them.

    A table has a caption, and what it says above its first column.
    """
    caption, corner = table
    held = [group for group in named if groups.get(group)]
    players = [each.player for each in standings]
    columns: list[list[Cell]] = [[corner, *(labels[player] for player in players), voice.say("By luck")]]
    for group in held:
        rates = [groups[group].get(player, chances(())).thrown for player in players]
        columns.append([named[group], *rates, percent(by_luck(added(groups[group].values())), voice)])
    if not plot:
        # Long names of games go down the side, a few short ones along the top.
        columns = [list(row) for row in zip(*columns, strict=True)]
    head, *rows = zip(*columns, strict=True)
    return ReportSection(title, (text,), (ReportTable(caption, tuple(map(shown, head)), tuple(rows)),), plot)


def all_blunders(
    results: Sequence[GameResult],
    groups: Mapping[str, Groups],
    standings: Sequence[Standing],
    labels: Labels,
    voice: Voice,
) -> list[ReportSection]:
    """The rate of blunders by how rare the wins were, by phase, and by game and size if there are several."""
    say = voice.say
    games = {result.game: game_title(result.game, voice) for result in results}
    sizes = {result.size: size_title(result.size, voice) for result in results}
    rarities, phases = ({name: voice.word(name) for name in names} for names in (RARITY_NAMES, PHASES))
    found = [
        blunders_by(
            say("Blunders by share of winning moves"),
            (say("Blunder rate by share of winning moves"), say("Player")),
            say(
                "How many of the legal moves would have won: the fewer, the harder the chance. Intervals as "
                "above."
            ),
            groups["rarity"],
            rarities,
            standings,
            labels,
            voice,
            plot="rarity",
        ),
        blunders_by(
            say("Blunders by phase"),
            (say("Blunder rate by phase"), say("Player")),
            say(
                "Thirds of the turns after the opening; in a game that a fault cut short, of those there "
                "were."
            ),
            groups["phase"],
            phases,
            standings,
            labels,
            voice,
            plot="phase",
        ),
    ]
    if len(games) > 1:
        table = say("Blunder rate by game"), say("Game")
        together = say("All sizes of a game together.")
        title = say("Blunders by game")
        found.append(blunders_by(title, table, together, groups["game"], games, standings, labels, voice))
    if len(sizes) > len(games):
        table = say("Blunder rate by size"), say("Size")
        apart = say("Each game with its options.")
        title = say("Blunders by size")
        found.append(blunders_by(title, table, apart, groups["size"], sizes, standings, labels, voice))
    return found


def faults(standings: Sequence[Standing], labels: Labels, voice: Voice) -> ReportSection:
    """Games that ended without a legal move in time."""
    say, number = voice.say, voice.number
    codes = sorted({code for each in standings for code in each.faults})
    if not codes:
        return ReportSection(say("Faults"), (say("No game ended by a fault."),))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            labels[each.player],
            Share(sum(each.faults.values()), each.won.of),
            *(number(each.faults.get(code, 0)) for code in codes),
            number(each.gifts),
        )
        for each in standings
    )
    text = (
        say(
            "An illegal move, an answer that is none, a crash or silence ends a game at once. It is lost, "
            "and counts in every rate above. The last column has the games that a player won because the "
            "other made a fault."
        ),
    )
    named = (cut(clean(code), 24) for code in codes)
    columns = (say("Player"), say("Lost by a fault"), *named, say("Won by one"))
    return ReportSection(say("Faults"), text, (ReportTable(say("Faults by player"), columns, rows),))


def whole_names(labels: Labels, voice: Voice) -> list[ReportSection]:
    """The players whose names had to be cut."""
    say = voice.say
    rows = tuple(
        (label, cut(clean(player), LONG))
        for player, label in labels.items()
        if label != called(player, voice) or not clean(player)
    )
    text = (say("Names that are too long for the tables."),)
    table = ReportTable(say("Players"), (say("Player"), say("In full")), rows)
    return [ReportSection(say("Players in full"), text, (table,))] if rows else []
