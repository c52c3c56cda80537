"""Knock-out brackets: which duels there are, and how they have gone. Pure values, standard library only."""

__all__ = ["board", "games", "plan", "reached"]
