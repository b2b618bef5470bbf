"""The thread of a match: saves before it announces, and releases the game when left."""

import threading
from pathlib import Path
from queue import Queue

import pytest

from outnumber.games.base import Reason, Seat
from outnumber.games.errors import OptionError
from outnumber.games.registry import game
from outnumber.games.sentences import ENGLISH
from outnumber.local.app import runner as runner_module
from outnumber.local.app.runner import GameRunner
from outnumber.match.events import Kind, MatchEvent
from outnumber.match.loop import Player, Wish
from outnumber.match.match import Begun, Match, Moved, Participant, Picked
from outnumber.store.files import StoreError
from outnumber.store.games import GameStore
from tests.local.app.screens import PATIENCE, kept, people

TWO = Match(game("strategy-stacks"), people())


class Seen:
    """The events of a runner, in order."""

    def __init__(self, runner: GameRunner) -> None:
        self.runner = runner
        self.warnings: list[str] = []
        self._events: Queue[MatchEvent] = Queue()
        runner.start(self._events.put, self.warnings.append)

    def next(self, kind: Kind) -> MatchEvent:
        while True:
            event = self._events.get(timeout=PATIENCE)
            if event.kind is kind:
                return event


def test_each_move_is_on_disk_when_it_is_announced() -> None:
    told: Queue[tuple[int, ...]] = Queue()
    runner = GameRunner(TWO, ENGLISH)

    def tell(event: MatchEvent) -> None:
        if event.kind is Kind.MOVED:
            assert runner.id is not None
            told.put(GameStore().load(runner.id).current.moves)

    turn = TWO.after(Begun())
    runner.start(tell, print)
    runner.choose(turn, 6)
    assert told.get(timeout=PATIENCE) == (6,)
    runner.leave()


def test_a_second_click_is_not_the_next_move() -> None:
    seen = Seen(GameRunner(TWO, ENGLISH))
    turn = seen.next(Kind.TURN_BEGAN).match
    seen.runner.choose(turn, 6)
    seen.runner.choose(turn, 6)
    turn = seen.next(Kind.TURN_BEGAN).match
    seen.runner.choose(turn, 3)
    assert seen.next(Kind.MOVED).match.current.moves == (6, 3)
    seen.runner.leave()


def test_a_game_is_locked_while_open_and_released_when_left() -> None:
    id = kept(TWO, 6)
    runner = GameRunner(TWO, ENGLISH, id)
    with pytest.raises(StoreError, match="another program"):
        GameRunner(TWO, ENGLISH, id)
    runner.leave()
    GameRunner(TWO, ENGLISH, id).leave()


def test_a_game_is_read_again_after_locking() -> None:
    id = kept(TWO, 6)
    assert GameRunner(TWO, ENGLISH, id).match.current.moves == (6,)


def test_nothing_is_saved_after_the_game_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    thinking, go_on, done = threading.Event(), threading.Event(), threading.Event()

    class Slow(Player):
        interactive = False

        def choose(self, *_: object) -> int:
            thinking.set()
            go_on.wait(PATIENCE)
            done.set()
            return 6

    monkeypatch.setattr(runner_module, "computer", lambda _: Slow())
    id = kept(Match(game("strategy-stacks"), (Participant("random"), Participant("random"))))
    seen = Seen(GameRunner(TWO, ENGLISH, id))
    assert thinking.wait(PATIENCE)
    seen.runner.leave()
    GameRunner(TWO, ENGLISH, id).leave()
    go_on.set()
    assert done.wait(PATIENCE)
    for thread in threading.enumerate():
        if thread.name == "match":
            thread.join(PATIENCE)
    assert GameStore().load(id).current.moves == ()


def test_a_computer_that_cannot_play_reports_why(monkeypatch: pytest.MonkeyPatch) -> None:
    class Overtaxed(Player):
        interactive = False

        def choose(self, *_: object) -> int:
            raise OptionError("too-large", what="This game", remedy="choose a smaller one.")

    monkeypatch.setattr(runner_module, "computer", lambda _: Overtaxed())
    told: Queue[str] = Queue()
    runner = GameRunner(Match(game("strategy-stacks"), (Participant("perfect"), Participant())), ENGLISH)
    runner.start(lambda _: None, told.put)
    assert told.get(timeout=PATIENCE) == "This game is too large: choose a smaller one."
    runner.leave()


def test_time_that_runs_out_loses_the_round() -> None:
    seen = Seen(GameRunner(TWO._replace(clock=0.05), ENGLISH))
    outcome = seen.next(Kind.ROUND_ENDED).match.current.outcome
    assert outcome is not None
    assert outcome.reason is Reason.TIME


def test_the_next_round_waits_for_the_player() -> None:
    seen = Seen(GameRunner(TWO._replace(length=2), ENGLISH))
    seen.runner.choose(seen.next(Kind.TURN_BEGAN).match, Wish.RESIGN)
    assert not seen.next(Kind.ROUND_ENDED).match.over
    seen.runner.go_on()
    assert len(seen.next(Kind.ROUND_BEGAN).match.rounds) == 2
    seen.runner.leave()


def test_a_full_disk_is_reported_and_the_game_continues(data: Path) -> None:
    data.write_text("a file where the directory should be", encoding="utf-8")
    seen = Seen(GameRunner(TWO, ENGLISH))
    seen.runner.choose(seen.next(Kind.TURN_BEGAN).match, 6)
    assert seen.next(Kind.MOVED).number == 6
    assert "could not be saved" in seen.warnings[0]
    seen.runner.leave()


@pytest.mark.parametrize("seat", Seat)
def test_a_seat_of_a_drawn_start_is_picked_at_the_board(seat: Seat) -> None:
    runner = GameRunner(TWO._replace(start="fair", seed=1), ENGLISH)
    seen = Seen(runner)
    began = seen.next(Kind.ROUND_BEGAN).match
    # Invalid seats are ignored, and so are picks for another turn.
    runner.choose(began, 7)
    runner.choose(
        began.after(Picked(seat.other)).after(Moved(began.current.position.legal_moves()[0])), seat.other
    )
    runner.choose(began, seat)
    assert seen.next(Kind.PICKED).match.seat_of(began.picker) is seat
    runner.leave()


def test_a_drawn_start_can_be_left_before_the_pick() -> None:
    runner = GameRunner(TWO._replace(start="fair", seed=1), ENGLISH)
    seen = Seen(runner)
    seen.next(Kind.ROUND_BEGAN)
    runner.leave()
    assert runner.id is None
