"""`manage.py simulate_event`: a whole event played by made-up people, through the same verbs as the pages."""

from __future__ import annotations

import shutil
import time
from dataclasses import replace
from random import Random
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser, OutputWrapper
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from clubs.books import permissions
from clubs.books.writing import Author, club_book
from clubs.models import Club, Role, User
from scoring.models import Deal, Game
from scoring.recording import NotNow
from scoring.wording import labels
from tournaments.agreement import validation
from tournaments.agreement.agreement import EventAgreement
from tournaments.agreement.presets import PRESETS
from tournaments.core.movements import MOVEMENTS
from tournaments.core.results import Substitutes
from tournaments.models import Round, Tournament
from tournaments.simulating import (
    Simulation,
    SimulationPlan,
    StopPoint,
    TangledSimulation,
    build_agreement,
    draw_agreement,
    people,
)
from tournaments.simulating.moments import load_moments, plan_at_moment
from tournaments.simulating.stage import ORIGIN

# The exit code that a shell expects of an interrupted command.
_INTERRUPTED: Final = 130
# Players besides the entries: a late pair, and substitutes.
_IN_RESERVE: Final = 4
_IN_RESERVE_FOR_MISHAPS: Final = 24
_BAR, _PULSE = 40, 0.1


def _add_sizes(parser: CommandParser) -> None:
    parser.add_argument("--entries", type=int, default=40, help=_("how many enter (%(default)s)"))
    parser.add_argument("--rounds", type=int, help=_("how many rounds; as many as the preset has"))
    parser.add_argument("--seed", type=int, default=1, help=_("the same seed plays the same (%(default)s)"))


