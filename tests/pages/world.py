"""Two clubs with everything in them, and everybody who may knock: for the tests that walk every address.

It has the rows behind the words of the table of addresses, and a valid body for each form.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from functools import cache
from io import BytesIO
from typing import Any, cast
from urllib.parse import urlencode
from uuid import UUID, uuid4

import pyotp
from django.apps import apps
from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.http import HttpResponseBase, StreamingHttpResponse
from django.test import Client
from django.test.client import ClientHandler
from django.utils import timezone
from django.utils.timezone import make_aware
from PIL import Image

from clubs import accounts, people
from clubs.accounts.email_change import email_token
from clubs.accounts.second_step import set_up_app
from clubs.books import archiving
from clubs.books.writing import Author, club_book
from clubs.jobs import queue
from clubs.jobs.files import partial_file, store_output
from clubs.models import Book, Club, Job, LogEntry, Membership, Passkey, Player, Role, User
from clubs.people.two_people import store_apart
from scoring import recording
from scoring.models import Game, ScannedSheet, Table
from scoring.store import sheets
from scoring.store.signed_content import protocol_of
from tests.builders import PASSWORD, a_club, a_player, a_user, an_author
from tests.pages.leagues_of_world import leagues_in
from tests.scoring.support import signed
from tests.scoring.support.played import FEW_CARDS, Evening, a_body
from tests.tournaments.support.arriving import a_mailbox
from tests.tournaments.support.events import declare_official
from tournaments import (
    cash,
    federation,
    gatherings,
    personal,
    rankings,
    running,
    sections,
    series,
    signup,
)
from tournaments.agreement.agreement import EventAgreement, Phase
from tournaments.core.movements.knock_out import KNOCK_OUT
from tournaments.core.movements.swiss import SWISS
from tournaments.core.prize_rows import read_rows
from tournaments.core.prizes import Prize
from tournaments.core.programme import DayLayout, Template, lay_out
from tournaments.core.ranking import RankingRules
from tournaments.core.sections import CarryOver
from tournaments.federation.forms import digests_shown
from tournaments.federation.statement import load_statements
from tournaments.gatherings.signing_up import key_in
from tournaments.models import (
    CalendarDate,
    CashEntry,
    Entry,
    EntryPlayer,
    EventAdjustment,
    IssuedStatement,
    Pairing,
    Round,
    Tournament,
)
from tournaments.notices import push
from tournaments.papers.job_descriptions import EVENT_PROTOCOLS
from tournaments.play.personal_codes import code_of_entry
from tournaments.play.prizes import PrizeTable
from tournaments.play.programme import fingerprint_of_programme
from tournaments.play.screens import HallScreen
from tournaments.play.seating import get_seats
from tournaments.running.events import fingerprint_of

# Rows that any visit may leave: they hold nothing recorded.
FLEETING = frozenset({"sessions.session", "clubs.attempt"})
STRANGER = "stranger"
Rows = Sequence[tuple[object, ...]]
handler = cache(ClientHandler)  # one for all browsers, whose middleware is the same
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"  # of the app of whoever has a second step
NEW_PASSWORD = "twelve black canastas"
FORM = "application/x-www-form-urlencoded"
KEY = "8c4f1f9e-6c0f-4f6f-9a59-0d6a5a1b7d11"
ENTERING = "Elsa Entering", "Edvin Entering"


# The key of the form that has signed somebody up for events that go together.
TOGETHER = UUID("00000000-0000-4000-8000-00000000007e")


@dataclass(slots=True)
class World:
    """A club of a federation with three events, another club with its own, and the people."""

    federation: Club = field(default_factory=lambda: a_club("Samba Federation"))
    club: Club = field(init=False)
    sister: Club = field(init=False)
    free_club: Club = field(default_factory=lambda: a_club("Free Club"))
    their_club: Club = field(default_factory=lambda: a_club("Their Club"))
    people: dict[str, User] = field(init=False)
    sessions: dict[str, str] = field(init=False)
    words: dict[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.club = a_club("Our Club", federation=self.federation)
        self.sister = a_club("Sister Club", federation=self.federation)
        self.people = self.everybody()
        self.sessions = {who: session_of(user) for who, user in self.people.items()}
        self.words |= {"club": self.club.pk, "free_club": self.free_club.pk, "their_club": self.their_club.pk}
        self.words |= {"federation": self.federation.pk, "sister": self.sister.pk, "nothing": 987654321}
        self.words |= {who: user.pk for who, user in self.people.items()}
        self.words |= {"scorer_email": self.people["scorer"].email}
        self.place_players()
        self.hold_events()
        self.end_events()
        self.give_handicaps()
        self.hold_their_events()
        self.divide_events()
        self.keep_series()
        self.keep_rankings()
        self.plan_dates()
        self.state_what_was_held()
        self.keep_leagues()
        self.play_apart()
        self.archive()
        self.announce()
        self.sit_down()
        self.sign_off()
        self.give_roles()
        self.invite()
        self.ask_for_work()

    def everybody(self) -> dict[str, User]:
        """By the names that the tables use. Who directs an event gets the role with the event."""
        people = {kind.value: a_user(kind, club=self.club) for kind in Role.Kind}
        people |= {
            "event_director": a_user(),
            "federation_admin": a_user(Role.Kind.ADMIN, club=self.federation),
            "outsider": a_user(Role.Kind.ADMIN, club=self.their_club),
            "keeper": a_user(is_keeper=True),
            "nobody": a_user(),
        }
        Role.objects.create(
            user=people["federation_admin"], book=club_book(self.free_club), kind=Role.Kind.ADMIN
        )
        Role.objects.create(user=people["outsider"], book=club_book(self.their_club), kind=Role.Kind.DIRECTOR)
        return people

    def by(self, who: str) -> Author:
        return an_author(self.people[who])

    def place_players(self) -> None:
        """One who may move home, one who may leave, one to be taken in, and one of the other club."""
        moving, leaving = a_player("Mats Moving", club=self.club), a_player("Lea Leaving", club=self.club)
        Membership.objects.create(club=self.sister, player=moving, since=date(2026, 2, 1))
        a_player("Sigrid Sister", club=self.sister, licence="S77", federation=self.federation)
        entering = [a_player(name, club=self.club) for name in ENTERING]
        store_apart(self.club, [frozenset(player.pk for player in entering)])
        self.words |= {f"entering{at}": player.pk for at, player in enumerate(entering)}
        theirs = a_player("Theodor Theirs", club=self.their_club)
        self.words |= {
            "player": moving.pk,
            "membership": Membership.objects.get(player=leaving).pk,
            "their_player": theirs.pk,
            "moving_name": "Mats Moving",
            "their_membership": Membership.objects.get(player=theirs).pk,
        }

    def hold_events(self) -> None:
        """One before the draw, one drawn with a table locked, one being played, one of other directors."""
        pairs = pairs_of(self.club)
        by = self.by("director")
        fresh, drawn, played, other = (
            an_event(by, self.club, name, pairs) for name in ("Fresh", "Drawn", "Played", "Other")
        )
        for event in (fresh, drawn, played):
            Role.objects.create(user=self.people["event_director"], book=event.book, kind=Role.Kind.DIRECTOR)
        self.words |= {
            "event": fresh.pk,
            "event_seen": fingerprint_of(fresh),
            "event_book": fresh.book_id,
            "other_event": other.pk,
            "drawn_event": drawn.pk,
        }
        running.enter_pairs(by, drawn, pairs_of(self.club))
        changing = running.lock_table(by, running.draw_round(by, drawn, "0" * 16), 2, locked=True)
        self.words |= {"round": changing.pk, "played_event": played.pk, **turned_round(changing)}
        old = running.draw_round(by, an_event(by, self.club, "Old", pairs), "1" * 16)
        self.words |= {"other_round": old.pk, "other_seen": get_seats(old).fingerprint}
        self.words |= {"game": game_of(by, played), "book": club_book(self.club).pk}
        self.words |= {"scan": a_waiting_sheet(played).pk}
        tell_the_hall(by, played)
        personal.make_codes(by, played, 0)
        own = Entry.objects.get(tournament=played, number=1).pk
        self.words |= {"own_entry": own, "own_code": code_of_entry(played.book_id, own, 1)}
        self.words |= {"news_token": str(a_mailbox(own).token)}
        self.words |= open_the_cash(by, played)
        self.words |= plan_the_day(by, played)
        left, removable = running.enter_pairs(by, fresh, pairs_of(self.club)[:2])
        self.words |= {"withdrawn_entry": running.withdraw(by, left, "Ill").pk, "new_entry": removable.pk}
        charge = running.EventCharge(
            entry=1, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="Late", key=uuid4()
        )
        self.words |= {
            "entry": Entry.objects.get(tournament=fresh, number=1).pk,
            "pairing": Pairing.objects.get(round__tournament=played).pk,
            "at_table": pairs[0][0].pk,
            "event_adjustment": running.adjust_event(by, fresh, charge).pk,
            "charge_number": LogEntry.objects.filter(book=fresh.book, act="event.adjusted").get().number,
        }

    def end_events(self) -> None:
        """One whose round is played, one whose last round is closed, two shown an hour ago, one official."""
        pairs, by = pairs_of(self.club), self.by("director")
        over, closed, shown, official = (
            an_event(by, self.club, name, pairs, rounds=1) for name in ("Over", "Closed", "Shown", "Official")
        )
        rounds = [play_round(by, event) for event in (over, closed, shown, official)]
        for drawn in rounds[1:]:
            running.close_round(by, drawn)
        for event in (shown, official):
            running.show_results(replace(by, at=by.at - timedelta(hours=1)), event)
        running.declare_official(by, official)
        self.words |= a_level_game(by, self.club, pairs)
        self.words["tied_event"] = give_prizes(by, an_event(by, self.club, "Tied", pairs, rounds=1)).pk
        self.words |= {
            "over_event": over.pk,
            "over_round": rounds[0].pk,
            "over_sheet": sheet_of(rounds[0]),
            "over_game": Game.objects.get(pairing__round=rounds[0]).pk,
            "closed_round": rounds[1].pk,
            "closed_event": closed.pk,
            "shown_event": shown.pk,
            "official_event": official.pk,
        }

    def give_handicaps(self) -> None:
        """An event with handicaps, by ratings that were entered by hand, with a round that is published."""
        by = self.by("director")
        agreed = EventAgreement(phases=(Phase(movement=SWISS, rounds=3),), handicap=75)
        event = an_event(by, self.club, "Handicap", pairs_of(self.club), agreement=agreed)
        for entry, rating in zip(event.entries.order_by("number"), (1600, 1480), strict=False):
            running.set_handicap_rating(by, entry, running.HandRating(rating=rating))
        running.publish_round(by, running.draw_round(by, event, "5" * 16))
        second = Entry.objects.get(tournament=event, number=2)
        self.words |= {"handicap_event": event.pk, "handicap_entry": second.pk}

    def divide_events(self) -> None:
        """One to be divided, one that is, one with a final to correct, one that is over, one recorded."""
        by, pairs = self.by("director"), [*pairs_of(self.club), *pairs_of(self.club)]
        whole, divided, cut, ended, recorded = (
            an_event(by, self.club, name, pairs, rounds=1)
            for name in ("Whole", "Divided", "Cut", "Ended", "Recorded")
        )
        divide(by, divided)
        final, section = make_a_final(by, cut)
        winner = Entry.objects.get(tournament=section, standings__place=1).number
        charge = running.EventCharge(
            entry=winner, unit=EventAdjustment.Unit.POINTS, amount=-1, reason="Late", key=uuid4()
        )
        running.adjust_event(by, section, charge)
        for event in (ended, recorded):
            over, _section = make_a_final(by, event)
            end(by, over)
            for part in Tournament.objects.filter(whole=event).select_related("book", "club"):
                declare_official(by, part)
        sections.record_overall(by, found(recorded))
        shown = Entry.objects.filter(tournament__name="Shown", tournament__club=self.club)
        self.words |= {
            "whole_event": whole.pk,
            "divided_event": divided.pk,
            "cut_event": cut.pk,
            "cut_final": final.pk,
            "ended_event": ended.pk,
            "recorded_event": recorded.pk,
            "shown_one": shown[0].pk,
            "shown_other": shown[1].pk,
        }

    def hold_their_events(self) -> None:
        pairs, by = pairs_of(self.their_club), self.by("outsider")
        fresh, drawn, played = (
            an_event(by, self.their_club, name, pairs) for name in ("One", "Two", "Three")
        )
        waiting = running.draw_round(by, drawn, "2" * 16)
        self.words |= {
            "their_event": fresh.pk,
            "their_event_seen": fingerprint_of(fresh),
            "their_round": waiting.pk,
            "their_seen": get_seats(waiting).fingerprint,
            "their_game": game_of(by, played),
            "their_book": club_book(self.their_club).pk,
            "their_event_book": fresh.book_id,
            "their_entry": Entry.objects.get(tournament=fresh, number=1).pk,
        }

    def keep_series(self) -> None:
        """A public series, one that is closed, one that nobody else sees, and those of the other club.

        One of its players has agreed to have the rating shown.
        """
        official = Tournament.objects.get(club=self.club, name="Official")
        first = EntryPlayer.objects.filter(tournament=official).order_by("pk")[0]
        by, event = self.by("director"), official
        since = event.date.replace(day=1)
        plans = {
            "series": series.SeriesPlan(name="Season", since=since, public=True),
            "closed_series": series.SeriesPlan(name="Over", events=(event.pk,), public=True),
            "hidden_series": series.SeriesPlan(name="Ours", since=since),
        }
        made = {name: series.add_series(by, self.club, plan, uuid4()) for name, plan in plans.items()}
        series.close_series(by, made["closed_series"])
        theirs = series.SeriesPlan(name="Theirs", since=since, public=True)
        made["their_series"] = series.add_series(self.by("outsider"), self.their_club, theirs, uuid4())
        self.words |= {name: one.pk for name, one in made.items()}
        self.words |= {"in_series": first.player_id, "series_version": made["series"].version}
        self.words["event_year"] = event.date.year
        people.change_rating_consent(by, first.player, agreed=True)
        self.words["rated"] = first.player_id

    def keep_rankings(self) -> None:
        """A public ranking, one that nobody else sees, and one of the other club."""
        by, official = self.by("director"), Tournament.objects.get(club=self.club, name="Official")
        running.set_categories(by, official, {1: ("junior",)})
        years = RankingRules(years=(100,) * 10)
        plans = {
            "ranking": rankings.RankingPlan(name="Ranking", rules=years, public=True),
            "hidden_ranking": rankings.RankingPlan(name="Only ours", rules=years),
        }
        made = {name: rankings.add_ranking(by, self.club, plan, uuid4()) for name, plan in plans.items()}
        theirs = rankings.RankingPlan(name="Theirs", public=True)
        made["their_ranking"] = rankings.add_ranking(self.by("outsider"), self.their_club, theirs, uuid4())
        self.words |= {name: one.pk for name, one in made.items()}
        self.words |= {"ranking_version": made["ranking"].version, "ranked_day": official.date.isoformat()}

    def plan_dates(self) -> None:
        """Dates of the club that wait, are approved and withdrawn, one of the other club, a closed day."""
        by, board = self.by("director"), self.by("federation_admin")
        day = timezone.localdate() + timedelta(days=30)

        def asked(name: str, club: Club, by: Author) -> CalendarDate:
            plan = federation.DatePlan(name=name, first_day=day, last_day=day, ruleset="samba", place="Lund")
            return federation.ask_for_date(by, club, plan, uuid4())

        approved, withdrawn = asked("Summer cup", self.club, by), asked("Winter cup", self.club, by)
        waiting = asked("Autumn cup", self.club, by)
        federation.decide_date(board, approved, CalendarDate.State.APPROVED, "")
        federation.withdraw_date(by, withdrawn)
        theirs = asked("Spring cup", self.their_club, self.by("outsider"))
        closed = federation.close_days(board, self.federation, "Congress", (day, day), uuid4())
        self.words |= {"asked_date": waiting.pk, "approved_date": approved.pk, "withdrawn_date": withdrawn.pk}
        self.words |= {"their_date": theirs.pk, "closed_day": closed.pk, "held_year": day.year - 1}
        self.words |= {"date_version": waiting.version}

    def state_what_was_held(self) -> None:
        """A statement of the club that stands, one that was taken back, and one that can be issued."""
        board = self.by("federation_admin")
        day, today = Tournament.objects.get(name="Official", club=self.club).date, timezone.localdate()

        def issued() -> IssuedStatement:
            drafts = load_statements(self.federation, day, day).clubs
            seen = {one.club.pk: federation.digest_of_draft(one) for one in drafts if one.club == self.club}
            plan = federation.IssuePlan(since=day, until=day, seen=seen)
            (made,) = federation.issue_statements(board, self.federation, plan, uuid4())
            return made

        credited = issued()
        federation.credit_statement(board, credited, "Wrong days", uuid4())
        standing = issued()
        drafts = load_statements(self.federation, date(today.year, 1, 1), today).clubs
        shown = [one for one in drafts if one.club == self.sister]
        self.words |= {"statement": standing.pk, "credited_statement": credited.pk}
        self.words |= {"statements_shown": digests_shown(shown)}

    def keep_leagues(self) -> None:
        """A league with matches in each state, one that is over, a hidden one, and one of the other club."""
        self.words |= leagues_in(self.club, self.by("director"), self.their_club, self.by("outsider"))

    def play_apart(self) -> None:
        """A game of no event at a table of the club, with a deal, a penalty, a picture and a call."""
        by = self.by("director")
        table, free = recording.create_tables(by, self.club, ["7", "Spare"], uuid4())
        (theirs,) = recording.create_tables(self.by("outsider"), self.their_club, ["7"], uuid4())
        sides = [[a_player(club=self.club), a_player(club=self.club)] for _ in range(2)]
        plan = recording.GamePlan(ruleset="samba", sides=sides, label="7")
        game = recording.open_game(by, self.club, plan, uuid4())
        table = recording.assign_table(by, table, game)
        recording.record_deal(by, game, recording.WrittenDeal(number=1, body=a_body(), key=uuid4()))
        charge = recording.Charge(side=0, points=-100, reason="Late", key=uuid4())
        decision = recording.Decision(text="The game goes on", key=uuid4())
        warned = recording.WarningNotice(player=sides[0][0].pk, text="Talk", key=uuid4())
        at_table = recording.AtTable(user=None, origin=by.origin, table=table, device="a phone")
        self.words |= {
            "own_game": game.pk,
            "seated": sides[0][0].pk,
            "table": table.pk,
            "free_table": free.pk,
            "unused_player": a_player("Nils Nowhere", club=self.club).pk,
            "their_table": theirs.pk,
            "adjustment": recording.adjust(by, game, charge).pk,
            "ruling": recording.give_ruling(by, game, decision).pk,
            "warning": recording.warn_player(by, game, warned).pk,
            "photo": recording.keep_photo(by, game, a_picture()).pk,
            "call": recording.call_director(
                at_table, game, recording.CallRequest(reason="dispute", key=uuid4())
            ).pk,
        }
        self.words |= {"own_digest": protocol_of(game).digest, "odd_game": self.unlikely_game(by)}

    def announce(self) -> None:
        """An event for which a pair with a place and one that waits for approval have signed up."""
        for who, club, prefix in (("director", self.club, ""), ("outsider", self.their_club, "their_")):
            by = self.by(who)
            event = an_event(by, club, "Announced", pairs_of(club))
            signup.change_announcement(by, event, signup.AnnouncementPlan(contact="Anna", lets_in=False))
            signup.announce(by, event)
            stranger = an_author()
            plan = gatherings.GatheringPlan(name="Weekend", events=[event.pk])
            together = gatherings.make_gathering(by, club, plan, uuid4())
            placed, code = signup.sign_up(stranger, event, signed_up("Placed"), key_in(event, TOGETHER))
            asking, _code = signup.sign_up(stranger, event, signed_up("Asking"), uuid4())
            signup.approve(by, event, [placed.pk])
            self.words |= {
                f"{prefix}announced_event": event.pk,
                f"{prefix}gathering": together.pk,
                f"{prefix}signup_code": code,
                f"{prefix}placed_signup": placed.pk,
                f"{prefix}asking_signup": asking.pk,
            }

    def archive(self) -> None:
        """An event that is out of the lists of the club, a trial with games, and a club without anything."""
        by = self.by("director")
        event = an_event(by, self.club, "Archived", pairs_of(self.club))
        archiving.archive(by, event.book)
        empty = a_club("Empty Club", federation=self.federation)
        Role.objects.create(user=self.people["admin"], book=club_book(empty), kind=Role.Kind.ADMIN)
        trial = an_event(by, self.club, "Rehearsal", pairs_of(self.club), trial=True)
        running.publish_round(by, running.draw_round(by, trial, "3" * 16))
        open_club = a_club("Open Club", federation=self.federation, players_open_games=True)
        self.words |= {
            "open_secret": Table.objects.create(club=open_club, label="1", pin="999999").secret,
            "archived_book": event.book_id,
            "empty_club": empty.pk,
            "trial_event": trial.pk,
        }

    def unlikely_game(self, by: Author) -> int:
        """A game in which something unlikely was recorded."""
        sides = [[a_player(club=self.club), a_player(club=self.club)] for _ in range(2)]
        game = recording.open_game(by, self.club, recording.GamePlan(ruleset="samba", sides=sides), uuid4())
        recording.record_deal(by, game, recording.WrittenDeal(number=1, body=FEW_CARDS, key=uuid4()))
        return game.pk

    def sit_down(self) -> None:
        """Tables before the first deal, bidding, with a deal to approve, with two protocols that differ."""
        by = self.by("director")
        fresh, written, both, bidding = recording.create_tables(by, self.club, ["A", "B", "C", "G"], uuid4())
        self.words |= self.game_at(by, fresh, "fresh") | self.game_at(by, written, "written")
        self.words |= self.game_at(by, both, "both", protocols=Game.Protocols.BOTH)
        self.words |= self.game_at(by, bidding, "bidding", ruleset="sitoumussamba")
        recording.start_deal(by, Game.objects.get(table=bidding), 1, uuid4())
        for table, side, melded in ((written, 0, 845), (both, 0, 845), (both, 1, 850)):
            recorded = recording.WrittenDeal(number=1, body=a_body(meld_points=melded), key=uuid4())
            game = Game.objects.get(table=table)
            player = game.sides.get(number=side).seats.first()
            assert player is not None
            hand = recording.AtTable(
                user=None, origin=by.origin, table=table, device="a phone", side=side, player=player.player_id
            )
            write = recording.hand_in_protocol if table is both else recording.record_deal
            write(hand, game, recorded)

    def sign_off(self) -> None:
        """Three games that are over: one to be signed, one that a player has refused, and a signed one."""
        by = self.by("director")
        tables = recording.create_tables(by, self.club, ["D", "E", "F"], uuid4())
        for table, name in zip(tables, ("unsigned", "refused", "signed"), strict=True):
            self.words |= self.game_at(by, table, name)
            game = Game.objects.get(table=table)
            recording.record_deal(by, game, recording.WrittenDeal(number=1, body=a_body(), key=uuid4()))
            end = recording.EarlyEnd(recording.GameEnd.TIME)
            recording.end_game(by, game, end, "Ten o'clock", uuid4())
            evening = Evening(game, table, by, by)
            if name == "refused":
                signed.refuse(evening)
                signed.all_sign(evening, signed.EVERYBODY[1:])
            elif name == "signed":
                signed.all_sign(evening)
            self.words |= {f"{name}_digest": protocol_of(game).digest}

    def game_at(self, by: Author, table: Table, name: str, **fields: Any) -> dict[str, object]:
        """A game at a table, and what its pages are called by."""
        sides = [[a_player(club=self.club), a_player(club=self.club)] for _ in range(2)]
        plan = recording.GamePlan(**{"ruleset": "samba", "sides": sides} | fields)
        game = recording.open_game(by, self.club, plan, uuid4())
        recording.assign_table(by, table, game)
        return {
            f"{name}_secret": table.secret,
            f"{name}_pin": table.pin,
            f"{name}_game": game.pk,
            f"{name}_player": sides[1][0].pk,
            f"{name}_side": game.sides.get(number=1).secret,
        }

    def give_roles(self) -> None:
        """A role of each club to be taken away, and somebody who works in both."""
        both = a_user(Role.Kind.SCORER, club=self.club)
        Role.objects.create(user=both, book=club_book(self.their_club), kind=Role.Kind.SCORER)
        guest = Role.objects.create(
            user=both, book_id=int(str(self.words["event_book"])), kind=Role.Kind.SCORER
        )
        role = Role.objects.values_list("pk", flat=True)
        self.words |= {
            "both": both.pk,
            "role": role.get(user=self.people["scorer"]),
            "event_role": role.get(user=self.people["event_director"], book__tournament__name="Fresh"),
            "guest_role": guest.pk,
            "their_role": role.get(user=both, book=club_book(self.their_club)),
        }

    def invite(self) -> None:
        """Links that open something, and links that open nothing any more."""
        ours, book = self.by("admin"), club_book(self.club)
        made = accounts.invite(ours, book, "new@example.org", Role.Kind.JURY)
        withdrawn = accounts.invite(ours, book, "late@example.org", Role.Kind.JURY)
        accounts.withdraw_invitation(ours, withdrawn)
        theirs = accounts.invite(
            self.by("outsider"), club_book(self.their_club), "new@example.org", Role.Kind.ADMIN
        )
        event_book = Book.objects.select_related("club").get(pk=str(self.words["event_book"]))
        to_event = accounts.invite(ours, event_book, "guest@example.org", Role.Kind.SCORER)
        token_of = accounts.invitation_token
        self.words |= {"event_invitation": to_event.pk}
        self.words |= {"invitation": made.pk, "their_invitation": theirs.pk}
        self.words |= {"token": token_of(made), "withdrawn_token": token_of(withdrawn)}
        scorer, jury = self.people["scorer"], self.people["jury"]
        self.words |= {"uid": accounts.reset_uid(scorer), "other_uid": accounts.reset_uid(jury)}
        self.words |= {"reset_token": default_token_generator.make_token(scorer)}
        self.words |= {"email_token": email_token(scorer, "another@example.org")}
        recovery = set_up_app(an_author(jury), SECRET, pyotp.TOTP(SECRET).now())
        passkey = Passkey.objects.create(
            user=jury,
            name="Phone",
            site="testserver",
            credential="AQID",
            public_key="AQID",
            since=timezone.now(),
        )
        self.words |= {"recovery_code": recovery[0], "passkey": passkey.pk}

    def ask_for_work(self) -> None:
        """Work that waits, work that is done and has left a file, and work of the other club."""
        jobs: dict[str, Job] = {}
        for name, who, word in (
            ("job", "director", "played_event"),
            ("done_job", "admin", "played_event"),
            ("their_job", "outsider", "their_event"),
        ):
            event = Tournament.objects.select_related("book").get(pk=str(self.words[word]))
            wanted = {"event": event.pk, "languages": "sv", "origin": "http://192.0.2.1"}
            wish = queue.JobRequest(kind=EVENT_PROTOCOLS, parameters=wanted, key=uuid4())
            jobs[name] = queue.request_job(self.by(who), event.book, wish)
        self.words |= {name: job.pk for name, job in jobs.items()}
        done = jobs["done_job"]
        partial_file(done).write_bytes(b"%PDF-1.4")
        store_output(done)
        told = {"file_name": "protocols.pdf", "media_type": "application/pdf"}
        Job.objects.filter(pk=done.pk).update(state=Job.State.DONE, ended_at=timezone.now(), **told)

    def address(self, template: str) -> str:
        return template.format_map(self.words)

    def body(self, view: str, changes: Mapping[str, str] | None = None) -> dict[str, str]:
        """What a person would send to a page, valid in every field."""
        sent = {**VALID.get(view, {}), **(changes or {})}
        return {name.format_map(self.words): value.format_map(self.words) for name, value in sent.items()}

    def as_(self, who: str, *, enforce_csrf_checks: bool = False) -> Client:
        """A browser of somebody; a stranger is signed in nowhere. An error is answered, as in the product."""
        client = Client(raise_request_exception=False)
        client.handler = handler(enforce_csrf_checks)
        if who != STRANGER:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[who]
        return client

    def send(self, who: str, method: str, address: str, sent: Mapping[str, str]) -> HttpResponseBase:
        """What comes of somebody's asking; `sent` is the body of a form."""
        response = self.as_(who).generic(method, address, urlencode(sent), FORM)
        if isinstance(response, StreamingHttpResponse):
            # A file is read to its end, as a browser does: that closes it.
            b"".join(cast("Iterator[bytes]", response.streaming_content))
        return response


