"""Clubs, players, their names and memberships."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _lazy

from clubs.models.fields import LANGUAGES, DerivedField, name_field
from clubs.text.alphabet import folded, sort_key


class Club(models.Model):
    """A club, or a federation: a club that has clubs."""

    name = name_field(_lazy("name"), unique=True)
    short_name = name_field(_lazy("short name"), max_length=20, blank=True)
    place = name_field(_lazy("place"), blank=True)
    language = models.CharField(_lazy("language"), max_length=5, choices=LANGUAGES, default="sv")
    federation = models.ForeignKey(
        "self",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="clubs",
        verbose_name=_lazy("federation"),
    )
    players_open_games = models.BooleanField(
        default=False, help_text=_lazy("Players open games at its free tables, without an account.")
    )
    version = models.PositiveIntegerField(default=1, editable=False)
    search_text = DerivedField(max_length=400, derive="make_search_text")
    order = DerivedField(max_length=400, derive="alphabet_key")

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

    def make_search_text(self) -> str:
        return folded(f"{self.name} {self.short_name} {self.place}")[:400]

    def alphabet_key(self) -> str:
        """Return the sort key in the Swedish and Finnish order: clubs of all languages share one list."""
        return sort_key(self.name, "sv")[:400]


class Player(models.Model):
    """A person who plays. Names are versioned in PlayerName, so that the log refers to them by id."""

    given_name = name_field(_lazy("given name"))
    family_name = name_field(_lazy("family name"))
    home_club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="home_players", verbose_name=_lazy("home club")
    )
    federation = models.ForeignKey(
        Club,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="licensed_players",
        verbose_name=_lazy("federation"),
        help_text=_lazy("The federation that gave the licence number."),
    )
    licence = name_field(_lazy("licence number"), max_length=20, blank=True)
    language = models.CharField(_lazy("language"), max_length=5, choices=LANGUAGES, blank=True)
    may_publish = models.BooleanField(
        _lazy("name may be published"),
        default=False,
        help_text=_lazy(
            "Standings and results on public pages show the name only with the player's consent."
        ),
    )
    version = models.PositiveIntegerField(default=1, editable=False)
    key = models.UUIDField(
        null=True,
        unique=True,
        editable=False,
        help_text=_lazy("Made by the form that added the player: sent twice, it adds once."),
    )
    search_text = DerivedField(max_length=400, derive="make_search_text")
    order = DerivedField(max_length=440, derive="alphabet_key")

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

    def make_search_text(self) -> str:
        """Return the name in both orders, so that “berg anna” finds Anna Berg."""
        return folded(f"{self.name} {self.family_name} {self.given_name} {self.licence}")[:400]

    def alphabet_key(self) -> str:
        return sort_key(f"{self.family_name} {self.given_name}", self.home_club.language)[:440]


class PlayerName(models.Model):
    """A name and licence number that a player has or had.

    The log stores this row's id: erasing the row changes no log entry.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="names")
    given_name = name_field()
    family_name = name_field()
    licence = name_field(max_length=20, blank=True)

    def __str__(self) -> str:
        name = f"{self.given_name} {self.family_name}".strip()
        return f"{name} ({self.licence})" if self.licence else name


class Membership(models.Model):
    """The time in which a player belongs to a club; `until` is empty while it lasts."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="memberships")
    since = models.DateField(_lazy("since"))
    until = models.DateField(_lazy("until"), null=True, blank=True)

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
