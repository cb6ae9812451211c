"""The settings, read from the environment. README.md lists the variables.

With `DATABASE_URL` or `REDIS_URL` unset the embedded servers are started or joined (`config/embedded/`).
"""

import hashlib
import logging
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import gettext_lazy as _

from config import addresses, embedded, environment, oidc_key, process
from config.environment import ConfigError
from config.packages import ROOMS
from config.timeouts import PatientConnection, waits_of

BASE_DIR = Path(__file__).resolve().parent.parent


_flag = environment.flag

# Where things are

# The role that this process has in the database. `manage.py` chooses it by the command:
# `service` for nearly all, `owner` for what makes tables, `none` for what needs no server at all.
ROLE = environment.one_of("VEXILLUM_ROLE", "service", "service", "owner", "none")

DATA_DIR = Path(os.environ.get(embedded.VARIABLE) or BASE_DIR / ".data").absolute()
DATABASE_URL = os.environ.get("DATABASE_URL", "")
DATABASE_OWNER_URL = os.environ.get("DATABASE_OWNER_URL", "")
DATABASE_REPLICA_URL = os.environ.get("DATABASE_REPLICA_URL", "")
REDIS_URL = os.environ.get("REDIS_URL", "")
# What is public is served from servers that somebody chose: an empty site must not come up by mistake.
if ROLE != "none" and _flag("VEXILLUM_HTTPS"):
    for _name, _value in (("DATABASE_URL", DATABASE_URL), ("REDIS_URL", REDIS_URL)):
        if not _value:
            raise ConfigError(f"{_name} must be set where VEXILLUM_HTTPS is.")
for _name, _value in (
    ("DATABASE_URL", DATABASE_URL),
    ("DATABASE_OWNER_URL", DATABASE_OWNER_URL),
    ("DATABASE_REPLICA_URL", DATABASE_REPLICA_URL),
):
    if _value:
        environment.read(_name, addresses.database, _value)
# Who can change tables and the log is known to migrations and rebuilds alone: what serves has the address neither here
# nor in its environment, where a fault could show it.
if ROLE != "owner":
    DATABASE_OWNER_URL = _value = ""
if ROLE == "service":
    os.environ.pop("DATABASE_OWNER_URL", None)
if REDIS_URL:
    environment.read("REDIS_URL", lambda value: addresses.redis(value, database=0), REDIS_URL)

if ROLE != "none" and not (DATABASE_URL and REDIS_URL):
    try:
        _servers = embedded.ensure(DATA_DIR)
    except embedded.EmbeddedError as _error:
        raise ConfigError(str(_error)) from None
    if not DATABASE_URL:
        DATABASE_URL = _servers.database_url(embedded.SERVICE)
        DATABASE_OWNER_URL = _servers.database_url(embedded.OWNER) if ROLE == "owner" else ""
    REDIS_URL = REDIS_URL or f"unix://{_servers.valkey}"

# The database

# The role that `migrate` gives its rights to.
DATABASE_SERVICE_ROLE = addresses.database(DATABASE_URL)["USER"] if DATABASE_URL else embedded.SERVICE
VEXILLUM_POOL = environment.number("VEXILLUM_POOL", 10, most=1000)  # the most connections of one process; 0: no pool
# Behind a pooler that gives each transaction another session nothing may stay in a session: no prepared statement, no
# cursor beyond its transaction, and no option of the connection (docs/scaling.md says where time-outs are set then).
VEXILLUM_POOLER = environment.one_of("VEXILLUM_POOLER", "none", "none", "transaction")


def _database(url: str, kind: str, *, pooler: str = "none") -> dict[str, Any]:
    """An entry of `DATABASES`. What the address itself says of options goes before ours.

    Args:
        kind: whose time-outs it has (`config/timeouts.py`).
        pooler: the pooler of the database.
    """
    outcome, waits = addresses.database(url), waits_of(kind)
    if kind == "web":
        outcome["ENGINE"] = "config.postgresql"
    result = outcome["OPTIONS"]
    if pooler == "transaction":
        result["prepare_threshold"] = None
        outcome["DISABLE_SERVER_SIDE_CURSORS"] = True
    else:
        result["options"] = f"{waits.options} {result.get('options', '')}".strip()
    result.setdefault("connect_timeout", waits.connect)
    return outcome


DATABASES: dict[str, dict[str, Any]]
if ROLE == "none":
    DATABASES = {"default": {"ENGINE": "django.db.backends.dummy"}}
