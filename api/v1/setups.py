"""Set-ups before a game has them: saved ones, drafts, and whether a form is one. All of it is its owner's alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request

from api.http.endpoint import Body, Endpoint, Operation, Parameter, json_answer
from api.http.problems import Problem, missing, moved_on
from api.models import Scope
from api.v1 import schemas_play as shapes
from api.v1.people import no_book
from api.v1.play import ROWS_HELP, own_game
from games.domain import command_handler
from games.domain.placement import EMPTY, Stock, TextError, read_text, stock_of, troubles
from games.models import Game, key_of
from games.presentation.rooms import setup_families, setup_results
from games.rules import VARIANTS, Options, Variant, variant
from play.setups import domain
from play.setups.domain import NameRefused, SavedStale, Stale, Work
from play.setups.editor import Editing, Unknown, books, edit, editing_alone, editing_at
from play.setups.models import SavedSetup
from play.setups.words import name_text, text_error_text

BOOKS = [rules.slug for rules in books()]
LONGEST = 400
"""Characters of a form with the white space between its pieces."""

_NAMES = {
    "none": (422, "name-missing"),
    "long": (422, "name-long"),
    "taken": (409, "name-taken"),
    "many": (409, "full"),
}


def form_in(rows: str, rules: Variant) -> str:
    """The form that a text writes. Raises `Problem`: `set-up-text`."""
    try:
        return read_text(rows, rules)
    except TextError as error:
        raise Problem(422, "set-up-text", text_error_text(error, rules), params=dict(error.params)) from None


# -- saved ones -----------------------------------------------------------------------------------


class ChangedSetupBody(Body):
    """A saved set-up as it shall be."""

    name = s.CharField(max_length=200)
    rows = s.CharField(max_length=LONGEST, help_text=ROWS_HELP)


class SavedSetupBody(ChangedSetupBody):
    """A set-up to save."""

    variant = s.ChoiceField(choices=BOOKS)


def _kept(saved: SavedSetup, *, status: int = 200) -> HttpResponse:
    """What was saved, without its squares: answers to requests with a key are kept for a day."""
    value = shapes.KeptSetupShape.of(saved)
    return json_answer(value, status=status, version=saved.version)


def saved_value(saved: SavedSetup) -> dict[str, Any]:
    """A saved set-up for its owner."""
    return shapes.SavedSetupShape.of(saved)


def _name_refused(error: NameRefused) -> Problem:
    status, code = _NAMES[error.code]
    return Problem(status, code, name_text(error), params={"id": error.saved.id} if error.saved else {})


class SavedSetupsEndpoint(Endpoint):
    """Saved set-ups."""

    operations = {
        "get": Operation(
            "listSavedSetups",
            "Your saved set-ups by name, with how your open games went that they were laid in.",
            scope=Scope.READ,
            parameters={"variant": Parameter("The slug of a rule book.", choices=tuple(BOOKS))},
            answer=shapes.SavedSetupsShape,
            weight=4,
        ),
        "post": Operation(
            "saveSetup",
            "Save a set-up under a name, whole or not. 50 of a rule book can be kept.",
            scope=Scope.SETUPS,
            body=SavedSetupBody,
            answer=shapes.KeptSetupShape,
            status=201,
        ),
    }

    def do_get(self, request: Request) -> HttpResponse:
        """All of them, or those of a rule book."""
        mine = self.player.id
        saved = list(domain.saved_setups(mine, self.asked("variant")))
        rows: list[dict[str, Any]] = []
        by_book = {slug: {setup.form for setup in saved if setup.variant == slug} for slug in BOOKS}
        went = {slug: setup_results.ask(mine, variant(slug), forms) for slug, forms in by_book.items() if forms}
        families = {slug: setup_families.ask(variant(slug), forms) for slug, forms in by_book.items() if forms}
        for setup in saved:
            results = went[setup.variant].get(setup.form) if setup.variant in went else None
            family = families[setup.variant].get(setup.form) if setup.variant in families else None
            value = {
                "results": None if results is None else results._asdict(),
                "family": None if family is None else family._asdict(),
            }
            rows.append(saved_value(setup) | value)
        return json_answer({"setups": rows})

    def do_post(self, request: Request) -> HttpResponse:
        slug = self.body["variant"]
        form = _not_empty(form_in(self.body["rows"], variant(slug)))
        try:
            saved = domain.save(player=self.player.id, slug=slug, name=self.body["name"], form=form)
        except NameRefused as error:
            raise _name_refused(error) from None
        answer = _kept(saved, status=201)
        answer["Location"] = reverse("api:saved-setup", args=[saved.id])
        return answer


def _not_empty(form: str) -> str:
    if set(form) == {EMPTY}:
        words = _("Place some pieces first: an empty set-up is not worth a name.")
        raise Problem(422, "set-up-empty", words)
    return form


def own_setup(player: UUID, id: UUID) -> SavedSetup:
    """One of somebody's saved set-ups. Raises `Problem`: it is nobody's, or another player's."""
    saved = domain.saved_setup(player, id)
    if saved is None:
        raise _no_setup()
    return saved


