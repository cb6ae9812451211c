"""What there is to win, as the organiser says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Unpack
from uuid import UUID

from accounts.conduct.restrictions import Barred, refuse_barred
from tournaments.domain import events as e
from tournaments.domain.command_handler import Command, execute
from tournaments.domain.drafts import DraftedEvents, refuse
from tournaments.domain.prizes import NUMBERS, WORDS, Prize, PrizeCategory, Prizes, check_prizes
from tournaments.domain.state import Status, TournamentFold
from tournaments.domain.texts import keep_text, texts_of
from web.words import clean_line, clean_text

LONGEST_WORDS = 100  # characters


class NewPrize(NamedTuple):
    """An amount in whole units, 0 for none, and the words for a thing that comes with it."""

    amount: int
    thing: str = ""


@dataclass(frozen=True, slots=True)
class NewCategory:
    """A category with its words; the first one is that of the places.

    Args:
        prizes: the first one first.
        limits: those of `PrizeCategory` that are no words, by name.
        words: of `prizes.WORDS`, by name.
    """

    prizes: tuple[NewPrize, ...] = ()
    limits: Mapping[str, Any] | None = None
    words: Mapping[str, str] | None = None

    @property
    def limited(self) -> bool:
        """Whether anything says who can win, but for entries by number."""
        limits, words = self.limits or {}, self.words or {}
        return (
            any(limits.values())
            or limits.get("rating_to") is not None
            or any(words.get(name) for name in ("club", "federation"))
        )


def set_prizes(
    *,
    sharing: str,
    currency: str,
    categories: Sequence[NewCategory],
    reason: str = "",
    **command: Unpack[Command],
) -> TournamentFold:
    """Says what there is to win; without any prize that there is nothing. It is the owner's to do.

    Side effects: appends PrizesSet and keeps the words, if anything is different.

    Args:
        sharing: of `tournaments.scoring.prizes.SHARINGS`.
        currency: the code of ISO 4217.
        categories: that of the places first.
        reason: why; needed once play has begun. Everybody can read it.

    Raises:
        Illegal: as `check_prizes`; `no-entry`; `no-such-board` (`boards`): matches have fewer; `reason-needed`; `over`
            once the event is cancelled.
        PlayerBarred: a penalty stands against words that others read.
    """
    words: dict[UUID, str] = {}

    def wordless(text: str) -> UUID | None:
        """An id for some words until it is settled that they are kept."""
        line = clean_line(text)[:LONGEST_WORDS]
        if not line:
            return None
        id = UUID(int=len(words) + 1)
        words[id] = line
        return id

    given = Prizes(sharing, currency.lower(), tuple(_category(category, wordless) for category in categories))
    check_prizes(given)

    def decide(draft: DraftedEvents) -> None:
        draft.need("owner")
        if draft.now.status is Status.CANCELLED:
            raise refuse("over")
        boards = max(category.board for category in given.categories) if given.categories else 0
        if boards > draft.now.terms.team_boards:
            at = next(at for at, category in enumerate(given.categories) if category.board == boards)
            raise refuse("no-such-board", field=f"board_{at}", boards=draft.now.terms.team_boards)
        for entry in (entry for category in given.categories for entry in category.chosen):
            draft.need_entry(entry)
        if _in_words(given, words) == _in_words(draft.now.prizes, None):
            return
        if draft.now.begun and not clean_text(reason):
            raise refuse("reason-needed", field="reason")
        if words and draft.by is not None:
            refuse_barred(draft.by, Barred.TALK)
        kept = {id: keep_text(text, draft.by, tournament=draft.stream) for id, text in words.items()}
        prizes = _with_ids(given, {id: UUID(key) for id, (key, _hash) in kept.items()})
        draft.add(e.PrizesSet(**prizes.value(), texts=dict(kept.values()), **draft.because(reason)))

    return execute(decide=decide, **command)


def prizes_like(prizes: Prizes) -> dict[str, Any]:
    """What `set_prizes` takes for another event with the same prizes. Entries that are named, and words that are
    erased, belong to the first one alone: categories without other limits, and things without words, are left out."""
    texts = texts_of(prizes.texts)

    def words_of(id: UUID | None) -> str:
        return "" if id is None else texts.get(id, "")

    categories = []
    for index, category in enumerate(prizes.categories):
        given = (NewPrize(prize.amount, words_of(prize.thing)) for prize in category.prizes)
        new = NewCategory(
            tuple(prize for prize in given if prize.amount or prize.thing),
            {name: getattr(category, name) for name in (*NUMBERS, "sex", "board")},
            {name: words_of(getattr(category, name)) for name in WORDS},
        )
        if not index or (new.prizes and new.limited):
            categories.append(new)
    return {"sharing": prizes.sharing, "currency": prizes.currency, "categories": categories}


def _category(new: NewCategory, wordless: Callable[[str], UUID | None]) -> PrizeCategory:
    prizes = tuple(Prize(prize.amount, wordless(prize.thing)) for prize in new.prizes)
    words = new.words or {}
    ids: dict[str, Any] = {name: wordless(words.get(name, "")) for name in WORDS}
    return PrizeCategory(prizes, **new.limits or {}, **ids)


def _with_ids(prizes: Prizes, ids: Mapping[UUID, UUID]) -> Prizes:
    """The same prizes with other ids of their words."""

    def other(id: UUID | None) -> UUID | None:
        return None if id is None else ids[id]

    def with_others(category: PrizeCategory) -> PrizeCategory:
        words: dict[str, Any] = {name: other(getattr(category, name)) for name in WORDS}
        prizes = tuple(Prize(prize.amount, other(prize.thing)) for prize in category.prizes)
        return replace(category, prizes=prizes, **words)

    return replace(prizes, categories=tuple(map(with_others, prizes.categories)))


def _in_words(prizes: Prizes | None, words: Mapping[UUID, str] | None) -> object:
    """What can be compared of prizes: everything, with the words themselves; nothing without any prize."""
    if prizes is None or not prizes.number:
        return None
    texts = texts_of(prizes.texts) if words is None else words
    return _with_ids(prizes, dict.fromkeys(prizes.texts, UUID(int=0))), [texts.get(id, "") for id in prizes.texts]
