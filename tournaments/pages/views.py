"""The public pages of tournaments: read the address, take the part that is drawn or draw it, put the names in.

A draft is seen by its staff alone; for everybody else there is nothing at its address. What is the same for all comes
from `parts.py` by way of Valkey; what belongs to the reader (what one can do now, one's next game) is drawn for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache, partial, wraps
from typing import Any
from urllib.parse import urlencode
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe

from accounts.models import Account, Player
from accounts.people.accounts import player_of
from eventlog.statements import objects_of
from eventlog.store import Stored
from games.models import key_of
from games.presentation.game_pages import cursor_of, is_elsewhere, newest, next_to, page_links
from games.presentation.lists import cards_of
from games.presentation.words import variant_name
from library.archive.domain.placements import has_slice, slice_of
from play.lobby.queries import running, watched
from tournaments.domain.calendar import SLACK
from tournaments.domain.commands.form_entries import open_form
from tournaments.domain.queries import tournaments
from tournaments.domain.queries.event_lists import GOING, page_of_events
from tournaments.domain.queries.event_lists import events as events_in_list
from tournaments.domain.queries.sections import sections_of
from tournaments.domain.state import TournamentFold
from tournaments.models import Announcement, Tournament, TournamentStaff
from tournaments.pages import lists, parts
from tournaments.pages.hall import qr_code
from tournaments.pages.mine import game_of, mine_of
from tournaments.pages.part_cache import PartAsked, ShownPart, kept_part, least_for
from tournaments.pages.parts import NoPart, RowPlace
from tournaments.pages.search import Search, entries_called, row_url, search, typed
from tournaments.presentation import log
from tournaments.presentation.names import put_names, without_marks
from tournaments.presentation.sheet import Sheet, sheet_of
from tournaments.scoring.formats import FORMATS
from web.addresses import address
from web.answers import HtmxRequest, ViewFunction, refused, revalidated, small_number, unkept
from web.compression import gzip_page
from web.polled_parts import polled
from web.prose import rendered
from web.words import isolated

LISTED, PAST, OWN, LOGGED, WATCHED = 30, 10, 10, 60, 12
LIST_SECONDS = 20


# -- the event of an address ----------------------------------------------------------------------


@dataclass
class ShownEvent:
    """An event that its reader may see.

    Args:
        row: its projection.
        player: who reads, or None.
    """

    row: Tournament
    player: Player | None

    @cached_property
    def fold(self) -> TournamentFold:
        """Everything about it that everybody may know, whoever reads; read only when something is drawn."""
        return tournaments.published_fold_of(self.row.id)

    @cached_property
    def sheet(self) -> Sheet:
        """What the parts are drawn from."""
        return sheet_of(self.row.id, self.fold)

    @cached_property
    def announcement(self) -> Announcement | None:
        """How it presents itself."""
        return next(iter(objects_of(_announcement, self.row.id)), None)

    @property
    def name(self) -> str:
        return lists.event_name(self.row, self.announcement)

    @cached_property
    def description(self) -> str:
        """What its organiser writes about it, as safe markup."""
        text = self.announcement.description if self.announcement is not None else ""
        return _rendered(without_marks(text)) if text.strip() else ""

    @property
    def place(self) -> str:
        """Where people meet, across real boards."""
        return isolated(without_marks(self.announcement.place)) if self.announcement is not None else ""

    @cached_property
    def sections(self) -> list[tuple[str, str, bool]]:
        """The name of each section of the event, its address, and whether it is this one."""
        return [
            (lists.event_name(row, words), reverse("tournaments:tournament", args=[row.key]), row.id == self.row.id)
            for row, words in sections_of(self.announcement)
        ]

    @property
    def series_url(self) -> str:
        """The page of the series that it belongs to, or ""."""
        series = self.announcement.series if self.announcement is not None else None
        return "" if series is None else reverse("tournaments:series", args=[key_of(series)])

    @property
    def start_there(self) -> str:
        """When it starts by the clock on the wall at the event; nothing once it has, or where that is the reader's."""
        starts, zone = self.row.starts, self.announcement.zone if self.announcement is not None else "UTC"
        if starts is None or self.row.started is not None or zone == timezone.get_current_timezone_name():
            return ""
        words = {"time": date_format(starts.astimezone(ZoneInfo(zone)), "j F Y, H:i"), "zone": zone.replace("_", " ")}
        return _("Starts on %(time)s by the clocks of %(zone)s.") % words

    @property
    def waits(self) -> bool:
        """Whether the time of the start is over, and the event has not begun."""
        starts = self.row.starts
        return self.row.status == Tournament.Status.OPEN and starts is not None and starts + SLACK < timezone.now()

    @property
    def public(self) -> bool:
        return self.row.public

    @property
    def large(self) -> bool:
        """Whether so many take part that its parts are drawn now and then, and not for each result."""
        return self.row.entries + self.row.waiting > parts.ROWS

    def drawn(self, asked: PartAsked) -> ShownPart:
        """A part, with marks for names. Raises `NoPart`."""
        # The row is read before the log, which may be an event further: what is drawn names the version that it shows.
        least = least_for(self.row.id, self.player.id if self.player is not None else None) if self.large else None
        draw = partial(self._draw, asked)
        return kept_part(self.row.id, self.row.version, asked, draw, least=least)

    def _draw(self, asked: PartAsked) -> str:
        return parts.draw(self.sheet, *asked)

    def part(self, asked: PartAsked) -> str:
        """A part in the element that keeps it up to date, with marks for names. Raises `NoPart`."""
        drawn = self.drawn(asked)
        url = address("tournaments:now", self.row.key, asked.part, asked.number)
        return render_to_string(
            "tournaments/_live.html",
            {
                "markup": mark_safe(drawn.markup),  # noqa: S308  # drawn by a template
                "url": f"{url}?page={asked.page}" if asked.page > 1 else url,
                "key": self.row.key,
                "version": drawn.version,
            },
        )

    @property
    def tabs(self) -> list[tuple[str, str, str]]:
        """The pages of the event: slug, name, address."""
        row, begun = self.row, self.row.round > 0 or self.row.started is not None
        format = FORMATS[row.format]
        names = [("event", _("Overview"), "tournament")]
        if begun and format.has_groups:
            names.append(("groups", _("Groups"), "groups"))
        if begun and format.has_bracket and (not format.has_stages or self.sheet.has_bracket):
            names.append(("bracket", _("Bracket"), "bracket"))
        if begun:
            names.append(("standings", _("Standings"), "standings"))
        if begun and format.by_points:
            names.append(("crosstable", _("Crosstable"), "crosstable"))
        if row.round:
            names.append(("round", _("Rounds"), "rounds"))
        names.append(("entries", _("Entries"), "entries"))
        if begun and not row.real and row.status in GOING:
            names.append(("watch", _("Watch"), "watch"))
        names.append(("log", _("Log"), "log"))
        return [(slug, name, address(f"tournaments:{view}", row.key)) for slug, name, view in names]

    @property
    def archived(self) -> list[tuple[str, str]]:
        """What the archive has of the event, once there are games: words and address."""
        row = self.row
        if not row.round or row.real or row.imported:
            return []
        results = [(_("Games of this event"), f"{reverse('games:archive')}?{urlencode({'event': row.key})}")]
        if has_slice(row.variant, slice_of(event=row.key)):
            query = urlencode({"variant": row.variant, "event": row.key})
            results.append((_("Set-ups in this event"), f"{reverse('games:explorer')}?{query}"))
        if row.status in (Tournament.Status.FINISHED, Tournament.Status.CANCELLED):
            results.append(
                (_("The whole event as a file that proves itself"), reverse("tournaments:downloads", args=[row.key]))
            )
        return results


