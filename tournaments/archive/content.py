"""The content of an event as a value: what was agreed, entered, drawn, played, ruled and signed.

It has no ids of the database, no log, no accounts and no times of writing. docs/event-content.md says what
each field means; `event.schema.json` beside this file has their types for a machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

FORMAT: Final = "talon-event"
# One more whenever a field is added, is left out, or means something else.
VERSION: Final = 7

# What stands in the content as it was stored.
Json = str | int | bool | None | list["Json"] | dict[str, "Json"]
JsonObject = Mapping[str, Json]
# A player's place in a game: the number of the side, and the position there.
Place = tuple[int, int]


# People.


@dataclass(frozen=True, kw_only=True, slots=True)
class ClubContent:
    number: int
    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerContent:
    """A player. All other parts of the event know only the number."""

    number: int
    given_name: str
    family_name: str
    club: int
    licence: str
    federation: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class OfficialContent:
    """Somebody who has ruled, or has signed as the director."""

    number: int
    name: str


# Games.


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatContent:
    player: int
    position: int
    from_deal: int
    until_deal: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class SideContent:
    number: int
    total: int
    adjustment: int
    carried: int
    plays_extra_deal: bool
    seats: tuple[SeatContent, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerContent:
    """The latest answer of a side to a version of a deal."""

    side: int
    kind: str
    player: int | None
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class VersionContent:
    """A version of a deal that counts, as it was stored by the contract of the deals."""

    sheet: JsonObject
    result: JsonObject
    warnings: tuple[str, ...]
    kind: str
    rule: str
    reason: str
    overridden_rule: str
    overridden_errors: tuple[str, ...]
    ruling: int | None
    paper: tuple[int | None, ...]
    side: int | None
    player: int | None
    answers: tuple[AnswerContent, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnSheetContent:
    """A side's own sheet of a deal, where each side keeps a protocol."""

    side: int
    player: int | None
    sheet: JsonObject


@dataclass(frozen=True, kw_only=True, slots=True)
class DealContent:
    number: int
    state: str
    openings: tuple[Json, ...]
    dealer: Place | None
    leader: Place | None
    sits_out: tuple[Place, ...]
    bidding: JsonObject | None
    versions: tuple[VersionContent, ...]
    own_sheets: tuple[OwnSheetContent, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class JurorContent:
    official: int
    recused_because: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RulingContent:
    number: int
    deal: int | None
    outcome: str
    text: str
    rule: str
    official: int
    jurors: tuple[JurorContent, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ChargeContent:
    """A penalty or an award, at a deal or at the game."""

    deal: int | None
    side: int
    points: int
    rule: str
    reason: str
    ruling: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class WarningContent:
    player: int
    rule: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class SignatureContent:
    """What somebody did under a protocol; not how the name was drawn or typed."""

    side: int | None
    kind: str
    player: int | None
    official: int | None
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class SigningContent:
    """The signatures under a protocol, with the results that they are for."""

    state: str
    results: tuple[int, ...]
    signatures: tuple[SignatureContent, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class GameContent:
    label: str
    ruleset: str
    edition: str
    options: JsonObject
    players_per_side: tuple[int, ...]
    written_on: str
    approval: str
    corrections: str
    protocols: str
    signers: str
    director_signs: bool
    second_entry: bool
    deals_agreed: int | None
    entered_result: tuple[int, ...] | None
    first_side: int | None
    keeper: int | None
    state: str
    over: bool
    is_draw: bool
    winner: int | None
    ended_by: str
    end_side: int | None
    away: int | None
    away_after: int
    other_result: str
    sides: tuple[SideContent, ...]
    deals: tuple[DealContent, ...]
    rulings: tuple[RulingContent, ...]
    charges: tuple[ChargeContent, ...]
    warnings: tuple[WarningContent, ...]
    signing: SigningContent | None
    slip: tuple[int, ...] | None
    photos: tuple[str, ...]


# The event.


@dataclass(frozen=True, kw_only=True, slots=True)
class PairingContent:
    """The meeting of entries at a table: their numbers by side."""

    table: int | None
    sides: tuple[tuple[int, ...], ...]
    kind: str
    at_fault: int | None
    ruled_points: tuple[Json, ...]
    reason: str
    reasons: tuple[Json, ...]
    by_hand: bool
    locked: bool
    game: GameContent | None


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundContent:
    number: int
    state: str
    movement: str
    seed: str
    attempt: int
    again: JsonObject
    exact: bool
    draw_input: JsonObject
    proposal: tuple[Json, ...]
    places: tuple[int, ...]
    turn: int
    handicap_ratings: JsonObject
    pairings: tuple[PairingContent, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class EntryPlayerContent:
    player: int
    position: int
    from_round: int
    until_round: int | None
    is_substitute: bool
    rests: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class EntryContent:
    number: int
    players: tuple[EntryPlayerContent, ...]
    state: str
    from_round: int
    until_round: int | None
    rounds_agreed: int | None
    missed: tuple[int, ...]
    lot: int | None
    fixed_table: int | None
    outside: bool
    handicap_rating: int | None
    categories: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class EventChargeContent:
    """A penalty or an award in the standings, or what an entry has brought along to a final."""

    entry: int
    kind: str
    unit: str
    amount: int
    rule: str
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ListedResultContent:
    """The result of an entry in a past event, as a list of the club has it."""

    entry: int
    place: int
    shared: bool
    points: int
    wins: int | None
    note: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DeciderContent:
    """What decided a shared place, or who of those who share it gets which prize."""

    kind: str
    category: str
    order: tuple[int, ...]
    after_round: int
    words: str
    seed: str


@dataclass(frozen=True, kw_only=True, slots=True)
class GivenPrizeContent:
    """A prize that was handed out, as it was then."""

    category: str
    entry: int
    place: int
    shared: bool
    amount: int
    thing: str
    currency: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EventContent:
    format: str = FORMAT
    version: int = VERSION
    name: str
    club: int
    date: str
    starts_at: str | None
    ruleset: str
    options: JsonObject
    agreement: JsonObject
    secret_digest: str
    state: str
    standings_from: str
    clubs: tuple[ClubContent, ...]
    players: tuple[PlayerContent, ...]
    officials: tuple[OfficialContent, ...]
    entries: tuple[EntryContent, ...]
    charges: tuple[EventChargeContent, ...]
    rounds: tuple[RoundContent, ...]
    listed: tuple[ListedResultContent, ...]
    prizes: JsonObject
    deciders: tuple[DeciderContent, ...]
    prizes_given: tuple[GivenPrizeContent, ...]
