"""The overview of an event: its next step, what needs attention, and the acts of its director."""

__all__ = [
    "act_views",
    "deleting_views",
    "late_deals",
    "next_step",
    "signed_sheets_views",
    "standings_views",
    "views",
    "worth",
]
