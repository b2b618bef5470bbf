"""The sections of a report about what players took, and how language models were asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from outnumber.arena.measures import Source, Spent
from outnumber.arena.names import LONG, clean, cut
from outnumber.arena.plan import Plan
from outnumber.arena.read import ATTEMPTS, Result
from outnumber.arena.report.sections import Labels
from outnumber.arena.report.tables import NOTHING, Cell, Section, Table, duration

# So many different reasons of refusals are told, the most frequent first.
REASONS = 12
BILL = ("Player", "Requests", "Read", "of it cached", "Written", "of it reasoning", "Cost")


def refusals(refused: Sequence[Result], every: Sequence[Result], labels: Labels) -> Section:
    """Games that ended because an endpoint would not answer, and what it said."""
    counts = Counter(result.players[result.fault.seat - 1] for result in refused if result.fault)
    games = Counter(player for result in every for player in result.players)
    rows = tuple((labels[player], f"{games[player]:,}", f"{n:,}") for player, n in sorted(counts.items()))
    said = Counter(clean(result.fault.text) for result in refused if result.fault)
    often = sorted(said.items(), key=lambda each: (-each[1], each[0]))
    reasons = tuple((cut(text, LONG), f"{n:,}") for text, n in often[:REASONS])
    text = (
        "A content filter, a prompt that is too long, a parameter that the endpoint does not take: it will "
        "refuse the same question again, and that says nothing about how somebody plays. These games are won "
        "and lost by nobody, count in no rate and no rating, and are not played again. What was said is in "
        "costs.jsonl.",
    )
    tables = (
        Table("Games that ended by a refusal", ("Player", "Games", "Refused"), rows),
        Table("What was said", ("Reason", "Games"), reasons),
    )
    return Section("Refused", text, tables)


def attempts(spent: Mapping[str, Spent], labels: Labels) -> list[Section]:
    """How many answers a move took, and what was wrong with the others; for models only."""
    rows = tuple(
        (
            label,
            f"{used['turns']:,}",
            f"{used['attempts']:,}",
            f"{used['attempts'] / used['turns']:.2f}",
            *(f"{used.get(kind, 0):,}" for kind in ATTEMPTS[2:]),
        )
        for label, used in ((labels[player], spent[player].used) for player in labels if player in spent)
        if used.get("attempts") and used.get("turns")
    )
    text = (
        "The answers of models, also those that a further try made good. Garbled: no number could be read "
        "for certain. Refused: the model, a filter or the endpoint declined. Cut off: it ended by its length "
        "or while the model was thinking.",
    )
    columns = ("Player", "Turns", "Attempts", "A turn", "Illegal", "Garbled", "Refused", "Cut off")
    return [Section("Attempts", text, (Table("Attempts of models", columns, rows),))] if rows else []


def costs(spent: Mapping[str, Spent], wasted: Mapping[str, Spent], labels: Labels) -> Section:
    """Time, tokens and money."""
    known = [(label, spent[player]) for player, label in labels.items() if player in spent]
    if not known and not wasted:
        return Section("Time and tokens", ("Nothing was measured.",))
    times = tuple(
        (label, f"{each.turns:,}", duration(each.seconds, each.turns), duration(each.seconds, each.games))
        for label, each in known
    )
    tables = [Table("Time", ("Player", "Moves", "Time a move", "Time a game"), times)] if times else []
    used = tuple(
        (
            label,
            f"{each.used.get('requests', 0):,}",
            *(
                f"{each.used.get(kind, 0) / over:,.0f}" if over else NOTHING
                for over in (each.used_turns, each.used_games)
                for kind in ("prompt_tokens", "completion_tokens")
            ),
        )
        for label, each in known
        if each.used
    )
    if used:
        columns = ("Player", "Requests", "Read a move", "Written a move", "Read a game", "Written a game")
        tables.append(Table("Tokens", columns, used))
    paid = {player: paid_by(player, spent, wasted) for player in labels}
    if rows := tuple(_bill(labels[player], each) for player, each in paid.items() if each.used):
        total = _sum(each for each in paid.values() if each.used)
        rows += (_bill("All", total),) if len(rows) > 1 else ()
        tables.append(Table("Tokens and cost in all", BILL, rows))
    if lost := tuple(_bill(labels[player], each) for player, each in wasted.items()):
        tables.append(Table("In games that did not end", BILL, lost))
    text = [
        "What the players took, on average, as measured where they ran; a turn that ended in a fault counts "
        "as a move. Other work on the same machine shows."
    ]
    if rows:
        text.append(
            "In all is what was paid for, also in games that did not end. The cost is what endpoints say "
            "they charge, or follows from the prices in the file of models; – where neither is known."
        )
    return Section("Time and tokens", tuple(text), tuple(tables))


def paid_by(player: str, spent: Mapping[str, Spent], wasted: Mapping[str, Spent]) -> Spent:
    """What was paid for a player, in all games, ended or not."""
    return _sum(each[player] for each in (spent, wasted) if player in each)


def _sum(parts: Iterable[Spent]) -> Spent:
    total = Spent()
    for each in parts:
        total = total.plus(each.used, each.money)
    return total


def _bill(label: str, spent: Spent) -> tuple[Cell, ...]:
    kinds = ("requests", "prompt_tokens", "cached_tokens", "completion_tokens", "reasoning_tokens")
    money = NOTHING if spent.money is None else f"{spent.money:,.4f}"
    return (label, *(f"{spent.used.get(kind, 0):,}" for kind in kinds), money)


def provenance(
    plan: Plan,
    began: str,
    versions: Sequence[str],
    dates: Sequence[str],
    sources: Mapping[str, Source],
    labels: Labels,
) -> Section:
    """What somebody needs who wants to play it all again."""
    when = f" ({' to '.join(dict.fromkeys(dates))})" if dates else ""
    text = [
        f"Played{when} with version {', '.join(map(clean, versions or (began,)))} of Outnumber. "
        f"Seed {plan.seed}: the same seed gives the same openings, and players of ours the same luck."
    ]
    rows = tuple(
        (labels[player], *(cut(clean(", ".join(each)), LONG) or NOTHING for each in source[:2]))
        for player, source in sources.items()
        if player in labels
    )
    if not rows:
        return Section("Provenance", tuple(text))
    text.append(
        "Models as their endpoints name them in their answers. How each was asked, word for word, is in "
        "costs.jsonl; the settings are in report.json too."
    )
    table = Table("Models", ("Player", "Endpoint", "Model that answered"), rows)
    return Section("Provenance", tuple(text), (table,))
