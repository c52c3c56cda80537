"""Parlour canasta, a game that nobody plays: the folder of a game as a newcomer writes it."""

__all__ = ["labels", "rules"]
