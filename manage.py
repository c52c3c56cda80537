#!/usr/bin/env python
"""Django's command line for Talon."""

import os
import secrets
import sys

from django.core.management import execute_from_command_line

# Commands that keep nothing and serve nobody: they run from a fresh clone, without a secret of a deployment.
NEED_NO_DEPLOYMENT = frozenset({"score"})


def main(arguments: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if NEED_NO_DEPLOYMENT.intersection(arguments[1:2]):
        os.environ.setdefault("TALON_SECRET_KEY", secrets.token_urlsafe(50))
        os.environ.setdefault("TALON_HOSTS", "localhost")
    execute_from_command_line(arguments)


if __name__ == "__main__":
    main(sys.argv)
