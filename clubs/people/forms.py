"""Forms for clubs, players and roles.

A form validates single fields. The verbs check whether an act is allowed or collides with another one; the
forms show their refusals at the fields.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from typing import Any, Final
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from clubs.books import log
from clubs.books.log_wording import sentence_of
from clubs.books.writing import Author
from clubs.models import LANGUAGES, Book, Club, Player, Role
from clubs.people import paste
from clubs.people.details import ClubDetails, PlayerDetails
from clubs.people.fields import licence_day
from clubs.people.rating_consent import RATING_WORDING, change_rating_consent
from clubs.text.pasting import TooManyLines
from clubs.web.forms import NameField, VerbForm, set_choices

_MAX_SEEN_LENGTH: Final = 100_000
_ANY_LANGUAGE = [("", _lazy("unknown")), *LANGUAGES]


NAMED_WITH_CONSENT: Final = _lazy(
    "Outside the hall, in files and after the event the name is shown only if the player has agreed to it."
)


class VersionedForm(forms.Form):
    """A form with the version of the row that it was opened with, so that no change is overwritten unseen."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1)

    def show_conflict(self, now: Club | Player) -> None:
        """Show the values that have been saved since beside the typed ones, and let the user decide."""
        self.data = {**dict(self.data.items()), "version": str(now.version)}
        self.add_error(None, _("Somebody else has changed this since you opened it. Nothing is saved yet."))
        for name, value in self.cleaned_data.copy().items():
            stored = getattr(now, name)
            if name != "version" and stored != value:
                self.add_error(name, self._difference_message(name, stored))
        self.add_error(None, _("Make your changes and save again: your version will replace the other one."))

    def _difference_message(self, name: str, stored: object) -> str:
        if isinstance(stored, date):
            stored = date_format(stored, "DATE_FORMAT")
        label = dict(getattr(self.fields[name], "choices", [])).get(stored, stored)
        if isinstance(stored, bool):
            label = _("yes") if stored else _("no")
        return _("Saved in the meantime: “%(stored)s”.") % {"stored": label}


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
        help_text=_lazy("Names are sorted alphabetically in this language."),
    )

    def details(self) -> ClubDetails:
        names = ("name", "short_name", "place", "language")
        return ClubDetails(**{name: self.cleaned_data[name] for name in names})


