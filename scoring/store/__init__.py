"""Reading of stored games: queries for pages and documents, and conversion to values of the core."""

__all__ = [
    "approvals",
    "bidding",
    "deal_queries",
    "director_points",
    "event_news",
    "game_queries",
    "hidden_games",
    "jury",
    "phones",
    "printing_queries",
    "put_right",
    "replaying",
    "rounds",
    "ruling_queries",
    "seating",
    "sheets",
    "signed_content",
    "signers",
    "signing_queries",
    "table_queries",
]