TYPED_DEAL: Mapping[str, str] = {
    "ended": "out-0",
    "number": "1",
    "key": KEY,
    "side0-combination_samba": "1",
    "side0-combination_mixed": "1",
    "side0-meld_points": "500+345",
    "side0-hand_points": "120",
    "side1-hand_points": "85",
}

# What a series agrees on.
SERIES: dict[str, str] = {
    "who": "players",
    "source": "days",
    "since": "2026-01-01",
    "way": "place",
    "place_points": "10 8 6,5",
    "others": "1",
    "shares_points": "on",
    "full": "100",
    "counted": "best",
    "how_many": "8",
    "minimum": "3",
    "bonus": "0,5",
}

# What a club applies for.
DATE: dict[str, str] = {
    "name": "Lucia cup",
    "kind": "open",
    "first_day": "2026-12-12",
    "last_day": "2026-12-13",
    "place": "Lund",
    "ruleset": "samba",
    "tables": "12",
    "contact": "the secretary",
    "remark": "In the town hall.",
}

# What a ranking agrees on.
RANKING: dict[str, str] = {
    "years": "100 50",
    "first_month": "1",
    "championship": "300",
    "own": "200",
    "club": "100",
    "way": "place",
    "place_points": "10 8 6,5",
    "others": "1",
    "full": "100",
    "counted": "best",
    "how_many": "8",
    "minimum": "3",
    "licence": "points",
    "grades": "500 Master",
}

