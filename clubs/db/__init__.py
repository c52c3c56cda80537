"""Database access for the hot paths: queries compiled once, and single rows by hand-written SQL."""

__all__ = ["prepared", "single_row"]