def _no_setup() -> Problem:
    return missing(_("You have no such saved set-up."))


class SavedSetupEndpoint(Endpoint):
    """A saved set-up."""

    operations = {
        "get": Operation(
            "getSavedSetup", "One of your saved set-ups.", scope=Scope.READ, answer=shapes.SavedSetupShape
        ),
        "put": Operation(
            "changeSavedSetup",
            "Give a saved set-up another name or other squares.",
            scope=Scope.SETUPS,
            body=ChangedSetupBody,
            answer=shapes.KeptSetupShape,
            condition=True,
        ),
        "delete": Operation(
            "deleteSavedSetup",
            "Delete a saved set-up.",
            scope=Scope.SETUPS,
            answer=shapes.DoneShape,
        ),
    }

    def do_get(self, request: Request, id: UUID) -> HttpResponse:
        """It, with its squares."""
        saved = own_setup(self.player.id, id)
        return json_answer(saved_value(saved), version=saved.version)

    def do_put(self, request: Request, id: UUID) -> HttpResponse:
        expected, mine = self.seen_version(), self.player.id
        rules = variant(own_setup(mine, id).variant)
        form = _not_empty(form_in(self.body["rows"], rules))
        try:
            saved = domain.change_saved(player=mine, id=id, name=self.body["name"], form=form, expected=expected)
        except SavedStale as stale:
            raise moved_on(stale.version, _("This set-up was changed in another window meanwhile.")) from None
        except NameRefused as error:
            raise _name_refused(error) from None
        if saved is None:
            raise _no_setup()
        return _kept(saved)

    def do_delete(self, request: Request, id: UUID) -> HttpResponse:
        own_setup(self.player.id, id)
        domain.delete_saved(player=self.player.id, id=id)
        return json_answer({"done": True})


# -- drafts ---------------------------------------------------------------------------------------


class DraftBody(Body):
    """What the draft shall be."""

    rows = s.CharField(max_length=LONGEST, help_text=ROWS_HELP)


class DraftActBody(Body):
    """What to do with the draft. `ready` and `load` lay the set-up that `which` names: a ready-made one by its slug, or
    a saved one by its id."""

    act = s.ChoiceField(choices=["undo", "random", "fill", "mirror", "clear", "ready", "load"])
    which = s.CharField(max_length=60, default="", allow_blank=True)


def _troubles(form: str, stock: Stock) -> dict[str, Any]:
    result = troubles(form, stock)
    rows = [
        {"code": trouble.code, "count": trouble.count, "rank": trouble.rank and trouble.rank.symbol}
        for trouble in result
    ]
    return {"complete": not result, "troubles": rows}


def draft_answer(editing: Editing) -> HttpResponse:
    """A draft for its owner."""
    work, desk = domain.draft_of(editing.desk), editing.desk
    value = {
        "variant": desk.variant,
        "game": None if desk.game is None else key_of(desk.game),
        "version": work.version,
        "undoable": work.undoable,
        "rows": work.form,
    }
    return json_answer(value | _troubles(work.form, editing.stock), version=work.version)


class DraftsEndpoint(Endpoint):
    operations = {
        "get": Operation(
            "listDrafts",
            "Where you have drafts: for games that wait for your set-up, and at the workshops of rule books.",
            scope=Scope.READ,
            answer=shapes.DraftsShape,
        )
    }

    def do_get(self, request: Request) -> HttpResponse:
        """All of them, without their squares."""
        rows = [
            {
                "variant": draft.variant,
                "game": None if draft.game is None else key_of(draft.game),
                "version": draft.version,
            }
            for draft in domain.drafts_of(self.player.id)
        ]
        return json_answer({"drafts": rows})