def _add_end(parser: CommandParser) -> None:
    """Add where the event stops, and what goes wrong on the way."""
    parser.add_argument(
        "--until",
        choices=[point.value for point in StopPoint],
        default=StopPoint.OFFICIAL.value,
        help=_("where it stops (%(default)s)"),
    )
    parser.add_argument(
        "--mishaps",
        action="store_true",
        help=_(
            "let much go wrong, in games known by their totals; without a preset or a movement "
            "the seed also decides what is agreed on"
        ),
    )
    parser.add_argument("--in-round", type=int, help=_("in which round it stops; in the middle one"))
    parser.add_argument("--club", type=int, help=_("the number of a club whose own players play"))
    parser.add_argument(
        "--moment", choices=sorted(load_moments()), help=_("one of the events of fixtures/moments.toml")
    )


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Play a whole event with made-up people, through the same verbs as the pages. "
            "The seed decides all."
        )
        parser.add_argument(
            "--ruleset", choices=sorted(labels.ruleset_names()), help=_("the game; that of the preset")
        )
        parser.add_argument(
            "--preset", choices=[preset.code for preset in PRESETS], default="", help=_("its kind")
        )
        parser.add_argument("--movement", choices=sorted(MOVEMENTS), help=_("how rounds are drawn"))
        parser.add_argument(
            "--protocols", choices=Game.Protocols.values, help=_("who keeps the score at the tables")
        )
        parser.add_argument(
            "--substitutes",
            choices=[rule.value for rule in Substitutes],
            help=_("how results with a substitute count"),
        )
        _add_sizes(parser)
        _add_end(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        plan = plan_at_moment(options["moment"]) if options["moment"] else _plan_from(options)
        plan = replace(plan, trial=True)
        _check_plan(plan, has_mishaps=options["mishaps"])
        in_reserve = _IN_RESERVE_FOR_MISHAPS if options["mishaps"] else _IN_RESERVE
        club, director = _club_and_director(options["club"], plan, in_reserve)
        kind = TangledSimulation if options["mishaps"] else Simulation
        simulation = kind(club, director, plan)
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
        self.stdout.write(_summary(event))
        if isinstance(simulation, TangledSimulation):
            happened = sorted(simulation.scene.happened.items())
            self.stdout.write(", ".join(f"{name} {times}" for name, times in happened if times))


# The plan.


def _plan_from(options: dict[str, Any]) -> SimulationPlan:
    preset = next((known for known in PRESETS if known.code == options["preset"]), None)
    ruleset = options["ruleset"] or (preset and preset.ruleset) or "samba"
    if options["mishaps"] and not (preset or options["movement"]):
        agreement = draw_agreement(Random(f"{options['seed']}/agreement"), ruleset)  # noqa: S311 (play)
        if options["rounds"]:
            agreement = agreement.with_rounds(options["rounds"])
    else:
        agreement = _agreement_from(ruleset, options)
    return SimulationPlan(
        ruleset=ruleset,
        entries=options["entries"],
        agreement=agreement,
        seed=options["seed"],
        until=StopPoint(options["until"]),
        stop_in_round=options["in_round"],
    )


def _agreement_from(ruleset: str, options: dict[str, Any]) -> EventAgreement:
    movement, substitutes = options["movement"], options["substitutes"]
    return build_agreement(
        ruleset,
        preset=options["preset"],
        movement=None if movement is None else MOVEMENTS[movement],
        rounds=options["rounds"],
        protocols=options["protocols"],
        substitutes=None if substitutes is None else Substitutes(substitutes),
    )


def _check_plan(plan: SimulationPlan, *, has_mishaps: bool) -> None:
    """Refuse what does not go together before anything is written."""
    problems = validation.validate(validation.DraftAgreement(plan.ruleset, {}, plan.agreement))
    if problems:
        raise CommandError(" ".join(dict.fromkeys(problem.message for problem in problems)))
    if plan.entries < plan.min_entries:
        raise CommandError(_("There must be at least two pairs."))
    # With mishaps the director sets what a movement cannot draw any more.
    for phase in () if has_mishaps else plan.agreement.phases:
        max_rounds = phase.movement.max_rounds
        if max_rounds is not None and phase.rounds > max_rounds(plan.entries):
            raise CommandError(_(phase.movement.exhausted))
    if plan.stop_in_round is not None and not 1 <= plan.stop_in_round <= plan.rounds:
        raise CommandError(_("There is no such round."))


def _club_and_director(number: int | None, plan: SimulationPlan, in_reserve: int) -> tuple[Club, User]:
    """Return a club of this installation, or one of made-up people, and a director of it."""
    if number is not None:
        club = Club.objects.filter(pk=number).first()
        if club is None:
            raise CommandError(_("There is no club %(number)s.") % {"number": number})
        return club, _director_of(club)
    keeper = User.objects.filter(is_keeper=True).order_by("pk").first()
    if keeper is None:
        raise CommandError(_("This installation has no administrator yet: run found_installation first."))
    by = Author(user=keeper, origin=ORIGIN)
    club = people.simulated_club(by, (get_language() or "en")[:2])
    needed = (plan.entries + 1) * plan.agreement.players + in_reserve
    people.add_missing_players(
        Author(user=_director_of(club), origin=ORIGIN), club, needed, plan.dice("people")
    )
    return club, _director_of(club)


def _director_of(club: Club) -> User:
    directing = Role.objects.filter(
        book=club_book(club), kind__in=permissions.DIRECTORS, user__is_active=True
    )
    role = directing.select_related("user").order_by("pk").first()
    if role is None:
        raise CommandError(_("This club has no director."))
    return role.user


# Output.


def _interrupted_sentence(simulation: Simulation) -> str:
    """Say what was played: every act is complete, so the event can be played on."""
    event = simulation.event
    if event is None:
        return _("Nothing was started.")
    return _("Stopped. What has been done is kept and play can continue: %(told)s") % {
        "told": _summary(event)
    }


def _summary(event: Tournament) -> str:
    """Return the event with its address, and how much was played."""
    games = Game.objects.filter(book=event.book)
    counted = (
        _rounds_sentence(event.rounds.exclude(state=Round.State.REMOVED).count()),
        _games_sentence(games.count()),
        _deals_sentence(Deal.objects.filter(game__in=games).count()),
    )
    return f"{event.title}, {reverse('tournaments:event', args=[event.pk])}: {', '.join(counted)}."


def _rounds_sentence(count: int) -> str:
    return ngettext("%(count)s round", "%(count)s rounds", count) % {"count": count}


def _games_sentence(count: int) -> str:
    return ngettext("%(count)s game", "%(count)s games", count) % {"count": count}


def _deals_sentence(count: int) -> str:
    return ngettext("%(count)s deal", "%(count)s deals", count) % {"count": count}


def _sentence_of(refusal: NotNow | ValidationError) -> str:
    return str(refusal.message) if isinstance(refusal, NotNow) else " ".join(refusal.messages)


class _Bar:
    """A progress bar, shown on a terminal only."""

    def __init__(self, out: OutputWrapper) -> None:
        self.out, self.shown_at = out, 0.0
        self.visible = out.isatty()

    def show(self, done: int, total: int) -> None:
        """Show that so many games of all are over."""
        if not self.visible or (time.monotonic() - self.shown_at < _PULSE and done < total):
            return
        self.shown_at = time.monotonic()
        width = min(_BAR, shutil.get_terminal_size().columns - 20)
        full = width * done // max(1, total)
        self.out.write(f"\r{'█' * full}{'░' * (width - full)} {done}/{total}", str, ending="")
        self.out.flush()

    def end(self) -> None:
        if self.visible and self.shown_at:
            self.out.write("", str)
