"""The director's page of sign-ups: what needs attention first, and the one next step."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Player
from clubs.people.matching import MatchStatus
from clubs.reports.report import Column, ReportTable, Row
from clubs.reports.tables import ExportReport, Values
from clubs.text.alphabet import folded
from clubs.web.tables import local_time
from tournaments.models import Announcement, EntryPlayer, Signup, SignupPlayer, Tournament
from tournaments.notices.outbox import LostLetter, lost_letters
from tournaments.public.standings import current_language
from tournaments.signup.matching import EligiblePlayers, MatchedPerson
from tournaments.signup.own_page import SignupCounts, counts_of
from tournaments.signup.people import load_signups, people_of
from tournaments.signup.signing_up import GONE

# What is still to be decided or entered.
_BEFORE_ENTRY = (Signup.State.ASKED, Signup.State.IN, Signup.State.WAITING, Signup.State.LOOKING)
_TWO = 2


@dataclass(frozen=True, slots=True)
class RowNote:
    """What the director should know of a sign-up, and whether it is to be looked into."""

    text: str
    is_warning: bool = True


@dataclass(frozen=True, slots=True)
class SignupRow:
    """A sign-up with everything that the director looks at before deciding."""

    signup: Signup
    people: Sequence[SignupPlayer]
    notes: Sequence[RowNote]

    @property
    def names(self) -> str:
        return " – ".join(person.name for person in self.people)

    @property
    def details(self) -> str:
        """Club, licence, address, phone and message, as far as they were given."""
        of_people = (part for person in self.people for part in (person.club, person.licence))
        parts = [*of_people, self.signup.email, self.signup.phone]
        return " · ".join(dict.fromkeys(filter(None, parts)))


@dataclass(frozen=True, slots=True)
class SignupStep:
    """The next step: a sentence, and where its button leads."""

    sentence: str
    label: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class SignupList:
    """All sign-ups of an event by their states, with the next step."""

    by_state: Mapping[str, Sequence[SignupRow]]
    gone_from_entries: Sequence[SignupRow]
    counts: SignupCounts
    step: SignupStep
    total: int = 0
    rows: Sequence[SignupRow] = field(default_factory=tuple)
    # Mail that has not arrived.
    lost: Sequence[LostLetter] = ()

    def _of(self, *states: str) -> list[SignupRow]:
        return [row for state in states for row in self.by_state.get(state, ())]

    @property
    def asked(self) -> list[SignupRow]:
        return self._of(Signup.State.ASKED)

    @property
    def placed(self) -> list[SignupRow]:
        return self._of(Signup.State.IN)

    @property
    def waiting(self) -> list[SignupRow]:
        return self._of(Signup.State.WAITING)

    @property
    def looking(self) -> list[SignupRow]:
        return self._of(Signup.State.LOOKING)

    @property
    def entered(self) -> list[SignupRow]:
        return self._of(Signup.State.ENTERED)

    @property
    def over(self) -> list[SignupRow]:
        return self._of(*GONE)


def build_signup_list(event: Tournament, announcement: Announcement) -> SignupList:
    """Read all that the page shows, by as many queries however many have signed up."""
    signups = [one for one in load_signups(event) if one.state != Signup.State.JOINED]
    rows = _rows(event, announcement, signups)
    by_state: defaultdict[str, list[SignupRow]] = defaultdict(list)
    for row in rows:
        by_state[row.signup.state].append(row)
    gone = [row for row in rows if _wants_out(row.signup)]
    counts = counts_of(event, announcement)
    step = _next_step(event, announcement, by_state, gone)
    return SignupList(by_state, gone, counts, step, len(rows), rows, lost_letters(event))


def _wants_out(signup: Signup) -> bool:
    """Whether somebody has cancelled who is an entry already: the director withdraws it."""
    left = any(partner.state == Signup.State.CANCELLED for partner in signup.partners.all())
    return signup.entry_id is not None and (signup.state == Signup.State.CANCELLED or left)


def _rows(event: Tournament, announcement: Announcement, signups: Sequence[Signup]) -> list[SignupRow]:
    open_ones = [signup for signup in signups if signup.state in _BEFORE_ENTRY]
    members = EligiblePlayers(event) if open_ones else None
    entered = dict(
        EntryPlayer.objects.filter(tournament=event, active=True).values_list("player", "entry__number")
    )
    twice = Counter(folded(person.name) for signup in open_ones for person in people_of(signup))
    rows = []
    for signup in signups:
        people = people_of(signup)
        notes: list[RowNote] = []
        if members is not None and signup.state in _BEFORE_ENTRY:
            matched = members.match_all(people)
            notes = [note for one in matched for note in _notes_of(event, announcement, one, entered, twice)]
        rows.append(SignupRow(signup, people, notes))
    return rows


def _notes_of(
    event: Tournament,
    announcement: Announcement,
    matched: MatchedPerson,
    entered: Mapping[int, int],
    twice: Mapping[str, int],
) -> Iterator[RowNote]:
    """What the director should know of somebody before letting him in."""
    name = {"name": matched.person.name}
    if matched.status is MatchStatus.DOUBTFUL:
        yield RowNote(_("%(name)s: perhaps %(players)s") % {**name, "players": _labels(matched.candidates)})
    if matched.status is MatchStatus.NEW:
        is_limited = announcement.who == Announcement.Who.CLUB
        unknown = _("%(name)s is not known to the club") if is_limited else _("%(name)s is new to the club")
        yield RowNote(unknown % name, is_limited)
    if twice[folded(matched.person.name)] > 1:
        yield RowNote(_("%(name)s has signed up more than once") % name)
    player = matched.player
    if player is None:
        return
    if player.pk in entered:
        words = {**name, "entry": entered[player.pk]}
        yield RowNote(_("%(name)s is already entered as number %(entry)s.") % words)
    if announcement.who == Announcement.Who.LICENCE:
        yield from _licence_notes(event, matched.person, player)


def _licence_notes(event: Tournament, person: SignupPlayer, player: Player) -> Iterator[RowNote]:
    if not player.licence:
        yield RowNote(_("%(name)s has no licence number in the club's list") % {"name": person.name})
    elif player.licence_until is not None and player.licence_until < event.date:
        yield RowNote(_("The licence of %(name)s ends before the event") % {"name": person.name})


def _labels(players: Iterable[Player]) -> str:
    return ", ".join(
        f"{player.name} ({player.licence})" if player.licence else player.name for player in players
    )


def _next_step(
    event: Tournament,
    announcement: Announcement,
    by_state: Mapping[str, Sequence[SignupRow]],
    gone: Sequence[SignupRow],
) -> SignupStep:
    if gone:
        entry = gone[0].signup.entry
        words = {"names": gone[0].names}
        address = reverse("tournaments:withdraw", args=[entry.pk]) if entry else ""
        return SignupStep(
            _("%(names)s: cancelled after being entered.") % words, _("Withdraw the entry"), address
        )
    if asked := len(by_state.get(Signup.State.ASKED, ())):
        sentence = ngettext(
            "%(count)s sign-up waits for your approval.", "%(count)s sign-ups wait for your approval.", asked
        )
        return SignupStep(sentence % {"count": asked}, _("Look at them"), "#asked")
    if placed := len(by_state.get(Signup.State.IN, ())):
        sentence = ngettext(
            "%(count)s sign-up has a place and is no entry yet.",
            "%(count)s sign-ups have a place and are no entries yet.",
            placed,
        )
        address = reverse("tournaments:signups_enter", args=[event.pk])
        return SignupStep(sentence % {"count": placed}, _("Make entries of them"), address)
    if len(by_state.get(Signup.State.LOOKING, ())) >= _TWO:
        return SignupStep(_("Several come alone: join two of them."), _("Look at them"), "#looking")
    if not announcement.is_announced:
        address = reverse("tournaments:announce", args=[event.pk])
        return SignupStep(_("The event has not been announced yet."), _("To the announcement"), address)
    if by_state.get(Signup.State.ENTERED) and event.state == Tournament.State.OPEN:
        address = reverse("tournaments:entries", args=[event.pk])
        sentence = _("All who have a place are entered. On the day you check them in.")
        return SignupStep(sentence, _("To the entries"), address)
    return SignupStep(_("Nothing needs attention here now."))


# As a file.


def signups_report(event: Tournament, listed: SignupList) -> ExportReport:
    """The list of sign-ups with what people have typed, for those who direct the event."""
    columns = (
        Column(_("Names"), key="names"),
        Column(_("State"), key="state"),
        Column(_("Clubs"), key="clubs"),
        Column(_("Licence numbers"), key="licences"),
        Column(_("E-mail"), key="email"),
        Column(_("Phone"), key="phone"),
        Column(_("Message"), key="remark"),
        Column(_("Signed up"), key="made_at"),
    )
    return ExportReport(
        title=event.title,
        subtitle=_("Sign-ups"),
        club=event.club.name,
        tables=(
            ReportTable(
                columns=columns, rows=tuple(Row(_values(row)) for row in listed.rows), key="sign_ups"
            ),
        ),
        language=current_language(),
    )


def _values(row: SignupRow) -> Values:
    signup = row.signup
    return (
        row.names,
        str(signup.get_state_display()),
        ", ".join(person.club for person in row.people if person.club),
        ", ".join(person.licence for person in row.people if person.licence),
        signup.email,
        signup.phone,
        signup.remark,
        local_time(signup.made_at),
    )
