"""The pages of a table, opened on the phone on which its players keep score."""

__all__ = ["answer_views", "decorators", "device", "forms", "opening", "outbox", "page", "views"]
