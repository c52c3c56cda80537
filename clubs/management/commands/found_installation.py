"""Create the keeper of an installation, with a password that is printed once."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from clubs.accounts.verbs import create_keeper


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Make the keeper's account. Run again it changes nothing and prints no password."
        )
        parser.add_argument("--email", default="keeper@localhost")
        parser.add_argument("--name", default="Keeper")
        parser.add_argument("--password", default="", help=_("made up and printed unless given"))

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            user, password = create_keeper(options["email"], options["name"], options["password"])
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        self.stdout.write(_("Sign in as %(email)s") % {"email": user.email})
        if password:
            self.stdout.write(_("Password: %(password)s") % {"password": password})
            self.stdout.write(_("It is shown only once. Change it on your account page."))
