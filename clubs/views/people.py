"""The pages of those who hold a role in a club: invitations, roles, links to a new password."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs import accounts
from clubs.books import permissions
from clubs.books.writing import of_club
from clubs.models import Club, Invitation, Role, User
from clubs.people import queries
from clubs.people.forms import InviteForm, PersonPlayerForm, RoleForm
from clubs.people.page_access import club_for, desk_page
from clubs.reports.report import Report
from clubs.web import exports
from clubs.web.decorators import acts, edits, person, reads
from clubs.web.qr import qr_svg
from clubs.web.request_author import author_of
from clubs.web.tables import InvitationTable, List, PersonTable, report_of


@reads
def club_people(request: HttpRequest, pk: int) -> HttpResponseBase:
    club = club_for(request, pk, permissions.ADMINS)
    book = of_club(club)
    people = queries.people_of(book)
    resettable = accounts.resettable(person(request), club, list(people))
    invited = queries.open_invitations(book)
    invitations = InvitationTable(invited, club=club).shown(request) if invited else None
    table = PersonTable(people, club=club, resettable=resettable).shown(request)
    if (taken := exports.asked(request, lambda: _people_file(club, table, invitations))) is not None:
        return taken
    return desk_page(
        request, "clubs/roles/club_people.html", club, {"table": table, "invitations": invitations}
    )


def _people_file(club: Club, people: PersonTable, invitations: List | None) -> Report:
    """Who holds a role, and who is invited to."""
    invited = (invitations.long_table(_("Open invitations")),) if invitations else ()
    title = _("People and roles")
    return report_of(title, people.long_table(title if invited else ""), *invited, club=club.name)


@edits
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    club = club_for(request, pk, permissions.ADMINS)
    form = InviteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        email, kind = form.cleaned_data["email"], Role.Kind(form.cleaned_data["kind"])
        try:
            made = accounts.invite(author_of(request), of_club(club), email, kind)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            return redirect("clubs:invitation_link", club.pk, made.pk)
    return render(request, "clubs/roles/invite.html", {"form": form, "club": club})


@reads
def invitation_link(request: HttpRequest, pk: int, invitation: int) -> HttpResponse:
    """The link of an open invitation, to send or to show: as often as it is needed, until it is used."""
    club = club_for(request, pk, permissions.ADMINS)
    shown = _invitation_in(club, invitation)
    if not accounts.is_open(shown, author_of(request)):
        messages.info(request, _("This invitation is no longer open."))
        return redirect("clubs:club_people", club.pk)
    address = request.build_absolute_uri(reverse("clubs:invitation", args=[accounts.invitation_token(shown)]))
    until = timezone.localtime(shown.made_at + accounts.INVITATION_LASTS)
    return render(
        request,
        "clubs/roles/invitation_link.html",
        {"club": club, "invitation": shown, "address": address, "qr": qr_svg(address), "until": until},
    )


@acts
def invitation_withdraw(request: HttpRequest, pk: int, invitation: int) -> HttpResponse:
    club = club_for(request, pk, permissions.ADMINS)
    try:
        accounts.withdraw_invitation(author_of(request), _invitation_in(club, invitation))
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        messages.success(request, _("The invitation is withdrawn: its link opens nothing any more."))
    return redirect("clubs:club_people", club.pk)


def _invitation_in(club: Club, pk: int) -> Invitation:
    invitations = Invitation.objects.select_related("book__club", "made_by")
    return get_object_or_404(invitations, pk=pk, book=of_club(club))


@edits
def role_give(request: HttpRequest, pk: int, user: int) -> HttpResponse:
    """One more role for somebody who holds one here already."""
    club = club_for(request, pk, permissions.ADMINS)
    holder = _holder_in(club, user)
    form = RoleForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        accounts.give_role(author_of(request), of_club(club), holder, Role.Kind(form.cleaned_data["kind"]))
        messages.success(request, _("The role is given."))
        return redirect("clubs:club_people", club.pk)
    return render(request, "clubs/roles/role_give.html", {"form": form, "club": club, "person": holder})


@edits
def person_player(request: HttpRequest, pk: int, user: int) -> HttpResponse:
    """Say which player somebody with a role is, so that nobody judges a game of his own."""
    club = club_for(request, pk, permissions.ADMINS)
    holder = _holder_in(club, user)
    players = queries.players_to_be(club, holder)
    form = PersonPlayerForm(request.POST or None, players=players, initial={"player": holder.player_id})
    if request.method == "POST" and form.is_valid() and _person_is_said(request, club, holder, form):
        messages.success(request, _("It is noted."))
        return redirect("clubs:club_people", club.pk)
    return render(request, "clubs/roles/person_player.html", {"form": form, "club": club, "person": holder})


def _person_is_said(request: HttpRequest, club: Club, holder: User, form: PersonPlayerForm) -> bool:
    """Whether it was done; else the form says why not."""
    player = form.cleaned_data["player"]
    if form.cleaned_data["licence"]:
        player = queries.licensed_player(club, form.cleaned_data["licence"], form.cleaned_data["family_name"])
        if player is None:
            form.add_error(None, _("No player of the federation has this licence number and family name."))
            return False
    try:
        accounts.say_player(author_of(request), club, holder, player)
    except ValidationError as refusal:
        form.add_error(None if form.cleaned_data["licence"] else "player", refusal.messages[0])
        return False
    return True


@edits
def role_take(request: HttpRequest, pk: int, role: int) -> HttpResponse:
    """Ask once more, then take the role away."""
    club = club_for(request, pk, permissions.ADMINS)
    roles = Role.objects.select_related("user", "book__club")
    taken = get_object_or_404(roles, pk=role, book=of_club(club))
    if request.method == "POST":
        try:
            accounts.take_role(author_of(request), taken)
        except ValidationError as refusal:
            messages.error(request, " ".join(refusal.messages))
        else:
            messages.success(request, _("The role is taken away."))
        return redirect(_after_taking(request, club))
    return render(request, "clubs/roles/role_take.html", {"club": club, "role": taken})


def _after_taking(request: HttpRequest, club: Club) -> str:
    """Who has taken the own role away no longer gets into the club's pages."""
    still_admin = permissions.holds(request.user, of_club(club), permissions.ADMINS)
    return reverse("clubs:club_people", args=[club.pk]) if still_admin else reverse("clubs:account")


@edits
def reset_link(request: HttpRequest, pk: int, user: int) -> HttpResponse:
    """Make a link to a new password and show it once, on the answer itself."""
    club = club_for(request, pk, permissions.ADMINS)
    holder = _holder_in(club, user)
    if not accounts.may_reset(person(request), club, holder):
        raise PermissionDenied
    shown = {"club": club, "person": holder, "address": ""}
    if request.method == "POST":
        token = accounts.make_reset_link(author_of(request), club, holder)
        path = reverse("clubs:reset", args=[accounts.reset_uid(holder), token])
        address = request.build_absolute_uri(path)
        shown |= {"address": address, "qr": qr_svg(address)}
    return render(request, "clubs/accounts/reset_link.html", shown)


def _holder_in(club: Club, pk: int) -> User:
    """Somebody who holds a role in the club; nobody else is there."""
    return get_object_or_404(queries.people_of(of_club(club)), pk=pk)