class NewClubForm(ClubForm):
    """A new club: independent for the keeper, in the federation for a federation's admin."""

    version = None  # type: ignore[assignment]  # removes an inherited field

    def __init__(
        self, *args: Any, federations: QuerySet[Club], may_be_independent: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["federation"] = forms.ModelChoiceField(
            federations,
            label=_("Federation"),
            required=not may_be_independent,
            empty_label=_("none") if may_be_independent else None,
        )


class FederationForm(forms.Form):
    """The federation that a club joins: one of which the user is an admin too."""

    def __init__(self, *args: Any, federations: QuerySet[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["federation"] = forms.ModelChoiceField(federations, label=_("Federation"))


class PlayerForm(VersionedForm):
    given_name = NameField(label=_lazy("Given name"))
    family_name = NameField(label=_lazy("Family name"))
    licence = NameField(label=_lazy("Licence number"), max_length=20, required=False)
    licence_until = licence_day(
        label=_lazy("Licence valid until"),
        required=False,
        help_text=_lazy("Empty where no end is known."),
    )
    language = forms.ChoiceField(label=_lazy("Language"), choices=_ANY_LANGUAGE, required=False)
    may_publish = forms.BooleanField(
        label=_lazy("Name may be published"),
        required=False,
        help_text=NAMED_WITH_CONSENT,
    )

    def details(self) -> PlayerDetails:
        names = ("given_name", "family_name", "licence", "licence_until", "language", "may_publish")
        return PlayerDetails(**{name: self.cleaned_data[name] for name in names})


class RatingConsentForm(VerbForm):
    """Whether a player agrees to have the rating shown."""

    agreed = forms.BooleanField(label=_lazy("Rating may be shown"), required=False, help_text=RATING_WORDING)

    def change(self, by: Author, player: Player) -> None:
        change_rating_consent(by, player, agreed=self.cleaned_data["agreed"])


class NewPlayerForm(PlayerForm):
    """A new player. With `key` a repeated form adds the player once; `anyway` confirms a similar name."""

    version = None  # type: ignore[assignment]  # removes an inherited field
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    anyway = forms.BooleanField(
        label=_lazy("This is somebody else: add a new player"),
        required=False,
        widget=forms.HiddenInput,
    )

    def ask_for_confirmation(self) -> None:
        """Ask the user to confirm that the player is another one than the club's with a similar name."""
        self.fields["anyway"].widget = forms.CheckboxInput()
        self.add_error(
            "anyway",
            _("The club already has a player with this name or one very like it. Check the list above."),
        )


class MemberForm(forms.Form):
    """A player of another club of the federation, by licence number and name."""

    licence = NameField(label=_lazy("Licence number"), max_length=20)
    family_name = NameField(label=_lazy("Family name"))


class HomeForm(forms.Form):
    """The new home club of a player: a club of which the player is a member."""

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs = Club.objects.filter(memberships__player=player, memberships__until=None)
        others = clubs.exclude(pk=player.home_club_id).order_by("order", "pk")
        self.fields["club"] = forms.ModelChoiceField(others, label=_("New home club"))


def consent_of_all() -> forms.BooleanField:
    """Return the field that asks once for all players of a pasted list."""
    return forms.BooleanField(
        label=_lazy("All of these players have agreed that their names may be published"),
        required=False,
        help_text=NAMED_WITH_CONSENT,
    )


class ConsentForm(VerbForm):
    """Who of these players has agreed to be named outside the hall: a tick for each."""

    agreed = forms.MultipleChoiceField(
        label=_lazy("Who has agreed to be named?"), widget=forms.CheckboxSelectMultiple, required=False
    )
    # Who had agreed when the page was shown: of the others only what was ticked here is changed.
    seen = forms.CharField(required=False, max_length=_MAX_SEEN_LENGTH, widget=forms.HiddenInput)

    def __init__(self, *args: Any, players: Sequence[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = {player.pk for player in players}
        set_choices(self, "agreed", [(str(player.pk), player.name) for player in players])
        named = [str(player.pk) for player in players if player.may_publish]
        self.initial.update(agreed=named, seen=" ".join(named))

    def clean_seen(self) -> set[int]:
        """Refuse what this page has not shown: a player may have moved to another club since."""
        listed = {str(pk) for pk in self.players}
        seen = set(self.cleaned_data["seen"].split())
        if not seen <= listed:
            raise ValidationError(
                _("Somebody else has changed this since you opened it. Nothing is saved yet.")
            )
        return {int(pk) for pk in seen}

    def changes(self, *, all_agree: bool) -> tuple[set[int], set[int]]:
        """Return who agrees now and did not before, and who no longer does."""
        seen: set[int] = self.cleaned_data["seen"]
        agreed = self.players if all_agree else {int(pk) for pk in self.cleaned_data["agreed"]}
        return agreed - seen, seen - agreed


class PastePlayersForm(forms.Form):
    """A pasted list of players, one a line."""

    ORDERS = [
        (paste.NameOrder.FAMILY_FIRST.value, _lazy("family name, given name")),
        (paste.NameOrder.GIVEN_FIRST.value, _lazy("given name, family name")),
    ]

    names = forms.CharField(
        label=_lazy("Players"),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
        strip=False,
        help_text=_lazy(
            "One player per line: “Anna Berg”, “Berg, Anna”, or columns copied from a "
            "spreadsheet, with the licence number if there is one."
        ),
    )
    order = forms.ChoiceField(
        label=_lazy("Order of the two name columns"),
        choices=ORDERS,
        initial=paste.NameOrder.FAMILY_FIRST.value,
    )
    may_publish = consent_of_all()
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines: list[paste.PlayerLine] = []

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "names" in cleaned and "order" in cleaned:
            self.lines = self.parse(cleaned["names"], paste.NameOrder(cleaned["order"]))
        return cleaned

    def parse(self, text: str, order: paste.NameOrder) -> list[paste.PlayerLine]:
        try:
            lines = paste.parse_players(text, order)
        except TooManyLines as refusal:
            raise ValidationError({"names": _too_many_lines(refusal.lines)}) from refusal
        if not lines:
            raise ValidationError({"names": _("There is no name in the list.")})
        return lines


def _too_many_lines(lines: int) -> str:
    return ngettext(
        "The list has %(lines)s lines; paste at most %(most)s line at a time.",
        "The list has %(lines)s lines; paste at most %(most)s lines at a time.",
        paste.MAX_PASTED_LINES,
    ) % {"lines": lines, "most": paste.MAX_PASTED_LINES}


class RoleForm(forms.Form):
    """A role of those that the viewer may give."""

    kind = forms.ChoiceField(label=_lazy("Role"))

    def __init__(self, *args: Any, kinds: Collection[Role.Kind], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "kind", [(kind.value, str(kind.label)) for kind in kinds])


class InviteForm(RoleForm):
    email = forms.EmailField(label=_lazy("E-mail"), max_length=254)

    field_order = ("email", "kind")

    def __init__(self, *args: Any, kinds: Collection[Role.Kind], **kwargs: Any) -> None:
        super().__init__(*args, kinds=kinds, **kwargs)
        self.fields["kind"].initial = Role.Kind.DIRECTOR


class PersonPlayerForm(forms.Form):
    """The player that a user is: one of the club, or by number and name one of another club of the
    federation."""

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
        help_text=_lazy("For a player from another club in the federation."),
    )
    family_name = NameField(label=_lazy("Family name"), required=False)

    def __init__(self, *args: Any, players: QuerySet[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["player"]
        field.queryset = players  # type: ignore[attr-defined] # fields are typed as Field

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("player") and cleaned.get("licence"):
            self.add_error("licence", _("Choose either a player of this club or one from another club."))
        return cleaned


class LogForm(forms.Form):
    """The filter of a log page."""

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
        acts = sorted((sentence_of(act), act) for act in log.act_codes_of(book))
        people = [(str(user.pk), str(user)) for user in log.authors_of(book)]
        self.fields["act"] = forms.ChoiceField(
            label=_("Action"),
            required=False,
            choices=[("", _("all")), *((act, sentence) for sentence, act in acts)],
        )
        self.fields["author"] = forms.ChoiceField(
            label=_("Person"),
            required=False,
            choices=[("", _("all")), (self.NOBODY, _("not signed in")), *people],
        )
        self.order_fields(["act", "author", "day", "text"])

    def log_filter(self) -> log.LogFilter:
        if not self.is_valid():
            return log.LogFilter()
        cleaned = self.cleaned_data
        author = int(cleaned["author"]) if cleaned["author"] else None
        return log.LogFilter(act=cleaned["act"], author=author, day=cleaned["day"], text=cleaned["text"])
