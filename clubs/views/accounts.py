"""The pages of one's own account: signing in and out, invitations, a new password."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.tokens import default_token_generator
from django.contrib.auth.views import LoginView, LogoutView
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs import accounts
from clubs.accounts import throttling
from clubs.accounts.forms import (
    AccountForm,
    ChangePasswordForm,
    NewAccountForm,
    NewPasswordForm,
    ResetAskForm,
    SignInForm,
    refuse_too_many,
)
from clubs.accounts.mail import post
from clubs.backups import state
from clubs.models import Book, Invitation, User
from clubs.people import queries
from clubs.web import extensions
from clubs.web.decorators import edits, person
from clubs.web.request_author import author_of, origin_of

_BACKEND = "django.contrib.auth.backends.ModelBackend"
_GONE = 410

_opens = require_http_methods(["GET", "HEAD", "POST"])


@method_decorator(_opens, name="dispatch")
class SignIn(LoginView):
    """Sign in with e-mail and password; the page speaks the person's language from then on."""

    form_class = SignInForm
    template_name = "clubs/accounts/sign_in.html"
    redirect_authenticated_user = True

    def get_default_redirect_url(self) -> str:
        """Where the person's work is: the page of the one club, else the list of one's clubs."""
        mine = queries.clubs_of(person(self.request))
        return resolve_url("clubs:club", mine[0].club.pk) if len(mine) == 1 else resolve_url("clubs:account")

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:  # noqa: ARG002  # Django 6 has it
        """Where to go afterwards; never back here, which would go round for ever."""
        wish = super().get_redirect_url()
        return "" if wish.partition("?")[0] == self.request.path else wish

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_valid(form)
        user = form.get_user()
        return _in_language_of(user, response) if isinstance(user, User) else response


@method_decorator(require_POST, name="dispatch")
class SignOut(LogoutView):
    """Sign out, by POST only: a link cannot do it."""


def _in_language_of(user: User, response: HttpResponse) -> HttpResponse:
    """Put the person's language into the cookie that the pages go by."""
    if user.language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            user.language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            path=settings.LANGUAGE_COOKIE_PATH,
            domain=settings.LANGUAGE_COOKIE_DOMAIN,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite=settings.LANGUAGE_COOKIE_SAMESITE,  # type: ignore[arg-type]  # a setting is any string
        )
    return response


@require_safe
@never_cache
def account_menu(request: HttpRequest) -> HttpResponse:
    """The menu of whoever is signed in: a partial of its own, because public pages hold nothing of him."""
    user = request.user
    mine = queries.clubs_of(user) if isinstance(user, User) else []
    return render(
        request, "clubs/accounts/_account_menu.html", {"clubs": mine, "came_from": _came_from(request)}
    )


def _came_from(request: HttpRequest) -> str:
    """The page that the menu is for, as the browser says; empty if that is no address."""
    htmx: Any = getattr(request, "htmx", None)
    try:
        return (htmx and htmx.current_url_abs_path) or ""
    except ValueError:
        return ""


@edits
def account(request: HttpRequest) -> HttpResponse:
    """One's clubs, name and language."""
    user = person(request)
    form = AccountForm(request.POST or None, initial={"name": user.name, "language": user.language})
    if request.method == "POST" and form.is_valid():
        changed = accounts.edit_account(author_of(request), **form.cleaned_data)
        messages.success(request, _("The account is saved."))
        return _in_language_of(changed, redirect("clubs:account"))
    may_found = user.is_keeper or queries.administered_by(user).filter(federation=None).exists()
    mine = [(club, extensions.tabs_of(club.book, club.kinds)) for club in queries.clubs_of(user)]
    # Whoever works here reads that copies are made; where they lie is for the keeper of the installation.
    copied = state.last_copy() if mine or user.is_keeper else None
    shown = {"form": form, "clubs": mine, "may_found": may_found, "copied": copied}
    return render(request, "clubs/accounts/account.html", shown)


@edits
def account_password(request: HttpRequest) -> HttpResponse:
    user = person(request)
    form = ChangePasswordForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        changed = accounts.change_password(author_of(request), form.cleaned_data["password"])
        update_session_auth_hash(request, changed)
        messages.success(request, _("The password is changed. Other devices must sign in again."))
        return redirect("clubs:account")
    return render(request, "clubs/accounts/account_password.html", {"form": form})


