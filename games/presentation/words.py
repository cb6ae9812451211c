"""Words for the codes of the rules: every refusal and outcome as a sentence (RULES sections 3 to 7). What happened,
what a turn waits for and cautions stand in `facts.py`.

The rules speak in codes with parameters; here, at the edge, they become text in the reader's language. A code without
words is shown as itself, so that nothing is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

from games.domain.clocks import TimeControl
from games.domain.state import ArbiterAct, Ruling, Unrated
from games.notation import RecordError
from games.rules import RANK_OF_SYMBOL, VARIANTS, End, Outcome, Rank, Refusal, Seat, Variant

SentenceFunction = Callable[[Mapping[str, Any]], str]

RANKS: dict[Rank, str | Promise] = {
    Rank.FLAG: gettext_lazy("Flag"),
    Rank.SPY: gettext_lazy("Spy"),
    Rank.SCOUT: gettext_lazy("Scout"),
    Rank.MINER: gettext_lazy("Miner"),
    Rank.SERGEANT: gettext_lazy("Sergeant"),
    Rank.LIEUTENANT: gettext_lazy("Lieutenant"),
    Rank.CAPTAIN: gettext_lazy("Captain"),
    Rank.MAJOR: gettext_lazy("Major"),
    Rank.COLONEL: gettext_lazy("Colonel"),
    Rank.GENERAL: gettext_lazy("General"),
    Rank.MARSHAL: gettext_lazy("Marshal"),
    Rank.BOMB: gettext_lazy("Bomb"),
    Rank.CANNON: gettext_lazy("Cannon"),
    Rank.SPOTTER: gettext_lazy("Spotter"),
}

SEATS: dict[Seat, str | Promise] = {
    Seat.RED: pgettext_lazy("seat", "Red"),
    Seat.BLUE: pgettext_lazy("seat", "Blue"),
    Seat.RED2: pgettext_lazy("seat", "Red 2"),
    Seat.BLUE2: pgettext_lazy("seat", "Blue 2"),
}

_SEATS_BY: dict[int | str, str | Promise] = {by: name for seat, name in SEATS.items() for by in (seat, seat.slug)}

SIDES: tuple[str | Promise, ...] = (pgettext_lazy("side", "Red"), pgettext_lazy("side", "Blue"))

RULES: dict[str, str | Promise] = {
    "two-squares": gettext_lazy("Two-squares rule"),
    "more-squares": gettext_lazy("More-squares rule"),
    "chase-limit": gettext_lazy("Chase limit"),
    "not-your-turn": gettext_lazy("Turn order"),
    "not-your-piece": gettext_lazy("Own pieces only"),
    "immovable": gettext_lazy("Pieces that never move"),
    "blocked": gettext_lazy("Free path"),
    "too-far": gettext_lazy("Length of a move"),
    "not-straight": gettext_lazy("Straight moves"),
    "lake": gettext_lazy("Lakes"),
    "own-piece": gettext_lazy("No attack on one's own"),
    "off-board": gettext_lazy("Squares of the board"),
    "set-up": gettext_lazy("Set-up"),
    "game-over": gettext_lazy("End of the game"),
    "notation": gettext_lazy("Notation"),
}
"""The names of the rules that a refusal or a mark can name."""


def rank_name(rank: int, variant: Variant | None = None) -> str:
    if variant is not None and Rank(rank) in variant.rank_names:
        return _(variant.rank_names[Rank(rank)])
    return str(RANKS[Rank(rank)])


def seat_name(seat: int | str) -> str:
    """The name of a seat, by its number or slug."""
    return _seat_name(seat, get_language())


@lru_cache(maxsize=64)
def _seat_name(seat: int | str, _language: str | None) -> str:
    return str(_SEATS_BY[seat])


def side_name(side: int) -> str:
    """Red or Blue."""
    return str(SIDES[side])


def variant_name(slug: str) -> str:
    """What the reader calls a rule book; the slug of one that is unknown."""
    return _(VARIANTS[slug].name) if slug in VARIANTS else slug


def rule_name(code: str) -> str:
    """The name of a rule, for a mark in the move list."""
    return str(RULES.get(code, code))


def listed(words: Iterable[str]) -> str:
    """Words with commas between."""
    return ", ".join(words)


def borders_text(params: Mapping[str, Any]) -> str:
    """The borders that a sentence names, each by its two squares."""
    return listed(_("%(one)s and %(other)s") % {"one": param, "other": other} for param, other in params["borders"])


# -- refusals -------------------------------------------------------------------------------------


def _two_squares(params: Mapping[str, Any]) -> str:
    text = ngettext(
        "This piece crossed the border between %(borders)s in your last turn and may not cross it now. "
        "Move another piece, or this one elsewhere.",
        "This piece crossed the border between %(borders)s in each of your last %(limit)d turns and may not do so now. "
        "Move another piece, or this one elsewhere.",
        params["limit"],
    )
    return text % {"borders": borders_text(params), "limit": params["limit"]}


def _more_squares(params: Mapping[str, Any]) -> str:
    text = _(
        "This move continues a chase and repeats the position after move %(ply)d. Attack, move another piece, or go "
        "to a square that makes a new position."
    )
    return text % params


def _chase_limit(params: Mapping[str, Any]) -> str:
    text = _(
        "The piece on %(chased)s was threatened on your last two turns and may not be threatened a third time. "
        "Attack it, or move elsewhere."
    )
    return text % params


def _not_your_turn(params: Mapping[str, Any]) -> str:
    seat = params.get("seat")
    if seat is None:
        return _("It is not your turn. Wait for the other player.")
    return _("It is %(seat)s's turn. Wait for it to be played.") % {"seat": seat_name(seat)}


def _not_your_piece(params: Mapping[str, Any]) -> str:
    if params.get("empty"):
        return _("There is no piece on %(source)s. Choose one of your own pieces.") % params
    return _("The piece on %(source)s is not yours. Choose one of your own pieces.") % params


def _immovable(params: Mapping[str, Any]) -> str:
    return _("A %(rank)s never moves. Choose another piece.") % {"rank": rank_name(params["rank"])}


def _too_far(params: Mapping[str, Any]) -> str:
    text = ngettext(
        "A %(rank)s moves %(reach)d square at a time. Choose an adjacent square.",
        "A %(rank)s moves at most %(reach)d squares at a time. Choose a nearer square.",
        params["reach"],
    )
    return text % {"rank": rank_name(params["rank"]), "reach": params["reach"]}


def _setup(params: Mapping[str, Any]) -> str:
    seat = seat_name(params["seat"]) if "seat" in params else ""
    reason = params["reason"]
    if reason == "length":
        text = _("The set-up of %(seat)s must name %(squares)d home squares, but names %(found)d.")
        return text % {**params, "seat": seat}
    if reason == "symbol":
        text = _(
            "“%(symbol)s” in the set-up of %(seat)s is no piece. "
            "Use F S 2 3 4 5 6 7 8 9 M and B, C for a Cannon, P for the Spotter, and . for an empty square."
        )
        return text % {**params, "seat": seat}
    if reason == "empty-square":
        return _("In the set-up of %(seat)s the square %(square)s is empty. Fill every home square.") % {
            **params,
            "seat": seat,
        }
    if reason == "not-drawn":
        text = _("%(seat)s has not drawn that many of the card %(rank)s. Choose from the cards that were drawn.")
        rank = params["rank"] if "rank" in params else RANK_OF_SYMBOL[params["symbol"]]
        return text % {"seat": seat, "rank": rank_name(rank)}
    if reason == "done":
        return _("The set-up of %(seat)s is already made and can no longer change.") % {"seat": seat}
    text = ngettext(
        "The army of %(seat)s has %(allowed)d %(rank)s, but the set-up places %(found)d.",
        "The army of %(seat)s has %(allowed)d of %(rank)s, but the set-up places %(found)d.",
        params["allowed"],
    )
    return text % {**params, "seat": seat, "rank": rank_name(params["rank"])}


def phrase(text: str | Promise) -> SentenceFunction:
    return lambda params: str(text) % params


_RESCUES = {
    "none-left": gettext_lazy("You have no rescue left in this game."),
    "scout": gettext_lazy("A Scout cannot rescue. Move without a rescue, or move another piece."),
    "once": gettext_lazy("This piece has made its one rescue. Move without a rescue, or move another piece."),
    "not-there": gettext_lazy("A rescue needs a move that ends on the enemy’s back row; %(target)s is not there."),
    "slid": gettext_lazy("This piece was on the back row already. It must leave the row and come back to rescue."),
    "after-battle": gettext_lazy("This move attacks. Play the attack alone; if it wins, you are asked for the rescue."),
    "not-captured": gettext_lazy("There is no captured piece %(piece)d of yours that can be rescued."),
    "square": gettext_lazy("A rescued piece goes to an empty square of your own half; %(square)s is none."),
}

_ENTRIES = {
    "reserve-empty": gettext_lazy("Your reserve is empty. Move a piece instead."),
    "flag-first": gettext_lazy("The second Flag must enter before any other piece of the reserve."),
    "rank": gettext_lazy("There is no such piece in your reserve. Choose one of those that it shows."),
    "home": gettext_lazy("A piece enters on your own home squares; %(square)s is none of them."),
    "taken": gettext_lazy("A piece stands on %(square)s. Choose an empty home square."),
}

_STOCKADES = {
    "choose": gettext_lazy("The Flag goes to one of your alliance’s two stockades; %(square)s is none that is empty."),
    "closed": gettext_lazy("No piece moves onto or through the stockade on %(square)s. Go around it."),
}

_FREED = {
    "due": gettext_lazy("This move frees a Flag. Name the square of its camp where it goes, too."),
    "none": gettext_lazy("No Flag is freed by ending on %(target)s. Move without a square for it."),
    "square": gettext_lazy("A freed Flag goes to an empty square of its owner’s camp; %(square)s is none."),
    "after-battle": gettext_lazy("This move attacks. Play the attack alone; you are asked for the rest if it wins."),
}

_ESCAPES = {
    "not-yours": gettext_lazy("The Flag in the stockade on %(source)s is not yours."),
    "far": gettext_lazy("A captive Flag escapes by one square."),
    "guarded": gettext_lazy("An enemy piece stands next to the stockade on %(source)s, so your Flag cannot escape."),
    "taken": gettext_lazy("A piece stands on %(target)s. Escape to an empty square."),
}

_SHOTS = {
    "distance": gettext_lazy(
        "A Cannon attacks only by firing: exactly three squares in a straight line. %(target)s is not at that distance."
    ),
    "blocked": gettext_lazy("A piece stands between %(source)s and %(target)s. A Cannon does not fire over pieces."),
    "nobody": gettext_lazy("A Cannon moves one square, and fires at an enemy piece; there is none on %(target)s."),
}

_CLAIMS = {
    "no-flag": gettext_lazy("Only a move of your Flag can carry a claim."),
    "nobody": gettext_lazy("A claim names a piece of your partner’s next to %(target)s; there is none on %(square)s."),
    "after-battle": gettext_lazy("A Flag never attacks, so there is no claim with an attack."),
}

_CARDS = {
    "hand-look": gettext_lazy("Only a Spy looks at the enemy’s hand; the card on %(source)s is none."),
    "line-look": gettext_lazy("Only a Scout looks at the enemy’s front line; the card on %(source)s is none."),
    "shuffle": gettext_lazy("Only your Flag, shown in your front line, shuffles; the card on %(source)s is not it."),
    "name": gettext_lazy("Only a Spotter names a card; the one on %(source)s is none."),
    "no-hand": gettext_lazy("The enemy’s hand is empty; there is nothing to look at."),
    "nobody": gettext_lazy("No enemy card lies on %(target)s. Choose one of the enemy’s front line."),
    "two": gettext_lazy("A Scout looks at two cards of the enemy’s front line, or at the only one that lies there."),
}

_LAYS = {
    "place": gettext_lazy("A card is laid on a gap of your own front line; %(square)s is none."),
    "hand": gettext_lazy("There is no such card in your hand. Choose one of those that it shows."),
}

_CHOICES = {
    "rescue": gettext_lazy("First decide on the rescue: choose a piece and a square, or decline."),
    "entry": gettext_lazy("First decide on the entry: choose a piece and a square, or decline."),
    "stockade": gettext_lazy("First choose the stockade for the Flag you took."),
    "freed": gettext_lazy("First choose the square for the Flag you freed."),
    "lay": gettext_lazy("First fill the gaps of your front line from your hand."),
}


_TIME_CONTROLS = {
    "kind": gettext_lazy("There is no such kind of time control. Choose time for each turn, or a bank of time."),
    "base": gettext_lazy("The time to think must be between %(least)s and %(most)s."),
    "setup": gettext_lazy("The time to set up must be between %(least)s and %(most)s."),
    "increment": gettext_lazy("A bank may grow by up to %(most)s after each turn; time for each turn does not grow."),
    "cap": gettext_lazy("Only a bank has a limit; it must be between %(least)s and %(most)s."),
    "free": gettext_lazy("Of a turn up to %(most)s may be free, where players have a bank of time."),
    "turn": gettext_lazy("A turn may take %(least)s to %(most)s, where players have a bank of time."),
    "game": gettext_lazy(
        "A game may be drawn after %(least)s to %(most)s, where players have a bank of time and no vacations."
    ),
    "vacation": gettext_lazy("Say whether the game stops for vacations: yes or no."),
}


def _time_control(params: Mapping[str, Any]) -> str:
    bounds = {name: duration_text(params[name]) for name in ("least", "most") if name in params}
    return str(_TIME_CONTROLS[params["field"]]) % bounds


def _away_too_short(params: Mapping[str, Any]) -> str:
    text = ngettext(
        "Your opponent may still come back. Wait %(seconds)d second more.",
        "Your opponent may still come back. Wait %(seconds)d seconds more.",
        params["seconds"],
    )
    return text % params


def _draw_too_soon(params: Mapping[str, Any]) -> str:
    text = ngettext(
        "You have just offered a draw. Play one more turn before you offer again.",
        "You have just offered a draw. Play %(turns)d more turns before you offer again.",
        params["turns"],
    )
    return text % params


def _vacation_too_long(params: Mapping[str, Any]) -> str:
    text = _("There are %(days)d days of vacation in a year; each vacation takes one at least. Choose an earlier end.")
    return text % params


def _game_paused(params: Mapping[str, Any]) -> str:
    text = _("The game is paused: %(why)s. You can play on when it is resumed; no time is lost meanwhile.")
    return text % {"why": PAUSES[params["why"]]}


def _time_amount(params: Mapping[str, Any]) -> str:
    text = _("Give between %(least)s and %(most)s.")
    return text % {name: duration_text(params[name]) for name in ("least", "most")}


def _by_reason(words: Mapping[str, str | Promise]) -> SentenceFunction:
    return lambda params: str(words[params["reason"]]) % params


def _choice_first(params: Mapping[str, Any]) -> str:
    return str(_CHOICES[params["kind"]])


def _too_many_invitations(params: Mapping[str, Any]) -> str:
    text = _("You can invite and challenge %(most)s players a day. Nobody was told; do it again tomorrow.")
    return text % {"most": params["most"]}


def _invited_enough(params: Mapping[str, Any]) -> str:
    text = _(
        "You have invited or challenged %(name)s %(most)s times today. Nobody was told; leave %(name)s out, or wait "
        "until tomorrow."
    )
    return text % {"name": params["name"] or _("this player"), "most": params["most"]}


REFUSALS: dict[str, SentenceFunction] = {
    "two-squares": _two_squares,
    "more-squares": _more_squares,
    "chase-limit": _chase_limit,
    "not-your-turn": _not_your_turn,
    "not-your-piece": _not_your_piece,
    "immovable": _immovable,
    "too-far": _too_far,
    "rescue": _by_reason(_RESCUES),
    "entry": _by_reason(_ENTRIES),
    "stockade": _by_reason(_STOCKADES),
    "freed": _by_reason(_FREED),
    "escape": _by_reason(_ESCAPES),
    "shot": _by_reason(_SHOTS),
    "claim": _by_reason(_CLAIMS),
    "card": _by_reason(_CARDS),
    "lay": _by_reason(_LAYS),
    "shuffle": phrase(gettext_lazy("The order of the cards of %(seat)s is not one of the cards that they have.")),
    "order-missing": phrase(gettext_lazy("The shuffled order is missing. Whoever runs the game has to draw it.")),
    "never-attacks": phrase(gettext_lazy("A Flag never attacks. Move it to an empty square.")),
    "choice-first": _choice_first,
    "no-choice": phrase(
        gettext_lazy("There is nothing of this kind to decide now. Choose a turn from those that the board offers.")
    ),
    "set-up": _setup,
    "blocked": phrase(gettext_lazy("The piece on %(square)s is in the way. Stop before it, or go another way.")),
    "not-straight": phrase(
        gettext_lazy("%(source)s and %(target)s are not in one line. A piece moves along a row or a column.")
    ),
    "lake": phrase(gettext_lazy("A lake lies between %(source)s and %(target)s or on it. Go around it.")),
    "own-piece": phrase(gettext_lazy("Your own piece stands on %(target)s. Choose an empty square or an enemy piece.")),
    "off-board": phrase(gettext_lazy("There is no square %(square)s on this board.")),
    "game-over": phrase(gettext_lazy("The game is over; no more turns can be played.")),
    "notation": phrase(
        gettext_lazy("“%(text)s” is not a turn. Write the square of the piece and the square it goes to, as in d4-d5.")
    ),
    "not-started": phrase(gettext_lazy("The game has not begun: not all set-ups are made.")),
    "no-draw-offer": phrase(gettext_lazy("There is no draw offer to answer. Offer a draw yourself, or play on.")),
    "draw-offered": phrase(gettext_lazy("You have already offered a draw. Wait for the answer, or play on.")),
    "no-takebacks": phrase(
        gettext_lazy("Moves can be taken back only in games that are not rated, of no tournament, and without cards.")
    ),
    "nothing-to-take-back": phrase(gettext_lazy("You have made no move yet that could be taken back.")),
    "takeback-too-far": phrase(
        gettext_lazy(
            "Your last move cannot be taken back: since then something hidden was shown, or moves were taken back"
            " that far already. Play on."
        )
    ),
    "takeback-offered": phrase(gettext_lazy("Somebody asks to take a move back already. Wait for the answer.")),
    "takeback-declined": phrase(gettext_lazy("That was declined, or you no longer wanted it. Play on.")),
    "no-takeback-offer": phrase(gettext_lazy("Nobody asks to take a move back now. Play on.")),
    "set-up-made": phrase(gettext_lazy("The set-up is made and cannot be changed any more.")),
    "no-seat": phrase(gettext_lazy("This game has no such seat.")),
    "played-on": phrase(
        gettext_lazy(
            "This was played on from move %(ply)d of another game, so it is no record of a game by itself. It stays"
            " where it was played."
        )
    ),
    "origin-closed": phrase(
        gettext_lazy("You can play on from a game once it is open to everybody. This one is not yet.")
    ),
    "origin-broken": phrase(
        gettext_lazy("The log of this game does not hold together, so nothing can be proved to go on from it.")
    ),
    "origin-ply": phrase(gettext_lazy("The game has no move %(ply)d. Choose one from 0 to %(last)d.")),
    "origin-far": phrase(
        gettext_lazy("You can play on from the first %(most)d moves of this game. Choose one of these.")
    ),
    "origin-over": phrase(gettext_lazy("The game is over on the board at this move. Choose one before it.")),
    "moved-on": phrase(gettext_lazy("The game has moved on meanwhile. Look at the new position, then decide again.")),
    "relay-early": phrase(gettext_lazy("Moves before this one are not entered yet. It waits for them.")),
    "relay-impossible": phrase(
        gettext_lazy("%(turn)s is not possible, as everybody can see. Look at the real board, and enter it again.")
    ),
    "relay-refused": phrase(
        gettext_lazy(
            "The set-ups do not allow this move, so the relay is halted. An arbiter looks at the real board and lets it"
            " go on. The move was not entered."
        )
    ),
    "time-is-up": phrase(gettext_lazy("Your time was up before this arrived. It does not count any more.")),
    "not-due": phrase(gettext_lazy("No time has run out. Wait for the deadline.")),
    "already-started": phrase(gettext_lazy("Play has begun; all set-ups are made.")),
    "too-late-to-abort": phrase(
        gettext_lazy("A game can be called off before its second move only. Resign, or offer a draw.")
    ),
    "draw-too-soon": _draw_too_soon,
    "nothing-to-reveal": phrase(gettext_lazy("There is nothing to reveal: this game was called off or never began.")),
    "revealed": phrase(gettext_lazy("All pieces are shown already. Look at the replay.")),
    "reveal-tournament": phrase(
        gettext_lazy("The event settles when this game is opened. Nobody can open it earlier.")
    ),
    "reveal-rated": phrase(gettext_lazy("A rated game is opened when its terms say. Nobody can open it earlier.")),
    "reveal-missing": phrase(
        gettext_lazy("Somebody who would have to agree has left. The game is opened when its terms say.")
    ),
    "reveal-enough": phrase(
        gettext_lazy("You have proposed this %(most)d times and taken it back. The game is opened when its terms say.")
    ),
    "no-vacation": phrase(gettext_lazy("This game does not stop for vacations.")),
    "on-vacation": phrase(gettext_lazy("You are on vacation already. End it first, then begin another.")),
    "not-on-vacation": phrase(gettext_lazy("You are not on vacation.")),
    "vacation-too-long": _vacation_too_long,
    "time-control": _time_control,
    "not-live": phrase(gettext_lazy("Only in a live game can an absence be claimed. Elsewhere the clock decides.")),
    "not-away": phrase(gettext_lazy("It is not the turn of an opponent who is away. Play on, or wait.")),
    "away-too-short": _away_too_short,
    "presence-unknown": phrase(
        gettext_lazy("Who has been at the board is not known for long enough. Wait, or play on: the clock decides.")
    ),
    "tournament-game": phrase(
        gettext_lazy("This game belongs to a tournament. Call the arbiter if it should not be played on.")
    ),
    "game-paused": _game_paused,
    "not-paused": phrase(gettext_lazy("The game is not paused. Pause it first; then look at it.")),
    "no-clock": phrase(gettext_lazy("There is no clock in this game, so there is no time to give.")),
    "time-amount": _time_amount,
    "time-gone": phrase(gettext_lazy("The time of this side is over already, so none can be added. Rule the result.")),
    "nothing-to-rule": phrase(
        gettext_lazy("This game has no result to change: it was called off, or not played here.")
    ),
    "not-over": phrase(gettext_lazy("The game is still in play. It can be revealed once it is over.")),
    "too-many-invitations": _too_many_invitations,
    "invited-enough": _invited_enough,
}


def refusal_text(refusal: Refusal) -> str:
    """Why something is refused, and what would be allowed."""
    words = REFUSALS.get(refusal.code)
    return refusal.code if words is None else words(refusal.params)


RECORD_ERRORS: dict[str, str | Promise] = {
    # a file
    "unreadable": gettext_lazy("The file cannot be read: %(reason)s."),
    "special-file": gettext_lazy("This is no ordinary file but a pipe, a socket or a device. Save it as a file first."),
    "link-out": gettext_lazy(
        "The link leads out of the folder; it is not followed. Name what it leads to, or put it into the folder."
    ),
    "folder-deep": gettext_lazy(
        "The folder lies deeper than %(allowed)d others; it is not read. Name it itself, or move it up."
    ),
    "too-large": gettext_lazy("The file is too large; %(allowed)d bytes are read at most."),
    "too-many": gettext_lazy("There are too many games in one file; %(allowed)d are read at most."),
    "form-unknown": gettext_lazy("This is no record. Gravon XML, GSN and our JSON are read, also in .zip files."),
    "encoding": gettext_lazy("The text is in no encoding that can be read. Save the file as UTF-8."),
    "zip-broken": gettext_lazy("The .zip file is broken (%(reason)s)."),
    "zip-members": gettext_lazy("The .zip file holds %(found)d files; %(allowed)d are read at most."),
    "zip-directory": gettext_lazy(
        "The list of files in the .zip file has more than %(allowed)d MiB; it is refused. Make several of it."
    ),
    "zip-method": gettext_lazy("The .zip file is packed in a way that is not read. Pack it again as an ordinary .zip."),
    "zip-encrypted": gettext_lazy("The file is encrypted. Unpack it first."),
    "zip-nested": gettext_lazy("There is a .zip inside the .zip. Unpack it first."),
    "zip-bomb": gettext_lazy("The archive unpacks to far more than records do; it is refused."),
    "xml-broken": gettext_lazy("The XML is broken at line %(line)d, column %(column)d."),
    "xml-deep": gettext_lazy("The XML nests its elements deeper than %(allowed)d; it is refused."),
    "xml-large": gettext_lazy(
        "The XML has more than %(allowed)d elements and attributes; the rest is not read. Make several files of it."
    ),
    "xml-long": gettext_lazy("A part of the XML has more than %(allowed)d bytes without an end; the rest is not read."),
    "xml-forbidden": gettext_lazy("The XML declares a document type or entities, which is refused. Take that out."),
    "json-broken": gettext_lazy("The JSON is broken at line %(line)d, column %(column)d."),
    "json-deep": gettext_lazy("The JSON nests its lists and objects deeper than any record; it is refused."),
    "json-large": gettext_lazy(
        "The JSON has more than %(allowed)d lists and objects, or too many values in them. Make several files of it."
    ),
    "json-repeated": gettext_lazy("The JSON names “%(key)s” twice in one object."),
    "no-games": gettext_lazy("There is no game in this XML."),
    # a record of the archive
    "type-unknown": gettext_lazy("The game type “%(type)s” is unknown."),
    "variant-unsupported": gettext_lazy("The variant “%(variant)s” is not among the rule books here."),
    "gsn-version": gettext_lazy("“%(found)s” is no GSN that can be read; versions 1 and 2 are."),
    "too-many-lines": gettext_lazy("The file has more than %(allowed)d lines. Make several files of it."),
    "line-too-long": gettext_lazy("A line is too long; %(allowed)d characters are read at most."),
    "setup-missing": gettext_lazy("The set-up is missing, so the moves cannot be followed."),
    "setup-twice": gettext_lazy("There are two set-ups. Keep the one that was played."),
    "field-length": gettext_lazy("The field has %(found)d squares; %(needed)d are needed."),
    "field-letter": gettext_lazy("“%(letter)s” cannot stand on %(square)s at the start."),
    "move-broken": gettext_lazy("Move %(ply)d does not name two squares."),
    "rescue-unsupported": gettext_lazy(
        "Move %(ply)d is or may be a rescue, and how the archive writes one is not known. The game cannot be followed."
    ),
    "too-long": gettext_lazy("The game is too long; %(allowed)d moves are read at most."),
    "result-unknown": gettext_lazy("The result is unknown: type “%(type)s”, winner “%(winner)s”."),
    # our own record
    "no-record": gettext_lazy("This JSON is no vexillum-record."),
    "version-unknown": gettext_lazy("Version %(found)s of vexillum-record is unknown; version %(known)s is read."),
    "value-missing": gettext_lazy("%(path)s is missing."),
    "value-type": gettext_lazy("%(path)s must be: %(expected)s."),
    "value-unknown": gettext_lazy("%(path)s is not part of the record form."),
    "edition-unknown": gettext_lazy("%(variant)s has no edition %(found)s here; the newest is %(known)s."),
    "seats": gettext_lazy("The seats of this variant are: %(needed)s."),
    # a record that a form cannot hold
    "type-missing": gettext_lazy("Gravon XML has no game type for the variant %(variant)s. Export as JSON instead."),
    "free-missing": gettext_lazy(
        "Gravon XML has no game type for the variant %(variant)s with a free set-up, as this game has. "
        "Export as JSON instead."
    ),
    "turn-unsupported": gettext_lazy("Gravon XML cannot write move %(ply)d. Export as JSON instead."),
    "result-missing": gettext_lazy("Gravon XML has no code for this end: %(kind)s. Export as JSON instead."),
    "setup-unsupported": gettext_lazy("Gravon XML cannot write the set-up of %(seat)s. Export as JSON instead."),
    "origin-unsupported": gettext_lazy(
        "Gravon XML has no place to say that a game was played on from another one. Export as JSON instead."
    ),
}


def record_error_text(error: RecordError) -> str:
    """Why a file or a record in it cannot be read, and what to do."""
    words = RECORD_ERRORS.get(error.code)
    return str(error) if words is None else str(words) % error.params


# -- outcomes -------------------------------------------------------------------------------------

OUTCOMES: dict[End, str | Promise] = {
    End.FLAG_CAPTURED: gettext_lazy("the Flag was taken"),
    End.FLAGS_UNITED: gettext_lazy("the Flags were united"),
    End.NO_LEGAL_TURN: gettext_lazy("no legal turn was left"),
    End.NOBODY_CAN_MOVE: gettext_lazy("neither side can move"),
    End.NO_ATTACK_LIMIT: gettext_lazy("too many moves without an attack"),
    End.RESIGNATION: gettext_lazy("resignation"),
    End.AGREED_DRAW: gettext_lazy("agreed"),
    End.TIME_OUT: gettext_lazy("time ran out"),
    End.ABSENCE: gettext_lazy("a player had left the board"),
    End.ADJUDICATION: gettext_lazy("an arbiter decided"),
    End.BOTH_LOSE: gettext_lazy("an arbiter decided"),
    End.PLY_LIMIT: gettext_lazy("as many moves were played as a game may have"),
    End.FORFEIT: gettext_lazy("forfeit"),
    End.BOTH_MISSING: gettext_lazy("both players were missing"),
    End.ABORTED: gettext_lazy("a player called the game off"),
    End.CANCELLED: gettext_lazy("the game was called off"),
    End.PLAYER_CLOCK: gettext_lazy("the player's time ran out"),
    End.GAME_CLOCK: gettext_lazy("the game's time ran out"),
    End.MISSING_CLOCK: gettext_lazy("the time of a missing player ran out"),
    End.OPPONENT_MISSING: gettext_lazy("the opponent was missing"),
    End.UNFINISHED: gettext_lazy("the record ends here"),
}


def counts_from_text(slug: str) -> str:
    """From when on a rated game of a rule book counts, by its slug."""
    plies = VARIANTS[slug].rated_from
    return ngettext("counts from %(plies)d move on", "counts from %(plies)d moves on", plies) % {"plies": plies}


def rated_words(ladders: Iterable[str]) -> str:
    """That a game is rated, and for whom.

    Args:
        ladders: what it counts for at each seat, as in `GameCreated`; none of a game of people.
    """
    left_out = [ladder == "none" for ladder in ladders if ladder != "bots"]
    if not any(left_out):
        return _("rated")
    return _("rated for the bot only") if all(left_out) else _("rated for bots, and for who wishes it")


def unrated_text(why: str, slug: str) -> str:
    """Why a rated game does not count.

    Args:
        why: a value of `Unrated`.
        slug: of the rule book.
    """
    plies = VARIANTS[slug].rated_from
    if why == Unrated.SHORT:
        text = ngettext("Not rated: fewer than %(plies)d move.", "Not rated: fewer than %(plies)d moves.", plies)
        return text % {"plies": plies}
    if why == Unrated.LOOKED:
        return _("Not rated: an arbiter has seen what both sides know.")
    if why == Unrated.RULED:
        return _("Not rated: the moderators decided that its result does not count.")
    return _(
        "Not rated: an arbiter decided it, in an event whose organiser the operator has not approved for rated events."
    )


def outcome_text(outcome: Outcome | None) -> str:
    """How a game ended, with its winner, such as “Red wins: the Flag was taken”."""
    if outcome is None:
        return _("In play")
    reason = OUTCOMES.get(outcome.kind, outcome.kind.value)
    if outcome.kind is End.UNFINISHED:
        return _("Unfinished: %(reason)s") % {"reason": reason}
    if outcome.kind is End.ABORTED:
        return _("Aborted: %(reason)s") % {"reason": reason}
    if outcome.kind is End.CANCELLED:
        return _("Cancelled: %(reason)s") % {"reason": reason}
    if outcome.kind in (End.BOTH_MISSING, End.BOTH_LOSE) and outcome.winner is None:
        return _("Lost for both: %(reason)s") % {"reason": reason}
    if outcome.winner is None:
        return _("Draw: %(reason)s") % {"reason": reason}
    return _("%(side)s wins: %(reason)s") % {"side": side_name(outcome.winner), "reason": reason}


def ruled_text(ruling: str, winner: int | None) -> str:
    """What the moderators made of a result, such as “Red wins, as the moderators decided”.

    Args:
        ruling: a value of `games.domain.state.Ruling`.
        winner: the side that has won by it; None if none has.
    """
    if ruling == Ruling.ANNULLED:
        return _("Result annulled by the moderators")
    if winner is None:
        return _("Lost for both, as the moderators decided")
    return _("%(side)s wins, as the moderators decided") % {"side": side_name(winner)}


# -- arbiters -------------------------------------------------------------------------------------

PAUSES: dict[str, str | Promise] = {
    "call": gettext_lazy("a player called the arbiter"),
    "arbiter": gettext_lazy("the arbiter stopped the clocks"),
    "tournament": gettext_lazy("the tournament is paused"),
    "ban": gettext_lazy("a player is away by a decision of the moderators, and comes back"),
    "relay": gettext_lazy("a move was entered that the set-ups do not allow, and an arbiter looks at the real board"),
}


OPENED: dict[str, str | Promise] = {
    "message": gettext_lazy("a message of this table"),
    "talk": gettext_lazy("all that was said at this table"),
    "note": gettext_lazy("a note to proposed times"),
    "report": gettext_lazy("a report, whose words may tell something of this game"),
    "letter": gettext_lazy("a letter of the event’s staff"),
    "appeal": gettext_lazy("what a player wrote to the moderators, whose words may tell something of this game"),
    "sides": gettext_lazy("what both sides know"),
}
"""What a moderator opened, by `ModeratorLooked.what`."""


def paused_text(paused: Sequence[str]) -> str:
    """That a game is paused, and why; nothing if it is not."""
    if not paused:
        return ""
    reasons = _(" and ").join(str(PAUSES[why]) for why in paused)
    return _("The game is paused, and nobody’s time runs: %(reasons)s.") % {"reasons": reasons}


def acts_text(acts: Iterable[ArbiterAct]) -> tuple[tuple[datetime, str], ...]:
    """What arbiters did to a game, each with its time."""
    return tuple((act.at, _act_text(act)) for act in acts)


def _act_text(act: ArbiterAct) -> str:
    when = _("after move %(ply)d") % {"ply": act.ply} if act.ply else _("before the first move")
    if act.kind == "paused":
        return _("Paused %(when)s: %(why)s.") % {"when": when, "why": PAUSES[act.why]}
    if act.kind == "resumed":
        return _("Resumed.")
    if act.kind == "looked":
        return _("An arbiter looked at both sides, %(when)s.") % {"when": when}
    if act.kind == "opened":
        opened = OPENED.get(act.why, OPENED["message"])
        return _("A moderator who is handling a report opened %(what)s, %(when)s.") % {"what": opened, "when": when}
    if act.kind in _RULED:
        return _ruling_text(act)
    seat = seat_name(act.seat or Seat.RED)
    more = {"seat": seat, "time": duration_text(act.seconds), "when": when}
    if act.kind == "outage":
        return _("The site was down: %(seat)s got %(time)s back, %(when)s.") % more
    return _("The arbiter gave %(seat)s %(time)s more, %(when)s.") % more


_RULED = frozenset({*Ruling, "restored"})


def _ruling_text(act: ArbiterAct) -> str:
    if act.kind == "restored":
        return _("The moderators took back what they had decided about the result.")
    if act.kind == Ruling.FORFEITED:
        return _("The moderators decided that %(seat)s has lost the game.") % {"seat": seat_name(act.seat or Seat.RED)}
    if act.why == "reversed":
        return _(
            "The decision of the moderators that had ended this game was wrong and is taken back. "
            "The result is annulled: nobody has won or lost, and it counts for nothing."
        )
    return _("The moderators annulled the result: nobody has won or lost, and it counts for nothing.")


# -- time -----------------------------------------------------------------------------------------


def duration_text(seconds: int) -> str:
    """A span of time in its two largest units, such as “2 days 12 hours”."""
    units: list[tuple[int, Callable[[int], str]]] = [
        (86_400, lambda n: ngettext("%(number)d day", "%(number)d days", n)),
        (3600, lambda n: ngettext("%(number)d hour", "%(number)d hours", n)),
        (60, lambda n: ngettext("%(number)d minute", "%(number)d minutes", n)),
        (1, lambda n: ngettext("%(number)d second", "%(number)d seconds", n)),
    ]
    words = []
    for length, text in units:
        number, seconds = divmod(seconds, length)
        if number:
            words.append(text(number) % {"number": number})
    return " ".join(words[:2]) or units[-1][1](0) % {"number": 0}


def time_control_text(control: TimeControl | None) -> str:
    """A time control, such as “7 days + 12 hours a turn, at most 14 days”."""
    if control is None:
        return _("No time limit")
    base = {"base": duration_text(control.base)}
    if control.kind == "move":
        return _("%(base)s a turn") % base
    parts = [_("%(base)s in all") % base]
    if control.increment:
        parts = [_("%(base)s + %(increment)s a turn") % (base | {"increment": duration_text(control.increment)})]
    if control.cap is not None:
        parts.append(_("at most %(cap)s") % {"cap": duration_text(control.cap)})
    if control.free:
        parts.append(_("%(time)s of each turn free") % {"time": duration_text(control.free)})
    if control.turn is not None:
        parts.append(_("no turn longer than %(time)s") % {"time": duration_text(control.turn)})
    if control.game is not None:
        parts.append(_("drawn after %(time)s") % {"time": duration_text(control.game)})
    return ", ".join(parts)
