"""Run functions in several threads at once, to test shared objects."""

import sys
from collections.abc import Callable
from threading import Barrier, Thread
from typing import TypeVar

T = TypeVar("T")
THREADS = 4


def at_once(work: Callable[[int], T]) -> list[T]:
    """Start all threads at the same moment and return their results; raise the first error."""
    barrier, found, wrong = Barrier(THREADS), dict[int, T](), list[Exception]()

    def run(number: int) -> None:
        barrier.wait()
        try:
            found[number] = work(number)
        except Exception as error:
            wrong.append(error)

    threads = [Thread(target=run, args=(number,)) for number in range(THREADS)]
    before = sys.getswitchinterval()
    # Switch threads as often as possible, so that races show up quickly.
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    if wrong:
        raise wrong[0]
    return [found[number] for number in range(THREADS)]
