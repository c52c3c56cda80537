"""Games that players open at a free table, where their club allows it."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from django.urls import reverse

from clubs.accounts import throttling
from clubs.books import ways_back
from clubs.books.refusals import NotNow
from clubs.books.writing import Author, club_book
from clubs.models import Club, LogEntry, Player, Role, User
from scoring import recording
from scoring.models import Game, Table
from tests.at_once import at_once
from tests.builders import PASSWORD, a_club, a_player, a_user, an_author
from tests.scoring.support.played import a_body

pytestmark = pytest.mark.django_db
NAMES = (("Anna Ek", "Bo Lind"), ("Cia Dahl", "Dan Falk"))


@pytest.fixture
def club() -> Club:
    club = a_club(players_open_games=True)
    for name in ("Anna Ek", "Bo Lind", "Cia Dahl", "Dan Falk"):
        a_player(name, club=club)
    return club


@pytest.fixture
def director(club: Club) -> User:
    return a_user(Role.Kind.DIRECTOR, club=club)


@pytest.fixture
def by(director: User) -> Author:
    return an_author(director)


@pytest.fixture
def table(by: Author, club: Club) -> Table:
    (table,) = recording.create_tables(by, club, ["1"], uuid4())
    return Table.objects.select_related("club", "game").get(pk=table.pk)


def at(table: Table) -> recording.AtTable:
    return recording.AtTable(user=None, origin="192.0.2.1", table=table, device="a phone")


def a_plan(sides: object = NAMES, **fields: object) -> recording.TablePlan:
    given = {"ruleset": "samba", "sides": sides, "players_per_side": (2, 2), "key": uuid4()} | fields
    return recording.TablePlan(**given)  # type: ignore[arg-type]


def test_members_are_found_by_their_whole_names_and_the_game_is_known_as_opened_by_players(
    table: Table, club: Club
) -> None:
    game = recording.open_game_at_table(at(table), a_plan((("Anna Ek", "lind bo"), NAMES[1])))
    assert game.opened_by_players
    names = [[seat.player.name for seat in side.seats.all()] for side in game.sides.all()]
    assert names == [["Anna Ek", "Bo Lind"], ["Cia Dahl", "Dan Falk"]]
    assert Table.objects.get(pk=table.pk).game == game
    logged = LogEntry.objects.get(book=club_book(club), act="game.opened")
    assert (logged.author, logged.facts["by_players"], logged.facts["device"]) == (None, True, "a phone")
    recording.record_deal(
        at(Table.objects.get(pk=table.pk)), game, recording.WrittenDeal(number=1, body=a_body(), key=uuid4())
    )


def test_a_guest_is_added_only_where_it_is_said_and_no_guest_is_named_in_public(
    table: Table, club: Club
) -> None:
    sides = (("Anna Ek", "Gun Gäst"), NAMES[1])
    with pytest.raises(ValidationError, match="Gun Gäst"):
        recording.open_game_at_table(at(table), a_plan(sides))
    assert not Player.objects.filter(family_name="Gäst").exists()
    game = recording.open_game_at_table(at(table), a_plan(sides, guests=True))
    guest = Player.objects.get(family_name="Gäst")
    assert (guest.home_club, guest.may_publish) == (club, False)
    page = Client().get(reverse("scoring:game", args=[game.pk])).content.decode()
    assert "Anna Ek" in page
    assert "Gäst" not in page
    assert "Players opened this game at their table." in page


def test_two_members_of_one_name_are_for_the_desk(table: Table, club: Club) -> None:
    a_player("Anna Ek", club=club)
    with pytest.raises(ValidationError, match="Several members"):
        recording.open_game_at_table(at(table), a_plan(guests=True))


def test_a_part_of_a_name_finds_nobody(table: Table) -> None:
    with pytest.raises(ValidationError, match="No member"):
        recording.open_game_at_table(at(table), a_plan((("Anna", "Bo Lind"), NAMES[1])))


def test_it_is_off_until_a_director_allows_it_and_the_act_is_undone(
    club: Club, by: Author, table: Table
) -> None:
    recording.let_players_open_games(by, club, allowed=False)
    with pytest.raises(NotNow, match="desk opens"):
        recording.open_game_at_table(at(table), a_plan())
    entry = LogEntry.objects.select_related("book__club", "words").get(act="tables.opening_set")
    undo = ways_back.offer_undo(entry).undo
    assert undo is not None
    undo.run(by, "", uuid4())
    assert recording.open_game_at_table(at(table), a_plan())
    assert not Club._meta.get_field("players_open_games").get_default()
    for kind in (Role.Kind.JURY, Role.Kind.SCORER):
        with pytest.raises(PermissionDenied):
            recording.let_players_open_games(an_author(a_user(kind, club=club)), club, allowed=False)


def test_a_table_at_which_a_game_goes_on_is_not_free(table: Table) -> None:
    game = recording.open_game_at_table(at(table), a_plan())
    with pytest.raises(NotNow, match="being played"):
        recording.open_game_at_table(at(table), a_plan())
    Game.objects.filter(pk=game.pk).update(state=Game.State.SIGNED, over=True)
    assert recording.open_game_at_table(at(table), a_plan()) != game


def test_the_same_form_sent_twice_opens_one_game(table: Table) -> None:
    plan = a_plan((("Anna Ek", "Gun Gäst"), NAMES[1]), guests=True)
    first = recording.open_game_at_table(at(table), plan)
    assert recording.open_game_at_table(at(table), plan) == first
    assert Player.objects.filter(family_name="Gäst").count() == 1


@pytest.mark.engine
@pytest.mark.django_db(transaction=True)
def test_of_two_phones_at_one_table_one_opens_the_game(table: Table) -> None:
    answers = at_once(
        lambda: recording.open_game_at_table(at(table), a_plan()),
        lambda: recording.open_game_at_table(at(table), a_plan()),
        refusals=(NotNow,),
    )
    assert Game.objects.count() == 1
    assert sum(isinstance(answer, NotNow) for answer in answers) == 1


def test_a_scorer_sets_it_aside_and_the_director_takes_that_back(
    table: Table, club: Club, by: Author
) -> None:
    game = recording.open_game_at_table(at(table), a_plan())
    scorer = an_author(a_user(Role.Kind.SCORER, club=club))
    with pytest.raises(ValidationError, match="reason"):
        recording.set_game_aside(scorer, game, " ", uuid4())
    key = uuid4()
    for _time in range(2):
        recording.set_game_aside(scorer, game, "Children", key)
    assert Game.objects.get(pk=game.pk).is_set_aside
    assert Table.objects.get(pk=table.pk).game is None
    entry = LogEntry.objects.select_related("book", "words").get(act="game.set_aside")
    (listed,) = (act for act in ways_back.last_acts(game.book) if act.line.number == entry.number)
    assert listed.label == "Lets the game count again."
    undo = ways_back.offer_undo(entry).undo
    assert undo is not None
    undo.run(by, "", uuid4())
    assert Game.objects.get(pk=game.pk).state == Game.State.OPEN
    with pytest.raises(NotNow, match="already"):
        recording.put_game_back(by, game, Game.State.OPEN, uuid4())


def fields(**changes: str) -> dict[str, str]:
    names = {
        f"side{side}_player{seat}": name for side, pair in enumerate(NAMES) for seat, name in enumerate(pair)
    }
    return {**names, "key": str(uuid4()), **changes}


def test_the_page_of_a_free_table_leads_to_it_and_no_member_is_listed(table: Table) -> None:
    client = Client()
    own, address = (
        reverse("scoring:table", args=[table.secret]),
        reverse("scoring:table_open", args=[table.secret]),
    )
    assert address in client.get(own).content.decode()
    page = client.get(address).content.decode()
    assert "Anna" not in page
    assert "Dahl" not in page
    answer = client.post(address, fields())
    assert answer.status_code == 302
    assert "Anna Ek" in client.get(own).content.decode()
    assert address not in client.get(own).content.decode()
    assert client.get(address).status_code == 302


def test_another_game_shows_its_seats_without_scripts(table: Table) -> None:
    client, address = Client(), reverse("scoring:table_open", args=[table.secret])
    assert client.get(f"{address}?ruleset=samba-9").status_code == 404
    page = client.get(f"{address}?ruleset=samba-3").content.decode()
    assert "side2_player0" in page
    assert "side0_player1" not in page
    answer = client.post(
        f"{address}?ruleset=samba-3",
        {
            "side0_player0": "Anna Ek",
            "side1_player0": "Bo Lind",
            "side2_player0": "Cia Dahl",
            "key": str(uuid4()),
        },
    )
    assert answer.status_code == 302
    assert Game.objects.get().sides.count() == 3


def test_a_name_twice_and_a_name_unknown_keep_what_was_typed(table: Table) -> None:
    client, address = Client(), reverse("scoring:table_open", args=[table.secret])
    page = client.post(address, fields(side1_player0="anna ek")).content.decode()
    assert "a name is here twice" in page
    page = client.post(address, fields(side1_player0="Gun Gäst")).content.decode()
    assert "No member of the club is called Gun Gäst" in page
    assert 'value="Gun Gäst"' in page
    assert not Game.objects.exists()


def test_attempts_are_counted_by_table(table: Table) -> None:
    client, address = Client(), reverse("scoring:table_open", args=[table.secret])
    for _attempt in range(throttling.OPENINGS_PER_TABLE):
        client.post(address, fields(side1_player0="Gun Gäst"))
    page = client.post(address, fields())
    assert page.status_code == 200
    assert not Game.objects.exists()


def test_a_club_that_does_not_allow_it_shows_no_way(table: Table, club: Club, by: Author) -> None:
    client = Client()
    own, address = (
        reverse("scoring:table", args=[table.secret]),
        reverse("scoring:table_open", args=[table.secret]),
    )
    tag = client.get(own)["ETag"]
    recording.let_players_open_games(by, club, allowed=False)
    changed = client.get(own, headers={"if-none-match": tag})
    assert changed.status_code == 200
    assert address not in changed.content.decode()
    assert client.post(address, fields()).status_code == 302
    assert not Game.objects.exists()


def test_the_desk_and_the_lists_say_that_players_opened_it(table: Table, club: Club, director: User) -> None:
    game = recording.open_game_at_table(at(table), a_plan())
    client = Client()
    client.login(username=director.email, password=PASSWORD)
    for address in (
        reverse("scoring:games"),
        reverse("scoring:games") + "?as=csv",
        reverse("scoring:game_desk", args=[game.pk]),
        reverse("scoring:desk", args=[club_book(club).pk]),
    ):
        assert "opened by players" in client.get(address).getvalue().decode(), address
    aside = reverse("scoring:game_set_aside", args=[game.pk])
    assert aside in client.get(reverse("scoring:game_desk", args=[game.pk])).content.decode()
    client.post(aside, {"reason": "Children", "key": str(uuid4())})
    assert Game.objects.get().is_set_aside
    setting = reverse("scoring:tables_opening", args=[club.pk])
    client.post(setting, {"allowed": "False"})
    assert not Club.objects.get(pk=club.pk).players_open_games
