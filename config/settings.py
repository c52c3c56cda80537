"""Talon's settings: one file, values from the environment, safe by default.

The defaults are those of production, which does not start without a secret key and host names. `bin/run` sets
its own values, and tests/settings.py those of the tests. docs/settings.md explains every variable.
"""

import os
from pathlib import Path

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _lazy

from config import environment as env
from config.serving import keys

ENVIRONMENT = env.process_environment()
BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(ENVIRONMENT.get("TALON_DATA_DIR") or BASE_DIR / "var").resolve()

SECRET_KEY = env.required_value(ENVIRONMENT, "TALON_SECRET_KEY")
# Seals the log (clubs/books/sealing.py). It lies in a file of the data folder unless it is set.
LOG_KEY = env.token(ENVIRONMENT, "TALON_LOG_KEY") or keys.log_key(DATA_DIR)
ALLOWED_HOSTS = env.comma_list(ENVIRONMENT, "TALON_HOSTS") or [env.required_value(ENVIRONMENT, "TALON_HOSTS")]
PLAIN_HTTP = env.flag(ENVIRONMENT, "TALON_PLAIN_HTTP")
BEHIND_PROXY = env.flag(ENVIRONMENT, "TALON_BEHIND_PROXY")
# Talon itself speaks TLS, with a certificate that it has made in a hall (`bin/run --tls`).
TLS_CERTIFICATE = ENVIRONMENT.get("TALON_TLS_CERTIFICATE", "")
OWN_TLS = bool(TLS_CERTIFICATE)
# What printed codes lead to; without it, the address of whoever prints.
PUBLIC_ADDRESS = env.public_address(ENVIRONMENT, "TALON_ADDRESS")
# Who asks from here is in the hall, where names are full (clubs/web/hall.py). A server without TLS is one in
# a hall; behind a proxy everybody seems to come from the network of the proxy.
HALL_NETWORKS = env.networks(
    ENVIRONMENT,
    "TALON_HALL_NETWORKS",
    env.PRIVATE_NETWORKS if (PLAIN_HTTP or OWN_TLS) and not BEHIND_PROXY else (),
)
RELEASE = env.read_version(BASE_DIR / "pyproject.toml")
DEBUG = False

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "csp",
    "django_htmx",
    "django_tables2",
    "clubs",
    "scoring",
    "tournaments",
]

# Whether everybody can reach this installation: its keepers then sign in with a second step.
PUBLIC = env.flag(ENVIRONMENT, "TALON_PUBLIC")
# Where passkeys are made and used (clubs/accounts/passkeys.py): a browser uses them at this one origin. Empty
# where there are none: without TLS, and without a name.
PASSKEY_ORIGIN = env.passkey_origin(PUBLIC_ADDRESS) if PUBLIC and not PLAIN_HTTP else ""
# Whether search engines may list the public pages (config/views.py).
SEARCH_ENGINES = env.flag(ENVIRONMENT, "TALON_SEARCH_ENGINES")
METRICS_TOKEN = env.token(ENVIRONMENT, "TALON_METRICS")

