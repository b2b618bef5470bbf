"""Changes to a chain by command, at the prompt and in the app; the longest chain is saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from outnumber.games import NotAMove, shown
from outnumber.store.files import StoreError
from outnumber.study.chains.chain import Chain
from outnumber.study.chains.play import ChainRecords, Play

from .entries import REMEDY, read_move
from .saving import Listener

# Commands followed by one number.
WITH_NUMBER: dict[str, Callable[[Chain, int], Chain]] = {
    "front": Chain.front,
    "end": Chain.back,
    "take": Chain.take,
    "cut": Chain.cut,
    "turn": Chain.turn,
}
ALONE: dict[str, Callable[[Play], Play]] = {
    "reverse": lambda play: play.after(play.chain.reverse()),
    "undo": Play.undo,
    "redo": Play.redo,
    "new": lambda play: play.after(Chain(play.chain.links)),
}


def changed(play: Play, word: str, rest: Sequence[str] = ()) -> Play:
    """The chain after a command with its numbers, or a number to add; raises `GameError` with the reason."""
    if word in ALONE and not rest:
        return ALONE[word](play)
    if word in WITH_NUMBER and len(rest) == 1:
        return play.after(WITH_NUMBER[word](play.chain, read_move(rest[0])))
    if word == "insert" and 1 <= len(rest) <= 2:
        number, *after = (read_move(each) for each in rest)
        return play.after(play.chain.insert(number, *after))
    if rest:
        raise NotAMove("not-a-number", text=shown(" ".join([word, *rest])), remedy=REMEDY)
    return play.after(play.chain.add(read_move(word)))


def save_record(records: ChainRecords, before: Play, after: Play, listener: Listener) -> bool:
    """Save a chain that is longer than the previous record; return whether saving worked."""
    if len(after.record.numbers) > len(before.record.numbers):
        try:
            records.keep(after.record)
        except StoreError as error:
            listener.warn(listener.voice.tell(error))
            return False
    return True
