"""A game in a frame, and what a page of ours offers to be shared of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Game
from games.presentation.audiences import Audience
from games.presentation.delay_text import behind_text
from games.presentation.lists import PlayerName, players_of, plies_text, result_text, stands_text
from games.presentation.navigation import StepButton, step_buttons
from games.presentation.opened import opened_markup
from games.presentation.presentation import position_markup
from games.presentation.public_view import PublicGame
from games.presentation.words import seat_name, variant_name
from games.rules import Viewer, variant
from library.sharing.oembed import frame_markup
from library.sharing.pictures import HEIGHT, WIDTH

THEMES = ("light", "dark")
"""The colours that an address may choose; without one those of the reader's system."""

FOLLOWS = 20
"""Seconds after which a frame asks again for a game in play: many readers of a club's page may have it open, so there
is no stream; an answer that is the same has no body."""

_PLACE = "{ply}"


def place_query(*, ply: int | str | None, view: str = "", below: int = 0, theme: str = "") -> str:
    """The part of an address that says where in a game it leads: `?ply=12&view=red`, or nothing.

    Args:
        ply: a number, or what stands for one; None for the last one.
        view: an audience; the usual one if empty.
        below: the seat at the bottom.
        theme: of `THEMES`, for a frame.
    """
    query = {"view": view, "ply": "" if ply is None else str(ply), "flip": str(below or ""), "theme": theme}
    text = urlencode({name: value for name, value in query.items() if value}, safe="{}")
    return f"?{text}" if text else ""


def title_of(game: Game) -> str:
    """Players and rule book: `Ada – Charles, Classic`."""
    players = players_of(game)
    names = " – ".join(
        " + ".join(player.name for player in players if player.side == side)
        for side in dict.fromkeys(player.side for player in players)
    )
    return f"{names}, {variant_name(game.variant)}"


@dataclass
class EmbedPage:
    """A game at one ply as everybody may see it, for `sharing/embed.html`.

    Args:
        visited: the game.
        audience: who sees it so.
        asked: the audience as the address names it, or nothing.
        ply: that is shown.
        below: number of the seat whose side is at the bottom.
        theme: of `THEMES`, or empty.
    """

    visited: PublicGame
    audience: Audience
    asked: str
    ply: int
    below: int
    theme: str = ""

    @property
    def game(self) -> Game:
        return self.visited.game

    @property
    def plies(self) -> int:
        """The last ply that is seen."""
        return self.visited.line.plies

    @property
    def follows(self) -> int:
        """After how many seconds a frame asks again; 0 if nothing more comes into sight."""
        return 0 if self.game.status == Game.Status.OVER else FOLLOWS

    @property
    def page(self) -> str:
        """The address of the frame, without a ply."""
        return reverse("sharing:embed", args=[self.game.key])

    def address(self, ply: int, below: int | None = None) -> str:
        below = self.below if below is None else below
        return f"{self.page}{place_query(ply=ply, view=self.asked, below=below, theme=self.theme)}"

    @property
    def url(self) -> str:
        """The page of the game at the same place."""
        query = place_query(ply=self.ply, view=self.asked, below=self.below)
        return f"{reverse('games:replay', args=[self.game.key])}{query}"

    @property
    def at(self) -> str:
        """The address of positions, all but the ply."""
        return self.audience.address("games:position", self.game, 0).removesuffix("0/")

    @property
    def steps(self) -> Iterator[StepButton]:
        """First, previous, next, last."""
        return step_buttons(self.ply, self.plies, self.address)

    @property
    def seats(self) -> int:
        return len(variant(self.game.variant).seats)

    @property
    def flip_url(self) -> str:
        """The same ply with the next seat's side at the bottom."""
        return self.address(self.ply, (self.below + 1) % self.seats)

    @cached_property
    def players(self) -> tuple[PlayerName, ...]:
        return players_of(self.game)

    @property
    def title(self) -> str:
        return title_of(self.game)

    @property
    def variant(self) -> str:
        """The name of the rule book."""
        return variant_name(self.game.variant)

    @property
    def result(self) -> str:
        """The state of the game."""
        return result_text(self.game)

    @property
    def plies_text(self) -> str:
        return plies_text(self.plies)

    @property
    def stands(self) -> str:
        """What a reader should know before looking."""
        return behind_text(*self.visited.line.behind) if self.game.delayed else stands_text(self.game)

    @property
    def position(self) -> SafeString:
        """The position, the same markup as at its own address."""
        line = self.visited.line
        view = line.view(self.audience.viewer, self.ply)
        opened = opened_markup(line.opened(view), line.rules)
        return position_markup(view, below=self.below, wait=line.wait(self.ply), opened=opened)


# -- on the page of the game ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShareField:
    """A text to be copied, and the same with `{ply}` in the place of the ply, for the script that follows it."""

    text: str
    pattern: str


@dataclass(frozen=True, slots=True)
class SharedPlace:
    """A ply of a game as everybody may see it, under addresses for others.

    Args:
        request: settles the name of this site.
        game: which game.
        ply: that is shown.
        view: the audience as the address names it, or nothing; a seat's own view is for nobody else.
        below: number of the seat whose side is at the bottom.
        title: who plays what.
        viewer: of the audience.
    """

    request: HttpRequest
    game: Game
    ply: int
    view: str
    below: int
    title: str
    viewer: Viewer

    def _field(self, name: str) -> ShareField:
        path = reverse(name, args=[self.game.key])
        text, pattern = (
            self.request.build_absolute_uri(path) + place_query(ply=ply, view=self.view, below=self.below)
            for ply in (self.ply, _PLACE)
        )
        return ShareField(text, pattern)

    @property
    def here(self) -> str:
        """The address of the page, with the ply only if it names one: a game that goes on is found where it stands."""
        if "ply" in self.request.GET:
            return self.link.text
        return self.request.build_absolute_uri(reverse("games:replay", args=[self.game.key]))

    @property
    def link(self) -> ShareField:
        return self._field("games:replay")

    @property
    def frame(self) -> ShareField:
        """The element that shows it on a page of another site."""
        field = self._field("sharing:embed")
        return ShareField(*(frame_markup(text, title=self.title) for text in (field.text, field.pattern)))

    @property
    def picture(self) -> ShareField:
        return self._field("sharing:picture")

    @property
    def picture_alt(self) -> str:
        text = _("The position after move %(ply)d, %(whose)s.")
        whose = {
            Viewer.ALL: _("everything open"),
            Viewer.SPECTATOR: _("as spectators see it"),
        }.get(self.viewer) or _("as %(seat)s sees it") % {"seat": seat_name(self.viewer.value)}
        return text % {"ply": self.ply, "whose": whose}

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture, in pixels."""
        return WIDTH, HEIGHT

    @property
    def discovery(self) -> Iterator[tuple[str, str]]:
        """Where a site asks what this page shows: the kind of the answer, and the address."""
        base = self.request.build_absolute_uri(reverse("sharing:oembed"))
        for form in ("json", "xml"):
            yield (
                f"{'application' if form == 'json' else 'text'}/{form}+oembed",
                (f"{base}?{urlencode({'url': self.here, 'format': form})}"),
            )
