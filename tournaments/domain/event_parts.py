"""Fields that several events of tournaments share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from eventlog.field_types import HexHash, Id, Slug

Flat = int | bool | Slug | None


@dataclass(frozen=True, kw_only=True)
class Reasoned:
    """A decision that may say why: the id of a `Text`, and the salted hash of it (`DraftedEvents.because`)."""

    __slots__ = ()  # an event that has another part too could not have this one if it had slots of its own

    reason: Id | None = None
    reason_hash: HexHash | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithTerms:
    """The terms of a tournament (`tournaments.domain.terms.Terms`).

    Args:
        terms: what has one value each.
        options: those of the games, as in GameCreated.
        scoring: what results are worth, in tenths.
        tiebreaks: slugs, the first to be looked at first.
        calendar: the time at which each round begins, in microseconds since the epoch; empty if rounds follow one
            another.
        time: the time control of the games; None across real boards.
    """

    terms: Mapping[Slug, Flat]
    options: Mapping[Slug, Flat]
    scoring: Mapping[Slug, int]
    tiebreaks: tuple[Slug, ...]
    calendar: tuple[int, ...]
    time: Mapping[Slug, int | bool | Slug] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithPrizes:
    """The prizes of a tournament (`tournaments.domain.prizes.Prizes`).

    Args:
        sharing: how players who are level share.
        currency: the code of ISO 4217 in small letters.
        prizes: of each its `category` from 0, its `amount` in whole units, and the id of the words for a `thing`.
        categories: the limits of each, by name; words by the id of a `Text`.
        chosen: for each category the entries that the organiser names.
        texts: the salted hash of each of these texts, by its id.
    """

    sharing: Slug
    currency: Slug
    prizes: tuple[Mapping[Slug, int | Id], ...]
    categories: tuple[Mapping[Slug, int | Slug | Id], ...]
    chosen: tuple[tuple[int, ...], ...]
    texts: Mapping[Id, HexHash]


@dataclass(frozen=True, slots=True)
class AtBoard:
    """What happens at a board of a round, both from 1."""

    round: int
    board: int


@dataclass(frozen=True, slots=True)
class OfSide(AtBoard):
    """What one of its two sides does; `entry` says which."""

    entry: int


@dataclass(frozen=True, slots=True)
class OnGame(AtBoard):
    """How a game of a board ended.

    Args:
        leg: which game, from 1.
        red, blue: marks as slugs (`win draw loss forfeit-win forfeit-loss`).
    """

    leg: int
    red: Slug
    blue: Slug
