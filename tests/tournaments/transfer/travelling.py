"""Events that leave as a file and come in again, and files of them that were changed."""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from zipfile import ZIP_DEFLATED, ZipFile

from clubs.books.writing import CHAIN_START, canonical_json, chain_hash
from clubs.models import Club, Player, Role, User
from clubs.people.names import full_name
from scoring.printing.assembly import protocol_report
from scoring.printing.event_lines import EventLineReader
from scoring.store.printing_queries import load_game_papers
from tests.builders import a_club, a_player, a_user, an_author
from tournaments import running
from tournaments.models import Standing, Tournament
from tournaments.papers import catalogue
from tournaments.papers.catalogue import PaperRequest, PaperStage
from tournaments.papers.protocols import ProtocolPrinting, event_game_pairings, protocol_games
from tournaments.papers.source import PaperSource
from tournaments.simulating.moments import plan_at_moment, simulate_moment
from tournaments.transfer import (
    ExportChoices,
    bring_in,
    export_event,
    match_people,
    read_event_file,
    write_export,
)

Parts = dict[str, bytes]
EVERYTHING = ExportChoices()


@dataclass
class Home:
    """A club with its director, who sets up events there and takes them along."""

    club: Club
    director: User

    def send(self, event: Tournament, choices: ExportChoices = EVERYTHING) -> bytes:
        """The event as a file."""
        output = io.BytesIO()
        write_export(export_event(an_author(self.director), event, choices), output)
        return output.getvalue()

    def receive(
        self, data: bytes, decided: Mapping[int, Player | None] | None = None, *, trial: bool = False
    ) -> Tournament:
        """The event of a file, brought in; who is in doubt is somebody new unless it is decided."""
        source = io.BytesIO(data)
        file = read_event_file(source)
        doubtful = {one.number: None for one in match_people(self.club, file) if one.is_doubtful}
        return bring_in(
            an_author(self.director), self.club, file, source, {**doubtful, **(decided or {})}, trial=trial
        )


def a_home(name: str = "Canasta Åbo", players: int = 0) -> Home:
    club = a_club(name)
    for _number in range(players):
        a_player(club=club)
    return Home(club, a_user(Role.Kind.DIRECTOR, club=club))


def a_moment(name: str) -> tuple[Home, Tournament]:
    """An event at a named moment, a trial so that it can go."""
    plan = plan_at_moment(name)
    home = a_home(players=(plan.entries + 1) * plan.agreement.players + 4)
    event = simulate_moment(name, home.club, home.director)
    event.book.trial = True
    event.book.save(update_fields=["trial"])
    return home, event


def empty_house(home: Home) -> Home:
    """Another installation: a club of this name without players. The old one has moved on."""
    name = home.club.name
    Club.objects.filter(pk=home.club.pk).update(name=f"{name}, moved")
    Player.objects.filter(home_club=home.club).update(given_name="Somebody", licence="", federation=None)
    house = a_home(name)
    # Papers name the directors of the house that prints them.
    User.objects.filter(pk=house.director.pk).update(name=home.director.name)
    return house


def forget(home: Home, event: Tournament) -> None:
    """The installation knows nothing of the event."""
    running.delete_event(an_author(home.director), Tournament.objects.get(pk=event.pk))


# What is compared.


def standings_of(event: Tournament) -> list[tuple[Any, ...]]:
    columns = ("round__number", "place", "entry__number", "shared", "decided_by", "played", "points")
    rows = Standing.objects.filter(round__tournament=event).order_by(
        "round__number", "place", "entry__number"
    )
    return list(rows.values_list(*columns, "difference", "own", "wins", "draws", "losses"))


def papers_of(event: Tournament) -> dict[str, str]:
    """Every paper of an event as text, without the addresses that it has in this installation."""
    source = PaperSource(Tournament.objects.get(pk=event.pk), lambda _path: "")
    found: dict[str, str] = {}
    for kind in catalogue.PAPER_KINDS:
        if kind.code == "cards":  # of the tables of the club, with their codes
            continue
        for drawn in source.rounds if kind.stage is PaperStage.ROUND else [None]:
            made = catalogue.make_document(kind, source, PaperRequest(drawn, 3), "en")
            number = 0 if drawn is None else drawn.number
            found[f"{kind.code} {number}"] = _as_text(made)
    return {**found, **_protocols_of(event)}


# No part of what a paper says: the revision of the book with its time, the code of its log, the digest of a
# signed protocol, which names its game and its players by their ids, and the ids in addresses and of players.
_OF_THE_HOUSE: Final = re.compile(
    r"Revision \d+, [^']*|log_code='[^']*'|Digest of what was signed: [0-9a-f]+"
    r"|as_of=datetime[^=]*=[^)]*\)|/(events|games)/\d+/|RowPlayer\(number=\d+"
)


def _as_text(document: object) -> str:
    return _OF_THE_HOUSE.sub("", repr(document))


def _protocols_of(event: Tournament) -> dict[str, str]:
    """The score sheet of each game that is at a table, with the signatures."""
    games = protocol_games(event_game_pairings(event))
    printing = ProtocolPrinting(["en"], "", EventLineReader())
    papers = load_game_papers([game.game for game in games])
    printing.events.load([paper.game for paper in papers])
    return {
        f"sheet {game.round}/{game.table}": _as_text(
            protocol_report(["en"], paper, printing.events, full_name, "")
        )
        for game, paper in zip(games, papers, strict=True)
    }


# Files that were changed.


def parts_of(data: bytes) -> Parts:
    with ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(parts: Mapping[str, bytes]) -> bytes:
    output = io.BytesIO()
    with ZipFile(output, "w", ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return output.getvalue()


def resealed(parts: Parts) -> bytes:
    """The file with the right hash of each part in its manifest."""
    manifest = json.loads(parts["manifest.json"])
    manifest["members"] = {
        name: hashlib.sha256(data).hexdigest() for name, data in parts.items() if name != "manifest.json"
    }
    return zipped({**parts, "manifest.json": json.dumps(manifest).encode()})


def forged(parts: Parts) -> bytes:
    """The file with every hash made right: also the last entry of the log names what is in it now."""
    lines = [json.loads(line) for line in parts["log.jsonl"].splitlines()]
    payload = json.loads(lines[-1]["text"])
    for name in ("content", "record"):
        payload["after"][name] = hashlib.sha256(parts[f"{name}.json"]).hexdigest()
    before = lines[-2]["hash"] if len(lines) > 1 else CHAIN_START
    lines[-1]["text"] = canonical_json(payload)
    lines[-1]["hash"] = chain_hash(before, lines[-1]["text"])
    log = "".join(f"{canonical_json(line)}\n" for line in lines).encode()
    return resealed({**parts, "log.jsonl": log})


def changed(data: bytes, name: str, change: Callable[[Any], None]) -> Parts:
    """The parts of a file after a change of what one of them says."""
    parts = parts_of(data)
    value = json.loads(parts[name])
    change(value)
    parts[name] = canonical_json(value).encode()
    return parts
