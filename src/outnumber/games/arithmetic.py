"""What the criteria are made of: multiples, divisors, digits and primes."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING

from outnumber.games.numbers import at_ones, full

if TYPE_CHECKING:
    from array import array


def multiples(step: int, size: int) -> int:
    """The multiples of `step` up to `size` as a set; a few copies of the result in work."""
    count = size // step
    mask, have = 1, 1
    while have < count:
        more = min(have, count - have)
        mask |= (mask & ((1 << more * step) - 1)) << have * step
        have += more
    return mask << step if count else 0


def divisors(number: int) -> list[int]:
    """The divisors of a number, rising; O(√number).

    >>> divisors(12)
    [1, 2, 3, 4, 6, 12]
    """
    low = [d for d in range(1, isqrt(number) + 1) if number % d == 0]
    return low + [number // d for d in reversed(low) if d * d != number]


def smallest_primes(size: int) -> array[int]:
    """For each number up to `size` the smallest prime that divides it; itself for 0 and 1."""
    from array import array  # small games never need it, and start without it

    found = array("i", range(size + 1))
    # Downwards, so that the smallest is written last; a step that is not prime is overwritten by its primes.
    for step in range(isqrt(size), 1, -1):
        found[step * step :: step] = array("i", [step]) * len(range(step * step, size + 1, step))
    return found


def divisors_by(smallest: Sequence[int], number: int) -> list[int]:
    """The divisors of a number, rising, by a table of smallest primes."""
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
    """Whether a number below 3,215,031,751 is prime (Miller-Rabin; the bound: G. Jaeschke 1993).

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
    """For each digit 0..9 the set of numbers up to `size` written with it.

    Built a decimal place at a time: a block of ten shorter blocks, of which one is full.
    """
    place, sets, padded = 1, [0] * 10, 0
    while place <= size:
        block = (1 << place) - 1
        # `padded` has the zeros of numbers filled up with leading zeros; a real number has no such zeros.
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
    """For each digit sum the set of numbers up to `size` that have it."""
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
