"""The page of a table: the phone that its players write on."""

__all__ = ["answer_views", "decorators", "device", "forms", "page", "views"]
