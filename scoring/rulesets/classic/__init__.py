"""Canasta to 5000, the classic game with two packs."""

__all__ = ["labels", "rules"]
