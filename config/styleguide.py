"""The style guide: every component of templates/components with its states, from made-up samples."""

from dataclasses import dataclass

import django_tables2 as tables
import segno
from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import User
from clubs.web.decorators import page
from clubs.web.tables import ListTable

ICONS = (
    *("check", "problem", "warning", "info", "plus", "close", "up", "down", "left", "right"),
    *("search", "globe", "person", "print", "download", "pencil", "clock", "lock", "bin", "cards"),
)
_SAMPLE_ADDRESS = "https://talon.example/table/4F7K-22QX"


def _number_input() -> forms.TextInput:
    return forms.TextInput(attrs={"inputmode": "numeric", "class": "number"})


class _SampleForm(forms.Form):
    """A form with a field of each kind."""

    name = forms.CharField(label=_lazy("Name of the event"), help_text=_lazy("As on the announcement."))
    points = forms.IntegerField(label=_lazy("Melded"), widget=_number_input())
    rules = forms.ChoiceField(label=_lazy("Game"), choices=[("samba", "Samba"), ("royal", "Royal")])
    going_out = forms.ChoiceField(
        label=_lazy("Going out"),
        widget=forms.RadioSelect,
        choices=[
            ("no", _lazy("Nobody")),
            ("open", _lazy("From the table")),
            ("concealed", _lazy("Concealed")),
        ],
    )
    published = forms.BooleanField(
        label=_lazy("Names may be published"),
        required=False,
        help_text=_lazy("Only with the players' consent."),
    )
    remark = forms.CharField(label=_lazy("Remark"), widget=forms.Textarea(attrs={"rows": 3}), required=False)


class _SampleColumn(forms.Form):
    """The fields of one side of a protocol."""

    canastas = forms.IntegerField(label=_lazy("Natural canastas"), required=False, widget=_number_input())
    melded = forms.IntegerField(label=_lazy("Melded"), required=False, widget=_number_input())
    hand = forms.IntegerField(label=_lazy("In hand"), required=False, widget=_number_input())


_NUMBER = {"td": {"class": "number"}, "th": {"class": "number"}}


class _SampleTable(ListTable):
    rows_per_page = 4
    name = tables.Column(verbose_name=_lazy("Name"))
    club = tables.Column(verbose_name=_lazy("Club"))
    games = tables.Column(verbose_name=_lazy("Games"), attrs=_NUMBER)
    difference = tables.Column(verbose_name=_lazy("Difference"), attrs=_NUMBER)

    class Meta:
        order_by = "name"


class _EmptyTable(_SampleTable):
    class Meta:
        empty_text = _lazy("The club has no players yet.")


@dataclass(frozen=True)
class _Line:
    label: object
    figures: tuple[int | None, ...]
    kind: str = ""


_ROWS = (
    ("Åkerblom, Märta", "Ekenäs Samba", 14, 12450),
    ("Häkkinen, Yrjö-Pekka", "Kallion Korttikerho", 9, -1285),
    ("Sørensen, Birgit", "Ærø Kanasta", 11, 640),
    ("Öhman, Åke", "Ekenäs Samba", 3, -9975),
    ("Žukauskaitė, Šarūnė", "Kallion Korttikerho", 1, 0),
)


@page
def styleguide(request: HttpRequest) -> HttpResponse:
    """Show the style guide to the keepers of the installation."""
    if not (isinstance(request.user, User) and request.user.is_keeper):
        raise PermissionDenied
    messages.success(request, _lazy("The deal is recorded."))
    messages.warning(request, _lazy("The other side has not approved deal 3 yet."))
    messages.error(request, _lazy("The round has already been published: it will not be redrawn."))
    return render(request, "styleguide.html", _samples(request))


