"""The order of entries by strength, taken from earlier results for places that are given out by it."""

__all__ = ["catalogue", "views"]