def _announcement(event: UUID) -> QuerySet[Announcement]:
    return Announcement.objects.filter(tournament=event)


@lru_cache(maxsize=128)
def _rendered(text: str) -> SafeString:
    """As `rendered`: an event's page is asked for again and again, and its description stays."""
    return rendered(text)


def _reader(request: HttpRequest) -> Player | None:
    return player_of(request.user) if isinstance(request.user, Account) else None


def _shown(request: HttpRequest, key: str) -> ShownEvent | None:
    """The event of an address, if there is one that the reader may see."""
    row = tournaments.tournament_at(key)
    if row is None:
        return None
    player = _reader(request)
    if not row.public:
        staff = TournamentStaff.objects.filter(tournament=row)
        if player is None or not staff.filter(player=player.id).exists():
            return None
    return ShownEvent(row, player)


def _no_event(request: HttpRequest) -> HttpResponse:
    return refused(request, 404, _("There is no event at this address. Capitals matter in it."))


def _of_event(view: ViewFunction) -> ViewFunction:
    @wraps(view)
    def inner(request: HttpRequest, key: str, *args: Any, **kwargs: Any) -> HttpResponse:
        shown = _shown(request, key)
        if shown is None:
            return _no_event(request)
        try:
            return view(request, shown, *args, **kwargs)
        except NoPart:
            return refused(request, 404, _("This event has no such page, or has not come that far."))

    return inner


