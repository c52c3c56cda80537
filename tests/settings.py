"""The product's settings with the values of a test run: nothing else may differ."""

import os
import tempfile
from pathlib import Path

os.environ.setdefault("TALON_SECRET_KEY", "only-for-tests-" + "x" * 50)
os.environ.setdefault("TALON_LOG_KEY", "only-for-the-logs-of-tests-" + "z" * 40)
os.environ.setdefault("TALON_HOSTS", "testserver,localhost,127.0.0.1")
os.environ.setdefault("TALON_PLAIN_HTTP", "yes")
os.environ.setdefault("TALON_DATA_DIR", tempfile.mkdtemp(prefix="talon-test-"))
# Locks between processes lie in this folder: a worker of a test run is a machine of its own.
worker = os.environ.get("PYTEST_XDIST_WORKER", "")
if not os.environ["TALON_DATA_DIR"].endswith(worker):
    os.environ["TALON_DATA_DIR"] += f"/{worker}"
    Path(os.environ["TALON_DATA_DIR"]).mkdir(exist_ok=True)

from config.settings import *
from config.settings import STORAGES

# Hashing a password slowly is the product's business, not the tests'.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Static files straight from their folder: no collectstatic before a test.
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = True
# Tests ask from this machine, and as strangers from outside unless they say that they are in the hall.
HALL_NETWORKS = ()
# Passkeys are offered to who asks from the host of the tests, so that their pages are tried as all others.
PASSKEY_ORIGIN = "http://testserver"
# Each test has a database of its own, in which an event of the same number and revision is another one.
KEPT_PAGES_DIR = None
