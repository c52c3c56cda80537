"""A small world in a running installation, made through the verbs as if people had made it.

`founded` asks for it from outside, of the program beside the server; `build` runs inside the installation and
answers with what the addresses of its pages are made of.
"""

from __future__ import annotations

import json
import uuid
from datetime import date, timedelta
from pathlib import Path
from uuid import uuid4

from django.utils import timezone
from pyotp import TOTP

from clubs import accounts, people
from clubs.accounts import second_step
from clubs.books.writing import Author, JsonValue, club_book
from clubs.models import Club, LogEntry, Membership, Player, Role, User
from scoring import recording
from scoring.models import Game
from tests.browser.beside import inside
from tests.browser.desks import desks_of
from tests.browser.jobs import jobs_of
from tests.browser.rulings import rulings_of
from tests.browser.signatures import signatures_of
from tests.browser.tables import tables_of
from tests.pages.world import a_waiting_sheet
from tests.tournaments.support.arriving import a_mailbox
from tournaments import captains, gatherings, leagues, personal, rankings, running, sections, series, signup
from tournaments.agreement.agreement import EventAgreement, Phase
from tournaments.captains.codes import code_of_team
from tournaments.core.leagues.match import Fixture, TeamSide
from tournaments.core.leagues.table import LeagueCharge
from tournaments.core.movements.knock_out import KNOCK_OUT_SECOND
from tournaments.core.movements.partners import PARTNERS
from tournaments.core.movements.swiss import SWISS
from tournaments.core.prize_rows import read_rows
from tournaments.core.programme import DayLayout, Template, lay_out
from tournaments.core.ranking import RankingRules
from tournaments.core.sections import CarryOver
from tournaments.core.series.rules import CountedEvenings, SeriesRules
from tournaments.federation import dates, issuing, statement, terms
from tournaments.gatherings.signing_up import key_in
from tournaments.models import (
    CalendarDate,
    EventAdjustment,
    League,
    Pairing,
    Round,
    Team,
    TeamMatch,
    Tournament,
)
from tournaments.play.personal_codes import code_of_entry
from tournaments.play.prizes import PrizeTable
from tournaments.play.programme import fingerprint_of_programme
from tournaments.play.seating import get_seats

PASSWORD = "eleven red canastas"
KEEPER, SCORER, FORGETFUL = "siv.keeper@example.org", "bo.scorer@example.org", "ulf.forgetful@example.org"
# Somebody with a second step at sign-in, and the secret of the app.
SECURED, APP_SECRET = "siv.secured@example.org", "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
SEED = "7a6c6f6e20323031"
# Long names, and the letters of all four languages.
NAMES = (
    "Åsa-Margareta Öberg-Wahlström",
    "Bo Ek",
    "Søren Kjærgaard",
    "Anna-Liisa Mäkelä-Koskinen",
    "Kim Berg",
    "Pirkko Ääri",
    "Æmilie Ørsted",
    "Nils Å",
    "Eeva-Kaarina Hämäläinen",
    "Jørgen Nørregaard",
    "Ritva Lehtonen",
    "Göran Sjöström",
    "Inger Holm",
    "Veikko Salo",
    "Ulla Lind",
)
UNNAMED, MOVING, LEFT = 5, 1, 14  # no consent to be named; a member elsewhere too; a member no more

World = dict[str, int | str]


def founded(data: Path) -> World:
    """Builds the world in the installation that keeps its data there."""
    world: World = json.loads(
        inside(data, "import json; from tests.browser import world; print(json.dumps(world.build()))")
    )
    return world


def build() -> World:
    """Everything that a page can show, once."""
    keeper, _made_up = accounts.create_keeper(KEEPER, "Siv Keeper", PASSWORD)
    by = Author(user=keeper, origin="192.0.2.1")
    united, club, other = clubs_of(by)
    players = players_of(by, club, other)
    return {
        "nothing": 999_999,
        "one": 1,
        "federation": united.pk,
        "club": club.pk,
        "book": club_book(club).pk,
        "other_club": other.pk,
        "player": players[0].pk,
        "moving_player": players[MOVING].pk,
        **people_of(by, club),
        **events_of(by, club, players),
        **dates_in(by, united, club),
        **tables_of(by, club, players),
        **desks_of(by, club, players),
        **signatures_of(by, club, players),
        **rulings_of(by, club, players),
    }


