"""What an event has agreed on, usual agreements, and what does not go together."""

__all__ = [
    "agreement",
    "handicaps",
    "league_rules",
    "parts",
    "presets",
    "ranking_rules",
    "series_rules",
    "validation",
]