def _head(shown: ShownEvent, tab: str) -> dict[str, Any]:
    """What stands above each page of an event: how far it is, and where its other pages are."""
    row = shown.row
    return {
        "row": row,
        "tab": tab,
        "tabs": shown.tabs,
        "state": row.get_status_display(),
        "variant": variant_name(row.variant),
        "format": FORMATS[row.format].name,
        "grows": FORMATS[row.format].grows,
    }


def _page(request: HttpRequest, shown: ShownEvent, tab: str, template: str, context: dict[str, Any]) -> HttpResponse:
    data = {"room": "tournaments", "event": shown, **_head(shown, tab)}
    return HttpResponse(put_names(render_to_string(template, data | context, request)))


# -- lists ----------------------------------------------------------------------------------------


@revalidated
def events(request: HtmxRequest) -> HttpResponse:
    """Events: one's own, those that run, that come, and that are past; or those that fit the filters, paged."""
    form = lists.EventFilters(request.GET)
    wanted = {name: value for name, value in form.cleaned_data.items() if value} if form.is_valid() else {}
    when = wanted.get("when", "")
    player = _reader(request)
    reader = None if player is None else player.id
    if player is None:
        form.offer_public()
    links = None
    sections: list[tuple[str, str, list[lists.EventRow], bool]] = []
    if when:
        key, upwards = next_to(request)
        page = page_of_events(key, upwards=upwards, size=LISTED, player=reader, **wanted)
        if is_elsewhere(request, page):
            return HttpResponseRedirect(newest(request))
        links = page_links(request, page)
        name = dict(lists.EventFilters.base_fields["when"].choices)[when]  # type: ignore[attr-defined]
        sections.append((when, str(name), lists.event_rows(page.rows), False))
    else:
        sections = _sections(wanted, reader)
    context = {
        "room": "tournaments",
        "form": form,
        "sections": [section for section in sections if section[2]],
        "paged": bool(when),
        "links": links,
        "filtered": bool(wanted),
        "query": urlencode({name: value for name, value in wanted.items() if name != "when"}),
        "player": player,
    }
    status = 200 if form.is_valid() else 400
    return _list(request, "tournaments/_events.html", "tournaments/list.html", context, status=status)


