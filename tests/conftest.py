"""What all tests share: databases on a real PostgreSQL, a cache of their own, a real browser.

- `db`: the test runs in a transaction that is rolled back.
- `transactional_db`, `fresh_database`, `live_server`, `site`: the test commits, on a database that it has for itself.
- `owner_connection`, `superuser_connection`: the same database under the other two roles.
- `live_site`: as `site`, but served as in `make demo`, with the event streams: for pages that follow a game.
- `page`: a page of a real Chromium; it fails the test on an error of a script, a breach of the Content-Security-Policy
  or a request to another host.
- `browser`: that Chromium, for more than one page; what it opens goes on to the next test (`tests/windows.py`).
- `kept_database`: one database for all tests of a module that only look at it.
"""

import os
import shutil
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import hypothesis
import psycopg
import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.db import connection, connections
from django.http import HttpRequest, HttpResponse
from django.middleware import csrf
from django.test import TransactionTestCase
from hypothesis.internal.conjecture import providers
from playwright.sync_api import Page, expect, sync_playwright

from config import embedded, process
from eventlog import statements
from realtime import changes
from tests.caches import empty_cache, refuse_to_clear
from tests.client import make_light
from tests.databases import Databases, with_database
from tests.ids import make_wordless
from tests.owner import owner_url
from tests.texts import read_along
from tests.windows import Windows, watch
from web import limits

# The same examples in each run, which fails by what was changed, not by what was drawn; `make fuzz-rules` draws anew.
hypothesis.settings.register_profile(
    "default",
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],  # of a busy machine it says nothing
)
hypothesis.settings.register_profile(
    "fuzz",
    max_examples=int(os.environ.get("PAIRS", "5000")),
    deadline=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)
hypothesis.settings.load_profile("default")

HOME = Path(__file__).parents[1]
DAY, LAST_MINUTE = 86_400, 60  # seconds
SLOW = ("tests/two_worlds/", "tests/browser/")
SLOW_FIXTURES = {"browser", "transactional_db"}
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A window of a new context loads two pages for suggestions below an address bar that nobody sees, in a process of
    # their own, and each visit starts a process for the next one. Of several such switches the last one counts: the
    # others in it are what the driver turns off.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,OptimizationHints,PaintHolding,"
    "ThirdPartyStoragePartitioning,NetworkTimeServiceQuerying,PreconnectToSearch",
    # Each page would have its scripts compiled a second and a third time, to run faster for longer than it is open.
    "--js-flags=--no-opt --no-maglev",
]


def pytest_configure(config: pytest.Config) -> None:
    """Settle what differs in tests: no pool, quick passwords, unhashed static files, a cache database a worker."""
    settings.DATABASES["default"].get("OPTIONS", {}).pop("pool", None)
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    # Of letters that make no word: a page that must not say "Bob" shall not say it in a token, once in a thousand runs.
    csrf.CSRF_ALLOWED_CHARS = "BCDFGHJKLMNPQRSTVWXZ"
    settings.VEXILLUM_HEARTBEAT = False
    settings.VEXILLUM_WEBHOOKS_AT_ONCE = False  # now and then a process looks who has some, whatever a test counts
    # axe-core comes from the site itself, as its policy wants, and is kept by the browser like any other script.
    settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, ("axe", AXE_FILE_PATH.parent)]
    settings.STATIC_ROOT = HOME / "static"  # not what a demo has collected here, which may be older
    settings.WHITENOISE_USE_FINDERS = True
    settings.WHITENOISE_AUTOREFRESH = True
    settings.CELERY_TASK_ALWAYS_EAGER = True
    settings.CELERY_TASK_EAGER_PROPAGATES = True
    read_along()
    # Hypothesis reads all sources for numbers and words to try, in each worker, which takes seconds.
    if config.option.markexpr.startswith("not fuzz"):
        providers._get_local_constants = lambda: providers._local_constants
    process.starts()  # and goes on with the tests
    # A prefix keeps two runs apart that share a Valkey server.
    settings.CACHES["default"]["KEY_PREFIX"] = f"test-{uuid.uuid4().hex[:12]}"
    refuse_to_clear()
    # A server that does not answer at once is busy here, and not away: its counts are not begun anew, and what it is to
    # tell is not kept for later.
    settings.CACHES["default"]["OPTIONS"] = {"socket_timeout": 10, "socket_connect_timeout": 10}
    changes.PATIENCE = 10.0
    if getattr(config.option, "tx", None) and config.args_source is config.ArgsSource.TESTPATHS:
        _make_template_early(config)


