"""The log sentences of sections and finals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _lazy

from clubs.books.log_wording import FactLabel
from tournaments.agreement.parts import letter_of
from tournaments.wording.sections import CARRY_LABELS

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

SENTENCES: Final[Mapping[str, _StrOrPromise]] = {
    "sections.made": _lazy("Event divided into sections"),
    "sections.taken_back": _lazy("Sections deleted again"),
    "finals.made": _lazy("Finals made from the places"),
    "finals.taken_back": _lazy("Finals deleted again"),
    "final.made": _lazy("What is carried over from the sections"),
    "final.carried_again": _lazy("Corrected amounts carried over to a final"),
    "final.carried_back": _lazy("Former amounts carried over count again"),
    "overall.recorded": _lazy("Result of the whole event recorded"),
    "overall.opened": _lazy("Result of the whole event opened again"),
}


def parts_text(sections: Sequence[Sequence[int]]) -> str:
    """The numbers of the entries of each section: “A: 1, 4; B: 2, 3”."""
    return "; ".join(
        f"{letter_of(number)}: {', '.join(map(str, entries))}" for number, entries in enumerate(sections, 1)
    )


FACT_LABELS: Final[Mapping[str, FactLabel]] = {
    "sections": FactLabel(_lazy("Entries of the sections"), text=parts_text),
    "finals": FactLabel(_lazy("Entries of the finals"), is_shown=False),
    "part_events": FactLabel(_lazy("Sections or finals"), is_shown=False),
    "part_word": FactLabel(_lazy("What they are called")),
    "carry": FactLabel(_lazy("Carried over"), choices=CARRY_LABELS),
    "carry_percent": FactLabel(_lazy("Per cent carried over")),
    "charges": FactLabel(_lazy("Penalties and awards"), is_shown=False),
    "number_of_amounts": FactLabel(_lazy("Amounts changed")),
    "replaced_charge": FactLabel(_lazy("What stood in its place"), is_shown=False),
}
