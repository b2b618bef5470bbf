"""What commands report when they are done."""

from __future__ import annotations

from collections.abc import Sequence

from outnumber.api import Model


class Checked(Model):
    """What `outnumber check` found: whether a verdict is confirmed, and if it could be checked at all.

    `unchecked` names the fields that a confirmation does not cover.
    """

    confirmed: bool
    checked: bool
    reason: str
    unchecked: Sequence[str]


class Copied(Model):
    """What `outnumber backup` and `outnumber restore` copied, with the ids of damaged games."""

    games: int
    events: int
    damaged: Sequence[str]
    file: str
    bytes: int


class Deleted(Model):
    """The numbers of games that `outnumber history --delete` deleted."""

    deleted: Sequence[int]


class Erased(Model):
    """That `outnumber stats --erase` has deleted what was counted, and how many games."""

    erased: bool
    games: int
