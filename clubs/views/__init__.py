"""The pages of clubs: they check who asks, call a verb or a query, and show a template."""

__all__ = ["accounts", "clubs", "copies", "jobs", "log", "people", "players"]
