"""A match at the board: the match loop in a separate thread, so that the screen never waits.

The screen sends choices, the thread sends events. Each event is saved before it is sent, so the screen only
shows what is on the disk.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue

from outnumber.games import GameError, Seat, Voice
from outnumber.local.saving import Autosave
from outnumber.match import HUMAN, UNTIMED, Clock, Kind, Match, MatchEvent
from outnumber.match.loop import Choice, Player, Wish, play_match
from outnumber.players.registry import computer
from outnumber.store.games import GameStore

# Seconds before a computer's move: one that comes at once is easily missed.
PAUSE = 0.5

Turn = tuple[int, int]


def turn_of(match: Match) -> Turn:
    """Which turn of the match this is: the round, and the moves made in it."""
    return len(match.rounds), len(match.current.moves)


class AppPlayer(Player):
    """A person at the board; the screen sends choices, each with the turn it was meant for."""

    interactive = True

    def __init__(self, choices: SimpleQueue[tuple[Turn, Choice]]) -> None:
        self._choices = choices

    def choose(self, match: Match, clock: Clock = UNTIMED) -> Choice:
        while True:
            left = clock.left()
            try:
                turn, choice = self._choices.get(timeout=None if left is None else max(left, 0.001))
            except Empty:
                return Wish.TIME_UP
            # A second click on the same number comes too late, and must not count as the next move.
            if choice is Wish.LEAVE or turn == turn_of(match):
                return choice

    def pick(self, match: Match) -> Seat | Wish:
        while True:
            choice = self.choose(match)
            if choice is Wish.LEAVE:
                return choice
            if choice in (Seat.ONE, Seat.TWO):
                return Seat(choice)


class GameRunner:
    """Plays one match in a thread, and locks the game meanwhile.

    Raises `StoreError` when another program has the game `id`, or it cannot be read.
    """

    def __init__(self, match: Match, voice: Voice, id: int | None = None) -> None:
        self.voice = voice
        self.warn: Callable[[str], object] = lambda _: None  # not known until there is a screen
        self._choices: SimpleQueue[tuple[Turn, Choice]] = SimpleQueue()
        self._left = threading.Event()
        self._onward = threading.Event()
        # Held while saving: leaving waits for it, so that nothing is saved after the game is released.
        self._saving = threading.Lock()
        self._autosave = Autosave(self, id)
        self._autosave.__enter__()
        if id is not None:
            try:
                # Read it under the lock: another program may just have finished its move.
                match = GameStore().load(id)
            except GameError:
                self._autosave.close()
                raise
        self.match = match
        self.clock = Clock(match.clock)

    @property
    def id(self) -> int | None:
        """The number of the game in the store, once it has one."""
        return self._autosave.id

    def start(self, tell: Callable[[MatchEvent], object], warn: Callable[[str], object]) -> None:
        """Begin; the thread of the match calls both functions, which must not wait."""
        self.warn = warn
        threading.Thread(target=self._run, args=[tell], name="match", daemon=True).start()

    def choose(self, match: Match, choice: Choice) -> None:
        """Play a number or make a wish for the turn that `match` shows."""
        self._choices.put((turn_of(match), choice))

    def helped(self, match: Match) -> None:
        """Note that a person had help; a move that is being saved is handled first."""
        with self._saving:
            if not self._left.is_set():
                self._autosave.helped(match)

    @property
    def had_help(self) -> bool:
        """Whether the person had help, now or before the game was resumed."""
        return self._autosave.needed_help(self.match)

    def go_on(self) -> None:
        """Begin the next round."""
        self._onward.set()

    def leave(self) -> None:
        """Release the game, which stays saved; another program may resume it."""
        with self._saving:
            self._left.set()
            self._autosave.close()
        self._choices.put(((0, 0), Wish.LEAVE))
        self._onward.set()

    def _run(self, tell: Callable[[MatchEvent], object]) -> None:
        players: dict[int, Player] = {
            number: AppPlayer(self._choices) if each.plays == HUMAN else computer(each.plays)
            for number, each in enumerate(self.match.participants, start=1)
        }
        try:
            self._play(players, tell)
        except GameError as error:
            # A computer that cannot play this game, such as one too large to be solved.
            self.warn(self.voice.tell(error))
        finally:
            for player in players.values():
                player.close()

    def _play(self, players: dict[int, Player], tell: Callable[[MatchEvent], object]) -> None:
        for event in play_match(self.match, players, self.clock):
            with self._saving:
                if self._left.is_set():
                    return
                self._autosave.save(event.match, players.values())
            tell(event)
            match = event.match
            if event.kind is Kind.TURN_BEGAN and not players[match.mover].interactive:
                self._left.wait(PAUSE)
            elif event.kind is Kind.ROUND_ENDED and not match.over:
                self._onward.wait()
                self._onward.clear()
            if self._left.is_set():
                return
        self.leave()
