"""The entries of an event: forms, pages and pasted lists."""

__all__ = [
    "again_views",
    "entry_views",
    "handicap_views",
    "presence_views",
    "singles_views",
    "substitute_views",
    "views",
]
