"""JSON errors have custom messages, which depend on the wording of msgspec."""

from typing import Annotated

import pytest
from msgspec import Meta, field

from outnumber.api import Body, Model
from outnumber.api.errors import Refused
from outnumber.api.reader import Reader, from_values


class Clock(Model, forbid_unknown_fields=True):
    seconds: Annotated[int, Meta(ge=1, le=60)]


class Asked(Body):
    level: Annotated[int, Meta(ge=1, le=3)]
    name: Annotated[str, Meta(max_length=3, description="a short name")] = ""
    clock: Clock | None = None
    moves: list[int] = field(default_factory=list)


class One(Model, tag_field="type", tag="one", forbid_unknown_fields=True):
    n: int


class Two(Model, tag_field="type", tag="two", forbid_unknown_fields=True):
    n: int


# Invalid bodies for each kind of msgspec message: with a location, a field, or a length.
WRONG = {
    '{"level": "1"}': "level must be a whole number from 1 to 3",
    '{"level": 4}': "level must be a whole number from 1 to 3",
    '{"level": 1, "clock": {"seconds": 99}}': "clock.seconds must be a whole number from 1 to 60",
    '{"level": 1, "moves": [1, "2"]}': "moves must be a list in the right form",
    "{}": "level is missing; it must be a whole number from 1 to 3",
    '{"level": 1, "clock": {}}': "clock.seconds is missing; it must be a whole number from 1 to 60",
    '{"level": 1, "name": "Adam"}': "name must be a text of up to 3 characters",
    '{"level": 1, "name": 5}': "name must be a short name",
    '{"level": 1, "nope": 1}': "there is no field 'nope', only level, name, clock and moves",
    '{"level": 1, "clock": {"seconds": 5, "nope": 1}}': "there is no field 'nope', only seconds",
    "[]": "it is not a JSON object",
    "{": "it is not JSON",
}
OF_TWO = {
    '{"type": "three", "n": 1}': "type must be one or two",
    '{"n": 1}': "type is missing; it must be one or two",
    '{"type": "two", "n": 1, "m": 1}': "there is no field 'm'",
    '{"type": "two"}': "n is missing; it must be a whole number",
}


@pytest.mark.parametrize("text", WRONG)
def test_error_in_a_body_has_a_custom_message(text: str) -> None:
    with pytest.raises(Refused) as refused:
        Reader[Asked](Asked).read(text)
    assert str(refused.value) == f"The request cannot be read: {WRONG[text]}."


@pytest.mark.parametrize("text", OF_TWO)
def test_error_in_a_tagged_union_has_a_custom_message(text: str) -> None:
    with pytest.raises(Refused) as refused:
        Reader[One | Two](One | Two).read(text)
    assert str(refused.value) == f"The request cannot be read: {OF_TWO[text]}."


def test_error_in_values_has_the_same_message() -> None:
    with pytest.raises(Refused, match=r": name must be a text of up to 3 characters\.$"):
        from_values({"level": 1, "name": "Adam"}, Asked)