# When a league is, and what is played.
LEAGUE: dict[str, str] = {"ruleset": "samba", "since": "2026-09-07", "until": "2027-05-31"}
# What it agrees on.
LEAGUE_RULES: dict[str, str] = {
    "tables": "2",
    "pair_size": "2",
    "meeting": "table_to_table",
    "opponents": "2",
    "legs": "2",
    "scheme": "scl",
    "bands": "50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500",
    "bound": "10000",
    "margin": "2000",
    "decision": "points_diff",
    "win": "2",
    "draw": "1",
    "loss": "0",
    "chain": "match_points table_points difference head_to_head",
    "withdrawn": "by_half",
    "reserves": "named",
    "postponed_days": "14",
    "silence_hours": "48",
    "promoted": "1",
    "relegated": "1",
}
_TOTALS = {
    "home1": "5000",
    "away1": "4000",
    "table1": "played",
    "home2": "4000",
    "away2": "4100",
    "table2": "played",
}
_TABLES = {
    "home1": "5000",
    "away1": "4000",
    "kind1": "played",
    "home2": "4000",
    "away2": "4100",
    "kind2": "played",
}

# What each form is sent, by the name of its page; in braces are words of the world.
# A line of a programme.
LINE = {
    "kind": "other",
    "on_day": "2026-05-02",
    "at": "15:00",
    "minutes": "20",
    "text": "Coffee",
    "seen": "{programme_seen}",
}
VALID: Mapping[str, Mapping[str, str]] = {
    "clubs:sign_in": {"username": "{scorer_email}", "password": PASSWORD},
    "clubs:account": {"name": "Another Name", "language": "fi"},
    "clubs:account_close": {"password": PASSWORD},
    "clubs:person_close": {},
    "clubs:player_erase": {"name": "{moving_name}"},
    "clubs:account_email": {"email": "another@example.org", "password": PASSWORD},
    "clubs:second_step": {"code": "123456", "password": PASSWORD},
    "reach": {"network": "Hall", "kind": "WPA", "password": "ten of hearts"},
    "clubs:second_step_app": {"code": "123456", "password": PASSWORD},
    "clubs:second_step_app_remove": {"password": PASSWORD},
    "clubs:passkey_new": {"name": "Phone", "password": PASSWORD},
    "clubs:passkey_remove": {"password": PASSWORD},
    "clubs:second_step_off": {"code": "{recovery_code}", "password": PASSWORD},
    "clubs:recovery_codes": {"password": PASSWORD},
    "clubs:person_email": {"email": "another@example.org"},
    "clubs:account_password": {"old": PASSWORD, "password": NEW_PASSWORD, "again": NEW_PASSWORD},
    "clubs:invitation": {"name": "Nea New", "password": NEW_PASSWORD, "again": NEW_PASSWORD},
    "clubs:reset_ask": {"email": "somebody@example.org"},
    "clubs:reset": {"password": NEW_PASSWORD, "again": NEW_PASSWORD},
    "clubs:club_new": {"name": "Founded Club", "short_name": "FC", "place": "Nagu", "language": "fi"},
    "clubs:club_edit": {
        "name": "Renamed Club",
        "short_name": "RC",
        "place": "Korpo",
        "language": "da",
        "version": "1",
    },
    "clubs:federation": {"federation": "{federation}"},
    "clubs:player_new": {"given_name": "Nils", "family_name": "Newcomer", "licence": "N12", "key": KEY},
    "clubs:players_paste": {
        "names": "Pia Pasted",
        "order": "family",
        "key": KEY,
        "step": "add",
        f"line-1-{zlib.crc32(b'Pia Pasted'):08x}": "new:new",
    },
    "clubs:codes_mail": {"address": "federation@example.org"},
    "clubs:players_consent": {"seen": "{player}"},
    "clubs:players_licences": {"until": "2027-12-31", "all": "1"},
    "clubs:member_new": {"licence": "S77", "family_name": "Sister"},
    "clubs:player_edit": {
        "given_name": "Mathias",
        "family_name": "Moved",
        "licence": "M12",
        "language": "fi",
        "version": "1",
    },
    "clubs:rating_consent": {"agreed": "on"},
    "clubs:home_move": {"club": "{sister}"},
    "clubs:player_delete": {},
    "clubs:player_merge": {"kept_version": "1", "other_version": "1", "name_of": "{player}"},
    "clubs:club_invite": {"email": "third@example.org", "kind": "jury"},
    "clubs:undo": {"reason": "A slip of the hand", "key": KEY},
    "clubs:club_role_give": {"kind": "jury"},
    "clubs:event_invite": {"email": "third@example.org", "kind": "jury"},
    "clubs:event_role_give": {"kind": "jury"},
    "clubs:person_player": {"player": "{player}"},
    "scoring:tables_opening": {"allowed": "True"},
    "scoring:game_set_aside": {"reason": "Opened by mistake", "key": KEY},
    "scoring:table_open": {
        "side0_player0": "Gun Guest",
        "side0_player1": "Gurli Guest",
        "side1_player0": "Gerd Guest",
        "side1_player1": "Gösta Guest",
        "guests": "on",
        "key": KEY,
    },
    "scoring:adjust": {
        "level": "game",
        "side": "1",
        "sign": "charged",
        "points": "100",
        "rule": "33C",
        "reason": "Drew twice",
        "key": KEY,
    },
    "scoring:ruling_new": {
        "text": "The jury has heard both sides",
        "rule": "35",
        "sign0": "charged",
        "points0": "100",
        "sign1": "credited",
        "points1": "50",
        "key": KEY,
    },
    "scoring:ruling_cancel": {"reason": "Not all were heard", "key": KEY},
    "scoring:warning_new": {"player": "{seated}", "text": "Talk", "rule": "24A", "key": KEY},
    "scoring:warning_cancel": {"reason": "Another player", "key": KEY},
    "scoring:adjustment_cancel": {"reason": "It was the other side", "key": KEY},
    "scoring:deal_confirm": {"version": "1", "reason": "Looked at", "key": KEY},
    "scoring:deal_void": {"reason": "Cards were missing", "key": KEY},
    "scoring:game_end": {"kind": "stopped", "side": "1", "reason": "The bus leaves", "key": KEY},
    "scoring:game_result": {"total0": "5200", "total1": "-85", "reason": "The paper is wet", "key": KEY},
    "scoring:game_resume": {"reason": "The bus has come late", "key": KEY},
    "scoring:result_take_back": {"reason": "The deals were found", "key": KEY},
    "scoring:substitute": {"leaving": "{seated}", "coming": "Mats Moving", "key": KEY},
    "scoring:call_answer": {"key": KEY},
    "scoring:game_check": {"total0": "2 725", "total1": "−85", "key": KEY},
    "scoring:game_read_back": {"digest": "{own_digest}", "key": KEY},
    "scoring:deal_look": {"version": "1", "key": KEY},
    "scoring:pin": {"pin": "{fresh_pin}"},
    "scoring:table_seats": {"game": "{fresh_game}", "highest": "{fresh_player}", "key": KEY},
    "scoring:table_start": {"game": "{fresh_game}", "number": "1", "key": KEY},
    "scoring:table_start_take_back": {"game": "{fresh_game}", "number": "1", "key": KEY},
    "scoring:table_call_take_back": {"game": "{fresh_game}", "key": KEY},
    "scoring:table_contract": {
        "game": "{bidding_game}",
        "version": "0",
        "act": "outcome",
        "contract-side": "0",
        "contract-level": "3",
        "contract-strain": "spades",
        "key": KEY,
    },
    "scoring:table_call": {"game": "{fresh_game}", "why": "time", "text": "Ten minutes", "key": KEY},
    "scoring:table_answer": {
        "game": "{written_game}",
        "version": "1",
        "player": "{written_player}",
        "said": "approved",
        "key": KEY,
    },
    "scoring:table_compare": {
        "game": "{both_game}",
        "version": "1",
        "taken": "0",
        "player": "{both_player}",
        "key": KEY,
    },
    "scoring:table_sign": {
        "game": "{unsigned_game}",
        "digest": "{unsigned_digest}",
        "player": "{unsigned_player}",
        "strokes": "[[[10,10],[300,100],[590,190]]]",
        "typed": "Anna Berg",
        "said": "signed",
        "reason": "A samba is missing",
        "key": KEY,
    },
    "scoring:sign_absent": {
        "digest": "{unsigned_digest}",
        "player": "{unsigned_player}",
        "reason": "Took the last bus",
        "key": KEY,
    },
    "scoring:sign_paper": {"digest": "{unsigned_digest}", "key": KEY},
    "scoring:sign_director": {
        "digest": "{refused_digest}",
        "strokes": "[[[10,10],[300,100],[590,190]]]",
        "typed": "Siv Director",
        "key": KEY,
    },
    "scoring:reopen": {"reason": "Deal 1 is wrong", "key": KEY},
    "scoring:tables_new": {"labels": "21-22, Window", "key": KEY},
    "scoring:tables_pins": {"key": KEY},
    "scoring:table_game": {"game": ""},
    "scoring:table_delete": {},
    "scoring:game_new": {
        "ruleset": "samba",
        "form": "4",
        "side0_player0": "Mats Moving",
        "side0_player1": "Lea Leaving",
        "side1_player0": "Elsa Entering",
        "side1_player1": "Edvin Entering",
        "option_settlement": "0",
        "option_cards_dealt": "1",
        "approval": "own_code",
        "protocols": "one",
        "signers": "one",
        "director_signs": "on",
        "corrections": "strict",
        "table": "",
        "carried0": "1200",
        "carried1": "-85",
        "key": KEY,
    },
    "tournaments:event_new": {
        "name": "Next Thursday",
        "on_day": "2026-06-04",
        "ruleset": "samba",
        "preset": "club_evening",
        "option_settlement": "0",
        "option_cards_dealt": "1",
    },
    "tournaments:settings": {
        "name": "Renamed Event",
        "on_day": "2026-05-03",
        "ruleset": "samba",
        "option_settlement": "1",
        "option_cards_dealt": "0",
        "sides": "2",
        "movement0": "danish_modified",
        "rounds0": "4",
        "best_of": "1",
        "level_game": "extra_deal",
        "scheme": "scl",
        "bands": "50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500",
        "place_points": "3, 1, 0",
        "criterion0": "points",
        "criterion1": "difference",
        "correction_minutes": "60",
        "clock_more": "10",
        "clock_end": "finish_deal",
        "clock_late": "10",
        "late_minutes": "10",
        "handicap": "0",
        "sit_out": "fixed",
        "sit_out_points": "2",
        "sit_out_difference": "0",
        "sit_out_percent": "60",
        "missed": "lost",
        "entries_until": "last_draw",
        "licences": "warn",
        "places_by": "number",
        "who_leaves": "stand",
        "substitutes": "half",
        "substitute_percent": "60",
        "counting": "recorded",
        "written_on": "phones",
        "approval": "own_code",
        "protocols": "one",
        "corrections": "strict",
        "signers": "one",
        "director_signs": "on",
    },
    "tournaments:draw_early": {"counts1-1": "draw"},
    "tournaments:official": {"early": "1"},
    "tournaments:close": {"sure": "1"},
    "tournaments:reopen": {"reason": "A sheet was in the wrong pile"},
    "tournaments:hide": {"reason": "A sheet was in the wrong pile"},
    "tournaments:revise": {"reason": "A sheet was added up wrongly"},
    "tournaments:withdraw": {"reason": "Ill"},
    "tournaments:entry_edit": {"player0": ENTERING[0], "player1": ENTERING[1], "number": "1"},
    "tournaments:entry_third": {"player": ENTERING[0]},
    "tournaments:entry_replace": {"player0": ENTERING[0], "player1": ENTERING[1]},
    "tournaments:entry_outside": {"outside": "on"},
    "tournaments:keep_table": {"table": "1"},
    "tournaments:settings_correct": {
        "seen": "{event_seen}",
        "key": KEY,
        "sit_out": "fixed",
        "sit_out_points": "1",
        "reason": "typed in a hurry",
    },
    "tournaments:here": {"numbers": "1"},
    "tournaments:hall_announce": {"text": "Coffee at three", "minutes": "30", "key": KEY},
    "tournaments:call_players": {"who": "1", "table": "1", "key": KEY},
    "tournaments:screen_change": {"names": "12", "standings": "20", "dark": "1", "language": "fi"},
    "tournaments:cash": {"act": "paid", "player": "{cash_next}", "seen": "0", "key": KEY},
    "tournaments:cash_person": {
        "article": "goods:Coffee",
        "count": "1",
        "seen": "{cash_seen}",
        "key": KEY,
    },
    "tournaments:cash_sale": {"article": "goods:Coffee", "count": "2", "seen": "0", "key": KEY},
    "tournaments:cash_drawer": {"kind": "counted", "amount": "55", "seen": "{cash_drawer}", "key": KEY},
    "tournaments:cash_prices": {"fee": "6,50", "punches": "10"},
    "tournaments:cash_currency": {"currency": "DKK"},
    "tournaments:prize_table": {"sharing": "draw", "unit": "1", "rows_all": "1-10:\n50 + cup"},
    "tournaments:place_decide": {"kind": "deal", "entry1-rank": "2", "entry2-rank": "1", "words": "9 to 5"},
    "tournaments:prize_lot": {"code": "", "entry": "1"},
    "tournaments:prize_give": {"code": "ladies", "entry": "1", "amount": "1000", "thing": ""},
    "tournaments:entry_categories": {"entry1-in": "beginner"},
    "tournaments:date_new": {"key": KEY, "version": "0", **DATE},
    "tournaments:date_change": {"key": KEY, "version": "{date_version}", **DATE},
    "tournaments:date_answer": {"version": "{date_version}", "state": "other", "answer": "Too close"},
    "tournaments:closed_day_new": {"key": KEY, "name": "Midsummer", "first_day": "2026-06-19"},
    "tournaments:federation_terms": {
        "days_apart": "14",
        "per_event": "10",
        "per_start": "0,50",
        "per_licence": "5",
    },
    "tournaments:statement_issue": {
        "key": KEY,
        "clubs": "{sister}",
        "shown": "{statements_shown}",
    },
    "tournaments:statement_credit": {"key": KEY, "reason": "Wrong days"},
    "tournaments:ranking_new": {"key": KEY, "name": "Of the year", "version": "0", **RANKING},
    "tournaments:ranking_change": {
        "key": KEY,
        "name": "Of all years",
        "version": "{ranking_version}",
        **RANKING,
    },
    "tournaments:series_new": {"key": KEY, "name": "Autumn", "version": "0", **SERIES},
    "tournaments:series_change": {
        "key": KEY,
        "name": "Whole season",
        "version": "{series_version}",
        **SERIES,
    },
    "tournaments:league_new": {
        "key": KEY,
        "name": "Autumn",
        "version": "0",
        "divisions": "One",
        **LEAGUE,
        **LEAGUE_RULES,
    },
    "tournaments:league_change": {
        "key": KEY,
        "name": "Another league",
        "version": "{league_version}",
        "divisions": "First\nSecond\nThird",
        **LEAGUE,
    },
    "tournaments:league_rules_change": {
        "version": "{league_version}",
        **LEAGUE_RULES,
        "promoted": "2",
        "corrections": "strict",
        "signers": "one",
        "reminder_days": "2",
        **{f"option_{option.name}": "0" for option in sheets.load_ruleset("samba").options},
    },
    "tournaments:league_next": {"key": KEY, "name": "Next", "since": "2027-09-01", "until": "2028-05-01"},
    "tournaments:fixtures_plan": {
        "key": KEY,
        "first": "2026-09-07",
        "weeks": "2",
        "minutes": "75",
        "order": "mirrored",
        "publish": "1",
    },
    "tournaments:fixtures_add": {"key": KEY, "round": "9", "home": "1", "away": "2", "day": "2026-10-01"},
    "tournaments:fixtures_next": {"key": KEY, "seen": "{next_round}", "day": "2026-10-01"},
    "tournaments:team_new": {"key": KEY, "version": "0", "name": "New team", "division": "2"},
    "tournaments:team_change": {"key": KEY, "version": "1", "name": "Renamed", "division": "1"},
    "tournaments:team_withdraw": {"reason": "too few players"},
    "tournaments:team_charge": {
        "key": KEY,
        "match_points": "-1",
        "table_points": "0",
        "difference": "0",
        "reason": "late",
    },
    "tournaments:match_when": {"version": "1", "day": "2026-10-10", "starts": "18:00", "place": "Hall"},
    "tournaments:match_exchange": {"version": "1"},
    "tournaments:match_postpone": {"version": "1", "last_day": "2026-12-01", "reason": "snow"},
    "tournaments:match_line_up": {"version": "1", "pair1_1": "Alfa1 Berg", "pair1_2": "Alfa2 Berg"},
    "tournaments:match_break_seal": {"version": "2", "reason": "a slip"},
    "tournaments:match_open": {"version": "1", "reason": "they play"},
    "tournaments:match_result": {"key": KEY, "version": "1", **_TABLES},
    "tournaments:match_rule": {"version": "1", "kind": "walkover", "at_fault": "1", "reason": "absent"},
    "tournaments:match_clear": {"version": "{entered_match_version}", "reason": "wrong match"},
    "tournaments:match_dispute": {"version": "{entered_match_version}", "reason": "table 2"},
    "tournaments:match_confirm": {"version": "{entered_match_version}"},
    "tournaments:match_accept": {"version": "{confirmed_match_version}"},
    "tournaments:match_reopen": {"version": "{accepted_match_version}"},
    "tournaments:singles": {"player": ENTERING[0]},
    "tournaments:signup": {
        "key": KEY,
        "way": "pair",
        "given0": "Selma",
        "family0": "Stranger",
        "given1": "Sixten",
        "family1": "Stranger",
        "email": "selma@example.org",
    },
    "tournaments:divide": {
        "key": KEY,
        "word": "Section",
        "rounds": "1",
        "entry1": "1",
        "entry2": "1",
        "entry3": "2",
        "entry4": "2",
    },
    "tournaments:make_finals": {
        "key": KEY,
        "word": "Final",
        "rounds": "1",
        "carry": "none",
        "percent": "50",
        "on_day": "2026-05-02",
        "entry{shown_one}": "1",
        "entry{shown_other}": "1",
    },
    "tournaments:overall_open": {"reason": "a slip"},
    "tournaments:gathering_new": {"key": KEY, "name": "Week", "events": "{event}"},
    "tournaments:gathering_desk": {
        "key": KEY,
        "name": "Longer weekend",
        "events": "{announced_event}",
        "seen_name": "Weekend",
        "seen_events": "{announced_event}",
    },
    "tournaments:gathering_people": {"person": "{scorer}", "kind": "jury"},
    "tournaments:gathering_signup": {
        "key": KEY,
        "events": "{announced_event}",
        "way": "pair",
        "given0": "Selma",
        "family0": "Stranger",
        "given1": "Sixten",
        "family1": "Stranger",
        "email": "selma@example.org",
    },
    "tournaments:my_code": {"code": "{own_code}"},
    "tournaments:my_here": {"here": "yes"},
    "tournaments:team_code": {"code": "{team_code}"},
    "tournaments:team_codes": {"seen": "{team}:1"},
    "tournaments:team_line_up": {
        "version": "{planned_match_version}",
        "pair1_1": "{alfa_player}",
        "anyway": "on",
    },
    "tournaments:team_result": {"key": KEY, "version": "{planned_match_version}", **_TOTALS},
    "tournaments:match_table": {"key": KEY, "version": "{lined_up_match_version}"},
    "tournaments:match_table_leave": {"version": "{lined_up_match_version}", "reason": "on paper"},
    "tournaments:team_table": {"key": KEY, "version": "{lined_up_match_version}"},
    "tournaments:team_answer": {"version": "{answered_match_version}", "answer": "confirm"},
    "tournaments:team_undo": {"what": "seal"},
    "tournaments:my_phone": {
        "act": "on",
        "endpoint": "https://push.example.org/1",
        "public_key": push.public_key(),
        "secret": "BTBZMqHH6r4Tts7J_aSIgg",
    },
    "tournaments:my_mail": {"email": "selma@example.org"},
    "tournaments:personal_codes": {"seen": "0"},
    "tournaments:signup_code": {"code": "{signup_code}"},
    "tournaments:own_signup": {
        "key": KEY,
        "given0": "Alma",
        "family0": "Placed",
        "given1": "Sixten",
        "family1": "Stranger",
    },
    "tournaments:announce": {
        "place": "Old School",
        "fee": "20",
        "closes_on": "2026-05-01",
        "places": "12",
        "who": "anybody",
        "lets_in": "yes",
    },
    "tournaments:announce_show": {"down": "1"},
    "tournaments:programme_template": {
        "template": "day",
        "on_day": "2026-05-02",
        "at": "10:00",
        "round_minutes": "60",
        "pause_minutes": "10",
        "lunch_minutes": "45",
        "seen": "{programme_seen}",
    },
    "tournaments:programme_move": {"first": "2", "minutes": "15", "seen": "{programme_seen}", "key": KEY},
    "tournaments:programme_line": LINE,
    "tournaments:programme_line_new": LINE,
    "tournaments:programme_line_remove": {"seen": "{programme_seen}"},
    "tournaments:announce_status": {"status": "postponed", "notice": "Snow"},
    "tournaments:signups": {"act": "approve", "chosen": "{asking_signup}"},
    "tournaments:signups_enter": {"take": "{placed_signup}"},
    "tournaments:presence": {"missing_entries": "1", "numbers": "2", "round": "1"},
    "tournaments:clock": {"minutes": "50", "more_minutes": "10", "seen": ""},
    "tournaments:clock_pause": {"pause": "1"},
    "tournaments:time_up": {"games": "1", "key": KEY},
    "tournaments:minutes": {"minutes": "5", "call": "", "key": KEY},
    "tournaments:move_deals": {"to": "", "reason": "The wrong pile", "key": KEY},
    "tournaments:level_decide": {"winner": "1", "words": "320 to 180"},
    "tournaments:judge": {"kind": "walkover", "at_fault": "1", "reason": "Did not come"},
    "tournaments:adjust": {
        "entry": "1",
        "unit": "difference",
        "amount": "-100",
        "reason": "Late",
        "key": KEY,
    },
    "tournaments:adjustment_cancel": {"reason": "In time after all"},
    "tournaments:pairs": {"names": " – ".join(ENTERING)},
    "tournaments:check_in": {"here": "1"},
    "tournaments:event_again": {
        "name": "Again",
        "on_day": "2026-06-01",
        "begins": "18:30",
        "whole": "1",
        "key": KEY,
    },
    "tournaments:entry_new": {"chosen": "{entering0}", "coming": "{entering1}"},
    "tournaments:lots": {"entry1-lot": "7", "entry2-lot": "4"},
    "tournaments:entry_handicap": {
        "seen": "1480",
        "rating": "1450",
        "from_round": "1",
        "reason": "A slip of the pen",
    },
    "tournaments:club_rated_games": {"counts": "True"},
    "tournaments:strength": {"source": "earlier_event:{official_event}", "seen": ""},
    "tournaments:substitute": {"leaving": "{at_table}", "coming": "Mats Moving", "key": KEY},
    "tournaments:event_protocols": {"languages": "sv-fi", "key": KEY},
    "tournaments:round_protocols": {"languages": "fi", "to": "round", "key": KEY},
    "tournaments:make_whole": {"kind": "xlsx", "key": KEY},
    "tournaments:make_full": {"kind": "xlsx", "key": KEY},
    "tournaments:make_deals": {"kind": "csv-comma", "key": KEY},
    "tournaments:pack": {"languages": "fi-sv", "to": "papers", "key": KEY},
    "tournaments:booklet": {"languages": "da", "to": "papers", "key": KEY},
    "tournaments:event_export": {"photographs": "on", "key": KEY},
    "scoring:photo_remove": {"reason": "Another table's", "key": KEY},
    "tournaments:scan_answer": {"game": "{game}", "answer": "file", "key": KEY},
    "tournaments:publish": {"seen": "{round_seen}"},
    "tournaments:lock": {"lock": "1", "seen": "{round_seen}"},
    "tournaments:redraw": {"seen": "{round_seen}"},
    "tournaments:draw_again": {"seen": "{round_seen}"},
    "tournaments:round_signed": {"sheets": "{over_sheet}", "key": KEY},
    "tournaments:remove": {"was": "drawn", "reason": ""},
    "tournaments:round_change": {
        "seen": "{round_seen}",
        "looked": "{round_turned}",
        "table1-side0": "{second_side}",
        "table1-side1": "{first_side}",
        "table2-side0": "{third_side}",
        "table2-side1": "{fourth_side}",
        "save": "1",
    },
    "scoring:deal_new": TYPED_DEAL,
    "scoring:deal_amend": {**TYPED_DEAL, "version": "1", "side1-hand_points": "95"},
    "scoring:preview": TYPED_DEAL,
    "scoring:table_deal": {**TYPED_DEAL, "game": "{fresh_game}", "player": "{fresh_player}"},
    "scoring:table_preview": TYPED_DEAL,
}


