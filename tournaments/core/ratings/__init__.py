"""Ratings: how strong players are by the games they have played, and how certain that is.

The models are those of Weng and Lin, and Elo. Standard library only.
"""

__all__ = [
    "chosen",
    "handicap",
    "history",
    "models",
    "rating",
]
