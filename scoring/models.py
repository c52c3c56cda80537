"""Games, sides, deals and what was written down.

Knows what the sheet of a deal looks like when it is stored; must not know how it is scored (that is
`scoring/core`) nor that events exist. Rows are written by the verbs of `recording.py` alone; totals are
derived from the current versions and can be computed again at any time.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from clubs.models import Book, Club, Player, User, name_field

CODE_DIGITS: Final = 4


def a_code() -> str:
    """The digits with which a side approves."""
    return f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"


def a_secret() -> str:
    """What a printed QR code or a side's own link holds, so that nobody guesses it."""
    return secrets.token_urlsafe(12)


class Game(models.Model):
    """One match between two or three sides. `over` and `winner` follow from the fold of its deals."""

    class State(models.TextChoices):
        OPEN = "open", lazy("open")
        FINISHED = "finished", lazy("finished")
        SIGNED = "signed", lazy("signed")
        OFFICIAL = "official", lazy("official")
        SET_ASIDE = "set_aside", lazy("set aside")

    class Approval(models.TextChoices):
        SHARED = "shared", lazy("on the table's phone, which is handed over")
        OWN_CODE = "own_code", lazy("with the side's own four digits")
        OWN_PHONE = "own_phone", lazy("on a phone of the side's own")

    class Corrections(models.TextChoices):
        STRICT = "strict", lazy("strictly by the rules")
        BY_CONSENT = "by_consent", lazy("with the other side's consent")

    class Protocols(models.TextChoices):
        ONE = "one", lazy("one side keeps the protocol")
        BOTH = "both", lazy("each side keeps its own, and they are compared")

    class Signers(models.TextChoices):
        ALL = "all", lazy("every player of each side")
        ONE = "one", lazy("one player of each side")

    book = models.ForeignKey(Book, on_delete=models.PROTECT, related_name="games")
    label = name_field(lazy("table"), max_length=30, blank=True)
    ruleset = models.SlugField(lazy("rule set"))
    edition = models.CharField(max_length=20)
    options = models.JSONField(default=dict, blank=True)
    players = models.JSONField(default=list, help_text=lazy("How many players of each side hold cards."))
    approval = models.CharField(lazy("approval"), max_length=10, choices=Approval, default=Approval.SHARED)
    corrections = models.CharField(
        lazy("corrections"), max_length=10, choices=Corrections, default=Corrections.STRICT
    )
    protocols = models.CharField(lazy("protocols"), max_length=5, choices=Protocols, default=Protocols.ONE)
    signers = models.CharField(lazy("signatures"), max_length=5, choices=Signers, default=Signers.ALL)
    director_signs = models.BooleanField(lazy("the director signs too"), default=False)
    carried = models.JSONField(
        default=list, blank=True, help_text=lazy("Totals taken over from paper, before the first deal.")
    )
    deals_agreed = models.PositiveSmallIntegerField(
        null=True, help_text=lazy("So many deals that count end the game, instead of its target.")
    )
    final = models.JSONField(
        null=True, help_text=lazy("Totals entered as the result only: the deals are not known.")
    )
    first_side = models.PositiveSmallIntegerField(null=True, help_text=lazy("Whose player drew highest."))
    keeper = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    opened_at = models.DateTimeField()
    over = models.BooleanField(default=False)
    draw = models.BooleanField(default=False)
    winner = models.PositiveSmallIntegerField(null=True)
    extra_deal = models.JSONField(
        default=list, blank=True, help_text=lazy("The sides that share the top and play an extra deal.")
    )
    end = models.CharField(
        max_length=10,
        blank=True,
        help_text=lazy("Why the game ended before its target: time, forfeit, stopped."),
    )
    end_side = models.PositiveSmallIntegerField(null=True)
    set_aside_at = models.DateTimeField(
        null=True, help_text=lazy("From when on the game counts for nothing; nothing of it is deleted.")
    )
    set_aside_because = models.TextField(blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return _("table %(label)s") % {"label": self.label} if self.label else str(self.pk)

    @property
    def is_set_aside(self) -> bool:
        """It counts for nothing any more, and nothing is written down of it: it stays as it was."""
        return self.state == self.State.SET_ASIDE


class Side(models.Model):
    """A score column of a game and its derived total; it is called by the players in its seats."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    total = models.IntegerField(default=0, help_text=lazy("What the deals make together."))
    adjustment = models.IntegerField(default=0, help_text=lazy("Penalties and awards of the game."))
    code = models.CharField(
        max_length=4, default=a_code, help_text=lazy("The four digits with which the side approves.")
    )
    secret = models.CharField(
        max_length=32, default=a_secret, help_text=lazy("What the side's own link holds.")
    )

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_side_per_number"),
            models.UniqueConstraint(fields=["secret"], name="one_side_per_secret"),
        ]

    def __str__(self) -> str:
        return " – ".join(seat.player.name for seat in self.seats.all())

    @property
    def result(self) -> int:
        """What counts when the game is over."""
        return self.total + self.adjustment


class Seat(models.Model):
    """Who sits for a side, from which deal until which."""

    side = models.ForeignKey(Side, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField()
    from_deal = models.PositiveSmallIntegerField(default=1)
    until_deal = models.PositiveSmallIntegerField(null=True, blank=True)

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


class Deal(models.Model):
    """One hand-out of cards: its number, and the opening requirements frozen when it was dealt."""

    class State(models.TextChoices):
        DRAFT = "draft", lazy("draft")
        ENTERED = "entered", lazy("entered")
        CONFIRMED = "confirmed", lazy("approved")
        DISPUTED = "disputed", lazy("disputed")
        VOID = "void", lazy("void")

    COUNTED = (State.ENTERED, State.CONFIRMED)

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField()
    openings = models.JSONField(default=list)
    dealer = models.JSONField(
        null=True, help_text=lazy("Side and place of the dealer, once seats are taken.")
    )
    leader = models.JSONField(null=True, help_text=lazy("Side and place of the player who begins."))
    sits_out = models.JSONField(
        default=list, blank=True, help_text=lazy("Side and place of each who sits out.")
    )
    started_at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    version = models.PositiveSmallIntegerField(
        default=0, help_text=lazy("The number of the current version.")
    )

    class Meta:
        ordering = ["game", "number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_deal_per_number")]

    def __str__(self) -> str:
        return _("deal %(number)s") % {"number": self.number}


class DealVersion(models.Model):
    """What was written down (`sheet`) and what it scored (`result`); a correction is a new version."""

    class Kind(models.TextChoices):
        RECORDED = "recorded", lazy("recorded")
        ARITHMETIC = "arithmetic", lazy("arithmetic")
        WRONG_SIDE = "wrong_side", lazy("wrong side")
        TRANSCRIPTION = "transcription", lazy("transcription")
        FORGOTTEN = "forgotten", lazy("added in time")
        DETAIL = "detail", lazy("melds added")
        RULING = "ruling", lazy("ruling")

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    sheet = models.JSONField()
    result = models.JSONField()
    warnings = models.JSONField(
        default=list, blank=True, help_text=lazy("What was unlikely, and was recorded all the same.")
    )
    kind = models.CharField(max_length=14, choices=Kind, default=Kind.RECORDED)
    rule = models.CharField(max_length=40, blank=True, help_text=lazy("The paragraph of a correction."))
    reason = models.TextField(blank=True)
    overrides = models.CharField(
        max_length=40, blank=True, help_text=lazy("The paragraph against which the director decided.")
    )
    overridden = models.JSONField(
        default=list, blank=True, help_text=lazy("Errors that the director has passed over, by their codes.")
    )
    ruling = models.ForeignKey("Ruling", null=True, on_delete=models.PROTECT, related_name="versions")
    paper = models.JSONField(
        default=list, blank=True, help_text=lazy("What the paper says each side has of the deal.")
    )
    seen_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    seen_at = models.DateTimeField(null=True, help_text=lazy("When the director looked at what is unlikely."))
    author = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    side = models.PositiveSmallIntegerField(null=True, help_text=lazy("The side that wrote it at the table."))
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    device = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField()
    current = models.BooleanField(default=True)
    confirmed = models.BooleanField(default=False)

    class Meta:
        ordering = ["deal", "number"]
        constraints = [
            models.UniqueConstraint(fields=["deal", "number"], name="one_version_per_number"),
            models.UniqueConstraint(
                fields=["deal"], condition=models.Q(current=True), name="one_current_version_per_deal"
            ),
            models.UniqueConstraint(
                fields=["deal"], condition=models.Q(confirmed=True), name="one_confirmed_version_per_deal"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id} v{self.number}"


class Hand(models.Model):
    """One side's result in a deal, from the current version: for totals and statistics."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="hands")
    side = models.ForeignKey(Side, on_delete=models.CASCADE, related_name="hands")
    base = models.IntegerField()
    cards = models.IntegerField()
    total = models.IntegerField()
    after = models.IntegerField()
    combinations = models.JSONField(default=dict)

    class Meta:
        ordering = ["deal", "side"]
        constraints = [models.UniqueConstraint(fields=["deal", "side"], name="one_hand_per_side_and_deal")]

    def __str__(self) -> str:
        return f"{self.deal_id}: {self.total}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.base + self.cards != self.total:
            raise ValueError("base and cards do not make the total")
        super().save(*args, **kwargs)


class Confirmation(models.Model):
    """What the other side said of a version: approved, sent back or disputed."""

    class Kind(models.TextChoices):
        APPROVED = "approved", lazy("approved")
        SENT_BACK = "sent_back", lazy("sent back")
        DISPUTED = "disputed", lazy("disputed")

    version = models.ForeignKey(DealVersion, on_delete=models.CASCADE, related_name="confirmations")
    kind = models.CharField(max_length=10, choices=Kind)
    side = models.PositiveSmallIntegerField(null=True, help_text=lazy("None when the director decided."))
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    author = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    device = models.CharField(max_length=32, blank=True)
    reason = models.TextField(blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["version", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["version", "side"],
                condition=models.Q(kind="approved"),
                name="one_approval_per_version_and_side",
            )
        ]

    def __str__(self) -> str:
        return f"{self.version_id}: {self.kind}"


class OwnProtocol(models.Model):
    """What one side wrote down of a deal where each side keeps a protocol (000 §35a)."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="protocols")
    side = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    sheet = models.JSONField()
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    device = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField()
    current = models.BooleanField(default=True)

    class Meta:
        ordering = ["deal", "side", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["deal", "side", "number"], name="one_protocol_per_deal_side_and_number"
            ),
            models.UniqueConstraint(
                fields=["deal", "side"],
                condition=models.Q(current=True),
                name="one_current_protocol_per_deal_and_side",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}: side {self.side}"


class TakenBack(models.Model):
    """What is never deleted: taken back it stays, marked with when, by whom and why."""

    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    cancelled_because = models.TextField(blank=True)

    class Meta:
        abstract = True


class Adjustment(TakenBack):
    """A penalty (negative) or an award: of a deal, whose version holds it, or of the game. Never deleted."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="adjustments")
    deal = models.ForeignKey(Deal, null=True, on_delete=models.CASCADE, related_name="adjustments")
    side = models.ForeignKey(Side, on_delete=models.CASCADE, related_name="adjustments")
    points = models.IntegerField()
    rule = models.CharField(lazy("paragraph"), max_length=40, blank=True)
    reason = models.TextField(lazy("reason"))
    ruling = models.ForeignKey("Ruling", null=True, on_delete=models.PROTECT, related_name="charges")
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(points=0), name="an_adjustment_moves_points"),
            models.CheckConstraint(condition=~models.Q(reason=""), name="an_adjustment_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.side_id}: {self.points}"


class Ruling(TakenBack):
    """What the jury, or the director alone, has decided. Taken back it stays, marked."""

    class Outcome(models.TextChoices):
        STANDS = "stands", lazy("the deal stands as it is written")
        ANEW = "anew", lazy("the deal is written anew")
        VOID = "void", lazy("the deal is void")
        NONE = "none", lazy("the deal is not touched")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rulings")
    deal = models.ForeignKey(Deal, null=True, on_delete=models.CASCADE, related_name="rulings")
    number = models.PositiveSmallIntegerField()
    outcome = models.CharField(lazy("outcome"), max_length=6, choices=Outcome, default=Outcome.NONE)
    text = models.TextField(lazy("ruling"))
    rule = models.CharField(lazy("paragraph"), max_length=40, blank=True)
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_ruling_per_number"),
            models.CheckConstraint(condition=~models.Q(text=""), name="a_ruling_says_something"),
        ]

    def __str__(self) -> str:
        return _("ruling %(number)s") % {"number": self.number}


