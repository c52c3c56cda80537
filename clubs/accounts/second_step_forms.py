"""Forms of the second step at sign-in: to set it up, to be asked for it, and to turn it off."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.accounts import second_step, throttling
from clubs.accounts.forms import PasswordField, PresentPasswordForm, checked_password, too_many_error
from clubs.accounts.known_devices import known_device
from clubs.books.writing import Author
from clubs.models import User
from clubs.web.forms import LineField, VerbForm


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
        session, device = self.request.session.session_key or "", known_device(self.request, self.user.email)
        now = timezone.now()
        try:
            limits = throttling.count_second_step(self.user.email, session, device, now)
        except throttling.TooManyAttempts as refusal:
            raise too_many_error(refusal) from refusal
        if not second_step.use_code(self.by, self.user, code):
            raise ValidationError(_("This code is wrong, or was used already. Wait for the next one."))
        throttling.uncount_attempt(limits, now)


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
