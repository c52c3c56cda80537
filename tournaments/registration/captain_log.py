"""The log sentences of the codes of teams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.log_wording import FactLabel
from tournaments.captains import making

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

SENTENCES: Final[Mapping[str, _StrOrPromise]] = {
    making.MADE: _lazy("Codes of teams made"),
    making.PUT_BACK: _lazy("Earlier codes of teams valid again"),
}

FACT_LABELS: Final[Mapping[str, FactLabel]] = {
    making.CODE_SETS: FactLabel(_lazy("Codes"), is_shown=False),
}
