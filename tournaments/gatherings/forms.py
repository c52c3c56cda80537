"""What is typed on the pages of events that go together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Role, User
from clubs.web.forms import KeyedForm, NameField, VerbForm, set_choices
from tournaments.gatherings.jury import GIVEN
from tournaments.gatherings.making import GatheringPlan
from tournaments.models import Announcement, Tournament
from tournaments.signup import SignupForm
from tournaments.signup.forms import SignUpForm

_TWO: Final = 2


def _event_label(event: Tournament) -> str:
    return f"{event.title}, {date_format(event.date, 'DATE_FORMAT')}"


class GatheringForm(KeyedForm):
    """The name of a gathering and its events, by ticks; and what the page has shown of them before."""

    name = NameField(label=_lazy("Name"), help_text=_lazy("Such as: Spring weekend."))
    events = forms.TypedMultipleChoiceField(
        label=_lazy("Events"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    seen_name = forms.CharField(required=False, widget=forms.HiddenInput)
    seen_events = forms.RegexField(r"^[0-9]{1,18}( [0-9]{1,18})*$", required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        events: Iterable[Tournament],
        plan: GatheringPlan | None = None,
    ) -> None:
        super().__init__(data)
        set_choices(self, "events", [(str(event.pk), _event_label(event)) for event in events])
        if plan is not None:
            ids = [str(pk) for pk in plan.events]
            self.initial.update(name=plan.name, events=ids, seen_name=plan.name, seen_events=" ".join(ids))

    @property
    def plan(self) -> GatheringPlan:
        return GatheringPlan(name=self.cleaned_data["name"], events=self.cleaned_data["events"])

    @property
    def seen(self) -> GatheringPlan:
        ids = [int(pk) for pk in self.cleaned_data["seen_events"].split()]
        return GatheringPlan(name=self.cleaned_data["seen_name"], events=ids)


class RoleInAllForm(VerbForm):
    """Who gets which role in all events."""

    person = forms.ChoiceField(label=_lazy("Person"))
    kind = forms.ChoiceField(label=_lazy("Role"))

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, people: Sequence[User], kinds: Sequence[Role.Kind]
    ) -> None:
        super().__init__(data)
        self.people = {str(user.pk): user for user in people}
        set_choices(self, "person", [("", "–"), *((pk, user.name) for pk, user in self.people.items())])
        labels = [(kind.value, str(kind.label)) for kind in GIVEN if kind in kinds]
        set_choices(self, "kind", labels)

    @property
    def user(self) -> User:
        return self.people[self.cleaned_data["person"]]


class SeveralSignUpForm(SignUpForm):
    """The form of one event, for several: as many people as the largest asks for, and ticks for the events.

    Who is needed follows from the ticks: an event for single players takes the first person alone.
    """

    def __init__(self, data: Mapping[str, Any] | None = None, *, announced: Sequence[Announcement]) -> None:
        self.announced = {str(one.tournament_id): one for one in announced}
        self.ticked = [one for pk, one in self.announced.items() if pk in _sent(data, "events")]
        widest = max(announced, key=lambda one: one.tournament.agreement.players)
        super().__init__(data, event=widest.tournament, announcement=widest)
        self.fields["events"] = forms.MultipleChoiceField(
            label=_("Which events do you come to?"),
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": _("Choose at least one event.")},
        )
        choices = [(pk, _event_label(one.tournament)) for pk, one in self.announced.items()]
        set_choices(self, "events", choices)

    def _is_needed(self, number: int) -> bool:
        people = (one.tournament.agreement.players for one in self.ticked)
        return super()._is_needed(number) and number < max(people, default=1)

    def _needs_licence(self, number: int) -> bool:
        return any(
            one.who == Announcement.Who.LICENCE and number < one.tournament.agreement.players
            for one in self.ticked
        )

    @property
    def chosen(self) -> list[Tournament]:
        return [self.announced[pk].tournament for pk in self.announced if pk in self.cleaned_data["events"]]

    def typed_for(self, event: Tournament) -> SignupForm:
        """Return what was typed, for one of the events: the first people, as many as its entries have."""
        typed, size = self.typed(), event.agreement.players
        return replace(typed, people=typed.people[:size], is_alone=self.is_alone and size == _TWO)


def _sent(data: Mapping[str, Any] | None, name: str) -> list[str]:
    return data.getlist(name) if isinstance(data, MultiValueDict) else []
