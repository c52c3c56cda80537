"""`manage.py load_demo`: a federation with two clubs, their players, and an evening that is being played."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubs import demo
from clubs.books import Author
from clubs.models import Club, User
from tournaments.demo import evening, game_apart


class Command(BaseCommand):
    help = "Load the demo into an empty installation."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if Club.objects.exists():
            raise CommandError("There are clubs already: the demo is for an empty installation.")
        keeper = User.objects.filter(is_keeper=True).order_by("pk").first()
        if keeper is None:
            raise CommandError("Nobody keeps this installation yet: run found_installation first.")
        by = Author(user=keeper, origin="console")
        founded = demo.found_demo(by)
        evening(by, founded)
        game_apart(by, founded)
        self.stdout.write(f"{Club.objects.count()} clubs")
