"""Labels and sentences about events."""

__all__ = [
    "balance",
    "counting",
    "draw_faults",
    "guides",
    "labels",
    "money",
    "settings",
]
