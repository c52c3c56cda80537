"""Forms of the second step at sign-in: to set it up, to be asked for it, and to turn it off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.accounts import passkeys, second_step, throttling
from clubs.accounts.forms import PasswordField, PresentPasswordForm, checked_password, too_many_error
from clubs.accounts.known_devices import known_device
from clubs.books.writing import Author
from clubs.models import User
from clubs.web.forms import LineField, NameField, VerbForm

# The letters that a browser's answer has at most; most have some hundred.
_ANSWER: Final = 10_000


class _CodeField(LineField):
    """A code that an app shows, or one from paper."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"autocomplete": "one-time-code"} | kwargs.pop("attrs", {})
        # Twelve letters, with the blanks and hyphens that somebody may type between them.
        super().__init__(max_length=40, widget=forms.TextInput(attrs=attrs), **kwargs)


class SetUpAppForm(PresentPasswordForm):
    """The first code of an app, and the present password."""

    code = _CodeField(
        label=_lazy("Code that the app shows"), attrs={"inputmode": "numeric", "class": "number"}
    )
    field_order = ("code", "password")


class SecondStepForm(VerbForm):
    """A code that is right, once. Too many failures are refused for a while."""

    code = _CodeField(
        label=_lazy("Code"),
        help_text=_lazy("The six digits that your app shows now, or one of your recovery codes."),
    )

    def __init__(self, *args: Any, request: HttpRequest, user: User, by: Author, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.user, self.by = request, user, by

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        self.check_code(code)
        return code

    def check_code(self, code: str) -> None:
        """Take the code. Raises a ValidationError for a wrong one, and for one too many."""
        with _counted(self.request, self.user):
            if not second_step.use_code(self.by, self.user, code):
                raise ValidationError(_("This code is wrong, or was used already. Wait for the next one."))


@contextmanager
def _counted(request: HttpRequest, user: User) -> Iterator[None]:
    """Count what is tried in the block, unless it is right. Raises a ValidationError for one too many."""
    session, device, now = (
        request.session.session_key or "",
        known_device(request, user.email),
        timezone.now(),
    )
    try:
        limits = throttling.count_second_step(user.email, session, device, now)
    except throttling.TooManyAttempts as refusal:
        raise too_many_error(refusal) from refusal
    yield
    throttling.uncount_attempt(limits, now)


class PasskeyForm(VerbForm):
    """What a browser has made of a passkey; a script fills it in."""

    passkey = forms.CharField(widget=forms.HiddenInput, max_length=_ANSWER, required=False)


class UsePasskeyForm(PasskeyForm):
    """The answer of a passkey, taken once. Too many failures are refused for a while."""

    def __init__(self, *args: Any, request: HttpRequest, user: User, by: Author, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.user, self.by = request, user, by

    def clean(self) -> dict[str, Any]:
        answer = (super().clean() or {}).get("passkey", "")
        question = passkeys.taken_question(self.request, self.by.at)
        with _counted(self.request, self.user):
            if not passkeys.use_passkey(self.by, self.user, answer, question):
                raise ValidationError(_("This passkey was not accepted. Try again, or type a code."))
        return self.cleaned_data


class NewPasskeyForm(PresentPasswordForm):
    """How a new passkey is called, and the present password."""

    name = NameField(
        label=_lazy("Name of the passkey"),
        help_text=_lazy("It tells your passkeys apart in the list: what keeps this one?"),
    )
    field_order = ("name", "password")


class TurnOffForm(SecondStepForm):
    """The present password and a code, by which the owner turns the second step off."""

    password = PasswordField(label=_lazy("Current password"), new=False)
    field_order = ("password", "code")

    def clean_password(self) -> str:
        session = self.request.session.session_key or ""
        return checked_password(self.user, self.cleaned_data["password"], session)

    def check_code(self, code: str) -> None:
        # A wrong password uses up no code.
        if "password" in self.cleaned_data:
            super().check_code(code)
