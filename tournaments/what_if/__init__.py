"""An event, or a season, counted as if something else had been agreed on."""

__all__ = [
    "report",
    "views",
]
