"""The public pages of an event and what they show."""

__all__ = [
    "cross_table",
    "event_view",
    "exports",
    "places_plot",
    "rounds",
    "rules_in_force",
    "rulings",
    "standings",
    "statistics",
    "tables",
    "views",
]