class _DraftEndpoint(Endpoint):
    """A draft: of a game, or of a workshop."""

    operations = {
        "get": Operation(
            "getDraft", "The draft of a workshop, and what it lacks.", scope=Scope.READ, answer=shapes.DraftShape
        ),
        "put": Operation(
            "keepDraft",
            "Keep a draft of a workshop; the one before can be had back.",
            scope=Scope.SETUPS,
            body=DraftBody,
            answer=shapes.KeptDraftShape,
            condition=True,
        ),
        "post": Operation(
            "changeDraft",
            "Undo, fill at random, mirror or clear the draft of a workshop, or lay a ready-made or a saved set-up.",
            scope=Scope.SETUPS,
            body=DraftActBody,
            answer=shapes.KeptDraftShape,
            condition=True,
        ),
        "delete": Operation(
            "deleteDraft", "Delete the draft of a workshop.", scope=Scope.SETUPS, answer=shapes.DoneShape
        ),
    }

    def editing(self, at: str) -> Editing:
        """What is edited at an address, by who asks."""
        raise NotImplementedError

    def do_get(self, request: Request, key: str) -> HttpResponse:
        return draft_answer(self.editing(key))

    def do_put(self, request: Request, key: str) -> HttpResponse:
        expected, editing = self.seen_version(), self.editing(key)
        form = form_in(self.body["rows"], editing.rules)
        if expected is None:
            expected = domain.draft_of(editing.desk).version
        try:
            return _drafted(domain.keep(editing.desk, form=form, expected=expected))
        except Stale as stale:
            raise _stale(stale.work) from None

    def do_post(self, request: Request, key: str) -> HttpResponse:
        """As a button of the editor."""
        expected, editing = self.seen_version(), self.editing(key)
        work = domain.draft_of(editing.desk)
        if expected not in (None, work.version):
            raise _stale(work)
        do = ":".join(filter(None, (self.body["act"], self.body["which"])))
        try:
            answer = edit(editing, {"do": do, "rows": work.form, "version": str(work.version)})
        except Unknown:
            words = _("There is no such set-up to lay here.")
            raise Problem(422, "no-such-set-up", words, params={"which": self.body["which"]}) from None
        if answer.status == 409:
            raise _stale(answer.work)
        return _drafted(answer.work)

    def do_delete(self, request: Request, key: str) -> HttpResponse:
        domain.erase_draft(self.editing(key).desk)
        return json_answer({"done": True})


def _drafted(work: Work) -> HttpResponse:
    return json_answer(shapes.KeptDraftShape.of(work), version=work.version)


def _stale(work: Work) -> Problem:
    return moved_on(work.version, _("This set-up was changed in another window meanwhile."))


class WorkshopDraftEndpoint(_DraftEndpoint):
    def editing(self, at: str) -> Editing:
        """At the workshop of a rule book."""
        if at not in BOOKS:
            raise missing(_("There is no rule book of this name whose set-ups can be made beforehand."))
        return editing_alone(self.player.id, at)


class GameDraftEndpoint(_DraftEndpoint):
    operations = {
        method: replace(_DraftEndpoint.operations[method], name=name, text=text)
        for method, name, text in (
            ("get", "getGameDraft", "The draft of your set-up for a game, and what it lacks."),
            ("put", "keepGameDraft", "Keep a draft of your set-up for a game."),
            (
                *("post", "changeGameDraft"),
                "Undo, fill at random, mirror or clear the draft for a game, or lay a ready-made or a saved set-up.",
            ),
            ("delete", "deleteGameDraft", "Delete your draft for a game."),
        )
    }

    def editing(self, at: str) -> Editing:
        """At the own seat of a game that waits for this set-up."""
        game, seat = own_game(at, self)
        now = command_handler.open_game(game.id)
        if game.status != Game.Status.WAITING or seat in now.ready or now.state is not None:
            raise Problem(409, "set-up-made", _("Play has begun, or the game is over: look at a view instead."))
        return editing_at(game, seat, now)


# -- whether a form is a set-up -------------------------------------------------------------------


class SetupCheckEndpoint(Endpoint):
    """A form, held against a rule book."""

    operations = {
        "post": Operation(
            "checkSetup",
            "Whether a form is a set-up by a rule book, and what it lacks. Nothing is kept.",
            body=DraftBody,
            answer=shapes.SetupCheckShape,
        )
    }

    def do_post(self, request: Request, slug: str) -> HttpResponse:
        if slug not in VARIANTS:
            raise no_book()
        rules = variant(slug)
        if rules.deals:
            words = _("Cards are chosen from those drawn: look at the draft of the game instead.")
            raise Problem(422, "dealt", words)
        return json_answer(_troubles(form_in(self.body["rows"], rules), stock_of(rules, Options())))
