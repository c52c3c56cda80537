"""Royal Canasta."""

__all__ = ["rules"]