def signed_up(family: str) -> signup.SignupForm:
    """A pair of this family that signs up."""
    people = [signup.TypedPlayer(given_name=given, family_name=family) for given in ("Alma", "Axel")]
    return signup.SignupForm(people=people)


def session_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def pairs_of(club: Club) -> list[tuple[Player, Player]]:
    return [(a_player(club=club), a_player(club=club)) for _ in range(2)]


def an_event(
    by: Author,
    club: Club,
    name: str,
    pairs: Sequence[Sequence[Player]],
    rounds: int = 7,
    *,
    trial: bool = False,
    agreement: EventAgreement | None = None,
) -> Tournament:
    agreed = agreement or EventAgreement(phases=(Phase(movement=SWISS, rounds=rounds),))
    day = date(2026, 5, 2)
    plan = running.EventPlan(name=name, date=day, ruleset="samba", agreement=agreed, trial=trial)
    event = running.create_event(by, club, plan)
    running.enter_pairs(by, event, pairs)
    return event


def turned_round(drawn: Round) -> dict[str, object]:
    """The two tables of a round, and the same with the sides of the first changed."""
    seats = get_seats(drawn)
    ((first,), (second,)), ((third,), (fourth,)) = seats.tables
    turned = seats.with_exchanged(first, second)
    return {
        "round_seen": seats.fingerprint,
        "round_turned": turned.fingerprint,
        "first_side": str(first),
        "second_side": str(second),
        "third_side": str(third),
        "fourth_side": str(fourth),
    }