elif ROLE == "owner":
    if not DATABASE_OWNER_URL:
        raise ConfigError("Set DATABASE_OWNER_URL: migrations run as the role that owns the tables.")
    DATABASES = {"default": _database(DATABASE_OWNER_URL, "owner")}
else:
    _service = _database(DATABASE_URL, process.kind, pooler=VEXILLUM_POOLER)
    DATABASES = {"default": {**_service, "CONN_HEALTH_CHECKS": True}}
    if VEXILLUM_POOL:
        DATABASES["default"]["OPTIONS"]["pool"] = {
            "min_size": 1,
            "max_size": VEXILLUM_POOL,
            "timeout": waits_of(process.kind).pool,
            # A connection that fails is retried by the next request, not after a growing pause.
            "reconnect_timeout": 1,
            **({"connection_class": PatientConnection} if process.kind == "web" else {}),
        }
    # Pages that may be some seconds old are read from a replica (`web/replica.py`); workers read what they write.
    if DATABASE_REPLICA_URL and process.kind == "web":
        _copy = _database(DATABASE_REPLICA_URL, process.kind, pooler=VEXILLUM_POOLER)
        _copy["ENGINE"] = "django.db.backends.postgresql"  # that it is away says nothing about the database
        _copy["OPTIONS"]["connect_timeout"] = 1
        if VEXILLUM_POOL:
            _copy["OPTIONS"]["pool"] = {"min_size": 0, "max_size": VEXILLUM_POOL, "timeout": 1, "reconnect_timeout": 1}
        DATABASES["replica"] = {**_copy, "CONN_HEALTH_CHECKS": True}
        DATABASE_ROUTERS = ["web.replica.Router"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Processes that people reach write a heartbeat, so that the time of an outage is given back (games/domain/outages.py).
VEXILLUM_WEB = process.kind == "web"
VEXILLUM_HEARTBEAT = True

# Valkey: database 0 is the broker, 1 the results of tasks, 2 the cache

if REDIS_URL:
    CELERY_BROKER_URL = addresses.celery(REDIS_URL, database=0)
    CELERY_RESULT_BACKEND = addresses.celery(REDIS_URL, database=1)
    CACHES: dict[str, dict[str, Any]] = {
        "default": {
            "BACKEND": "config.cache.Cache",
            "LOCATION": addresses.redis(REDIS_URL, database=2),
            "KEY_PREFIX": "vexillum",
            "VERSION": 2,  # one higher whenever what is kept has another form, or its class another place
        }
    }

# Security


def _kept(name: str, make: Callable[[], str], text: str) -> str:
    """Return what the data folder keeps under a name, made the first time.

    Args:
        name: of the file.
        make: makes it.
        text: what is said if it cannot be kept.
    """
    if ROLE == "none":  # nothing is signed, and nothing should be written
        return ""
    path = DATA_DIR / name
    try:
        DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            fresh = path.with_name(f"{name}.{os.getpid()}")
            with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(make())
            try:
                os.link(fresh, path)  # the second process keeps the first one's
            except FileExistsError:
                pass
            finally:
                fresh.unlink()
        return path.read_text()
    except OSError as error:
        raise ConfigError(f"{text}: there is none, and none can be kept in {DATA_DIR} ({error}).") from error


def _secret_key() -> str:
    """Return the key of the environment, else that of the data folder, made the first time."""
    if key := os.environ.get("SECRET_KEY"):
        return environment.secret_keys("SECRET_KEY", [key])[0]
    return _kept("secret_key", lambda: secrets.token_urlsafe(50), "Set SECRET_KEY") or secrets.token_urlsafe(50)


SECRET_KEY = _secret_key()
SECRET_KEY_FALLBACKS = environment.secret_keys("SECRET_KEY_FALLBACKS", environment.words("SECRET_KEY_FALLBACKS"))
DEBUG = _flag("VEXILLUM_DEBUG")
# The address of the service, for the links in mails. If nobody told it, and in a demo, a mail that a request asks for
# has the host of that request.
_SITE = environment.site("VEXILLUM_SITE")
VEXILLUM_SITE = _SITE or f"http://localhost:{environment.number('PORT', 8000, least=1, most=65535)}"
VEXILLUM_SITE_IN_ALL_MAILS = bool(_SITE) and not _flag("VEXILLUM_DEMO")
# A public service answers to this machine's own names only if they are named.
ALLOWED_HOSTS = [] if _flag("VEXILLUM_HTTPS") else ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS += environment.hosts("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = environment.origins("CSRF_TRUSTED_ORIGINS")
for _origin in (*CSRF_TRUSTED_ORIGINS, _SITE):
    if (_host := urlsplit(_origin).hostname) and _host not in ALLOWED_HOSTS:
        ALLOWED_HOSTS.append(_host)

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "font-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
# Messages are shown once, from a signed cookie: no table holds names in them.
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
SESSION_ENGINE = "accounts.authentication.sessions"
SESSION_COOKIE_AGE = 90 * 24 * 3600  # seconds from the last visit: a guest has no other key to games, which may be slow
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"

SILENCED_SYSTEM_CHECKS = ["templates.W003"]  # two libraries of Django's have ours in their place

# Behind a proxy that speaks HTTPS, sets X-Forwarded-Proto itself and drops the one that a client sends.
if _flag("VEXILLUM_HTTPS"):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    # Other names of the domain may have no HTTPS, and a list in browsers is left slowly: so both are asked for.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = _flag("VEXILLUM_HSTS_SUBDOMAINS")
    SECURE_HSTS_PRELOAD = _flag("VEXILLUM_HSTS_PRELOAD")
    if SECURE_HSTS_PRELOAD and not SECURE_HSTS_INCLUDE_SUBDOMAINS:
        raise ConfigError("VEXILLUM_HSTS_PRELOAD needs VEXILLUM_HSTS_SUBDOMAINS: browsers list whole domains only.")
    SILENCED_SYSTEM_CHECKS += ["security.W005", "security.W021"]
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

AUTH_USER_MODEL = "players.Account"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
] + [{"NAME": "accounts.signin.passwords.HardToGuess"}]
AUTHENTICATION_BACKENDS = ["players.backend.AccountBackend"]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# Signing up and in (django-allauth). Its limits on attempts are on; they count in the cache, which all processes share.

ACCOUNT_ADAPTER = "accounts.signin.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.signin.forms.SignInForm",
    "signup": "accounts.signin.forms.SignUpForm",
    "reset_password": "accounts.signin.forms.ForgetForm",
}
ACCOUNT_PREVENT_ENUMERATION = "strict"  # an address may be given twice; it is proven once
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_USERNAME_VALIDATORS = "accounts.people.names.VALIDATORS"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True  # in the browser that signed up, and nowhere else
ACCOUNT_CHANGE_EMAIL = True  # one address; the old one holds until the new one is proven
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
# Ours, besides allauth's.
ACCOUNT_RATE_LIMITS = {
    "report": "10/h/user",
    "entry_code": "20/h/user",
    "import_event": "20/d/user",
    "change_address": "5/d/user",
    "login_failed": "10/m/ip",  # of codes; by account they wait as accounts.signin.attempts says
}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if _flag("VEXILLUM_HTTPS") else "http"
# Second factors (allauth.mfa). Accounts with powers need one, except in a demo, whose passwords are public.
MFA_ADAPTER = "accounts.signin.factors.FactorAdapter"
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # codes before and after the present one: clocks differ, and people type
MFA_ALLOW_UNVERIFIED_EMAIL = True  # a change of address does not matter; guests have no factors
MFA_FORMS = {
    name: f"accounts.signin.factor_forms.{form}"
    for name, form in {
        "authenticate": "CodeForm",
        "authenticate_webauthn": "PasskeyForm",
        "reauthenticate": "CodeAgainForm",
        "reauthenticate_webauthn": "PasskeyAgainForm",
        "activate_totp": "AppForm",
        "add_webauthn": "NewPasskeyForm",
        "edit_webauthn": "PasskeyNameForm",
        "login_webauthn": "PasskeyAloneForm",
    }.items()
}
# Signing in to programs (allauth.idp.oidc): the key of the provider, by which they know that it was we who said so.
IDP_OIDC_ADAPTER = "api.oauth.adapter.Adapter"
# Where the data folder keeps no secret key it keeps none of these either, and programs are told of nobody without one.
IDP_OIDC_PRIVATE_KEY = environment.read("VEXILLUM_SIGNING_KEY", oidc_key.key)
if not (IDP_OIDC_PRIVATE_KEY or os.environ.get("SECRET_KEY")):
    IDP_OIDC_PRIVATE_KEY = _kept("signing_key.pem", oidc_key.make, "Set VEXILLUM_SIGNING_KEY")