def clubs_of(by: Author) -> tuple[Club, Club, Club]:
    """A federation, a club of it, and a club that belongs to none."""
    liitto = people.ClubDetails(name="Suomen Canasta- ja Sambaliitto", place="Helsinki", language="fi")
    federation = people.create_club(by, liitto)
    abo = people.ClubDetails(name="Föreningen Canastavännerna i Åbo", short_name="Åbo", place="Åbo")
    club = people.create_club(by, abo, federation)
    aero = people.ClubDetails(name="Ærø Canastaklub", place="Ærøskøbing", language="da")
    return federation, club, people.create_club(by, aero)


def players_of(by: Author, club: Club, other: Club) -> list[Player]:
    players = [people.add_player(by, club, card(at, *name.split(" "))) for at, name in enumerate(NAMES)]
    people.add_member(by, other, players[MOVING])
    left = people.add_member(by, other, players[LEFT])
    people.move_home_club(by, players[LEFT], other)
    people.end_membership(by, Membership.objects.get(club=club, player=left.player))
    return players


def card(at: int, given: str, family: str) -> people.PlayerDetails:
    licence = str(1000 + at) if at % 2 == 0 else ""
    return people.PlayerDetails(
        given_name=given, family_name=family, licence=licence, may_publish=at != UNNAMED
    )


def people_of(by: Author, club: Club) -> World:
    """A scorer, somebody with a link to a new password, and invitations of a stranger and of the scorer."""
    book = club_book(club)
    scorer, forgetful = invited(by, club, SCORER, "Bo Scorer"), invited(by, club, FORGETFUL, "Ulf Forgetful")
    secured = invited(by, club, SECURED, "Siv Secured")
    second_step.set_up_app(Author(user=secured, origin="192.0.2.2"), APP_SECRET, TOTP(APP_SECRET).now())
    stranger = accounts.invite(by, book, "new.person@example.org", Role.Kind.DIRECTOR)
    known = accounts.invite(by, book, SCORER, Role.Kind.JURY)
    return {
        "scorer": scorer.pk,
        "secured": secured.pk,
        "role": Role.objects.get(book=book, user=scorer).pk,
        "invitation": stranger.pk,
        "token": accounts.invitation_token(stranger),
        "known_token": accounts.invitation_token(known),
        "uid": accounts.reset_uid(forgetful),
        "reset_token": accounts.make_reset_link(by, club, forgetful),
    }


def invited(by: Author, club: Club, email: str, name: str) -> User:
    """Somebody who has come by an invitation and chosen a password."""
    invitation = accounts.invite(by, club_book(club), email, Role.Kind.SCORER)
    account = accounts.NewAccount(name=name, password=PASSWORD)
    return accounts.accept_invitation(Author(user=None, origin="192.0.2.2"), invitation, account)


