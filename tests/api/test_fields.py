"""Field descriptions agree with the limits that fields enforce."""

from outnumber.api.fields import FIT_NAME
from outnumber.match.match import LONGEST_NAME


def test_name_fields_describe_their_maximum_length() -> None:
    assert f" {LONGEST_NAME} " in FIT_NAME
