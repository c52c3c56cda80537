"""Registers log sentences and links of scoring with clubs."""

__all__ = []