def events_of(by: Author, club: Club, players: list[Player]) -> World:
    """An event at each of its stages; in the one that is played, a game at each of its stages."""
    names = ("Kvällsspel", "Onsdagsspel", "Helgcup i Nådendal", "Vårmästerskap 2026", "Torsdagscanasta")
    typed, empty, entered, drawn, playing = (event_in(by, club, name) for name in names)
    pairs = [players[at : at + 2] for at in range(0, LEFT, 2)]
    for event in (entered, drawn, playing):
        running.enter_pairs(by, event, pairs)
    unpublished = running.draw_round(by, drawn, SEED)
    published = running.publish_round(by, running.draw_round(by, playing, SEED))
    over, begun, fresh = (table.game for table in published.pairings.filter(kind="played").order_by("table"))
    play(by, over, 4)
    play(by, begun, 2)
    plan_the_day(by, playing)
    return {
        "typed_event": typed.pk,
        "empty_event": empty.pk,
        "entered_event": entered.pk,
        "singles_event": singles_in(by, club, players).pk,
        "drawn_event": drawn.pk,
        **announced_in(by, club),
        "event": playing.pk,
        "event_book": playing.book_id,
        **guests_of(by, playing),
        "scan": a_waiting_sheet(playing).pk,
        "round": unpublished.pk,
        "changed_round": changed(by, event_in(by, club, "Fredagsspel"), pairs).pk,
        "published_round": published.pk,
        "entry": pk_of_entry(playing, 2),
        "pairing": published.pairings.filter(kind="played").order_by("table")[0].pk,
        "event_adjustment": charged(by, playing),
        "charge_number": LogEntry.objects.get(book=playing.book, act="event.adjusted").number,
        "over_game": pk_of(over),
        "deal": 1,
        "game": pk_of(begun),
        "fresh_game": pk_of(fresh),
        "told_event": (told := told_event(by, club, pairs)),
        **a_level_game(by, club, pairs),
        **handicaps_in(by, club, pairs),
        **sections_in(by, club, pairs),
        **series_in(by, club, pairs),
        **league_in(by, club, pairs),
        **own_page_in(by, playing.pk, "own"),
        **own_page_in(by, told, "told"),
        "news": str(a_mailbox(playing.entries.get(number=1).pk).token),
        "round_told": 2,
        **jobs_of(by, playing),
    }


def sections_in(by: Author, club: Club, pairs: list[list[Player]]) -> World:
    """One whose sections are over, and one with a final to which more would be carried over now."""
    over, cut = (_divided(by, club, name, pairs) for name in ("Gruppmästerskap", "Klubbmästerskap i grupper"))
    section = Tournament.objects.select_related("book", "club").get(whole=cut, part__number=1)
    best = section.entries.get(standings__place=1)
    second = section.entries.get(standings__place=2)
    plan = sections.FinalsPlan(
        finals=[[best.pk, second.pk]],
        carry=CarryOver.SHARE,
        percent=50,
        word="Final",
        day=cut.date,
        rounds=1,
    )
    (final,) = sections.make_finals(by, Tournament.objects.get(pk=cut.pk), plan, uuid.uuid4())
    charge = running.EventCharge(
        entry=best.number,
        unit=EventAdjustment.Unit.DIFFERENCE,
        amount=-500,
        reason="Kom för sent",
        key=uuid.uuid4(),
    )
    running.adjust_event(by, section, charge)
    return {"divided_event": over.pk, "cut_event": cut.pk, "final_event": final.pk}


def _divided(by: Author, club: Club, name: str, pairs: list[list[Player]]) -> Tournament:
    """An event of two sections, each of which has played its one round."""
    event = event_in(by, club, name, date(2026, 4, 10))
    running.enter_pairs(by, event, pairs[:5])
    plan = sections.SectionsPlan(sections=[[1, 4, 5], [2, 3]], rounds=1, word="Grupp")
    for part in sections.divide(by, event, plan, uuid.uuid4()):
        drawn = running.publish_round(by, running.draw_round(by, part, SEED))
        for game in Game.objects.filter(pairing__round=drawn).select_related("book"):
            result = recording.FinalResult(totals=[10_450, 8_215], reason="lapp", key=uuid.uuid4())
            recording.record_result(by, game, result)
        running.close_round(by, drawn)
        running.show_results(by, Tournament.objects.select_related("book").get(pk=part.pk))
    return event