def play_round(by: Author, event: Tournament) -> Round:
    """A round that is played: its one game by its result."""
    drawn = running.publish_round(by, running.draw_round(by, event, "4" * 16))
    result = recording.FinalResult(totals=[9000, 4000], reason="slip", key=uuid4())
    recording.record_result(by, Game.objects.get(pairing__round=drawn), result)
    return drawn


def found(event: Tournament) -> Tournament:
    """Return an event as it is now."""
    return Tournament.objects.select_related("book", "club").get(pk=event.pk)


def divide(by: Author, event: Tournament) -> list[Tournament]:
    plan = sections.SectionsPlan(sections=[[1, 2], [3, 4]], rounds=1, word="Section")
    return sections.divide(by, event, plan, uuid4())


def end(by: Author, event: Tournament) -> None:
    """Play the one round of an event, and show its results."""
    running.close_round(by, play_round(by, event))
    running.show_results(by, found(event))


def make_a_final(by: Author, event: Tournament) -> tuple[Tournament, Tournament]:
    """Divide an event and play its sections; return the final of their first, and the first section."""
    parts = divide(by, event)
    for part in parts:
        end(by, part)
    best = [Entry.objects.get(tournament=part, standings__place=1).pk for part in parts]
    plan = sections.FinalsPlan(
        finals=[best], carry=CarryOver.SHARE, percent=100, word="Final", day=event.date, rounds=1
    )
    (final,) = sections.make_finals(by, found(event), plan, uuid4())
    return final, found(parts[0])


