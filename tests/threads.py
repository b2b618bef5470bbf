"""Several threads at once, for the tests of what they may share."""

import sys
from collections.abc import Callable
from threading import Barrier, Thread
from typing import TypeVar

T = TypeVar("T")
THREADS = 4


def at_once(work: Callable[[int], T]) -> list[T]:
    """What each thread found, all of them begun at one moment; the first error of one is raised."""
    barrier, found, wrong = Barrier(THREADS), dict[int, T](), list[Exception]()

    def run(number: int) -> None:
        barrier.wait()
        try:
            found[number] = work(number)
        except Exception as error:
            wrong.append(error)

    threads = [Thread(target=run, args=(number,)) for number in range(THREADS)]
    before = sys.getswitchinterval()
    # They take turns as often as they can: what goes wrong then goes wrong soon.
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
