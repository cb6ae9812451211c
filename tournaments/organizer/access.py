"""The event of a page, and its reader with their role."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.authentication.second_factor import may_pass, power, stopped
from accounts.models import Account, Player
from accounts.people.accounts import player_of
from tournaments.domain.queries import tournaments
from tournaments.domain.state import Entry, TournamentFold, published
from tournaments.models import Announcement, Tournament, TournamentStaff
from web.answers import ViewFunction, private, refused
from web.words import isolated

RANKS = {"": 0, "helper": 1, "arbiter": 2, "owner": 3}


@dataclass(frozen=True, slots=True)
class EventAccess:
    """An event and its reader.

    Args:
        id: the tournament.
        fold: the event as the reader may know it: all of it for the staff, for everybody else what is published.
        version: of all of it, which commands name as what was seen; no page shows it.
        player: who is signed in, or None.
        imported: it comes from a file.
        passed: the reader may use the powers of an arbiter here: those over a rated event lie behind a door
            (`accounts/authentication/second_factor.py`).
    """

    id: UUID
    key: str
    fold: TournamentFold
    announcement: Announcement
    player: Player | None
    version: int
    imported: bool = False
    passed: bool = True

    @property
    def role(self) -> str:
        """`owner`, `arbiter`, `helper`, or "" for who has no part in running it."""
        return "" if self.player is None else self.fold.role(self.player.id)

    @property
    def shown_version(self) -> int:
        """The version by which open pages follow the event."""
        return published(self.fold).version

    @property
    def invited(self) -> bool:
        """Whether the staff has invited the reader."""
        if self.player is None:
            return False
        return self.player.id in (self.fold.bots if self.player.machine else self.fold.invited)

    def is_at_least(self, role: str) -> bool:
        """Whether the reader has this role, or a higher one, and may use it."""
        return RANKS[self.role] >= RANKS[role] and (self.passed or not _is_behind_the_door(role))

    @property
    def zone(self) -> str:
        return self.announcement.zone or "UTC"

    @property
    def name(self) -> str:
        return isolated(self.announcement.name) or _("Event %(key)s") % {"key": self.key}

    def announced(self) -> dict[str, str]:
        return {name: getattr(self.announcement, name) for name in ("name", "description", "zone", "place", "code")}

    @property
    def entry(self) -> Entry | None:
        """The reader's entry: the one that takes part or waits, else the last one."""
        return None if self.player is None else self.fold.entry_of(self.player.id)

    def again(self) -> EventAccess:
        whole = tournaments.fold_of(self.id)
        return replace(self, fold=_known_to(self.player, whole), version=whole.version)

    def url(self, name: str, *args: Any) -> str:
        return reverse(f"tournaments:{name}", args=[self.key, *args])

    @property
    def home(self) -> str:
        return self.url("tournament")


def player_in(request: HttpRequest) -> Player | None:
    return player_of(request.user) if isinstance(request.user, Account) else None


def asked_about(request: HttpRequest, key: str) -> EventAccess | None:
    """The event of an address, if the reader may see it: a draft is its staff's alone."""
    return access_to(key, player_in(request), lambda: may_pass(request))


def access_to(key: str, player: Player | None, passes: Callable[[], bool]) -> EventAccess | None:
    """The same for a player.

    Args:
        key: the public address of the event.
        player: the reader, or None.
        passes: whether the reader may use powers that lie behind a door; called where there are some.
    """
    tournament = tournaments.tournament_at(key)
    if tournament is None:
        return None
    whole = tournaments.fold_of(tournament.id)
    announcement = Announcement.objects.filter(tournament=tournament.id).first() or Announcement(
        tournament=tournament.id
    )
    access = EventAccess(
        tournament.id, key, _known_to(player, whole), announcement, player, whole.version, tournament.imported
    )
    if whole.terms.rated and _is_behind_the_door(access.role):
        access = replace(access, passed=passes())
    return access if whole.public or access.role else None


@power
def arbits_rated_games(account: Account) -> bool:
    """Whether an account has the powers of an arbiter in a rated event that is not over."""
    over = (Tournament.Status.FINISHED, Tournament.Status.CANCELLED)
    roles = TournamentStaff.objects.filter(player__in=Player.objects.filter(account=account).values("pk"))
    return (
        roles.filter(role__in=("owner", "arbiter"), tournament__rated=True)
        .exclude(tournament__status__in=over)
        .exists()
    )


def _is_behind_the_door(role: str) -> bool:
    return RANKS[role] >= RANKS["arbiter"]


def _known_to(player: Player | None, whole: TournamentFold) -> TournamentFold:
    """The event as somebody may know it."""
    return whole if player is not None and whole.role(player.id) else published(whole)


def _private(view: ViewFunction) -> ViewFunction:
    """No cache keeps what depends on the reader."""

    return require_http_methods(["GET", "HEAD", "POST"])(private(view))


def _no_event(request: HttpRequest) -> HttpResponse:
    return refused(request, 404, _("There is no event at this address. Capitals matter in it."))


def signed_in(view: ViewFunction) -> ViewFunction:
    """Sends visitors to sign in, and brings them back."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path() if request.method == "GET" else request.path)
        return view(request, *args, **kwargs)

    return _private(inner)


def for_visitors(view: ViewFunction) -> ViewFunction:
    """A page for everybody who may see the event; the view takes an `EventAccess`."""

    @wraps(view)
    def inner(request: HttpRequest, key: str, *args: Any, **kwargs: Any) -> HttpResponse:
        access = asked_about(request, key)
        return _no_event(request) if access is None else view(request, access, *args, **kwargs)

    return _private(inner)


def for_players(view: ViewFunction) -> ViewFunction:
    """A page for signed-in players."""
    return signed_in(for_visitors(view))


def for_staff(role: str) -> Callable[[ViewFunction], ViewFunction]:
    def decorated(view: ViewFunction) -> ViewFunction:
        @wraps(view)
        def inner(request: HttpRequest, access: EventAccess, *args: Any, **kwargs: Any) -> HttpResponse:
            if not access.passed and (led := stopped(request)) is not None:
                return led
            if not access.is_at_least(role):
                return refused(request, 403, _("Only the event’s staff may see this page. You may have to sign in."))
            return view(request, access, *args, **kwargs)

        return for_players(inner)

    return decorated
