"""Labels and sentences about events."""

__all__ = [
    "balance",
    "brackets",
    "counting",
    "draw_faults",
    "guides",
    "labels",
    "money",
    "sections",
    "settings",
]
