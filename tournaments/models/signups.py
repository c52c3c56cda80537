"""Announced events, and who has signed up for them without an account.

A sign-up is no entry: nobody becomes a player of the club before the director lets it in.
"""

from __future__ import annotations

from django.db import models
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import pgettext_lazy

from clubs.models import LANGUAGES, Player, name_field
from tournaments.models.events import Entry, Tournament


class Announcement(models.Model):
    """What is announced of an event besides its agreement, and how people sign up for it."""

    class Who(models.TextChoices):
        ANYBODY = "anybody", _lazy("anybody")
        LICENCE = "licence", _lazy("players with a licence")
        CLUB = "club", _lazy("members of the club")

    class Status(models.TextChoices):
        PLANNED = "planned", _lazy("takes place as planned")
        POSTPONED = "postponed", _lazy("postponed")
        CANCELLED = "cancelled", pgettext_lazy("event", "cancelled")

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="announcement")
    text = models.TextField(_lazy("what is to be read"), blank=True)
    fee = name_field(_lazy("fee"), max_length=200, blank=True)
    place = name_field(_lazy("place"), max_length=200, blank=True)
    contact = name_field(_lazy("contact"), max_length=200, blank=True)
    opens_at = models.DateTimeField(null=True)
    closes_at = models.DateTimeField(null=True)
    places = models.PositiveSmallIntegerField(
        null=True, help_text=_lazy("How many entries there is room for; none is no limit.")
    )
    who = models.CharField(max_length=8, choices=Who, default=Who.ANYBODY)
    lets_in = models.BooleanField(
        default=True, help_text=_lazy("Anyone who signs up while there is room has a place at once.")
    )
    announced_at = models.DateTimeField(null=True, help_text=_lazy("Before that nobody else sees it."))
    hides_event = models.BooleanField(
        default=True, help_text=_lazy("Nobody else sees the event either before it is announced.")
    )
    status = models.CharField(max_length=9, choices=Status, default=Status.PLANNED)
    notice = models.TextField(blank=True, help_text=_lazy("Why it is postponed or cancelled."))
    postponed_from = models.DateField(null=True, help_text=_lazy("The day that it was planned for at first."))

    def __str__(self) -> str:
        return f"announcement of {self.tournament_id}"

    @property
    def status_sentence(self) -> str:
        """Say that the event is postponed or cancelled; nothing where it takes place as planned."""
        if self.status == self.Status.CANCELLED:
            return _("The event is cancelled.")
        if self.status != self.Status.POSTPONED:
            return ""
        if self.postponed_from is None:
            return " ".join([_("The event is postponed."), _("The new date is not known yet.")])
        days = {"new": self.tournament.date, "old": self.postponed_from}
        sentence = _("The event is postponed to %(new)s; it was to be on %(old)s.")
        return sentence % {name: date_format(day, "DATE_FORMAT") for name, day in days.items()}

    @property
    def is_announced(self) -> bool:
        return self.announced_at is not None

    def hides(self, event: Tournament) -> bool:
        """Whether the event is a draft, with pages for those who work at it alone: until it has begun."""
        return self.hides_event and not self.is_announced and event.state == Tournament.State.OPEN

    @property
    def lets_in_at_once(self) -> bool:
        """Whether nobody has to approve: who is a member or has a licence is for the director to see.

        A place that came at once would tell a stranger who is a member.
        """
        return self.lets_in and self.who == self.Who.ANYBODY


class Signup(models.Model):
    """A pair or a player that has signed up. Its code is kept as a digest alone."""

    class State(models.TextChoices):
        ASKED = "asked", _lazy("waits for approval")
        IN = "in", _lazy("has a place")
        WAITING = "waiting", _lazy("on the waiting list")
        LOOKING = "looking", _lazy("looks for a partner")
        JOINED = "joined", _lazy("joined with a partner")
        ENTERED = "entered", _lazy("entered in the event")
        CANCELLED = "cancelled", pgettext_lazy("sign-up", "cancelled")
        DECLINED = "declined", _lazy("declined")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="signups")
    state = models.CharField(max_length=9, choices=State)
    code_digest = models.CharField(max_length=64)
    # The key of the form: sent twice, it is one.
    key = models.UUIDField(unique=True)
    made_at = models.DateTimeField()
    queued_at = models.DateTimeField(help_text=_lazy("Since when it has waited for a place."))
    email = models.EmailField(_lazy("e-mail"), blank=True)
    phone = name_field(_lazy("phone"), max_length=40, blank=True)
    remark = name_field(_lazy("remark"), max_length=300, blank=True)
    language = models.CharField(max_length=5, choices=LANGUAGES)
    entry = models.ForeignKey(Entry, null=True, on_delete=models.SET_NULL, related_name="+")
    # The sign-up of the partner whom somebody was joined with; the pair is that one.
    joined = models.ForeignKey("self", null=True, on_delete=models.SET_NULL, related_name="partners")

    class Meta:
        ordering = ["tournament", "queued_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "code_digest"], name="a_code_opens_one_sign_up")
        ]
        indexes = [models.Index(fields=["tournament", "state"], name="signups_by_state")]

    def __str__(self) -> str:
        return f"sign-up {self.pk} for {self.tournament_id}"


class SignupPlayer(models.Model):
    """Somebody in a sign-up, as it was typed: a player of the club only since it was entered."""

    signup = models.ForeignKey(Signup, on_delete=models.CASCADE, related_name="people")
    position = models.PositiveSmallIntegerField()
    given_name = name_field(_lazy("given name"))
    family_name = name_field(_lazy("family name"))
    licence = name_field(_lazy("licence number"), max_length=20, blank=True)
    club = name_field(_lazy("club"), blank=True)
    may_publish = models.BooleanField(default=False)
    player = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["signup", "position"]
        constraints = [models.UniqueConstraint(fields=["signup", "position"], name="one_person_per_position")]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        return f"{self.given_name} {self.family_name}"
