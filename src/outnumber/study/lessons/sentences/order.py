"""What the lesson about Order Challenge says."""

from __future__ import annotations

SENTENCES = {
    "order-rules": (
        "Each of you has a row of your own. Take a number from the pool that is higher than the last one in "
        "your row. Each number can be taken once. Whoever cannot take one loses."
    ),
    "order-count": (
        "First idea: count. If neither of you skips a number, you take them by turns: with an odd count, "
        "whoever begins takes the last one; with an even count, the other player does."
    ),
    "order-skip": (
        "Second idea: gifts. If you skip a number that both of you could take, from then on only your "
        "opponent can take it. That is a gift: a number that only one of you can still take."
    ),
    "order-gift": "Whoever has a gift after their own move wins.",
    "order-give-up": (
        "But a gift is gone when you take a higher number. Sometimes that is right: with one gift and an odd "
        "count of numbers for both of you, give the gift up."
    ),
    "order-rule": (
        "After your move you want a gift, or no gifts at all and an even count of numbers for both of you. "
        "Every other move loses."
    ),
}