# Webhooks: told as it happens, and not by the next sweep alone. Tests send to this machine, which nothing else may.
VEXILLUM_WEBHOOKS_AT_ONCE = True
VEXILLUM_LOCAL_WEBHOOKS = False
VEXILLUM_STAFF_FACTORS = environment.flag("VEXILLUM_STAFF_FACTORS", default=not _flag("VEXILLUM_DEMO"))
# How many proxies of ours a request comes through: so the limits count the client's address, which it cannot forge.
VEXILLUM_PROXIES = environment.number("VEXILLUM_PROXIES", int(_flag("VEXILLUM_HTTPS")), most=10)
LIVE_STREAMS = environment.number("LIVE_STREAMS", 10_000, least=1)  # event streams of one process
LIVE_PER_ADDRESS = environment.number("LIVE_PER_ADDRESS", 200, least=1)  # of them, for one address
LIVE_PAGES = environment.site("LIVE_PAGES") or "http://127.0.0.1:8000"  # where streams of programs fetch their lines
LIVE_CHANNELS = environment.number("LIVE_CHANNELS", 1, least=1, most=1024)  # that notices go through, by topic

# Mail: sent by the server that EMAIL_URL names, else printed; a demo shows it at /outbox/.

VEXILLUM_DEMO = _flag("VEXILLUM_DEMO")
if EMAIL_URL := os.environ.get("EMAIL_URL", ""):
    globals().update(environment.read("EMAIL_URL", addresses.mail))
