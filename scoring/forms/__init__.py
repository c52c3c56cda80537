"""Forms about a game that pages of several packages and apps share."""

__all__ = ["house_rules", "paragraph_field", "substitution", "totals"]
