"""Texts are values: a template with its arguments, rendered in any language."""

import pickle
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outnumber.games.errors import MESSAGES, OptionError
from outnumber.games.links import Link
from outnumber.games.numbers import Numbers, mask_of, run_texts
from outnumber.games.sentences import COUNTED, ENGLISH, Nameless, Phrase, Voice, brief
from outnumber.theory.reasons import Explanation
from outnumber.theory.sentences import SENTENCES
from tests.games.test_numbers import SETS

WAYS = {*COUNTED, "", ",", "g", "or", "and", "with", "is", "not", "name"}


class Backwards(Voice):
    """A test language that reverses every text, except placeholders in braces."""

    def word(self, text: str) -> str:
        found = []
        for literal, name, how, _ in Formatter().parse(text):
            found.append(literal[::-1])
            if name is not None:
                found.append(f"{{{name}:{how}}}")
        return "".join(reversed(found))

    def plural(self, one: str, many: str, n: int) -> str:
        return self.word(one if n == 1 else many)


@pytest.mark.parametrize("template", [*MESSAGES.values(), *SENTENCES.values()])
def test_template_uses_only_existing_formats(template: str) -> None:
    for _, name, how, conversion in Formatter().parse(template):
        assert name is None or (name.isidentifier() and how in WAYS and conversion is None), template


@pytest.mark.parametrize(
    ("template", "numbers", "text"),
    [
        ("{n} of {m}", {"n": 1, "m": 1234}, "1 of 1234"),
        ("{n:,}", {"n": 1234567}, "1,234,567"),
        ("{n:number}, {m:token}", {"n": 1, "m": 0}, "1 number, 0 tokens"),
        ("{n:turn} {n:move} {n:pair}", {"n": 1200}, "1,200 turns 1,200 moves 1,200 pairs"),
        ("{moves:or}", {"moves": (4,)}, "4"),
        ("{moves:or}", {"moves": Numbers(0b10110)}, "1, 2 or 4"),
        ("{names:or}", {"names": ["first", "last"]}, "first or last"),
        ("{names:or}", {"names": ()}, ""),
        ("{pairs:with}", {"pairs": ((1, 7), (2, 4), (3, 9))}, "1 with 7, 2 with 4 and 3 with 9"),
        ("{link:is}", {"link": Link(("neighbour",), 5)}, "is one more or one less than 5"),
        ("{link:not}", {"link": Link(("multiple",), 5)}, "is neither a factor nor a multiple of 5"),
        ("{option:name}", {"option": "first_pattern"}, "first pattern"),
        ("{what}!", {"what": Phrase("a target of {n:,}", n=5000)}, "a target of 5,000!"),
        ("{n}", {"n": 10**80}, "a huge number"),
        ("{n:,}", {"n": -(10**5000)}, "a huge number"),
        ("{seconds:g}", {"seconds": 2.50}, "2.5"),
        ("{text}", {"text": "{n} {oops}"}, "{n} {oops}"),
        ("{self} {template}", {"self": 1, "template": 2}, "1 2"),
    ],
)
def test_template_applies_the_requested_format(template: str, numbers: dict[str, object], text: str) -> None:
    assert str(Phrase(template, **numbers)) == text
    assert ENGLISH.say(template, **numbers) == text


def test_nested_texts_use_the_same_language() -> None:
    voice = Backwards()
    inner = OptionError("too-large", what=Phrase("A range of {n:,}", n=5000), remedy=Phrase("choose less."))
    assert str(inner) == "A range of 5,000 is too large: choose less."
    assert voice.tell(inner) == ".ssel esoohc :egral oot si 5,000 fo egnar A"
    assert voice.tell(Phrase("{n:number}: {moves:or}", n=1, moves=[1, 2])) == "2 ro 1 :rebmun 1"
    assert voice.tell(Explanation("pairing-won-one", move=1, a=2, b=3)).startswith(".rentrap eht htiw ")


@pytest.mark.parametrize("n", [0, 1, 2, 21, 1_000_000])
def test_singular_and_plural_have_separate_forms(n: int) -> None:
    form = "one" if n == 1 else "many"
    assert ENGLISH.counted("one {n} {what}", "many {n} {what}", n, what="x") == f"{form} {n:,} x"


def test_lists_in_words_have_commas_and_a_conjunction() -> None:
    assert [ENGLISH.listed("abc"[:n]) for n in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert [ENGLISH.either("abc"[:n]) for n in range(4)] == ["", "a", "a or b", "a, b or c"]


@given(SETS)
def test_choice_names_first_and_last_on_one_line(chosen: set[int]) -> None:
    text = brief(Numbers(mask_of(chosen)))
    assert "\n" not in text
    if chosen:
        assert text.startswith(str(min(chosen)))
        assert str(max(chosen)) in text
    if len(chosen) <= 12:
        assert text == ENGLISH.either(sorted(chosen))
    else:
        assert len(text.split(", ")) <= 12
        whole = text == ENGLISH.either(run_texts(sorted(chosen)))
        assert whole or text.endswith(f"({len(chosen):,} numbers)")


@given(st.integers(-5, 5), st.integers(-5, 5), st.sampled_from(["{n}", "{n}!"]))
def test_phrases_with_equal_templates_and_arguments_are_equal(n: int, m: int, template: str) -> None:
    one, two = Phrase("{n}", n=n), Phrase(template, n=m)
    assert (one == two) == (n == m and template == "{n}")
    assert one != "{n}"
    if one == two:
        assert hash(one) == hash(two)
    again = pickle.loads(pickle.dumps(one))  # noqa: S301  # our own bytes
    assert again == one
    assert repr(again) == f"<Phrase '{n}'>"


@pytest.mark.parametrize(
    ("template", "name", "told"),
    [
        ("[You win|{name} wins].", None, "You win."),
        ("[You win|{name} wins].", "Ada", "Ada wins."),
        ("[You win|{name} wins].", Nameless("The computer", "the computer"), "The computer wins."),
        ("Then [you|{name:inside}] won.", Nameless("The computer", "the computer"), "Then the computer won."),
        ("Then [you|{name:inside}] won.", "Ada", "Then Ada won."),
        ("Won for [you|{name}|a computer].", Nameless("The computer", "the computer"), "Won for a computer."),
        ("Won for [you|{name}|a computer].", "Ada", "Won for Ada."),
        ("[You have|{name} has]: [1, 2]", None, "You have: [1, 2]"),
        ("[|In {name}'s place: ]think.", None, "think."),
        ("language [en|de]", "Ada", "language [en|de]"),
    ],
)
def test_sentence_about_a_player_has_a_form_for_each_reader(template: str, name: object, told: str) -> None:
    assert ENGLISH.say(template, name=name) == told
    assert str(Phrase(template, name=name)) == told


def test_sentence_can_mention_two_players() -> None:
    template = "[You|{one}] against [you|{two}]"
    assert ENGLISH.say(template, one=None, two="Ben") == "You against Ben"
    assert ENGLISH.say(template, one="Ada", two=None) == "Ada against you"
    assert ENGLISH.say(template, one="A|B]", two="{x}") == "A|B] against {x}"
