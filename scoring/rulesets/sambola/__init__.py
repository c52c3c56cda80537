"""Sambola."""

__all__ = ["rules"]
