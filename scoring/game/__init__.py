"""What everybody sees of a game: its pages, score sheet, history and statistics."""

__all__ = [
    "bidding",
    "deal_lines",
    "differences",
    "facts",
    "history",
    "in_play",
    "list",
    "overrides",
    "own_decisions",
    "progress_plot",
    "put_right",
    "remarks",
    "requested",
    "rulings",
    "score_sheet",
    "signatures",
    "signed_sheet",
    "status",
    "table_names",
    "views",
]
