"""The sections of a report about what players took, and how language models were asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from outnumber.agents.arena.measures import Source, Usage
from outnumber.agents.arena.names import LONG, clean, cut
from outnumber.agents.arena.plan import Plan
from outnumber.agents.arena.read import ATTEMPTS, GameResult
from outnumber.agents.arena.report.sections import Labels
from outnumber.agents.arena.report.tables import NOTHING, Cell, ReportSection, ReportTable, duration, figure
from outnumber.games.sentences import Voice

# So many different reasons of refusals are told, the most frequent first.
REASONS = 12


def refusals(
    refused: Sequence[GameResult], every: Sequence[GameResult], labels: Labels, voice: Voice
) -> ReportSection:
    """Games that ended because an endpoint would not answer, and what it said."""
    say, number = voice.say, voice.number
    counts = Counter(result.players[result.fault.seat - 1] for result in refused if result.fault)
    games = Counter(player for result in every for player in result.players)
    rows = tuple((labels[player], number(games[player]), number(n)) for player, n in sorted(counts.items()))
    said = Counter(clean(result.fault.text) for result in refused if result.fault)
    often = sorted(said.items(), key=lambda each: (-each[1], each[0]))
    reasons = tuple((cut(text, LONG), number(n)) for text, n in often[:REASONS])
    text = (
        say(
            "A content filter, a prompt that is too long, a parameter that the endpoint does not take: it "
            "will refuse the same question again, and that says nothing about how somebody plays. These "
            "games are won and lost by nobody, count in no rate and no rating, and are not played again. "
            "What was said is in costs.jsonl."
        ),
    )
    tables = (
        ReportTable(
            say("Games that ended by a refusal"), (say("Player"), say("Games"), say("Refused")), rows
        ),
        ReportTable(say("What was said"), (say("Reason"), say("Games")), reasons),
    )
    return ReportSection(say("Refused"), text, tables)


def attempts(spent: Mapping[str, Usage], labels: Labels, voice: Voice) -> list[ReportSection]:
    """How many answers a move took, and what was wrong with the others; for models only."""
    say, number = voice.say, voice.number
    rows = tuple(
        (
            label,
            number(used["turns"]),
            number(used["attempts"]),
            voice.decimal(f"{used['attempts'] / used['turns']:.2f}"),
            *(number(used.get(kind, 0)) for kind in ATTEMPTS[2:]),
        )
        for label, used in ((labels[player], spent[player].used) for player in labels if player in spent)
        if used.get("attempts") and used.get("turns")
    )
    text = (
        say(
            "The answers of models, also those that a further try made good. Garbled: no number could be "
            "read for certain. Refused: the model, a filter or the endpoint declined. Cut off: it ended by "
            "its length or while the model was thinking."
        ),
    )
    columns = (
        say("Player"),
        say("Turns"),
        say("Attempts"),
        say("A turn"),
        say("Illegal"),
        say("Garbled"),
        say("Refused"),
        say("Cut off"),
    )
    return (
        [ReportSection(say("Attempts"), text, (ReportTable(say("Attempts of models"), columns, rows),))]
        if rows
        else []
    )


def costs(
    spent: Mapping[str, Usage], wasted: Mapping[str, Usage], labels: Labels, voice: Voice
) -> ReportSection:
    """Time, tokens and money."""
    say, number = voice.say, voice.number
    title = say("Time and tokens")
    known = [(label, spent[player]) for player, label in labels.items() if player in spent]
    if not known and not wasted:
        return ReportSection(title, (say("Nothing was measured."),))
    times = tuple(
        (
            label,
            number(each.turns),
            *(duration(each.seconds, over, voice) for over in (each.turns, each.games)),
        )
        for label, each in known
    )
    columns: tuple[str, ...] = (say("Player"), say("Moves"), say("Time a move"), say("Time a game"))
    tables = [ReportTable(say("Time"), columns, times)] if times else []
    used = tuple(
        (
            label,
            number(each.used.get("requests", 0)),
            *(
                figure(each.used.get(kind, 0) / over, 0, voice) if over else NOTHING
                for over in (each.used_turns, each.used_games)
                for kind in ("prompt_tokens", "completion_tokens")
            ),
        )
        for label, each in known
        if each.used
    )
    if used:
        columns = (
            say("Player"),
            say("Requests"),
            say("Read a move"),
            say("Written a move"),
            say("Read a game"),
            say("Written a game"),
        )
        # Not of a game, where the catalogues have another word for them.
        tables.append(ReportTable("Tokens", columns, used))
    paid = {player: paid_by(player, spent, wasted) for player in labels}
    bill = (
        say("Player"),
        say("Requests"),
        say("Read"),
        say("of it cached"),
        say("Written"),
        say("of it reasoning"),
        say("Cost"),
    )
    if rows := tuple(_bill(labels[player], each, voice) for player, each in paid.items() if each.used):
        total = _sum(each for each in paid.values() if each.used)
        rows += (_bill(say("All"), total, voice),) if len(rows) > 1 else ()
        tables.append(ReportTable(say("Tokens and cost in all"), bill, rows))
    if lost := tuple(_bill(labels[player], each, voice) for player, each in wasted.items()):
        tables.append(ReportTable(say("In games that did not end"), bill, lost))
    text = [
        say(
            "What the players took, on average, as measured where they ran; a turn that ended in a fault "
            "counts as a move. Other work on the same machine shows."
        )
    ]
    if rows:
        text.append(
            say(
                "In all is what was paid for, also in games that did not end. The cost is what endpoints say "
                "they charge, or follows from the prices in the file of models; – where neither is known."
            )
        )
    return ReportSection(title, tuple(text), tuple(tables))


def paid_by(player: str, spent: Mapping[str, Usage], wasted: Mapping[str, Usage]) -> Usage:
    """What was paid for a player, in all games, ended or not."""
    return _sum(each[player] for each in (spent, wasted) if player in each)


def _sum(parts: Iterable[Usage]) -> Usage:
    total = Usage()
    for each in parts:
        total = total.plus(each.used, each.money)
    return total


def _bill(label: str, spent: Usage, voice: Voice) -> tuple[Cell, ...]:
    kinds = ("requests", "prompt_tokens", "cached_tokens", "completion_tokens", "reasoning_tokens")
    money = NOTHING if spent.money is None else figure(spent.money, 4, voice)
    return (label, *(voice.number(spent.used.get(kind, 0)) for kind in kinds), money)


def provenance(
    plan: Plan,
    began: str,
    versions: Sequence[str],
    dates: Sequence[str],
    sources: Mapping[str, Source],
    labels: Labels,
    voice: Voice,
) -> ReportSection:
    """What somebody needs who wants to play it all again."""
    say = voice.say
    days = [*dict.fromkeys(dates)]
    when = say("{first} to {last}", first=days[0], last=days[-1]) if len(days) > 1 else "".join(days)
    text = [
        say(
            "Played{when} with version {version} of Outnumber. Seed {seed}: the same seed gives the same "
            "openings, and players of ours the same luck.",
            when=f" ({when})" if when else "",
            version=", ".join(map(clean, versions or (began,))),
            seed=plan.seed,
        )
    ]
    rows = tuple(
        (labels[player], *(cut(clean(", ".join(each)), LONG) or NOTHING for each in source[:2]))
        for player, source in sources.items()
        if player in labels
    )
    if not rows:
        return ReportSection(say("Provenance"), tuple(text))
    text.append(
        say(
            "Models as their endpoints name them in their answers. How each was asked, word for word, is in "
            "costs.jsonl; the settings are in report.json too."
        )
    )
    table = ReportTable(say("Models"), (say("Player"), say("Endpoint"), say("Model that answered")), rows)
    return ReportSection(say("Provenance"), tuple(text), (table,))
