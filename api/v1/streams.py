"""The lines of streams: what a game tells its reader, and what goes on for a player.

Each line says how something stands, and none what has happened; so a reader that missed some misses nothing. The
process that holds a stream open (`api/streaming`) asks here for every one of its lines, by the token that it was opened
with. Who asks without it is given the lines that there are, and may ask again with `since`.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api.http import budgets
from api.http.budgets import pay
from api.http.endpoint import Endpoint, Operation, Parameter
from api.http.problems import Problem
from api.http.values import written
from api.models import AccessToken, Scope
from api.streaming import marks
from api.v1 import schemas_streams as shapes
from api.v1.game_values import game_value, merged, state_value, turn_value, view_value
from api.v1.lobby import seek_value
from api.v1.talk import message_values
from api.v1.visible_games import AskedGame, seen_game
from eventlog.corruption import skipping_damaged
from games.models import Game, GameSeat, key_of
from games.replay import Timeline
from games.rules import Seat, Viewer
from play.lobby import queries as lobby
from play.talk import domain as talk
from realtime.topics import game_topic, player_topic, token_topic
from tournaments.domain.queries import tournaments as tournaments
from tournaments.domain.state import Status
from tournaments.models import TournamentEntry

WEIGHT = 5
"""Units of the budget that it costs to open a stream."""

TURNS = 200
"""Turns of one line at most."""

OVER_LATELY, MOST_OVER = 7, 20
"""Of the games that are over those of so many days are told, and so many at most."""

KIND = "application/x-ndjson"

MESSAGES = 20
"""So many messages a line of talk tells, the newest."""

_AT = re.compile(r"(\d{1,9})(?:-(\d{1,6})(?:-([\w-]{4}))?)?", re.ASCII)
FEW = 100
"""So many things of a player's stand in a cursor one by one; of more it says which of `SHARES` are as they were."""

SHARES = 256
MOST_MARKS = 1000
"""So many stand one by one in the cursor that an open stream goes on with, so that a move in one game costs no look at
the others."""
_MARKS = re.compile(rf"(?:[\w-]{{8}}){{0,{MOST_MARKS}}}|\.(?:[\w-]{{4}}){{{SHARES}}}", re.ASCII)


class LinesRenderer(JSONRenderer):
    """So that a program may ask for lines by name."""

    media_type = KIND
    format = "ndjson"


class StreamEndpoint(Endpoint):
    """What all streams have in common."""

    renderer_classes = (JSONRenderer, LinesRenderer)

    def _pay(self, request: Request, token: AccessToken | None, weight: int) -> Mapping[str, str]:
        """Opening it is counted as any request. That it goes on has a budget of its own: who has used that up is told
        how things stand a little later."""
        if token is not None and self.step == "more":
            return pay(request, token, 1, budgets.BY_STREAMS)
        return super()._pay(request, token, weight)

    @property
    def step(self) -> marks.StreamStep | None:
        """Whether the process with the streams asks, and for which lines; None for anybody else."""
        return marks.step_of(self.request.headers.get(marks.ASKS, ""))

    def since(self) -> str:
        """The id of the last line that was read: as a parameter, or as `Last-Event-ID`, which goes before it. The
        process with the streams says in the parameter how far it is."""
        text = self.request.query_params.get("since", "")
        if self.step == "more":
            return text
        return self.request.headers.get("Last-Event-ID", "") or text

    def lines(
        self,
        values: Sequence[Mapping[str, Any]],
        *,
        cursor: str,
        topics: Sequence[str] | None = (),
        again: bool = False,
        shared: bool = False,
        end: bool = False,
    ) -> HttpResponse:
        """The answer.

        Args:
            values: the lines.
            cursor: the id of the last of them, from where it goes on.
            topics: what the stream is to hear of, besides its owner and its token; None for what it hears of now.
            again, shared, end: as `marks` has them.
        """
        body = "".join(f"{written(value)}\n" for value in values)
        response = HttpResponse(body.encode(), content_type=KIND)
        response["Cache-Control"] = "private, no-store"
        token = self.token
        if self.step is not None and token is not None:
            if topics is not None:
                heard = (player_topic(self.player.id), token_topic(token.pk), *topics)
                response[marks.TOPICS] = " ".join(heard)
            response[marks.CURSOR] = urlencode({"since": cursor})
            response[marks.UNTIL] = str(token.expires.timestamp())
            for name, so in ((marks.AGAIN, again), (marks.SHARED, shared), (marks.END, end)):
                if so:
                    response[name] = "1"
        return response


