"""The movements: who meets whom in a round, each meeting with its reason as data. A file adds a movement.

A movement takes what is known of the entries before a round and returns a proposal. Lots follow from a seed
that was published beforehand, so that a draw can be repeated on any machine.
"""

from typing import Final

from tournaments.core.drawing.movement import Movement
from tournaments.core.registry import Registry

__all__ = [
    "MOVEMENTS",
    "by_hand",
    "circle",
    "danish",
    "guided",
    "individual",
    "knock_out",
    "ladder",
    "lot",
    "mitchell",
    "partners",
    "partners_by_standing",
    "swiss",
    "three_sided",
    "triples",
]

MOVEMENTS: Final = Registry(__name__, Movement)
