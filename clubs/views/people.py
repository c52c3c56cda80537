"""The views of those who work in a club or at one event: invitations, roles, links to a new password."""

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
from clubs.books.writing import Author, club_book
from clubs.models import Club, Invitation, Role, User
from clubs.people import queries
from clubs.people.forms import InviteForm, PersonPlayerForm, RoleForm
from clubs.people.page_access import club_for, desk_page
from clubs.reports.report import Report
from clubs.web import exports
from clubs.web.actions import run_into_form, say_done
from clubs.web.decorators import form_page, page, post_only, signed_in_user
from clubs.web.forms import VerbForm
from clubs.web.links import links_of
from clubs.web.qr import qr_svg
from clubs.web.request_author import author_of
from clubs.web.tables import InvitationTable, ListTable, PersonTable, lists_report
from clubs.web.teams import Staff, team_of


@page
def people(request: HttpRequest, /, **where: int) -> HttpResponseBase:
    """List who has a role in a club, or in one event alone."""
    team = team_of(request, **where)
    holders = queries.role_holders(team.book)
    resettable = _resettable(request, team, list(holders))
    givable = team.kinds_given_by(request)
    table = PersonTable(holders, team=team, resettable=resettable, givable=givable).configured(request)
    invited = queries.open_invitations(team.book)
    invitations = (
        InvitationTable(invited, team=team, givable=givable).configured(request) if invited else None
    )
    if (
        file := exports.export_response(
            request, lambda: _people_report(team.club, table, invitations), lambda: team.book
        )
    ) is not None:
        return file
    guests = [] if team.is_of_event else _guests_of_events(team.club)
    context = {"team": team, "table": table, "invitations": invitations, "guests": guests}
    template = "clubs/roles/event_people.html" if team.is_of_event else "clubs/roles/club_people.html"
    return desk_page(request, template, team.club, context)


def _guests_of_events(club: Club) -> list[tuple[Role, str]]:
    """Return the roles that are valid in one event alone, each with the name of the event."""
    roles = list(queries.roles_of_guests(club))
    links = links_of([role.book for role in roles])
    return [(role, links[role.book_id].label) for role in roles]


def _resettable(request: HttpRequest, team: Staff, holders: list[User]) -> set[int]:
    """Return the users to whom the viewer may give a link to a new password: from the page of a club only."""
    return (
        set() if team.is_of_event else accounts.resettable_users(signed_in_user(request), team.club, holders)
    )


def _people_report(club: Club, people: PersonTable, invitations: ListTable | None) -> Report:
    """Return the users with a role and the open invitations as a report."""
    invited_tables = (invitations.long_table(_("Open invitations")),) if invitations else ()
    title = _("People and roles")
    return lists_report(
        title, people.long_table(title if invited_tables else ""), *invited_tables, club=club.name
    )


@form_page
def invite(request: HttpRequest, /, **where: int) -> HttpResponse:
    team = team_of(request, **where)
    form = InviteForm(request.POST or None, kinds=team.kinds_given_by(request))
    if request.method == "POST" and form.is_valid():
        email, kind = form.cleaned_data["email"], Role.Kind(form.cleaned_data["kind"])
        by = author_of(request)
        try:
            created = accounts.invite(by, team.book, email, kind)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            say_done(request, team.book, _("The invitation is made."), by)
            return redirect(team.address("invitation_link", created.pk))
    return render(request, "clubs/roles/invite.html", {"form": form, "team": team})


@page
def invitation_link(request: HttpRequest, /, invitation: int, **where: int) -> HttpResponse:
    """Show the link of an open invitation, until it is used."""
    team = team_of(request, **where)
    viewed = _invitation_in(team, invitation)
    if not accounts.is_open(viewed, author_of(request)):
        messages.info(request, _("This invitation is no longer valid."))
        return redirect(team.people)
    address = request.build_absolute_uri(
        reverse("clubs:invitation", args=[accounts.invitation_token(viewed)])
    )
    until = timezone.localtime(viewed.made_at + accounts.INVITATION_LIFETIME)
    return render(
        request,
        "clubs/roles/invitation_link.html",
        {"team": team, "invitation": viewed, "address": address, "qr": qr_svg(address), "until": until},
    )


@post_only
def invitation_withdraw(request: HttpRequest, /, invitation: int, **where: int) -> HttpResponse:
    team = team_of(request, **where)
    try:
        accounts.withdraw_invitation(author_of(request), _invitation_in(team, invitation))
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
    else:
        messages.success(request, _("The invitation has been withdrawn: its link no longer works."))
    return redirect(team.people)


def _invitation_in(team: Staff, pk: int) -> Invitation:
    invitations = Invitation.objects.select_related("book__club", "made_by")
    return get_object_or_404(invitations, pk=pk, book=team.book)


