"""Results of players and clubs over all events."""

__all__ = ["queries", "tables", "views"]