def _make_template_early(config: pytest.Config) -> None:
    """Have the process that hands out the tests of a whole run migrate their template while the workers load the tests.
    They would wait for one of them that does so.
    """
    config.option.testrunuid = run = uuid.uuid4().hex  # what xdist names a run by
    made: list[Databases] = []
    addresses = {"service_url": settings.DATABASE_URL, "owner_url": owner_url()}
    # What fails here fails in a worker again, which tells it.
    making = threading.Thread(target=lambda: made.append(Databases(**addresses, run=run[:12])), daemon=True)
    making.start()

    def leave() -> None:
        making.join()
        for databases in made:
            databases.close()

    config.add_cleanup(leave)


def pytest_collection(session: pytest.Session) -> None:
    """Have each worker load another part of the tests before it collects all of them. What one of them has compiled and
    rewritten the others find: in a fresh clone each would do all of it, at the same time.
    """
    result = getattr(session.config, "workerinput", None)
    if result is None:
        return
    folders = [path for path in map(Path, session.config.args) if path.is_dir()]
    files = [file for folder in folders for file in sorted(folder.absolute().rglob("test_*.py"))]
    count, number = result["workercount"], int(result["workerid"].removeprefix("gw"))
    for file in files[number * len(files) // count : (number + 1) * len(files) // count]:
        if (file.parent / "__init__.py").exists():
            # What fails here fails again where it is told.
            with suppress(Exception, pytest.skip.Exception):
                import_module(".".join(file.relative_to(HOME).with_suffix("").parts))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make test FAST=1` leaves out: whole folders, all that opens a browser, all that commits and so needs a
    database of its own, and all that tries examples of Hypothesis. It goes first, the longest at the head, so that no
    worker is left with it when the other ones have nothing to do.
    """
    for item in items:
        marked = item.get_closest_marker("django_db")
        commits = marked is not None and marked.kwargs.get("transaction", False)
        tries = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
        needs = SLOW_FIXTURES.intersection(getattr(item, "fixturenames", ()))
        if item.nodeid.startswith(SLOW) or needs or commits or tries:
            item.add_marker("slow")
    items.sort(key=lambda item: (item.get_closest_marker("slow") is None, not item.nodeid.startswith(SLOW[0])))


def pytest_collection_finish() -> None:
    """Have the collector of garbage pass over what stays: every module and test."""
    process.has_loaded()


def pytest_runtest_setup() -> None:
    """Let each test end on the day that it began on, and in the same month: what is told by days is told alike in all
    of it. In the last minute of a day none begins.
    """
    left = DAY - time.time() % DAY
    if left < LAST_MINUTE:
        time.sleep(left)


@pytest.fixture(scope="session", autouse=True)
def _light_client(django_test_environment: None) -> None:
    make_wordless()
    make_light()


@pytest.fixture(scope="session")
def databases() -> Iterator[Databases]:
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", uuid.uuid4().hex)[:12]
    databases = Databases(service_url=settings.DATABASE_URL, owner_url=owner_url(), run=run)
    yield databases
    databases.close()


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, databases: Databases) -> Iterator[None]:
    """Point Django at a clone for the tests that roll back, and give each test that commits one of its own."""
    shared = databases.clone()
    _connect_to(shared)

    free: list[str] = []

    def take_clone(_class: type[TransactionTestCase]) -> None:
        _connect_to(_kept[0] if _kept else free.pop() if free else databases.clone())

    def drop_clone(_test: TransactionTestCase) -> None:
        name = connection.settings_dict["NAME"]
        _connect_to(shared)
        if name not in _kept:
            free.append(databases.renew(name))

    # TestCase, which rolls back, has its own; here is only the way of tests that commit, in place of the flush.
    patch = pytest.MonkeyPatch()
    patch.setattr(TransactionTestCase, "_fixture_setup", classmethod(take_clone))
    patch.setattr(TransactionTestCase, "_fixture_teardown", drop_clone)
    yield
    patch.undo()
    connections.close_all()
    for name in (shared, *free):
        databases.drop(name)


_kept: list[str] = []
"""The database that the tests of a module share."""


def _connect_to(name: str) -> None:
    """Use the database `name` from now on, in every thread of this process."""
    connections.close_all()
    connection.settings_dict["NAME"] = name


@pytest.fixture(scope="module")
def kept_database(django_db_setup: None, databases: Databases) -> Iterator[None]:
    """Have the tests of a module that commit work in one database, one after the other: for those that look at what
    the first of them has made, and leave it as it is.
    """
    _kept.append(databases.clone())
    yield
    databases.drop(_kept.pop())


@pytest.fixture
def fresh_database(transactional_db: None) -> str:
    return connection.settings_dict["NAME"]


@pytest.fixture
def owner_connection(fresh_database: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(with_database(owner_url(), fresh_database), autocommit=True) as owner:
        yield owner


@pytest.fixture
def superuser_connection(fresh_database: str) -> Iterator[psycopg.Connection]:
    if "VEXILLUM_TEST_SUPERUSER_URL" in os.environ:
        url = with_database(os.environ["VEXILLUM_TEST_SUPERUSER_URL"], fresh_database)
    elif os.environ.get("DATABASE_URL"):
        pytest.skip("the operator's server gives us no superuser; VEXILLUM_TEST_SUPERUSER_URL names one")
    else:
        url = embedded.ensure(settings.DATA_DIR).database_url(embedded.SUPERUSER, fresh_database)
    with psycopg.connect(url, autocommit=True) as superuser:
        yield superuser


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> Iterator[None]:
    """Forget what the pages of one test cached before the next; keys of other runs stay."""
    yield
    marked = request.node.get_closest_marker("django_db") is not None
    if marked or {"db", "transactional_db", "live_server"} & set(request.fixturenames):
        empty_cache()


@pytest.fixture(autouse=True)
def _standing_limits() -> Iterator[None]:
    """Have the clock of limits stand during a test: a minute that ends between two requests would begin them anew. And
    forget what this process has counted in another test, which may have had the same minute.
    """
    clock, now = limits.clock, time.time()
    limits.clock = lambda: now
    limits._loose.kept.clear()
    limits._own.counts.clear()
    yield
    limits.clock = clock


@pytest.fixture
def by_hand(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Fills with the statements that are written by hand, which Django does not count."""
    seen: list[bytes] = []
    execute = statements._execute
    monkeypatch.setattr(statements, "_execute", lambda sql, parameters: seen.append(sql) or execute(sql, parameters))
    return seen


@pytest.fixture(scope="session")
def _static_files(django_test_environment: None) -> None:
    """Have `site` serve static files as a deployment does: from memory, to be kept by the browser, and with the policy
    that all pages have.
    """
    serve, kept = StaticFilesHandler.serve, {}

    def serve_kept(self: StaticFilesHandler, request: HttpRequest) -> HttpResponse:
        if request.path not in kept:
            answer = serve(self, request)
            kept[request.path] = answer.headers["Content-Type"], b"".join(answer.streaming_content)
        type, body = kept[request.path]
        response = HttpResponse(body, content_type=type)
        response["Cache-Control"] = "public, max-age=31536000, immutable"
        response["Cross-Origin-Opener-Policy"] = "same-origin"
        return response

    StaticFilesHandler.serve = serve_kept


@pytest.fixture
def site(live_server, transactional_db: None, _static_files: None) -> str:
    """The address of the service, run by threads of this process on the database of the test."""
    return live_server.url


@pytest.fixture
def live_site(transactional_db: None) -> Iterator[str]:
    """The address of the service as `make demo` serves it: pages and event streams behind one address (`config.asgi`),
    run by threads of this process on the database of the test. A command that a test runs is told to open pages.
    """
    # Only now: it loads the application, and with it the settings as they are.
    from tests.serving import serving

    with serving() as address:
        yield address


def chromium() -> str | None:
    return os.environ.get("VEXILLUM_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUM)), None)


@pytest.fixture(scope="session")
def windows() -> Iterator[Windows]:
    program = chromium()
    if program is None:
        pytest.skip("there is no Chromium; `make test` installs one or says how to")
    # Playwright keeps an event loop in this thread, which Django would take for an asynchronous caller.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=30_000)  # milliseconds: a busy machine is slow, and not wrong
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_ARGUMENTS)
        yield Windows(browser)
        browser.close()


@pytest.fixture
def browser(windows: Windows) -> Iterator[Windows]:
    yield windows
    windows.take_all_back()


@pytest.fixture
def page(browser: Windows) -> Iterator[Page]:
    context = browser.new_context()
    page = context.new_page()
    trouble = watch(page)
    yield page
    context.close()
    assert trouble == []