def sheet_of(drawn: Round) -> str:
    """The one game of a round with the hash of its protocol, as the form of signed sheets sends it."""
    game = Game.objects.get(pairing__round=drawn)
    return f"{game.pk}:{protocol_of(game).digest}"


def game_of(by: Author, event: Tournament) -> int:
    """The one game of an event's first round."""
    drawn: Round = running.publish_round(by, running.draw_round(by, event, "3" * 16))
    return drawn.pairings.values_list("game", flat=True).get()


def tell_the_hall(by: Author, event: Tournament) -> None:
    """Notice 1 is an announcement, 2 a call; there is a second screen."""
    running.announce(by, event, {"": "Coffee at three"}, 60)
    running.call_players(by, event, running.CalledPlayers(1, 0, 1))
    running.set_screen(by, event, HallScreen(2, {"names": 10}))


def plan_the_day(by: Author, event: Tournament) -> dict[str, object]:
    """Line 2 of the programme is the first round."""
    starts_at = make_aware(datetime.combine(event.date, time(18)))
    layout = DayLayout(template=Template.EVENING, starts_at=starts_at, rounds=3, round_minutes=50)
    running.make_programme(by, event, lay_out(layout), fingerprint_of_programme(event))
    event.refresh_from_db(fields=["programme"])
    return {"programme_seen": fingerprint_of_programme(event)}


