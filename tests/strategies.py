"""Shared Hypothesis strategies: options, rules and positions of every game."""

from typing import Any

from hypothesis import strategies as st

import outnumber
from outnumber import Position, Reason, Rules, Seat
from outnumber.match.match import BOOK, FAIR, Match, Participant
from outnumber.match.round import Round
from tests.naive import GAMES, State, legal, play, start

LARGEST = 60  # keeps the naive rules fast, and one byte can pick any legal move
CRITERIA = ("multiple", "digit", "digit-sum", "coprime", "neighbour", "square-sum", "prime-sum")

Named = tuple[str, dict[str, Any]]


def short(value: object) -> str:
    """The id of a case in a parametrised test; Python refuses to print the longest numbers."""
    if isinstance(value, int) and value.bit_length() > 100:
        return "huge" if value > 0 else "minus-huge"
    return repr(value)[:20]


def ranges(smallest: int = 1, largest: int = LARGEST) -> st.SearchStrategy[int]:
    """Pool sizes; small ones are as frequent as all others together."""
    return st.one_of(
        st.integers(smallest, min(9, largest)),
        st.integers(smallest, largest),
    )


@st.composite
def attack_options(draw: st.DrawFn, largest: int = LARGEST) -> dict[str, Any]:
    """Options of Number Stack Attack with at least one token that fits the target."""
    target = draw(ranges(largest=largest))
    fits = draw(st.integers(1, target))
    others = draw(st.sets(st.integers(1, 15), max_size=8))
    tie = draw(st.sampled_from(["first", "last"]))
    return {"target": target, "tokens": sorted({fits} | others), "tie": tie}


def options_of(game: str, largest: int = LARGEST) -> st.SearchStrategy[dict[str, Any]]:
    """Every option of one game, with a range or target up to `largest`."""
    if game == "number-duel":
        links = st.lists(st.sampled_from(CRITERIA), min_size=1, unique=True)
        return st.fixed_dictionaries({"range": ranges(largest=largest), "link": links})
    if game == "number-stack-attack":
        return attack_options(largest=largest)
    if game == "number-stack-duel":
        patterns = st.sampled_from(["greater", "less"])
        return st.fixed_dictionaries({"range": ranges(largest=largest), "first_pattern": patterns})
    if game == "order-challenge":
        return st.fixed_dictionaries({"range": ranges(largest=largest)})
    any_opening = {"range": ranges(largest=largest), "opening": st.just("any")}
    even_opening = {"range": ranges(2, largest), "opening": st.just("even")}
    return st.one_of(st.fixed_dictionaries(any_opening), st.fixed_dictionaries(even_opening))


@st.composite
def named_options(draw: st.DrawFn, largest: int = LARGEST, games: tuple[str, ...] = GAMES) -> Named:
    """The name of a game and options for it."""
    game = draw(st.sampled_from(games))
    return game, draw(options_of(game, largest))


@st.composite
def picks(draw: st.DrawFn, most: int = LARGEST) -> bytes:
    """One byte per move, evenly distributed in length: `moves[byte % len(moves)]` picks a legal move."""
    length = draw(st.integers(0, most))
    return draw(st.binary(min_size=length, max_size=length))


def rules(largest: int = LARGEST, games: tuple[str, ...] = GAMES) -> st.SearchStrategy[Rules]:
    """Rules of any game with any options."""
    return named_options(largest, games).map(lambda named: outnumber.game(named[0], **named[1]))


@st.composite
def states(draw: st.DrawFn, largest: int = LARGEST, games: tuple[str, ...] = GAMES) -> State:
    """A game after random moves by the naive rules, from the start to a finished game."""
    state = start(*draw(named_options(largest, games)))
    for pick in draw(picks(largest)):
        moves = legal(state)
        if not moves:
            break
        state = play(state, moves[pick % len(moves)])
    return state


@st.composite
def positions(draw: st.DrawFn, largest: int = LARGEST, games: tuple[str, ...] = GAMES) -> Position:
    """A position of any game after random moves, from the start to a finished game."""
    position = draw(rules(largest, games)).start()
    for pick in draw(picks(largest)):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[pick % len(moves)])
    return position


def match_at(position: Position, seed: int = 0) -> Match:
    """A match at the given position, regardless of the moves before it."""
    return Match(position.rules, seed=seed, rounds=(Round((), b"", position),))


# Records. Text may contain anything that a file can store; UTF-8 cannot encode lone surrogates.
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
REMARKS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=12)
TAGS = st.from_regex(r"\A[A-Z][a-z]{0,5}[0-9]\Z").filter(lambda name: name[:-1] not in ("Player", "Plays"))


@st.composite
def rounds(draw: st.DrawFn, rules: Rules, finished: bool) -> Round:
    """A round under these rules: unfinished, or ended by the rules, on time or by resignation."""
    current = Round.begin(rules)
    for pick in draw(picks(12)):
        moves = current.position.legal_moves()
        if not moves:
            break
        current = current.play(moves[pick % len(moves)])
    if current.outcome is None and (finished or draw(st.booleans())):
        current = current.end(
            draw(st.sampled_from(Seat)), draw(st.sampled_from([Reason.TIME, Reason.RESIGNATION]))
        )
    remarks = st.lists(st.tuples(st.integers(0, len(current.moves)), REMARKS), max_size=4)
    return current._replace(
        comments=tuple(sorted(draw(remarks), key=lambda remark: remark[0])),
        tags=tuple(draw(st.dictionaries(TAGS, TEXTS, max_size=2)).items()),
    )


@st.composite
def drawn(draw: st.DrawFn, each: Round) -> Round:
    """The round with some of its moves drawn and a seat picked."""
    if not each.moves:
        return each
    count = draw(st.integers(1, len(each.moves)))
    return each._replace(drawn=count, seat1=draw(st.sampled_from([1, 2])))


@st.composite
def matches(draw: st.DrawFn, largest: int = 30) -> Match:
    """A match of any game with everything a record can contain."""
    chosen = draw(rules(largest))
    length = draw(st.integers(1, 4))
    begun = draw(st.integers(0, length))
    names = st.one_of(st.just(""), TEXTS)
    one, two = (Participant(draw(st.sampled_from(["human", "random"])), draw(names)) for _ in range(2))
    fair = draw(st.booleans())
    played = [draw(rounds(chosen, finished=number < begun)) for number in range(1, begun + 1)]
    if fair:
        played = [draw(drawn(each)) for each in played]
    return Match(
        rules=chosen,
        participants=(one, two),
        first=draw(st.sampled_from([1, 2])),
        length=length,
        clock=draw(st.one_of(st.none(), st.floats(1e-9, 86_400), st.integers(1, 600).map(float))),
        seed=draw(st.integers(0, 2**63)),
        date=draw(TEXTS),
        start=FAIR if any(each.drawn for each in played) else BOOK,
        rounds=tuple(played),
        tags=tuple(draw(st.dictionaries(TAGS, TEXTS, max_size=3)).items()),
    )
