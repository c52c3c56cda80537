"""Ratings of players: counted from all games of a federation, and shown of those who agree."""

__all__ = ["counting", "page", "plot", "queries", "reports", "strength", "views", "words"]
