"""Danish club canasta."""

__all__ = ["rules"]
