"""Rulings, penalties and written warnings: the pages of the jury and the director."""

__all__ = ["views"]
