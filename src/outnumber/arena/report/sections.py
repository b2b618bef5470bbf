"""The report of an arena as data: sections of tables, with the words that say what each figure means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from outnumber.arena.measures import (
    PHASES,
    RARITY_NAMES,
    Chances,
    Standing,
    by_luck,
    chances,
    compared,
    different,
)
from outnumber.arena.names import LONG, SHORT, clean, cut, game_title, size_title
from outnumber.arena.plan import Plan
from outnumber.arena.rating import Rating, expected
from outnumber.arena.read import Result
from outnumber.arena.report.tables import (
    NOTHING,
    Cell,
    Section,
    Table,
    counted,
    percent,
    points,
    shown,
)
from outnumber.statistics.intervals import Share
from outnumber.statistics.rounds import added

Labels = Mapping[str, str]
Groups = Mapping[str, Mapping[str, Chances]]


def played(plan: Plan, results: Sequence[Result], refused: int = 0) -> Section:
    """What the report stands on."""
    count = len(results)
    missing = plan.size - count - refused
    text = [
        f"{count + refused:,} of {counted(plan.size, 'game')} are in"
        + (f"; {missing:,} are still to be played, and every figure may change." if missing > 0 else "."),
        *(
            [f"{refused:,} of them ended because an endpoint refused to answer (see Refused)."]
            if refused
            else []
        ),
        f"{counted(len(plan.players), 'player')}, {counted(plan.rounds, 'opening')} of each game "
        f"({clean(plan.openings)}), seed {plan.seed}. Each pair plays each opening twice, with the "
        "seats swapped.",
    ]
    if plan.gauntlet:
        met = ", ".join(cut(clean(player), SHORT) for player in plan.gauntlet)
        text.append(f"A gauntlet: everybody else met {met}, and nobody else.")
    if count:
        begun = sum(result.favourite == 1 for result in results)
        text.append(
            f"The start was proven to be won for Player 1, who moves first, in {begun:,} of the games that "
            f"are in, and for Player 2 in {count - begun:,}."
        )
    if plan.time is not None:
        text.append(f"Each move had {plan.time:g} seconds.")
    if count and (unique := different(results)) < count:
        text.append(
            f"{unique:,} of the {count:,} games are different. A game that repeats another is no new "
            "evidence; on one opening the intervals count it as none."
        )
    sizes = Table("Games", ("Game", "Played"), tuple(_sizes(plan, results)))
    return Section("What was played", tuple(text), (sizes,))


def _sizes(plan: Plan, results: Sequence[Result]) -> Iterable[tuple[Cell, ...]]:
    counts = dict.fromkeys(plan.games, 0)
    for result in results:
        counts[result.size] = counts.get(result.size, 0) + 1
    return ((size_title(size), f"{count:,}") for size, count in counts.items())


def wins(standings: Sequence[Standing], labels: Labels) -> Section:
    """Who won how often, in which seat."""
    rows = tuple(
        (labels[each.player], f"{each.won.of:,}", f"{each.won.hits:,}", each.won, *each.by_seat)
        for each in standings
    )
    text = (
        "A game that ended by a fault is lost for whoever made it, and counts. In parentheses: where the "
        "true rate lies with 95 % confidence. What happens on one opening hangs together: the intervals are "
        "those of resampled openings, not of independent games.",
    )
    columns = ("Player", "Games", "Won", "Win rate", "As Player 1", "As Player 2")
    return Section("Wins", text, (Table("Win rate by seat", columns, rows),), "wins")


def rated(
    overall: Mapping[str, Rating],
    by_game: Mapping[str, Mapping[str, Rating]],
    pairs: Mapping[tuple[str, str], Share],
    labels: Labels,
) -> Section:
    """The ratings, and how well they say what happened."""
    rows: list[tuple[Cell, ...]] = []
    for player, rating in overall.items():
        met = {other: pairs[player, other] for other in overall if (player, other) in pairs}
        promised = fmean(expected(rating, overall[other]) for other in met)
        won = fmean(each.rate or 0.0 for each in met.values())
        rows.append((labels[player], str(rating), percent(promised), percent(won)))
    tables = [Table("Ratings, all games", ("Player", "Rating", "Expected score", "Score"), tuple(rows))]
    if len(by_game) > 1:
        games = tuple(
            (
                game_title(game),
                *(str(found[player]) if player in found else NOTHING for player in overall),
            )
            for game, found in by_game.items()
        )
        columns = ("Game", *(labels[player] for player in overall))
        tables.append(Table("Ratings, game by game", columns, games))
    text = (
        "A rating says what share of the games one player is expected to win against another: 60 % with a "
        "lead of 2.4 points, 75 % with 6.5, 90 % with 13. The average player has 25. After ± are two "
        "standard deviations.",
        "The ratings fit the model of Bradley and Terry to all games at once; their order does not matter. "
        "«Expected score» is what the ratings promise against all the others on "
        "average, «score» what it was: where they differ much, one number does not describe the player well.",
    )
    return Section("Ratings", text, tuple(tables), "ratings")


def against(standings: Sequence[Standing], pairs: Mapping[tuple[str, str], Share], labels: Labels) -> Section:
    """Who beat whom."""
    players = [each.player for each in standings]
    rows = tuple(
        (f"{number}. {labels[player]}", *(_score(pairs.get((player, other))) for other in players))
        for number, player in enumerate(players, start=1)
    )
    columns = ("Player", *(f"{number}." for number in range(1, len(players) + 1)))
    text = (
        "Games that the player of the row has won against the player of the column, of those they played.",
    )
    return Section("Head to head", text, (Table("Head to head", columns, rows),), "pairs")


def _score(share: Share | None) -> str:
    return f"{share.hits}/{share.of}" if share else ""


def starts(standings: Sequence[Standing], labels: Labels) -> Section:
    """What was made of won and of lost starts."""
    rows = tuple(
        (labels[each.player], f"{each.converted.of:,}", each.converted, f"{each.taken.of:,}", each.taken)
        for each in standings
    )
    text = (
        "Every start is proven to be won for one seat. Perfect play converts all its won starts, and takes "
        "from lost ones whatever the opponent lets go.",
    )
    columns = ("Player", "Won starts", "Converted", "Lost starts", "Won all the same")
    return Section("Won and lost starts", text, (Table("Results by start", columns, rows),))


def regret(standings: Sequence[Standing], labels: Labels) -> Section:
    """How often wins were thrown away."""
    rows = tuple(
        (
            labels[each.player],
            f"{each.moves:,}",
            f"{each.chances.held:,}",
            f"{each.blunders:,}",
            f"{each.regret:.2f}",
            each.chances.thrown,
            percent(by_luck(each.chances)),
            percent(each.chances.accuracy),
        )
        for each in standings
    )
    text = (
        "The regret of a move is 1 if it turned a won position into a lost one, else 0: exact, because every "
        "position is solved. A chance is a move with something to lose: the position is won, and not every "
        "move keeps it so. A blunder is a chance thrown away; so is a win that a fault lost.",
        "«By luck» is the share of the same chances that any legal move, picked blindly, would throw away. "
        "«Accuracy» weighs a chance by the share of moves that lose: a rare win counts for more.",
    )
    columns = (
        "Player",
        "Moves",
        "Chances",
        "Blunders",
        "Per game",
        "Blunder rate",
        "By luck",
        "Accuracy",
    )
    return Section("Exact regret", text, (Table("Wins thrown away", columns, rows),), "blunders")


def differences(standings: Sequence[Standing], labels: Labels) -> Section:
    """Each two players side by side, opening by opening."""
    rows = tuple(
        (f"{labels[each.one]} – {labels[each.two]}", points(each.won), points(each.blunders))
        for each in compared(standings)
    )
    text = (
        "The rate of the first player less that of the second, in percentage points, with its interval of "
        "95 %. Both are compared on the same openings, so that a hard one takes nothing away from the "
        "certainty. "
        "* marks what differs for certain; of twenty pairs without a difference, one is marked all the same.",
    )
    table = Table("Differences between players", ("Players", "Games won", "Chances thrown away"), rows)
    return Section("Differences", text, (table,))


def blunders_by(
    title: str,
    text: str,
    groups: Groups,
    named: Mapping[str, str],
    standings: Sequence[Standing],
    labels: Labels,
    *,
    plot: str = "",
) -> Section:
    """The rate of blunders in groups of moves; `named` has the groups in order and what to call them."""
    held = [group for group in named if groups.get(group)]
    players = [each.player for each in standings]
    columns: list[list[Cell]] = [
        ["Player" if plot else title, *(labels[player] for player in players), "By luck"]
    ]
    for group in held:
        rates = [groups[group].get(player, chances(())).thrown for player in players]
        columns.append([named[group], *rates, percent(by_luck(added(groups[group].values())))])
    if not plot:
        # Long names of games go down the side, a few short ones along the top.
        columns = [list(row) for row in zip(*columns, strict=True)]
    head, *rows = zip(*columns, strict=True)
    caption = f"Blunder rate by {title.lower()}"
    return Section(
        f"Blunders by {title.lower()}", (text,), (Table(caption, tuple(map(shown, head)), tuple(rows)),), plot
    )


def all_blunders(
    results: Sequence[Result],
    groups: Mapping[str, Groups],
    standings: Sequence[Standing],
    labels: Labels,
) -> list[Section]:
    """The rate of blunders by how rare the wins were, by phase, and by game and size if there are several."""
    games = {result.game: game_title(result.game) for result in results}
    sizes = {result.size: size_title(result.size) for result in results}
    rarities, phases = (dict(zip(names, names, strict=True)) for names in (RARITY_NAMES, PHASES))
    rare = "How many of the legal moves would have won: the fewer, the harder the chance. Intervals as above."
    thirds = "Thirds of the turns after the opening; in a game that a fault cut short, of those there were."
    found = [
        blunders_by(
            "Share of winning moves", rare, groups["rarity"], rarities, standings, labels, plot="rarity"
        ),
        blunders_by("Phase", thirds, groups["phase"], phases, standings, labels, plot="phase"),
    ]
    if len(games) > 1:
        together = "All sizes of a game together."
        found.append(blunders_by("Game", together, groups["game"], games, standings, labels))
    if len(sizes) > len(games):
        apart = "Each game with its options."
        found.append(blunders_by("Size", apart, groups["size"], sizes, standings, labels))
    return found


def faults(standings: Sequence[Standing], labels: Labels) -> Section:
    """Games that ended without a legal move in time."""
    codes = sorted({code for each in standings for code in each.faults})
    if not codes:
        return Section("Faults", ("No game ended by a fault.",))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            labels[each.player],
            Share(sum(each.faults.values()), each.won.of),
            *(f"{each.faults.get(code, 0):,}" for code in codes),
            f"{each.gifts:,}",
        )
        for each in standings
    )
    text = (
        "An illegal move, an answer that is none, a crash or silence ends a game at once. It is lost, and "
        "counts in every rate above. The last column has the games that a player "
        "won because the other made a fault.",
    )
    columns = ("Player", "Lost by a fault", *(cut(clean(code), 24) for code in codes), "Won by one")
    return Section("Faults", text, (Table("Faults by player", columns, rows),))


def whole_names(labels: Labels) -> list[Section]:
    """The players whose names had to be cut."""
    rows = tuple(
        (label, cut(clean(player), LONG)) for player, label in labels.items() if label != clean(player)
    )
    text = ("Names that are too long for the tables.",)
    return (
        [Section("Players in full", text, (Table("Players", ("Player", "In full"), rows),))] if rows else []
    )
