"""The director's desk of an event, and the board of a running round."""

__all__ = [
    "act_views",
    "board_views",
    "deleting_views",
    "round_results_views",
    "signed_sheets_views",
    "standings_views",
    "views",
    "worth",
]
