"""What a draw takes and returns, and what several movements use."""

__all__ = ["fixed_tables", "matching", "meeting", "movement", "proposal"]