elif VEXILLUM_DEMO:
    EMAIL_BACKEND = "accounts.mails.outbox.OutboxBackend"
else:
    EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
EMAIL_TIMEOUT = 10  # seconds
DEFAULT_FROM_EMAIL = environment.address_of_mail("VEXILLUM_MAIL_FROM", "Vexillum <noreply@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# The application

INSTALLED_APPS = [
    "config",
    "accounts",
    "ratings",
    "notices",
    "moderation.cases",
    "accounts.audit",
    "moderation.staff",
    "accounts.agreements",
    "eventlog",
    "games",
    "library.archive",
    "library.figures",
    "library.sharing",
    "play.lobby",
    "play.setups",
    "play.table",
    "play.talk",
    "library.studies",
    "play.bots",
    "play.live",
    "library.profiles",
    "library.puzzles",
    "library.releases",
    "moderation.fairness",
    "moderation.evidence",
    "library.reliability",
    "tournaments",
    "privacy",
    "api",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "config.apps.StaticFiles",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.idp.oidc",
]
MIDDLEWARE = [
    "config.health.HealthMiddleware",  # before all that looks at host, scheme or session
    "api.http.fallback.ProblemsMiddleware",  # before all that refuses
    "web.cookieless.CookielessMiddleware",  # before all that reads a cookie
    "play.table.arrival.ArrivalMiddleware",  # a move counts as of its arrival
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "web.language.LanguageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "web.policy.PolicyMiddleware",
    "web.nul.NulMiddleware",  # its answers have all headers, and no session has been read
    "django.contrib.sessions.middleware.SessionMiddleware",
    "accounts.authentication.sessions.RenewalMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.authentication.sessions.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.people.preferences.TimeZoneMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.exceptions.ExceptionMiddleware",
]
if "replica" in DATABASES:
    MIDDLEWARE.insert(3, "web.replica.LatelyMiddleware")
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.header.header",
                "accounts.people.preferences.preferences",
                "accounts.agreements.requirement.agreement",
            ],
            "builtins": ["web.drawn_parts", "web.fixed_urls", "web.words"],
            "libraries": {
                "i18n": "web.fixed_words",
                "static": "web.fixed_files",
                "menu": "config.menu",
                "live_player": "realtime.open_pages",
                "live": "games.presentation.open_pages",
                "beside": "games.presentation.panels",
            },
        },
    },
]

FORM_RENDERER = "web.widgets.DirectRenderer"

STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("VEXILLUM_STATIC_ROOT") or DATA_DIR / "static")
VEXILLUM_RELEASES = Path(_told).absolute() if (_told := os.environ.get("VEXILLUM_RELEASES", "").strip()) else None
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "config.staticfiles.StaticFilesStorage"
    },
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "config.formats"
TIME_ZONE = "UTC"
USE_TZ = True

# The framework of the API takes no `?format=`, which is a filter of tournaments.

