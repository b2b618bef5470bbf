"""What fields say of themselves agrees with what they allow."""

from outnumber.api.fields import FIT_NAME
from outnumber.match.match import LONGEST_NAME


def test_names_say_how_long_they_may_be() -> None:
    assert f" {LONGEST_NAME} " in FIT_NAME