class Juror(models.Model):
    """Somebody of the jury at a ruling, or passed over at it, and why."""

    class Passed(models.TextChoices):
        SAT = "", lazy("sat")
        PLAYS = "plays", lazy("plays at the table")
        CLUB = "club", lazy("plays for a side's club")

    ruling = models.ForeignKey(Ruling, on_delete=models.CASCADE, related_name="jurors")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    passed_over = models.CharField(max_length=5, choices=Passed, default=Passed.SAT, blank=True)

    class Meta:
        ordering = ["ruling", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["ruling", "user"], name="a_juror_sits_once_at_a_ruling")
        ]

    def __str__(self) -> str:
        return f"{self.ruling_id}: {self.user_id}"


class WrittenWarning(TakenBack):
    """A written warning: kept by player, over the years. Taken back it stays, marked."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="warnings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="warnings")
    rule = models.CharField(lazy("paragraph"), max_length=40, blank=True)
    text = models.TextField(lazy("warning"))
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["player", "at", "pk"]
        constraints = [models.CheckConstraint(condition=~models.Q(text=""), name="a_warning_says_something")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.at:%Y-%m-%d}"


class Signing(models.Model):
    """The result that a game's signatures stand under, as it was when the first of them was given.

    When the result changes before all have signed, they sign anew; when a signed game is reopened, this
    stays readable beside what comes after it.
    """

    class State(models.TextChoices):
        COLLECTING = "collecting", lazy("being signed")
        SIGNED = "signed", lazy("signed")
        CHANGED = "changed", lazy("the result changed before all had signed")
        REOPENED = "reopened", lazy("reopened by the director")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="signings")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.COLLECTING)
    content = models.JSONField(help_text=lazy("What is signed."))
    digest = models.CharField(max_length=64)
    at = models.DateTimeField()
    signed_at = models.DateTimeField(null=True)
    reopened_at = models.DateTimeField(null=True)
    reopened_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    reopened_because = models.TextField(blank=True)

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_signing_per_number"),
            models.UniqueConstraint(
                fields=["game"],
                condition=models.Q(state__in=["collecting", "signed"]),
                name="one_signing_of_a_game_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.state}"


class Signature(models.Model):
    """What one who was to sign did: signed, refused, or went home and was signed for by the director."""

    class Kind(models.TextChoices):
        SIGNED = "signed", lazy("signed")
        REFUSED = "refused", lazy("refused to sign")
        ABSENT = "absent", lazy("absent; the director signed")
        DIRECTOR = "director", lazy("the director signed")

    signing = models.ForeignKey(Signing, on_delete=models.CASCADE, related_name="signatures")
    kind = models.CharField(max_length=8, choices=Kind)
    side = models.PositiveSmallIntegerField(null=True, help_text=lazy("None when it is the director's."))
    player = models.ForeignKey(Player, null=True, on_delete=models.PROTECT, related_name="+")
    author = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    device = models.CharField(max_length=32, blank=True)
    strokes = models.JSONField(default=list, blank=True, help_text=lazy("The signature as it was drawn."))
    typed = models.CharField(max_length=100, blank=True, help_text=lazy("The name, where it was typed."))
    reason = models.TextField(blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["signing", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["signing", "player"],
                condition=models.Q(kind__in=["signed", "absent"]),
                name="a_player_signs_once",
            ),
            models.UniqueConstraint(
                fields=["signing"], condition=models.Q(kind="director"), name="the_director_signs_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.signing_id}: {self.kind}"


class ReadBack(models.Model):
    """A second person has read a protocol back to the one who typed it, as it was then."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="readings")
    digest = models.CharField(max_length=64)
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "pk"]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.author_id}"