REST_FRAMEWORK = {"URL_FORMAT_OVERRIDE": None}

# The schema of the API (`api/v1/schema.py`), made by who develops and by tests alone.

SPECTACULAR_SETTINGS = {
    "TITLE": "Vexillum",
    "DESCRIPTION": "What a person can do here a program can do with a token, with the same knowledge and no more.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [],
}

# Celery: a message is a hint, never the only record that something is due; so tasks may run twice, and a sweep finds
# what a lost message left (visibility timeout in seconds).

# What players wait for has a queue and workers of its own, so that mail that hangs holds up no move; and so has what
# goes to addresses that strangers choose, so that a slow one holds up no mail.
CELERY_TASK_ROUTES = {
    "games.tasks.*": {"queue": "play"},
    "play.bots.tasks.move*": {"queue": "play"},
    "api.webhooks.delivery.*": {"queue": "hooks"},
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
# A web process waits for the broker no longer than for the database.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 1,
    "max_retries": 1,  # a message is sent at once or not at all
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
    "visibility_timeout": 600,
    "socket_timeout": 0.5 if process.kind == "web" else 10,
}
CELERY_WORKER_CONSUMER = "config.due_tasks:Consumer"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # for as long as it takes: a worker would end after some minutes
CELERY_BROKER_CHANNEL_ERROR_RETRY = True  # a broker that refuses, as with a full disk: a worker would end at once
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False  # into the log, whose lines would go there too: it swallowed all of them
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")

# One plain line to standard error for each thing worth reading, and errors by mail too. Nothing that anybody sent and
# neither has anything quoted by an exception (config/error_reports.py).

logging.raiseExceptions = False  # what cannot be formatted would be printed with its values
_LEVEL = environment.level("VEXILLUM_LOG_LEVEL", "INFO")
ADMINS = [(address, address) for address in environment.addresses_of_mail("VEXILLUM_ADMINS")]
DEFAULT_EXCEPTION_REPORTER = "config.error_reports.Reporter"
DEFAULT_EXCEPTION_REPORTER_FILTER = "config.error_reports.Filter"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"()": "config.error_reports.Formatter", "format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
    },
    "filters": {
        "without_values": {
            "()": "django.utils.log.CallbackFilter",
            "callback": "ext://config.error_reports.without_values",
        },
        "unforeseen": {"()": "django.utils.log.CallbackFilter", "callback": "ext://config.error_reports.is_unforeseen"},
        "in_production": {"()": "django.utils.log.RequireDebugFalse"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["without_values"]},
        "admins": {
            "class": "config.error_reports.Handler",
            "level": "ERROR",
            "filters": ["in_production"],
        },
    },
    "root": {"handlers": ["console", "admins"], "level": _LEVEL},
    "loggers": {
        "django": {"handlers": [], "propagate": True, "level": _LEVEL},  # Django's own is INFO
        "django.request": {"filters": ["unforeseen"]},
        "django.db.backends": {"level": "WARNING"},
        "django.server": {"handlers": [], "propagate": True},
        # Each look for a server that is away would be a line; `config.timeouts` says once that it is.
        "psycopg.pool": {"level": "ERROR"},
        "fido2": {"level": "WARNING"},  # it would say which passkey signs in
        "oauthlib": {"level": "WARNING"},  # it would say codes and tokens
        # Django sets the level again once a worker runs; after a broker that was away each task would be two lines.
        **{f"celery.{name}": {"level": "WARNING"} for name in ("app.trace", "worker.request", "worker.strategy")},
        # The servers have handlers of their own, which would write what an exception says.
        "uvicorn": {"handlers": [], "propagate": True, "level": "WARNING"},
        "uvicorn.error": {"handlers": [], "propagate": True, "level": "WARNING"},
        "_granian": {"handlers": [], "propagate": True, "level": "WARNING"},
        "django.security.DisallowedHost": {"handlers": ["console"], "propagate": False},  # scanners need no mail
    },
}


def _build() -> str:
    """Return a short name for this state of the source: what a page looks like depends on nothing else."""
    digest = hashlib.sha256()
    for room in (*ROOMS, "static", "templates"):
        for path in sorted((BASE_DIR / room).rglob("*")):
            if path.suffix in {".css", ".html", ".js", ".py", ".svg"}:
                digest.update(path.relative_to(BASE_DIR).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


VEXILLUM_BUILD = os.environ.get("VEXILLUM_BUILD") or _build()
