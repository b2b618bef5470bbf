"""Multiples, divisors, digits and primes are correct and complete."""

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from outnumber.games.arithmetic import (
    digit_sets,
    digit_sum,
    digit_sum_sets,
    divisors,
    multiples,
    prime_factors,
    primes,
)
from outnumber.games.numbers import members
from tests import naive


def is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, math.isqrt(number) + 1))


@given(st.integers(1, 500), st.integers(1, 2000))
def test_multiples_of_a_step_are_complete(step: int, size: int) -> None:
    assert list(members(multiples(step, size))) == list(range(step, size + 1, step))


@given(st.integers(1, 3000))
def test_divisors_and_primes_of_a_number_are_complete(number: int) -> None:
    assert divisors(number) == [d for d in range(1, number + 1) if number % d == 0]
    assert prime_factors(number) == [d for d in divisors(number) if is_prime(d)]
    assert digit_sum(number) == naive.digit_sum(number)


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 1300))
def test_tables_of_digits_and_primes_are_complete(size: int) -> None:
    numbers = range(1, size + 1)
    for digit, found in enumerate(digit_sets(size)):
        assert list(members(found)) == [n for n in numbers if str(digit) in str(n)]
    for total, found in digit_sum_sets(size).items():
        assert list(members(found)) == [n for n in numbers if naive.digit_sum(n) == total]
    assert list(members(primes(size))) == [n for n in numbers if is_prime(n)]