class GameStreamEndpoint(StreamEndpoint):
    operations = {
        "get": Operation(
            "streamGame",
            "A game as your seat, or else spectators, see it: one line (NDJSON) now, and one whenever it has moved on, "
            "with the position, your legal turns, clocks and offers; to who sits there also one whenever something was "
            "said at the table. It ends with the game.",
            scope=Scope.READ,
            parameters={
                "since": Parameter(
                    "The id of the last line that you read: no line before there is another one.",
                    pattern="^([0-9]{1,9}(-[0-9]{1,6}(-[A-Za-z0-9_-]{4})?)?)?$",
                )
            },
            answer=shapes.GameLineShape,
            kind=KIND,
            weight=WEIGHT,
        )
    }

    def do_get(self, request: Request, key: str) -> HttpResponse:
        """The lines that there are, if they say something newer than was read."""
        seen = seen_game(key, self.player)
        if not seen.choices:
            words = _("Nobody but its players sees this game before it is over.")
            raise Problem(403, "view-closed", words, params={"open": []})
        version, ply, heard = self._read()
        if ply is not None and version is not None:
            ply = seen.line.standing(ply, version)
        line = game_line(seen, ply)
        lines = [line] if version is None or line["version"] > version else []
        own = seen.own is not None
        cursor = line["id"]
        if own:
            said, mark = self._said(seen.game)
            # What was read of the talk stays so in the line of the game: who breaks off after it is told the talk.
            line["id"] = _at(cursor, heard)
            cursor = _at(cursor, mark)
            if mark != heard:
                lines.append({"type": "talk", "id": cursor, "game": key, "messages": said})
        return self.lines(
            lines,
            cursor=cursor,
            topics=() if own else (game_topic(key),),
            again=not own and seen.game.delayed,
            shared=not own,
            end=line["status"] == Game.Status.OVER.value,
        )

    def _said(self, game: Game) -> tuple[list[dict[str, Any]], str]:
        """The newest talk at an own table as its address tells it, and the mark by which it is known again; none while
        nothing is said."""
        page = talk.page_of_messages(game.id, self.player.id, size=MESSAGES)
        if page is None or not page.rows:
            return [], ""
        mark = _four(zlib.crc32(b"".join(row.id.bytes for row in page.rows)))
        return message_values(game, self.player.id, page.rows), mark

    def _read(self) -> tuple[int | None, int | None, str]:
        """The version that was read, the ply after which turns are told, and the mark of the talk that was read."""
        since = self.since()
        if not since:
            return None, None, ""
        match_ = _AT.fullmatch(since)
        if match_ is None:
            words = _("“since” is the id of a line, such as 12-8, or a version.")
            raise Problem(400, "parameter", words, params={"name": "since"})
        return int(match_[1]), None if match_[2] is None else int(match_[2]), match_[3] or ""


def _at(id: str, mark: str) -> str:
    """The id of a line for who has read the talk that has this mark."""
    return f"{id}-{mark}" if mark else id


def game_line(seen: AskedGame, read: int | None) -> dict[str, Any]:
    """A game as one line tells it.

    Args:
        seen: the game, and who asks.
        read: the last ply whose turn was read; None for who begins with the position as it is.
    """
    line, own = seen.line, seen.own
    viewer = Viewer.SPECTATOR if own is None else Viewer.of(own)
    hidden = own is None and seen.game.delayed and not line.begun
    going_on = line.begun and line.outcome is None
    view = line.view(viewer, line.plies) if line.begun else None
    # A ply that waits for a choice is told again once that is made.
    known = max(line.plies - (view is not None and view.pending is not None), 0)
    first = known + 1 if read is None else read + 1
    turns = line.turns(viewer, max(first, line.plies - TURNS + 1), line.plies) if line.begun else ()
    legal = line.legal(viewer, line.plies) if going_on and own is not None and not line.paused else ()
    return {
        "type": "game",
        "id": f"{line.version}-{known}",
        "game": seen.game.key,
        "version": line.version,
        "variant": line.rules.slug,
        "status": _status(line).value,
        "seat": None if own is None else own.slug,
        "state": None if hidden else state_value(line, offers=own is not None),
        "view": None if view is None else view_value(view),
        "legal": [turn.text for turn in legal],
        "turns": [merged({"ply": ply}, turn_value(turn, line.rules)) for ply, turn in turns],
    }