def a_level_game(by: Author, club: Club, pairs: Sequence[Sequence[Player]]) -> dict[str, object]:
    """A knock-out whose only game so far has ended level."""
    agreed = EventAgreement(phases=(Phase(movement=KNOCK_OUT, rounds=1),))
    plan = running.EventPlan(name="Cup", date=date(2026, 5, 2), ruleset="samba", agreement=agreed)
    event = running.create_event(by, club, plan)
    running.enter_pairs(by, event, pairs)
    drawn = running.publish_round(by, running.draw_round(by, event, "6" * 16))
    result = recording.FinalResult(totals=[5000, 5000], reason="slip", key=uuid4())
    recording.record_result(by, Game.objects.get(pairing__round=drawn), result)
    running.close_round(by, drawn)
    return {"level_event": event.pk, "level_pairing": Pairing.objects.get(round=drawn).pk}


def give_prizes(by: Author, event: Tournament) -> Tournament:
    """Both share the first place; decider 1 is of a category, and prize 1 has been handed out."""
    drawn = running.publish_round(by, running.draw_round(by, event, "5" * 16))
    result = recording.FinalResult(totals=[5000, 5000], reason="slip", key=uuid4())
    recording.record_result(by, Game.objects.get(pairing__round=drawn), result)
    running.close_round(by, drawn)
    running.set_categories(by, event, {1: ["ladies", "mixed"], 2: ["senior", "mixed"]})
    typed = {"": "50 + cup\n25", "ladies": "10", "senior": "5"}
    table = PrizeTable({code: read_rows(text) for code, text in typed.items()}, currency="EUR")
    running.set_prizes(by, event, table)
    running.record_decider(by, event, running.PlayedDecider("deal", "mixed", [1, 2], "320 to 180"))
    running.show_results(by, event)
    running.give_prize(by, event, "senior", 2, Prize(500))
    return event


