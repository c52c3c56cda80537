"""The round of an event: drawn, changed, published, played, closed."""

__all__ = [
    "early_views",
    "level_views",
    "moving_views",
    "page_views",
    "results_views",
    "sheet_views",
    "views",
]
