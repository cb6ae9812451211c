"""The ratings on a profile: for each variant the rating, its course as a plot, and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from accounts.people.panels import PanelPlace, panel
from games.models import key_of
from games.presentation.words import variant_name
from ratings.domain.board_games import board_games_of, board_ratings_of
from ratings.domain.queries import RatingValue, changes_in, history_rows, ratings_of
from ratings.models import BoardGame, Change
from ratings.pages.plot import rating_plot
from web.kept_markup import kept_markup

ROWS = 50  # games in the table


@dataclass(frozen=True, slots=True)
class RatingLine:
    """One game in the table: when, how it ended, and what it did; or what the moderators did, which has no address."""

    time: datetime
    result: str
    change: str
    value: int
    url: str


@dataclass(frozen=True, slots=True)
class Course:
    """The rating of one variant, with its history."""

    slug: str
    name: str
    rating: RatingValue
    games: str
    plot: SafeString
    lines: tuple[RatingLine, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class BoardCourse:
    """The rating across real boards of one variant, with its last games."""

    slug: str
    name: str
    rating: RatingValue
    games: str
    lines: tuple[RatingLine, ...]


@panel(PanelPlace.PROFILE)
def ratings_panel(player: Player) -> SafeString:
    """What a profile shows of a player's ratings."""
    ratings = ratings_of(player.id)
    rows = [history_rows(player.id, slug) for slug in ratings]

    boards = board_ratings_of(player.id)
    played = [(slug, rating, board_games_of(player.id, slug, ROWS)) for slug, rating in boards.items()]

    def draw() -> str:
        courses = [
            _course(slug, rating, changes_in(changes))
            for (slug, rating), changes in zip(ratings.items(), rows, strict=True)
        ]
        lists = [_board_course(*course) for course in played]
        return render_to_string("ratings/_panel.html", {"courses": courses, "machine": player.machine, "boards": lists})

    made_of = [(slug, rating, [(row.pk, row.value) for row in rows_]) for slug, rating, rows_ in played]
    return kept_markup("ratings", (ratings, rows, made_of, player.machine, str(get_current_timezone())), draw)


def _board_course(slug: str, rating: RatingValue, rows: Sequence[BoardGame]) -> BoardCourse:
    lines = tuple(
        RatingLine(
            time=row.ended,
            result=str(Change.Result(row.halves).label),
            change=f"{round(row.value or 0) - round(row.before or 0):+d}".replace("-", "−"),
            value=round(row.value or 0),
            url=reverse("tournaments:tournament", args=[key_of(row.event)]),
        )
        for row in rows
    )
    games = ngettext("%(number)s rated game", "%(number)s rated games", rating.games) % {"number": rating.games}
    return BoardCourse(slug, variant_name(slug), rating, games, lines)


def _course(slug: str, rating: RatingValue, changes: Sequence[Change]) -> Course:
    values = [change.value for change in changes]
    name = variant_name(slug)
    data = {"variant": name, "low": round(min(values)), "high": round(max(values)), "now": rating.value}
    title = _("Rating in %(variant)s over time: lowest %(low)s, highest %(high)s, now %(now)s") % data
    return Course(
        slug=slug,
        name=name,
        rating=rating,
        games=ngettext("%(number)s rated game", "%(number)s rated games", rating.games) % {"number": rating.games},
        plot=rating_plot(values, title=title),
        lines=tuple(_line(change) for change in reversed(changes[-ROWS:])),
        more=len(changes) > ROWS,
    )


def _line(change: Change) -> RatingLine:
    points = round(change.value) - round(change.before)
    of_game = change.kind == Change.Kind.COUNTS
    return RatingLine(
        time=change.time,
        result=change.get_result_display() if of_game else change.get_kind_display(),
        change=f"{points:+d}".replace("-", "−") if points else "0",
        value=round(change.value),
        url=reverse("games:replay", args=[key_of(change.game)]) if of_game else "",
    )
