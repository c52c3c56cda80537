"""The views of one's own account: signing in and out, invitations, a new password."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.tokens import default_token_generator
from django.contrib.auth.views import LoginView, LogoutView
from django.core.exceptions import PermissionDenied, ValidationError
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
from clubs.accounts import signing_in, throttling
from clubs.accounts.forms import (
    AccountForm,
    ChangePasswordForm,
    NewAccountForm,
    NewPasswordForm,
    PresentPasswordForm,
    RequestResetForm,
    SignInForm,
    count_or_refuse,
)
from clubs.accounts.known_devices import remember_known_device
from clubs.accounts.mail import send_in_background
from clubs.accounts.sessions import sessions_of
from clubs.accounts.signing_in import with_language_cookie
from clubs.backups import state
from clubs.models import Invitation, User
from clubs.people import queries
from clubs.web import extensions
from clubs.web.actions import refusals_of, run_into_form
from clubs.web.decorators import form_page, lacks_second_step, signed_in_user
from clubs.web.links import links_for
from clubs.web.origin import origin_of
from clubs.web.request_author import author_of

_STATUS_GONE = 410

_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@method_decorator(_form_methods, name="dispatch")
class SignIn(LoginView):
    """Sign in with e-mail and password; pages are in the user's language afterwards."""

    form_class = SignInForm
    template_name = "clubs/accounts/sign_in.html"
    redirect_authenticated_user = True

    def get_default_redirect_url(self) -> str:
        """Return the front page, which has the user's events with their next steps."""
        return resolve_url("home")

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:  # noqa: ARG002  # Django 6 has it
        """Return the next page, but not this one, which would redirect for ever."""
        url = super().get_redirect_url()
        return "" if url.partition("?")[0] == self.request.path else url

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign in, or ask for the second step: before it nobody is signed in."""
        user = form.get_user()
        if not isinstance(user, User):
            raise PermissionDenied
        if user.has_second_step:
            signing_in.wait_for_second_step(self.request, user, self.get_success_url())
            return redirect("clubs:sign_in_code")
        # The front page is for everybody: it would not say what a keeper has to do first.
        first = reverse("clubs:second_step") if lacks_second_step(user) else self.get_success_url()
        return signing_in.finish(self.request, user, first)


@method_decorator(require_POST, name="dispatch")
class SignOut(LogoutView):
    """Sign out by POST only: a link cannot do it."""


@require_safe
@never_cache
def account_menu(request: HttpRequest) -> HttpResponse:
    """Render the user's menu as a partial of its own, because public pages contain nothing about the
    viewer."""
    user = request.user
    context: dict[str, object] = {"came_from": _previous_path(request)}
    if isinstance(user, User):
        context |= {
            "links": extensions.account_links_of(user),
            "clubs": queries.clubs_with_roles(user),
            "events": queries.events_with_roles(user),
        }
    return render(request, "clubs/accounts/_account_menu.html", context)


def _previous_path(request: HttpRequest) -> str:
    """Return the path of the page with the menu, as htmx sends it; empty if it is no address."""
    htmx: Any = getattr(request, "htmx", None)
    try:
        return (htmx and htmx.current_url_abs_path) or ""
    except ValueError:
        return ""


@form_page
def account(request: HttpRequest) -> HttpResponse:
    """Show the user's clubs, name and language."""
    user = signed_in_user(request)
    form = AccountForm(request.POST or None, initial={"name": user.name, "language": user.language})
    if request.method == "POST" and form.is_valid():
        changed = accounts.edit_account(author_of(request), **form.cleaned_data)
        messages.success(request, _("Account saved."))
        return with_language_cookie(changed, redirect("clubs:account"))
    may_create_club = user.is_keeper or queries.clubs_administered_by(user).filter(federation=None).exists()
    clubs = queries.clubs_with_roles(user)
    # Every user with a role sees the time of the last backup; only the keeper sees its place.
    backup = state.last_backup() if clubs or user.is_keeper else None
    context = {
        "form": form,
        "clubs": clubs,
        "events": queries.events_with_roles(user),
        "may_create_club": may_create_club,
        "backup": backup,
        "has_second_step": user.has_second_step,
        "sessions": sessions_of(user, request.session.session_key or "", timezone.now()),
    }
    return render(request, "clubs/accounts/account.html", context)


@form_page
def account_password(request: HttpRequest) -> HttpResponse:
    user = signed_in_user(request)
    form = ChangePasswordForm(request.POST or None, user=user, session=request.session.session_key or "")
    if request.method == "POST" and form.is_valid():
        changed = accounts.change_password(author_of(request), form.cleaned_data["password"])
        update_session_auth_hash(request, changed)
        messages.success(
            request, _("The password has been changed. You will have to sign in again on other devices.")
        )
        return redirect("clubs:account")
    return render(request, "clubs/accounts/account_password.html", {"form": form})


