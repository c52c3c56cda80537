"""Movements: who meets whom in a round, each pairing with its reason as data.

Every movement takes what is known of the entries before a round and returns meetings. Lots follow from a seed
that was published beforehand, so that a draw can be repeated on any machine.
"""

__all__ = [
    "by_hand",
    "circle",
    "codes",
    "danish",
    "fixed_tables",
    "matching",
    "meeting",
    "mitchell",
    "partners",
    "swiss",
    "three_sided",
]
