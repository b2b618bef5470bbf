"""The definition of a chain from the rules alone, without the program's code."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import gcd, isqrt


def _prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, isqrt(n) + 1))


GO_TOGETHER: dict[str, Callable[[int, int], bool]] = {
    "multiple": lambda a, b: a % b == 0 or b % a == 0,
    "digit": lambda a, b: bool(set(str(a)) & set(str(b))),
    "digit-sum": lambda a, b: sum(map(int, str(a))) == sum(map(int, str(b))),
    "coprime": lambda a, b: gcd(a, b) == 1,
    "neighbour": lambda a, b: abs(a - b) == 1,
    "square-sum": lambda a, b: isqrt(a + b) ** 2 == a + b,
    "prime-sum": lambda a, b: _prime(a + b),
}


def together(link: Sequence[str], a: int, b: int) -> bool:
    return any(GO_TOGETHER[name](a, b) for name in link)


def is_chain(link: Sequence[str], range_: int, numbers: Sequence[int]) -> bool:
    """Whether these are different numbers up to the range, each linked to the previous one."""
    return (
        len(set(numbers)) == len(numbers)
        and all(1 <= number <= range_ for number in numbers)
        and all(together(link, a, b) for a, b in pairwise(numbers))
    )


def longest(link: Sequence[str], range_: int) -> int:
    """The length of the longest chain, by exhaustive search."""
    numbers = range(1, range_ + 1)
    near = {a: [b for b in numbers if b != a and together(link, a, b)] for a in numbers}

    def on(at: int, used: int) -> int:
        return max((1 + on(b, used | 1 << b) for b in near[at] if not used >> b & 1), default=0)

    return max(1 + on(a, 1 << a) for a in numbers)
