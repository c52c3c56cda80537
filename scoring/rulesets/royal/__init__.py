"""Royal Canasta."""

__all__ = ["labels", "rules"]