def _status(line: Timeline) -> Game.Status:
    """How far a game is by the events that were read: its row was read a moment before them."""
    if line.outcome is not None:
        return Game.Status.OVER
    return Game.Status.PLAYING if line.begun else Game.Status.WAITING


class MyStreamEndpoint(StreamEndpoint):
    """What goes on for who asks."""

    operations = {
        "get": Operation(
            "streamMe",
            "What goes on for you: a line (NDJSON) for each of your games, for those that were over lately, for your "
            "challenges and seeks, and for your tournaments; and one whenever one of them stands otherwise.",
            scope=Scope.READ,
            parameters={
                "since": Parameter(
                    "The id of the last line that you read: what stands as it stood then is not told.",
                    pattern=f"^({_MARKS.pattern})$",
                )
            },
            answer=shapes.MyLineShape,
            kind=KIND,
            weight=WEIGHT,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """The lines that say something new."""
        since = self.since()
        if not _MARKS.fullmatch(since):
            words = _("“since” is the id of a line of this stream.")
            raise Problem(400, "parameter", words, params={"name": "since"})
        about = self.about()
        if about and not since.startswith("."):
            return self._moved_on(since, about)
        games = {_mark_of_game(*game): game for game in _games_of(self.player.id)}
        others = {mark_of(value): value for value in _standing(self.player.id)}
        marks = [*games, *others]
        fresh = not_read(marks, since)
        lobby.add_seats(games[mark][0] for mark in fresh if mark in games)
        shown = [_game_value(*games[mark]) if mark in games else others[mark] for mark in fresh]
        events = tuple(value["topic"] for value in others.values() if "topic" in value)
        told_of = [{name: item for name, item in value.items() if name != "topic"} for value in shown]
        return self._told(told_of, marks, events)

    def about(self) -> list[str]:
        """The keys of the games that alone may stand otherwise, as the process with the streams knows; else none."""
        return self.request.headers.get(marks.ABOUT, "").split() if self.step == "more" else []

    def _moved_on(self, text: str, keys: Sequence[str]) -> HttpResponse:
        """The lines of some games that have moved on, without a look at what else goes on.

        Args:
            text: the cursor, with the mark of each thing that was read.
            keys: of the games; what is no game of the player's is passed over.
        """
        read = [text[at : at + 8] for at in range(0, len(text), 8)]
        games = {_mark_of_game(*item): item for item in lobby.those_alone(self.player.id, keys)}
        known = {_about(kind, key) for key in keys for kind in ("game", "over")}
        now = [*games, *(mark for mark in read if mark[:4] not in known)]
        fresh = [mark for mark in games if mark not in read]
        lobby.add_seats(games[mark][0] for mark in fresh)
        return self._told([_game_value(*games[mark]) for mark in fresh], now, None)

    def _told(self, values: list[dict[str, Any]], marks: Sequence[str], topics: Sequence[str] | None) -> HttpResponse:
        """The answer with some lines, the last of which has the cursor for its id.

        Args:
            marks: of all that was read by then.
            topics: as for `lines`.
        """
        if values:
            values[-1] = {"id": cursor_of(marks), **values[-1]}
        one_by_one = self.step is not None and len(marks) <= MOST_MARKS
        return self.lines(values, cursor="".join(marks) if one_by_one else cursor_of(marks), topics=topics)


def cursor_of(marks: Collection[str]) -> str:
    """What was read by who has read things with these marks: all of them; or, of more than `FEW`, what each share of
    them comes to, so that the cursor stays short whatever somebody plays.
    """
    if len(marks) <= FEW:
        return "".join(marks)
    return "." + "".join(_four(zlib.crc32("".join(sorted(share)).encode())) for share in _shares(marks))


def not_read(marks: Sequence[str] | Mapping[str, object], text: str) -> list[str]:
    """The marks of what has to be told to who was told all up to a cursor. Where things stand in shares, all of a share
    are told again if one of them stands otherwise: each line says how something stands, so that does no harm.

    Args:
        marks: of all that stands, in order.
        text: the cursor.
    """
    if not text.startswith("."):
        read = {text[at : at + 8] for at in range(0, len(text), 8)}
        return [mark for mark in marks if mark not in read]
    fresh: set[str] = set()
    for number, share in enumerate(_shares(marks)):
        at = 1 + 4 * number
        if text[at : at + 4] != _four(zlib.crc32("".join(sorted(share)).encode())):
            fresh.update(share)
    return [mark for mark in marks if mark in fresh]


def _shares(marks: Iterable[str]) -> list[list[str]]:
    """Marks by what they are about, which stays when something else is to be said of it."""
    shares: list[list[str]] = [[] for _share in range(SHARES)]
    for mark in marks:
        shares[base64.urlsafe_b64decode(mark)[0]].append(mark)
    return shares


def _four(number: int) -> str:
    return base64.urlsafe_b64encode((number & 0xFFFFFF).to_bytes(3, "big")).decode()


def mark_of(value: Mapping[str, Any]) -> str:
    """Eight characters by which a line is known again: what it is about, and what it says."""
    return _about(value["type"], value.get("key", "")) + _four(zlib.crc32(written(value).encode()))


def _about(kind: str, key: str) -> str:
    """The half of a mark that says what it is about."""
    return _four(zlib.crc32(f"{kind}:{key}".encode()))


def _games_of(player: UUID) -> list[tuple[Game, GameSeat]]:
    """A player's games, those that wait first, then what was over lately; without who sits there, which is read for
    those of which something is told: a notice of one game must not cost more because there are many others."""
    return lobby.unfinished_alone(player) + lobby.finished_alone(player, days=OVER_LATELY, most=MOST_OVER)


def _mark_of_game(game: Game, seat: GameSeat) -> str:
    """As `mark_of`, by what moves a game on; a player who is called otherwise is told of with the next turn."""
    over = game.status == Game.Status.OVER
    moves = (game.public_version, game.status, seat.seat, game.unrated, game.revealed)
    waits = () if over else (lobby.waits_for(game, seat), game.due)
    return mark_of({"type": "over" if over else "game", "key": game.key, "moves": (*moves, *waits)})


def _standing(player: UUID) -> Iterator[dict[str, Any]]:
    """How everything else of a player's stands: seeks and tournaments."""
    yield {
        "type": "lobby",
        "key": "",
        "challenges": [seek_value(challenge) for challenge in lobby.challenges_to(player)],
        "seeks": [seek_value(seek) for seek in (*lobby.my_seeks(player), *lobby.tables_of(player))],
    }
    entered = TournamentEntry.objects.filter(player=player, presence="entered", tournament__status__in=_GOES_ON)
    for id, key in entered.order_by("tournament_id").values_list("tournament_id", "tournament__key"):
        with skipping_damaged():
            yield _tournament_value(id, key, player)


_GOES_ON = tuple(status.value for status in (Status.OPEN, Status.RUNNING, Status.PAUSED))


def _game_value(game: Game, seat: GameSeat) -> dict[str, Any]:
    over = game.status == Game.Status.OVER
    return {
        "type": "over" if over else "game",
        "key": game.key,
        "version": game.public_version,
        "game": game_value(game),
        "seat": Seat(seat.seat).slug,
        "waits": not over and lobby.waits_for(game, seat),
        "due": None if over else game.due,
    }


def _tournament_value(id: UUID, key: str, player: UUID) -> dict[str, Any]:
    fold = tournaments.published_fold_of(id)
    entry = fold.entry_of(player)
    next = None if entry is None else tournaments.next_in(id, fold, entry, player)
    leg = None if next is None else next.leg
    return {
        "type": "tournament",
        "key": key,
        "version": fold.version,
        "status": fold.status.value,
        "round": None if fold.round is None else fold.round.number,
        "board": None if next is None or next.board is None else next.board.number,
        "game": None if leg is None or leg.game is None else key_of(leg.game),
        "topic": f"tournament:{key}",
    }