MIDDLEWARE = [
    *(["config.metrics.counting.CountingMiddleware"] if METRICS_TOKEN else []),
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "clubs.web.compression.CompressPagesMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "clubs.web.body_limits.BodyLimitMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "clubs.web.method_not_allowed.MethodNotAllowedPageMiddleware",
    "clubs.web.own_writes.OwnWritesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            # `unlocalize`: the number of a row in an address, without the blank that a language puts into it.
            "builtins": ["django.templatetags.l10n"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "clubs.backups.context_processor.backup_warning",
            ],
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
DJANGO_TABLES2_TEMPLATE = "components/table.html"

DATABASES = {"default": env.database(ENVIRONMENT.get("TALON_DATABASE_URL", ""), DATA_DIR)}
FILES = env.files(ENVIRONMENT.get("TALON_FILES", ""), DATABASES["default"])
# Backups of the installation (clubs/backups): their folder, how many are kept, and for how many days. So long
# an erased name lives on in them.
BACKUP_DIR = Path(ENVIRONMENT.get("TALON_BACKUP_DIR") or DATA_DIR / "backups").expanduser().absolute()
BACKUP_KEEP = env.integer(ENVIRONMENT, "TALON_BACKUP_KEEP", default=24 if FILES == env.FOLDER else 6)
_BACKUP_DAYS = 60 if FILES == env.FOLDER else 7
BACKUP_DAYS = max(1, env.integer(ENVIRONMENT, "TALON_BACKUP_DAYS", default=_BACKUP_DAYS))
# For how many days the log keeps from where an act came.
ORIGIN_DAYS = max(1, env.integer(ENVIRONMENT, "TALON_ORIGIN_DAYS", default=90))
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Compressed public pages (clubs/web/page_store.py), which all processes of this machine share.
KEPT_PAGES_DIR: Path | None = DATA_DIR / "pages"

AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = ["clubs.accounts.backend.UserBackend"]
LOGIN_URL = "clubs:sign_in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("sv", _lazy("Swedish")),
    ("fi", _lazy("Finnish")),
    ("da", _lazy("Danish")),
    ("en", _lazy("English")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
USE_I18N = True
USE_TZ = True
USE_THOUSAND_SEPARATOR = True
FORMAT_MODULE_PATH = ["config.formats"]
TIME_ZONE = ENVIRONMENT.get("TALON_TIME_ZONE", "Europe/Helsinki")

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    **env.storages(FILES, DATA_DIR, BACKUP_DIR),
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
# Each page says how much it takes (clubs/web/body_limits.py), and the server stores no more. Django's limits
# are those of the largest page, and nothing is written to the disk before a form was checked.
IMPORT_BYTES = env.integer(ENVIRONMENT, "TALON_IMPORT_MB", default=5) * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = max(IMPORT_BYTES, 1024 * 1024)
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
# What is stored is its owner's alone, wherever the data folder lies (config/serving/privacy.py).
os.umask(0o077)
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o600, 0o700
FILE_UPLOAD_MAX_MEMORY_SIZE = max(IMPORT_BYTES, 41 * 1024 * 1024)

# Transport: everything is Secure, except on the plain HTTP of a hall or of this machine.
SECURE_SSL_REDIRECT = not PLAIN_HTTP
SECURE_REDIRECT_EXEMPT = [r"^health/$", r"^metrics$"]  # monitors beside the server use plain HTTP
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = not PLAIN_HTTP
# A browser that must have TLS lets nobody accept a certificate that no authority has signed.
HAS_LASTING_TLS = not PLAIN_HTTP and not OWN_TLS
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HAS_LASTING_TLS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HAS_LASTING_TLS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_REFERRER_POLICY = "same-origin"
# Browsers do not trust a plain-HTTP origin: they ignore this header there, with a warning.
SECURE_CROSS_ORIGIN_OPENER_POLICY = None if PLAIN_HTTP else "same-origin"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_ENGINE = "config.sessions"
SESSION_COOKIE_AGE = 14 * 24 * 60 * 60
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "manifest-src": [SELF],
        "worker-src": [SELF],
    },
}

# Mail is optional: without a server an administrator hands over links by other means.
EMAIL_HOST = ENVIRONMENT.get("TALON_MAIL_HOST", "")
EMAIL_PORT = env.integer(ENVIRONMENT, "TALON_MAIL_PORT", default=587)
EMAIL_HOST_USER = ENVIRONMENT.get("TALON_MAIL_USER", "")
EMAIL_HOST_PASSWORD = ENVIRONMENT.get("TALON_MAIL_PASSWORD", "")
EMAIL_USE_TLS = env.flag(ENVIRONMENT, "TALON_MAIL_TLS", default=True)
EMAIL_TIMEOUT = 10
# Nobody makes this machine send to an address in a network of its own; only tests have a push service there.
PUSH_TO_INSIDE = False
DEFAULT_FROM_EMAIL = ENVIRONMENT.get("TALON_MAIL_FROM", "talon@localhost")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "database_failures": {"()": "config.failures.DatabaseFailureFilter"},
        "files_being_made": {"()": "clubs.web.file_turns.ComesAgainFilter"},
        "one_line": {"()": "config.logs.OneLineForRefusals"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "filters": ["one_line"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Log our errors on the terminal of a hall, but no mistyped addresses.
    "loggers": {"django.request": {"level": "ERROR", "filters": ["database_failures", "files_being_made"]}},
}