def handicaps_in(by: Author, club: Club, pairs: list[list[Player]]) -> World:
    """A round with handicaps by ratings that were entered by hand; one pair has none, one game is over."""
    plan = running.EventPlan(
        name="Handikappcup",
        date=date(2026, 4, 9),
        ruleset="samba",
        agreement=EventAgreement(phases=(Phase(movement=SWISS, rounds=3),), handicap=75),
    )
    event = running.create_event(by, club, plan)
    running.enter_pairs(by, event, pairs)
    entries = list(event.entries.order_by("number"))
    for entry, rating in zip(entries[:-1], (1612, 1455, 1530, 1390, 1498), strict=False):
        running.set_handicap_rating(by, entry, running.HandRating(rating=rating))
    drawn = running.publish_round(by, running.draw_round(by, event, SEED))
    game = Game.objects.select_related("book").filter(pairing__round=drawn).order_by("pairing__table")[0]
    result = recording.FinalResult(totals=(10_340, 8_465), reason="Lapp", key=uuid.uuid4())
    recording.record_result(by, game, result)
    return {
        "handicap_event": event.pk,
        "handicap_entry": pk_of_entry(event, 2),
        "handicap_game": game.pk,
        "handicap_round": drawn.pk,
    }


def plan_the_day(by: Author, event: Tournament) -> None:
    """A programme whose second half is a quarter of an hour later than it was to be."""
    starts_at = timezone.localtime().replace(hour=18, minute=0, second=0, microsecond=0)
    layout = DayLayout(template=Template.EVENING, starts_at=starts_at, rounds=3, round_minutes=50)
    running.make_programme(by, event, lay_out(layout), fingerprint_of_programme(event))
    event.refresh_from_db(fields=["programme"])
    running.move_programme(by, event, 4, 15, fingerprint_of_programme(event), uuid4())


def dates_in(by: Author, federation: Club, club: Club) -> World:
    """Dates in a calendar: one that waits on the day of another one, a closed day, a statement."""
    day = timezone.localdate() + timedelta(days=40)
    plans = [
        dates.DatePlan(name=name, first_day=day, last_day=day, ruleset="samba", place="Åbo", tables=12)
        for name in ("Skärgårdscupen", "Aura å öppna")
    ]
    approved, waiting = (dates.ask_for_date(by, club, plan, uuid.uuid4()) for plan in plans)
    dates.decide_date(by, approved, CalendarDate.State.APPROVED, "")
    closed = terms.close_days(by, federation, "Kongress", (day, day), uuid.uuid4())
    terms.set_terms(by, federation, terms.Terms(per_event=1_000, per_start=50, per_licence=500))
    first, last = date(2026, 3, 1), date(2026, 3, 31)
    drafts = [one for one in statement.load_statements(federation, first, last).clubs if one.can_be_issued]
    seen = {one.club.pk: issuing.digest_of_draft(one) for one in drafts}
    plan = issuing.IssuePlan(since=first, until=last, seen=seen)
    issued, *_others = issuing.issue_statements(by, federation, plan, uuid.uuid4())
    return {
        "date": waiting.pk,
        "closed_day": closed.pk,
        "this_year": timezone.localdate().year,
        "statement": issued.pk,
    }


def series_in(by: Author, club: Club, pairs: list[list[Player]]) -> World:
    """A season of two evenings: of equal points some are dropped, and one pair has no place yet."""
    for number in (1, 2):
        plan = running.EventPlan(
            name=f"Torsdagskväll {number}",
            date=date(2026, 3, 5 * number),
            ruleset="samba",
            agreement=EventAgreement(phases=(Phase(movement=SWISS, rounds=1),)),
        )
        evening = running.create_event(by, club, plan)
        running.enter_pairs(by, evening, pairs[: 6 - 2 * number])
        drawn = running.publish_round(by, running.draw_round(by, evening, f"{SEED}{number}"))
        for at, game in enumerate(Game.objects.filter(pairing__round=drawn).select_related("book")):
            result = recording.FinalResult(totals=(7_340 + 500 * at, 2_465), reason="Lapp", key=uuid.uuid4())
            recording.record_result(by, game, result)
        running.close_round(by, drawn)
        running.show_results(by, evening)
    rules = SeriesRules(counted=CountedEvenings.BEST, how_many=1, minimum=2, bonus=50)
    agreed = series.SeriesPlan(
        name="Vårserien", since=date(2026, 3, 1), until=date(2026, 3, 31), rules=rules, public=True
    )
    made = series.add_series(by, club, agreed, uuid.uuid4())
    running.set_categories(by, evening, {1: ("junior",)})
    years = RankingRules(years=(100,) * 10)
    of_years = rankings.RankingPlan(name="Rankinglistan", rules=years, public=True)
    ranking = rankings.add_ranking(by, club, of_years, uuid.uuid4())
    people.change_rating_consent(by, pairs[0][0], agreed=True)
    return {
        "series": made.pk,
        "in_series": pairs[0][0].pk,
        "opponent": pairs[1][0].pk,
        "year": 2026,
        "rated": pairs[0][0].pk,
        "ranking": ranking.pk,
        "ranked_day": "2026-03-31",
        "ranked_part": "junior",
    }


