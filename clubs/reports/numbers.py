"""Numbers as people in the North write them: thousands set apart, a real minus sign."""

from clubs.reports.report import Value

SPACE = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
SEPARATORS = {"en": ",", "da": "."}


def written(value: Value, language: str) -> str:
    """A value as its language writes it: 12 345 in Swedish and Finnish, 12.345 in Danish, else 12,345."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    digits = f"{abs(value):,}".replace(",", SEPARATORS.get(language, SPACE))
    return f"{MINUS}{digits}" if value < 0 else digits
