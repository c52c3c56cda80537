"""Sambola."""

__all__ = ["labels", "rules"]
