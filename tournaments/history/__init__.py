"""Results of players and clubs over all events."""
