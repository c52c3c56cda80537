"""The correction rules as tables, independent of the product, for tests to compare it with.

Written from the sources (Samba 35, Sitoumussamba 41, Danish Særregler 3) and from the club's decisions where
they are silent. It imports neither the core's `corrections` nor the verbs, or it would only repeat them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from scoring import rulesets
from tests.scoring.support.deal_files import load_cases


class Who(StrEnum):
    """Who acts."""

    TABLE = "the phone of the table"
    OTHER_TABLE = "the phone of another table"
    SCORER = "a scorer"
    DIRECTOR = "the director"
    ADMIN = "the admin of the club"
    JURY = "one of the jury, nothing else"
    STRANGER = "somebody without a role"
    ELSEWHERE = "the director of another club"


DIRECTORS: Final = frozenset({Who.DIRECTOR, Who.ADMIN})
AT_THE_DESK: Final = DIRECTORS | {Who.SCORER}
WRITERS: Final = AT_THE_DESK | {Who.TABLE}
IN_CHARGE: Final = DIRECTORS | {Who.JURY}
# The authors who may use each verb. A verb that is not listed is not tested here.
RIGHTS: Final[Mapping[str, frozenset[Who]]] = {
    "start": WRITERS,
    "record": WRITERS,
    "hand in": WRITERS,
    "amend": WRITERS,
    "answer": WRITERS,
    "sign": frozenset({Who.TABLE}),
    "sign as director": DIRECTORS,
    "reopen": DIRECTORS,
    "adjust": DIRECTORS,
    "cancel": DIRECTORS,
    "void": DIRECTORS,
    "substitute": DIRECTORS,
    "finish": DIRECTORS,
    "rule": IN_CHARGE,
    "look at": IN_CHARGE,
    "read back": AT_THE_DESK,
    "take slip": AT_THE_DESK,
}


class Need(StrEnum):
    """What an act lacks."""

    RIGHT = "somebody who may"
    FORM = "a form that says all it has to say: a reason, a name, the right digits, points in fives"
    MOMENT = "another moment, or the version that stands now"
    SENSE = "a sheet of what can have happened"
    RULES = "rules that let it be corrected: another kind, the other side's yes, or a decision"


Needs = frozenset[Need]
NOTHING: Final[Needs] = frozenset()


def needs(**lacking: bool) -> Needs:
    """Return the needs that are lacking, by their names."""
    return frozenset(Need[name.upper()] for name, is_lacking in lacking.items() if is_lacking)


# Corrections.


class Change(StrEnum):
    """How a sheet was changed."""

    NOTHING = "nothing"
    ARITHMETIC = "points of melded or held cards"
    WRONG_SIDE = "what stood in one column stands in another"
    FORGOTTEN = "a combination, a red three, going out, a penalty or the contract"
    TRANSCRIPTION = "a line copied wrongly, of several kinds at once"


@dataclass(frozen=True, slots=True)
class Paragraphs:
    """The paragraphs of a rule set about corrections; "ruling" where its source is silent."""

    arithmetic: str
    everything_else: str
    # Of two differing protocols the correct one counts; None where the source allows no correction.
    two_protocols: str | None = None
    # A count is open until the opponents have approved it.
    until_approved: str | None = None
    ends_with_the_signatures: bool = False


# Each game has its own in `deals.toml`.
BOOK: Final[Mapping[str, Paragraphs]] = {
    slug: Paragraphs(**load_cases(slug)["correction_paragraphs"]) for slug in rulesets.folders()
}


class Moment(StrEnum):
    """When a deal is corrected, as the rules see it."""

    FREE = "the next deal has not been dealt, or the count is still open"
    LATER = "the next deal has been dealt"
    DISPUTED = "disputed"
    SIGNED = "signed"


class Authority(StrEnum):
    """Who may make a correction."""

    BY_RIGHT = "anybody who writes"
    WITH_CONSENT = "with the other side's yes"
    DIRECTOR = "the director, saying why"
    NOT = "nobody, save against the paragraph or by a ruling"


class Permission(NamedTuple):
    """An authority for a correction, its paragraph, and the kind of the new version."""

    authority: Authority
    paragraph: str
    kind: str


class Named(StrEnum):
    """The ruling that an amendment names."""

    NONE = "none"
    GOOD = "one that says that this deal is to be entered again"
    BAD = "another one"


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """An attempted correction, and the state of the deal."""

    ruleset: str
    change: Change
    by_consent: bool
    moves_points: bool
    # Two protocols were kept and differ, and the corrected deal equals one of them.
    as_a_protocol_says: bool
    next_dealt: bool
    approved: bool
    disputed: bool
    signed: bool
    consent: bool = False
    override: bool = False
    named: Named = Named.NONE
    reason: bool = True

    @property
    def moment(self) -> Moment:
        if self.signed:
            return Moment.SIGNED
        if self.disputed:
            return Moment.DISPUTED
        open_count = BOOK[self.ruleset].until_approved is not None and not self.approved
        return Moment.FREE if open_count or not self.next_dealt else Moment.LATER


def permissions_for(tried: Correction) -> Sequence[Permission]:
    """Return every permission for a correction, those without another person first."""
    book, change, moment = BOOK[tried.ruleset], tried.change, tried.moment
    kind = KINDS[change]
    permissions = []
    if moment is Moment.DISPUTED:
        return [Permission(Authority.DIRECTOR, "ruling", "ruling")]
    if moment is not Moment.SIGNED and not tried.moves_points:
        # 35c and 41B are about points. A change that leaves every line as it was adds detail.
        return [Permission(Authority.BY_RIGHT, "ruling", "detail")]
    if moment is Moment.FREE:
        opened = book.until_approved if book.until_approved and not tried.approved else None
        return [Permission(Authority.BY_RIGHT, opened or book.everything_else, kind)]
    of_this_moment = Authority.BY_RIGHT if moment is Moment.LATER else Authority.DIRECTOR
    if change is Change.ARITHMETIC and not (moment is Moment.SIGNED and book.ends_with_the_signatures):
        permissions.append(Permission(of_this_moment, book.arithmetic, kind))
    if tried.as_a_protocol_says and book.two_protocols is not None:
        permissions.append(Permission(of_this_moment, book.two_protocols, "transcription"))
    if moment is Moment.LATER and tried.by_consent:
        # A sheet does not show whether a combination was forgotten or copied wrongly: the other side knows.
        permissions.append(Permission(Authority.WITH_CONSENT, "ruling", kind))
    return permissions


KINDS: Final = {
    Change.NOTHING: "",
    Change.ARITHMETIC: "arithmetic",
    Change.WRONG_SIDE: "wrong_side",
    Change.FORGOTTEN: "transcription",
    Change.TRANSCRIPTION: "transcription",
}


def forbidden_by(tried: Correction) -> str:
    """Return the paragraph that forbids a correction that no rule allows."""
    book = BOOK[tried.ruleset]
    if tried.change is Change.ARITHMETIC:
        return book.arithmetic
    only_consent_is_missing = tried.moment is Moment.LATER and tried.by_consent
    if only_consent_is_missing and tried.change is Change.WRONG_SIDE:
        return "ruling"
    return book.everything_else


class Stored(NamedTuple):
    """What is stored of a correction."""

    kind: str
    paragraph: str
    overrides: str = ""


def corrected(tried: Correction, who: Who) -> tuple[Needs, Stored | None]:
    """Return what a correction lacks, and what is stored if it lacks nothing."""
    directs = who in DIRECTORS
    decides = tried.override or tried.named is not Named.NONE
    lacking = needs(
        right=who not in RIGHTS["amend"] or (decides and not directs),
        form=tried.override and not tried.reason,
        moment=tried.change is Change.NOTHING or tried.named is Named.BAD,
    )
    for permission in permissions_for(tried):
        if is_granted(permission.authority, tried, directs):
            return lacking, Stored(permission.kind, permission.paragraph)
    if directs and decides and tried.reason:
        by_ruling = tried.named is not Named.NONE
        return lacking, Stored("ruling", "ruling", "" if by_ruling else forbidden_by(tried))
    return lacking | needs(rules=True, form=directs and decides), None


def is_granted(authority: Authority, tried: Correction, directs: bool) -> bool:
    if authority is Authority.WITH_CONSENT:
        return tried.consent
    if authority is Authority.DIRECTOR:
        return directs and tried.reason
    return authority is Authority.BY_RIGHT


# The state of a game.


class State(StrEnum):
    """The state of a deal."""

    DRAFT = "draft"
    ENTERED = "entered"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    VOID = "void"


COUNTED: Final = frozenset({State.ENTERED, State.CONFIRMED})
SETTLED: Final = frozenset({State.CONFIRMED, State.VOID})


@dataclass(slots=True)
class DealKept:
    """A deal, and the answers to its latest version."""

    number: int
    sides: Sequence[int]
    state: State = State.DRAFT
    version: int = 0
    # The points of each side from the sheet, and from the director.
    points: Sequence[int] = ()
    charged: list[int] = field(default_factory=list)
    written_by: int | None = None
    account: int | None = None
    is_unlikely: bool = False
    is_looked_at: bool = False
    # Each side's latest answer; the key None is the desk.
    words: dict[int | None, str] = field(default_factory=dict)

    def written(self, points: Sequence[int], side: int | None, account: int | None) -> None:
        """Store a new version, which waits for the sides that did not write it."""
        self.version += 1
        self.state, self.points, self.words = State.ENTERED, points, {}
        self.written_by, self.account, self.is_looked_at = side, account, False

    def charge(self, account: int) -> None:
        """Store a new version of the same sheet: who waited waits still, and who has answered has done so."""
        self.version += 1
        self.account, self.is_looked_at = account, False

    @property
    def totals(self) -> list[int]:
        charged = self.charged or [0] * len(self.points)
        return [points + charge for points, charge in zip(self.points, charged, strict=True)]

    @property
    def is_sent_back(self) -> bool:
        return "sent_back" in self.words.values()

    def waits_for(self, sides: Iterable[int]) -> list[int]:
        return [side for side in sides if side != self.written_by and self.words.get(side) != "approved"]


@dataclass(slots=True)
class Collected:
    """The signatures of one result: the players who have signed, refused or were absent."""

    digest: str
    done: set[int] = field(default_factory=set)
    refused: set[int] = field(default_factory=set)
    absent: set[int] = field(default_factory=set)
    director: bool = False


@dataclass(slots=True)
class GameKept:
    """A game as the machine knows it, and the acts that it allows now."""

    target: int
    carried: Sequence[int]
    # The player of each seat, by side.
    seats: list[list[int]]
    every_player_signs: bool = True
    director_signs: bool = False
    keeper: int | None = None
    # A shared top is played off in an extra deal (Royal Canasta).
    plays_off: bool = False
    deals: list[DealKept] = field(default_factory=list)
    charged: list[int] = field(default_factory=list)
    is_ended: bool = False
    is_signed: bool = False
    signatures: Collected | None = None

    def __post_init__(self) -> None:
        self.charged = self.charged or [0] * len(self.carried)

    @property
    def sides(self) -> range:
        return range(len(self.carried))

    def deal(self, number: int) -> DealKept:
        return self.deals[number - 1]

    @property
    def counted(self) -> list[DealKept]:
        return [deal for deal in self.deals if deal.state in COUNTED]

    def totals_after(self, deals: Iterable[DealKept]) -> list[int]:
        return [sum(column) for column in zip(self.carried, *(deal.totals for deal in deals), strict=True)]

    @property
    def totals(self) -> list[int]:
        return self.totals_after(self.counted)

    @property
    def in_play(self) -> DealKept | None:
        return next((deal for deal in self.deals if deal.state is State.DRAFT), None)

    @property
    def is_over(self) -> bool:
        """At the end of a deal somebody has the target; never while a deal is played (35b)."""
        if self.is_ended:
            return True
        counted = self.counted
        if self.in_play or not counted:
            return False
        before, after = self.totals_after(counted[:-1]), self.totals
        if self.plays_off and max(before) >= self.target and is_shared(before, self.sides):
            return not is_shared(after, counted[-1].sides)
        return max(after) >= self.target and not (self.plays_off and is_shared(after, self.sides))

    # Deals.

    def to_start(self, number: int) -> Needs:
        """The next deal is dealt when the one before is written, nothing is disputed and nobody has won."""
        waits = any(deal.state in (State.DRAFT, State.DISPUTED) for deal in self.deals)
        is_next = number == len(self.deals) + 1
        return needs(moment=waits or not is_next or self.is_over or self.is_signed)

    def to_record(self, number: int) -> Needs:
        """A deal in play is written down whatever else is disputed: its cards were dealt."""
        playing = self.in_play
        return NOTHING if playing is not None and playing.number == number else self.to_start(number)

    def to_answer(self, deal: DealKept, said: str, who: Who, side: int | None) -> Needs:
        """Who did not write approves, sends back or disputes; after the approval the director alone."""
        directs = who in DIRECTORS
        late = self.is_signed or deal.state in (State.DRAFT, State.VOID)
        decided = deal.state in (State.CONFIRMED, State.DISPUTED) and not directs
        twice = said == "approved" and (
            deal.state is State.CONFIRMED or (who is Who.TABLE and deal.words.get(side) == "approved")
        )
        own = who is Who.TABLE and side == deal.written_by
        return needs(moment=late or decided or twice, form=own)

    def answered(self, deal: DealKept, said: str, side: int | None) -> None:
        deal.words[side] = said
        if said == "disputed":
            deal.state = State.DISPUTED
        elif said == "sent_back":
            deal.state = State.ENTERED
        elif side is None or not deal.waits_for(self.sides):
            deal.state = State.CONFIRMED

    def to_charge(self, deal: DealKept, side: int) -> Needs:
        """A penalty of a deal stands on what is written of it, and waits for a dispute to be decided."""
        waits = deal.state in (State.DRAFT, State.VOID, State.DISPUTED)
        return needs(moment=waits, form=side not in deal.sides)

    def to_charge_by_ruling(self, deal: DealKept | None, side: int, outcome: str) -> Needs:
        """A ruling charges a deal that counts by it: one that it lets stand, or does not touch."""
        if deal is None or outcome in ("anew", "void"):
            return needs(form=True)
        if outcome == "stands":
            return needs(form=side not in deal.sides)
        return self.to_charge(deal, side)

    def charge(self, deal: DealKept | None, side: int, points: int, account: int) -> None:
        """An entry of the ledger; taken back, it comes with its sign turned. It approves nothing."""
        if deal is None:
            self.charged[side] += points
            return
        deal.charged = deal.charged or [0] * len(self.carried)
        deal.charged[side] += points
        if deal.state is not State.VOID:
            deal.charge(account)

    # Signatures.

    @property
    def waits_for_signatures(self) -> Needs:
        """A game is signed when it is over and nothing of it is open."""
        is_open = any(
            deal.state not in SETTLED and (deal.state is not State.ENTERED or deal.is_sent_back)
            for deal in self.deals
        )
        return needs(moment=self.is_signed or not self.is_over or is_open)

    def under(self, digest: str) -> Collected:
        """The signatures under a result; when it has changed, everyone has to sign again."""
        stands = self.signatures is not None and self.signatures.digest == digest
        return self.signatures if stands and self.signatures else Collected(digest)

    def to_sign(self, kind: str, player: int, given: Collected) -> Needs:
        if kind == "director":
            return needs(moment=given.director or bool(self.players_missing(given)))
        has_refused = player in given.refused
        once = player not in given.done or (kind == "signed" and has_refused)
        return needs(moment=not once, form=not any(player in side for side in self.seats))

    def sign(self, kind: str, player: int, given: Collected) -> None:
        self.signatures = given
        if kind == "director":
            given.director = True
        else:
            given.done.add(player)
            (given.refused.add if kind == "refused" else given.refused.discard)(player)
        if self.players_missing(given) or (self.director_is_due(given) and not given.director):
            return
        self.is_signed = True
        for deal in self.deals:
            if deal.state is State.ENTERED:
                deal.state = State.CONFIRMED

    def director_is_due(self, given: Collected) -> bool:
        return self.director_signs or bool(given.refused)

    def players_missing(self, given: Collected) -> list[int]:
        """Every player; or one of each side, and the keeper of the protocol for his."""
        missing = []
        for side in self.seats:
            left = [player for player in side if player not in given.done]
            if self.every_player_signs or self.keeper in left:
                missing += left if self.every_player_signs else [self.keeper or 0]
            elif len(left) == len(side):
                missing += left[:1]
        return missing

    # The rest.

    def to_finish(self) -> Needs:
        return needs(moment=self.is_over or self.is_signed or self.in_play is not None)

    def to_rule(self, deal: DealKept | None, outcome: str) -> Needs:
        """A dispute is decided one way or another; a void deal stays so; what is unwritten can be voided."""
        if deal is None:
            return needs(form=outcome != "none")
        undecided = deal.state is State.DISPUTED and outcome == "none"
        unwritten = deal.state is State.DRAFT and outcome in ("stands", "anew")
        return needs(form=undecided, moment=unwritten or (deal.state is State.VOID and outcome != "none"))


def is_shared(totals: Sequence[int], sides: Iterable[int]) -> bool:
    """Whether several of these sides have the most that any of them has."""
    playing = [totals[side] for side in sides]
    return playing.count(max(playing)) > 1
