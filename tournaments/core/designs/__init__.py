"""Designs: rounds for a number of places that are set beforehand, each kept as a few tables to develop."""

__all__ = ["design", "triples", "whist"]