def league_in(by: Author, club: Club, pairs: list[list[Player]]) -> World:
    """A league of two teams: one match is played, the other planned."""
    plan = leagues.LeaguePlan(
        name="Lagserien",
        ruleset="samba",
        since=date(2026, 9, 1),
        until=date(2027, 5, 31),
        divisions=("Division 1",),
        public=True,
    )
    league = leagues.add_league(by, club, plan, uuid.uuid4())
    teams = [
        leagues.add_team(
            by,
            league,
            leagues.TeamPlan(name=name, players=tuple(player.pk for pair in own for player in pair)),
            uuid.uuid4(),
        )
        for name, own in (("Esset", pairs[:2]), ("Knekten", pairs[2:4]))
    ]
    home, away = (team.number for team in teams)
    fixtures = [
        Fixture(round=1, home=home, away=away, day=date(2026, 9, 7)),
        Fixture(round=2, home=away, away=home, day=date(2026, 9, 21)),
        Fixture(round=3, home=home, away=away, day=date(2026, 9, 28)),
        Fixture(round=4, home=home, away=away, day=date(2026, 10, 5)),
    ]
    division = league.divisions.get()
    leagues.publish_fixtures(by, division, fixtures, uuid.uuid4())
    played, planned, answered, lined_up = TeamMatch.objects.filter(league=league).order_by("number")
    tables = [
        leagues.TypedTable(
            number=at, home_pair=at, away_pair=at, home_total=5_120, away_total=3_000 + 900 * at
        )
        for at in (1, 2)
    ]
    leagues.enter_result(by, played, tables, uuid.uuid4())
    leagues.enter_result(by, answered, tables, uuid.uuid4(), side=TeamSide.HOME, needs=None)
    for side, own in zip(TeamSide, (pairs[:2], pairs[2:4]), strict=True):
        leagues.seal_line_up(by, lined_up, side, tuple(tuple(one.pk for one in pair) for pair in own))
    lined_up.refresh_from_db()
    leagues.open_table_game(by, lined_up, leagues.TableOfPairs(number=1), uuid.uuid4())
    charge = leagues.charge_team(by, teams[0], LeagueCharge(-1), "För sent", uuid.uuid4())
    return {
        "league": league.pk,
        "team": teams[0].pk,
        "charge": charge.pk,
        "played_match": played.pk,
        "planned_match": planned.pk,
        "lined_up_match": lined_up.pk,
        "league_player": pairs[0][0].pk,
        "away": 1,
        **codes_in(by, league, teams),
    }


def codes_in(by: Author, league: League, teams: list[Team]) -> World:
    """The codes of both captains, and the numbers of the matches in which they do something."""
    captains.make_team_codes(by, league, {team.pk: 0 for team in teams})
    own, other = (code_of_team(league.book_id, team.pk, 1) for team in teams)
    return {
        "team_code": own,
        "other_team": teams[1].pk,
        "other_code": other,
        "number_of_planned": 2,
        "number_of_answered": 3,
        "number_of_lined_up": 4,
    }


