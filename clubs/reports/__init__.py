__all__ = [
    "in_languages",
    "json",
    "layouts",
    "numbers",
    "paper",
    "pdf",
    "plain",
    "report",
    "separated",
    "side_by_side",
    "tables",
    "xlsx",
]
