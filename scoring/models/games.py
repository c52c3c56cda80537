"""Games, their sides, and the seats of the players."""

from __future__ import annotations

import secrets
from typing import Final

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Book, Player, name_field
from scoring.core.corrections import CorrectionPolicy
from scoring.core.game_state import GameEnd

CODE_DIGITS: Final = 4
LAST_SIDE: Final = 2


def random_code() -> str:
    """Return the digits with which a side approves a deal."""
    return f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"


def random_secret() -> str:
    """Return the secret part of a link: of a table's QR code, or of a side's own phone."""
    return secrets.token_urlsafe(12)


def side_number_check(column: str, name: str) -> models.CheckConstraint:
    """Return the constraint of a column that has the number of a side, or null.

    That the game has so many sides is checked by the act that writes the number.
    """
    return models.CheckConstraint(condition=models.Q(**{f"{column}__lte": LAST_SIDE}), name=name)


class Game(models.Model):
    """One match between two or three sides. `over` and `winner` follow from its deals."""

    class State(models.TextChoices):
        OPEN = "open", _lazy("open")
        FINISHED = "finished", _lazy("finished")
        SIGNED = "signed", _lazy("signed")
        OFFICIAL = "official", _lazy("official")
        SET_ASIDE = "set_aside", _lazy("set aside")

    class Approval(models.TextChoices):
        SHARED = "shared", _lazy("on the table's phone, passed to the other side")
        OWN_CODE = "own_code", _lazy("with the side's own four-digit code")
        OWN_PHONE = "own_phone", _lazy("on the side's own phone")

    class WrittenOn(models.TextChoices):
        PHONES = "phones", _lazy("on phones at the tables")
        PAPER = "paper", _lazy("on paper, and typed at the desk")
        BOTH = "both", _lazy("on phones or on paper, as each table likes")

    class Corrections(models.TextChoices):
        STRICT = CorrectionPolicy.STRICT.value, _lazy("strictly by the rules")
        BY_CONSENT = CorrectionPolicy.BY_CONSENT.value, _lazy("with the other side's consent")

    class Protocols(models.TextChoices):
        ONE = "one", _lazy("one side keeps score")
        BOTH = "both", _lazy("each side keeps its own score sheet, and they are compared")

    class Signers(models.TextChoices):
        ALL = "all", _lazy("every player of each side")
        ONE = "one", _lazy("one player of each side")

    class EndedBy(models.TextChoices):
        TIME = GameEnd.TIME.value, _lazy("time")
        FORFEIT = GameEnd.FORFEIT.value, _lazy("given up")
        STOPPED = GameEnd.STOPPED.value, _lazy("stopped by a side")

    book = models.ForeignKey(Book, on_delete=models.PROTECT, related_name="games")
    label = name_field(_lazy("table"), max_length=30, blank=True)
    ruleset = models.SlugField(_lazy("rule set"))
    edition = models.CharField(max_length=20)
    options = models.JSONField(default=dict, blank=True)
    players_per_side = models.JSONField(
        default=list, help_text=_lazy("How many players of each side hold cards.")
    )
    written_on = models.CharField(
        max_length=6,
        choices=WrittenOn,
        default=WrittenOn.PHONES,
        help_text=_lazy("Where results are written down. No phone opens a game that is written on paper."),
    )
    approval = models.CharField(_lazy("approval"), max_length=10, choices=Approval, default=Approval.SHARED)
    corrections = models.CharField(
        _lazy("corrections"), max_length=10, choices=Corrections, default=Corrections.STRICT
    )
    protocols = models.CharField(
        _lazy("score sheets"), max_length=5, choices=Protocols, default=Protocols.ONE
    )
    signers = models.CharField(_lazy("signatures"), max_length=5, choices=Signers, default=Signers.ALL)
    director_signs = models.BooleanField(_lazy("the director signs too"), default=False)
    second_entry = models.BooleanField(
        default=False,
        help_text=_lazy("A second person enters the result from the paper without seeing the first entry."),
    )
    deals_agreed = models.PositiveSmallIntegerField(
        null=True, help_text=_lazy("The game ends after this many counted deals instead of at its target.")
    )
    entered_result = models.JSONField(
        null=True, help_text=_lazy("Only the totals were entered: the deals are not known.")
    )
    result_version = models.PositiveSmallIntegerField(
        default=0, help_text=_lazy("How often a result was entered in place of deals; the log has each.")
    )
    result_at = models.DateTimeField(
        null=True, help_text=_lazy("When a result was last entered in place of deals.")
    )
    first_side = models.PositiveSmallIntegerField(
        null=True, help_text=_lazy("The side whose player drew the highest card.")
    )
    away = models.PositiveSmallIntegerField(
        null=True,
        help_text=_lazy("The side of three that did not come or has left: the two others play on."),
    )
    away_after = models.PositiveSmallIntegerField(
        default=0, help_text=_lazy("The number of the last deal that this side has played.")
    )
    keeper = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    opened_at = models.DateTimeField()
    opened_by_players = models.BooleanField(
        default=False, help_text=_lazy("Players opened it at a free table, and nobody with a role.")
    )
    over = models.BooleanField(default=False)
    is_draw = models.BooleanField(default=False)
    winner = models.PositiveSmallIntegerField(null=True)
    ended_by = models.CharField(
        max_length=10,
        choices=EndedBy,
        blank=True,
        help_text=_lazy("Why the game ended before its target: time, forfeit, stopped."),
    )
    end_side = models.PositiveSmallIntegerField(null=True)
    set_aside_at = models.DateTimeField(
        null=True, help_text=_lazy("When the game stopped counting; nothing in it is deleted.")
    )
    set_aside_because = models.TextField(blank=True)
    other_result = models.CharField(
        max_length=12,
        blank=True,
        help_text=_lazy(
            "The code of what counts instead of what was played. Then nothing is dealt any more."
        ),
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            side_number_check("first_side", "a_side_drew_highest"),
            side_number_check("winner", "a_side_wins_a_game"),
            side_number_check("end_side", "a_side_ends_a_game"),
            side_number_check("away", "a_side_is_away"),
        ]
        # The list of all games, the newest first.
        indexes = [models.Index(fields=["-opened_at", "-id"], name="games_by_opening")]

    def __str__(self) -> str:
        return _("table %(label)s") % {"label": self.label} if self.label else str(self.pk)

    @property
    def is_set_aside(self) -> bool:
        """Whether the game no longer counts. It stays as it was, and no deal is added."""
        return self.state == self.State.SET_ASIDE

    def away_in(self, deal: int) -> int | None:
        """Return the side of three that does not play this deal, since it is not there."""
        return self.away if deal > self.away_after else None

    @property
    def is_on_paper(self) -> bool:
        """Whether the game is written on paper alone: its sheet is signed instead of each deal approved."""
        return self.written_on == self.WrittenOn.PAPER

    @property
    def is_going_on(self) -> bool:
        """Whether deals are still dealt in the game."""
        return not self.over and self.state == self.State.OPEN and not self.other_result


