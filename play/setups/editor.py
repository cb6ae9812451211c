"""One action at the editor: read what was sent, change the draft, say what came of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from eventlog.sources import random_bytes
from games.domain import queries
from games.domain.placement import (
    EMPTY,
    SYMBOLS,
    Stock,
    TextError,
    empty,
    filled,
    form_of,
    mirrored,
    read_text,
    stock_of,
)
from games.domain.ready_setups import ready_form
from games.domain.state import GameFold
from games.models import Game
from games.rules import VARIANTS, Options, Rank, Seat, Variant, variant
from play.setups import domain
from play.setups.domain import Desk, NameRefused, Stale, Work
from play.setups.models import SavedSetup
from play.setups.pages import Question
from play.setups.words import name_text, text_error_text
from web.answers import small_number

_SEED = 32  # bytes


class Unknown(ValueError):
    """There is no such action, or what it names is not there any more."""


@dataclass(frozen=True, slots=True)
class Editing:
    """What one edits: the desk, and what may be laid there; `link` is the address of a page that keeps no draft."""

    desk: Desk
    rules: Variant
    seat: Seat
    stock: Stock
    drawn: Sequence[Rank] = field(default=(), repr=False)
    link: str = field(default="", repr=False)


def editing_at(game: Game, seat: Seat, now: GameFold, link: str = "") -> Editing:
    """What the player at a seat edits for a game that waits for set-ups.

    Args:
        game: with its seats.
        seat: whose set-up it is.
        now: the game as it stands.
        link: of who has no account: the address of a page that keeps no draft and shows nothing of the player's own.
    """
    player = next(game_seat.player_id for game_seat in game.all_seats if game_seat.seat == seat)
    assert player is not None
    drawn = queries.cards_drawn(game.id, seat) if now.variant.deals else ()
    stock = stock_of(now.variant, now.options, drawn)
    desk = Desk(player, now.variant.slug, game.id, kept=not link)
    return Editing(desk, now.variant, seat, stock, drawn, link)


def first_form(editing: Editing) -> str:
    """The set-up that lies on the board of a game before its player has touched it: one at random, the same each time,
    which nobody else can work out.
    """
    desk = editing.desk
    seed = salted_hmac("setups.first", f"{desk.player} {desk.game}", algorithm="sha256").digest()
    return filled(empty(editing.rules), editing.rules, editing.stock, random.Random(seed))  # noqa: S311 (a secret seed)


def editing_alone(player: UUID, slug: str) -> Editing:
    """What a player edits at the workshop of a rule book, which is one of `books`."""
    rules = variant(slug)
    return Editing(Desk(player, slug), rules, Seat.RED, stock_of(rules, Options()))


def books() -> list[Variant]:
    """The rule books whose set-ups can be made before there is a game."""
    return [book for book in VARIANTS.values() if not book.deals]


@dataclass(frozen=True, slots=True)
class EditAnswer:
    """What came of an action.

    Args:
        work: the draft as it stands.
        status: 200, 409 if the draft was changed in another window, 422 if what was sent cannot be used.
        say: what was done, or why not.
        form: what was sent but could not be kept, if it could be read.
        text: what was sent but could not be read.
        question: what must be answered first.
        name: that was sent with it.
    """

    work: Work
    status: int = 200
    say: str = field(default="", repr=False)
    form: str = field(default="", repr=False)
    text: str = field(default="", repr=False)
    question: Question | None = None
    name: str = ""


def edit(editing: Editing, data: Mapping[str, str]) -> EditAnswer:
    """Does what a form asks for: `do`, an action and what it acts on after a colon; `rows`, the set-up as text;
    `version` of the draft that it began from.

    Raises:
        Unknown: there is no such action.
    """
    do, _colon, what = data.get("do", "").partition(":")
    name = data.get("name", "")
    if do == "enter":  # Enter in a field presses the first button of the form
        do = "save" if name.strip() else "text"
    act = _ACTIONS.get(do)
    if act is None or (editing.link and do in _OF_PLAYER):
        raise Unknown(do)
    try:
        form = read_text(data.get("rows", ""), editing.rules)
    except TextError as error:
        rows = data.get("rows", "")[:2000]
        result = text_error_text(error, editing.rules)
        return EditAnswer(domain.draft_of(editing.desk), 422, result, text=rows, name=name)
    try:
        seen = small_number(data.get("version", ""), digits=8)
        work = domain.keep(editing.desk, form=form, expected=-1 if seen is None else seen)
        return act(editing, work, what, data)
    except Stale as stale:
        text = _("This set-up was changed in another window meanwhile.")
        return EditAnswer(stale.work, 409, text, form=form, name=name)


# -- actions on the set-up ------------------------------------------------------------------------

_Act = Callable[[Editing, Work, str, Mapping[str, str]], EditAnswer]


def _changing(say: str | Promise, change: Callable[[Editing, str, str, Mapping[str, str]], str]) -> _Act:
    """The action that puts another form in the place of the one there is."""

    def act(editing: Editing, work: Work, what: str, data: Mapping[str, str]) -> EditAnswer:
        form = change(editing, work.form, what, data)
        return EditAnswer(domain.keep(editing.desk, form=form, expected=work.version), say=str(say))

    return act


def _same(editing: Editing, form: str, what: str, data: Mapping[str, str]) -> str:
    return form


def _random(editing: Editing, form: str, what: str, data: Mapping[str, str]) -> str:
    return _fill(editing, empty(editing.rules), what, data)


def _fill(editing: Editing, form: str, what: str, data: Mapping[str, str]) -> str:
    return filled(form, editing.rules, editing.stock, random.Random(random_bytes(_SEED)))  # noqa: S311 (seeded from the system)


def _mirror(editing: Editing, form: str, what: str, data: Mapping[str, str]) -> str:
    return mirrored(form, editing.rules)


def _clear(editing: Editing, form: str, what: str, data: Mapping[str, str]) -> str:
    return empty(editing.rules)


def _ready(editing: Editing, form: str, what: str, data: Mapping[str, str]) -> str:
    text = ready_form(editing.rules, what, editing.drawn)
    if text is None:
        raise Unknown(what)
    return text


def _last(editing: Editing, form: str, what: str, data: Mapping[str, str]) -> str:
    last = queries.last_setup(editing.desk.player, editing.rules.slug)
    placement = None if last is None else queries.placement_of(*last)
    if last is None or placement is None:
        raise Unknown(what)
    return form_of(placement, editing.rules, last[1])


def _load(editing: Editing, form: str, what: str, data: Mapping[str, str]) -> str:
    return _mine(editing, what).form


def _swap(editing: Editing, form: str, what: str, data: Mapping[str, str]) -> str:
    number, other = _place(form, data.get("one", "")), _place(form, data.get("other", ""))
    squares = list(form)
    squares[number], squares[other] = squares[other], squares[number]
    return "".join(squares)


def _put(editing: Editing, form: str, what: str, data: Mapping[str, str]) -> str:
    place, symbol = _place(form, data.get("at", "")), data.get("piece", "")
    if len(symbol) != 1 or symbol not in SYMBOLS:
        raise Unknown(symbol)
    return form[:place] + symbol + form[place + 1 :]


def _place(form: str, text: str) -> int:
    place = small_number(text)
    if place is None or place >= len(form):
        raise Unknown(text[:10])
    return place


def _undo(editing: Editing, work: Work, what: str, data: Mapping[str, str]) -> EditAnswer:
    if not work.undoable:
        return EditAnswer(work, say=_("There is nothing to take back."))
    return EditAnswer(domain.undo(editing.desk, expected=work.version), say=_("The last change is taken back."))


# -- actions on saved ones ------------------------------------------------------------------------


def _mine(editing: Editing, what: str) -> SavedSetup:
    try:
        saved = domain.saved_setup(editing.desk.player, UUID(what))
    except ValueError:
        saved = None
    if saved is None or saved.variant != editing.rules.slug:
        raise Unknown(what[:40])
    return saved


def _save(editing: Editing, work: Work, what: str, data: Mapping[str, str]) -> EditAnswer:
    if editing.rules.deals:
        raise Unknown("save")
    if set(work.form) == {EMPTY}:
        return EditAnswer(work, 422, _("Place some pieces first: an empty set-up is not worth a name."))
    name, over = data.get("name", ""), _mine(editing, what).id if what else None
    desk = editing.desk
    try:
        saved = domain.save(player=desk.player, slug=desk.variant, name=name, form=work.form, over=over)
    except NameRefused as error:
        if error.saved is not None:
            return EditAnswer(work, 409, question=_overwrite(error.saved), name=name)
        return EditAnswer(work, 422, name_text(error), name=name)
    return EditAnswer(work, say=_("Saved as “%(name)s”.") % {"name": saved.name})


def _ask_overwrite(editing: Editing, work: Work, what: str, data: Mapping[str, str]) -> EditAnswer:
    return EditAnswer(work, question=_overwrite(_mine(editing, what)))


def _overwrite(saved: SavedSetup) -> Question:
    text = _("You have a set-up named “%(name)s”. Overwrite it with this one?") % {"name": saved.name}
    return Question(text, _("Overwrite"), f"save:{saved.id}", saved.name)


def _rename(editing: Editing, work: Work, what: str, data: Mapping[str, str]) -> EditAnswer:
    saved = _mine(editing, what)
    name = data.get(f"name-{saved.id}", "")
    try:
        domain.rename_saved(saved=saved, name=name)
    except NameRefused as error:
        return EditAnswer(work, 422, name_text(error))
    return EditAnswer(work, say=_("It is called “%(name)s” now.") % {"name": saved.name})


def _delete(editing: Editing, work: Work, what: str, data: Mapping[str, str]) -> EditAnswer:
    saved = _mine(editing, what)
    text = _("Delete the saved set-up “%(name)s”?") % {"name": saved.name}
    return EditAnswer(work, question=Question(text, _("Delete"), f"delete-sure:{saved.id}"))


def _delete_sure(editing: Editing, work: Work, what: str, data: Mapping[str, str]) -> EditAnswer:
    saved = _mine(editing, what)
    domain.delete_saved(player=editing.desk.player, id=saved.id)
    return EditAnswer(work, say=_("“%(name)s” is deleted.") % {"name": saved.name})


_OF_PLAYER = frozenset({"last", "load", "save", "overwrite", "rename", "delete", "delete-sure"})
"""What is done with a player's own set-ups."""

_ACTIONS: Mapping[str, _Act] = {
    "text": _changing("", _same),
    "commit": _changing("", _same),
    "random": _changing(gettext_lazy("A set-up at random."), _random),
    "fill": _changing(gettext_lazy("The other pieces are placed at random."), _fill),
    "mirror": _changing(gettext_lazy("Left and right have changed sides."), _mirror),
    "clear": _changing(gettext_lazy("The board is clear."), _clear),
    "ready": _changing(gettext_lazy("The ready-made set-up is laid out. Change it as you like."), _ready),
    "last": _changing(gettext_lazy("Your last set-up is laid out."), _last),
    "load": _changing(gettext_lazy("The saved set-up is laid out."), _load),
    "swap": _changing(gettext_lazy("The two squares have changed their pieces."), _swap),
    "put": _changing(gettext_lazy("The piece is placed."), _put),
    "undo": _undo,
    "save": _save,
    "overwrite": _ask_overwrite,
    "rename": _rename,
    "delete": _delete,
    "delete-sure": _delete_sure,
}
