"""Stored rounds, entries and results of an event, read as values."""

__all__ = ["audit", "draw", "entry_queries", "event_record", "names", "queries", "seating", "substitutes"]
