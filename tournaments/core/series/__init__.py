"""A series of evenings: what a result gives, which evenings count, and the order. Standard library only."""

__all__ = ["result", "rules", "table", "ways"]
