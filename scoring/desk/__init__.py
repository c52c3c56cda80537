"""The desk of a game, and the desk over a list of games."""

__all__ = [
    "attention_views",
    "fields",
    "game_forms",
    "game_page",
    "game_views",
    "navigation",
    "overview_views",
]
