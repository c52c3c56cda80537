"""Stored rounds, entries and results of an event, read as values."""
