"""Database access where the ORM is too slow: prepared queries and single rows."""
