"""What was counted of games: figures, where ranks stand, families of set-ups. The numbers of the pages, as data."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from api.http.endpoint import Endpoint, Operation, Parameter, json_answer
from api.http.problems import Problem, missing
from api.v1 import schemas_statistics as shapes
from api.v1.game_values import player_value
from api.v1.games import check_filters, filters_of
from games.rules import VARIANTS
from library.archive.domain.families import SetupsWent, family_of
from library.archive.explorer import ExplorerPage
from library.archive.families import FamiliesPage, FamilyCard, FamilyPage
from library.archive.search_filters import ExplorerFilters, FamiliesFilters, FamilyFilters
from library.figures.filters import FiguresFilters
from library.figures.requests import NoFigures, figures_asked, player_asked
from library.figures.tables import Figures

MOST_PAGES = 1000


def _figures_value(figures: Figures) -> dict[str, Any]:
    """The tables of a page of figures."""
    tables = [shapes.TableShape.of(table) for table in figures.tables]
    enough = figures.enough
    return {
        "variant": figures.rules.slug,
        "games": figures.games if enough else 0,
        "opened": figures.counts["opened"] if enough else 0,
        "tables": tables,
    }


class FiguresEndpoint(Endpoint):
    operations = {
        "get": Operation(
            "getFigures",
            "How the games of a rule book go: results, lengths, ends, and what falls when. Shares are parts of one.",
            parameters=filters_of(FiguresFilters),
            answer=shapes.FiguresShape,
            weight=4,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """The tables of the page."""
        form = FiguresFilters(request.query_params)
        check_filters(form)
        return json_answer(_figures_value(figures_asked(form)))


class PlayerFiguresEndpoint(Endpoint):
    operations = {
        "get": Operation(
            "getPlayerFigures",
            "How a player's games go: your own at once, others' once a month has been over for a month, if they wish.",
            parameters={
                "variant": Parameter("The slug of a rule book.", choices=tuple(VARIANTS)),
                "year": Parameter("A year, of UTC.", "integer", least=1900, most=2199),
            },
            answer=shapes.PlayerFiguresShape,
            weight=4,
        )
    }

    def do_get(self, request: Request, name: str) -> HttpResponse:
        """The tables of the page."""
        reader = self.reader()
        try:
            asked = player_asked(name.replace("\0", ""), reader and reader.account_id, request.query_params)
        except NoFigures as error:
            raise Problem(error.status, error.code, error.words) from None
        check_filters(asked.form)
        value = _figures_value(asked.figures)
        return json_answer(value | {"player": player_value(asked.player), "until": asked.until})


# -- set-ups --------------------------------------------------------------------------------------


def _shares(went: tuple[float, float, float] | None) -> dict[str, float] | None:
    """Shares as exact as the pages tell them."""
    if went is None:
        return None
    return dict(zip(("won", "drawn", "lost"), (round(number, 3) for number in went), strict=True))


class PlacementsEndpoint(Endpoint):
    """The explorer of set-ups."""

    operations = {
        "get": Operation(
            "getPlacements",
            "Where a rank stands in the set-ups of open games, and how those games went.",
            parameters=filters_of(ExplorerFilters),
            answer=shapes.PlacementsShape,
            weight=4,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """The numbers of the page."""
        form = ExplorerFilters(request.query_params)
        check_filters(form)
        page = ExplorerPage(form)
        squares = [
            shapes.PlacedShape.of(square, share=round(square.share, 3), went=_shares(square.went))
            for square in page.squares
        ]
        value = {
            "variant": page.rules.slug,
            "rank": page.rank.symbol,
            "setups": page.setups if page.enough else None,
            "went": _shares(page.went) if page.enough else None,
            "squares": squares if page.enough else [],
        }
        return json_answer(value)


def _went(went: SetupsWent) -> dict[str, int]:
    return {"setups": went.setups, **{result: went.count(result) for result in ("won", "drawn", "lost")}}


def _family_value(card: FamilyCard) -> dict[str, Any]:
    return shapes.FamilyShape.of(card, went=_went(card.went) if card.went.enough else None)


class FamiliesEndpoint(Endpoint):
    """Families of set-ups."""

    operations = {
        "get": Operation(
            "listFamilies",
            "The families of set-ups of a rule book, the largest first: 20 on a page.",
            parameters={
                **filters_of(FamiliesFilters),
                "page": Parameter("Which page, from 1.", "integer", least=1, most=MOST_PAGES),
            },
            answer=shapes.FamiliesShape,
            weight=4,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """A page of them."""
        form = FamiliesFilters(request.query_params)
        check_filters(form)
        page = FamiliesPage(form, self.asked_number("page", 1))
        value = {
            "variant": form.rules.slug,
            "made": page.made,
            "families": [_family_value(card) for card in page.cards],
            "next": page.number + 1 if page.further else None,
        }
        return json_answer(value)


class FamilyEndpoint(Endpoint):
    """A family of set-ups."""

    operations = {
        "get": Operation(
            "getFamily",
            "The family that a set-up belongs to, with those that were laid in games enough.",
            parameters=filters_of(FamilyFilters),
            answer=shapes.OneFamilyShape,
            weight=4,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """It, if the set-up belongs to one."""
        form = FamilyFilters(request.query_params)
        check_filters(form)
        asked = form.cleaned_data["setup"]
        row = family_of(asked, form.rules) if asked else None
        if row is None:
            raise missing(_("No family of set-ups is near this one. Send a whole one as “setup”."))
        page = FamilyPage(row, form)
        members = [{"rows": laid, "differs": distance, "went": _went(went)} for laid, distance, went in page.laid()]
        return json_answer(_family_value(page) | {"members": members})
