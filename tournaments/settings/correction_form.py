"""The form that puts settings right which were wrong from the start, and what it would change."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.books.writing import canonical_json
from clubs.people.names import full_name
from clubs.reports.numbers import format_value
from clubs.web.forms import ReasonField
from scoring.wording.problems import problem_sentence
from tournaments.agreement.agreement import EventAgreement
from tournaments.models import Tournament
from tournaments.play import queries
from tournaments.play.names import entry_name
from tournaments.running.frozen_settings import ALL_SETTINGS, FrozenBy, FrozenSetting
from tournaments.running.set_up_corrections import (
    CountedPlace,
    CountedTable,
    DealAgainstSettings,
    SetUpCorrection,
    SetUpPreview,
    correctable_settings,
)
from tournaments.settings.result_settings_form import ChangedSetting, ResultSettingsForm


class CorrectionForm(ResultSettingsForm):
    """The settings by which results are counted. All others have no field here."""

    not_settings = frozenset({"seen", "reason", "key", "previewed"})

    def __init__(
        self, data: QueryDict | None = None, *, event: Tournament, ruleset: str, **kwargs: Any
    ) -> None:
        super().__init__(data, event=event, ruleset=ruleset, **kwargs)
        self.frozen_values = {}
        self.fields["reason"] = ReasonField()
        self.fields["key"] = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
        self.fields["previewed"] = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def load_frozen(self) -> Mapping[str, FrozenSetting]:
        kept = correctable_settings(self.event)
        return {name: FrozenSetting(FrozenBy.GAMES) for name in ALL_SETTINGS if name not in kept}

    @property
    def has_settings(self) -> bool:
        """Whether anything is locked that may be put right."""
        return bool(self.fields.keys() - self.not_settings)

    def correction(self) -> SetUpCorrection:
        cleaned = self.cleaned_data
        return SetUpCorrection(
            plan=self.plan(), reason=cleaned["reason"], key=cleaned["key"], seen=cleaned["seen"] or None
        )


@dataclass(frozen=True, slots=True)
class ChangedTable:
    """A table whose totals or whose end would be others."""

    round: int
    table: int | None
    sides: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ChangedPlace:
    """An entry whose place, points or difference would be others."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class RefusedDeal:
    round: int
    table: int | None
    deal: int
    sentences: Sequence[str]


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """What the page shows before anything is changed. `digest` says that nothing has changed since."""

    settings: Sequence[ChangedSetting]
    tables: Sequence[ChangedTable]
    places: Sequence[ChangedPlace]
    refused: Sequence[RefusedDeal]
    digest: str


def build_preview(form: CorrectionForm, preview: SetUpPreview) -> CorrectionPreview:
    """Return what a correction would change, as people read it."""
    event, agreement = form.event, form.agreement()
    names = {entry.number: entry_name(entry, full_name) for entry in queries.get_entries(event)}
    return CorrectionPreview(
        list(form.changes()),
        [_changed_table(before, after) for before, after in preview.tables],
        [_changed_place(names, event.agreement, agreement, pair) for pair in preview.places],
        [_refused_deal(deal) for deal in preview.refused],
        _digest_of(form, preview),
    )


def _digest_of(form: CorrectionForm, preview: SetUpPreview) -> str:
    """Return a hash of the settings and of all that they change."""
    rows: list[Any] = [[asdict(row) if row else None for row in pair] for pair in preview.places]
    rows += [[asdict(before), asdict(after)] for before, after in preview.tables]
    facts = {**form.plan().facts, "rows": rows}
    return hashlib.sha256(canonical_json(facts).encode()).hexdigest()


def _figure(number: int | Decimal) -> str:
    return format_value(number, get_language() or "en")


def _changed_table(before: CountedTable, after: CountedTable) -> ChangedTable:
    return ChangedTable(
        after.round,
        after.table,
        " : ".join("+".join(map(str, side)) for side in after.entries),
        _totals_of(before),
        _totals_of(after),
    )


def _totals_of(table: CountedTable) -> str:
    totals = " : ".join(map(_figure, table.totals))
    return totals if table.over else _("%(totals)s, the game goes on") % {"totals": totals}


def _changed_place(
    names: Mapping[int, str],
    old: EventAgreement,
    new: EventAgreement,
    pair: tuple[CountedPlace | None, CountedPlace | None],
) -> ChangedPlace:
    before, after = pair
    counted = after or before
    name = names.get(counted.entry, "") if counted else ""
    return ChangedPlace(name, _place_of(before, old), _place_of(after, new))


def _place_of(counted: CountedPlace | None, agreement: EventAgreement) -> str:
    if counted is None:
        return _("not in the standings")
    return _("place %(place)s, points %(points)s, difference %(difference)s") % {
        "place": counted.place,
        "points": _figure(agreement.scheme.shown(counted.points)),
        "difference": _figure(counted.difference),
    }


def _refused_deal(refused: DealAgainstSettings) -> RefusedDeal:
    sentences = [problem_sentence(problem) for problem in refused.deal.problems]
    return RefusedDeal(refused.round, refused.table, refused.deal.number, sentences)
