"""Labels and sentences about events."""

__all__ = ["counting", "draw_faults", "labels", "money", "settings"]
