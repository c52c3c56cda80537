"""Database access where the ORM is too slow: prepared queries and single rows."""

__all__ = ["prepared", "single_row"]
