"""What the director types about an announcement and decides about sign-ups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.forms.boundfield import BoundWidget
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Player
from clubs.people.matching import MatchStatus
from clubs.text.alphabet import folded
from clubs.web.forms import LineField, LinesField, VerbForm, set_choices
from tournaments.models import Announcement, Signup, SignupPlayer, Tournament
from tournaments.running.events import EARLIEST_DATE, LATEST_DATE
from tournaments.settings.fields import WholeNumberField, explained_choice
from tournaments.signup.announcing import AnnouncementPlan, EventStatus
from tournaments.signup.entering import EnteredSignup
from tournaments.signup.matching import EligiblePlayers, MatchedPerson
from tournaments.signup.people import people_of

_MAX_TEXT: Final = 4000
_MAX_PLACES: Final = 2000
_NEW: Final = "new"
_TWO: Final = 2
_END_OF_DAY: Final = time(23, 59)


class _DayField(forms.DateField):
    def __init__(self, **kwargs: Any) -> None:
        wrong = _lazy("Check the year.")
        super().__init__(
            required=False,
            widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            validators=[MinValueValidator(EARLIEST_DATE, wrong), MaxValueValidator(LATEST_DATE, wrong)],
            **kwargs,
        )


class _TimeField(forms.TimeField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"), **kwargs
        )


class AnnouncementForm(VerbForm):
    """The announcement, and how people sign up."""

    place = LineField(
        label=_lazy("Venue"),
        required=False,
        max_length=200,
        help_text=_lazy("Where people come to: the house and its address."),
    )
    fee = LineField(
        label=_lazy("Fee"),
        required=False,
        max_length=200,
        help_text=_lazy("As it will be read: “20 € a pair, juniors free”."),
    )
    contact = LineField(
        label=_lazy("Contact"),
        required=False,
        max_length=200,
        help_text=_lazy("Who answers questions: everybody can read it."),
    )
    announced_text = LinesField(
        label=_lazy("What else people should know"), required=False, max_length=_MAX_TEXT, rows=6
    )
    opens_on = _DayField(label=_lazy("Sign-up opens on"), help_text=_lazy("Empty: when it is announced."))
    opens_at = _TimeField(label=_lazy("Time"))
    closes_on = _DayField(
        label=_lazy("Last day to sign up"), help_text=_lazy("Empty: until the first round is drawn.")
    )
    closes_at = _TimeField(label=_lazy("Time"))
    places = WholeNumberField(
        label=_lazy("Number of places"),
        required=False,
        min_value=1,
        max_value=_MAX_PLACES,
        help_text=_lazy(
            "How many entries there is room for; later ones are on the waiting list. Empty: no limit."
        ),
    )
    hides_event = forms.BooleanField(
        label=_lazy("Hide the event until it is announced"),
        required=False,
        help_text=_lazy("Its pages are then for those who work at it alone, and no list shows it."),
    )
    who = forms.ChoiceField(label=_lazy("For whom"), widget=forms.RadioSelect)
    lets_in = forms.ChoiceField(label=_lazy("Who lets them in?"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        by_hand = _(
            "You approve each of these sign-ups: a place at once would tell strangers who is a member."
        )
        whos = [
            (Announcement.Who.ANYBODY, explained_choice(_("Anybody"), "")),
            (Announcement.Who.LICENCE, explained_choice(_("Players with a licence"), by_hand)),
            (Announcement.Who.CLUB, explained_choice(_("Members of the club"), by_hand)),
        ]
        set_choices(self, "who", [(str(who), label) for who, label in whos])
        at_once = explained_choice(
            _("At once"), _("Anyone who signs up while there is room has a place at once.")
        )
        director = explained_choice(_("The director"), _("You approve each sign-up."))
        set_choices(self, "lets_in", [("yes", at_once), ("no", director)])

    def plan(self) -> AnnouncementPlan:
        cleaned = self.cleaned_data
        return AnnouncementPlan(
            announced_text=cleaned["announced_text"],
            fee=cleaned["fee"],
            place=cleaned["place"],
            contact=cleaned["contact"],
            opens_at=_moment(cleaned["opens_on"], cleaned["opens_at"] or time(0)),
            closes_at=_moment(cleaned["closes_on"], cleaned["closes_at"] or _END_OF_DAY),
            number_of_places=cleaned["places"],
            who=cleaned["who"],
            lets_in=cleaned["lets_in"] == "yes",
            hides_event=cleaned["hides_event"],
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for day, at in (("opens_on", "opens_at"), ("closes_on", "closes_at")):
            if cleaned.get(at) is not None and cleaned.get(day) is None and day not in self.errors:
                self.add_error(day, _("Choose the day too."))
        return cleaned


def _moment(day: date | None, at: time) -> datetime | None:
    return None if day is None else timezone.make_aware(datetime.combine(day, at))


def announcement_initial(plan: AnnouncementPlan) -> dict[str, object]:
    """What the form shows of the stored announcement."""
    opens = timezone.localtime(plan.opens_at) if plan.opens_at else None
    closes = timezone.localtime(plan.closes_at) if plan.closes_at else None
    return {
        "place": plan.place,
        "fee": plan.fee,
        "contact": plan.contact,
        "announced_text": plan.announced_text,
        "opens_on": opens and opens.date(),
        "opens_at": opens and opens.time(),
        "closes_on": closes and closes.date(),
        "closes_at": closes and closes.time(),
        "places": plan.number_of_places,
        "who": plan.who,
        "lets_in": "yes" if plan.lets_in else "no",
        "hides_event": plan.hides_event,
    }


class StatusForm(VerbForm):
    """Whether an event takes place."""

    status = forms.ChoiceField(
        label=_lazy("The event"), widget=forms.RadioSelect, choices=Announcement.Status.choices
    )
    notice = LineField(
        label=_lazy("What people should know"),
        required=False,
        max_length=500,
        help_text=_lazy("Such as why, and when it will be."),
    )
    new_day = _DayField(
        label=_lazy("New day"),
        help_text=_lazy(
            "Where it is postponed: the day on which it will be. Empty while nobody knows it yet."
        ),
    )

    field_order = ("status", "new_day", "notice")

    def said(self) -> EventStatus:
        cleaned = self.cleaned_data
        return EventStatus(cleaned["status"], cleaned["notice"], cleaned["new_day"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("new_day") and cleaned.get("status") != Announcement.Status.POSTPONED:
            self.add_error("new_day", _("Only an event that is postponed has a new day."))
        return cleaned


def status_initial(stored: Announcement | None) -> dict[str, object]:
    """What the form shows of what was said before."""
    if stored is None:
        return {"status": Announcement.Status.PLANNED}
    return {
        "status": stored.status,
        "notice": stored.notice,
        "new_day": stored.tournament.date if stored.postponed_from else None,
    }


class DecideForm(VerbForm):
    """Sign-ups that are ticked, and what is done with them."""

    APPROVE, DECLINE, JOIN = "approve", "decline", "join"

    chosen = forms.TypedMultipleChoiceField(label=_lazy("Sign-ups"), coerce=int, required=False)
    act = forms.ChoiceField(label=_lazy("Action"), choices=[(act, act) for act in (APPROVE, DECLINE, JOIN)])

    def __init__(self, *args: Any, signups: Sequence[Signup], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "chosen", [(str(signup.pk), str(signup.pk)) for signup in signups])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            raise ValidationError(_("Choose among these sign-ups."))
        if not cleaned["chosen"]:
            raise ValidationError(_("Tick who is meant first."))
        if cleaned["act"] == self.JOIN and len(cleaned["chosen"]) != _TWO:
            raise ValidationError(_("Choose two who look for a partner."))
        return cleaned


@dataclass(frozen=True, slots=True)
class EnterRow:
    """A sign-up in the form that makes entries: its tick, the questions about its people, who is new."""

    tick: BoundWidget
    asked: Sequence[forms.BoundField]
    new: str


class EnterForm(VerbForm):
    """Who of the club each of those is who have signed up: known, new, or to be chosen."""

    def __init__(self, data: Any = None, *, event: Tournament, signups: Sequence[Signup], adds: bool) -> None:
        super().__init__(data)
        self.adds, self.signups = adds, signups
        members = EligiblePlayers(event)
        self.matched = {signup.pk: members.match_all(people_of(signup)) for signup in signups}
        for one in self.doubtful:
            self.fields[_field_of(one.person)] = self._choice(one)
        names = {
            str(pk): " – ".join(one.person.name for one in matched) for pk, matched in self.matched.items()
        }
        self.fields["take"] = forms.TypedMultipleChoiceField(
            coerce=int,
            choices=list(names.items()),
            widget=forms.CheckboxSelectMultiple,
            initial=list(names),
            error_messages={"required": _("Tick who is meant first.")},
        )

    @property
    def doubtful(self) -> list[MatchedPerson]:
        return [
            one for matched in self.matched.values() for one in matched if one.status is MatchStatus.DOUBTFUL
        ]

    @property
    def rows(self) -> list[EnterRow]:
        """Each sign-up with its tick, the questions about its people, and who is new to the club."""
        ticks = {str(tick.data["value"]): tick for tick in self["take"]}
        rows = []
        for signup in self.signups:
            matched = self.matched[signup.pk]
            asked = [self[_field_of(one.person)] for one in matched if one.status is MatchStatus.DOUBTFUL]
            new = ", ".join(one.person.name for one in matched if one.status is MatchStatus.NEW)
            rows.append(EnterRow(ticks[str(signup.pk)], asked, new))
        return rows

    def _choice(self, one: MatchedPerson) -> forms.ChoiceField:
        known = [
            (str(player.pk), f"{player.name} ({player.licence or player.home_club.name})")
            for player in one.candidates
        ]
        new = [(_NEW, _("Somebody new: add this name to the club"))] if self.adds else []
        field = forms.ChoiceField(
            label=_("Who is “%(name)s”?") % {"name": one.person.name},
            widget=forms.RadioSelect,
            required=False,
        )
        field.choices = [*known, *new]
        return field

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for pk in cleaned.get("take", ()):
            for one in self.matched[pk]:
                self._check(one, cleaned)
        return cleaned

    def _check(self, one: MatchedPerson, cleaned: dict[str, Any]) -> None:
        name = _field_of(one.person)
        if one.status is MatchStatus.DOUBTFUL and not cleaned.get(name) and name not in self.errors:
            self.add_error(name, _("Choose who this is."))
        if one.status is MatchStatus.NEW and not self.adds:
            refusal = _("%(name)s is new to the club, and only a director of the club adds players.")
            self.add_error(None, refusal % {"name": one.person.name})

    def lines(self) -> list[EnteredSignup]:
        """The ticked sign-ups with their players; a name that is new twice is one new player."""
        new: dict[str, Player] = {}
        return [
            EnteredSignup(signup.pk, [self._player(one, new) for one in self.matched[signup.pk]])
            for signup in self.signups
            if signup.pk in self.cleaned_data["take"]
        ]

    def _player(self, one: MatchedPerson, new: dict[str, Player]) -> Player:
        chosen = self.cleaned_data.get(_field_of(one.person), "")
        for player in one.candidates:
            if player == one.player or str(player.pk) == chosen:
                return player
        person = one.person
        return new.setdefault(
            folded(person.name),
            Player(
                given_name=person.given_name,
                family_name=person.family_name,
                licence=person.licence,
                may_publish=person.may_publish,
            ),
        )


def _field_of(person: SignupPlayer) -> str:
    return f"person-{person.pk}"
