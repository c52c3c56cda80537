"""The pages of a table, opened on the phone on which its players keep score."""

__all__ = ["answer_views", "decorators", "device", "forms", "live", "opening", "outbox", "page", "views"]
