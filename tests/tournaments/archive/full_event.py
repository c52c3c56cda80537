"""An event with a row of every kind that its content has, written as rows: no engine has a part in it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any, Final

from clubs.models import Book, Player, User
from scoring.models import (
    Adjustment,
    Confirmation,
    Deal,
    DealVersion,
    Game,
    Juror,
    OwnProtocol,
    Photo,
    Ruling,
    Seat,
    Side,
    Signature,
    Signing,
    Slip,
    WrittenWarning,
)
from tests.builders import a_club, a_player, a_user
from tournaments.core.prizes import Prize, PrizeRow
from tournaments.models import (
    Entry,
    EntryPlayer,
    EventAdjustment,
    ListedResult,
    Pairing,
    PairingEntry,
    PlaceDecider,
    Round,
    Tournament,
)
from tournaments.play.prizes import GivenPrize, PrizeTable

NOON: Final = datetime(2026, 5, 2, 12, tzinfo=UTC)
HANDS: Final[list[dict[str, Any]]] = [
    {"melds": ["KKKKKKK", "QQQ", "s456789T"], "hand": "Q5", "went_out": True},
    {"melds": ["555"], "hand": "AAK7", "penalties": {"director": 100}},
]
RESULT: Final[dict[str, Any]] = {
    "sides": [
        {"lines": [], "base": 2000, "cards": 190, "total": 2190, "after": 2190},
        {"lines": [], "base": -100, "cards": -50, "total": -150, "after": -150},
    ]
}


def make_full_event(club_name: str = "Canasta Åbo") -> Tournament:
    """An event of three pairs, of which one sits out, and a single player, after a game of one deal."""
    club, other = a_club(club_name), a_club(f"{club_name} B")
    event = Tournament.objects.create(
        club=club,
        book=Book.objects.create(kind=Book.Kind.TOURNAMENT, club=club),
        name="Vårspelen",
        date=date(2026, 5, 2),
        starts_at=NOON,
        ruleset="samba",
        options={"settlement": "pairwise"},
        settings={"clubs_apart": True},
        secret="3" * 64,
        state=Tournament.State.RUNNING,
    )
    names = ("Anna Berg", "Bo Åkerman", "Ceci Dahl", "Dag Ek", "Eva Falk", "Fia Grön")
    players = [a_player(name, club=other if number == 2 else club) for number, name in enumerate(names)]
    entries = [_entry(event, number, players[2 * number - 2 : 2 * number]) for number in (1, 2, 3)]
    Entry.objects.filter(pk=entries[1].pk).update(handicap_rating=1520)
    entries.append(_entry(event, 4, [a_player("Gea Holm", club=club)], outside=True))
    director = a_user(club=club, name="Disa Director")
    ListedResult.objects.create(
        tournament=event, entry=entries[0], place=1, points=9000, wins=3, note="by an older list"
    )
    EventAdjustment.objects.create(
        tournament=event,
        entry=entries[0],
        unit=EventAdjustment.Unit.POINTS,
        amount=-1,
        rule="12",
        reason="late",
        author=director,
        at=NOON,
    )
    _make_prizes(event, entries[0])
    _make_round(event, entries, _make_game(event, players, director))
    return event


def _make_prizes(event: Tournament, entry: Entry) -> None:
    """A table with one prize, which was handed out, a category, and what decided a shared place."""
    Entry.objects.filter(pk=entry.pk).update(categories="ladies,senior")
    event.prizes = PrizeTable({"": (PrizeRow((Prize(5000, "a cup"),)),)}, currency="SEK").data
    given = GivenPrize(1, "", 1, 1, shared=False, amount=5000, thing="a cup", currency="SEK", at="")
    event.prizes_given = [given.data]
    event.deciders_recorded = 1
    event.save()
    PlaceDecider.objects.create(
        tournament=event, number=1, kind="deal", order=[1, 2], after_round=1, words="320 to 180"
    )


def _entry(event: Tournament, number: int, players: list[Player], *, outside: bool = False) -> Entry:
    entry = Entry.objects.create(
        tournament=event, number=number, state=Entry.State.PRESENT, lot=number, outside=outside
    )
    for position, player in enumerate(players):
        EntryPlayer.objects.create(tournament=event, entry=entry, player=player, position=position)
    return entry


def _make_round(event: Tournament, entries: list[Entry], game: Game) -> None:
    club = event.club_id
    present = [{"number": entry.number, "points": 0, "club": club, "met": []} for entry in entries]
    drawn = Round.objects.create(
        tournament=event,
        number=1,
        state=Round.State.PUBLISHED,
        seed="11",
        draw_input={"turn": 1, "present": present},
        proposal=[{"sides": [[1], [2]], "reasons": []}, {"sides": [[3]], "reasons": []}],
        handicap_ratings={"1": [-57, None], "2": [None, 40], "3": [None, None]},
        published_at=NOON,
    )
    table = Pairing.objects.create(round=drawn, table=1, game=game, reasons=[{"why": "lot"}])
    out = Pairing.objects.create(round=drawn, kind=Pairing.Kind.SIT_OUT)
    one, two, three, four = entries
    for pairing, side, position, entry in (
        (table, 0, 0, one),
        (table, 0, 1, four),
        (table, 1, 0, two),
        (out, 0, 0, three),
    ):
        PairingEntry.objects.create(round=drawn, pairing=pairing, entry=entry, side=side, position=position)


def _make_game(event: Tournament, players: list[Player], director: User) -> Game:
    game = Game.objects.create(
        book=event.book,
        label="1",
        ruleset="samba",
        edition="2014",
        options={"settlement": "pairwise"},
        players_per_side=[2, 2],
        first_side=0,
        keeper=players[0],
        opened_at=NOON,
    )
    for number, total in enumerate((2190, -150)):
        side = Side.objects.create(game=game, number=number, total=total)
        for position in (0, 1):
            Seat.objects.create(side=side, player=players[2 * number + position], position=position)
    deal = Deal.objects.create(
        game=game,
        number=1,
        openings=[50, 50],
        dealer_side=0,
        dealer_position=1,
        leader_side=1,
        leader_position=0,
        state=Deal.State.CONFIRMED,
        version=1,
        started_at=NOON,
    )
    ruling = _make_ruling(game, deal, director)
    _make_version(deal, ruling, players)
    _make_charges(game, deal, ruling, players, director)
    _make_signing(game, players, director)
    Photo.objects.create(game=game, image="games/1.jpg", digest="1" * 64, at=NOON)
    Slip.objects.create(game=game, totals=[2190, -150], author=director, at=NOON)
    return game


def _make_ruling(game: Game, deal: Deal, director: User) -> Ruling:
    ruling = Ruling.objects.create(
        game=game,
        deal=deal,
        number=1,
        outcome=Ruling.Outcome.STANDS,
        text="It stands.",
        rule="35",
        author=director,
        at=NOON,
    )
    Juror.objects.create(ruling=ruling, user=a_user(club=event_club(game), name="Jon Juror"))
    return ruling


def event_club(game: Game) -> Any:
    return game.book.club


def _make_version(deal: Deal, ruling: Ruling, players: list[Player]) -> None:
    sheet = {"ruleset": "samba", "ended": "out", "before": [0, 0], "hands": HANDS}
    version = DealVersion.objects.create(
        deal=deal,
        number=1,
        sheet=sheet,
        result=RESULT,
        warnings=["single_natural"],
        ruling=ruling,
        paper=[2190, None],
        side=0,
        player=players[0],
        confirmed=True,
        at=NOON,
    )
    Confirmation.objects.create(
        version=version, kind=Confirmation.Kind.APPROVED, side=1, player=players[2], at=NOON
    )
    OwnProtocol.objects.create(deal=deal, side=1, number=1, sheet=sheet, player=players[2], at=NOON)


def _make_charges(game: Game, deal: Deal, ruling: Ruling, players: list[Player], director: User) -> None:
    Adjustment.objects.create(
        game=game,
        deal=deal,
        side=1,
        points=-100,
        rule="34",
        reason="talk",
        ruling=ruling,
        author=director,
        at=NOON,
    )
    WrittenWarning.objects.create(
        game=game, player=players[3], rule="40", text="for delay", author=director, at=NOON
    )


def _make_signing(game: Game, players: list[Player], director: User) -> None:
    signing = Signing.objects.create(
        game=game, number=1, content={"game": game.pk, "results": [2190, -150]}, digest="2" * 64, at=NOON
    )
    Signature.objects.create(
        signing=signing,
        kind=Signature.Kind.ABSENT,
        side=0,
        player=players[0],
        author=director,
        strokes=[[1, 2]],
        reason="gone home",
        at=NOON,
    )
