"""The sources of strength: from what the places of players can be taken. A source is a file in `sources`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.functional import Promise

from clubs.plugins.catalogue import Catalogue
from tournaments.models import Tournament

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True, slots=True, kw_only=True)
class StrengthSource:
    """Where the strength of players can be known from."""

    code: str
    label: _StrPromise
    position: int
    # What can be chosen for an event, by the row of each, the latest first.
    choices: Callable[[Tournament], Sequence[tuple[int, str]]]
    # The places of players by one of these, 1 being the best.
    places: Callable[[Tournament, int], Mapping[int, int]]

    def problems(self) -> Iterator[str]:
        """Yield what the source lacks."""
        if not self.code.isidentifier():
            yield f"the code {self.code!r} is not made of letters and underscores"
        if not isinstance(self.label, Promise):
            yield "label is not a translated text: write _lazy(...)"


# One a module, in the folder `sources`.
STRENGTH_SOURCES: Final = Catalogue("tournaments.strength.sources", "SOURCE", StrengthSource)
