"""Labels and sentences about events."""

__all__ = ["counting", "labels", "settings"]