@form_page
def account_close(request: HttpRequest) -> HttpResponse:
    """Close the own account, with the password; the page says what becomes of roles and of the log."""
    user = signed_in_user(request)
    data = request.POST if request.method == "POST" else None
    form = PresentPasswordForm(data, user=user, session=request.session.session_key or "")
    refusals = refusals_of(lambda: accounts.closing.refuse_to_close(user))
    sent = request.method == "POST" and not refusals and form.is_valid()
    if sent and run_into_form(form, accounts.close_own_account, author_of(request)):
        logout(request)
        # The front page is for everybody, and has no message for one.
        messages.success(request, _("Your account is closed."))
        return redirect("clubs:sign_in")
    context = {"form": form, "refusals": refusals}
    return render(request, "clubs/accounts/account_close.html", context)


@never_cache
@_form_methods
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Accept an invitation, with an existing account or with a new one."""
    opened = accounts.find_invitation(token)
    if opened is None or not accounts.is_open(opened, author_of(request)):
        return _link_expired(request)
    if isinstance(request.user, User):
        return _accept_as_user(request, opened)
    return _accept_as_new_user(request, opened)


def _accept_as_user(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """Ask a signed-in user whether to accept with this account."""
    if request.method == "POST":
        return _accept(request, invitation, None)
    context = {"invitation": invitation, "event": links_for(invitation.book)}
    return render(request, "clubs/accounts/invitation.html", context)


def _accept_as_new_user(request: HttpRequest, invitation: Invitation) -> HttpResponse:
    """Offer a new account, or signing in first if the account exists."""
    known = User.objects.filter(email=invitation.email).exists()
    form = NewAccountForm(request.POST or None, user=User(email=invitation.email))
    if request.method == "POST" and not known and form.is_valid():
        new = accounts.NewAccount(
            name=form.cleaned_data["name"],
            password=form.cleaned_data["password"],
            language=translation.get_language() or "",
        )
        try:
            return _accept(request, invitation, new)
        except ValidationError as refusal:
            form.add_error(None, " ".join(refusal.messages))
    event = links_for(invitation.book)
    context = {"invitation": invitation, "event": event, "form": form, "known": known}
    return render(request, "clubs/accounts/invitation.html", context)


def _accept(request: HttpRequest, invitation: Invitation, new: accounts.NewAccount | None) -> HttpResponse:
    """Accept the role and redirect to the club, or to the event where the role is valid in it alone."""
    try:
        user = accounts.accept_invitation(author_of(request), invitation, new)
    except accounts.LinkExpired:
        return _link_expired(request)
    if new is not None:
        signing_in.begin_session(request, user)
    event = links_for(invitation.book)
    where = event.label if event else invitation.book.club
    messages.success(request, _("Welcome. You now have your role in %(club)s.") % {"club": where})
    response = redirect(event.desk) if event else redirect("clubs:club_players", invitation.book.club_id)
    if new is not None:
        remember_known_device(request, response, user)
    return response


@never_cache
@_form_methods
def reset_ask(request: HttpRequest) -> HttpResponse:
    """Send a reset link by mail, if there is a mail server. The response is the same for every address."""
    form = RequestResetForm(request.POST or None)
    if settings.EMAIL_HOST and request.method == "POST" and form.is_valid():
        email = form.cleaned_data["email"]
        limits = throttling.reset_limits(email, origin_of(request))
        try:
            count_or_refuse(limits, timezone.now())
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            _mail_link(request, email)
            return render(request, "clubs/accounts/reset_sent.html", {"email": email})
    return render(
        request, "clubs/accounts/reset_ask.html", {"form": form, "mails": bool(settings.EMAIL_HOST)}
    )


def _mail_link(request: HttpRequest, email: str) -> None:
    """Write the message with or without an account, and send it only with one."""
    user = User.objects.filter(email=email.strip().lower(), is_active=True).first()
    message = _link_message(request, user or User(pk=0, email=email, language=""))
    if user is not None:
        send_in_background(message)


def _link_message(request: HttpRequest, user: User) -> EmailMessage:
    token = default_token_generator.make_token(user)
    address = request.build_absolute_uri(reverse("clubs:reset", args=[accounts.reset_uid(user), token]))
    with translation.override(user.language or translation.get_language()):
        subject = _("A new password for Talon")
        body = render_to_string("clubs/accounts/mail/reset.txt", {"address": address, "name": user.name})
    return EmailMessage(subject, body, to=[user.email])


@never_cache
@_form_methods
def reset(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Choose a new password by a reset link."""
    user = accounts.user_for_reset_link(uid, token)
    if user is None:
        return _link_expired(request)
    form = NewPasswordForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        try:
            accounts.reset_password(author_of(request), user, token, form.cleaned_data["password"])
        except accounts.LinkExpired:
            return _link_expired(request)
        messages.success(request, _("The new password has been set. Sign in with it."))
        response = redirect("clubs:sign_in")
        remember_known_device(request, response, user)
        return response
    return render(request, "clubs/accounts/reset.html", {"form": form, "person": user})


def _link_expired(request: HttpRequest) -> HttpResponse:
    """Return the page of a wrong, expired, used or withdrawn link, without the reason."""
    return render(request, "clubs/accounts/link_gone.html", status=_STATUS_GONE)