def own_page_in(by: Author, event: int, word: str) -> World:
    """The code of an entry of an event whose entries have codes."""
    stored = Tournament.objects.select_related("book", "club").get(pk=event)
    personal.make_codes(by, stored, 0)
    entry = stored.entries.get(number=1)
    return {f"{word}_entry": entry.pk, f"{word}_code": code_of_entry(stored.book_id, entry.pk, 1)}


def announced_in(by: Author, club: Club) -> World:
    """An event for which people have signed up: with a place, asking, waiting and looking for a partner."""
    # The keeper of the server deletes sign-ups a month after their event.
    event = event_in(by, club, "Midsommarcup", timezone.localdate() + timedelta(days=14))
    plan = signup.AnnouncementPlan(
        announced_text="Kaffe och bulle ingår.\n\nTa med glasögon.",
        fee="20 € per par",
        place="Föreningshuset, Borgå",
        contact="Anna Berg, 040 123 45 67",
        number_of_places=3,
        lets_in=False,
    )
    signup.change_announcement(by, event, plan)
    signup.announce(by, event)
    together = gatherings.GatheringPlan(name="Midsommarhelgen", events=[event.pk])
    gathering = gatherings.make_gathering(by, club, together, uuid.uuid4())
    key = uuid.UUID("00000000-0000-4000-8000-00000000007e")
    codes: list[str] = []
    made: list[int] = []
    for names in (
        ("Alma", "Axel"),
        ("Berta", "Björn"),
        ("Cilla", "Carl"),
        ("Dora", "David"),
        ("Elsa",),
        ("Frida",),
    ):
        people = [signup.TypedPlayer(given_name=name, family_name="Sommarlund") for name in names]
        form = signup.SignupForm(
            people=people, is_alone=len(people) == 1, phone="040 765 43 21", language="sv"
        )
        sent = uuid.uuid4() if made else key_in(event, key)
        one, code = signup.sign_up(Author(user=None, origin="192.0.2.4"), event, form, sent)
        codes.append(code)
        made.append(one.pk)
    signup.approve(by, event, made[:2])
    return {
        "announced_event": event.pk,
        "signup_code": codes[0],
        "gathering": gathering.pk,
        "gathering_key": str(key),
    }


def guests_of(by: Author, event: Tournament) -> World:
    """A scorer of this event alone, and somebody who is invited to be one."""
    invitation = accounts.invite(by, event.book, "guest.scorer@example.org", Role.Kind.SCORER)
    account = accounts.NewAccount(name="Gun Guest", password=PASSWORD)
    guest = accounts.accept_invitation(Author(user=None, origin="192.0.2.3"), invitation, account)
    invited = accounts.invite(by, event.book, "guest.juror@example.org", Role.Kind.JURY)
    return {
        "guest": guest.pk,
        "guest_role": Role.objects.get(book=event.book, user=guest).pk,
        "event_invitation": invited.pk,
    }


def singles_in(by: Author, club: Club, players: list[Player]) -> Tournament:
    """Single players on the day, ten minutes before it begins: some are here."""
    agreed = EventAgreement(players=1, phases=(Phase(movement=PARTNERS, rounds=3),))
    now = timezone.now()
    plan = running.EventPlan(
        name="Dragna partners",
        date=timezone.localdate(now),
        starts_at=now + timedelta(minutes=10),
        ruleset="danish",
        agreement=agreed,
    )
    event = running.create_event(by, club, plan)
    entries = running.enter_pairs(by, event, [[player] for player in players[:9]])
    for entry in entries[:4]:
        running.check_in(by, entry)
    running.withdraw(by, entries[6], "Sjuk")
    return event


def changed(by: Author, event: Tournament, pairs: list[list[Player]]) -> Round:
    """A drawn round in which the director has let two change places."""
    running.enter_pairs(by, event, pairs)
    drawn = running.draw_round(by, event, SEED)
    seats = get_seats(drawn)
    first, second = seats.tables[0][0][0], seats.tables[1][0][0]
    return running.set_by_hand(by, drawn, seats.with_exchanged(first, second))


