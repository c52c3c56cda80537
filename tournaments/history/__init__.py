"""Results of players and clubs over all events."""

__all__ = ["club_records", "queries", "tables", "views"]
