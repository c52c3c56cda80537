"""The views of how one comes in: another e-mail, and the devices on which the account is signed in."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from clubs import accounts
from clubs.accounts import email_change, sessions
from clubs.accounts.forms import NewEmailForm
from clubs.accounts.mail import send_in_background
from clubs.books import permissions
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, club_book
from clubs.models import User
from clubs.people import queries
from clubs.people.page_access import club_for
from clubs.web.actions import run_into_form
from clubs.web.decorators import form_page, post_only, signed_in_user
from clubs.web.forms import VerbForm
from clubs.web.request_author import author_of


@post_only
def session_end(request: HttpRequest, code: str) -> HttpResponse:
    """Sign the account out on one device."""
    try:
        sessions.end_session(author_of(request), code)
    except NotNow as refusal:
        messages.warning(request, str(refusal.message))
    else:
        messages.success(request, _("That device is signed out."))
    return redirect("clubs:account")


@form_page
def account_email(request: HttpRequest) -> HttpResponse:
    """Ask for another e-mail with the present password."""
    user = signed_in_user(request)
    form = NewEmailForm(request.POST or None, user=user, session=request.session.session_key or "")
    if request.method == "POST" and form.is_valid() and _ask(request, user, form):
        return redirect("clubs:account")
    confirmed = not settings.EMAIL_HOST and email_change.has_who_confirms(user)
    context = {"form": form, "mails": bool(settings.EMAIL_HOST), "confirmed": confirmed}
    return render(request, "clubs/accounts/account_email.html", context)


def _ask(request: HttpRequest, user: User, form: NewEmailForm) -> bool:
    """Send the link, ask an admin, or change it where there is neither; False with errors on the form."""
    email, by = form.cleaned_data["email"], author_of(request)
    if settings.EMAIL_HOST:
        if not User.objects.filter(email=email.strip().lower()).exists():
            send_in_background(_proof(request, user, email))
        messages.success(request, _("Open the link that was sent to %(email)s.") % {"email": email})
        return True
    if email_change.has_who_confirms(user):
        verb, done = email_change.ask_for_email, _("An admin of the club has to confirm the new e-mail.")
    else:
        verb, done = email_change.change_email, _("The e-mail has been changed. Sign in with it from now on.")
    if run_into_form(form, lambda by: verb(by, email), by):
        messages.success(request, done)
        return True
    return False


def _proof(request: HttpRequest, user: User, email: str) -> EmailMessage:
    token = email_change.email_token(user, email)
    address = request.build_absolute_uri(reverse("clubs:email_proof", args=[token]))
    with translation.override(user.language or translation.get_language()):
        body = render_to_string("clubs/accounts/mail/email.txt", {"address": address, "name": user.name})
        return EmailMessage(_("Your new e-mail in Talon"), body, to=[email])


@form_page
def email_proof(request: HttpRequest, token: str) -> HttpResponse:
    """Take the e-mail to which the link was sent."""
    user = signed_in_user(request)
    try:
        email = email_change.wanted_by_token(user, token)
    except accounts.LinkExpired:
        return render(request, "clubs/accounts/link_gone.html", status=410)
    form = VerbForm(request.POST if request.method == "POST" else None)
    sent = request.method == "POST" and form.is_valid()
    if sent and run_into_form(form, lambda by: email_change.change_email(by, email), author_of(request)):
        messages.success(request, _("The e-mail has been changed. Sign in with it from now on."))
        return redirect("clubs:account")
    return render(request, "clubs/accounts/email_proof.html", {"form": form, "email": email})


@form_page
def person_email(request: HttpRequest, pk: int, user: int) -> HttpResponse:
    """Confirm the e-mail that somebody of the club has asked for."""
    club = club_for(request, pk, permissions.ADMINS)
    holder = get_object_or_404(queries.role_holders(club_book(club)), pk=user)
    if not accounts.may_reset(signed_in_user(request), club, holder):
        raise PermissionDenied
    form = VerbForm(request.POST if request.method == "POST" else None)
    wanted = request.POST.get("email", holder.wanted_email)

    def confirm(by: Author) -> object:
        return email_change.confirm_email(by, club, holder, wanted)

    if request.method == "POST" and form.is_valid() and run_into_form(form, confirm, author_of(request)):
        messages.success(request, _("The e-mail has been changed."))
        return redirect("clubs:club_people", club.pk)
    context = {"club": club, "person": holder, "form": form}
    return render(request, "clubs/accounts/person_email.html", context)
