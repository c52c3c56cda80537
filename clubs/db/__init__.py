"""Database access for the hot paths: queries compiled once, single rows by hand-written SQL, writes first.

And locks: of a machine, and over all machines that serve one database.
"""

__all__ = ["locks", "machine_locks", "prepared", "single_row", "write_back", "write_priority"]
