"""Print a link to a new password on the console, for a last admin who is locked out."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.accounts import second_step
from clubs.accounts.verbs import make_reset_link_on_console, reset_uid
from clubs.books.writing import Author
from clubs.models import User


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.description = _(
            "Print the path of a link with which somebody chooses a new password; put the address before it."
        )
        parser.add_argument("email")
        parser.add_argument(
            "--second-step",
            action="store_true",
            help=_("Remove the second step at sign-in too, of somebody who has lost it."),
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        user = User.objects.filter(email=options["email"].strip().lower(), is_active=True).first()
        if user is None:
            raise CommandError(_("There is no active account with this e-mail."))
        by = Author(user=None, origin="console")
        if options["second_step"]:
            second_step.remove_on_console(by, user)
        token = make_reset_link_on_console(by, user)
        self.stdout.write(reverse("clubs:reset", args=[reset_uid(user), token]))
