"""What everybody sees of a game: its pages, score sheet, history and statistics."""

__all__ = [
    "deal_lines",
    "differences",
    "facts",
    "history",
    "list",
    "overrides",
    "progress_plot",
    "rulings",
    "score_sheet",
    "signatures",
    "signed_sheet",
    "status",
    "views",
]
