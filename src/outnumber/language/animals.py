"""The names that children in a class choose from, so that they need not type a name."""

from __future__ import annotations

from outnumber.games import ENGLISH, Text, Voice

NAMES: tuple[Text, ...] = (
    "Ant",
    "Badger",
    "Bat",
    "Bear",
    "Beaver",
    "Bee",
    "Beetle",
    "Bison",
    "Butterfly",
    "Camel",
    "Cat",
    "Crab",
    "Crane",
    "Crocodile",
    "Deer",
    "Dolphin",
    "Dormouse",
    "Dove",
    "Dragonfly",
    "Duck",
    "Eagle",
    "Elephant",
    "Falcon",
    "Fox",
    "Frog",
    "Giraffe",
    "Goat",
    "Goose",
    "Hamster",
    "Hare",
    "Hedgehog",
    "Heron",
    "Horse",
    "Kangaroo",
    "Koala",
    "Ladybird",
    "Lion",
    "Lizard",
    "Lynx",
    "Mole",
    "Mouse",
    "Otter",
    "Owl",
    "Panda",
    "Parrot",
    "Penguin",
    "Pony",
    "Raven",
    "Robin",
    "Salmon",
    "Seal",
    "Snail",
    "Squirrel",
    "Stork",
    "Swan",
    "Tiger",
    "Tortoise",
    "Whale",
    "Wolf",
    "Zebra",
)
# By the name used in code.
ANIMALS = {name.lower(): name for name in NAMES}


def animal(name: str, voice: Voice = ENGLISH) -> str:
    """The name of an animal in a language."""
    return voice.word(ANIMALS[name])