def _samples(request: HttpRequest) -> dict[str, object]:
    return {
        "blank": _SampleForm(prefix="blank"),
        "wrong": _SampleForm({"wrong-name": "Höstsamba", "wrong-points": "12o"}, prefix="wrong"),
        "columns": _sample_columns(),
        "table": _sample_table(request),
        "empty_table": _EmptyTable([]).with_empty_action("#table", _lazy("Add the first player")),
        "problems": _PROBLEMS,
        "sheet": _sample_sheet(_lazy("Table 4, game 2"), "Märta & Åke", "Birgit & Yrjö-Pekka"),
        "wide_sheet": _sample_sheet(_lazy("Table 5, game 2"), "Åkerblom", "Häkkinen", "Sørensen"),
        "facts": _FACTS,
        "icons": ICONS,
        "address": _SAMPLE_ADDRESS,
        "code": _sample_code(),
    }


def _sample_columns() -> list[tuple[str, _SampleColumn]]:
    """Return a protocol as it is typed in, with a mistake."""
    first = _SampleColumn({"one-canastas": "2", "one-melded": "845"}, prefix="one")
    second = _SampleColumn({"two-canastas": "1", "two-melded": "69o", "two-hand": "-120"}, prefix="two")
    return [("Märta & Åke", first), ("Birgit & Yrjö-Pekka", second)]


def _sample_table(request: HttpRequest) -> ListTable:
    names = _SampleTable.base_columns
    return _SampleTable([dict(zip(names, row, strict=True)) for row in _ROWS]).configured(request)


def _sample_code() -> str:
    drawing = segno.make(_SAMPLE_ADDRESS, error="m").svg_inline(border=0, omitsize=True)
    return mark_safe(drawing)  # noqa: S308 - drawn by segno from a constant


_PROBLEMS = (
    {
        "severity": "error",
        "text": _lazy("Both sides went out; only one can."),
        "paragraph": "000 §28",
        "href": "#id_wrong-name",
    },
    {
        "severity": "warning",
        "text": _lazy("Card points of 1 233 do not end in 0 or 5."),
        "paragraph": "000 §31",
    },
)
_FACTS = (
    {"label": _lazy("Game"), "value": "Samba, SCL 2022"},
    {"label": _lazy("Target"), "value": 10000},
    {"label": _lazy("First dealer"), "value": "Åke Öhman"},
    {"label": _lazy("Scorekeeper"), "value": "Birgit Sørensen"},
)


def _sample_sheet(caption: object, *sides: str) -> dict[str, object]:
    """Return a score sheet of two deals for as many sides as there are names."""
    count = len(sides)
    return {
        "caption": caption,
        "sides": [{"name": side} for side in sides],
        "deals": [_first_deal(count), _second_deal(count)],
        "result": _Line(_lazy("Result"), (6165, 2870, -415)[:count]),
    }


def _first_deal(count: int) -> dict[str, object]:
    rows = (
        _Line(_lazy("Sambas"), (1500, None, None)[:count]),
        _Line(_lazy("Natural canastas"), (500, 1000, None)[:count]),
        _Line(_lazy("Red threes"), (300, 100, -200)[:count]),
        _Line(_lazy("Going out"), (200, None, None)[:count]),
        _Line(_lazy("Base"), (2500, 1100, -200)[:count], "sum"),
        _Line(_lazy("Melded"), (845, 690, 120)[:count]),
        _Line(_lazy("In hand"), (None, -120, -435)[:count]),
        _Line(_lazy("Running total"), (3345, 1670, -515)[:count], "running"),
    )
    return {
        "heading": _lazy("Deal 1"),
        "note": _lazy("dealt by Åke"),
        "url": "#sheet",
        "rows": [row for row in rows if any(row.figures)],
    }


def _second_deal(count: int) -> dict[str, object]:
    rows = (
        _Line(_lazy("Mixed canastas"), (900, 300, None)[:count]),
        _Line(_lazy("Melded"), (1920, 1055, 365)[:count]),
        _Line(_lazy("In hand"), (None, -155, -265)[:count]),
        _Line(_lazy("Running total"), (6165, 2870, -415)[:count], "running"),
    )
    return {
        "heading": _lazy("Deal 2"),
        "note": _lazy("in pencil: not approved yet"),
        "pencil": True,
        "rows": rows,
    }
