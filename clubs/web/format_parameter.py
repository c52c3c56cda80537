"""The parameter of an address that asks for a page as a file."""

from typing import Final

FORMAT_PARAMETER: Final = "as"
