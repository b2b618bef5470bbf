"""Fair scheduling of the solvers, with a simulated clock."""

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
    """The order in which clients are served if every waiting job takes this long."""
    found = []
    while waiting:
        item = waiting.take()
        shares.charge(item.who, seconds)
        found.append(item.name or item.who)
    return " ".join(found)


def test_client_with_the_least_time_is_next_regardless_of_queue_lengths() -> None:
    shares = Shares(Clock())
    waiting: FairQueue[Item] = FairQueue(shares)
    for _ in range(3):
        waiting.add(Item("a"))
    waiting.add(Item("b"))
    waiting.add(Item("c"))
    assert order(waiting, shares, seconds=1.0) == "a b c a a"


def test_used_time_decays() -> None:
    clock = Clock()
    shares = Shares(clock)
    shares.charge("a", 4.0)
    assert shares.rank("a") > shares.rank("b")
    clock.now += 20 * HALF_LIFE
    assert shares.rank("a")[0] == shares.rank("b")[0]


def test_small_differences_are_ignored_and_clients_alternate() -> None:
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


def test_new_clients_with_long_jobs_wait_for_short_ones() -> None:
    shares = Shares(Clock())
    waiting: FairQueue[Item] = FairQueue(shares)
    shares.charge("player", 0.1)
    for number in range(50):
        waiting.add(Item(f"new{number}", effort=1.0))
    waiting.add(Item("player", effort=0.05))
    assert waiting.take().who == "player"


def test_shared_jobs_come_first() -> None:
    shares = Shares(Clock())
    waiting: FairQueue[Item] = FairQueue(shares)
    shares.charge(EVERYBODY, 100.0)
    waiting.add(Item("new"))
    waiting.add(Item(EVERYBODY))
    assert waiting.take().who == EVERYBODY


def test_full_queue_drops_the_last_job_of_the_longest_line() -> None:
    shares = Shares(Clock())
    waiting: FairQueue[Item] = FairQueue(shares)
    for number in range(3):
        waiting.add(Item("a", name=f"a{number}"))
    waiting.add(Item("b"))
    out = waiting.make_room("c")
    assert out is not None
    assert out.name == "a2"
    assert len(waiting) == 3
    # A client with the longest line cannot displace its own jobs.
    assert waiting.make_room("a") is None
    out = waiting.make_room("c")
    assert out is not None
    assert out.name == "a1"
    # All have one job: the client with more used time gives way.
    assert waiting.make_room("c") is None
    shares.charge("b", 10.0)
    out = waiting.make_room("c")
    assert out is not None
    assert out.who == "b"


def test_abandoned_jobs_are_dropped() -> None:
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


def test_number_of_remembered_clients_is_limited() -> None:
    shares = Shares(Clock())
    shares.charge("first", 100.0)
    for number in range(10_000):
        shares.charge(str(number), 0.01)
    assert shares.rank("first") == shares.rank("a newcomer")


def test_clients_at_one_address_alternate() -> None:
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


def test_many_names_at_one_address_get_no_more_than_one_share() -> None:
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


def test_full_queue_drops_from_the_largest_address_and_then_its_largest_client() -> None:
    waiting: FairQueue[Item] = FairQueue(Shares(Clock()))
    for number in range(3):
        waiting.add(Item("home greedy", name=f"g{number}"))
    waiting.add(Item("home quiet", name="q"))
    waiting.add(Item("away", name="a"))
    # A new client at the full address displaces the largest client there.
    assert (out := waiting.make_room("home new"))
    assert out.name == "g2"
    assert waiting.make_room("home greedy") is None
    # So does a client at another address with a shorter line.
    assert (out := waiting.make_room("away"))
    assert out.name == "g1"
    assert waiting.make_room("away") is None
    assert waiting.make_room("home quiet") is None
    assert len(waiting) == 3