@form_page
def role_give(request: HttpRequest, /, user: int, **where: int) -> HttpResponse:
    """Give a role to a user who has one here already."""
    team = team_of(request, **where)
    holder = get_object_or_404(queries.role_holders(team.book), pk=user)
    form = RoleForm(request.POST or None, kinds=team.kinds_given_by(request))
    if request.method == "POST" and form.is_valid():
        by = author_of(request)
        accounts.give_role(by, team.book, holder, Role.Kind(form.cleaned_data["kind"]))
        say_done(request, team.book, _("The role has been given."), by)
        return redirect(team.people)
    return render(request, "clubs/roles/role_give.html", {"form": form, "team": team, "person": holder})


@form_page
def person_player(request: HttpRequest, pk: int, user: int) -> HttpResponse:
    """Link a user with a role to a player, so that the user rules on no game of their own."""
    club = club_for(request, pk, permissions.ADMINS)
    holder = _holder_in(club, user)
    players = queries.selectable_players(club, holder)
    form = PersonPlayerForm(request.POST or None, players=players, initial={"player": holder.player_id})
    by = author_of(request)
    if request.method == "POST" and form.is_valid() and _link_player(by, club, holder, form):
        say_done(request, club_book(club), _("Noted."), by)
        return redirect("clubs:club_people", club.pk)
    return render(request, "clubs/roles/person_player.html", {"form": form, "club": club, "person": holder})


def _link_player(by: Author, club: Club, holder: User, form: PersonPlayerForm) -> bool:
    """Link the player of the form; return False after adding the refusal to it."""
    player = form.cleaned_data["player"]
    if form.cleaned_data["licence"]:
        player = queries.licensed_player(club, form.cleaned_data["licence"], form.cleaned_data["family_name"])
        if player is None:
            form.add_error(None, _("No player of the federation has this licence number and family name."))
            return False
    try:
        accounts.link_player(by, club, holder, player)
    except ValidationError as refusal:
        form.add_error(None if form.cleaned_data["licence"] else "player", refusal.messages[0])
        return False
    return True


@form_page
def role_take(request: HttpRequest, /, role: int, **where: int) -> HttpResponse:
    """Confirm, then remove a role."""
    team = team_of(request, **where)
    roles = Role.objects.select_related("user", "book__club")
    revoked = get_object_or_404(roles, pk=role, book=team.book)
    if revoked.kind not in team.kinds_given_by(request):
        raise PermissionDenied
    if request.method == "POST":
        by = author_of(request)
        try:
            accounts.revoke_role(by, revoked)
        except ValidationError as refusal:
            messages.error(request, " ".join(refusal.messages))
        else:
            say_done(request, revoked.book, _("The role has been removed."), by)
        return redirect(_page_after_revoking(request, team))
    return render(request, "clubs/roles/role_take.html", {"team": team, "role": revoked})


def _page_after_revoking(request: HttpRequest, team: Staff) -> str:
    """Return the next page: the account for a user who has removed the own role."""
    needs = permissions.DIRECTORS if team.is_of_event else permissions.ADMINS
    return team.people if permissions.has_role(request.user, team.book, needs) else reverse("clubs:account")


@form_page
def reset_link(request: HttpRequest, pk: int, user: int) -> HttpResponse:
    """Create a link to a new password and show it once, in the response."""
    club = club_for(request, pk, permissions.ADMINS)
    holder = _holder_in(club, user)
    if not accounts.may_reset(signed_in_user(request), club, holder):
        raise PermissionDenied
    context = {"club": club, "person": holder, "address": ""}
    if request.method == "POST":
        token = accounts.make_reset_link(author_of(request), club, holder)
        path = reverse("clubs:reset", args=[accounts.reset_uid(holder), token])
        address = request.build_absolute_uri(path)
        context |= {"address": address, "qr": qr_svg(address)}
    return render(request, "clubs/accounts/reset_link.html", context)


@form_page
def person_close(request: HttpRequest, pk: int, user: int) -> HttpResponse:
    """Close the account of somebody all of whose roles are in clubs of the admin, after a confirmation."""
    club = club_for(request, pk, permissions.ADMINS)
    holder = _holder_in(club, user)
    if not accounts.may_reset(signed_in_user(request), club, holder):
        raise PermissionDenied
    form = VerbForm(request.POST if request.method == "POST" else None)
    sent = request.method == "POST" and form.is_valid()
    if sent and run_into_form(form, lambda by: accounts.close_account(by, club, holder), author_of(request)):
        messages.success(request, _("The account of %(name)s is closed.") % {"name": holder.name})
        return redirect("clubs:club_people", club.pk)
    context = {"form": form, "club": club, "person": holder}
    return render(request, "clubs/roles/person_close.html", context)


def _holder_in(club: Club, pk: int) -> User:
    """Return a user with a role in the club. Raises Http404 for other users."""
    return get_object_or_404(queries.role_holders(club_book(club)), pk=pk)
