"""The views of the second step at sign-in: asking for it, setting it up, and removing it."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubs import accounts
from clubs.accounts import second_step as steps
from clubs.accounts import signing_in
from clubs.accounts.forms import PresentPasswordForm
from clubs.accounts.second_step_forms import SecondStepForm, SetUpAppForm, TurnOffForm
from clubs.books import permissions
from clubs.books.writing import Author, club_book
from clubs.models import User
from clubs.people import queries
from clubs.people.page_access import club_for
from clubs.web.actions import run_into_form
from clubs.web.decorators import form_page, lacks_second_step, set_up_page, signed_in_user
from clubs.web.forms import VerbForm
from clubs.web.qr import qr_svg
from clubs.web.request_author import author_of

# The secret that is offered, until a first code of the app has confirmed it.
_OFFERED: Final = "offered_to_app"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """Ask for the second step of whoever has given the password."""
    waiting = signing_in.who_waits(request)
    if waiting is None or isinstance(request.user, User):
        return redirect("clubs:sign_in")
    user, address = waiting
    form = SecondStepForm(_sent(request), request=request, user=user, by=author_of(request))
    if request.method == "POST" and form.is_valid():
        return signing_in.finish(request, user, address)
    return render(request, "clubs/accounts/sign_in_code.html", {"form": form})


@set_up_page
def second_step(request: HttpRequest) -> HttpResponse:
    """Set up the codes of an app; once that is done, say what there is and what can be done with it."""
    user = signed_in_user(request)
    if user.has_second_step:
        context = {"app": user.code_app, "left": user.recovery_codes.count()}
        return render(request, "clubs/accounts/second_step.html", context)
    secret = request.session.setdefault(_OFFERED, steps.new_secret())
    form = SetUpAppForm(_sent(request), user=user, session=_session(request))
    codes: list[str] = []

    def set_up(by: Author) -> None:
        codes.extend(steps.set_up_app(by, secret, form.cleaned_data["code"]))

    if request.method == "POST" and form.is_valid() and run_into_form(form, set_up, author_of(request)):
        del request.session[_OFFERED]
        return _show_codes(request, codes, is_new=True)
    address = steps.app_address(secret, user.email)
    context = {
        "form": form,
        "secret": steps.in_groups(secret),
        "qr": qr_svg(address),
        "address": address,
        "required": lacks_second_step(user),
    }
    return render(request, "clubs/accounts/second_step_new.html", context)


@form_page
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """Make new recovery codes and show them once, in the response."""
    user = signed_in_user(request)
    if not user.has_second_step:
        return redirect("clubs:second_step")
    form = PresentPasswordForm(_sent(request), user=user, session=_session(request))
    codes: list[str] = []
    made = request.method == "POST" and form.is_valid()
    if made and run_into_form(
        form, lambda by: codes.extend(steps.renew_recovery_codes(by)), author_of(request)
    ):
        return _show_codes(request, codes)
    return render(request, "clubs/accounts/recovery_codes.html", {"form": form})


def _show_codes(request: HttpRequest, codes: list[str], *, is_new: bool = False) -> HttpResponse:
    context = {"codes": codes, "is_new": is_new}
    return render(request, "clubs/accounts/recovery_codes_once.html", context)


@form_page
def second_step_off(request: HttpRequest) -> HttpResponse:
    """Turn the own second step off, with the password and a code."""
    user = signed_in_user(request)
    if not user.has_second_step:
        return redirect("clubs:second_step")
    form = TurnOffForm(_sent(request), request=request, user=user, by=author_of(request))
    sent = request.method == "POST" and form.is_valid()
    if sent and run_into_form(form, steps.remove_own, author_of(request)):
        messages.success(request, _("Signing in asks for the password alone from now on."))
        return redirect("clubs:account")
    return render(request, "clubs/accounts/second_step_off.html", {"form": form})


@form_page
def person_second_step(request: HttpRequest, pk: int, user: int) -> HttpResponse:
    """Remove the second step of somebody who has lost it."""
    club = club_for(request, pk, permissions.ADMINS)
    holder = get_object_or_404(queries.role_holders(club_book(club)), pk=user)
    if not accounts.may_reset(signed_in_user(request), club, holder):
        raise PermissionDenied
    form = VerbForm(_sent(request))
    sent = request.method == "POST" and form.is_valid()
    if sent and run_into_form(form, lambda by: steps.remove_of(by, club, holder), author_of(request)):
        done = _("%(name)s signs in with the password alone, until the second step is set up again.")
        messages.success(request, done % {"name": holder.name})
        return redirect("clubs:club_people", club.pk)
    context = {"form": form, "club": club, "person": holder}
    return render(request, "clubs/accounts/person_second_step.html", context)


def _sent(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _session(request: HttpRequest) -> str:
    return request.session.session_key or ""
