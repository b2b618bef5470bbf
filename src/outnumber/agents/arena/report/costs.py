"""The sections of a report about what players took, and how language models were asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce

from outnumber.agents.arena.measures import Usage
from outnumber.agents.arena.names import LONG, cut, printable
from outnumber.agents.arena.read import ATTEMPTS
from outnumber.agents.arena.report.figures import Figures
from outnumber.agents.arena.report.tables import NOTHING, ReportSection, ReportTable, Row, duration, figure

# The number of different reasons of refusals that are reported, the most frequent first.
REASONS = 12


def refusals(found: Figures) -> ReportSection:
    """Games that ended because an endpoint would not answer, and what it said."""
    say = found.voice.say
    counts = Counter(result.at_fault for result in found.refused)
    games = Counter(player for result in found.results for player in result.players)
    rows = [(found.labels[player], games[player], n) for player, n in sorted(counts.items())]
    said = Counter(printable(result.fault.text) for result in found.refused if result.fault)
    often = sorted(said.items(), key=lambda each: (-each[1], each[0]))
    reasons = [(cut(text, LONG), n) for text, n in often[:REASONS]]
    text = say(
        "A content filter, a prompt that is too long, a parameter that the endpoint does not take: it "
        "will refuse the same question again, and that says nothing about how somebody plays. These "
        "games are won and lost by nobody, count in no rate and no rating, and are not played again. "
        "What was said is in costs.jsonl."
    )
    columns = found.columns("Player", "Games", "Refused")
    tables = (
        ReportTable(say("Games that ended by a refusal"), columns, rows),
        ReportTable(say("What was said"), found.columns("Reason", "Games"), reasons),
    )
    return ReportSection(say("Refused"), [text], tables)


def _spent(found: Figures) -> list[tuple[str, Usage]]:
    """What each player took that is known, by its label."""
    return [(label, found.spent[player]) for player, label in found.labels.items() if player in found.spent]


def attempts(found: Figures) -> Iterator[ReportSection]:
    """How many answers a move took, and what was wrong with the others; for models only."""
    say = found.voice.say
    rows: list[Row] = [
        (
            label,
            used["turns"],
            used["attempts"],
            figure(used["attempts"] / used["turns"], 2, found.voice),
            *(used.get(kind, 0) for kind in ATTEMPTS[2:]),
        )
        for label, used in ((label, each.used) for label, each in _spent(found))
        if used.get("attempts") and used.get("turns")
    ]
    text = say(
        "The answers of models, also those that a further try made good. Garbled: no number could be "
        "read for certain. Refused: the model, a filter or the endpoint declined. Cut off: it ended by "
        "its length or while the model was thinking."
    )
    columns = found.columns(
        "Player", "Turns", "Attempts", "A turn", "Illegal", "Garbled", "Refused", "Cut off"
    )
    if rows:
        table = ReportTable(say("Attempts of models"), columns, rows)
        yield ReportSection(say("Attempts"), [text], [table])


def costs(found: Figures) -> ReportSection:
    """Time, tokens and money."""
    voice, say, columns = found.voice, found.voice.say, found.columns
    title, known = say("Time and tokens"), _spent(found)
    if not known and not found.wasted:
        return ReportSection(title, [say("Nothing was measured.")])
    tables = []
    times: list[Row] = [
        (label, each.turns, *(duration(each.seconds, over, voice) for over in (each.turns, each.games)))
        for label, each in known
    ]
    if times:
        tables.append(
            ReportTable(say("Time"), columns("Player", "Moves", "Time a move", "Time a game"), times)
        )
    used: list[Row] = [
        (
            label,
            each.used.get("requests", 0),
            *(
                figure(each.used.get(kind, 0) / over, 0, voice) if over else NOTHING
                for over in (each.used_turns, each.used_games)
                for kind in ("prompt_tokens", "completion_tokens")
            ),
        )
        for label, each in known
        if each.used
    ]
    if used:
        heads = columns(
            "Player", "Requests", "Read a move", "Written a move", "Read a game", "Written a game"
        )
        # Not of a game, where the catalogues have another word for them.
        tables.append(ReportTable("Tokens", heads, used))
    text = [
        say(
            "What the players took, on average, as measured where they ran; a turn that ended in a fault "
            "counts as a move. Other work on the same machine shows."
        )
    ]
    heads = columns("Player", "Requests", "Read", "of it cached", "Written", "of it reasoning", "Cost")
    if paid := paid_for(found):
        rows = [_bill(found, found.labels[player], each) for player, each in paid.items()]
        if len(rows) > 1:
            rows.append(_bill(found, say("All"), reduce(Usage.plus, paid.values())))
        tables.append(ReportTable(say("Tokens and cost in all"), heads, rows))
        text.append(
            say(
                "In all is what was paid for, also in games that did not end. The cost is what endpoints say "
                "they charge, or follows from the prices in the file of models; – where neither is known."
            )
        )
    if found.wasted:
        rows = [_bill(found, found.labels[player], each) for player, each in found.wasted.items()]
        tables.append(ReportTable(say("In games that did not end"), heads, rows))
    return ReportSection(title, text, tables)


def paid_for(found: Figures) -> dict[str, Usage]:
    """What was paid for each model, in all games, ended or not."""
    none = Usage()
    paid = {
        player: found.spent.get(player, none).plus(found.wasted.get(player, none)) for player in found.labels
    }
    return {player: each for player, each in paid.items() if each.used}


def _bill(found: Figures, label: str, spent: Usage) -> Row:
    kinds = ("requests", "prompt_tokens", "cached_tokens", "completion_tokens", "reasoning_tokens")
    money = None if spent.money is None else figure(spent.money, 4, found.voice)
    return (label, *(spent.used.get(kind, 0) for kind in kinds), money)


def provenance(found: Figures) -> ReportSection:
    """What is needed to repeat the arena: versions, dates, seed and models."""
    say, days = found.voice.say, found.dates
    when = say("{first} to {last}", first=days[0], last=days[-1]) if len(days) > 1 else "".join(days)
    text = [
        say(
            "Played{when} with version {version} of Outnumber. Seed {seed}: the same seed gives the same "
            "openings, and players of ours the same luck.",
            when=f" ({when})" if when else "",
            version=", ".join(map(printable, found.versions or (found.version,))),
            seed=found.plan.seed,
        )
    ]
    rows = [
        (found.labels[player], *(cut(printable(", ".join(each)), LONG) or NOTHING for each in source[:2]))
        for player, source in found.sources.items()
        if player in found.labels
    ]
    if not rows:
        return ReportSection(say("Provenance"), text)
    text.append(
        say(
            "Models as their endpoints name them in their answers. How each was asked, word for word, is in "
            "costs.jsonl; the settings are in report.json too."
        )
    )
    columns = found.columns("Player", "Endpoint", "Model that answered")
    return ReportSection(say("Provenance"), text, [ReportTable(say("Models"), columns, rows)])
