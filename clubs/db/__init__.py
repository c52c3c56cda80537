"""Database access for the hot paths: queries compiled once, single rows by hand-written SQL, writes first."""

__all__ = ["prepared", "single_row", "write_priority"]
