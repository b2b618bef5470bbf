"""Number theory for the link criteria: multiples, divisors, digits and primes."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING

from .numbers import at_ones, full

if TYPE_CHECKING:
    from array import array


def multiples(step: int, size: int) -> int:
    """The multiples of `step` up to `size` as a set, by repeated doubling."""
    count = size // step
    mask, have = 1, 1
    while have < count:
        more = min(have, count - have)
        mask |= (mask & ((1 << more * step) - 1)) << have * step
        have += more
    return mask << step if count else 0


def divisors(number: int) -> list[int]:
    """The divisors of a number in ascending order; O(√number).

    >>> divisors(12)
    [1, 2, 3, 4, 6, 12]
    """
    low = [d for d in range(1, isqrt(number) + 1) if number % d == 0]
    return low + [number // d for d in reversed(low) if d * d != number]


def smallest_primes(size: int) -> array[int]:
    """A table of the smallest prime factor of each number up to `size`; 0 and 1 map to themselves."""
    from array import array  # imported here because small games never need it

    found = array("i", range(size + 1))
    # In descending order, so that the smallest prime is written last and overwrites composite steps.
    for step in range(isqrt(size), 1, -1):
        found[step * step :: step] = array("i", [step]) * len(range(step * step, size + 1, step))
    return found


def divisors_by(smallest: Sequence[int], number: int) -> list[int]:
    """The divisors of a number in ascending order, from a table of smallest prime factors."""
    found = [1]
    while number > 1:
        prime = smallest[number]
        more = found
        while number % prime == 0:
            number //= prime
            more = [prime * divisor for divisor in more]
            found = found + more
    found.sort()
    return found


def prime_factors(number: int) -> list[int]:
    """The distinct primes that divide a number."""
    found, prime = [], 2
    while prime * prime <= number:
        if number % prime == 0:
            found.append(prime)
            while number % prime == 0:
                number //= prime
        prime += 1
    return [*found, number] if number > 1 else found


def is_prime(number: int) -> bool:
    """Whether a number below 3,215,031,751 is prime (Miller-Rabin with the bound of G. Jaeschke, 1993).

    >>> [number for number in range(20) if is_prime(number)]
    [2, 3, 5, 7, 11, 13, 17, 19]
    """
    if number < 11 or number % 2 == 0:
        return number in (2, 3, 5, 7)
    odd = number - 1
    halvings = (odd & -odd).bit_length() - 1
    odd >>= halvings
    for base in (2, 3, 5, 7):
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(halvings - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def digit_sets(size: int) -> list[int]:
    """For each digit from 0 to 9, the set of numbers up to `size` that contain it.

    Each decimal place joins ten copies of the previous block; in one of them, every number has the digit.
    """
    place, sets, padded = 1, [0] * 10, 0
    while place <= size:
        block = (1 << place) - 1
        # `padded` counts leading zeros as digits: inside a longer number they are ordinary zeros.
        zeros = sets[0]
        for lead in range(1, 10):
            zeros |= padded << lead * place
        padded = block | sum(padded << lead * place for lead in range(1, 10))
        for digit in range(1, 10):
            seen = sets[digit]
            sets[digit] = sum((block if lead == digit else seen) << lead * place for lead in range(10))
        sets[0] = zeros
        place *= 10
    return [found & full(size) for found in sets]


def digit_sum(number: int) -> int:
    """The sum of the digits of a number."""
    return sum(map(int, str(number)))


def digit_sum_sets(size: int) -> dict[int, int]:
    """For each digit sum, the set of numbers up to `size` that have it."""
    place, sets = 1, {0: 1}
    while place <= size:
        longer: dict[int, int] = {}
        for total, found in sets.items():
            for lead in range(10):
                longer[total + lead] = longer.get(total + lead, 0) | found << lead * place
        sets = longer
        place *= 10
    return {total: found & full(size) for total, found in sets.items()}


def primes(size: int) -> int:
    """The primes up to `size` as a set (the sieve of Eratosthenes on bits)."""
    sieve = bytearray(b"\x01") * (size + 1)
    sieve[0] = 0
    if size >= 1:
        sieve[1] = 0
    for prime in range(2, isqrt(size) + 1):
        if sieve[prime]:
            sieve[prime * prime :: prime] = bytes(len(range(prime * prime, size + 1, prime)))
    return at_ones(sieve)
