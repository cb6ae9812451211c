"""Guesses on the replay of a game that is open: as marks on its board, in words and as a table, with their score.

No player's name stands here: seats do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game
from games.presentation.board_svg import MARGIN, guess, places, turn_for
from games.presentation.card_svg import card_places
from games.presentation.knowledge import too_long
from games.presentation.words import rank_name, seat_name
from games.replay import Timeline, timeline
from games.rules import Seat, Variant, Viewer
from play.talk import domain
from play.talk.guess_scores import GuessScore, PieceScore, StandingGuess, score_guesses
from play.talk.models import Guess

_PLACES = ("16 -6", "-4 -6", "16 18", "-4 18")
"""Where a seat's marks stand on a piece, smaller than at the table: the rank stays in sight."""


@dataclass(frozen=True, slots=True)
class GuessLink:
    """A guess of the table: the ply from which it stood, and what the piece was taken for."""

    ply: int
    rank: str = field(repr=False)
    right: bool = field(repr=False)


@dataclass(frozen=True, slots=True)
class GuessRow:
    """The guesses at one piece in words; `mark` is the class of the result."""

    square: str
    seat: str
    rank: str = field(repr=False)
    guesses: tuple[GuessLink, ...] = field(repr=False)
    result: str = field(repr=False)
    mark: str = field(repr=False)
    share: str = field(repr=False)
    odds: str = field(repr=False)
    known: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Guesser:
    """What one player guessed: `slug` and `seat` say who it was; `own` if it is the reader."""

    slug: str
    seat: str
    own: bool
    too_long: bool
    told: str = field(repr=False)
    rows: tuple[GuessRow, ...] = field(repr=False)


def guesses_markup(request: HttpRequest, game: Game, own: UUID | None, viewer: Viewer | None, below: int) -> SafeString:
    """Render the guesses of a game that the reader may see, and the reader's choice whether others may.

    Args:
        request: has the token of the form.
        game: it is open.
        own: the player who reads, if it sits at the game.
        viewer: the view of the board that stands beside it; a seat's has the marks of this seat alone.
        below: number of the seat whose side of the board is at the bottom.
    """
    shown = domain.guesses_shown(game, own)
    line = timeline(game) if shown else None
    guessers: list[Guesser] = []
    marks: list[str] = []
    for game_seat in game.all_seats:
        player, seat = game_seat.player_id, Seat(game_seat.seat)
        if line is None or player is None or player not in shown:
            continue
        score = _scored(line, seat, shown[player])
        guessers.append(_guesser(score, seat, line.rules, own=player == own))
        if score is not None and viewer in (None, Viewer.ALL, Viewer.SPECTATOR, Viewer.of(seat)):
            marks += _marks(score, seat, line.rules, below)
    context = {
        "page": reverse("games:replay", args=[game.key]),
        "guessers": guessers,
        "marks": mark_safe("".join(marks)),  # noqa: S308 - built of constants and numbers; the words are escaped
        "choice": "" if own not in shown else choice_markup(request, game, own),
    }
    return render_to_string("talk/_guesses.html", context, request=request)


def panel_markup(request: HttpRequest, game: Game, own: UUID | None, viewer: Viewer, below: int) -> SafeString:
    """Render the panel of guesses of a replay. Once the game is open it fetches those that the reader may see; before
    it has the reader's own choice alone. Nothing, if there is neither.

    Args:
        request: has the token of the form.
        game: which game.
        own: the player who reads, if it sits at the game.
        viewer: whose view the replay shows.
        below: number of the seat whose side of the board is at the bottom.
    """
    shown = domain.may_show_guesses(game, own)
    if not shown and (game.revealed or own is None or domain.opens_guesses(game.id, own) is None):
        return SafeString()
    page = reverse("talk:guesses", args=[game.key])
    query = {"view": viewer.value} | ({"flip": str(below)} if below else {})
    context = {
        "shown": shown,
        "page": page,
        "url": f"{page}?{urlencode(query)}",
        "choice": "" if shown else choice_markup(request, game, own),
    }
    return render_to_string("talk/_guess_panel.html", context, request=request)


def choice_markup(request: HttpRequest, game: Game, own: UUID | None, *, kept: bool = False) -> SafeString:
    """Render the form by which a player says whether the guesses of a game are opened with it.

    Args:
        request: has the token of the form.
        game, own: which game, and whose guesses.
        kept: it has just been said.
    """
    opened = own is not None and domain.opens_guesses(game.id, own)
    context = {"game": game, "opened": bool(opened), "made": opened is not None, "kept": kept}
    return render_to_string("talk/_guess_choice.html", context, request=request)


