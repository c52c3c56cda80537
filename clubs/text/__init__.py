"""Names, dates, numbers, pasted lists and filled-in sheets as people in the Nordic countries write them."""

__all__ = [
    "alphabet",
    "dates",
    "marking",
    "number_ranges",
    "pasting",
    "sheet_cells",
    "sheet_limits",
    "sheets",
    "typed_dates",
    "typed_numbers",
    "workbooks",
]