def open_the_cash(by: Author, event: Tournament) -> dict[str, object]:
    """Entry 1 is the drawer at the beginning, 2 the evening that somebody has paid."""
    cash.set_prices(by, event, cash.Prices(fee=500, goods=(cash.Goods("Coffee", 150),)))
    first, following = EntryPlayer.objects.filter(tournament=event).order_by("pk")[:2]
    kinds = CashEntry.Kind
    cash.enter_cash(by, event, cash.CashAct(kind=kinds.OPENING, amount=5000), uuid4())
    cash.enter_cash(by, event, cash.CashAct(kind=kinds.PAID, player=first.player_id), uuid4())
    opened, paid = CashEntry.objects.filter(tournament=event).values_list("pk", flat=True)
    words = {"cash_player": first.player_id, "cash_next": following.player_id}
    return {**words, "cash_seen": paid, "cash_drawer": opened}


def a_waiting_sheet(event: Tournament) -> ScannedSheet:
    """A scanned sheet that a director is asked about."""
    asked = recording.DoubtfulSheet(
        picture=a_picture("JPEG").read(),
        source="pile.pdf",
        page=3,
        doubt=ScannedSheet.Doubt.NO_CODE,
        proposed=None,
        at=timezone.now(),
    )
    recording.ask_about_sheet(event.book, asked)
    return ScannedSheet.objects.get(book=event.book)


def a_picture(kind: str = "PNG") -> SimpleUploadedFile:
    drawn = BytesIO()
    Image.new("RGB", (4, 3), "white").save(drawn, kind)
    return SimpleUploadedFile(f"paper.{kind.lower()}", drawn.getvalue())


@dataclass(frozen=True, slots=True, repr=False)
class Scene:
    """The world that everybody finds, and what it looks like untouched."""

    world: World
    untouched: Mapping[str, Rows]

    def changes(self) -> Iterator[tuple[str, Rows]]:
        """The tables that hold something else now: none is read while no row has been written."""
        written = rows_written()
        if written == unchanged_at[-1]:
            return
        changed = False
        for table, rows in all_rows():
            if rows != self.untouched[table]:
                changed = True
                yield table, rows
        if not changed:
            unchanged_at[-1] = written

    def changed(self) -> list[str]:
        return [table for table, _rows in self.changes()]


@contextmanager
def one_scene() -> Iterator[Scene]:
    """A world that is gone afterwards."""
    with transaction.atomic():
        scene = Scene(World(), fingerprint())
        unchanged_at.append(rows_written())
        try:
            yield scene
        finally:
            unchanged_at.clear()
        transaction.set_rollback(True)


# How many rows had been written when nothing was changed: of the world, and of what will be undone within it.
unchanged_at: list[int] = []


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is done meanwhile is undone, so that the next one finds the world as it was."""
    with transaction.atomic():
        before = rows_written()
        unchanged_at.append(before)
        try:
            yield
        finally:
            unchanged_at.pop()
        transaction.set_rollback(True)
    if unchanged_at[-1] == before:
        unchanged_at[-1] = rows_written()  # undone: as it was before


def rows_written() -> int:
    """How many rows have been written on this connection, since undone or not."""
    if connection.vendor == "sqlite":
        return int(connection.connection.total_changes)
    with connection.cursor() as cursor:
        cursor.execute(WRITTEN_ON_POSTGRESQL)
        return int(cursor.fetchone()[0])


# All tests share the transaction in which the world was made, which counts what this connection has written.
WRITTEN_ON_POSTGRESQL = """
SELECT SUM(pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid)
           + pg_stat_get_xact_tuples_deleted(oid))
FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""


def fingerprint() -> dict[str, Rows]:
    """What each table holds: after a refusal all of them are as before."""
    return dict(all_rows())


def all_rows() -> Iterator[tuple[str, Rows]]:
    """Each table with all that is in it; first the log, which hardly any act leaves out."""
    models = apps.get_models(include_auto_created=True)
    for model in sorted(models, key=lambda model: model is not LogEntry):
        if model._meta.label_lower not in FLEETING:
            with connection.cursor() as cursor:
                table = connection.ops.quote_name(model._meta.db_table)
                cursor.execute(f"SELECT * FROM {table} ORDER BY 1")  # noqa: S608  # the name of a table of ours
                yield model._meta.label_lower, cursor.fetchall()
