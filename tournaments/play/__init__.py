"""Stored rounds, entries and results of an event, read as values."""

__all__ = [
    "audit",
    "changed_standings",
    "complaints",
    "counting",
    "draw",
    "draw_input",
    "entry_queries",
    "event_record",
    "event_results",
    "kept_rounds",
    "layouts",
    "logged_draws",
    "names",
    "played_pairings",
    "queries",
    "seating",
    "substitutes",
    "table_use",
    "turns",
    "unfinished",
]
