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
from clubs.accounts import passkeys, signing_in
from clubs.accounts import second_step as steps
from clubs.accounts.forms import PresentPasswordForm
from clubs.accounts.second_step_forms import SecondStepForm, SetUpAppForm, TurnOffForm, UsePasskeyForm
from clubs.books import permissions
from clubs.books.writing import Author, club_book
from clubs.models import CodeApp, User
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
    is_key = "passkey" in request.POST
    code_form = SecondStepForm(
        None if is_key else sent_by(request), request=request, user=user, by=author_of(request)
    )
    key_form = UsePasskeyForm(
        sent_by(request) if is_key else None, request=request, user=user, by=author_of(request)
    )
    if request.method == "POST" and (key_form if is_key else code_form).is_valid():
        return signing_in.finish(request, user, address)
    context = {"form": code_form, "passkey_form": key_form, **_passkeys_here(request, user)}
    return render(request, "clubs/accounts/sign_in_code.html", context)


def _passkeys_here(request: HttpRequest, user: User) -> dict[str, object]:
    """Return the question for a passkey, or where passkeys of the user belong that do not work here."""
    if passkeys.are_offered(request) and passkeys.usable(user).exists():
        return {"question": passkeys.ask_to_use(request, user)}
    return {"elsewhere": list(user.passkeys.order_by("site").values_list("site", flat=True).distinct())}


@set_up_page
def second_step(request: HttpRequest) -> HttpResponse:
    """Set up the codes of an app or a passkey; once that is done, say what can be done with it."""
    user = signed_in_user(request)
    if not user.has_second_step:
        return _set_up_app(request, user)
    context = {
        "app": CodeApp.objects.filter(user=user).first(),
        "passkeys": user.passkeys.all(),
        "site": passkeys.site(),
        "only_way": passkeys.is_only_way(user),
        "offers_passkeys": passkeys.are_offered(request),
        "app_is_spare": passkeys.usable(user).exists(),
        "left": user.recovery_codes.count(),
    }
    return render(request, "clubs/accounts/second_step.html", context)


@set_up_page
def second_step_app(request: HttpRequest) -> HttpResponse:
    """Set up the codes of an app beside passkeys."""
    user = signed_in_user(request)
    if CodeApp.objects.filter(user=user).exists():
        return redirect("clubs:second_step")
    return _set_up_app(request, user)


def _set_up_app(request: HttpRequest, user: User) -> HttpResponse:
    secret = request.session.setdefault(_OFFERED, steps.new_secret())
    form = SetUpAppForm(sent_by(request), user=user, session=session_of(request))
    codes: list[str] = []

    def set_up(by: Author) -> None:
        codes.extend(steps.set_up_app(by, secret, form.cleaned_data["code"]))

    if request.method == "POST" and form.is_valid() and run_into_form(form, set_up, author_of(request)):
        del request.session[_OFFERED]
        return show_codes(request, codes, is_new=True)
    address = steps.app_address(secret, user.email)
    context = {
        "form": form,
        "secret": steps.in_groups(secret),
        "qr": qr_svg(address),
        "address": address,
        "required": lacks_second_step(user),
        "offers_passkeys": passkeys.are_offered(request) and not user.has_second_step,
    }
    return render(request, "clubs/accounts/second_step_new.html", context)


@form_page
def second_step_app_remove(request: HttpRequest) -> HttpResponse:
    """Remove the codes of an app and keep the passkeys, with the password."""
    user = signed_in_user(request)
    if not CodeApp.objects.filter(user=user).exists():
        return redirect("clubs:second_step")
    form = PresentPasswordForm(sent_by(request), user=user, session=session_of(request))
    sent = request.method == "POST" and form.is_valid()
    if sent and run_into_form(form, passkeys.remove_app, author_of(request)):
        messages.success(request, _("The codes of the app are removed. Signing in asks for a passkey."))
        return redirect("clubs:second_step")
    return render(request, "clubs/accounts/second_step_app_remove.html", {"form": form})


@form_page
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """Make new recovery codes and show them once, in the response."""
    user = signed_in_user(request)
    if not user.has_second_step:
        return redirect("clubs:second_step")
    form = PresentPasswordForm(sent_by(request), user=user, session=session_of(request))
    codes: list[str] = []
    made = request.method == "POST" and form.is_valid()
    if made and run_into_form(
        form, lambda by: codes.extend(steps.renew_recovery_codes(by)), author_of(request)
    ):
        return show_codes(request, codes)
    return render(request, "clubs/accounts/recovery_codes.html", {"form": form})


def show_codes(request: HttpRequest, codes: list[str], *, is_new: bool = False) -> HttpResponse:
    """Show recovery codes this once; where those that there are stay good, lead to the second step."""
    if not codes:
        messages.success(request, _("It is set up. Your recovery codes are as before."))
        return redirect("clubs:second_step")
    context = {"codes": codes, "is_new": is_new}
    return render(request, "clubs/accounts/recovery_codes_once.html", context)


@form_page
def second_step_off(request: HttpRequest) -> HttpResponse:
    """Turn the own second step off, with the password and a code."""
    user = signed_in_user(request)
    if not user.has_second_step:
        return redirect("clubs:second_step")
    form = TurnOffForm(sent_by(request), request=request, user=user, by=author_of(request))
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
    form = VerbForm(sent_by(request))
    sent = request.method == "POST" and form.is_valid()
    if sent and run_into_form(form, lambda by: steps.remove_of(by, club, holder), author_of(request)):
        done = _("%(name)s signs in with the password alone, until the second step is set up again.")
        messages.success(request, done % {"name": holder.name})
        return redirect("clubs:club_people", club.pk)
    context = {"form": form, "club": club, "person": holder}
    return render(request, "clubs/accounts/person_second_step.html", context)


def sent_by(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def session_of(request: HttpRequest) -> str:
    return request.session.session_key or ""
