"""Database access for the hot paths: queries compiled once, single rows by hand-written SQL, writes first.

And locks over all machines that serve one database.
"""

__all__ = ["locks", "prepared", "single_row", "write_priority"]