def _scored(line: Timeline, seat: Seat, made: Sequence[Guess]) -> GuessScore | None:
    """The score of a seat; None for a game that is too long to be counted for a page."""
    return None if too_long(line, Viewer.of(seat), line.plies) else score_guesses(line, seat, made)


def _guesser(score: GuessScore | None, seat: Seat, rules: Variant, *, own: bool) -> Guesser:
    if score is None:
        return Guesser(seat.slug, seat_name(seat), own, True, "", ())
    rows = tuple(_row(piece, rules) for piece in score.pieces)
    return Guesser(seat.slug, seat_name(seat), own, False, " ".join(_told(score)), rows)


def _told(score: GuessScore) -> Iterator[str]:
    values = {"count": score.guessed, "right": score.right, "expected": f"{float(score.expected):.1f}"}
    yield (
        ngettext(
            "%(right)d of %(count)d piece was right when it was hidden last; by the moves alone %(expected)s was to be"
            " expected.",
            "%(right)d of %(count)d pieces were right when they were hidden last; by the moves alone %(expected)s were"
            " to be expected.",
            score.guessed,
        )
        % values
    )
    if score.pieces:
        yield (
            _("A mark was right in %(share)d%% of the moves at which it stood.")
            % {"share": round(100 * score.right_plies)}
        )
    if score.lead is not None:
        plies = round(score.lead)
        text = ngettext(
            "Right ones came %(plies)d move, on average, before the piece could be known.",
            "Right ones came %(plies)d moves, on average, before the piece could be known.",
            plies,
        )
        yield text % {"plies": plies}


def _row(score: PieceScore, rules: Variant) -> GuessRow:
    last = score.at_last
    if last is None:
        result, mark = _("taken back"), "muted"
    elif last.right:
        result, mark = _("right from move %(ply)d on") % {"ply": last.first}, "ok"
    else:
        result, mark = _("wrong"), "not-ok"
    return GuessRow(
        square=rules.board.name(score.square),
        seat=seat_name(score.seat),
        rank=rank_name(score.rank, rules),
        guesses=tuple(GuessLink(item.first, rank_name(item.rank, rules), item.right) for item in score.guesses),
        result=result,
        mark=mark,
        share=f"{score.right} / {score.stood}",
        odds=_odds(score, rules),
        known=_known(score),
    )


def _odds(score: PieceScore, rules: Variant) -> str:
    """How likely the last guess was when it was made."""
    last = score.guesses[-1]
    if score.odds == 0:
        return _("impossible")
    if score.odds == 1:
        return _("certain")
    tenths = round(1000 * score.odds)
    percent = "<0.1" if tenths < 1 else f"{tenths / 10:.0f}" if tenths >= 100 else f"{tenths / 10:g}"
    return _("%(share)s%% at move %(ply)d") % {"share": percent, "ply": last.first}


def _known(score: PieceScore) -> str:
    """When the rank could be known for certain, and when it was seen."""
    if score.certain is not None:
        return _("certain from move %(ply)d") % {"ply": score.certain}
    if score.shown is not None:
        return _("seen at move %(ply)d") % {"ply": score.shown}
    return _("hidden to the end")


# -- on the board ---------------------------------------------------------------------------------


def _marks(score: GuessScore, seat: Seat, rules: Variant, below: int) -> Iterator[str]:
    """The marks of a seat as parts of the drawing of the board, each with the plies at which it stands there."""
    board = rules.board
    corners = card_places(board, bool(below)) if rules.deals else places(board, turn_for(board, below), MARGIN)
    place = _PLACES[seat]
    for piece in score.pieces:
        for item in piece.guesses:
            for first, last, square in _stays(piece.squares, item):
                x, y = corners[square]
                yield (
                    f'<g class="guess opened {seat.slug} {"right" if item.right else "wrong"}" data-first="{first}"'
                    f' data-last="{last}" transform="translate({x} {y})"><title>{escape(_mark_text(item, seat, rules))}'
                    f'</title><g transform="translate({place}) scale(.7)">{guess(item.rank.symbol)}</g></g>'
                )


def _stays(squares: Mapping[int, int], item: StandingGuess) -> Iterable[tuple[int, int, int]]:
    """From which ply to which a piece stayed on which square while a guess stood."""
    first = item.first
    for ply in range(item.first, item.last + 1):
        if ply == item.last or squares[ply + 1] != squares[ply]:
            yield first, ply, squares[ply]
            first = ply + 1


def _mark_text(item: StandingGuess, seat: Seat, rules: Variant) -> str:
    words = {"seat": seat_name(seat), "rank": rank_name(item.rank, rules)}
    if item.right:
        return _("%(seat)s takes it for: %(rank)s, right") % words
    return _("%(seat)s takes it for: %(rank)s, wrong") % words
