"""The public pages of an event and what they show."""

__all__ = [
    "cross_table",
    "event_view",
    "exports",
    "places_plot",
    "queries",
    "rounds",
    "rules_in_force",
    "rulings",
    "seats",
    "standings",
    "statistics",
    "tables",
    "views",
]
