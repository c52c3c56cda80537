__all__ = [
    "booklet",
    "in_languages",
    "json",
    "numbers",
    "paper",
    "pdf",
    "report",
    "separated",
    "side_by_side",
    "tables",
    "xlsx",
]
