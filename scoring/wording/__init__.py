"""Sentences about games in the reader's language, made of the codes that the core gives."""

__all__ = ["citations", "discrepancies", "labels", "options", "problems", "terminal"]
