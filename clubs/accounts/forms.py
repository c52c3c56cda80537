"""Forms to sign in, to accept an invitation, and to edit one's own account."""

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
from clubs.accounts.known_devices import known_device
from clubs.models import LANGUAGES, User
from clubs.web.forms import NameField, VerbForm
from clubs.web.origin import origin_of

_MAX_PASSWORD_LENGTH = 4096  # hashing takes as long as the password is
_ANY_LANGUAGE = [("", _lazy("automatic (as in your browser)")), *LANGUAGES]

_NAME_SIMILARITY = UserAttributeSimilarityValidator(user_attributes=("name",))


class PasswordField(forms.CharField):
    """A password, with its leading and trailing blanks."""

    def __init__(self, *, new: bool, **kwargs: Any) -> None:
        kwargs["widget"] = forms.PasswordInput(
            attrs={"autocomplete": "new-password" if new else "current-password"}
        )
        super().__init__(strip=False, max_length=_MAX_PASSWORD_LENGTH, **kwargs)


class SignInForm(AuthenticationForm):
    """Sign in; too many failures are refused for a while, for known and unknown accounts."""

    username = forms.EmailField(
        label=_lazy("E-mail"),
        widget=forms.EmailInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    password = PasswordField(label=_lazy("Password"), new=False)
    error_messages = {
        "invalid_login": _lazy("Wrong e-mail or password. Please type both again."),
        "inactive": _lazy("Wrong e-mail or password. Please type both again."),
    }

    def clean(self) -> dict[str, Any]:
        email = self.cleaned_data.get("username")
        if not email or not self.cleaned_data.get("password") or self.request is None:
            return self.cleaned_data
        now, address = timezone.now(), origin_of(self.request)
        device = known_device(self.request, email)
        try:
            limits = throttling.count_sign_in(email, address, device, now)
        except throttling.TooManyAttempts as refusal:
            raise too_many_error(refusal) from refusal
        cleaned: dict[str, Any] = super().clean()
        throttling.clear_after_sign_in(email, limits, now)
        return cleaned


def count_or_refuse(limits: list[throttling.AttemptLimit], now: datetime) -> None:
    """Count the attempt. Raises a ValidationError with the time of the next possible attempt."""
    try:
        throttling.count_attempt(limits, now)
    except throttling.TooManyAttempts as refusal:
        raise too_many_error(refusal) from refusal


def too_many_error(refusal: throttling.TooManyAttempts) -> ValidationError:
    """Return a refusal as a form error, with the time of the next possible attempt."""
    again = timezone.localtime(refusal.again_at + timedelta(minutes=1))
    message = _("Too many attempts. Try again at %(time)s.")
    return ValidationError(message % {"time": date_format(again, "TIME_FORMAT")}, code="too_many")


def time_to_try_again(refusal: throttling.TooManyAttempts) -> str:
    """Return when an attempt is possible again, with the day unless that is today."""
    again = timezone.localtime(refusal.again_at + timedelta(minutes=1))
    is_today = again.date() == timezone.localdate()
    return date_format(again, "TIME_FORMAT" if is_today else "SHORT_DATETIME_FORMAT")


class NewPasswordForm(forms.Form):
    """A new password, typed twice and checked by the validators."""

    password = PasswordField(
        label=_lazy("New password"), new=True, help_text=password_validators_help_text_html
    )
    again = PasswordField(label=_lazy("Repeat the new password"), new=True)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        password, again = cleaned.get("password"), cleaned.get("again")
        if password and again and password != again:
            self.add_error("again", _("The two passwords do not match."))
        if password:
            self.check_password(password)
        return cleaned

    def check_password(self, password: str) -> None:
        try:
            validate_password(password, self.user)
            _NAME_SIMILARITY.validate(password, self.user)
        except ValidationError as error:
            self.add_error("password", error)


class ChangePasswordForm(NewPasswordForm):
    """A new password for a user who knows the old one."""

    old = PasswordField(label=_lazy("Current password"), new=False)
    field_order = ("old", "password", "again")

    def __init__(self, *args: Any, session: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.session = session

    def clean_old(self) -> str:
        return checked_password(self.user, self.cleaned_data["old"], self.session)


def checked_password(user: User, password: str, session: str) -> str:
    """Return a present password that is right. Whoever has only the session may try a few times."""
    limits, now = throttling.password_limits(session), timezone.now()
    count_or_refuse(limits, now)
    if not user.check_password(password):
        raise ValidationError(_("This is not your current password."))
    throttling.uncount_attempt(limits, now)
    return password


class PresentPasswordForm(VerbForm):
    """The password, by which the owner of an account closes it, or sets up how to sign in."""

    password = PasswordField(label=_lazy("Current password"), new=False)

    def __init__(self, *args: Any, user: User, session: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user, self.session = user, session

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        return checked_password(self.user, password, self.session)


class NewEmailForm(VerbForm):
    """Another e-mail for a user who knows the password."""

    email = forms.EmailField(
        label=_lazy("New e-mail"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = PasswordField(label=_lazy("Current password"), new=False)

    def __init__(self, *args: Any, user: User, session: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user, self.session = user, session

    def clean_password(self) -> str:
        return checked_password(self.user, self.cleaned_data["password"], self.session)


class NewAccountForm(NewPasswordForm):
    """The account of an invited user; the e-mail is the one of the invitation."""

    name = NameField(label=_lazy("Your name"))
    field_order = ("name", "password", "again")

    def clean_name(self) -> str:
        # The validators compare the password with the name.
        self.user.name = self.cleaned_data["name"]
        return self.user.name


class AccountForm(forms.Form):
    name = NameField(label=_lazy("Name"))
    language = forms.ChoiceField(label=_lazy("Language"), choices=_ANY_LANGUAGE, required=False)


class RequestResetForm(forms.Form):
    email = forms.EmailField(
        label=_lazy("E-mail"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
