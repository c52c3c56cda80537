#!/usr/bin/env python
"""Django's command line for Talon."""

import os
import secrets
import sys

from django.apps import apps
from django.core.management import ManagementUtility
from django.core.management.base import BaseCommand
from django.utils import translation

from config import terminal

# Commands that keep nothing and serve nobody: they run from a fresh clone, without a secret of a deployment.
NEED_NO_DEPLOYMENT = frozenset({"score"})


class _CommandLine(ManagementUtility):
    """Django's command line, in the language of the terminal."""

    def fetch_command(self, subcommand: str) -> BaseCommand:
        if apps.ready:  # otherwise the settings are wrong, which Django says below
            terminal.translate_parser()
            translation.activate(terminal.language())
        return super().fetch_command(subcommand)


def main(arguments: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if NEED_NO_DEPLOYMENT.intersection(arguments[1:2]):
        os.environ.setdefault("TALON_SECRET_KEY", secrets.token_urlsafe(50))
        os.environ.setdefault("TALON_HOSTS", "localhost")
    _CommandLine(arguments).execute()


if __name__ == "__main__":
    main(sys.argv)