class Slip(models.Model):
    """The result slip of a game, as it was handed to the desk: each side's total."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="slips")
    totals = models.JSONField()
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    current = models.BooleanField(default=True)

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=models.Q(current=True), name="one_current_slip_per_game"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.totals}"


class Table(models.Model):
    """A table of a club: what its printed QR code names, and the game that is played at it now."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tables")
    label = name_field(lazy("table"), max_length=30)
    secret = models.CharField(max_length=32, unique=True, default=a_secret)
    pin = models.CharField(lazy("PIN"), max_length=6, unique=True)
    game = models.OneToOneField(Game, null=True, on_delete=models.SET_NULL, related_name="table")

    class Meta:
        ordering = ["club", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "label"], name="one_table_per_label")]

    def __str__(self) -> str:
        return _("table %(label)s") % {"label": self.label}


class Call(models.Model):
    """A call for the director from a table, saying why."""

    class Why(models.TextChoices):
        INSPECTION = "inspection", lazy("to look at an opening or the pile")
        DISPUTE = "dispute", lazy("we do not agree")
        TIME = "time", lazy("time")
        TECHNICAL = "technical", lazy("the phone or this page")
        OTHER = "other", lazy("something else")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="calls")
    why = models.CharField(lazy("why"), max_length=12, choices=Why)
    text = models.CharField(lazy("in a few words"), max_length=300, blank=True)
    side = models.PositiveSmallIntegerField(null=True)
    device = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game"],
                condition=models.Q(answered_at__isnull=True),
                name="one_open_call_per_game",
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.why}"


class Photo(models.Model):
    """A photograph of the signed paper, kept with the game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="photos")
    image = models.ImageField(lazy("photograph"), upload_to="games/%Y/%m/")
    digest = models.CharField(max_length=64)
    author = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    device = models.CharField(max_length=32, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "digest"], name="one_photo_of_a_kind_per_game")
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.image.name}"
