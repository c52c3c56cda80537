"""What somebody types who signs up: without an account, on a phone, in any language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.people.forms import NAMED_WITH_CONSENT
from clubs.web.forms import KeyedForm, LineField, NameField, VerbForm, set_choices
from tournaments.models import Announcement, Signup, Tournament
from tournaments.signup.codes import tidy_code
from tournaments.signup.people import TypedPlayer, typed_people
from tournaments.signup.signing_up import SignupForm

_PAIR, _ALONE = "pair", "alone"
_TWO: Final = 2
_LICENCE_LENGTH: Final = 20
# People do not see this field, and programs fill it in.
TRAP: Final = "website"
_NAMES: Final = (_lazy("Given name"), _lazy("Family name"))


class _NameOfPerson(NameField):
    """A name in which there is at least a letter."""

    def clean(self, value: Any) -> str:
        name: str = super().clean(value)
        if name and not any(letter.isalpha() for letter in name):
            raise ValidationError(_("Write a name in letters."), code="no_name")
        return name


class SignUpForm(KeyedForm):
    """The form to sign up, and to change a sign-up: so many people as an entry of the event has."""

    email = forms.EmailField(
        label=_lazy("E-mail"),
        required=False,
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=_lazy("Only the organizer sees it."),
    )
    phone = LineField(
        label=_lazy("Phone"),
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "tel"}),
        help_text=_lazy("Only the organizer sees it."),
    )
    remark = LineField(label=_lazy("Message to the organizer"), required=False, max_length=300)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        event: Tournament,
        announcement: Announcement,
        signup: Signup | None = None,
    ) -> None:
        super().__init__(data)
        self.event, self.signup = event, signup
        self.size = event.agreement.players
        self.needs_licence = announcement.who == Announcement.Who.LICENCE
        if signup is None and self.size == _TWO:
            self._ask_for_partner()
        shown = self.size if signup is None else len(signup.people.all())
        for number in range(shown):
            self._add_person(number, is_needed=self._is_needed(number))
        self.numbers = range(shown)
        if settings.EMAIL_HOST:
            told = _("If you want to be told when something changes. Only the organizer sees it.")
            self.fields["email"].help_text = told
        self.fields[TRAP] = forms.CharField(required=False, max_length=200)
        if signup is not None:
            self._show(signup)

    def _is_needed(self, number: int) -> bool:
        return number == 0 or self.data.get("way") != _ALONE

    def _needs_licence(self, _number: int) -> bool:
        return self.needs_licence

    def _ask_for_partner(self) -> None:
        self.fields["way"] = forms.ChoiceField(
            label=_("Do you have a partner?"), widget=forms.RadioSelect, initial=_PAIR
        )
        ways = [(_PAIR, _("Yes, we come as a pair")), (_ALONE, _("No, I am looking for a partner"))]
        set_choices(self, "way", ways)

    def _add_person(self, number: int, *, is_needed: bool) -> None:
        autocomplete = ("given-name", "family-name") if number == 0 else ("off", "off")
        for name, label, hint in zip(("given", "family"), _NAMES, autocomplete, strict=True):
            widget = forms.TextInput(attrs={"autocomplete": hint, "spellcheck": "false"})
            field = _NameOfPerson(label=label, required=is_needed, widget=widget)
            if number == 1 and self.size == _TWO:
                field.error_messages["required"] = _("Who is your partner?")
            self.fields[f"{name}{number}"] = field
        self.fields[f"licence{number}"] = LineField(
            label=_("Licence number"),
            required=self._needs_licence(number) and is_needed,
            max_length=_LICENCE_LENGTH,
        )
        self.fields[f"club{number}"] = NameField(label=_("Club"), required=False)
        agrees = (
            _("My name may be shown in public") if number == 0 else _("This player has agreed to be named")
        )
        self.fields[f"consent{number}"] = forms.BooleanField(
            label=agrees, required=False, help_text=NAMED_WITH_CONSENT
        )

    def _show(self, signup: Signup) -> None:
        self.initial.update(email=signup.email, phone=signup.phone, remark=signup.remark)
        for number, person in enumerate(typed_people(signup)):
            person_values = {
                f"given{number}": person.given_name,
                f"family{number}": person.family_name,
                f"licence{number}": person.licence,
                f"club{number}": person.club,
                f"consent{number}": person.may_publish,
            }
            self.initial.update(person_values)

    @property
    def people(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """The fields of each person under a heading."""
        for number in self.numbers:
            names = ("given", "family", "licence", "club", "consent")
            heading = _("You") if number == 0 else _("Your partner") if self.size == _TWO else ""
            heading = heading or _("Player %(number)s") % {"number": number + 1}
            yield heading, [self[f"{name}{number}"] for name in names]

    @property
    def trap(self) -> forms.BoundField:
        return self[TRAP]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get(TRAP):
            trapped = _(
                "A program or the browser has filled in a field that nobody sees. "
                "It is empty now: send it again."
            )
            raise ValidationError(trapped, code="trap")
        return cleaned

    @property
    def is_alone(self) -> bool:
        if self.signup is not None:
            return self.size == _TWO and len(self.numbers) == 1
        return bool(self.cleaned_data.get("way") == _ALONE)

    def typed(self) -> SignupForm:
        """What was typed, for the verbs."""
        cleaned = self.cleaned_data
        numbers = [0] if self.is_alone else self.numbers
        return SignupForm(
            people=[
                TypedPlayer(
                    given_name=cleaned[f"given{number}"],
                    family_name=cleaned[f"family{number}"],
                    licence=cleaned[f"licence{number}"],
                    club=cleaned[f"club{number}"],
                    may_publish=cleaned[f"consent{number}"],
                )
                for number in numbers
            ],
            is_alone=self.is_alone,
            email=cleaned["email"],
            phone=cleaned["phone"],
            remark=cleaned["remark"],
            language=get_language() or "en",
        )


class CodeForm(VerbForm):
    """The code of a sign-up, as somebody has written it down."""

    code = forms.CharField(
        label=_lazy("Your code"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}),
        help_text=_lazy("Twelve letters and digits, such as abcd-efgh-2345."),
    )

    def clean_code(self) -> str:
        code = tidy_code(self.cleaned_data["code"])
        if not code:
            raise ValidationError(_("A code has twelve letters and digits."), code="no_code")
        return code


class CancelForm(VerbForm):
    """Nothing is asked: the page says what is cancelled."""
