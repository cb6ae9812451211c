"""The replay of a game at one ply, for one audience: everything that its page needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from games import notation as formats
from games.domain.placement import form_of
from games.models import Game
from games.presentation.audiences import Audience, moves_markup
from games.presentation.clock_text import PublicClock, public_clocks
from games.presentation.delay_text import behind_text
from games.presentation.knowledge import knowing_markup, may_know, odds_markup
from games.presentation.lists import PlayerName, players_of, plies_text, result_text, stands_text
from games.presentation.move_list import CHUNK
from games.presentation.navigation import StepButton, step_buttons
from games.presentation.opened import opened_markup, seals_markup
from games.presentation.origin import OriginText, origin_text
from games.presentation.panels import ShownGame
from games.presentation.presentation import position_markup, view_name
from games.presentation.report_links import report_url
from games.presentation.reveal import RevealText, reveal_text
from games.presentation.words import acts_text, paused_text, rule_name, seat_name, variant_name
from games.replay import Seal, SeedSeal, Timeline
from games.rules import Seat, Viewer, variant
from ratings import rating_note
from web.addresses import address
from web.kept_markup import kept_markup


@dataclass(frozen=True, slots=True)
class Chunk:
    """Fifty plies of the move list: rendered, or to be fetched from `url`; `page` is the way without scripts."""

    first: int
    last: int
    url: str
    page: str
    markup: SafeString | None


@dataclass(frozen=True, slots=True)
class Link:
    """A link with its words; `current` marks the one that is shown."""

    name: str
    url: str
    current: bool = False
    ply: int | None = None


@dataclass(frozen=True, slots=True)
class ShuffleText:
    """A shuffle once it is open: whose and which it was, the order, and whether it is the one that the seed gives; None
    if it was taken over from another game."""

    name: str
    order: str
    fair: bool | None


@dataclass(frozen=True, slots=True)
class SealText:
    """The commitment of a seat's set-up with the seat's name.

    Args:
        slug, seat: of the seat.
        seal: what was sealed, and what opens it.
        take_url: where the editor opens with this set-up; empty if it cannot be used again, or is not open.
        family_url: the page of the family of set-ups that it belongs to; empty likewise.
    """

    slug: str
    seat: str
    seal: Seal
    take_url: str = ""
    family_url: str = ""

    @property
    def opened(self) -> bool:
        """Whether salt and placement are shown."""
        return self.seal.salt is not None

    @property
    def matches(self) -> bool:
        """Whether they give the commitment that was made when play began."""
        return self.seal.computed == self.seal.commitment


@dataclass
class ReplayPage:
    """A game at one ply for one audience: everything that `games/replay.html` needs.

    Args:
        game: which game.
        line: what audiences see of it.
        choices: the audiences that the reader may choose from.
        audience: the one that is shown.
        asked: the audience as the address names it, or nothing.
        wanted: the ply to show; the last one if None, the nearest there is if the game has no such ply.
        below: number of the seat whose side of the board is at the bottom.
        own: the seat of the reader; None for others.
        whole: what could be known is part of the page, for readers without scripts.
        reader: the player who reads it; None for a visitor.
    """

    game: Game
    line: Timeline
    choices: Sequence[Audience]
    audience: Audience
    asked: str
    wanted: int | None
    below: int
    own: Seat | None = None
    whole: bool = False
    reader: Player | None = None

    @cached_property
    def shown(self) -> ShownGame:
        """The game for rooms that add something to its page."""
        return ShownGame(
            game=self.game,
            ply=self.ply,
            view=self.asked,
            below=self.below,
            audience=self.audience,
            own=self.own,
            title=self.title,
            description=self.description,
            waiting=self.waiting,
        )

    # -- addresses --

    @property
    def ply(self) -> int:
        return self.plies if self.wanted is None else min(max(self.wanted, 0), self.plies)

    @property
    def plies(self) -> int:
        """The last ply of the game."""
        return self.line.plies

    @property
    def page(self) -> str:
        """The address of the replay, without a ply."""
        return address("games:replay", self.game.key)

    def address(self, ply: int, *, view: str | None = None, below: int | None = None) -> str:
        """The address of a ply; of the same audience and the same way up unless said otherwise.

        Args:
            ply: from 0, the set-ups.
            view: a seat or an audience, by its name in addresses.
            below: which seat is at the bottom.
        """
        view = self.asked if view is None else view
        below = self.below if below is None else below
        query = ({"view": view} if view else {}) | {"ply": str(ply)} | ({"flip": str(below)} if below else {})
        return f"{self.page}?{urlencode(query)}"

    @property
    def report(self) -> str:
        """The address for reporting the game; empty for readers who may not, and without players."""
        return report_url(self.game, self.reader)

    @property
    def at(self) -> str:
        """The address of positions for this audience, all but the ply."""
        return self.audience.address("games:position", self.game, 0).removesuffix("0/")

    @property
    def live(self) -> bool:
        """Whether the page may still have to show something: a move, the end, or a reveal after it."""
        to_come = self.over and not self.game.revealed and not self.game.called_off and not self.game.unplayed
        return bool(self.watch) or self.behind or to_come

    @property
    def behind(self) -> bool:
        """Whether the reader sees the game as it stood some time ago."""
        return self.game.delayed and not self.audience.private

    @property
    def watch(self) -> str:
        """The address of the present position as everyone may see it, all but the version; empty once it is over, and
        where only its sides may look."""
        if self.game.status == Game.Status.OVER or self.game.closed:
            return ""
        public = Audience(Viewer.SPECTATOR, "sealed", private=False)
        address = reverse("live:now", args=[self.game.key, public.viewer.value, public.build, 0])
        return address.removesuffix("0/")

    @property
    def seats(self) -> int:
        """How many there are: so often the board can be turned until it is as before."""
        return len(variant(self.game.variant).seats)

    @property
    def flip_url(self) -> str:
        """The same ply with the next seat's side at the bottom."""
        return self.address(self.ply, below=(self.below + 1) % self.seats)

    @property
    def steps(self) -> Iterator[StepButton]:
        """First, previous, next, last."""
        return step_buttons(self.ply, self.plies, self.address)

    @property
    def views(self) -> Iterator[Link]:
        """The switch between audiences."""
        for choice in self.choices:
            name = _("Your view") if choice.private else view_name(choice.viewer)
            yield Link(name, self.address(self.ply, view=choice.viewer.value), current=choice == self.audience)

    # -- words --

    @cached_property
    def players(self) -> tuple[PlayerName, ...]:
        return players_of(self.game)

    @property
    def title(self) -> str:
        """The page's title: players and rule book."""
        names = " – ".join(
            " + ".join(player.name for player in self.players if player.side == side)
            for side in dict.fromkeys(player.side for player in self.players)
        )
        return f"{names}, {self.variant}"

    @property
    def description(self) -> str:
        """A sentence about the page for search engines."""
        return f"{self.title}: {self.result}, {self.plies_text}."

    @property
    def variant(self) -> str:
        """The name of the rule book."""
        return variant_name(self.game.variant)

    @property
    def rules_url(self) -> str:
        return reverse("games:rule-book", args=[self.game.variant])

    @property
    def edition(self) -> str:
        """Which edition of the rule book it is played by, if that is not the newest."""
        number, newest = self.line.rules.edition, variant(self.game.variant).edition
        if number == newest:
            return ""
        return _("edition %(number)d of %(newest)d") % {"number": number, "newest": newest}

    @property
    def result(self) -> str:
        """How the game stands."""
        return result_text(self.game)

    @property
    def plies_text(self) -> str:
        return plies_text(self.plies)

    @property
    def date(self) -> datetime | None:
        return self.game.started or self.game.created

    @property
    def over(self) -> bool:
        return self.game.status == Game.Status.OVER

    @property
    def waiting(self) -> tuple[str, ...]:
        """While set-ups are missing: for each seat whether it is ready. Nobody may learn more (RULES section 2). Of a
        game that ended before play began, how it ended.
        """
        if self.game.unplayed:
            return (_("%(outcome)s.") % {"outcome": result_text(self.game)},)
        if self.game.status != Game.Status.WAITING:
            return ()
        texts = {True: _("%(seat)s is ready."), False: _("%(seat)s is still setting up.")}
        return tuple(texts[seat.ready] % {"seat": seat_name(seat.seat)} for seat in self.game.all_seats)

    @property
    def stands(self) -> str:
        """What a reader should know before looking."""
        if self.behind:
            return behind_text(*self.line.behind)
        return stands_text(self.game)

    @property
    def origin(self) -> OriginText | None:
        """The position of another game from which it is played on."""
        return origin_text(self.line.origin)

    @property
    def play_on(self) -> str:
        """The address to play on from the ply that is shown, once everything is open; else nothing."""
        if not self.game.revealed or not self.line.begun:
            return ""
        return f"{reverse('bots:play-on', args=[self.game.key])}?ply={self.ply}"

    @property
    def reveal(self) -> RevealText:
        """When it is opened, and what the reader, if it is a player of it, may do about that."""
        return reveal_text(self.line.reveal_plan, self.own)

    @property
    def rating(self) -> str:
        """What the game did to ratings, or why nothing; not while its end is not public."""
        return "" if self.game.publish_due is not None else rating_note(self.game)

    @property
    def paused(self) -> str:
        """Why nobody's time runs now; nothing if the game is not paused."""
        return paused_text(self.line.paused)

    @property
    def acts(self) -> tuple[tuple[datetime, str], ...]:
        """What arbiters did, with the time."""
        return acts_text(self.line.acts)

    @property
    def clocks(self) -> tuple[PublicClock, ...]:
        """The present clocks, whatever ply is shown; none for delayed viewers."""
        if self.behind:
            return ()
        return public_clocks(self.line.clock, self.line.to_move)

    @property
    def stamp(self) -> int:
        """The time now in milliseconds since the epoch: the reader's own clock may be wrong."""
        return int(timezone.now().timestamp() * 1000)

    @property
    def facts(self) -> Iterator[tuple[str, str]]:
        """What else is known of the game."""
        yield _("Game"), self.game.key
        yield _("Source"), self.game.get_source_display()
        if self.line.begun:
            limit = self.line.view(Viewer.SPECTATOR, 0).quiet_limit
            text = ngettext(
                "after %(limit)d move without an attack", "after %(limit)d moves without an attack", limit or 0
            )
            yield _("Drawn"), text % {"limit": limit} if limit else _("at no number of moves without an attack")

    # -- parts --

    @property
    def position(self) -> SafeString:
        """The position itself, the same markup as at its own address."""
        view = self.line.view(self.audience.viewer, self.ply)
        opened = opened_markup(self.line.opened(view), self.line.rules)
        return position_markup(view, below=self.below, wait=self.line.wait(self.ply), opened=opened)

    @property
    def told_odds(self) -> bool:
        """Whether the reader may see what can be known."""
        return not self.waiting and self.line.begun and may_know(self.game, self.own)

    @property
    def knowing_url(self) -> str:
        """The address of what could be known over the whole game."""
        return self.audience.address("games:knowing", self.game, self.plies)

    @property
    def odds_at(self) -> str:
        """The address of what hidden pieces may be, all but the ply."""
        return self.audience.address("games:odds", self.game, 0).removesuffix("0/")

    @property
    def whole_url(self) -> str:
        """The page with what could be known in it."""
        return f"{self.address(self.ply)}&knowing=1#knowing"

    @property
    def knowing(self) -> SafeString:
        """The same markup as at its own address."""
        return knowing_markup(self.game, self.line, self.audience)

    @property
    def odds(self) -> SafeString:
        """What hidden pieces may be at the ply that is shown."""
        return odds_markup(self.game, self.line, self.audience, self.ply, below=self.below)

    @property
    def timed(self) -> bool:
        """Whether the times between plies are known."""
        return self.line.timed

    @property
    def chunks(self) -> Iterator[Chunk]:
        """The move list: the chunk with the ply that is shown, the others as addresses."""
        here = max(self.ply - 1, 0) // CHUNK
        for number in range(-(-self.plies // CHUNK)):
            first, last = number * CHUNK + 1, min((number + 1) * CHUNK, self.plies)
            markup = self._moves(number) if number == here else None
            url = self.audience.address("games:moves", self.game, number)
            yield Chunk(first, last, url, self.address(first), markup)

    def _moves(self, chunk: int) -> SafeString:
        """A chunk of the move list, which is drawn once for all who may see it."""
        draw = partial(moves_markup, self.game, self.line, self.audience, chunk, current=self.ply)
        if self.audience.private:
            return draw()
        whose = (self.audience.viewer.value, self.audience.reveal)
        return kept_markup("moves", (self.game.id, self.line.version, *whose, chunk, self.ply), draw)

    @cached_property
    def noted(self) -> tuple[Link, ...]:
        """The plies that break a repetition rule, in a record that was kept under other house rules."""
        text = _("Move %(ply)d: %(rule)s")
        return tuple(
            Link(text % {"ply": ply, "rule": rule_name(rule)}, self.address(ply), ply=ply)
            for ply, rule in self.line.noted
        )

    @property
    def noted_text(self) -> str:
        count = len(self.noted)
        text = ngettext(
            "%(count)d move breaks a repetition rule; the record was played under other rules",
            "%(count)d moves break a repetition rule; the record was played under other rules",
            count,
        )
        return text % {"count": count}

    @property
    def downloads(self) -> Iterator[Link]:
        """The record in each format, once revealed."""
        if self.game.revealed:
            names = {"json": _("Record as JSON")}
            if formats.has_gravon_type(self.game.variant) and self.game.origin is None:
                names["xml"] = _("Record as Gravon XML")
            for form, name in names.items():
                yield Link(name, reverse("games:record", args=[self.game.key, form]))

    @property
    def seals(self) -> tuple[SealText, ...]:
        """The commitment of each set-up, and what opens it once revealed."""
        return tuple(
            SealText(seal.seat.slug, seat_name(seal.seat), seal, *self._setup_urls(seal)) for seal in self.line.seals
        )

    def _setup_urls(self, seal: Seal) -> tuple[str, str]:
        rules = self.line.rules
        if not self.game.revealed or seal.placement is None or rules.deals or self.game.origin is not None:
            return "", ""
        form = form_of(seal.placement, rules, seal.seat)
        take, family = urlencode({"take": form}), urlencode({"variant": rules.slug, "setup": form})
        return f"{reverse('setups:workshop', args=[rules.slug])}?{take}", f"{reverse('games:family')}?{family}"

    @property
    def sealed(self) -> SafeString:
        """What the script needs that checks opened pieces."""
        seals = self.line.seals
        roots = {seal.seat: seal.commitment for seal in seals}
        by_piece = [seal.seat for seal in seals if seal.by_piece]
        return seals_markup(self.game.key, roots, by_piece, self.line.rules)

    @property
    def opened_url(self) -> str:
        """The address of what opens all that this audience knows at the last ply; empty if nothing opens by piece."""
        by_piece = any(seal.by_piece for seal in self.line.seals)
        return self.audience.address("games:opened", self.game, self.plies) if by_piece else ""

    @property
    def seed_seal(self) -> SeedSeal | None:
        """The commitment to the seed of the shuffles, where cards are shuffled."""
        return self.line.seed_seal

    @property
    def seed_matches(self) -> bool:
        """Whether the opened seed gives the commitment that was made with the game."""
        seal = self.seed_seal
        return seal is not None and seal.computed == seal.commitment

    @property
    def shuffles(self) -> Iterator[ShuffleText]:
        """Every shuffle of the game, once revealed."""
        for label, order, fair in self.seed_seal.orders if self.seed_seal else ():
            slug, number = label.rsplit("-", 1)
            if number == "0":
                name = _("%(seat)s, the deal") % {"seat": seat_name(slug)}
            else:
                name = _("%(seat)s, shuffle %(number)s") % {"seat": seat_name(slug), "number": number}
            yield ShuffleText(name, order, fair)
