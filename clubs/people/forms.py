"""What people type about clubs, players and roles.

A form knows labels, hints and what a single field may hold; whether an act is allowed, and whether it
collides with another, is known by the verbs, whose refusals are shown here at the fields.
"""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from clubs.books import log
from clubs.books.log_wording import sentence_of
from clubs.models import LANGUAGES, Book, Club, Player, Role
from clubs.people import paste
from clubs.people.verbs import ClubCard, PlayerCard
from clubs.web.forms import NameField

_ANY_LANGUAGE = [("", _lazy("not known")), *LANGUAGES]


class VersionedForm(forms.Form):
    """A form that knows the version of the row it was opened with, so that nobody overwrites another."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1)

    def against(self, now: Club | Player) -> None:
        """Somebody else saved meanwhile: show both values, keep what was typed, and let the person decide."""
        self.data = {**dict(self.data.items()), "version": str(now.version)}
        self.add_error(None, _("Somebody else has changed this since you opened it. Nothing is saved yet."))
        for name, typed in self.cleaned_data.copy().items():
            stored = getattr(now, name)
            if name != "version" and stored != typed:
                self.add_error(name, self.difference(name, stored))
        self.add_error(None, _("Put right what should be otherwise and save again: that replaces the rest."))

    def difference(self, name: str, stored: object) -> str:
        shown = dict(getattr(self.fields[name], "choices", [])).get(stored, stored)
        if isinstance(stored, bool):
            shown = _("yes") if stored else _("no")
        return _("Stored meanwhile: “%(stored)s”.") % {"stored": shown}


class ClubForm(VersionedForm):
    name = NameField(label=_lazy("Name"))
    short_name = NameField(
        label=_lazy("Short name"),
        max_length=20,
        required=False,
        help_text=_lazy("For narrow columns, as in standings."),
    )
    place = NameField(label=_lazy("Place"), required=False)
    language = forms.ChoiceField(
        label=_lazy("Language"),
        choices=LANGUAGES,
        help_text=_lazy("Names stand in the alphabetical order of this language."),
    )

    def card(self) -> ClubCard:
        names = ("name", "short_name", "place", "language")
        return ClubCard(**{name: self.cleaned_data[name] for name in names})


class NewClubForm(ClubForm):
    """A new club: the keeper founds it free, a federation's admin within the federation."""

    version = None  # type: ignore[assignment]  # Django's way to leave an inherited field out

    def __init__(self, *args: Any, federations: QuerySet[Club], may_be_free: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["federation"] = forms.ModelChoiceField(
            federations,
            label=_("Federation"),
            required=not may_be_free,
            empty_label=_("none") if may_be_free else None,
        )


class FederationForm(forms.Form):
    """Which federation a club joins: one whose admin the person is too."""

    def __init__(self, *args: Any, federations: QuerySet[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["federation"] = forms.ModelChoiceField(federations, label=_("Federation"))


class PlayerForm(VersionedForm):
    given_name = NameField(label=_lazy("Given name"))
    family_name = NameField(label=_lazy("Family name"))
    licence = NameField(label=_lazy("Licence number"), max_length=20, required=False)
    language = forms.ChoiceField(label=_lazy("Language"), choices=_ANY_LANGUAGE, required=False)
    may_publish = forms.BooleanField(
        label=_lazy("The name may be published"),
        required=False,
        help_text=_lazy("Public standings and results show the name only if the player has agreed to it."),
    )

    def card(self) -> PlayerCard:
        names = ("given_name", "family_name", "licence", "language", "may_publish")
        return PlayerCard(**{name: self.cleaned_data[name] for name in names})


class NewPlayerForm(PlayerForm):
    """A new player. `key` makes that the form, sent twice, adds once; `anyway` answers a doubt."""

    version = None  # type: ignore[assignment]  # Django's way to leave an inherited field out
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    anyway = forms.BooleanField(
        label=_lazy("This is somebody else: add a new player"),
        required=False,
        widget=forms.HiddenInput,
    )

    def ask_anyway(self) -> None:
        """Players of nearly this name are here: let the person say that this one is another."""
        self.fields["anyway"].widget = forms.CheckboxInput()
        self.add_error(
            "anyway", _("The club knows a player of this or nearly this name. Look at the list above.")
        )


class MemberForm(forms.Form):
    """A player of another club of the federation: who knows the number and the name may take him in."""

    licence = NameField(label=_lazy("Licence number"), max_length=20)
    family_name = NameField(label=_lazy("Family name"))


class HomeForm(forms.Form):
    """The club that becomes a player's home: one of which the player is a member."""

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        member_of = Club.objects.filter(memberships__player=player, memberships__until=None)
        elsewhere = member_of.exclude(pk=player.home_club_id).order_by("order", "pk")
        self.fields["club"] = forms.ModelChoiceField(elsewhere, label=_("New home club"))


class PasteForm(forms.Form):
    """Players by a pasted list, one a line."""

    ORDERS = [
        (paste.Order.FAMILY_FIRST.value, _lazy("family name, given name")),
        (paste.Order.GIVEN_FIRST.value, _lazy("given name, family name")),
    ]

    names = forms.CharField(
        label=_lazy("Players"),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
        strip=False,
        help_text=_lazy(
            "One player a line: “Anna Berg”, “Berg, Anna”, or columns copied from a spreadsheet, "
            "with the licence number if there is one."
        ),
    )
    order = forms.ChoiceField(
        label=_lazy("Two columns of names are"),
        choices=ORDERS,
        initial=paste.Order.FAMILY_FIRST.value,
    )
    may_publish = forms.BooleanField(
        label=_lazy("All of these players have agreed that their names may be published"),
        required=False,
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines: list[paste.Line] = []

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "names" in cleaned and "order" in cleaned:
            self.lines = self.read(cleaned["names"], paste.Order(cleaned["order"]))
        return cleaned

    def read(self, text: str, order: paste.Order) -> list[paste.Line]:
        try:
            lines = paste.read(text, order)
        except paste.TooManyLines as refusal:
            raise ValidationError({"names": _too_many(refusal.lines)}) from refusal
        if not lines:
            raise ValidationError({"names": _("There is no name in the list.")})
        return lines


def _too_many(lines: int) -> str:
    return ngettext(
        "The list has %(lines)s lines; paste at most %(most)s line at a time.",
        "The list has %(lines)s lines; paste at most %(most)s lines at a time.",
        paste.MOST_LINES,
    ) % {"lines": lines, "most": paste.MOST_LINES}


class InviteForm(forms.Form):
    email = forms.EmailField(label=_lazy("E-mail"), max_length=254)
    kind = forms.ChoiceField(label=_lazy("Role"), choices=Role.Kind.choices, initial=Role.Kind.DIRECTOR)


class PersonPlayerForm(forms.Form):
    """Which player a person is: one of the club, or of another club of the federation by number and name."""

    player = forms.ModelChoiceField(
        label=_lazy("Player of the club"),
        queryset=Player.objects.none(),
        required=False,
        empty_label=_lazy("none of them"),
    )
    licence = NameField(
        label=_lazy("Licence number"),
        max_length=20,
        required=False,
        help_text=_lazy("Of a player of another club of the federation."),
    )
    family_name = NameField(label=_lazy("Family name"), required=False)

    def __init__(self, *args: Any, players: QuerySet[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["player"]
        field.queryset = players  # type: ignore[attr-defined] # fields are typed as Field

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("player") and cleaned.get("licence"):
            self.add_error("licence", _("Either a player of the club or one of another club."))
        return cleaned


class RoleForm(forms.Form):
    kind = forms.ChoiceField(label=_lazy("Role"), choices=Role.Kind.choices)


class LogForm(forms.Form):
    """Which entries of a log are wanted."""

    day = forms.DateField(
        label=_lazy("Date"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        validators=[MinValueValidator(date(2000, 1, 1)), MaxValueValidator(date(2199, 12, 31))],
    )
    text = forms.CharField(label=_lazy("Text"), max_length=100, required=False)

    NOBODY = "0"

    def __init__(self, *args: Any, book: Book, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        acts = sorted((sentence_of(act), act) for act in log.acts_of(book))
        people = [(str(user.pk), str(user)) for user in log.authors_of(book)]
        self.fields["act"] = forms.ChoiceField(
            label=_("Act"), required=False, choices=[("", _("all")), *((act, said) for said, act in acts)]
        )
        self.fields["author"] = forms.ChoiceField(
            label=_("Person"),
            required=False,
            choices=[("", _("all")), (self.NOBODY, _("nobody signed in")), *people],
        )
        self.order_fields(["act", "author", "day", "text"])

    def wanted(self) -> log.Wanted:
        if not self.is_valid():
            return log.Wanted()
        cleaned = self.cleaned_data
        author = int(cleaned["author"]) if cleaned["author"] else None
        return log.Wanted(act=cleaned["act"], author=author, day=cleaned["day"], text=cleaned["text"])
