"""Names, dates and pasted lists as people in the Nordic countries write them."""

__all__ = ["alphabet", "dates", "marking", "pasting"]
