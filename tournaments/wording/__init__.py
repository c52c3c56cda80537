"""Labels and sentences about events."""

__all__ = ["labels", "settings"]
