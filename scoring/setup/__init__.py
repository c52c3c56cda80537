"""A club's tables, and games that belong to no event."""

__all__ = ["forms", "views"]
