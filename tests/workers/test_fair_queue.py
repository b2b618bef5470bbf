"""Taking turns at the solvers: pure arithmetic, with a clock of its own."""

from dataclasses import dataclass

from outnumber.workers.fair_queue import EVERYBODY, HALF_LIFE, FairQueue, Shares


@dataclass
class Item:
    who: str
    effort: float = 0.0
    name: str = ""


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def order(waiting: FairQueue[Item], shares: Shares, seconds: float = 0.0) -> str:
    """Who is served when everything that waits takes so long."""
    found = []
    while waiting:
        item = waiting.take()
        shares.charge(item.who, seconds)
        found.append(item.name or item.who)
    return " ".join(found)


def test_who_had_least_is_next_however_many_questions_others_have() -> None:
    shares = Shares(Clock())
    waiting: FairQueue[Item] = FairQueue(shares)
    for _ in range(3):
        waiting.add(Item("a"))
    waiting.add(Item("b"))
    waiting.add(Item("c"))
    assert order(waiting, shares, seconds=1.0) == "a b c a a"


def test_time_that_was_had_is_forgotten() -> None:
    clock = Clock()
    shares = Shares(clock)
    shares.charge("a", 4.0)
    assert shares.rank("a") > shares.rank("b")
    clock.now += 20 * HALF_LIFE
    assert shares.rank("a")[0] == shares.rank("b")[0]


def test_small_differences_do_not_count_and_then_it_is_by_turns() -> None:
    clock = Clock()
    shares = Shares(clock)
    waiting: FairQueue[Item] = FairQueue(shares)
    for who in "abaabb":
        waiting.add(Item(who))
    found = []
    while waiting:
        clock.now += 1
        who = waiting.take().who
        shares.charge(who, 0.01 if who == "a" else 0.02)
        found.append(who)
    assert "".join(found) == "ababab"


def test_newcomers_with_long_questions_wait_for_short_ones() -> None:
    shares = Shares(Clock())
    waiting: FairQueue[Item] = FairQueue(shares)
    shares.charge("player", 0.1)
    for number in range(50):
        waiting.add(Item(f"new{number}", effort=1.0))
    waiting.add(Item("player", effort=0.05))
    assert waiting.take().who == "player"


def test_what_everybody_asks_for_comes_first() -> None:
    shares = Shares(Clock())
    waiting: FairQueue[Item] = FairQueue(shares)
    shares.charge(EVERYBODY, 100.0)
    waiting.add(Item("new"))
    waiting.add(Item(EVERYBODY))
    assert waiting.take().who == EVERYBODY


def test_when_there_is_no_room_the_last_of_the_longest_line_goes() -> None:
    shares = Shares(Clock())
    waiting: FairQueue[Item] = FairQueue(shares)
    for number in range(3):
        waiting.add(Item("a", name=f"a{number}"))
    waiting.add(Item("b"))
    out = waiting.make_room("c")
    assert out is not None
    assert out.name == "a2"
    assert len(waiting) == 3
    # Who has the longest line itself makes no room for itself.
    assert waiting.make_room("a") is None
    out = waiting.make_room("c")
    assert out is not None
    assert out.name == "a1"
    # All have one: who had more time gives way to who had less.
    assert waiting.make_room("c") is None
    shares.charge("b", 10.0)
    out = waiting.make_room("c")
    assert out is not None
    assert out.who == "b"


def test_what_nobody_waits_for_any_more_is_forgotten() -> None:
    waiting: FairQueue[Item] = FairQueue(Shares(Clock()))
    kept, gone = Item("a", name="kept"), Item("a", name="gone")
    waiting.add(gone)
    waiting.add(kept)
    waiting.remove(gone)
    waiting.remove(gone)
    assert len(waiting) == 1
    assert waiting.take() is kept
    waiting.remove(kept)
    assert not waiting


def test_clients_who_are_gone_are_forgotten() -> None:
    shares = Shares(Clock())
    shares.charge("first", 100.0)
    for number in range(10_000):
        shares.charge(str(number), 0.01)
    assert shares.rank("first") == shares.rank("a newcomer")


def test_those_who_share_an_address_take_turns_within_it() -> None:
    clock = Clock()
    shares = Shares(clock)
    waiting: FairQueue[Item] = FairQueue(shares)
    for number in range(20):
        waiting.add(Item("home greedy", effort=1.0, name=f"g{number}"))
    waiting.add(Item("home quiet", effort=1.0))
    waiting.add(Item("away", effort=1.0))
    served = []
    for _ in range(4):
        clock.now += 1
        item = waiting.take()
        shares.charge(item.who, 1.0)
        served.append(item.name or item.who)
    assert sorted(served[:3]) == ["away", "g0", "home quiet"]
    assert served[3] == "g1"


def test_many_names_at_one_address_get_no_more_than_one() -> None:
    clock = Clock()
    shares = Shares(clock)
    waiting: FairQueue[Item] = FairQueue(shares)
    for number in range(30):
        waiting.add(Item(f"home name{number}", effort=1.0))
    for number in range(3):
        waiting.add(Item("away", effort=1.0, name=f"a{number}"))
    served = []
    for _ in range(6):
        clock.now += 1
        item = waiting.take()
        shares.charge(item.who, 1.0)
        served.append(item.name or "home")
    assert sorted(served) == ["a0", "a1", "a2", "home", "home", "home"]


def test_room_is_made_at_the_address_with_most_and_then_among_those_who_share_one() -> None:
    waiting: FairQueue[Item] = FairQueue(Shares(Clock()))
    for number in range(3):
        waiting.add(Item("home greedy", name=f"g{number}"))
    waiting.add(Item("home quiet", name="q"))
    waiting.add(Item("away", name="a"))
    # Whoever comes to the full address gets the place of the one there who has most.
    assert (out := waiting.make_room("home new"))
    assert out.name == "g2"
    assert waiting.make_room("home greedy") is None
    # Somebody at another address with a shorter line, too.
    assert (out := waiting.make_room("away"))
    assert out.name == "g1"
    assert waiting.make_room("away") is None
    assert waiting.make_room("home quiet") is None
    assert len(waiting) == 3
