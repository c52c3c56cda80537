"""The forms of a list of players: the file, its columns, and what is decided about what it says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, Final

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player
from clubs.people.fields import licence_day
from clubs.people.register.columns import LABELS, RegisterColumn, RegisterSheet
from clubs.people.register.plan import DetailChange, DoubtfulMember
from clubs.people.register.taking import MemberDecision
from clubs.web.forms import VerbForm, set_choices

_NEW: Final = "new"
_SKIP: Final = "skip"
_NAMED: Final = "-named"
_OCTOBER: Final = 10


class RegisterFileForm(VerbForm):
    """A file with players."""

    file = forms.FileField(
        label=_lazy("The file with the players"),
        help_text=_lazy("XLSX, ODS or CSV. You see everything before it is saved."),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.ods,.csv,.txt"}),
    )


class RegisterColumnsForm(VerbForm):
    """Which column is which: as its heading says, or as chosen here."""

    token = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, sheet: RegisterSheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("not in the file")), *((str(at), title) for at, title in enumerate(sheet.titles))]
        for column, label in LABELS.items():
            self.fields[f"column_{column.value}"] = forms.ChoiceField(
                label=label, required=False, choices=choices, initial=str(sheet.found.get(column, ""))
            )
        if sheet.headings is None:
            self.fields["headings"] = forms.BooleanField(
                label=_("The first row is headings, and no player"), required=False, initial=True
            )

    def columns(self) -> dict[RegisterColumn, int]:
        """Return the columns that were chosen."""
        chosen = {column: self.cleaned_data.get(f"column_{column.value}") for column in LABELS}
        return {column: int(at) for column, at in chosen.items() if at}

    def clean(self) -> dict[str, Any]:
        """Refuse one column for two details."""
        cleaned = super().clean() or {}
        taken: dict[str, RegisterColumn] = {}
        for column in LABELS:
            at = cleaned.get(f"column_{column.value}")
            if at and taken.setdefault(at, column) is not column:
                message = _("This column is chosen already, for “%(label)s”.")
                self.add_error(f"column_{column.value}", message % {"label": LABELS[taken[at]]})
        return cleaned


class RegisterClubForm(VerbForm):
    """Which of the clubs that a list names is this one."""

    only_club = forms.ChoiceField(
        label=_lazy("Take only the rows of"),
        required=False,
        help_text=_lazy("Rows that name another club are left out."),
    )

    def __init__(self, *args: Any, clubs: Mapping[str, int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(name, f"{name} ({rows})") for name, rows in clubs.items()]
        set_choices(self, "only_club", [("", _("every club: all of them are players of this one")), *named])


class RegisterTicksForm(VerbForm):
    """Which details are changed: a tick for each, and one for those that are too many to show."""

    changes = forms.MultipleChoiceField(
        label=_lazy("What changes"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, shown: Sequence[DetailChange], further: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.shown = shown
        keys = [change.key for change in shown]
        set_choices(self, "changes", [(key, key) for key in keys])
        self.initial["changes"] = keys
        if further:
            self.fields["others"] = forms.BooleanField(
                label=_("Also the changes that are not shown: %(number)s") % {"number": further},
                required=False,
                initial=True,
            )

    @property
    def lines(self) -> Iterable[tuple[DetailChange, bool]]:
        """Each change that is shown, and whether it is ticked."""
        ticked = set(self["changes"].value() or [])
        return [(change, change.key in ticked) for change in self.shown]


class RegisterDecisionsForm(VerbForm):
    """Who the doubtful rows are, and whether those who are new may be named."""

    may_publish = forms.BooleanField(
        label=_lazy("Those who are new have agreed that their names are published"),
        required=False,
        help_text=_lazy("Where the list says it of a player itself, that counts."),
    )

    def __init__(self, *args: Any, doubtful: Sequence[DoubtfulMember], club: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._doubtful = {f"row_{row.number}": row for row in doubtful}
        for name, row in self._doubtful.items():
            line = row.listed.line
            values = {"number": row.number, "name": f"{line.name} {line.licence}".strip()}
            self.fields[name] = forms.ChoiceField(
                label=_("Row %(number)s: who is %(name)s?") % values,
                choices=list(_choices(row, club)),
                widget=forms.RadioSelect,
            )

    def decided(self) -> dict[int, MemberDecision]:
        """Return the decision about each row, by its number."""
        return {row.number: _decision(self.cleaned_data[name]) for name, row in self._doubtful.items()}


def _choices(row: DoubtfulMember, club: int) -> Iterable[tuple[str, str]]:
    line = row.listed.line
    for player in row.match.candidates:
        label = _candidate(player)
        yield str(player.pk), label
        if player.home_club_id == club and line.name != player.name:
            renamed = _("%(who)s – whose name becomes %(name)s") % {"who": label, "name": line.name}
            yield f"{player.pk}{_NAMED}", renamed
    yield _NEW, _("add as a new player")
    yield _SKIP, _("leave out")


def _candidate(player: Player) -> str:
    number = f" ({player.licence})" if player.licence else ""
    same = _("is %(name)s") % {"name": player.name}
    return f"{same}{number}, {player.home_club.name}"


def _decision(chosen: str) -> MemberDecision:
    if chosen in (_NEW, _SKIP):
        return MemberDecision(is_left_out=chosen == _SKIP)
    return MemberDecision(int(chosen.removesuffix(_NAMED)), takes_name=chosen.endswith(_NAMED))


class LicencesForm(VerbForm):
    """Whose licences are renewed, and until when."""

    until = licence_day(label=_lazy("Licences valid until"))
    players = forms.MultipleChoiceField(
        label=_lazy("Whose licences are renewed?"), widget=forms.CheckboxSelectMultiple, required=False
    )

    def __init__(self, *args: Any, players: Sequence[Player], today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # In the autumn the next year's are on.
        year = today.year + (today.month >= _OCTOBER)
        self.initial.setdefault("until", date(year, 12, 31))
        set_choices(self, "players", [(str(player.pk), _with_licence(player)) for player in players])

    def chosen(self, *, everybody: Sequence[Player] | None) -> list[int]:
        """Return whose licences are renewed, by id."""
        if everybody is not None:
            return [player.pk for player in everybody]
        return [int(pk) for pk in self.cleaned_data["players"]]


def _with_licence(player: Player) -> str:
    if player.licence_until is None:
        return player.name
    until = _("valid until %(day)s") % {"day": date_format(player.licence_until, "DATE_FORMAT")}
    return f"{player.name} · {until}"
