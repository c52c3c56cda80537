"""Danish club canasta."""

__all__ = ["labels", "rules"]
