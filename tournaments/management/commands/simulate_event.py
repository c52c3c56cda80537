"""`manage.py simulate_event`: a whole event played by made-up people, through the same verbs as the pages."""

from __future__ import annotations

import shutil
import time
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import Author, of_club
from clubs.models import Club, Role, User
from scoring.models import Deal, Game
from scoring.recording import NotNow
from scoring.wording import labels
from tournaments.agreement import validation
from tournaments.agreement.agreement import Movement
from tournaments.agreement.presets import PRESETS
from tournaments.core.results import Substitutes
from tournaments.models import Round, Tournament
from tournaments.simulating import Moment, Simulation, Wanted, agreement, people
from tournaments.simulating.moments import moments, wanted_at
from tournaments.simulating.stage import ORIGIN

# What a shell expects of a command that somebody has stopped.
_INTERRUPTED: Final = 130
# Players beside those who enter: a late pair, and somebody to ask in each round.
_IN_RESERVE: Final = 4
_BAR, _PULSE = 40, 0.1


class Command(BaseCommand):
    help = (
        "Play a whole event with made-up people, through the same verbs as the pages. The seed decides all."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ruleset", choices=sorted(labels.RULESETS), help="the game; that of the preset")
        parser.add_argument("--preset", choices=[one.code for one in PRESETS], default="", help="its kind")
        parser.add_argument(
            "--movement", choices=[one.value for one in Movement], help="how rounds are drawn"
        )
        parser.add_argument(
            "--protocols", choices=Game.Protocols.values, help="who keeps the score at the tables"
        )
        parser.add_argument(
            "--substitutes",
            choices=[one.value for one in Substitutes],
            help="how results with a substitute count",
        )
        parser.add_argument("--entries", type=int, default=40, help="how many enter (%(default)s)")
        parser.add_argument("--rounds", type=int, help="how many rounds; as many as the preset has")
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same (%(default)s)")
        parser.add_argument(
            "--until",
            choices=[one.value for one in Moment],
            default=Moment.OFFICIAL.value,
            help="where it stops (%(default)s)",
        )
        parser.add_argument("--in-round", type=int, help="in which round it stops; in the middle one")
        parser.add_argument("--club", type=int, help="the number of a club whose own players play")
        parser.add_argument(
            "--moment", choices=sorted(moments()), help="one of the events of fixtures/moments.toml"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        wanted = wanted_at(options["moment"]) if options["moment"] else _wanted_by(options)
        _refuse_misfits(wanted)
        club, director = _where(options["club"], wanted)
        simulation = Simulation(club, director, wanted)
        bar = _Bar(self.stderr)
        try:
            event = simulation.run(bar.show)
        except KeyboardInterrupt as stopped:
            bar.end()
            raise CommandError(_interrupted_sentence(simulation), returncode=_INTERRUPTED) from stopped
        except (NotNow, ValidationError) as refusal:
            bar.end()
            raise CommandError(f"{_sentence_of(refusal)} {_interrupted_sentence(simulation)}") from refusal
        bar.end()
        self.stdout.write(_told(event))


# What is wanted.


def _wanted_by(options: dict[str, Any]) -> Wanted:
    preset = next((one for one in PRESETS if one.code == options["preset"]), None)
    ruleset = options["ruleset"] or (preset and preset.ruleset) or "samba"
    movement, substitutes = options["movement"], options["substitutes"]
    agreed = agreement(
        ruleset,
        preset=options["preset"],
        movement=None if movement is None else Movement(movement),
        rounds=options["rounds"],
        protocols=options["protocols"],
        substitutes=None if substitutes is None else Substitutes(substitutes),
    )
    return Wanted(
        ruleset=ruleset,
        entries=options["entries"],
        agreed=agreed,
        seed=options["seed"],
        until=Moment(options["until"]),
        stops_in=options["in_round"],
    )


def _refuse_misfits(wanted: Wanted) -> None:
    """What does not go together is said before anything is written."""
    found = validation.misfits(validation.Wanted(wanted.ruleset, {}, wanted.agreed))
    if found:
        raise CommandError(" ".join(dict.fromkeys(one.why for one in found)))
    if wanted.entries < wanted.fewest:
        raise CommandError(_("There must be at least two pairs."))
    lines = [one.rounds for one in wanted.agreed.phases if one.movement is Movement.MITCHELL]
    if any(rounds > -(-wanted.entries // 2) for rounds in lines):
        raise CommandError(
            _("With so many entries the two lines of Mitchell have met after %(rounds)s rounds.")
            % {"rounds": -(-wanted.entries // 2)}
        )
    if wanted.stops_in is not None and not 1 <= wanted.stops_in <= wanted.rounds:
        raise CommandError(_("There is no such round."))


def _where(number: int | None, wanted: Wanted) -> tuple[Club, User]:
    """The club, and who directs there: a club of this installation, or the one of the made-up people."""
    if number is not None:
        club = Club.objects.filter(pk=number).first()
        if club is None:
            raise CommandError(_("There is no club %(number)s.") % {"number": number})
        return club, _director_of(club)
    keeper = User.objects.filter(is_keeper=True).order_by("pk").first()
    if keeper is None:
        raise CommandError("Nobody keeps this installation yet: run found_installation first.")
    by = Author(user=keeper, origin=ORIGIN)
    club = people.simulated_club(by, (get_language() or "en")[:2])
    needed = (wanted.entries + 1) * wanted.agreed.players + _IN_RESERVE
    people.admit(Author(user=_director_of(club), origin=ORIGIN), club, needed, wanted.dice("people"))
    return club, _director_of(club)


def _director_of(club: Club) -> User:
    directing = Role.objects.filter(book=of_club(club), kind__in=permissions.DIRECTORS, user__is_active=True)
    role = directing.select_related("user").order_by("pk").first()
    if role is None:
        raise CommandError(_("Nobody directs in this club."))
    return role.user


# What is told.


def _interrupted_sentence(simulation: Simulation) -> str:
    """What became of it: every act is whole, so the event can be played on."""
    event = simulation.begun
    if event is None:
        return _("Nothing was begun.")
    return _("Stopped. What was done stays and can be played on: %(told)s") % {"told": _told(event)}


def _told(event: Tournament) -> str:
    """The event with its address, and how much was played."""
    games = Game.objects.filter(book=event.book)
    counted = (
        _rounds_sentence(event.rounds.exclude(state=Round.State.REMOVED).count()),
        _games_sentence(games.count()),
        _deals_sentence(Deal.objects.filter(game__in=games).count()),
    )
    return f"{event.name}, {reverse('tournaments:event', args=[event.pk])}: {', '.join(counted)}."


def _rounds_sentence(count: int) -> str:
    return ngettext("%(count)s round", "%(count)s rounds", count) % {"count": count}


def _games_sentence(count: int) -> str:
    return ngettext("%(count)s game", "%(count)s games", count) % {"count": count}


def _deals_sentence(count: int) -> str:
    return ngettext("%(count)s deal", "%(count)s deals", count) % {"count": count}


def _sentence_of(refusal: NotNow | ValidationError) -> str:
    return str(refusal.message) if isinstance(refusal, NotNow) else " ".join(refusal.messages)


class _Bar:
    """A bar of progress, on a terminal and nowhere else."""

    def __init__(self, out: OutputWrapper) -> None:
        self.out, self.shown = out, 0.0
        self.visible = out.isatty()

    def show(self, done: int, of: int) -> None:
        """So many games of so many are over."""
        if not self.visible or (time.monotonic() - self.shown < _PULSE and done < of):
            return
        self.shown = time.monotonic()
        width = min(_BAR, shutil.get_terminal_size().columns - 20)
        full = width * done // max(1, of)
        self.out.write(f"\r{'█' * full}{'░' * (width - full)} {done}/{of}", str, ending="")
        self.out.flush()

    def end(self) -> None:
        if self.visible and self.shown:
            self.out.write("", str)
