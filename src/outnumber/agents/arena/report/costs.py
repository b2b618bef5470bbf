"""The sections of a report on costs, refusals and the provenance of answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from outnumber.agents.arena.measures import Usage, total
from outnumber.agents.arena.read import ATTEMPTS
from outnumber.games import mark

from .figures import LONG, NOTHING, Figures, ReportSection, ReportTable, Row, cut, duration, figure, printable

# The maximum number of reasons for refusals in a report, the most frequent first.
REASONS = 12


def refusals(found: Figures) -> ReportSection:
    """Games that ended because an endpoint refused to answer, and its reasons."""
    counts = Counter(result.at_fault for result in found.refused)
    games = Counter(player for result in found.results for player in result.players)
    rows = [(found.labels[player], games[player], n) for player, n in sorted(counts.items())]
    said = Counter(sorted(printable(result.fault.text) for result in found.refused if result.fault))
    reasons = [(cut(text, LONG), n) for text, n in said.most_common(REASONS)]
    return found.section(
        "Refused",
        "An endpoint refused to answer, for example because of a content filter, a prompt that is too "
        "long or an unsupported parameter. It would refuse the same question again, and this says "
        "nothing about the model's play. These games have no winner, do not affect any rate or rating, "
        "and are not replayed. The messages are in costs.jsonl.",
        tables=[
            found.table(rows, "Games ended by a refusal", "Player", "Games", "Refused"),
            found.table(reasons, "Reasons given", "Reason", "Games"),
        ],
    )


def attempts(found: Figures) -> Iterator[ReportSection]:
    """The number of answers per turn, and the errors in them; for models only."""
    rows: list[Row] = [
        (
            found.labels[player],
            used["turns"],
            used["attempts"],
            figure(used["attempts"] / used["turns"], 2, found.voice),
            *(used[kind] for kind in ATTEMPTS[2:]),
        )
        for player, used in found.spent.items()
        if used["attempts"] and used["turns"]
    ]
    if rows:
        table = found.table(
            rows,
            "Attempts by models",
            *("Player", "Turns", "Attempts", "Per turn", "Illegal", "Garbled", "Refused", "Cut off"),
        )
        yield found.section(
            "Attempts",
            "All model answers, including errors that a retry corrected. Garbled: the answer has no clear "
            "number. Refused: the model, a filter or the endpoint declined. Cut off: the answer reached its "
            "maximum length, or ended while the model was reasoning.",
            tables=[table],
        )


def costs(found: Figures) -> ReportSection:
    """Time, tokens and money."""
    voice, paid = found.voice, found.paid
    known = [(found.labels[player], each) for player, each in found.spent.items()]
    if not known and not found.wasted:
        return found.section("Time and tokens", "Nothing was measured.")
    times: list[Row] = [
        (label, used["moves"], *(duration(used["seconds"], used[over], voice) for over in ("moves", "games")))
        for label, used in known
    ]
    tokens: list[Row] = [
        (
            label,
            used["requests"],
            *(
                figure(used[kind] / used[over], 0, voice) if used[over] else NOTHING
                for over in ("asked_moves", "asked_games")
                for kind in ("prompt_tokens", "completion_tokens")
            ),
        )
        for label, used in known
        if used["asked_games"]
    ]
    everyone = {"": total(paid.values())} if len(paid) > 1 else {}
    totals = mark(
        "The totals include unfinished games. The cost is the charge that the endpoints report, or "
        "is computed from the prices in the models file; – if neither is known."
    )
    return found.section(
        "Time and tokens",
        "Averages, measured where the players ran; a turn that ended in a fault counts as a move. Other "
        "work on the same machine affects the times.",
        *([totals] if paid else []),
        tables=[
            found.table(times, "Time", "Player", "Moves", "Time per move", "Time per game"),
            found.table(
                tokens,
                "Tokens per move and per game",
                *("Player", "Requests", "Read per move", "Written per move"),
                *("Read per game", "Written per game"),
            ),
            _bills(found, paid | everyone)._replace(caption=voice.word("Total tokens and cost")),
            _bills(found, found.wasted),
        ],
    )


def _bills(found: Figures, paid: Mapping[str, Usage]) -> ReportTable:
    """One row per player; the empty name stands for all players."""
    kinds = ("requests", "prompt_tokens", "cached_tokens", "completion_tokens", "reasoning_tokens")
    rows = [
        (
            found.labels[player] if player else found.voice.word("All"),
            *(spent[kind] for kind in kinds),
            figure(spent["cost"], 4, found.voice) if "cost" in spent else None,
        )
        for player, spent in paid.items()
    ]
    return found.table(
        rows,
        "In unfinished games",
        *("Player", "Requests", "Read", "of it cached", "Written", "of it reasoning", "Cost"),
    )


def provenance(found: Figures) -> ReportSection:
    """The information needed to repeat the arena: versions, dates, seed and models."""
    say, days = found.voice.say, found.dates
    when = say("{first} to {last}", first=days[0], last=days[-1]) if len(days) > 1 else "".join(days)
    played = say(
        "Played{when} with Outnumber {version}, seed {seed}. The same seed produces the same openings "
        "and the same random choices of built-in players.",
        when=f" ({when})" if when else "",
        version=", ".join(map(printable, found.versions or (found.version,))),
        seed=found.plan.seed,
    )
    rows = [
        (found.labels[player], *(cut(printable(", ".join(each)), LONG) or NOTHING for each in source[:2]))
        for player, source in found.sources.items()
        if player in found.labels
    ]
    if not rows:
        return found.section("Provenance", played)
    return found.section(
        "Provenance",
        played,
        "Model names are those that the endpoints reported. costs.jsonl contains the full prompts, "
        "and report.json also contains the settings.",
        tables=[found.table(rows, "Models", "Player", "Endpoint", "Model that answered")],
    )
