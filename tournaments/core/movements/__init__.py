"""Movements: who meets whom in a round, each pairing with its reason as data.

Every movement takes what is known of the entries before a round and gives meetings; none knows tables, names
or the database. What lots decide follows from a seed that was shown beforehand, so that a draw can be made
again on any machine.
"""

__all__ = [
    "by_hand",
    "circle",
    "danish",
    "matching",
    "meeting",
    "mitchell",
    "partners",
    "staying",
    "swiss",
    "three_sided",
]
