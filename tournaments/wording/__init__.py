"""Labels and sentences about events."""

__all__ = [
    "counting",
    "draw_faults",
    "guides",
    "labels",
    "money",
    "settings",
]
