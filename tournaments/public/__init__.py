"""The public pages of an event and what they show."""

__all__ = [
    "absence_rules",
    "cross_table",
    "entry_state",
    "event_view",
    "exports",
    "official",
    "places_plot",
    "queries",
    "result_notes",
    "revisions",
    "rounds",
    "rule_groups",
    "rules_in_force",
    "rulings",
    "seats",
    "standings",
    "statistics",
    "tables",
    "tie_break_figures",
    "views",
]
