"""What happened in a game, what a turn waits for, and what somebody is cautioned of: in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.presentation.words import (
    SentenceFunction,
    borders_text,
    listed,
    outcome_text,
    phrase,
    rank_name,
    rule_name,
    seat_name,
)
from games.rules import Caution, End, Fact, Outcome, Pending, Variant


def _rank_in(params: Mapping[str, Any], name: str = "rank") -> str:
    """The name of a rank among the parameters, as the rule book calls it if that is known."""
    return rank_name(params[name], params.get("rules"))


def _ranks_in(params: Mapping[str, Any]) -> str:
    return listed(rank_name(rank, params.get("rules")) for rank in params["ranks"])


class _Told(dict[str, str]):
    """What a sentence about a turn may name. A part is worded when the sentence asks for it: most have two or three."""

    def __init__(self, params: Mapping[str, Any]) -> None:
        self._params = params

    def __missing__(self, name: str) -> str:
        params = self._params
        if name in ("seat", "owner"):
            return seat_name(params[name]) if name in params else ""
        if name in ("source", "target"):
            path = params.get("path", ())
            return path[0 if name == "source" else -1] if path else ""
        if name in ("square", "squares"):
            squares = params.get("squares", ())
            return listed(squares if name == "squares" else squares[-1:])
        return _rank_in(params, name)


def _told(text: Promise | str) -> SentenceFunction:
    """A sentence about a seat, the squares of a turn and ranks."""
    return lambda params: str(text) % _Told(params)


def _either(name: str, function: SentenceFunction, plain: SentenceFunction) -> SentenceFunction:
    """Two sentences: with a parameter, and without it where it is not given."""
    return lambda params: (function if params.get(name) is not None else plain)(params)


_ATTACKS: dict[str, SentenceFunction] = {
    "win": _told(gettext_lazy("%(seat)s attacks from %(source)s on %(target)s: %(rank)s beats %(defender_rank)s.")),
    "loss": _told(gettext_lazy("%(seat)s attacks from %(source)s on %(target)s: %(rank)s loses to %(defender_rank)s.")),
    "both": _told(
        gettext_lazy(
            "%(seat)s attacks from %(source)s on %(target)s: %(rank)s and %(defender_rank)s both leave the board."
        )
    ),
}


def _lay_known(params: Mapping[str, Any]) -> str:
    cards = (
        _("%(rank)s on %(square)s") % {"rank": rank_name(rank, params.get("rules")), "square": square}
        for rank, square in zip(params["ranks"], params["squares"], strict=True)
    )
    return _("%(seat)s lays %(cards)s.") % {"seat": seat_name(params["seat"]), "cards": listed(cards)}


def _lay(params: Mapping[str, Any]) -> str:
    text = ngettext(
        "%(seat)s lays a card on %(squares)s.", "%(seat)s lays cards on %(squares)s.", len(params["squares"])
    )
    return text % {"seat": seat_name(params["seat"]), "squares": listed(params["squares"])}


def _line_look_known(params: Mapping[str, Any]) -> str:
    cards = (
        _("%(square)s is %(rank)s") % {"rank": rank_name(rank, params.get("rules")), "square": square}
        for rank, square in zip(params["ranks"], params["squares"], strict=True)
    )
    return _("Seen: %(cards)s.") % {"cards": listed(cards)}


def _missed(params: Mapping[str, Any]) -> str:
    text = _("It names the card on %(square)s %(rank)s, which is wrong.")
    return text % {"square": params["squares"][-1], "rank": _ranks_in(params)}


def _over(params: Mapping[str, Any]) -> str:
    return _("The game is over. %(outcome)s.") % {
        "outcome": outcome_text(Outcome(End(params["kind"]), params["winner"]))
    }


FACTS: dict[str, SentenceFunction] = {
    "moved": _told(gettext_lazy("%(seat)s moves from %(source)s to %(target)s.")),
    "escaped": _told(gettext_lazy("%(seat)s’s Flag escapes from %(source)s to %(target)s.")),
    "attacked": lambda params: _ATTACKS[params["result"]](params),
    "named": _told(
        gettext_lazy("%(seat)s’s %(rank)s on %(source)s names the card on %(target)s %(defender_rank)s: it is out.")
    ),
    "revealed": _told(gettext_lazy("It shows itself to be a %(rank)s.")),
    "shown": _told(gettext_lazy("%(seat)s shows the %(rank)s on %(source)s.")),
    "stockade": _either(
        "owner",
        _told(gettext_lazy("%(owner)s’s Flag is put in the stockade on %(square)s.")),
        _told(gettext_lazy("The Flag is put in the stockade on %(square)s.")),
    ),
    "freed": _either(
        "owner",
        _told(gettext_lazy("%(owner)s’s Flag is freed and goes to %(square)s.")),
        _told(gettext_lazy("A captive Flag is freed and goes to %(square)s.")),
    ),
    "rescue": _either(
        "rank",
        _told(gettext_lazy("%(seat)s rescues its %(rank)s to %(square)s.")),
        _told(gettext_lazy("%(seat)s rescues a piece to %(square)s.")),
    ),
    "returned": _told(gettext_lazy("The Cannon goes back to %(seat)s’s reserve.")),
    "entry": _told(gettext_lazy("A piece enters from %(seat)s’s reserve on %(square)s.")),
    "entry-known": _told(gettext_lazy("%(rank)s enters from %(seat)s’s reserve on %(square)s.")),
    "claim": _told(gettext_lazy("%(seat)s claims the piece on %(square)s to be the partner’s Flag.")),
    "claim-known": _told(gettext_lazy("%(seat)s claims the piece on %(square)s to be the partner’s Flag.")),
    "claim-failed": _told(gettext_lazy("It is not.")),
    "hand-look": _told(gettext_lazy("%(seat)s looks at the enemy’s hand.")),
    "hand-look-known": lambda params: _("It holds %(cards)s.") % {"cards": _ranks_in(params)},
    "line-look": _told(gettext_lazy("%(seat)s looks at %(squares)s.")),
    "line-look-known": _line_look_known,
    "shuffle": _told(gettext_lazy("%(seat)s takes up front line, hand and deck, and shuffles them.")),
    "lay": _lay,
    "lay-known": _lay_known,
    "missed": _missed,
    "noted": lambda params: _("This move breaks a rule: %(rule)s.") % {"rule": rule_name(params["rule"])},
    "over": _over,
}
"""A code that ends in `-known` is for who may know more than the others."""


def fact_text(fact: Fact, rules: Variant | None = None) -> str:
    """What happened, in a sentence. With the rule book, in its own names of ranks."""
    words = FACTS.get(fact.code)
    return fact.code if words is None else words({**fact.params, "rules": rules})


# -- choices --------------------------------------------------------------------------------------

PENDING: dict[str, str | Promise] = {
    "stockade": gettext_lazy("%(seat)s chooses the stockade for the Flag."),
    "freed": gettext_lazy("%(seat)s chooses where the freed Flag goes."),
    "rescue": gettext_lazy("%(seat)s may rescue a piece now, or decline."),
    "entry": gettext_lazy("%(seat)s may enter a piece from the reserve now, or decline."),
    "lay": gettext_lazy("%(seat)s fills the gaps of the front line from the hand."),
}


def pending_text(pending: Pending) -> str:
    """What the turn waits for, in a sentence."""
    return str(PENDING[pending.kind]) % {"seat": seat_name(pending.seat)}


# -- cautions -------------------------------------------------------------------------------------


def _two_squares_caution(params: Mapping[str, Any]) -> str:
    text = _("The piece on %(square)s may not cross the border between %(borders)s in this turn.")
    return text % {"square": params["square"], "borders": borders_text(params)}


def _two_squares_near(params: Mapping[str, Any]) -> str:
    text = _("The piece on %(square)s may cross the border between %(borders)s once more, then not in the next turn.")
    return text % {"square": params["square"], "borders": borders_text(params)}


def _more_squares_caution(params: Mapping[str, Any]) -> str:
    moves = listed(f"{source}-{target}" for source, target in params["barred"])
    return _("You are chasing: these moves would repeat a position and are barred: %(moves)s.") % {"moves": moves}


def _quiet_limit(params: Mapping[str, Any]) -> str:
    text = ngettext(
        "The game is drawn after %(left)d more move without an attack.",
        "The game is drawn after %(left)d more moves without an attack.",
        params["left"],
    )
    return text % params


CAUTIONS: dict[str, SentenceFunction] = {
    "two-squares-reached": _two_squares_caution,
    "two-squares-near": _two_squares_near,
    "more-squares-reached": _more_squares_caution,
    "more-squares-near": phrase(
        gettext_lazy("You are chasing: a threatening move that repeats a position of this chase will be barred.")
    ),
    "chase-limit-reached": phrase(
        gettext_lazy("The piece on %(square)s was threatened twice: it may be attacked, but not threatened again now.")
    ),
    "quiet-limit-near": _quiet_limit,
}


def caution_text(caution: Caution) -> str:
    """How near a limit is, in a sentence."""
    words = CAUTIONS.get(caution.code)
    return caution.code if words is None else words(caution.params)