class Side(models.Model):
    """A score column of a game and its derived total; the players in its seats are its name."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    total = models.IntegerField(default=0, help_text=_lazy("Total of the deals."))
    adjustment = models.IntegerField(default=0, help_text=_lazy("Penalties and awards of the game."))
    carried = models.IntegerField(
        default=0, help_text=_lazy("Total taken over from paper, before the first deal.")
    )
    plays_extra_deal = models.BooleanField(
        default=False, help_text=_lazy("The side shares the top and plays an extra deal.")
    )
    code = models.CharField(
        max_length=4, default=random_code, help_text=_lazy("The four digits with which the side approves.")
    )
    secret = models.CharField(
        max_length=32, default=random_secret, help_text=_lazy("The secret in the side's own link.")
    )

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_side_per_number"),
            models.UniqueConstraint(fields=["secret"], name="one_side_per_secret"),
            side_number_check("number", "a_game_has_three_sides_at_most"),
        ]

    def __str__(self) -> str:
        return " – ".join(seat.player.name for seat in self.seats.all())

    @property
    def result(self) -> int:
        """The total that decides the game: the deals with penalties and awards."""
        return self.total + self.adjustment


class Seat(models.Model):
    """A player's place at a side, from one deal until another."""

    side = models.ForeignKey(Side, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    from_deal = models.PositiveSmallIntegerField(default=1)
    until_deal = models.PositiveSmallIntegerField(null=True, blank=True)
    entered_as = models.PositiveBigIntegerField(
        null=True,
        blank=True,
        help_text=_lazy(
            "The number of the player in what was signed, where it was merged with another player since."
        ),
    )

    class Meta:
        ordering = ["side", "position", "from_deal"]
        constraints = [
            models.UniqueConstraint(
                fields=["side", "position"],
                condition=models.Q(until_deal__isnull=True),
                name="one_player_in_a_seat_now",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} @ {self.side_id}"

    @property
    def signed_as(self) -> int:
        """The number of the player in what is signed: a merge of two players does not change it."""
        return self.player_id if self.entered_as is None else self.entered_as