def told_event(by: Author, club: Club, pairs: list[list[Player]]) -> int:
    """Two rounds are over, with a walkover in them, and the third is on."""
    event = event_in(by, club, "Höstcupen för alla som vill")
    running.enter_pairs(by, event, pairs)
    for number in range(1, 4):
        drawn = running.publish_round(by, running.draw_round(by, event, f"{SEED}{number}"))
        games = Game.objects.filter(pairing__round=drawn).select_related("book").order_by("pairing__table")
        for at, game in enumerate(games):
            if number < 3 or not at:
                totals = (10_340 - 500 * at, 2_465 * number)
                result = recording.FinalResult(totals=totals, reason="Lapp", key=uuid.uuid4())
                recording.record_result(by, game, result)
        if number < 3:
            running.close_round(by, drawn)
    walked = Pairing.objects.filter(round__tournament=event, round__number=2, kind="played").first()
    assert walked is not None
    running.rule_result(
        by, walked, running.RuledResult(kind=Pairing.Kind.WALKOVER, at_fault=0, reason="Kom inte")
    )
    running.set_categories(by, event, {1: ["ladies"], 2: ["ladies", "senior"], 3: ["beginner"]})
    table = PrizeTable({"": read_rows("50 + pokal\n25"), "ladies": read_rows("blommor")}, currency="SEK")
    running.set_prizes(by, event, table)
    return event.pk


def a_level_game(by: Author, club: Club, pairs: list[list[Player]]) -> World:
    """A knock-out whose first round is over, with a game that ended level."""
    agreed = EventAgreement(phases=(Phase(movement=KNOCK_OUT_SECOND, rounds=1),))
    day = date(2026, 5, 2)
    plan = running.EventPlan(name="Vårcupen", date=day, ruleset="samba", agreement=agreed)
    event = running.create_event(by, club, plan)
    running.enter_pairs(by, event, pairs)
    drawn = running.publish_round(by, running.draw_round(by, event, f"{SEED}1"))
    games = Game.objects.filter(pairing__round=drawn).select_related("book").order_by("pairing__table")
    for at, game in enumerate(games):
        result = recording.FinalResult(totals=(5_000, 5_000 - 500 * at), reason="Lapp", key=uuid.uuid4())
        recording.record_result(by, game, result)
    running.close_round(by, drawn)
    return {"level_event": event.pk, "level_pairing": drawn.pairings.get(table=1).pk}


def pk_of_entry(event: Tournament, number: int) -> int:
    return event.entries.get(number=number).pk


def charged(by: Author, event: Tournament) -> int:
    """A pair that came late, charged in the standings."""
    charge = running.EventCharge(
        entry=3, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="Kom för sent", key=uuid.uuid4()
    )
    return running.adjust_event(by, event, charge).pk


def event_in(by: Author, club: Club, name: str, day: date = date(2026, 5, 2)) -> Tournament:
    plan = running.EventPlan(name=name, date=day, ruleset="samba")
    return running.create_event(by, club, plan)


def play(by: Author, game: Game | None, deals: int) -> None:
    """The same deal again and again: a samba and a mixed canasta against little; four of them end a game."""
    assert game is not None
    for number in range(1, deals + 1):
        out, against = column({"samba": 1, "mixed": 1}, 845, 120, 2), column({"natural": 1}, 260, 185, 1)
        body: dict[str, JsonValue] = {"ended": "out", "hands": [out | {"went_out": True}, against]}
        recording.record_deal(by, game, recording.WrittenDeal(number=number, body=body, key=uuid.uuid4()))


def column(
    combinations: dict[str, JsonValue], melded: int, held: int, red_threes: int
) -> dict[str, JsonValue]:
    tally: dict[str, JsonValue] = {
        "combinations": combinations,
        "meld_points": melded,
        "hand_points": held,
        "hand_red_threes": 0,
        "hand_black_threes": 0,
    }
    return {"tally": tally, "red_threes": red_threes, "went_out": False, "penalties": {}}


def pk_of(game: Game | None) -> int:
    assert game is not None
    return game.pk
