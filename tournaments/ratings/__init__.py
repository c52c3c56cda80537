"""Ratings of players: counted from all games of a federation, and shown of those who agree."""

__all__ = [
    "counting",
    "forms",
    "page",
    "plot",
    "queries",
    "rated_games",
    "reports",
    "strength",
    "views",
    "words",
]
