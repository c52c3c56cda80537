"""The evenings in which mishaps happen: small events of a club, brought by the verbs as far as each needs.

`asked` asks from outside; the functions below it run in the installation, with the server's own key and
database. What a mishap begins with stands in `fixtures/mishaps.toml`.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from datetime import date, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone

from clubs import people
from clubs.books.writing import JsonValue
from clubs.models import Club, Player, Role, User
from scoring import recording
from scoring.models import Deal, Game
from tests.browser.beside import inside
from tests.browser.live_game import keeper
from tests.browser.world import column
from tests.builders import a_user
from tournaments import running
from tournaments.agreement.agreement import EventAgreement
from tournaments.models import Round, Tournament
from tournaments.running import RoundSeats

Facts = dict[str, Any]
SEED = "0123456789abcdef"

CLUB = "Autumn club"


def asked(data: Path, call: str, **facts: Any) -> Facts:
    """What a function of this module answers in the installation that keeps its data there."""
    said = inside(
        data,
        "import json; from tests.browser import mishap_world; "
        f"print(json.dumps(mishap_world.{call}(**json.loads({json.dumps(facts)!r}))))",
    )
    answer: Facts = json.loads(said)
    return answer


# Inside.


def begin(mishap: Facts) -> Facts:
    """An event of a club of its own, as far as it had got when the mishap happened."""
    # A name that another club knows is asked about: who came to an evening before is called otherwise now.
    Player.objects.filter(home_club__name__startswith=CLUB).update(family_name="Before")
    club = people.create_club(keeper(), people.ClubDetails(name=f"{CLUB} {uuid.uuid4().hex[:6]}"))
    members = {name: _member(club, name) for entry in mishap["members"] for name in entry.split(" – ")}
    if mishap["tables"]:
        names = [str(number) for number in range(1, mishap["tables"] + 1)]
        recording.create_tables(keeper(), club, names, uuid.uuid4())
    agreement = EventAgreement.read(EventAgreement().data() | mishap["agreed"])
    plan = running.EventPlan(name="Autumn cup", date=date(2026, 5, 2), ruleset="samba", agreement=agreement)
    event = running.create_event(keeper(), club, plan)
    running.enter_pairs(
        keeper(), event, [[members[name] for name in entry.split(" – ")] for entry in mishap["entries"]]
    )
    if mishap["others_play"]:
        _others_play(club, list(members.values()))
    *earlier, last = mishap["rounds"] or [[]]
    for tables in earlier:
        _bring(event, tables, "closed")
    if last:
        _bring(event, last, mishap["state"])
    if mishap["state"] == "official":
        _make_official(event)
    email = f"director-{event.pk}@example.org"
    director = a_user(Role.Kind.DIRECTOR, club=club, name="Dora Director", email=email)
    return {"event": event.pk, "session": _session(director)}


def go_on(event: int, rounds: Sequence[Sequence[str]]) -> Facts:
    """Play what is left: the round that is on first, if there is one, then the others."""
    played = Tournament.objects.select_related("book", "club").get(pk=event)
    for tables in rounds:
        _bring(played, tables, "closed")
    return {"done": True}


def _member(club: Club, name: str) -> Player:
    given, _blank, family = name.partition(" ")
    details = people.PlayerDetails(given_name=given, family_name=family, may_publish=True)
    return people.add_player(keeper(), club, details)


def _others_play(club: Club, players: list[Player]) -> None:
    """Another event of the club is being played at the first tables, by those who are not in this one."""
    event = running.create_event(
        keeper(), club, running.EventPlan(name="Other cup", date=date(2026, 5, 2), ruleset="samba")
    )
    running.enter_pairs(keeper(), event, [players[-4:-2], players[-2:]])
    running.publish_round(keeper(), running.draw_round(keeper(), event, SEED))


def _bring(event: Tournament, tables: Sequence[str], state: str) -> None:
    """Bring a round as far as that: the one that is on, or the next one."""
    on = event.rounds.filter(state__in=(Round.State.DRAWN, Round.State.PUBLISHED)).first()
    drawn = on or _drawn(event, tables)
    if state == "drawn":
        return
    if drawn.state == Round.State.DRAWN:
        drawn = running.publish_round(keeper(), drawn)
    for at, table in enumerate(tables, 1):
        _meet(drawn, at, table)
    if state in ("closed", "official"):
        running.close_round(keeper(), drawn)


def _make_official(event: Tournament) -> None:
    """Show the results, let the time for complaints pass, and declare them official."""
    shown = running.show_results(keeper(), event)
    an_hour_ago = timezone.now() - timedelta(hours=1)
    Tournament.objects.filter(pk=shown.pk).update(shown_at=an_hour_ago)
    running.declare_official(keeper(), Tournament.objects.select_related("book", "club").get(pk=shown.pk))


def _drawn(event: Tournament, tables: Sequence[str]) -> Round:
    """The round with its tables set by hand: "1-2" meet, "5" alone sits out."""
    seated = [[int(number) for number in table.split()[0].split("-")] for table in tables]
    seats = RoundSeats(
        tables=[tuple((number,) for number in table) for table in seated if len(table) > 1],
        out=[table[0] for table in seated if len(table) == 1],
    )
    return running.set_by_hand(keeper(), running.draw_round(keeper(), event, SEED), seats)


def _meet(drawn: Round, at: int, table: str) -> None:
    """Record what follows the pairs: totals, as in "10400:7300", or deals, as in "845+ +845"."""
    _pairs, *results = table.split()
    if not results:
        return
    game = Game.objects.select_related("book").get(pairing__round=drawn, pairing__table=at)
    for result in results:
        if ":" in result:
            totals = [int(total) for total in result.split(":")]
            final = recording.FinalResult(totals=totals, reason="Slip", key=uuid.uuid4())
            recording.record_result(keeper(), game, final)
        else:
            number = game.deals.exclude(state=Deal.State.VOID).count() + 1
            deal = recording.WrittenDeal(number=number, body=_deal(result), key=uuid.uuid4())
            recording.record_deal(keeper(), game, deal)


def _deal(written: str) -> dict[str, JsonValue]:
    """A side melds so many points and goes out: the first in "845+", the second in "+845".

    It has a samba, a mixed canasta and 120 in hand: 1500 + 300 + 200 + 845 − 120 = 2725, and the others −85.
    """
    out = column({"samba": 1, "mixed": 1}, int(written.strip("+")), 120, 0) | {"went_out": True}
    against = column({}, 0, 85, 0)
    return {"ended": "out", "hands": [out, against] if written.endswith("+") else [against, out]}


def _session(user: User) -> str:
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)
