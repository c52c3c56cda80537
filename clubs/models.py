"""Clubs, people, books, roles and the log.

Knows who people are and what a book keeps (revision, roles, the head of its log chain); must not know what a
game or an event is. Rows are written by the verbs of `people.py`, `accounts.py` and `books.py` alone.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from clubs.text.alphabet import folded, sort_key

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    TextColumn = models.CharField[str, str]
else:
    TextColumn = models.CharField

LANGUAGES = [("sv", _("Swedish")), ("fi", _("Finnish")), ("da", _("Danish")), ("en", _("English"))]

without_control_characters = RegexValidator(
    r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$",
    _("A name has no tabs, line breaks or other invisible characters."),
    code="control_characters",
)


def name_field(
    label: str | _StrPromise = "", *, max_length: int = 100, blank: bool = False, unique: bool = False
) -> models.CharField[str, str]:
    """What people and clubs are called: one line of visible characters, å ä ö æ ø and all others."""
    return models.CharField(
        label, max_length=max_length, blank=blank, unique=unique, validators=[without_control_characters]
    )


class DerivedField(TextColumn):
    """A column that is computed from its row whenever the row is saved: nobody sets it by hand."""

    def __init__(self, *args: Any, derive: str = "", **kwargs: Any) -> None:
        self.derive = derive
        super().__init__(*args, **kwargs | {"editable": False, "default": "", "blank": True})

    def pre_save(self, model_instance: models.Model, add: bool) -> str:  # noqa: ARG002  # Django calls it by name
        value: str = getattr(model_instance, self.derive)()
        setattr(model_instance, self.attname, value)
        return value

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        del kwargs["editable"], kwargs["default"], kwargs["blank"]
        return name, path, args, kwargs | {"derive": self.derive}


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save()
        return user

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser):
    """Somebody who signs in, with e-mail and password. Players at a table need no account."""

    email = models.EmailField(_("e-mail"), unique=True)
    name = name_field(_("name"))
    language = models.CharField(_("language"), max_length=5, choices=LANGUAGES, blank=True)
    is_active = models.BooleanField(default=True)
    is_keeper = models.BooleanField(
        default=False, help_text=_("Keeps this installation: may add clubs that belong to no federation.")
    )
    player = models.OneToOneField(
        "Player",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="user",
        verbose_name=_("player"),
    )

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="one_account_per_email")]

    def __str__(self) -> str:
        return self.name or self.email


class Club(models.Model):
    """A club; a federation is a club that has clubs."""

    name = name_field(_("name"), unique=True)
    short_name = name_field(_("short name"), max_length=20, blank=True)
    place = name_field(_("place"), blank=True)
    language = models.CharField(_("language"), max_length=5, choices=LANGUAGES, default="sv")
    federation = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="clubs",
        verbose_name=_("federation"),
    )
    version = models.PositiveIntegerField(default=1, editable=False)
    found_by = DerivedField(max_length=400, derive="spelled_for_search")
    order = DerivedField(max_length=400, derive="place_in_alphabet")

    class Meta:
        ordering = ["order", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(federation__isnull=True) | ~models.Q(federation=models.F("pk")),
                name="no_club_is_its_own_federation",
            )
        ]

    def __str__(self) -> str:
        return self.name

    def spelled_for_search(self) -> str:
        return folded(f"{self.name} {self.short_name} {self.place}")[:400]

    def place_in_alphabet(self) -> str:
        """Clubs of several languages stand in one list, in the Swedish and Finnish order."""
        return sort_key(self.name, "sv")[:400]


class Player(models.Model):
    """A person who plays. Names are versioned in PlayerName, so that the log can speak of them by id."""

    given_name = name_field(_("given name"))
    family_name = name_field(_("family name"))
    home_club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="home_players", verbose_name=_("home club")
    )
    federation = models.ForeignKey(
        Club,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="licensed_players",
        verbose_name=_("federation"),
        help_text=_("The federation that gave the licence number."),
    )
    licence = name_field(_("licence number"), max_length=20, blank=True)
    language = models.CharField(_("language"), max_length=5, choices=LANGUAGES, blank=True)
    may_publish = models.BooleanField(
        _("name may be published"),
        default=False,
        help_text=_("Standings and results on public pages show the name only with the player's consent."),
    )
    version = models.PositiveIntegerField(default=1, editable=False)
    key = models.UUIDField(
        null=True,
        unique=True,
        editable=False,
        help_text=_("Made by the form that added the player: sent twice, it adds once."),
    )
    found_by = DerivedField(max_length=400, derive="spelled_for_search")
    order = DerivedField(max_length=440, derive="place_in_alphabet")

    class Meta:
        ordering = ["order", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["federation", "licence"],
                condition=~models.Q(licence=""),
                name="one_licence_number_per_federation",
            ),
            models.CheckConstraint(
                condition=models.Q(licence="") | models.Q(federation__isnull=False),
                name="a_licence_has_a_federation",
            ),
        ]
        indexes = [models.Index(Lower("family_name"), Lower("given_name"), name="player_by_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()

    def spelled_for_search(self) -> str:
        """Both orders, so that “berg anna” finds Anna Berg."""
        return folded(f"{self.name} {self.family_name} {self.given_name} {self.licence}")[:400]

    def place_in_alphabet(self) -> str:
        return sort_key(f"{self.family_name} {self.given_name}", self.home_club.language)[:440]


class PlayerName(models.Model):
    """A name and licence number that a player has or had.

    The log names this row's id: erasing the row touches no log entry.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="names")
    given_name = name_field()
    family_name = name_field()
    licence = name_field(max_length=20, blank=True)

    def __str__(self) -> str:
        name = f"{self.given_name} {self.family_name}".strip()
        return f"{name} ({self.licence})" if self.licence else name