@never_cache
@_opens
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What an invitation offers: accept it with the account one has, or with a new one."""
    invited = accounts.invitation_of(token)
    if invited is None or not accounts.is_open(invited, author_of(request)):
        return _no_longer_valid(request)
    if isinstance(request.user, User):
        return _accept_as(request, invited)
    return _accept_as_new(request, invited)


def _accept_as(request: HttpRequest, invited: Invitation) -> HttpResponse:
    """Somebody is signed in: ask whether it is with this account."""
    if request.method == "POST":
        return _accepted(request, invited, None)
    return render(request, "clubs/accounts/invitation.html", {"invitation": invited})


def _accept_as_new(request: HttpRequest, invited: Invitation) -> HttpResponse:
    """Nobody is signed in: a new account, or sign in first."""
    known = User.objects.filter(email=invited.email).exists()
    form = NewAccountForm(request.POST or None, user=User(email=invited.email))
    if request.method == "POST" and not known and form.is_valid():
        new = accounts.NewAccount(
            name=form.cleaned_data["name"],
            password=form.cleaned_data["password"],
            language=translation.get_language() or "",
        )
        try:
            return _accepted(request, invited, new)
        except ValidationError as refusal:
            form.add_error(None, " ".join(refusal.messages))
    seen = {"invitation": invited, "form": form, "known": known}
    return render(request, "clubs/accounts/invitation.html", seen)


def _accepted(request: HttpRequest, invited: Invitation, new: accounts.NewAccount | None) -> HttpResponse:
    """Take the role and go to where it counts."""
    try:
        user = accounts.accept_invitation(author_of(request), invited, new)
    except accounts.NoLongerValid:
        return _no_longer_valid(request)
    if new is not None:
        login(request, user, backend=_BACKEND)
    messages.success(request, _("Welcome. Your role in %(club)s is in force.") % {"club": invited.book.club})
    if invited.book.kind == Book.Kind.CLUB:
        return redirect("clubs:club_players", invited.book.club_id)
    return redirect("clubs:account")


@never_cache
@_opens
def reset_ask(request: HttpRequest) -> HttpResponse:
    """Ask for a link by mail, where there is a mail server. The answer is the same for every address."""
    form = ResetAskForm(request.POST or None)
    if settings.EMAIL_HOST and request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"]
        limits = throttling.reset_limits(email, origin_of(request))
        try:
            refuse_too_many(limits, timezone.now())
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            _mail_link(request, email)
            return render(request, "clubs/accounts/reset_sent.html", {"email": email})
    return render(
        request, "clubs/accounts/reset_ask.html", {"form": form, "mails": bool(settings.EMAIL_HOST)}
    )


def _mail_link(request: HttpRequest, email: str) -> None:
    """Write the message whether or not there is an account; it leaves only if there is one."""
    user = User.objects.filter(email=email.strip().lower(), is_active=True).first()
    message = _link_message(request, user or User(pk=0, email=email, language=""))
    if user is not None:
        post(message)


def _link_message(request: HttpRequest, user: User) -> EmailMessage:
    token = default_token_generator.make_token(user)
    address = request.build_absolute_uri(reverse("clubs:reset", args=[accounts.reset_uid(user), token]))
    with translation.override(user.language or translation.get_language()):
        subject = _("A new password for Talon")
        body = render_to_string("clubs/accounts/mail/reset.txt", {"address": address, "name": user.name})
    return EmailMessage(subject, body, to=[user.email])


@never_cache
@_opens
def reset(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Choose a new password with a link."""
    user = accounts.user_of_reset_link(uid, token)
    if user is None:
        return _no_longer_valid(request)
    form = NewPasswordForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        try:
            accounts.reset_password(author_of(request), user, token, form.cleaned_data["password"])
        except accounts.NoLongerValid:
            return _no_longer_valid(request)
        messages.success(request, _("The new password is in force. Sign in with it."))
        return redirect("clubs:sign_in")
    return render(request, "clubs/accounts/reset.html", {"form": form, "person": user})


def _no_longer_valid(request: HttpRequest) -> HttpResponse:
    """A link that is wrong, too old, used or withdrawn: which of them is not told."""
    return render(request, "clubs/accounts/link_gone.html", status=_GONE)
