"""Sentences and labels in the reader's language for the codes that the core returns."""

__all__ = ["bids", "citations", "discrepancies", "labels", "options", "other_results", "problems", "terminal"]