def _list(request: HtmxRequest, part: str, whole: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """A page of events, or the part of it that is polled; both have public events and the reader's own."""
    inner = put_names(render_to_string(part, context, request))
    markup = polled(inner, seconds=LIST_SECONDS, url=request.get_full_path())
    if not request.htmx or request.htmx.history_restore_request:
        markup = render_to_string(whole, context | {"part": markup}, request)
    response = HttpResponse(markup, status=status)
    response["Vary"] = "HX-Request, Cookie"
    return response


def _sections(wanted: dict[str, str], reader: UUID | None) -> list[tuple[str, str, list[lists.EventRow], bool]]:
    """The reader's own, unless something is filtered, and what runs, comes and is past: slug, name, rows, whether there
    are more.
    """
    results = []
    for when, name, most in (
        *((("own", _("Yours"), OWN),) if reader is not None and not wanted else ()),
        ("running", _("Running"), LISTED),
        ("coming", _("Coming"), LISTED),
        ("past", _("Past"), PAST),
    ):
        rows = lists.event_rows(events_in_list(player=reader, **(wanted | {"when": when}))[: most + 1])
        results.append((when, name, rows[:most], len(rows) > most))
    return results


@revalidated
def calendar(request: HtmxRequest) -> HttpResponse:
    """A month of events, `?month=2026-11`, in the reader's time zone."""
    asked = request.GET.get("month", "")
    try:
        first = date.fromisoformat(f"{asked}-01") if asked else timezone.localdate().replace(day=1)
        if not 1900 < first.year < 3000:
            raise ValueError
    except ValueError:
        return refused(request, 404, _("A month is asked for as in ?month=2026-11."))
    context = {"room": "tournaments", "month": lists.month_of(first)}
    return _list(request, "tournaments/_month.html", "tournaments/calendar.html", context)


# -- one event ------------------------------------------------------------------------------------


@revalidated
@_of_event
def event(request: HttpRequest, shown: ShownEvent) -> HttpResponse:
    """The event's own page: what it is, what the reader can do now, how it stands."""
    context = {"part": shown.part(PartAsked("overview")), "mine": _mine(request, shown)}
    return _page(request, shown, "event", "tournaments/event.html", context)


def _mine(request: HttpRequest, shown: ShownEvent) -> SafeString:
    """What the reader can do now; drawn for each reader."""
    back = reverse("tournaments:tournament", args=[shown.row.key])
    context = {
        "mine": mine_of(shown.row, shown.fold, shown.player) if shown.player is not None else None,
        "by_form": shown.player is None and open_form(shown.row.id, shown.fold) is not None,
        "row": shown.row,
        "login_url": f"{reverse('login')}?{urlencode({'next': back})}",
        "url": reverse("tournaments:mine", args=[shown.row.key]),
    }
    return mark_safe(render_to_string("tournaments/_mine.html", context, request))  # noqa: S308  # a template


@require_safe
@_of_event
def mine(request: HttpRequest, shown: ShownEvent) -> HttpResponse:
    """What the reader can do now, asked for again by the open page; one that waits for a game is led to it."""
    if "waiting" in request.GET and shown.player is not None:
        game = game_of(shown.row, shown.fold, shown.player)
        if game:
            return unkept(HttpResponse(headers={"HX-Redirect": game}))
    return unkept(HttpResponse(put_names(_mine(request, shown))))


_TABS = {"card": "entries", "podium": "event", "overview": "event"}


def tab_of(part: str) -> str:
    return _TABS.get(part, part)


_CHOSEN = {"standings": "after", "bracket": "from"}
"""What the address of a part may choose: the round after which it stands, or that it begins with."""


def _asked(request: HttpRequest, part: str, number: int) -> PartAsked:
    """What an address asks for: a part, the number that it chooses, and the page. Raises `NoPart`."""
    chosen, page = request.GET.get(_CHOSEN.get(part, ""), ""), request.GET.get("page", "")
    if chosen:
        number = small_number(chosen, digits=2) or -1
        if number < 1:
            raise NoPart
    return PartAsked(part, number, (small_number(page, digits=3) or 0) if page else 1)


def part_page(part: str) -> ViewFunction:
    """The view of a page that shows one part of an event."""

    @revalidated
    @_of_event
    def inner(request: HttpRequest, shown: ShownEvent, number: int = 0) -> HttpResponse:
        asked = _asked(request, part, number)
        sought = _sought(request, shown, asked)
        if isinstance(sought, HttpResponse):
            return sought
        drawn = shown.part(asked)
        context = {"part": drawn, "number": asked.number}
        if sought is not None or parts.HAS_PAGES in drawn:
            context["finder"] = _finder(shown, asked, sought)
        return _page(request, shown, tab_of(part), f"tournaments/{part}.html", context)

    return inner


def _query(asked: PartAsked) -> str:
    """What the address of a part chooses beside its page, empty or ending in &."""
    name = _CHOSEN.get(asked.part)
    return f"{name}={asked.number}&" if name and asked.number else ""


def _sought(request: HttpRequest, shown: ShownEvent, asked: PartAsked) -> HttpResponse | Search | None:
    """The way to the row of who is looked for, by `?entry=` or `?name=`; those who are found, if it is not one alone.

    Raises:
        NoPart: the part has no such row.
    """
    entry, text = request.GET.get("entry", ""), typed(request.GET.get("name", ""))
    if asked.part not in parts.PAGED or not (entry or text):
        return None
    places = parts.rows_by_entry(shown.sheet, asked.part, asked.number)
    if entry:
        number = small_number(entry)
        if asked.part == "bracket" and number not in places:  # out, or through by a bye: all are in the first round
            asked = asked._replace(number=1)
            places = parts.rows_by_entry(shown.sheet, asked.part, asked.number)
        if number is None or number not in places:
            raise NoPart
        return _to_row(request, places[number], asked)
    numbers = entries_called(shown.row.id, text)
    if len(numbers) == 1 and numbers[0] in places:
        return _to_row(request, places[numbers[0]], asked)
    card = reverse("tournaments:entries", args=[shown.row.key])
    return search(text, numbers, shown.fold.entries, places, card=card, query=_query(asked))


def _to_row(request: HttpRequest, place: RowPlace, asked: PartAsked) -> HttpResponse:
    return HttpResponseRedirect(f"{request.path}{row_url(place, _query(asked))}".replace("?#", "#"))


def _finder(shown: ShownEvent, asked: PartAsked, result: Search | None) -> dict[str, Any]:
    """What leads to a row of a large event: of the reader, and of who is looked for."""
    entry = shown.fold.entry_of(shown.player.id) if shown.player is not None else None
    mine = entry is not None and parts.has_row(shown.fold, asked.part, asked.number, entry.number)
    return {
        "chosen": _CHOSEN.get(asked.part, "") if asked.number else "",
        "number": asked.number,
        "mine": f"?{_query(asked)}entry={entry.number}" if entry is not None and mine else "",
        "search": result,
    }


@revalidated
@_of_event
def rounds(request: HttpRequest, shown: ShownEvent) -> HttpResponse:
    """To the last round that is paired."""
    if not shown.row.round:
        raise NoPart
    return HttpResponseRedirect(reverse("tournaments:round", args=[shown.row.key, shown.row.round]))


@revalidated
@_of_event
def log_page(request: HttpRequest, shown: ShownEvent) -> HttpResponse:
    """Every public event of the tournament in words, the newest first: what somebody decided above the rest, as long as
    `?kind=` does not filter.
    """
    kind = request.GET.get("kind", "")
    if kind and kind not in log.KINDS:
        raise NoPart
    history = log.public_history(log.history_of(shown.row.id))
    storeds, decided = log.log_rows(shown.sheet, history, kind), list[Stored]()
    if not kind:
        decided, storeds = log.decisions_apart(storeds)
    page = Paginator(storeds, LOGGED).get_page(request.GET.get("page"))
    before = log.as_it_was(history)
    context = {
        "decided": log.in_words(shown.sheet, decided[:LOGGED] if page.number == 1 else [], before),
        "more_decided": len(decided) > LOGGED,
        "rows": log.in_words(shown.sheet, page, before),
        "page": page,
        "kind": kind,
        "kinds": [(slug, name) for slug, (name, _types) in log.KINDS.items()],
        "query": f"kind={kind}&" if kind else "",
    }
    return _page(request, shown, "log", "tournaments/log.html", context)


@revalidated
@_of_event
def watch(request: HttpRequest, shown: ShownEvent) -> HttpResponse:
    """The boards that are played now, as spectators may see them."""
    games = running().filter(tournament=shown.row.id, spectators="live")
    page = watched(games, WATCHED, cursor_of(request))
    if is_elsewhere(request, page):
        return HttpResponseRedirect(newest(request))
    context = {"cards": cards_of(page.rows), "links": page_links(request, page)}
    return _page(request, shown, "watch", "tournaments/watch.html", context)


@revalidated
@_of_event
def hall(request: HttpRequest, shown: ShownEvent) -> HttpResponse:
    """The screen in the hall, which turns by itself through what everybody may see."""
    home = request.build_absolute_uri(reverse("tournaments:tournament", args=[shown.row.key]))
    context = {"part": shown.part(PartAsked("hall")), "home": home, "qr": qr_code(home)}
    return _page(request, shown, "", "tournaments/hall.html", context)


# -- what open pages ask for ----------------------------------------------------------------------


def _asked_again(response: HttpResponse, shown: ShownEvent) -> HttpResponse:
    """The answer as caches may keep it: they ask by its ETag each time, and a draft is its reader's alone."""
    patch_cache_control(response, **{"public" if shown.public else "private": True}, no_cache=True)
    return response


@require_safe
@conditional_page
@_of_event
def version(request: HttpRequest, shown: ShownEvent) -> HttpResponse:
    response = JsonResponse({"version": shown.row.version})
    return _asked_again(response, shown)


def _head_again(shown: ShownEvent, part: str) -> str:
    return render_to_string("tournaments/_head.html", _head(shown, tab_of(part)) | {"swapped": True})


@require_safe
@gzip_page
@conditional_page
@_of_event
def now(request: HttpRequest, shown: ShownEvent, part: str, number: int) -> HttpResponse:
    """A part as it stands now, with what stands above it. It has names in it, so caches ask by its ETag each time.

    Args:
        shown, part, number: what the address names.
    """
    head = (
        ""
        if part == "hall"
        else render_to_string("tournaments/_head.html", _head(shown, tab_of(part)) | {"swapped": True})
    )
    response = HttpResponse(put_names(shown.drawn(_asked(request, part, number)).markup + head))
    return _asked_again(response, shown)
