"""What people type to sign in, to accept an invitation, and about their own account."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import (
    UserAttributeSimilarityValidator,
    password_validators_help_text_html,
    validate_password,
)
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.accounts import throttling
from clubs.models import LANGUAGES, User
from clubs.web.forms import NameField
from clubs.web.request_author import origin_of

_LONGEST_PASSWORD = 4096  # hashing takes as long as the password is
_ANY_LANGUAGE = [("", _lazy("as the browser says")), *LANGUAGES]

_NOT_THE_NAME = UserAttributeSimilarityValidator(user_attributes=("name",))


class _PasswordField(forms.CharField):
    """A password, typed as it is: blanks count."""

    def __init__(self, *, new: bool, **kwargs: Any) -> None:
        kwargs["widget"] = forms.PasswordInput(
            attrs={"autocomplete": "new-password" if new else "current-password"}
        )
        super().__init__(strip=False, max_length=_LONGEST_PASSWORD, **kwargs)


class SignInForm(AuthenticationForm):
    """Sign in; too many failures are refused for a while, known account or not."""

    username = forms.EmailField(
        label=_lazy("E-mail"),
        widget=forms.EmailInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    password = _PasswordField(label=_lazy("Password"), new=False)
    error_messages = {
        "invalid_login": _lazy("E-mail and password do not fit together. Type both again."),
        "inactive": _lazy("E-mail and password do not fit together. Type both again."),
    }

    def clean(self) -> dict[str, Any]:
        email = self.cleaned_data.get("username")
        if not email or not self.cleaned_data.get("password") or self.request is None:
            return self.cleaned_data
        now, address = timezone.now(), origin_of(self.request)
        refuse_too_many(throttling.sign_in_limits(email, address), now)
        cleaned: dict[str, Any] = super().clean()
        throttling.forget(email, address, now)
        return cleaned


def refuse_too_many(limits: list[throttling.Limit], now: datetime) -> None:
    """Count the attempt, or say when the next one will be looked at."""
    try:
        throttling.count(limits, now)
    except throttling.TooMany as refusal:
        raise too_many(refusal) from refusal


def too_many(refusal: throttling.TooMany) -> ValidationError:
    """When the next attempt will be looked at, as a form says it."""
    again = timezone.localtime(refusal.again_at + timedelta(minutes=1))
    message = _("There were too many attempts. Try again at %(time)s.")
    return ValidationError(message % {"time": date_format(again, "TIME_FORMAT")}, code="too_many")


class NewPasswordForm(forms.Form):
    """A new password, typed twice, good enough for the validators."""

    password = _PasswordField(
        label=_lazy("New password"), new=True, help_text=password_validators_help_text_html
    )
    again = _PasswordField(label=_lazy("New password again"), new=True)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        password, again = cleaned.get("password"), cleaned.get("again")
        if password and again and password != again:
            self.add_error("again", _("The two passwords are not the same."))
        if password:
            self.check_password(password)
        return cleaned

    def check_password(self, password: str) -> None:
        try:
            validate_password(password, self.user)
            _NOT_THE_NAME.validate(password, self.user)
        except ValidationError as error:
            self.add_error("password", error)


class ChangePasswordForm(NewPasswordForm):
    """A new password for who knows the old one."""

    old = _PasswordField(label=_lazy("Present password"), new=False)
    field_order = ("old", "password", "again")

    def clean_old(self) -> str:
        old: str = self.cleaned_data["old"]
        if not self.user.check_password(old):
            raise ValidationError(_("This is not the present password."))
        return old


class NewAccountForm(NewPasswordForm):
    """What somebody who was invited says about himself: the e-mail is the one that was invited."""

    name = NameField(label=_lazy("Your name"))
    field_order = ("name", "password", "again")

    def clean_name(self) -> str:
        self.user.name = self.cleaned_data["name"]  # so that a password like the name is noticed
        return self.user.name


class AccountForm(forms.Form):
    name = NameField(label=_lazy("Name"))
    language = forms.ChoiceField(label=_lazy("Language"), choices=_ANY_LANGUAGE, required=False)


class ResetAskForm(forms.Form):
    email = forms.EmailField(
        label=_lazy("E-mail"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
