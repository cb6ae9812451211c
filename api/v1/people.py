"""Players and rule books, and who asks."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request

from accounts.mails.outbox import site_of
from accounts.models import Player
from accounts.people.accounts import member_of
from accounts.people.preferences import preferences_of
from accounts.signin.attempts import by_token
from api.http.answers import links_around
from api.http.endpoint import Body, Endpoint, Operation, Parameter, json_answer
from api.http.problems import Problem, missing
from api.models import Scope
from api.v1 import schemas_games
from api.v1.game_values import book_value, player_value
from games.models import Ladder, key_of
from games.rules import VARIANTS, Illegal, Refusal, variant
from library.profiles.results import (
    results_of,
)
from play.bots.accounts import become_bot, machine_refusal
from play.lobby.bots import ListedBot, listed_bots
from ratings import history
from ratings.domain.queries import RatingValue, ratings_of
from ratings.models import Change

PAGE, MOST_ON_A_PAGE = 30, 100


class MeEndpoint(Endpoint):
    """Who asks."""

    operations = {
        "get": Operation(
            "getMe", "Who you are, and what your token lets you do.", scope=Scope.READ, answer=schemas_games.MeShape
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """The owner and the token."""
        token = self.token
        assert token is not None
        shown = schemas_games.TokenShape.of(token, scopes=[scope for scope in token.scopes if scope in Scope])
        counts = self.player.machine or preferences_of(self.player.account).rated_bots
        return json_answer({"player": player_value(self.player), "token": shown, "rated_against_bots": counts})


class BotBody(Body):
    """What makes an account a bot."""

    password = s.CharField(
        max_length=4096,
        trim_whitespace=False,
        help_text="Of the account: a token alone does nothing that lasts for ever.",
    )
    confirm = s.CharField(max_length=150, help_text="The name of the account: nothing takes it back.")
    keeper = s.CharField(
        max_length=150, allow_blank=True, default="", help_text="The member whose bot it is, who has yet to agree."
    )


class BotEndpoint(Endpoint):
    """Becoming a bot."""

    operations = {
        "post": Operation(
            "becomeBot",
            "Make the account of a personal token a bot, for good: with its password, never with rated games before.",
            scope=Scope.PLAY,
            body=BotBody,
            answer=schemas_games.PersonShape,
        )
    }

    def do_post(self, request: Request) -> HttpResponse:
        """Become one; a second time is no error."""
        token = self.token
        assert token is not None
        if token.grant_id is not None:
            words = _("A program that was let in cannot do this. Use a token of your own, or the page of your account.")
            raise Problem(403, "scope", words, params={"scope": "personal"})
        try:
            _check_password(self.player, self.body["password"])
            terms = {name: self.body[name] for name in ("confirm", "keeper")}
            bot = become_bot(player=self.player, site=site_of(request), **terms)
        except Illegal as illegal:
            words, params = machine_refusal(illegal.refusal), illegal.refusal.params
            raise Problem(422, illegal.refusal.code, words, params=params) from None
        return json_answer(player_value(bot))


def _check_password(player: Player, password: str) -> None:
    """Raises `Illegal` (`bot-password`) for what is not the password of a player's account; `Problem` (429) for who
    has guessed too often."""
    attempt = by_token(player.account_id)
    if seconds := attempt.begin():
        refusal = Refusal("bot-passwords", {"seconds": seconds})
        headers = {"Retry-After": str(seconds)}
        raise Problem(429, refusal.code, machine_refusal(refusal), params=refusal.params, headers=headers)
    if player.account is None or not player.account.check_password(password):
        raise Illegal(Refusal("bot-password"))
    attempt.succeeded()


class BotsEndpoint(Endpoint):
    """Bots that take challenges."""

    operations = {
        "get": Operation(
            "listBots",
            "Bots that take challenges, by name; with a token that may read, those that take yours.",
            parameters={
                "before": Parameter("The name of a bot: those below it."),
                "after": Parameter("The name of a bot: those above it."),
                "limit": Parameter("How many on a page, 100 at most.", "integer", least=1, most=MOST_ON_A_PAGE),
            },
            answer=schemas_games.BotsShape,
            weight=2,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """A page of them."""
        size = self.asked_number("limit", PAGE)
        name = next((name for name in ("before", "after") if name in request.query_params), "")
        beside = request.query_params[name] if name else None
        page = listed_bots(size, asker=self.reader(), beside=beside, upwards=name == "after")

        links = links_around(reverse("api:bots"), page, attrgetter("key"), {"limit": size})
        bots = [_bot_value(row) for row in page.rows]
        return json_answer({"bots": bots, "next": links.get("next"), "prev": links.get("prev")}, links=links)


def _bot_value(bot: ListedBot) -> dict[str, Any]:
    value: dict[str, Any] = player_value(bot.player) or {}
    return value | {
        "url": reverse("players:profile", args=[bot.player.name]),
        "keeper": None if bot.keeper is None else bot.keeper.name,
        "ratings": {slug: _rating(rating, bot.player) for slug, rating in bot.ratings.items()},
    }


class PlayersEndpoint(Endpoint):
    """A member."""

    operations = {
        "get": Operation(
            "getPlayer",
            "A member: results and ratings by rule book, as the profile has them.",
            answer=schemas_games.PlayerShape,
            weight=2,
        )
    }

    def do_get(self, request: Request, name: str) -> HttpResponse:
        player = member(name)
        value: dict[str, Any] = player_value(player) or {}
        value |= {
            "url": reverse("players:profile", args=[player.name]),
            "results": {result.variant: schemas_games.ResultsShape.of(result) for result in results_of(player.id)},
            "ratings": {slug: _rating(rating, player) for slug, rating in ratings_of(player.id).items()},
        }
        return json_answer(value)


def member(name: str) -> Player:
    """The member of this name. Raises `Http404`."""
    return member_of(name.replace("\0", ""))


def _rating(value: RatingValue, player: Player) -> dict[str, Any]:
    return schemas_games.RatingShape.of(value, ladder=_ladder(player))


def _ladder(player: Player) -> str:
    return (Ladder.BOTS if player.machine else Ladder.PEOPLE).slug


class RatingHistoryEndpoint(Endpoint):
    """How a rating came about."""

    operations = {
        "get": Operation(
            "getRatingHistory",
            "What the last 1000 rated games of a rule book did to a member's rating.",
            answer=schemas_games.HistoryShape,
            weight=4,
        )
    }

    def do_get(self, request: Request, name: str, slug: str) -> HttpResponse:
        """The changes, the oldest first."""
        player = member(name)
        if slug not in VARIANTS:
            raise no_book()
        rows = history(player.id, slug)
        changes = [
            {
                "game": key_of(row.game) if row.kind == Change.Kind.COUNTS else None,
                "before": round(row.before),
                "after": round(row.value),
                "ended": row.time,
            }
            for row in rows
        ]
        return json_answer({"variant": slug, "ladder": _ladder(player), "changes": changes})


class BooksEndpoint(Endpoint):
    """Rule books."""

    operations = {
        "get": Operation("listRuleBooks", "All rule books as data.", answer=schemas_games.BooksShape, weight=2)
    }

    def do_get(self, request: Request) -> HttpResponse:
        return json_answer({"books": [book_value(item) for item in VARIANTS.values()]})


class BookEndpoint(Endpoint):
    """A rule book."""

    operations = {"get": Operation("getRuleBook", "A rule book as data.", answer=schemas_games.BookShape)}

    def do_get(self, request: Request, slug: str) -> HttpResponse:
        if slug not in VARIANTS:
            raise no_book()
        return json_answer(book_value(variant(slug)))


def no_book() -> Exception:
    """There is no such rule book."""
    return missing(_("There is no such rule book. The list of them is at /api/v1/rule-books/."))
