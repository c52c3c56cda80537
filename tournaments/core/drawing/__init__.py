"""What a draw takes and returns, and what several movements use."""

__all__ = [
    "apart",
    "balance",
    "fixed_tables",
    "large_tables",
    "layout",
    "matching",
    "meeting",
    "movement",
    "partner_tables",
    "proposal",
    "seeds",
    "tables_laid_out",
    "wishes",
]
