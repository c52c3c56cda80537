"""Labels and sentences about events."""

__all__ = [
    "counting",
    "draw_faults",
    "guides",
    "labels",
    "money",
    "settings",
]
__all__ = ["balance", "counting", "draw_faults", "labels", "money", "settings"]
