"""The sheets of a round that a director may record as signed on paper, and the form to choose them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.web.forms import KeyedForm
from scoring.models import Game
from scoring.overview import needs, queries
from scoring.overview.needs import NeedKind, OverviewRow
from scoring.overview.records import protocol_digests
from scoring.wording import labels
from tournaments.models import Pairing, Round

# A signed sheet settles them.
_SETTLED_BY_SIGNATURES: Final = frozenset({NeedKind.UNSIGNED, NeedKind.APPROVAL, NeedKind.UNLIKELY})
_VALUE: Final = re.compile(r"(\d{1,9}):([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Sheet:
    """The sheet of a table that has finished, with the hash of its protocol."""

    row: OverviewRow
    digest: str

    @property
    def value(self) -> str:
        return f"{self.row.game.pk}:{self.digest}"

    @property
    def doubts(self) -> list[str]:
        """What speaks against the sheet, such as a result slip that says something else."""
        return [need.sentence for need in self.row.needs if need.kind not in _SETTLED_BY_SIGNATURES]

    @property
    def label(self) -> str:
        # The two stay on one line.
        totals = labels.joined_totals(self.row.game.results).replace(" : ", "\u00a0:\u00a0")
        table = _("Table %(number)s") % {"number": self.row.label}
        return " · ".join([f"{table}: {' / '.join(self.row.sides)}", totals, *self.doubts])


@dataclass(frozen=True, slots=True)
class RoundSheets:
    """The sheets of a round: those to be signed, and how many tables still play or are signed."""

    to_sign: Sequence[Sheet]
    playing: int
    signed: int


def load_sheets(drawn: Round) -> RoundSheets:
    games = Game.objects.filter(pairing__round=drawn, pairing__kind=Pairing.Kind.PLAYED)
    rows = needs.overview_rows(queries.list_games(games))
    finished = [row for row in rows if row.game.state == Game.State.FINISHED]
    digests = protocol_digests([row.game.pk for row in finished])
    return RoundSheets(
        [Sheet(row, digests[row.game.pk]) for row in finished],
        sum(row.game.state == Game.State.OPEN for row in rows),
        sum(row.game.state in (Game.State.SIGNED, Game.State.OFFICIAL) for row in rows),
    )


class _SheetsField(forms.MultipleChoiceField):
    """Games with the hashes of their protocols: the verb refuses what is no longer so."""

    def valid_value(self, value: str) -> bool:
        return _VALUE.fullmatch(value) is not None


class SignedSheetsForm(KeyedForm):
    """The tables whose sheets are signed: at first all about which there is no doubt."""

    sheets = _SheetsField(
        label=_lazy("Signed and in the folder"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _lazy("Choose the tables whose sheets are signed.")},
    )

    def __init__(self, *args: Any, sheets: Sequence[Sheet], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["sheets"].choices = [(sheet.value, sheet.label) for sheet in sheets]  # type: ignore[attr-defined] # fields are typed as Field
        self.initial["sheets"] = [sheet.value for sheet in sheets if not sheet.doubts]

    def seen(self) -> dict[int, str]:
        """Return the hash of each protocol by the primary key of its game."""
        pairs = (value.split(":") for value in self.cleaned_data["sheets"])
        return {int(game): digest for game, digest in pairs}