class Membership(models.Model):
    """A player belongs to a club, from one day until another."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="memberships")
    since = models.DateField(_("since"))
    until = models.DateField(_("until"), null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club", "player"],
                condition=models.Q(until__isnull=True),
                name="one_current_membership_per_club_and_player",
            ),
            models.CheckConstraint(
                condition=models.Q(until__isnull=True) | models.Q(until__gte=models.F("since")),
                name="a_membership_ends_after_it_began",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} @ {self.club_id}"


class Book(models.Model):
    """One small row for whatever has a revision, roles and a log: a club, an event, a stand-alone game.

    Everything that changes what the book's pages show bumps `revision`; a page that has not changed is
    answered by reading this row and no other. `entries` and `head` are the length and the last hash of the
    log's chain: a chain with its tail cut off no longer ends in them.
    """

    class Kind(models.TextChoices):
        CLUB = "club", _("club")
        TOURNAMENT = "tournament", _("tournament")
        GAME = "game", _("game")

    kind = models.CharField(max_length=12, choices=Kind)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="books")
    revision = models.PositiveBigIntegerField(default=0)
    entries = models.PositiveBigIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["club"], condition=models.Q(kind="club"), name="one_book_of_its_own_per_club"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Role(models.Model):
    """What a signed-in person may do in a book. A role in a club's own book holds for all its books."""

    class Kind(models.TextChoices):
        ADMIN = "admin", _("club admin")
        DIRECTOR = "director", _("director")
        JURY = "jury", _("jury")
        SCORER = "scorer", _("scorer")

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="roles")
    kind = models.CharField(_("role"), max_length=12, choices=Kind)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["book", "user", "kind"], name="one_role_of_a_kind_per_book")
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.user_id} @ {self.book_id}"


class LogEntry(models.Model):
    """One act: append-only, chained. `text` is what the hash covers; the other columns only find it."""

    book = models.ForeignKey(Book, on_delete=models.PROTECT, related_name="log")
    number = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    author = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="acts")
    act = models.CharField(max_length=60)
    text = models.TextField()
    hash = models.CharField(max_length=64)
    key = models.UUIDField(
        null=True, help_text=_("Made by the device that sent what was done: sent twice, it is done once.")
    )
    fingerprint = models.CharField(
        max_length=64, blank=True, default="", help_text=_("The hash of what was sent.")
    )

    class Meta:
        ordering = ["book", "number"]
        constraints = [
            models.UniqueConstraint(fields=["book", "number"], name="one_log_entry_per_number"),
            models.UniqueConstraint(fields=["key"], name="one_act_per_key"),
        ]
        indexes = [models.Index(fields=["book", "act", "number"], name="log_by_act")]

    def __str__(self) -> str:
        return f"{self.book_id}/{self.number} {self.act}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("a log entry is written once")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> tuple[int, dict[str, int]]:
        raise TypeError("a log entry is never deleted")

    @property
    def facts(self) -> dict[str, Any]:
        """What the act led to, as it was logged."""
        after: dict[str, Any] = json.loads(self.text)["after"]
        return after


class Invitation(models.Model):
    """A link that makes an account and gives it a role: signed, expiring, for one use."""

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="invitations")
    kind = models.CharField(_("role"), max_length=12, choices=Role.Kind)
    email = models.EmailField(_("e-mail"))
    nonce = models.CharField(max_length=32, unique=True)
    made_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["book", "kind", "email"],
                condition=models.Q(used_at__isnull=True, withdrawn_at__isnull=True),
                name="one_open_invitation_per_role_and_address",
            )
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk}"


class FailedSignIn(models.Model):
    """A sign-in that failed, counted by account and by address in every process alike.

    `key` is a hash: the table holds no e-mail and no address. Reset links asked for are counted here too.
    """

    key = models.CharField(max_length=64)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["key", "at"], name="failed_sign_ins_of_a_key")]

    def __str__(self) -> str:
        return f"failed sign-in at {self.at:%F %T}"


class Job(models.Model):
    """Long work that somebody asked for, done beside the server by `manage.py work`.

    `takes` counts how often a worker has taken it, and is its version: whoever writes as its worker names the
    take. What it has made lies in a file of the data folder (`clubs.jobs.folder`), for a day.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for its turn")
        WORKING = "working", _("at work")
        DONE = "done", _("done")
        CANCELLED = "cancelled", _("cancelled")
        FAILED = "failed", _("failed")

    UNFINISHED = frozenset({State.WAITING, State.WORKING})

    kind = models.CharField(max_length=60)
    wanted = models.JSONField(default=dict)
    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="jobs")
    asked_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="jobs")
    asked_at = models.DateTimeField()
    language = models.CharField(max_length=5, choices=LANGUAGES)
    key = models.UUIDField(unique=True, help_text=_("Made by the form: sent twice, it is asked for once."))
    state = models.CharField(max_length=12, choices=State, default=State.WAITING)
    takes = models.PositiveSmallIntegerField(default=0)
    cancel_wished = models.BooleanField(default=False)
    # How much is done of how much; of what it is not known before, nothing.
    done = models.PositiveIntegerField(default=0)
    whole = models.PositiveIntegerField(default=0)
    beat_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    failure = models.CharField(max_length=20, blank=True)
    file_name = models.CharField(max_length=120, blank=True)
    media_type = models.CharField(max_length=100, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def is_over(self) -> bool:
        return self.state not in self.UNFINISHED
