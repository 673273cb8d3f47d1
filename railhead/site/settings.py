"""Django's settings. What differs between machines comes from the environment (see `serve.py`)."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from railhead.site.paths import data_folder, database, secret_key
from railhead.variables import mail_port, seconds, whole_number

HERE = Path(__file__).parent
DATA = data_folder()
SECRET_KEY = secret_key(DATA)
DEBUG = os.environ.get("RAILHEAD_DEBUG") == "1"
BEHIND_TLS = os.environ.get("RAILHEAD_TLS") == "1"

HOSTS = [name for name in os.environ.get("RAILHEAD_HOSTS", "").split(",") if name]
ALLOWED_HOSTS = [*HOSTS, "localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = [f"https://{name}" for name in HOSTS] if BEHIND_TLS else []

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "axes",
    "django_htmx",
    "ninja",
    "railhead.site",
]
MIDDLEWARE = [
    "railhead.site.middleware.observe",
    "django.middleware.security.SecurityMiddleware",
    "railhead.site.middleware.policy",
    "django.middleware.gzip.GZipMiddleware",
    "railhead.site.api.problems.problem_details",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "railhead.site.guard.DatabaseFailures",
    "railhead.site.guard.PrivateTables",
]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
ROOT_URLCONF = "railhead.site.urls"
ASGI_APPLICATION = "railhead.site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "railhead.site.preferences.for_template",
            ],
        },
    }
]

DATABASES = {"default": database(os.environ.get("RAILHEAD_DATABASE", ""), DATA)}
if DATABASES["default"]["ENGINE"].endswith("postgresql") and find_spec("procrastinate"):
    INSTALLED_APPS.append("procrastinate.contrib.django")
PROCRASTINATE_IMPORT_PATHS = ["railhead.site.bot_queue"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False

LANGUAGE_CODE = "en"
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "railhead.site.static.HashedStorage"},
}

SESSION_ENGINE = "railhead.site.sessions"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 365
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = BEHIND_TLS
CSRF_COOKIE_SECURE = BEHIND_TLS
CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_TLS else None
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30 if BEHIND_TLS else 0
X_FRAME_OPTIONS = "DENY"

DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024

BOT_PROCESSES = whole_number("RAILHEAD_THINKERS", max((os.cpu_count() or 2) // 2, 1))
"""Processes that slow bots think in; with 0 all bots think in threads of the server."""
BOT_QUEUE = os.environ.get("RAILHEAD_BOTS") == "queue"
"""Whether bots think in workers of a queue in PostgreSQL (`railhead bots`) instead of here."""
BOT_PAUSE = seconds("RAILHEAD_PAUSE", 0.5)
"""Seconds between a bot's moves, so that people can follow."""

EMAIL_HOST = os.environ.get("RAILHEAD_SMTP", "")
EMAIL_BACKEND = os.environ.get(
    "RAILHEAD_EMAIL", f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'dummy'}.EmailBackend"
)
EMAIL_USE_TLS = os.environ.get("RAILHEAD_SMTP_TLS", "off") == "starttls"
EMAIL_USE_SSL = os.environ.get("RAILHEAD_SMTP_TLS", "off") == "ssl"
EMAIL_PORT = mail_port()
EMAIL_HOST_USER = os.environ.get("RAILHEAD_SMTP_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("RAILHEAD_SMTP_PASSWORD", "")
EMAIL_TIMEOUT = 10
BASE_URL = f"{'https' if BEHIND_TLS else 'http'}://{HOSTS[0] if HOSTS else 'localhost:8000'}"
DEFAULT_FROM_EMAIL = os.environ.get("RAILHEAD_FROM", "railhead@localhost")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "railhead.site.middleware.JsonLines"}},
    "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "line"}},
    "loggers": {
        "railhead": {"handlers": ["out"], "level": "INFO", "propagate": False},
        "django": {"handlers": ["out"], "level": "WARNING", "propagate": False},
        "django.security.DisallowedHost": {"handlers": [], "propagate": False},  # scanners try this all day
        "axes": {"handlers": ["out"], "level": "ERROR", "propagate": False},
    },
}
SILENCED_SYSTEM_CHECKS = ["axes.W003"]
CSRF_FAILURE_VIEW = "railhead.site.views.ops.csrf_failure"
