"""The hooks between the apps and what is registered in them; run as a program, in a process of its own.

`python -m tests.house.hooks` imports every module of the apps before any `AppConfig.ready` has run, then runs
them twice, and prints as JSON what was registered after each step.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

APPS = ("clubs", "scoring", "tournaments")
# Every hook of the apps, as module and name.
HOOKS = (
    ("clubs.books.archiving", "archive_listeners"),
    ("clubs.books.log_wording", "log_sentences"),
    ("clubs.books.log_wording", "fact_labels"),
    ("clubs.books.log_wording", "row_names"),
    ("clubs.books.ways_back", "ways_back"),
    ("clubs.books.verification", "stored_checks"),
    ("clubs.books.writing", "book_finders"),
    ("clubs.jobs.errands", "errands"),
    ("clubs.jobs.kinds", "job_kinds"),
    ("clubs.people.erasing", "act_listeners"),
    ("clubs.people.erasing", "wipes"),
    ("clubs.people.erasing", "naming_books"),
    ("clubs.people.named_words", "free_texts"),
    ("clubs.people.person_file", "person_tables"),
    ("clubs.people.references", "meetings"),
    ("clubs.people.references", "references"),
    ("clubs.people.references", "rewriters"),
    ("clubs.people.references", "number_keepers"),
    ("clubs.people.removal", "held_by"),
    ("clubs.web.extensions", "account_links"),
    ("clubs.web.extensions", "club_sections"),
    ("clubs.web.extensions", "club_settings"),
    ("clubs.web.extensions", "club_tabs"),
    ("clubs.web.extensions", "first_steps"),
    ("clubs.web.extensions", "player_sections"),
    ("clubs.web.extensions", "return_targets"),
    ("clubs.web.links", "link_finders"),
    ("clubs.web.workspaces", "workspaces"),
    ("scoring.game.readers", "phones_at_table"),
    ("scoring.game.shown_names", "hall_names"),
    ("scoring.overview.in_event", "places_in_events"),
    ("scoring.printing.event_lines", "providers"),
    ("scoring.recording.answers", "answer_listeners"),
    ("scoring.recording.games", "substitution_checks"),
    ("scoring.recording.recheck", "further_checks"),
    ("scoring.recording.totals", "recompute_listeners"),
    ("scoring.store.event_news", "about_the_game"),
    ("scoring.store.event_news", "after_the_game"),
    ("scoring.store.event_news", "before_the_game"),
    ("scoring.store.event_news", "card_event_finders"),
    ("scoring.store.event_news", "event_finders"),
    ("scoring.store.hidden_games", "hidden_games"),
    ("scoring.store.rounds", "round_finders"),
    ("scoring.wording.other_results", "other_results"),
    ("tournaments.play.shown_ratings", "shown_ratings"),
    ("tournaments.running.leaving", "left_listeners"),
)


def registered() -> dict[str, list[str]]:
    """Return what is registered, by hook: the codes of a table, the names of functions in their order."""
    from django.core.checks import registry

    hooks = {name: list(_names(getattr(import_module(module), name))) for module, name in HOOKS}
    checks = sorted(_names(list(registry.registry.registered_checks)))
    return {**hooks, "checks": [check for check in checks if check.split(".")[0] in APPS]}


def _names(hook: object) -> Iterator[str]:
    if isinstance(hook, Mapping):
        yield from sorted(map(str, hook))
    elif isinstance(hook, list):
        yield from (f"{function.__module__}.{function.__qualname__}" for function in _functions(hook))


def _functions(hook: Iterable[Any]) -> Iterator[Any]:
    """Yield what is registered: a function, or a tuple of them."""
    for registered in hook:
        yield from registered if isinstance(registered, tuple) else (registered,)


def modules_of_apps() -> list[str]:
    return [
        module.name
        for app in APPS
        for module in walk_packages(import_module(app).__path__, f"{app}.")
        if not module.name.endswith(".__main__")
    ]


def others(modules: Iterable[str]) -> list[str]:
    """Return the hooks in these modules that are not listed above."""
    from clubs.plugins.hooks import HookList, HookTable

    known = [getattr(import_module(module), name) for module, name in HOOKS]
    return [
        f"{module}.{name}"
        for module in modules
        for name, value in vars(import_module(module)).items()
        if isinstance(value, HookList | HookTable) and not any(value is hook for hook in known)
    ]


def main() -> None:
    import django
    from django.apps import apps

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    configs = [
        getattr(import_module(f"{app}.apps"), name)
        for app, name in zip(APPS, ("ClubsConfig", "ScoringConfig", "TournamentsConfig"), strict=True)
    ]
    ready = {config.name: config.ready for config in configs}
    for config in configs:
        config.ready = lambda _self: None
    django.setup()
    modules = modules_of_apps()
    for module in modules:
        import_module(module)
    found = {"modules": len(modules), "imported": registered(), "others": others(modules)}
    for step in ("once", "twice"):
        for app in APPS:
            ready[app](apps.get_app_config(app))
        found[step] = registered()
    print(json.dumps(found))


if __name__ == "__main__":
    main()
