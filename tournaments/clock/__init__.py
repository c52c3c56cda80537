"""The clock of a round for those who direct it: started, paused, changed, and minutes for a table."""

__all__ = [
    "foresight",
    "panel",
    "views",
]
