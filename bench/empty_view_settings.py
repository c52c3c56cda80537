"""The product's settings, with an empty view to be measured beside its pages."""

from config.settings import *  # noqa: F403 (all of them, and one changed)

ROOT_URLCONF = "empty_view"
