"""All operations of the API, one method each.

Made by `generate.py` of the schema of the service. Not to be changed by hand.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any, Literal

from . import types
from ._calls import LEFT_OUT, AsyncCalls, Calls, LeftOut, Version, quoted


class Operations(Calls):
    """The operations, for a program that waits."""

    def list_bots(self, *, after: str | None = None, before: str | None = None, limit: int | None = None) -> types.Bots:
        """Bots that take challenges, by name; with a token that may read, those that take yours. Open to everybody."""
        answer: types.Bots = self._call("GET", "bots/", query={"after": after, "before": before, "limit": limit})
        return answer

    def each_bots(
        self, *, after: str | None = None, before: str | None = None, limit: int | None = None
    ) -> Iterator[types.ListedBot]:
        """As `list_bots`, one after the other over all pages: its `bots`."""
        return self._pages(
            "GET", "bots/", query={"after": after, "before": before, "limit": limit}, field="bots", goes_on_by="after"
        )

    def list_challenges(self) -> types.Seeks:
        """The challenges that wait for your answer. Scope: `read`."""
        answer: types.Seeks = self._call("GET", "challenges/")
        return answer

    def challenge(
        self,
        *,
        time: Literal[
            "live-5-5",
            "live-10-10",
            "live-20-10",
            "live-45-20",
            "1-day",
            "2-days",
            "3-days",
            "5-days",
            "7-days",
            "14-days",
            "bank-3d-6h",
            "bank-7d-12h",
        ]
        | dict[str, Any],
        to: list[str],
        variant: Literal[
            "classic",
            "barrage",
            "battle",
            "duel",
            "lightning",
            "ultimate_lightning",
            "campaign",
            "alliance",
            "alliance_lightning",
            "cards",
        ],
        colour: Literal["random", "red", "blue"] | LeftOut = LEFT_OUT,
        no_attack_limit: int | LeftOut | None = LEFT_OUT,
        notes: bool | LeftOut = LEFT_OUT,
        partners: Literal["chosen", "drawn"] | LeftOut = LEFT_OUT,
        rated: bool | LeftOut = LEFT_OUT,
        reveal: Literal["end", "delay", "never"] | LeftOut = LEFT_OUT,
        reveal_after: int | LeftOut | None = LEFT_OUT,
        spotter: bool | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Seek:
        """Challenge players by name. Scope: `challenge`."""
        answer: types.Seek = self._call(
            "POST",
            "challenges/",
            body={
                "colour": colour,
                "no_attack_limit": no_attack_limit,
                "notes": notes,
                "partners": partners,
                "rated": rated,
                "reveal": reveal,
                "reveal_after": reveal_after,
                "spotter": spotter,
                "time": time,
                "to": to,
                "variant": variant,
            },
            idempotency_key=idempotency_key,
        )
        return answer

    def play_computer(
        self,
        *,
        variant: Literal[
            "classic",
            "barrage",
            "battle",
            "duel",
            "lightning",
            "ultimate_lightning",
            "campaign",
            "alliance",
            "alliance_lightning",
            "cards",
        ],
        pace: Literal["14-days", "1-day", "live-20-10"] | LeftOut = LEFT_OUT,
        reveal: Literal["end", "delay", "never"] | LeftOut = LEFT_OUT,
        reveal_after: int | LeftOut | None = LEFT_OUT,
        side: Literal["either", "red", "blue"] | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Begun:
        """Begin an unrated game against the computer. Scope: `challenge`."""
        answer: types.Begun = self._call(
            "POST",
            "computer/",
            body={"pace": pace, "reveal": reveal, "reveal_after": reveal_after, "side": side, "variant": variant},
            idempotency_key=idempotency_key,
        )
        return answer

    def list_families(
        self,
        *,
        colour: Literal["blue", "red"] | None = None,
        page: int | None = None,
        source: Literal["import", "play"] | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
    ) -> types.Families:
        """The families of set-ups of a rule book, the largest first: 20 on a page. Open to everybody."""
        answer: types.Families = self._call(
            "GET", "families/", query={"colour": colour, "page": page, "source": source, "variant": variant}
        )
        return answer

    def each_families(
        self,
        *,
        colour: Literal["blue", "red"] | None = None,
        page: int | None = None,
        source: Literal["import", "play"] | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
    ) -> Iterator[types.Family]:
        """As `list_families`, one after the other over all pages: its `families`."""
        return self._pages(
            "GET",
            "families/",
            query={"colour": colour, "page": page, "source": source, "variant": variant},
            field="families",
        )

    def get_family(
        self,
        *,
        colour: Literal["blue", "red"] | None = None,
        setup: str | None = None,
        source: Literal["import", "play"] | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
    ) -> types.OneFamily:
        """The family that a set-up belongs to, with those that were laid in games enough. Open to everybody."""
        answer: types.OneFamily = self._call(
            "GET", "families/one/", query={"colour": colour, "setup": setup, "source": source, "variant": variant}
        )
        return answer

    def get_figures(
        self,
        *,
        event: str | None = None,
        source: Literal["import", "play"] | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "cards",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
        year: int | None = None,
    ) -> types.Figures:
        """How the games of a rule book go: results, lengths, ends, and what falls when. Shares are parts of one.
        Open to everybody.
        """
        answer: types.Figures = self._call(
            "GET", "figures/", query={"event": event, "source": source, "variant": variant, "year": year}
        )
        return answer

    def list_games(
        self,
        *,
        after: str | None = None,
        attack_max: int | None = None,
        attack_min: int | None = None,
        before: str | None = None,
        blue_max: int | None = None,
        blue_min: int | None = None,
        ending: Literal[
            "adjudication",
            "agreed-draw",
            "both-missing",
            "flag-captured",
            "flags-united",
            "forfeit",
            "game-clock",
            "missing-clock",
            "no-attack-limit",
            "no-legal-turn",
            "nobody-can-move",
            "opponent-missing",
            "player-clock",
            "ply-limit",
            "resignation",
            "time-out",
            "unfinished",
        ]
        | None = None,
        event: str | None = None,
        kept_blue: str | None = None,
        kept_red: str | None = None,
        limit: int | None = None,
        lost_blue: str | None = None,
        lost_by: int | None = None,
        lost_red: str | None = None,
        near: int | None = None,
        noted: Literal["no", "yes"] | None = None,
        oldest: bool | None = None,
        opponent: str | None = None,
        pattern: str | None = None,
        player: str | None = None,
        plies_max: int | None = None,
        plies_min: int | None = None,
        rating_max: int | None = None,
        rating_min: int | None = None,
        red_max: int | None = None,
        red_min: int | None = None,
        result: Literal["blue", "called-off", "draw", "lost", "neither", "playing", "red", "unfinished", "won"]
        | None = None,
        round: int | None = None,
        setup: str | None = None,
        setup_side: Literal["blue", "red"] | None = None,
        side: Literal["blue", "red"] | None = None,
        since: str | None = None,
        sitting: Literal["computers", "mixed", "people"] | None = None,
        source: Literal["import", "play", "whatif"] | None = None,
        until: str | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "cards",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
    ) -> types.Games:
        """Games, newest first, by the filters of the archive. Open to everybody."""
        answer: types.Games = self._call(
            "GET",
            "games/",
            query={
                "after": after,
                "attack_max": attack_max,
                "attack_min": attack_min,
                "before": before,
                "blue_max": blue_max,
                "blue_min": blue_min,
                "ending": ending,
                "event": event,
                "kept_blue": kept_blue,
                "kept_red": kept_red,
                "limit": limit,
                "lost_blue": lost_blue,
                "lost_by": lost_by,
                "lost_red": lost_red,
                "near": near,
                "noted": noted,
                "oldest": oldest,
                "opponent": opponent,
                "pattern": pattern,
                "player": player,
                "plies_max": plies_max,
                "plies_min": plies_min,
                "rating_max": rating_max,
                "rating_min": rating_min,
                "red_max": red_max,
                "red_min": red_min,
                "result": result,
                "round": round,
                "setup": setup,
                "setup_side": setup_side,
                "side": side,
                "since": since,
                "sitting": sitting,
                "source": source,
                "until": until,
                "variant": variant,
            },
        )
        return answer

    def each_games(
        self,
        *,
        after: str | None = None,
        attack_max: int | None = None,
        attack_min: int | None = None,
        before: str | None = None,
        blue_max: int | None = None,
        blue_min: int | None = None,
        ending: Literal[
            "adjudication",
            "agreed-draw",
            "both-missing",
            "flag-captured",
            "flags-united",
            "forfeit",
            "game-clock",
            "missing-clock",
            "no-attack-limit",
            "no-legal-turn",
            "nobody-can-move",
            "opponent-missing",
            "player-clock",
            "ply-limit",
            "resignation",
            "time-out",
            "unfinished",
        ]
        | None = None,
        event: str | None = None,
        kept_blue: str | None = None,
        kept_red: str | None = None,
        limit: int | None = None,
        lost_blue: str | None = None,
        lost_by: int | None = None,
        lost_red: str | None = None,
        near: int | None = None,
        noted: Literal["no", "yes"] | None = None,
        oldest: bool | None = None,
        opponent: str | None = None,
        pattern: str | None = None,
        player: str | None = None,
        plies_max: int | None = None,
        plies_min: int | None = None,
        rating_max: int | None = None,
        rating_min: int | None = None,
        red_max: int | None = None,
        red_min: int | None = None,
        result: Literal["blue", "called-off", "draw", "lost", "neither", "playing", "red", "unfinished", "won"]
        | None = None,
        round: int | None = None,
        setup: str | None = None,
        setup_side: Literal["blue", "red"] | None = None,
        side: Literal["blue", "red"] | None = None,
        since: str | None = None,
        sitting: Literal["computers", "mixed", "people"] | None = None,
        source: Literal["import", "play", "whatif"] | None = None,
        until: str | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "cards",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
    ) -> Iterator[types.ListedGame]:
        """As `list_games`, one after the other over all pages: its `games`."""
        return self._pages(
            "GET",
            "games/",
            query={
                "after": after,
                "attack_max": attack_max,
                "attack_min": attack_min,
                "before": before,
                "blue_max": blue_max,
                "blue_min": blue_min,
                "ending": ending,
                "event": event,
                "kept_blue": kept_blue,
                "kept_red": kept_red,
                "limit": limit,
                "lost_blue": lost_blue,
                "lost_by": lost_by,
                "lost_red": lost_red,
                "near": near,
                "noted": noted,
                "oldest": oldest,
                "opponent": opponent,
                "pattern": pattern,
                "player": player,
                "plies_max": plies_max,
                "plies_min": plies_min,
                "rating_max": rating_max,
                "rating_min": rating_min,
                "red_max": red_max,
                "red_min": red_min,
                "result": result,
                "round": round,
                "setup": setup,
                "setup_side": setup_side,
                "side": side,
                "since": since,
                "sitting": sitting,
                "source": source,
                "until": until,
                "variant": variant,
            },
            field="games",
            goes_on_by="after",
        )

    def export_games(
        self,
        *,
        attack_max: int | None = None,
        attack_min: int | None = None,
        before: str | None = None,
        blue_max: int | None = None,
        blue_min: int | None = None,
        ending: Literal[
            "adjudication",
            "agreed-draw",
            "both-missing",
            "flag-captured",
            "flags-united",
            "forfeit",
            "game-clock",
            "missing-clock",
            "no-attack-limit",
            "no-legal-turn",
            "nobody-can-move",
            "opponent-missing",
            "player-clock",
            "ply-limit",
            "resignation",
            "time-out",
            "unfinished",
        ]
        | None = None,
        event: str | None = None,
        kept_blue: str | None = None,
        kept_red: str | None = None,
        limit: int | None = None,
        lost_blue: str | None = None,
        lost_by: int | None = None,
        lost_red: str | None = None,
        near: int | None = None,
        noted: Literal["no", "yes"] | None = None,
        opponent: str | None = None,
        pattern: str | None = None,
        player: str | None = None,
        plies_max: int | None = None,
        plies_min: int | None = None,
        rating_max: int | None = None,
        rating_min: int | None = None,
        red_max: int | None = None,
        red_min: int | None = None,
        result: Literal["blue", "called-off", "draw", "lost", "neither", "playing", "red", "unfinished", "won"]
        | None = None,
        round: int | None = None,
        setup: str | None = None,
        setup_side: Literal["blue", "red"] | None = None,
        side: Literal["blue", "red"] | None = None,
        since: str | None = None,
        sitting: Literal["computers", "mixed", "people"] | None = None,
        source: Literal["import", "play", "whatif"] | None = None,
        until: str | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "cards",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
    ) -> Iterator[dict[str, Any]]:
        """The records of revealed games, newest first, by the filters of the archive: one a line (NDJSON), each as
        the address of its record has it. `Link` has the address of those that follow. Open to everybody.
        """
        return self._pages(
            "GET",
            "games/export/",
            query={
                "attack_max": attack_max,
                "attack_min": attack_min,
                "before": before,
                "blue_max": blue_max,
                "blue_min": blue_min,
                "ending": ending,
                "event": event,
                "kept_blue": kept_blue,
                "kept_red": kept_red,
                "limit": limit,
                "lost_blue": lost_blue,
                "lost_by": lost_by,
                "lost_red": lost_red,
                "near": near,
                "noted": noted,
                "opponent": opponent,
                "pattern": pattern,
                "player": player,
                "plies_max": plies_max,
                "plies_min": plies_min,
                "rating_max": rating_max,
                "rating_min": rating_min,
                "red_max": red_max,
                "red_min": red_min,
                "result": result,
                "round": round,
                "setup": setup,
                "setup_side": setup_side,
                "side": side,
                "since": since,
                "sitting": sitting,
                "source": source,
                "until": until,
                "variant": variant,
            },
            field="lines",
        )

    def get_game(self, key: str) -> types.Game:
        """A game as you see it; with a token that may read, from your seat. Its ETag is the condition of turns.
        Open to everybody.
        """
        answer: types.Game = self._call("GET", f"games/{quoted(key)}/")
        return answer

    def abort_game(self, key: str, *, version: Version, idempotency_key: str | None = None) -> types.State:
        """Call the game off, while set-ups are missing or before the second ply. Scope: `play`. Needs `If-Match`
        with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.State = self._call(
            "POST", f"games/{quoted(key)}/abortion/", body={}, version=version, idempotency_key=idempotency_key
        )
        return answer

    def play_computer_again(self, key: str, *, idempotency_key: str | None = None) -> types.Begun:
        """The same game against the computer once more, with the colours changed. Scope: `challenge`."""
        answer: types.Begun = self._call(
            "POST", f"games/{quoted(key)}/again/", body={}, idempotency_key=idempotency_key
        )
        return answer

    def answer_draw(
        self,
        key: str,
        *,
        act: Literal["offer", "accept", "decline"],
        version: Version,
        idempotency_key: str | None = None,
    ) -> types.State:
        """Offer a draw, agree to one, decline it or take your own offer back. Scope: `play`. Needs `If-Match` with
        the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.State = self._call(
            "POST", f"games/{quoted(key)}/draw/", body={"act": act}, version=version, idempotency_key=idempotency_key
        )
        return answer

    def list_guesses(self, key: str) -> types.Guesses:
        """Your guesses at a game, with a token that may read; once it is open, those of others who want it, too.
        Open to everybody.
        """
        answer: types.Guesses = self._call("GET", f"games/{quoted(key)}/guesses/")
        return answer

    def settle_guesses(
        self, key: str, *, act: Literal["clear", "erase", "open", "keep"], idempotency_key: str | None = None
    ) -> types.Done:
        """Take all your marks off, delete your guesses, or say whether they are opened with the game. Scope: `talk`."""
        answer: types.Done = self._call(
            "POST", f"games/{quoted(key)}/guesses/", body={"act": act}, idempotency_key=idempotency_key
        )
        return answer

    def guess(
        self,
        key: str,
        piece: int,
        *,
        rank: Literal["F", "S", "2", "3", "4", "5", "6", "7", "8", "9", "M", "B", "C", "P"],
        idempotency_key: str | None = None,
    ) -> types.Done:
        """Mark a piece of somebody else, by its id in your view, with what you take it for. Scope: `talk`."""
        answer: types.Done = self._call(
            "PUT", f"games/{quoted(key)}/guesses/{quoted(piece)}/", body={"rank": rank}, idempotency_key=idempotency_key
        )
        return answer

    def take_guess_back(self, key: str, piece: int, *, idempotency_key: str | None = None) -> types.Done:
        """Take the mark off a piece. Scope: `talk`."""
        answer: types.Done = self._call(
            "DELETE", f"games/{quoted(key)}/guesses/{quoted(piece)}/", body={}, idempotency_key=idempotency_key
        )
        return answer

    def list_legal_turns(self, key: str) -> types.Legal:
        """What your seat may submit now, in notation: turns, or the choices that a battle has opened. Scope: `read`."""
        answer: types.Legal = self._call("GET", f"games/{quoted(key)}/legal/")
        return answer

    def list_moves(self, key: str, viewer: str, *, from_: int | None = None, limit: int | None = None) -> types.Moves:
        """What happened in a game, turn by turn, as an audience saw it. Open to everybody."""
        answer: types.Moves = self._call(
            "GET", f"games/{quoted(key)}/moves/{quoted(viewer)}/", query={"from": from_, "limit": limit}
        )
        return answer

    def each_moves(
        self, key: str, viewer: str, *, from_: int | None = None, limit: int | None = None
    ) -> Iterator[types.Ply]:
        """As `list_moves`, one after the other over all pages: its `moves`."""
        return self._pages(
            "GET",
            f"games/{quoted(key)}/moves/{quoted(viewer)}/",
            query={"from": from_, "limit": limit},
            field="moves",
            goes_on_by="from",
        )

    def get_notes(self, key: str) -> types.Notes:
        """Your notes on a game. Scope: `read`."""
        answer: types.Notes = self._call("GET", f"games/{quoted(key)}/notes/")
        return answer

    def keep_notes(self, key: str, *, text: str, idempotency_key: str | None = None) -> types.KeptNotes:
        """Keep notes on a game, in place of what they were. Scope: `talk`."""
        answer: types.KeptNotes = self._call(
            "PUT", f"games/{quoted(key)}/notes/", body={"text": text}, idempotency_key=idempotency_key
        )
        return answer

    def play_on(
        self,
        key: str,
        *,
        ply: int,
        side: Literal["red", "blue", "red2", "blue2"],
        world: Literal["view", "truth"] | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Begun:
        """Play on against the computer from a position of a game that is open. Scope: `challenge`."""
        answer: types.Begun = self._call(
            "POST",
            f"games/{quoted(key)}/play-on/",
            body={"ply": ply, "side": side, "world": world},
            idempotency_key=idempotency_key,
        )
        return answer

    def get_record(self, key: str) -> dict[str, Any]:
        """The whole record of a revealed game, in the format of docs/record-format.md. Open to everybody."""
        answer: dict[str, Any] = self._call("GET", f"games/{quoted(key)}/record/")
        return answer

    def ask_for_rematch(self, key: str, *, idempotency_key: str | None = None) -> types.Seek:
        """Ask for a rematch of a game that is over, or accept one: with the last who accepts, `game` has its key.
        Scope: `challenge`.
        """
        answer: types.Seek = self._call(
            "POST", f"games/{quoted(key)}/rematch/", body={}, idempotency_key=idempotency_key
        )
        return answer

    def resign(self, key: str, *, idempotency_key: str | None = None) -> types.State:
        """Give the game up; your side loses. Scope: `play`."""
        answer: types.State = self._call(
            "POST", f"games/{quoted(key)}/resignation/", body={}, idempotency_key=idempotency_key
        )
        return answer

    def ask_for_reveal(
        self, key: str, *, act: Literal["open", "close"], idempotency_key: str | None = None
    ) -> types.State:
        """Say that you want a casual game that is over to be opened now, or take that back; once all do it is.
        Scope: `play`.
        """
        answer: types.State = self._call(
            "POST", f"games/{quoted(key)}/reveal/", body={"act": act}, idempotency_key=idempotency_key
        )
        return answer

    def get_setup(self, key: str) -> types.Setup:
        """Your set-up of a game that waits for it, and the cards that you have drawn, where cards are dealt. Scope:
        `read`.
        """
        answer: types.Setup = self._call("GET", f"games/{quoted(key)}/setup/")
        return answer

    def make_setup(
        self,
        key: str,
        *,
        rows: str | LeftOut = LEFT_OUT,
        saved: str | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.State:
        """Make your set-up. It is final. When the last one is made play begins. Scope: `play`."""
        answer: types.State = self._call(
            "POST", f"games/{quoted(key)}/setup/", body={"rows": rows, "saved": saved}, idempotency_key=idempotency_key
        )
        return answer

    def get_game_draft(self, key: str) -> types.Draft:
        """The draft of your set-up for a game, and what it lacks. Scope: `read`."""
        answer: types.Draft = self._call("GET", f"games/{quoted(key)}/setup/draft/")
        return answer

    def change_game_draft(
        self,
        key: str,
        *,
        act: Literal["undo", "random", "fill", "mirror", "clear", "ready", "load"],
        version: Version,
        which: str | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.KeptDraft:
        """Undo, fill at random, mirror or clear the draft for a game, or lay a ready-made or a saved set-up. Scope:
        `setups`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.KeptDraft = self._call(
            "POST",
            f"games/{quoted(key)}/setup/draft/",
            body={"act": act, "which": which},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def keep_game_draft(
        self, key: str, *, rows: str, version: Version, idempotency_key: str | None = None
    ) -> types.KeptDraft:
        """Keep a draft of your set-up for a game. Scope: `setups`. Needs `If-Match` with the ETag of what you saw:
        412 if it has moved on.
        """
        answer: types.KeptDraft = self._call(
            "PUT",
            f"games/{quoted(key)}/setup/draft/",
            body={"rows": rows},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def delete_game_draft(self, key: str, *, idempotency_key: str | None = None) -> types.Done:
        """Delete your draft for a game. Scope: `setups`."""
        answer: types.Done = self._call(
            "DELETE", f"games/{quoted(key)}/setup/draft/", body={}, idempotency_key=idempotency_key
        )
        return answer

    def stream_game(self, key: str, *, since: str | None = None) -> Iterator[types.GameLine]:
        """A game as your seat, or else spectators, see it: one line (NDJSON) now, and one whenever it has moved on,
        with the position, your legal turns, clocks and offers; to who sits there also one whenever something was
        said at the table. It ends with the game. Scope: `read`.
        """
        return self._lines("GET", f"games/{quoted(key)}/stream/", query={"since": since})

    def list_messages(
        self, key: str, *, after: str | None = None, before: str | None = None, limit: int | None = None
    ) -> types.Talk:
        """What was said at your table, the newest first, as you want to hear it. Scope: `read`."""
        answer: types.Talk = self._call(
            "GET", f"games/{quoted(key)}/talk/", query={"after": after, "before": before, "limit": limit}
        )
        return answer

    def say(
        self,
        key: str,
        *,
        phrase: Literal["luck", "hello", "nice", "ouch", "moment", "later", "thanks", "again"]
        | LeftOut
        | None = LEFT_OUT,
        text: str | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Said:
        """Say something to everybody at your table: in your own words, or one of the set phrases. Scope: `talk`."""
        answer: types.Said = self._call(
            "POST", f"games/{quoted(key)}/talk/", body={"phrase": phrase, "text": text}, idempotency_key=idempotency_key
        )
        return answer

    def mute(
        self,
        key: str,
        *,
        muted: bool,
        seat: Literal["red", "blue", "red2", "blue2"],
        idempotency_key: str | None = None,
    ) -> types.Muted:
        """Hear somebody at your table no more, at any table, or hear them again. Nobody else learns of it. Scope:
        `talk`.
        """
        answer: types.Muted = self._call(
            "POST",
            f"games/{quoted(key)}/talk/mutes/",
            body={"muted": muted, "seat": seat},
            idempotency_key=idempotency_key,
        )
        return answer

    def mark_read(self, key: str, *, idempotency_key: str | None = None) -> types.Unread:
        """Note that you have read all that was said at your table. Scope: `talk`."""
        answer: types.Unread = self._call(
            "POST", f"games/{quoted(key)}/talk/read/", body={}, idempotency_key=idempotency_key
        )
        return answer

    def play_turn(self, key: str, *, turn: str, version: Version, idempotency_key: str | None = None) -> types.State:
        """Play a turn, or make the choice that a battle has opened. Scope: `play`. Needs `If-Match` with the ETag
        of what you saw: 412 if it has moved on.
        """
        answer: types.State = self._call(
            "POST", f"games/{quoted(key)}/turns/", body={"turn": turn}, version=version, idempotency_key=idempotency_key
        )
        return answer

    def get_view(self, key: str, viewer: str, *, ply: int | None = None) -> types.View:
        """The position after some plies, as an audience may know it: a seat, spectator, all, or own for your seat.
        Open to everybody.
        """
        answer: types.View = self._call("GET", f"games/{quoted(key)}/views/{quoted(viewer)}/", query={"ply": ply})
        return answer

    def import_tournament(
        self,
        *,
        text: str,
        format: Literal["swiss", "knockout", "round_robin"] | LeftOut = LEFT_OUT,
        going_on: bool | LeftOut = LEFT_OUT,
        members: list[types.Meant] | LeftOut = LEFT_OUT,
        name: str | LeftOut = LEFT_OUT,
        rounds: int | LeftOut = LEFT_OUT,
        scoring: Literal["file", "6-3-1", "1-half-0", "3-1-0", "2-1-0"] | LeftOut = LEFT_OUT,
        tiebreaks: list[
            Literal[
                "buchholz",
                "buchholz-cut-1",
                "buchholz-cut-2",
                "buchholz-median",
                "buchholz-median-2",
                "sonneborn-berger",
                "sonneborn-berger-cut-1",
                "direct-encounter",
                "wins",
                "games-won",
                "games-blue",
                "wins-blue",
                "progressive",
                "progressive-cut-1",
                "rounds-elected",
                "standard-points",
                "koya",
                "average-rating",
                "average-rating-cut-1",
                "rating",
                "seed",
                "lot",
            ]
        ]
        | LeftOut = LEFT_OUT,
        variant: Literal[
            "classic",
            "barrage",
            "battle",
            "duel",
            "lightning",
            "ultimate_lightning",
            "campaign",
            "alliance",
            "alliance_lightning",
            "cards",
        ]
        | LeftOut = LEFT_OUT,
        zone: Literal[
            "UTC",
            "Africa/Abidjan",
            "Africa/Accra",
            "Africa/Addis_Ababa",
            "Africa/Algiers",
            "Africa/Asmara",
            "Africa/Asmera",
            "Africa/Bamako",
            "Africa/Bangui",
            "Africa/Banjul",
            "Africa/Bissau",
            "Africa/Blantyre",
            "Africa/Brazzaville",
            "Africa/Bujumbura",
            "Africa/Cairo",
            "Africa/Casablanca",
            "Africa/Ceuta",
            "Africa/Conakry",
            "Africa/Dakar",
            "Africa/Dar_es_Salaam",
            "Africa/Djibouti",
            "Africa/Douala",
            "Africa/El_Aaiun",
            "Africa/Freetown",
            "Africa/Gaborone",
            "Africa/Harare",
            "Africa/Johannesburg",
            "Africa/Juba",
            "Africa/Kampala",
            "Africa/Khartoum",
            "Africa/Kigali",
            "Africa/Kinshasa",
            "Africa/Lagos",
            "Africa/Libreville",
            "Africa/Lome",
            "Africa/Luanda",
            "Africa/Lubumbashi",
            "Africa/Lusaka",
            "Africa/Malabo",
            "Africa/Maputo",
            "Africa/Maseru",
            "Africa/Mbabane",
            "Africa/Mogadishu",
            "Africa/Monrovia",
            "Africa/Nairobi",
            "Africa/Ndjamena",
            "Africa/Niamey",
            "Africa/Nouakchott",
            "Africa/Ouagadougou",
            "Africa/Porto-Novo",
            "Africa/Sao_Tome",
            "Africa/Timbuktu",
            "Africa/Tripoli",
            "Africa/Tunis",
            "Africa/Windhoek",
            "America/Adak",
            "America/Anchorage",
            "America/Anguilla",
            "America/Antigua",
            "America/Araguaina",
            "America/Argentina/Buenos_Aires",
            "America/Argentina/Catamarca",
            "America/Argentina/ComodRivadavia",
            "America/Argentina/Cordoba",
            "America/Argentina/Jujuy",
            "America/Argentina/La_Rioja",
            "America/Argentina/Mendoza",
            "America/Argentina/Rio_Gallegos",
            "America/Argentina/Salta",
            "America/Argentina/San_Juan",
            "America/Argentina/San_Luis",
            "America/Argentina/Tucuman",
            "America/Argentina/Ushuaia",
            "America/Aruba",
            "America/Asuncion",
            "America/Atikokan",
            "America/Atka",
            "America/Bahia",
            "America/Bahia_Banderas",
            "America/Barbados",
            "America/Belem",
            "America/Belize",
            "America/Blanc-Sablon",
            "America/Boa_Vista",
            "America/Bogota",
            "America/Boise",
            "America/Buenos_Aires",
            "America/Cambridge_Bay",
            "America/Campo_Grande",
            "America/Cancun",
            "America/Caracas",
            "America/Catamarca",
            "America/Cayenne",
            "America/Cayman",
            "America/Chicago",
            "America/Chihuahua",
            "America/Ciudad_Juarez",
            "America/Coral_Harbour",
            "America/Cordoba",
            "America/Costa_Rica",
            "America/Coyhaique",
            "America/Creston",
            "America/Cuiaba",
            "America/Curacao",
            "America/Danmarkshavn",
            "America/Dawson",
            "America/Dawson_Creek",
            "America/Denver",
            "America/Detroit",
            "America/Dominica",
            "America/Edmonton",
            "America/Eirunepe",
            "America/El_Salvador",
            "America/Ensenada",
            "America/Fort_Nelson",
            "America/Fort_Wayne",
            "America/Fortaleza",
            "America/Glace_Bay",
            "America/Godthab",
            "America/Goose_Bay",
            "America/Grand_Turk",
            "America/Grenada",
            "America/Guadeloupe",
            "America/Guatemala",
            "America/Guayaquil",
            "America/Guyana",
            "America/Halifax",
            "America/Havana",
            "America/Hermosillo",
            "America/Indiana/Indianapolis",
            "America/Indiana/Knox",
            "America/Indiana/Marengo",
            "America/Indiana/Petersburg",
            "America/Indiana/Tell_City",
            "America/Indiana/Vevay",
            "America/Indiana/Vincennes",
            "America/Indiana/Winamac",
            "America/Indianapolis",
            "America/Inuvik",
            "America/Iqaluit",
            "America/Jamaica",
            "America/Jujuy",
            "America/Juneau",
            "America/Kentucky/Louisville",
            "America/Kentucky/Monticello",
            "America/Knox_IN",
            "America/Kralendijk",
            "America/La_Paz",
            "America/Lima",
            "America/Los_Angeles",
            "America/Louisville",
            "America/Lower_Princes",
            "America/Maceio",
            "America/Managua",
            "America/Manaus",
            "America/Marigot",
            "America/Martinique",
            "America/Matamoros",
            "America/Mazatlan",
            "America/Mendoza",
            "America/Menominee",
            "America/Merida",
            "America/Metlakatla",
            "America/Mexico_City",
            "America/Miquelon",
            "America/Moncton",
            "America/Monterrey",
            "America/Montevideo",
            "America/Montreal",
            "America/Montserrat",
            "America/Nassau",
            "America/New_York",
            "America/Nipigon",
            "America/Nome",
            "America/Noronha",
            "America/North_Dakota/Beulah",
            "America/North_Dakota/Center",
            "America/North_Dakota/New_Salem",
            "America/Nuuk",
            "America/Ojinaga",
            "America/Panama",
            "America/Pangnirtung",
            "America/Paramaribo",
            "America/Phoenix",
            "America/Port-au-Prince",
            "America/Port_of_Spain",
            "America/Porto_Acre",
            "America/Porto_Velho",
            "America/Puerto_Rico",
            "America/Punta_Arenas",
            "America/Rainy_River",
            "America/Rankin_Inlet",
            "America/Recife",
            "America/Regina",
            "America/Resolute",
            "America/Rio_Branco",
            "America/Rosario",
            "America/Santa_Isabel",
            "America/Santarem",
            "America/Santiago",
            "America/Santo_Domingo",
            "America/Sao_Paulo",
            "America/Scoresbysund",
            "America/Shiprock",
            "America/Sitka",
            "America/St_Barthelemy",
            "America/St_Johns",
            "America/St_Kitts",
            "America/St_Lucia",
            "America/St_Thomas",
            "America/St_Vincent",
            "America/Swift_Current",
            "America/Tegucigalpa",
            "America/Thule",
            "America/Thunder_Bay",
            "America/Tijuana",
            "America/Toronto",
            "America/Tortola",
            "America/Vancouver",
            "America/Virgin",
            "America/Whitehorse",
            "America/Winnipeg",
            "America/Yakutat",
            "America/Yellowknife",
            "Antarctica/Casey",
            "Antarctica/Davis",
            "Antarctica/DumontDUrville",
            "Antarctica/Macquarie",
            "Antarctica/Mawson",
            "Antarctica/McMurdo",
            "Antarctica/Palmer",
            "Antarctica/Rothera",
            "Antarctica/South_Pole",
            "Antarctica/Syowa",
            "Antarctica/Troll",
            "Antarctica/Vostok",
            "Arctic/Longyearbyen",
            "Asia/Aden",
            "Asia/Almaty",
            "Asia/Amman",
            "Asia/Anadyr",
            "Asia/Aqtau",
            "Asia/Aqtobe",
            "Asia/Ashgabat",
            "Asia/Ashkhabad",
            "Asia/Atyrau",
            "Asia/Baghdad",
            "Asia/Bahrain",
            "Asia/Baku",
            "Asia/Bangkok",
            "Asia/Barnaul",
            "Asia/Beirut",
            "Asia/Bishkek",
            "Asia/Brunei",
            "Asia/Calcutta",
            "Asia/Chita",
            "Asia/Choibalsan",
            "Asia/Chongqing",
            "Asia/Chungking",
            "Asia/Colombo",
            "Asia/Dacca",
            "Asia/Damascus",
            "Asia/Dhaka",
            "Asia/Dili",
            "Asia/Dubai",
            "Asia/Dushanbe",
            "Asia/Famagusta",
            "Asia/Gaza",
            "Asia/Harbin",
            "Asia/Hebron",
            "Asia/Ho_Chi_Minh",
            "Asia/Hong_Kong",
            "Asia/Hovd",
            "Asia/Irkutsk",
            "Asia/Istanbul",
            "Asia/Jakarta",
            "Asia/Jayapura",
            "Asia/Jerusalem",
            "Asia/Kabul",
            "Asia/Kamchatka",
            "Asia/Karachi",
            "Asia/Kashgar",
            "Asia/Kathmandu",
            "Asia/Katmandu",
            "Asia/Khandyga",
            "Asia/Kolkata",
            "Asia/Krasnoyarsk",
            "Asia/Kuala_Lumpur",
            "Asia/Kuching",
            "Asia/Kuwait",
            "Asia/Macao",
            "Asia/Macau",
            "Asia/Magadan",
            "Asia/Makassar",
            "Asia/Manila",
            "Asia/Muscat",
            "Asia/Nicosia",
            "Asia/Novokuznetsk",
            "Asia/Novosibirsk",
            "Asia/Omsk",
            "Asia/Oral",
            "Asia/Phnom_Penh",
            "Asia/Pontianak",
            "Asia/Pyongyang",
            "Asia/Qatar",
            "Asia/Qostanay",
            "Asia/Qyzylorda",
            "Asia/Rangoon",
            "Asia/Riyadh",
            "Asia/Saigon",
            "Asia/Sakhalin",
            "Asia/Samarkand",
            "Asia/Seoul",
            "Asia/Shanghai",
            "Asia/Singapore",
            "Asia/Srednekolymsk",
            "Asia/Taipei",
            "Asia/Tashkent",
            "Asia/Tbilisi",
            "Asia/Tehran",
            "Asia/Tel_Aviv",
            "Asia/Thimbu",
            "Asia/Thimphu",
            "Asia/Tokyo",
            "Asia/Tomsk",
            "Asia/Ujung_Pandang",
            "Asia/Ulaanbaatar",
            "Asia/Ulan_Bator",
            "Asia/Urumqi",
            "Asia/Ust-Nera",
            "Asia/Vientiane",
            "Asia/Vladivostok",
            "Asia/Yakutsk",
            "Asia/Yangon",
            "Asia/Yekaterinburg",
            "Asia/Yerevan",
            "Atlantic/Azores",
            "Atlantic/Bermuda",
            "Atlantic/Canary",
            "Atlantic/Cape_Verde",
            "Atlantic/Faeroe",
            "Atlantic/Faroe",
            "Atlantic/Jan_Mayen",
            "Atlantic/Madeira",
            "Atlantic/Reykjavik",
            "Atlantic/South_Georgia",
            "Atlantic/St_Helena",
            "Atlantic/Stanley",
            "Australia/ACT",
            "Australia/Adelaide",
            "Australia/Brisbane",
            "Australia/Broken_Hill",
            "Australia/Canberra",
            "Australia/Currie",
            "Australia/Darwin",
            "Australia/Eucla",
            "Australia/Hobart",
            "Australia/LHI",
            "Australia/Lindeman",
            "Australia/Lord_Howe",
            "Australia/Melbourne",
            "Australia/NSW",
            "Australia/North",
            "Australia/Perth",
            "Australia/Queensland",
            "Australia/South",
            "Australia/Sydney",
            "Australia/Tasmania",
            "Australia/Victoria",
            "Australia/West",
            "Australia/Yancowinna",
            "Europe/Amsterdam",
            "Europe/Andorra",
            "Europe/Astrakhan",
            "Europe/Athens",
            "Europe/Belfast",
            "Europe/Belgrade",
            "Europe/Berlin",
            "Europe/Bratislava",
            "Europe/Brussels",
            "Europe/Bucharest",
            "Europe/Budapest",
            "Europe/Busingen",
            "Europe/Chisinau",
            "Europe/Copenhagen",
            "Europe/Dublin",
            "Europe/Gibraltar",
            "Europe/Guernsey",
            "Europe/Helsinki",
            "Europe/Isle_of_Man",
            "Europe/Istanbul",
            "Europe/Jersey",
            "Europe/Kaliningrad",
            "Europe/Kiev",
            "Europe/Kirov",
            "Europe/Kyiv",
            "Europe/Lisbon",
            "Europe/Ljubljana",
            "Europe/London",
            "Europe/Luxembourg",
            "Europe/Madrid",
            "Europe/Malta",
            "Europe/Mariehamn",
            "Europe/Minsk",
            "Europe/Monaco",
            "Europe/Moscow",
            "Europe/Nicosia",
            "Europe/Oslo",
            "Europe/Paris",
            "Europe/Podgorica",
            "Europe/Prague",
            "Europe/Riga",
            "Europe/Rome",
            "Europe/Samara",
            "Europe/San_Marino",
            "Europe/Sarajevo",
            "Europe/Saratov",
            "Europe/Simferopol",
            "Europe/Skopje",
            "Europe/Sofia",
            "Europe/Stockholm",
            "Europe/Tallinn",
            "Europe/Tirane",
            "Europe/Tiraspol",
            "Europe/Ulyanovsk",
            "Europe/Uzhgorod",
            "Europe/Vaduz",
            "Europe/Vatican",
            "Europe/Vienna",
            "Europe/Vilnius",
            "Europe/Volgograd",
            "Europe/Warsaw",
            "Europe/Zagreb",
            "Europe/Zaporozhye",
            "Europe/Zurich",
            "Indian/Antananarivo",
            "Indian/Chagos",
            "Indian/Christmas",
            "Indian/Cocos",
            "Indian/Comoro",
            "Indian/Kerguelen",
            "Indian/Mahe",
            "Indian/Maldives",
            "Indian/Mauritius",
            "Indian/Mayotte",
            "Indian/Reunion",
            "Pacific/Apia",
            "Pacific/Auckland",
            "Pacific/Bougainville",
            "Pacific/Chatham",
            "Pacific/Chuuk",
            "Pacific/Easter",
            "Pacific/Efate",
            "Pacific/Enderbury",
            "Pacific/Fakaofo",
            "Pacific/Fiji",
            "Pacific/Funafuti",
            "Pacific/Galapagos",
            "Pacific/Gambier",
            "Pacific/Guadalcanal",
            "Pacific/Guam",
            "Pacific/Honolulu",
            "Pacific/Johnston",
            "Pacific/Kanton",
            "Pacific/Kiritimati",
            "Pacific/Kosrae",
            "Pacific/Kwajalein",
            "Pacific/Majuro",
            "Pacific/Marquesas",
            "Pacific/Midway",
            "Pacific/Nauru",
            "Pacific/Niue",
            "Pacific/Norfolk",
            "Pacific/Noumea",
            "Pacific/Pago_Pago",
            "Pacific/Palau",
            "Pacific/Pitcairn",
            "Pacific/Pohnpei",
            "Pacific/Ponape",
            "Pacific/Port_Moresby",
            "Pacific/Rarotonga",
            "Pacific/Saipan",
            "Pacific/Samoa",
            "Pacific/Tahiti",
            "Pacific/Tarawa",
            "Pacific/Tongatapu",
            "Pacific/Truk",
            "Pacific/Wake",
            "Pacific/Wallis",
            "Pacific/Yap",
        ]
        | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Import:
        """Make an event of a file. A large one is made in the background: then the answer says where to ask. Scope:
        `organise`.
        """
        answer: types.Import = self._call(
            "POST",
            "imports/",
            body={
                "format": format,
                "going_on": going_on,
                "members": members,
                "name": name,
                "rounds": rounds,
                "scoring": scoring,
                "text": text,
                "tiebreaks": tiebreaks,
                "variant": variant,
                "zone": zone,
            },
            idempotency_key=idempotency_key,
        )
        return answer

    def read_event_file(self, *, text: str, idempotency_key: str | None = None) -> types.EventFile:
        """Read the file of an event, and say what it is and what is wrong with it. Nothing is kept. Scope:
        `organise`.
        """
        answer: types.EventFile = self._call(
            "POST", "imports/reading/", body={"text": text}, idempotency_key=idempotency_key
        )
        return answer

    def get_import(self, id: str) -> types.Import:
        """How far a large import of yours is. Scope: `organise`."""
        answer: types.Import = self._call("GET", f"imports/{quoted(id)}/")
        return answer

    def call_import_off(self, id: str, *, idempotency_key: str | None = None) -> types.Import:
        """Call a large import of yours off. Scope: `organise`."""
        answer: types.Import = self._call("DELETE", f"imports/{quoted(id)}/", body={}, idempotency_key=idempotency_key)
        return answer

    def get_me(self) -> types.Me:
        """Who you are, and what your token lets you do. Scope: `read`."""
        answer: types.Me = self._call("GET", "me/")
        return answer

    def list_blocks(self, *, after: str | None = None, limit: int | None = None) -> types.Blocks:
        """Whom you block, by name. Scope: `account`."""
        answer: types.Blocks = self._call("GET", "me/blocks/", query={"after": after, "limit": limit})
        return answer

    def each_blocks(self, *, after: str | None = None, limit: int | None = None) -> Iterator[str]:
        """As `list_blocks`, one after the other over all pages: its `blocked`."""
        return self._pages(
            "GET", "me/blocks/", query={"after": after, "limit": limit}, field="blocked", goes_on_by="after"
        )

    def block(self, name: str, *, idempotency_key: str | None = None) -> types.Blocked:
        """Block a player: no challenges and no words between you. Nobody is told. Scope: `account`."""
        answer: types.Blocked = self._call(
            "PUT", f"me/blocks/{quoted(name)}/", body={}, idempotency_key=idempotency_key
        )
        return answer

    def unblock(self, name: str, *, idempotency_key: str | None = None) -> types.Blocked:
        """Take a block back. Scope: `account`."""
        answer: types.Blocked = self._call(
            "DELETE", f"me/blocks/{quoted(name)}/", body={}, idempotency_key=idempotency_key
        )
        return answer

    def become_bot(
        self, *, confirm: str, password: str, keeper: str | LeftOut = LEFT_OUT, idempotency_key: str | None = None
    ) -> types.Person:
        """Make the account of a personal token a bot, for good: with its password, never with rated games before.
        Scope: `play`.
        """
        answer: types.Person = self._call(
            "POST",
            "me/bot/",
            body={"confirm": confirm, "keeper": keeper, "password": password},
            idempotency_key=idempotency_key,
        )
        return answer

    def get_data_export(self) -> types.DataExport:
        """How far the file with all of your data is. It is fetched by a browser: whoever finds a token has not all
        of it. Scope: `read`.
        """
        answer: types.DataExport = self._call("GET", "me/data/")
        return answer

    def ask_for_data(self, *, idempotency_key: str | None = None) -> types.DataExport:
        """Have all that the service has of you put together; a mail says when it is there. Scope: `account`."""
        answer: types.DataExport = self._call("POST", "me/data/", body={}, idempotency_key=idempotency_key)
        return answer

    def remove_data_export(self, *, idempotency_key: str | None = None) -> types.Done:
        """Take that file away before its time. Scope: `account`."""
        answer: types.Done = self._call("DELETE", "me/data/", body={}, idempotency_key=idempotency_key)
        return answer

    def list_drafts(self) -> types.Drafts:
        """Where you have drafts: for games that wait for your set-up, and at the workshops of rule books. Scope:
        `read`.
        """
        answer: types.Drafts = self._call("GET", "me/drafts/")
        return answer

    def get_draft(self, key: str) -> types.Draft:
        """The draft of a workshop, and what it lacks. Scope: `read`."""
        answer: types.Draft = self._call("GET", f"me/drafts/{quoted(key)}/")
        return answer

    def change_draft(
        self,
        key: str,
        *,
        act: Literal["undo", "random", "fill", "mirror", "clear", "ready", "load"],
        version: Version,
        which: str | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.KeptDraft:
        """Undo, fill at random, mirror or clear the draft of a workshop, or lay a ready-made or a saved set-up.
        Scope: `setups`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.KeptDraft = self._call(
            "POST",
            f"me/drafts/{quoted(key)}/",
            body={"act": act, "which": which},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def keep_draft(
        self, key: str, *, rows: str, version: Version, idempotency_key: str | None = None
    ) -> types.KeptDraft:
        """Keep a draft of a workshop; the one before can be had back. Scope: `setups`. Needs `If-Match` with the
        ETag of what you saw: 412 if it has moved on.
        """
        answer: types.KeptDraft = self._call(
            "PUT", f"me/drafts/{quoted(key)}/", body={"rows": rows}, version=version, idempotency_key=idempotency_key
        )
        return answer

    def delete_draft(self, key: str, *, idempotency_key: str | None = None) -> types.Done:
        """Delete the draft of a workshop. Scope: `setups`."""
        answer: types.Done = self._call("DELETE", f"me/drafts/{quoted(key)}/", body={}, idempotency_key=idempotency_key)
        return answer

    def list_my_games(self, *, after: str | None = None, limit: int | None = None) -> types.MyGames:
        """Your games that go on: first those that wait for you, the one that is due first at the head. Scope:
        `read`.
        """
        answer: types.MyGames = self._call("GET", "me/games/", query={"after": after, "limit": limit})
        return answer

    def each_my_games(self, *, after: str | None = None, limit: int | None = None) -> Iterator[types.Mine]:
        """As `list_my_games`, one after the other over all pages: its `games`."""
        return self._pages(
            "GET", "me/games/", query={"after": after, "limit": limit}, field="games", goes_on_by="after"
        )

    def list_notices(self) -> types.Notices:
        """What you were told, the newest first; what is out of date is gone. Scope: `read`."""
        answer: types.Notices = self._call("GET", "me/notices/")
        return answer

    def mark_notices_read(self, *, id: str | LeftOut = LEFT_OUT, idempotency_key: str | None = None) -> types.Done:
        """Note that you have read a notice, or all. What is read is not sent by mail. Scope: `account`."""
        answer: types.Done = self._call("POST", "me/notices/", body={"id": id}, idempotency_key=idempotency_key)
        return answer

    def get_wishes(self) -> types.Wishes:
        """Of what you are told, on the page and by mail. Scope: `read`."""
        answer: types.Wishes = self._call("GET", "me/notices/wishes/")
        return answer

    def change_wishes(self, *, wishes: list[types.Wish], idempotency_key: str | None = None) -> types.Done:
        """Choose of what you are told: the kinds that the body names. Scope: `account`."""
        answer: types.Done = self._call(
            "PUT", "me/notices/wishes/", body={"wishes": wishes}, idempotency_key=idempotency_key
        )
        return answer

    def list_penalties(self, *, before: str | None = None, limit: int | None = None) -> types.Penalties:
        """What moderators decided about you, the newest first. Scope: `account`."""
        answer: types.Penalties = self._call("GET", "me/penalties/", query={"before": before, "limit": limit})
        return answer

    def each_penalties(self, *, before: str | None = None, limit: int | None = None) -> Iterator[types.Penalty]:
        """As `list_penalties`, one after the other over all pages: its `penalties`."""
        return self._pages("GET", "me/penalties/", query={"before": before, "limit": limit}, field="penalties")

    def get_appeal(self, id: str) -> types.Appeal:
        """How the appeal against a penalty of yours stands; whether there can be one, if there is none. Scope:
        `account`.
        """
        answer: types.Appeal = self._call("GET", f"me/penalties/{quoted(id)}/appeal/")
        return answer

    def appeal(self, id: str, *, words: str, idempotency_key: str | None = None) -> types.Done:
        """Appeal against a penalty; once you have, write more to whoever hears it. Scope: `account`."""
        answer: types.Done = self._call(
            "POST", f"me/penalties/{quoted(id)}/appeal/", body={"words": words}, idempotency_key=idempotency_key
        )
        return answer

    def withdraw_appeal(self, id: str, *, idempotency_key: str | None = None) -> types.Done:
        """Take an appeal back: there is no second one. Scope: `account`."""
        answer: types.Done = self._call(
            "DELETE", f"me/penalties/{quoted(id)}/appeal/", body={}, idempotency_key=idempotency_key
        )
        return answer

    def acknowledge(self, id: str, *, idempotency_key: str | None = None) -> types.Done:
        """Say that you have read a warning: you can begin games again. Scope: `account`."""
        answer: types.Done = self._call(
            "POST", f"me/penalties/{quoted(id)}/read/", body={}, idempotency_key=idempotency_key
        )
        return answer

    def get_preferences(self) -> types.Preferences:
        """How you want the pages. Scope: `read`."""
        answer: types.Preferences = self._call("GET", "me/preferences/")
        return answer

    def change_preferences(
        self,
        *,
        board_side: Literal["own", "red"] | LeftOut = LEFT_OUT,
        bot_challenges: bool | LeftOut = LEFT_OUT,
        confirm_moves: bool | LeftOut = LEFT_OUT,
        coordinates: bool | LeftOut = LEFT_OUT,
        open_data: Literal["pseudonym", "name", "none"] | LeftOut = LEFT_OUT,
        open_guesses: bool | LeftOut = LEFT_OUT,
        ranks: Literal["high", "low", "symbols"] | LeftOut = LEFT_OUT,
        rated_bots: bool | LeftOut = LEFT_OUT,
        show_figures: bool | LeftOut = LEFT_OUT,
        theme: Literal["system", "light", "dark"] | LeftOut = LEFT_OUT,
        time_zone: Literal[
            "UTC",
            "Africa/Abidjan",
            "Africa/Accra",
            "Africa/Addis_Ababa",
            "Africa/Algiers",
            "Africa/Asmara",
            "Africa/Asmera",
            "Africa/Bamako",
            "Africa/Bangui",
            "Africa/Banjul",
            "Africa/Bissau",
            "Africa/Blantyre",
            "Africa/Brazzaville",
            "Africa/Bujumbura",
            "Africa/Cairo",
            "Africa/Casablanca",
            "Africa/Ceuta",
            "Africa/Conakry",
            "Africa/Dakar",
            "Africa/Dar_es_Salaam",
            "Africa/Djibouti",
            "Africa/Douala",
            "Africa/El_Aaiun",
            "Africa/Freetown",
            "Africa/Gaborone",
            "Africa/Harare",
            "Africa/Johannesburg",
            "Africa/Juba",
            "Africa/Kampala",
            "Africa/Khartoum",
            "Africa/Kigali",
            "Africa/Kinshasa",
            "Africa/Lagos",
            "Africa/Libreville",
            "Africa/Lome",
            "Africa/Luanda",
            "Africa/Lubumbashi",
            "Africa/Lusaka",
            "Africa/Malabo",
            "Africa/Maputo",
            "Africa/Maseru",
            "Africa/Mbabane",
            "Africa/Mogadishu",
            "Africa/Monrovia",
            "Africa/Nairobi",
            "Africa/Ndjamena",
            "Africa/Niamey",
            "Africa/Nouakchott",
            "Africa/Ouagadougou",
            "Africa/Porto-Novo",
            "Africa/Sao_Tome",
            "Africa/Timbuktu",
            "Africa/Tripoli",
            "Africa/Tunis",
            "Africa/Windhoek",
            "America/Adak",
            "America/Anchorage",
            "America/Anguilla",
            "America/Antigua",
            "America/Araguaina",
            "America/Argentina/Buenos_Aires",
            "America/Argentina/Catamarca",
            "America/Argentina/ComodRivadavia",
            "America/Argentina/Cordoba",
            "America/Argentina/Jujuy",
            "America/Argentina/La_Rioja",
            "America/Argentina/Mendoza",
            "America/Argentina/Rio_Gallegos",
            "America/Argentina/Salta",
            "America/Argentina/San_Juan",
            "America/Argentina/San_Luis",
            "America/Argentina/Tucuman",
            "America/Argentina/Ushuaia",
            "America/Aruba",
            "America/Asuncion",
            "America/Atikokan",
            "America/Atka",
            "America/Bahia",
            "America/Bahia_Banderas",
            "America/Barbados",
            "America/Belem",
            "America/Belize",
            "America/Blanc-Sablon",
            "America/Boa_Vista",
            "America/Bogota",
            "America/Boise",
            "America/Buenos_Aires",
            "America/Cambridge_Bay",
            "America/Campo_Grande",
            "America/Cancun",
            "America/Caracas",
            "America/Catamarca",
            "America/Cayenne",
            "America/Cayman",
            "America/Chicago",
            "America/Chihuahua",
            "America/Ciudad_Juarez",
            "America/Coral_Harbour",
            "America/Cordoba",
            "America/Costa_Rica",
            "America/Coyhaique",
            "America/Creston",
            "America/Cuiaba",
            "America/Curacao",
            "America/Danmarkshavn",
            "America/Dawson",
            "America/Dawson_Creek",
            "America/Denver",
            "America/Detroit",
            "America/Dominica",
            "America/Edmonton",
            "America/Eirunepe",
            "America/El_Salvador",
            "America/Ensenada",
            "America/Fort_Nelson",
            "America/Fort_Wayne",
            "America/Fortaleza",
            "America/Glace_Bay",
            "America/Godthab",
            "America/Goose_Bay",
            "America/Grand_Turk",
            "America/Grenada",
            "America/Guadeloupe",
            "America/Guatemala",
            "America/Guayaquil",
            "America/Guyana",
            "America/Halifax",
            "America/Havana",
            "America/Hermosillo",
            "America/Indiana/Indianapolis",
            "America/Indiana/Knox",
            "America/Indiana/Marengo",
            "America/Indiana/Petersburg",
            "America/Indiana/Tell_City",
            "America/Indiana/Vevay",
            "America/Indiana/Vincennes",
            "America/Indiana/Winamac",
            "America/Indianapolis",
            "America/Inuvik",
            "America/Iqaluit",
            "America/Jamaica",
            "America/Jujuy",
            "America/Juneau",
            "America/Kentucky/Louisville",
            "America/Kentucky/Monticello",
            "America/Knox_IN",
            "America/Kralendijk",
            "America/La_Paz",
            "America/Lima",
            "America/Los_Angeles",
            "America/Louisville",
            "America/Lower_Princes",
            "America/Maceio",
            "America/Managua",
            "America/Manaus",
            "America/Marigot",
            "America/Martinique",
            "America/Matamoros",
            "America/Mazatlan",
            "America/Mendoza",
            "America/Menominee",
            "America/Merida",
            "America/Metlakatla",
            "America/Mexico_City",
            "America/Miquelon",
            "America/Moncton",
            "America/Monterrey",
            "America/Montevideo",
            "America/Montreal",
            "America/Montserrat",
            "America/Nassau",
            "America/New_York",
            "America/Nipigon",
            "America/Nome",
            "America/Noronha",
            "America/North_Dakota/Beulah",
            "America/North_Dakota/Center",
            "America/North_Dakota/New_Salem",
            "America/Nuuk",
            "America/Ojinaga",
            "America/Panama",
            "America/Pangnirtung",
            "America/Paramaribo",
            "America/Phoenix",
            "America/Port-au-Prince",
            "America/Port_of_Spain",
            "America/Porto_Acre",
            "America/Porto_Velho",
            "America/Puerto_Rico",
            "America/Punta_Arenas",
            "America/Rainy_River",
            "America/Rankin_Inlet",
            "America/Recife",
            "America/Regina",
            "America/Resolute",
            "America/Rio_Branco",
            "America/Rosario",
            "America/Santa_Isabel",
            "America/Santarem",
            "America/Santiago",
            "America/Santo_Domingo",
            "America/Sao_Paulo",
            "America/Scoresbysund",
            "America/Shiprock",
            "America/Sitka",
            "America/St_Barthelemy",
            "America/St_Johns",
            "America/St_Kitts",
            "America/St_Lucia",
            "America/St_Thomas",
            "America/St_Vincent",
            "America/Swift_Current",
            "America/Tegucigalpa",
            "America/Thule",
            "America/Thunder_Bay",
            "America/Tijuana",
            "America/Toronto",
            "America/Tortola",
            "America/Vancouver",
            "America/Virgin",
            "America/Whitehorse",
            "America/Winnipeg",
            "America/Yakutat",
            "America/Yellowknife",
            "Antarctica/Casey",
            "Antarctica/Davis",
            "Antarctica/DumontDUrville",
            "Antarctica/Macquarie",
            "Antarctica/Mawson",
            "Antarctica/McMurdo",
            "Antarctica/Palmer",
            "Antarctica/Rothera",
            "Antarctica/South_Pole",
            "Antarctica/Syowa",
            "Antarctica/Troll",
            "Antarctica/Vostok",
            "Arctic/Longyearbyen",
            "Asia/Aden",
            "Asia/Almaty",
            "Asia/Amman",
            "Asia/Anadyr",
            "Asia/Aqtau",
            "Asia/Aqtobe",
            "Asia/Ashgabat",
            "Asia/Ashkhabad",
            "Asia/Atyrau",
            "Asia/Baghdad",
            "Asia/Bahrain",
            "Asia/Baku",
            "Asia/Bangkok",
            "Asia/Barnaul",
            "Asia/Beirut",
            "Asia/Bishkek",
            "Asia/Brunei",
            "Asia/Calcutta",
            "Asia/Chita",
            "Asia/Choibalsan",
            "Asia/Chongqing",
            "Asia/Chungking",
            "Asia/Colombo",
            "Asia/Dacca",
            "Asia/Damascus",
            "Asia/Dhaka",
            "Asia/Dili",
            "Asia/Dubai",
            "Asia/Dushanbe",
            "Asia/Famagusta",
            "Asia/Gaza",
            "Asia/Harbin",
            "Asia/Hebron",
            "Asia/Ho_Chi_Minh",
            "Asia/Hong_Kong",
            "Asia/Hovd",
            "Asia/Irkutsk",
            "Asia/Istanbul",
            "Asia/Jakarta",
            "Asia/Jayapura",
            "Asia/Jerusalem",
            "Asia/Kabul",
            "Asia/Kamchatka",
            "Asia/Karachi",
            "Asia/Kashgar",
            "Asia/Kathmandu",
            "Asia/Katmandu",
            "Asia/Khandyga",
            "Asia/Kolkata",
            "Asia/Krasnoyarsk",
            "Asia/Kuala_Lumpur",
            "Asia/Kuching",
            "Asia/Kuwait",
            "Asia/Macao",
            "Asia/Macau",
            "Asia/Magadan",
            "Asia/Makassar",
            "Asia/Manila",
            "Asia/Muscat",
            "Asia/Nicosia",
            "Asia/Novokuznetsk",
            "Asia/Novosibirsk",
            "Asia/Omsk",
            "Asia/Oral",
            "Asia/Phnom_Penh",
            "Asia/Pontianak",
            "Asia/Pyongyang",
            "Asia/Qatar",
            "Asia/Qostanay",
            "Asia/Qyzylorda",
            "Asia/Rangoon",
            "Asia/Riyadh",
            "Asia/Saigon",
            "Asia/Sakhalin",
            "Asia/Samarkand",
            "Asia/Seoul",
            "Asia/Shanghai",
            "Asia/Singapore",
            "Asia/Srednekolymsk",
            "Asia/Taipei",
            "Asia/Tashkent",
            "Asia/Tbilisi",
            "Asia/Tehran",
            "Asia/Tel_Aviv",
            "Asia/Thimbu",
            "Asia/Thimphu",
            "Asia/Tokyo",
            "Asia/Tomsk",
            "Asia/Ujung_Pandang",
            "Asia/Ulaanbaatar",
            "Asia/Ulan_Bator",
            "Asia/Urumqi",
            "Asia/Ust-Nera",
            "Asia/Vientiane",
            "Asia/Vladivostok",
            "Asia/Yakutsk",
            "Asia/Yangon",
            "Asia/Yekaterinburg",
            "Asia/Yerevan",
            "Atlantic/Azores",
            "Atlantic/Bermuda",
            "Atlantic/Canary",
            "Atlantic/Cape_Verde",
            "Atlantic/Faeroe",
            "Atlantic/Faroe",
            "Atlantic/Jan_Mayen",
            "Atlantic/Madeira",
            "Atlantic/Reykjavik",
            "Atlantic/South_Georgia",
            "Atlantic/St_Helena",
            "Atlantic/Stanley",
            "Australia/ACT",
            "Australia/Adelaide",
            "Australia/Brisbane",
            "Australia/Broken_Hill",
            "Australia/Canberra",
            "Australia/Currie",
            "Australia/Darwin",
            "Australia/Eucla",
            "Australia/Hobart",
            "Australia/LHI",
            "Australia/Lindeman",
            "Australia/Lord_Howe",
            "Australia/Melbourne",
            "Australia/NSW",
            "Australia/North",
            "Australia/Perth",
            "Australia/Queensland",
            "Australia/South",
            "Australia/Sydney",
            "Australia/Tasmania",
            "Australia/Victoria",
            "Australia/West",
            "Australia/Yancowinna",
            "Europe/Amsterdam",
            "Europe/Andorra",
            "Europe/Astrakhan",
            "Europe/Athens",
            "Europe/Belfast",
            "Europe/Belgrade",
            "Europe/Berlin",
            "Europe/Bratislava",
            "Europe/Brussels",
            "Europe/Bucharest",
            "Europe/Budapest",
            "Europe/Busingen",
            "Europe/Chisinau",
            "Europe/Copenhagen",
            "Europe/Dublin",
            "Europe/Gibraltar",
            "Europe/Guernsey",
            "Europe/Helsinki",
            "Europe/Isle_of_Man",
            "Europe/Istanbul",
            "Europe/Jersey",
            "Europe/Kaliningrad",
            "Europe/Kiev",
            "Europe/Kirov",
            "Europe/Kyiv",
            "Europe/Lisbon",
            "Europe/Ljubljana",
            "Europe/London",
            "Europe/Luxembourg",
            "Europe/Madrid",
            "Europe/Malta",
            "Europe/Mariehamn",
            "Europe/Minsk",
            "Europe/Monaco",
            "Europe/Moscow",
            "Europe/Nicosia",
            "Europe/Oslo",
            "Europe/Paris",
            "Europe/Podgorica",
            "Europe/Prague",
            "Europe/Riga",
            "Europe/Rome",
            "Europe/Samara",
            "Europe/San_Marino",
            "Europe/Sarajevo",
            "Europe/Saratov",
            "Europe/Simferopol",
            "Europe/Skopje",
            "Europe/Sofia",
            "Europe/Stockholm",
            "Europe/Tallinn",
            "Europe/Tirane",
            "Europe/Tiraspol",
            "Europe/Ulyanovsk",
            "Europe/Uzhgorod",
            "Europe/Vaduz",
            "Europe/Vatican",
            "Europe/Vienna",
            "Europe/Vilnius",
            "Europe/Volgograd",
            "Europe/Warsaw",
            "Europe/Zagreb",
            "Europe/Zaporozhye",
            "Europe/Zurich",
            "Indian/Antananarivo",
            "Indian/Chagos",
            "Indian/Christmas",
            "Indian/Cocos",
            "Indian/Comoro",
            "Indian/Kerguelen",
            "Indian/Mahe",
            "Indian/Maldives",
            "Indian/Mauritius",
            "Indian/Mayotte",
            "Indian/Reunion",
            "Pacific/Apia",
            "Pacific/Auckland",
            "Pacific/Bougainville",
            "Pacific/Chatham",
            "Pacific/Chuuk",
            "Pacific/Easter",
            "Pacific/Efate",
            "Pacific/Enderbury",
            "Pacific/Fakaofo",
            "Pacific/Fiji",
            "Pacific/Funafuti",
            "Pacific/Galapagos",
            "Pacific/Gambier",
            "Pacific/Guadalcanal",
            "Pacific/Guam",
            "Pacific/Honolulu",
            "Pacific/Johnston",
            "Pacific/Kanton",
            "Pacific/Kiritimati",
            "Pacific/Kosrae",
            "Pacific/Kwajalein",
            "Pacific/Majuro",
            "Pacific/Marquesas",
            "Pacific/Midway",
            "Pacific/Nauru",
            "Pacific/Niue",
            "Pacific/Norfolk",
            "Pacific/Noumea",
            "Pacific/Pago_Pago",
            "Pacific/Palau",
            "Pacific/Pitcairn",
            "Pacific/Pohnpei",
            "Pacific/Ponape",
            "Pacific/Port_Moresby",
            "Pacific/Rarotonga",
            "Pacific/Saipan",
            "Pacific/Samoa",
            "Pacific/Tahiti",
            "Pacific/Tarawa",
            "Pacific/Tongatapu",
            "Pacific/Truk",
            "Pacific/Wake",
            "Pacific/Wallis",
            "Pacific/Yap",
        ]
        | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Done:
        """Change preferences: those that the body names. Scope: `account`."""
        answer: types.Done = self._call(
            "PUT",
            "me/preferences/",
            body={
                "board_side": board_side,
                "bot_challenges": bot_challenges,
                "confirm_moves": confirm_moves,
                "coordinates": coordinates,
                "open_data": open_data,
                "open_guesses": open_guesses,
                "ranks": ranks,
                "rated_bots": rated_bots,
                "show_figures": show_figures,
                "theme": theme,
                "time_zone": time_zone,
            },
            idempotency_key=idempotency_key,
        )
        return answer

    def list_my_seeks(self) -> types.Seeks:
        """Your own seeks and challenges that are open, and the tables at which you wait. Scope: `read`."""
        answer: types.Seeks = self._call("GET", "me/seeks/")
        return answer

    def list_saved_setups(
        self,
        *,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
    ) -> types.SavedSetups:
        """Your saved set-ups by name, with how your open games went that they were laid in. Scope: `read`."""
        answer: types.SavedSetups = self._call("GET", "me/setups/", query={"variant": variant})
        return answer

    def save_setup(
        self,
        *,
        name: str,
        rows: str,
        variant: Literal[
            "classic",
            "barrage",
            "battle",
            "duel",
            "lightning",
            "ultimate_lightning",
            "campaign",
            "alliance",
            "alliance_lightning",
        ],
        idempotency_key: str | None = None,
    ) -> types.KeptSetup:
        """Save a set-up under a name, whole or not. 50 of a rule book can be kept. Scope: `setups`."""
        answer: types.KeptSetup = self._call(
            "POST", "me/setups/", body={"name": name, "rows": rows, "variant": variant}, idempotency_key=idempotency_key
        )
        return answer

    def get_saved_setup(self, id: str) -> types.SavedSetup:
        """One of your saved set-ups. Scope: `read`."""
        answer: types.SavedSetup = self._call("GET", f"me/setups/{quoted(id)}/")
        return answer

    def change_saved_setup(
        self, id: str, *, name: str, rows: str, version: Version, idempotency_key: str | None = None
    ) -> types.KeptSetup:
        """Give a saved set-up another name or other squares. Scope: `setups`. Needs `If-Match` with the ETag of
        what you saw: 412 if it has moved on.
        """
        answer: types.KeptSetup = self._call(
            "PUT",
            f"me/setups/{quoted(id)}/",
            body={"name": name, "rows": rows},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def delete_saved_setup(self, id: str, *, idempotency_key: str | None = None) -> types.Done:
        """Delete a saved set-up. Scope: `setups`."""
        answer: types.Done = self._call("DELETE", f"me/setups/{quoted(id)}/", body={}, idempotency_key=idempotency_key)
        return answer

    def stream_me(self, *, since: str | None = None) -> Iterator[types.MyLine]:
        """What goes on for you: a line (NDJSON) for each of your games, for those that were over lately, for your
        challenges and seeks, and for your tournaments; and one whenever one of them stands otherwise. Scope:
        `read`.
        """
        return self._lines("GET", "me/stream/", query={"since": since})

    def list_my_studies(self) -> types.MyStudies:
        """The studies that you own, write, read or are invited to, those that were changed last first. Scope:
        `read`.
        """
        answer: types.MyStudies = self._call("GET", "me/studies/")
        return answer

    def get_vacation(self) -> types.Vacation:
        """Until when you are away, if so. Scope: `read`."""
        answer: types.Vacation = self._call("GET", "me/vacation/")
        return answer

    def begin_vacation(self, *, days: int, idempotency_key: str | None = None) -> types.Vacation:
        """Begin a vacation: in games that allow it your clock stands still. Scope: `account`."""
        answer: types.Vacation = self._call(
            "POST", "me/vacation/", body={"days": days}, idempotency_key=idempotency_key
        )
        return answer

    def end_vacation(self, *, idempotency_key: str | None = None) -> types.Vacation:
        """Be back. Scope: `account`."""
        answer: types.Vacation = self._call("DELETE", "me/vacation/", body={}, idempotency_key=idempotency_key)
        return answer

    def list_releases(self, *, before: str | None = None, limit: int | None = None) -> types.Releases:
        """The months that are released as open data, the last first, with their files. Open to everybody."""
        answer: types.Releases = self._call("GET", "open-data/", query={"before": before, "limit": limit})
        return answer

    def each_releases(self, *, before: str | None = None, limit: int | None = None) -> Iterator[types.Release]:
        """As `list_releases`, one after the other over all pages: its `releases`."""
        return self._pages("GET", "open-data/", query={"before": before, "limit": limit}, field="releases")

    def get_release(self, month: str) -> types.Release:
        """What is released of a month, with its files. Open to everybody."""
        answer: types.Release = self._call("GET", f"open-data/{quoted(month)}/")
        return answer

    def get_placements(
        self,
        *,
        colour: Literal["blue", "red"] | None = None,
        event: str | None = None,
        rank: str | None = None,
        rating: Literal["0", "1", "2", "3", "4", "5", "6"] | None = None,
        result: Literal["drawn", "lost", "won"] | None = None,
        source: Literal["import", "play"] | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
        year: int | None = None,
    ) -> types.Placements:
        """Where a rank stands in the set-ups of open games, and how those games went. Open to everybody."""
        answer: types.Placements = self._call(
            "GET",
            "placements/",
            query={
                "colour": colour,
                "event": event,
                "rank": rank,
                "rating": rating,
                "result": result,
                "source": source,
                "variant": variant,
                "year": year,
            },
        )
        return answer

    def get_player(self, name: str) -> types.Player:
        """A member: results and ratings by rule book, as the profile has them. Open to everybody."""
        answer: types.Player = self._call("GET", f"players/{quoted(name)}/")
        return answer

    def get_player_figures(
        self,
        name: str,
        *,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "cards",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
        year: int | None = None,
    ) -> types.PlayerFigures:
        """How a player's games go: your own at once, others' once a month has been over for a month, if they wish.
        Open to everybody.
        """
        answer: types.PlayerFigures = self._call(
            "GET", f"players/{quoted(name)}/figures/", query={"variant": variant, "year": year}
        )
        return answer

    def get_rating_history(self, name: str, slug: str) -> types.History:
        """What the last 1000 rated games of a rule book did to a member's rating. Open to everybody."""
        answer: types.History = self._call("GET", f"players/{quoted(name)}/ratings/{quoted(slug)}/")
        return answer

    def get_puzzle_of_the_day(self) -> types.PuzzleDay:
        """The puzzle of today, by UTC. Open to everybody."""
        answer: types.PuzzleDay = self._call("GET", "puzzles/day/")
        return answer

    def list_puzzles_of_days(
        self, *, after: str | None = None, before: str | None = None, limit: int | None = None
    ) -> types.PuzzleDays:
        """The puzzles of today and of earlier days, the newest first. Open to everybody."""
        answer: types.PuzzleDays = self._call(
            "GET", "puzzles/days/", query={"after": after, "before": before, "limit": limit}
        )
        return answer

    def each_puzzles_of_days(
        self, *, after: str | None = None, before: str | None = None, limit: int | None = None
    ) -> Iterator[types.PuzzleDay]:
        """As `list_puzzles_of_days`, one after the other over all pages: its `days`."""
        return self._pages(
            "GET",
            "puzzles/days/",
            query={"after": after, "before": before, "limit": limit},
            field="days",
            goes_on_by="after",
        )

    def draw_puzzle(
        self,
        *,
        kind: Literal["attack", "cannot", "where"] | None = None,
        near: Literal["no", "yes"] | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
    ) -> types.ListedPuzzle:
        """A puzzle, drawn among those that are wanted; with a token that may read, one that you have not had. Open
        to everybody.
        """
        answer: types.ListedPuzzle = self._call(
            "GET", "puzzles/next/", query={"kind": kind, "near": near, "variant": variant}
        )
        return answer

    def get_puzzle(self, key: str) -> types.Puzzle:
        """A puzzle; with a token that may read, your answer if you gave one, and what is right. Open to everybody."""
        answer: types.Puzzle = self._call("GET", f"puzzles/{quoted(key)}/")
        return answer

    def answer_puzzle(self, key: str, *, choice: list[str], idempotency_key: str | None = None) -> types.PuzzleAnswer:
        """Answer a puzzle. With a token, which has to be one that may play, the first answer is kept and counts.
        Open to everybody.
        """
        answer: types.PuzzleAnswer = self._call(
            "POST", f"puzzles/{quoted(key)}/", body={"choice": choice}, idempotency_key=idempotency_key
        )
        return answer

    def list_reports(self, *, before: str | None = None, limit: int | None = None) -> types.Reports:
        """What you have reported, the newest first, and what came of it. Scope: `account`."""
        answer: types.Reports = self._call("GET", "reports/", query={"before": before, "limit": limit})
        return answer

    def each_reports(self, *, before: str | None = None, limit: int | None = None) -> Iterator[types.OwnReport]:
        """As `list_reports`, one after the other over all pages: its `reports`."""
        return self._pages("GET", "reports/", query={"before": before, "limit": limit}, field="reports")

    def report(
        self,
        *,
        kind: Literal["player", "message", "letter", "note", "study", "comment", "game", "puzzle"],
        target: str,
        why: Literal[
            "stopped-playing",
            "stalling",
            "draw-refusal",
            "chasing",
            "abuse",
            "name",
            "spam",
            "accounts",
            "boosting",
            "telling",
            "collusion",
            "cheating",
            "powers",
            "wrong",
            "other",
        ],
        about: str | LeftOut = LEFT_OUT,
        block: bool | LeftOut = LEFT_OUT,
        text: str | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Reported:
        """Report a player or a thing to the moderators. The same again replaces what you wrote. Scope: `talk`."""
        answer: types.Reported = self._call(
            "POST",
            "reports/",
            body={"about": about, "block": block, "kind": kind, "target": target, "text": text, "why": why},
            idempotency_key=idempotency_key,
        )
        return answer

    def get_reportable(
        self,
        *,
        kind: Literal["comment", "game", "letter", "message", "note", "player", "puzzle", "study"] | None = None,
        target: str | None = None,
    ) -> types.Reportable:
        """Whether you can report something, whom it may be about, and for what. Scope: `read`."""
        answer: types.Reportable = self._call("GET", "reports/thing/", query={"kind": kind, "target": target})
        return answer

    def list_rule_books(self) -> types.Books:
        """All rule books as data. Open to everybody."""
        answer: types.Books = self._call("GET", "rule-books/")
        return answer

    def get_rule_book(self, slug: str) -> types.Book:
        """A rule book as data. Open to everybody."""
        answer: types.Book = self._call("GET", f"rule-books/{quoted(slug)}/")
        return answer

    def check_setup(self, slug: str, *, rows: str, idempotency_key: str | None = None) -> types.SetupCheck:
        """Whether a form is a set-up by a rule book, and what it lacks. Nothing is kept. Open to everybody."""
        answer: types.SetupCheck = self._call(
            "POST", f"rule-books/{quoted(slug)}/check/", body={"rows": rows}, idempotency_key=idempotency_key
        )
        return answer

    def list_seeks(
        self,
        *,
        rated: Literal["no", "yes"] | None = None,
        speed: Literal["days", "live"] | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "cards",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
    ) -> types.Seeks:
        """Open seeks, newest first; with a token that may read, without those of who blocked you or was blocked.
        Open to everybody.
        """
        answer: types.Seeks = self._call("GET", "seeks/", query={"rated": rated, "speed": speed, "variant": variant})
        return answer

    def post_seek(
        self,
        *,
        time: Literal[
            "live-5-5",
            "live-10-10",
            "live-20-10",
            "live-45-20",
            "1-day",
            "2-days",
            "3-days",
            "5-days",
            "7-days",
            "14-days",
            "bank-3d-6h",
            "bank-7d-12h",
        ]
        | dict[str, Any],
        variant: Literal[
            "classic",
            "barrage",
            "battle",
            "duel",
            "lightning",
            "ultimate_lightning",
            "campaign",
            "alliance",
            "alliance_lightning",
            "cards",
        ],
        bots: bool | LeftOut = LEFT_OUT,
        colour: Literal["random", "red", "blue"] | LeftOut = LEFT_OUT,
        kind: Literal["open", "link"] | LeftOut = LEFT_OUT,
        no_attack_limit: int | LeftOut | None = LEFT_OUT,
        notes: bool | LeftOut = LEFT_OUT,
        partners: Literal["chosen", "drawn"] | LeftOut = LEFT_OUT,
        rated: bool | LeftOut = LEFT_OUT,
        rating_from: int | LeftOut | None = LEFT_OUT,
        rating_to: int | LeftOut | None = LEFT_OUT,
        reveal: Literal["end", "delay", "never"] | LeftOut = LEFT_OUT,
        reveal_after: int | LeftOut | None = LEFT_OUT,
        spotter: bool | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Seek:
        """Post a seek, or make one that is joined by whoever knows its link. Scope: `challenge`."""
        answer: types.Seek = self._call(
            "POST",
            "seeks/",
            body={
                "bots": bots,
                "colour": colour,
                "kind": kind,
                "no_attack_limit": no_attack_limit,
                "notes": notes,
                "partners": partners,
                "rated": rated,
                "rating_from": rating_from,
                "rating_to": rating_to,
                "reveal": reveal,
                "reveal_after": reveal_after,
                "spotter": spotter,
                "time": time,
                "variant": variant,
            },
            idempotency_key=idempotency_key,
        )
        return answer

    def get_seek(self, id: str) -> types.Seek:
        """A seek or challenge: one of the lobby, your own, or one that you were invited to. Open to everybody."""
        answer: types.Seek = self._call("GET", f"seeks/{quoted(id)}/")
        return answer

    def cancel_seek(self, id: str, *, idempotency_key: str | None = None) -> types.Seek:
        """Take your seek or challenge back. Scope: `challenge`."""
        answer: types.Seek = self._call("DELETE", f"seeks/{quoted(id)}/", body={}, idempotency_key=idempotency_key)
        return answer

    def decline_challenge(self, id: str, *, idempotency_key: str | None = None) -> types.Seek:
        """Decline a challenge, or leave a table. Scope: `challenge`."""
        answer: types.Seek = self._call(
            "POST", f"seeks/{quoted(id)}/decline/", body={}, idempotency_key=idempotency_key
        )
        return answer

    def join_seek(
        self, id: str, *, number: int | LeftOut | None = LEFT_OUT, idempotency_key: str | None = None
    ) -> types.Seek:
        """Join a seek, or accept a challenge. With the last place the game begins, and `game` has its key. Scope:
        `challenge`.
        """
        answer: types.Seek = self._call(
            "POST", f"seeks/{quoted(id)}/join/", body={"number": number}, idempotency_key=idempotency_key
        )
        return answer

    def leave_seek(self, id: str, *, idempotency_key: str | None = None) -> types.Seek:
        """Give your place up at a table that is not full yet. Scope: `challenge`."""
        answer: types.Seek = self._call("POST", f"seeks/{quoted(id)}/leave/", body={}, idempotency_key=idempotency_key)
        return answer

    def list_studies(
        self,
        *,
        after: str | None = None,
        before: str | None = None,
        game: str | None = None,
        limit: int | None = None,
        player: str | None = None,
    ) -> types.Studies:
        """Public studies, the newest first. Open to everybody."""
        answer: types.Studies = self._call(
            "GET", "studies/", query={"after": after, "before": before, "game": game, "limit": limit, "player": player}
        )
        return answer

    def each_studies(
        self,
        *,
        after: str | None = None,
        before: str | None = None,
        game: str | None = None,
        limit: int | None = None,
        player: str | None = None,
    ) -> Iterator[types.ListedStudy]:
        """As `list_studies`, one after the other over all pages: its `studies`."""
        return self._pages(
            "GET",
            "studies/",
            query={"after": after, "before": before, "game": game, "limit": limit, "player": player},
            field="studies",
            goes_on_by="after",
        )

    def make_study(
        self, *, game: str, title: str | LeftOut = LEFT_OUT, idempotency_key: str | None = None
    ) -> types.StudyChanged:
        """Begin a study of a game that is open: private, until you show it. Scope: `talk`."""
        answer: types.StudyChanged = self._call(
            "POST", "studies/", body={"game": game, "title": title}, idempotency_key=idempotency_key
        )
        return answer

    def get_study(self, key: str, *, link: str | None = None) -> types.Study:
        """A study as you may read it: its lines, comments and drawings (docs/studies.md). Open to everybody."""
        answer: types.Study = self._call("GET", f"studies/{quoted(key)}/", query={"link": link})
        return answer

    def delete_study(self, key: str, *, idempotency_key: str | None = None) -> types.Done:
        """Delete a study of your own, with all that is said and drawn there. Scope: `talk`."""
        answer: types.Done = self._call("DELETE", f"studies/{quoted(key)}/", body={}, idempotency_key=idempotency_key)
        return answer

    def comment(
        self,
        key: str,
        *,
        ply: int,
        text: str,
        version: Version,
        line: int | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.StudyChanged:
        """Say something at a place of a study, in place of what you said there. Scope: `talk`. Needs `If-Match`
        with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.StudyChanged = self._call(
            "PUT",
            f"studies/{quoted(key)}/comments/",
            body={"line": line, "ply": ply, "text": text},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def delete_comment(
        self, id: str, key: str, *, version: Version, idempotency_key: str | None = None
    ) -> types.StudyChanged:
        """Delete what somebody else has said in a study of your own, by the id that the report of a comment takes.
        Scope: `talk`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.StudyChanged = self._call(
            "DELETE",
            f"studies/{quoted(key)}/comments/{quoted(id)}/",
            body={},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def draw(
        self,
        key: str,
        *,
        colour: Literal["green", "red", "blue", "yellow"],
        ply: int,
        squares: list[str],
        line: int | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.StudyChanged:
        """Draw an arrow or mark a square at a place of a study. Scope: `talk`."""
        answer: types.StudyChanged = self._call(
            "POST",
            f"studies/{quoted(key)}/drawings/",
            body={"colour": colour, "line": line, "ply": ply, "squares": squares},
            idempotency_key=idempotency_key,
        )
        return answer

    def rub_out(
        self,
        key: str,
        *,
        ply: int,
        version: Version,
        line: int | LeftOut = LEFT_OUT,
        shape: int | LeftOut | None = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.StudyChanged:
        """Take an arrow or a mark away at a place of a study, or all of them. Scope: `talk`. Needs `If-Match` with
        the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.StudyChanged = self._call(
            "POST",
            f"studies/{quoted(key)}/drawings/rub-out/",
            body={"line": line, "ply": ply, "shape": shape},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def invite_to_study(
        self, key: str, name: str, *, role: Literal["author", "reader"], idempotency_key: str | None = None
    ) -> types.StudyChanged:
        """Invite a member to write or to read a study of your own, or change as what they take part. Scope: `talk`."""
        answer: types.StudyChanged = self._call(
            "PUT",
            f"studies/{quoted(key)}/members/{quoted(name)}/",
            body={"role": role},
            idempotency_key=idempotency_key,
        )
        return answer

    def remove_from_study(self, key: str, name: str, *, idempotency_key: str | None = None) -> types.StudyChanged:
        """Take somebody out of a study of your own, or an invitation back. Scope: `talk`."""
        answer: types.StudyChanged = self._call(
            "DELETE", f"studies/{quoted(key)}/members/{quoted(name)}/", body={}, idempotency_key=idempotency_key
        )
        return answer

    def answer_study(
        self, key: str, *, act: Literal["accept", "decline", "leave"], idempotency_key: str | None = None
    ) -> types.Done:
        """Accept or decline an invitation to a study, or leave one: an owner hands it to the first author. Scope:
        `talk`.
        """
        answer: types.Done = self._call(
            "POST", f"studies/{quoted(key)}/membership/", body={"act": act}, idempotency_key=idempotency_key
        )
        return answer

    def get_study_settings(self, key: str) -> types.StudySettings:
        """Who may read a study of your own, who writes it, and its link. Scope: `read`."""
        answer: types.StudySettings = self._call("GET", f"studies/{quoted(key)}/settings/")
        return answer

    def change_study_settings(
        self,
        key: str,
        *,
        version: Version,
        title: str | LeftOut = LEFT_OUT,
        visibility: Literal["private", "link", "public"] | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.StudyChanged:
        """Name a study of your own, or choose who may read it. Scope: `talk`. Needs `If-Match` with the ETag of
        what you saw: 412 if it has moved on.
        """
        answer: types.StudyChanged = self._call(
            "PUT",
            f"studies/{quoted(key)}/settings/",
            body={"title": title, "visibility": visibility},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def renew_study_link(self, key: str, *, idempotency_key: str | None = None) -> types.StudyChanged:
        """Give a study of your own another link: the one before opens nothing any more. Scope: `talk`."""
        answer: types.StudyChanged = self._call(
            "POST", f"studies/{quoted(key)}/settings/link/", body={}, idempotency_key=idempotency_key
        )
        return answer

    def play_in_study(
        self, key: str, *, ply: int, turn: str, line: int | LeftOut = LEFT_OUT, idempotency_key: str | None = None
    ) -> types.StudyPlaced:
        """Play a turn at a place of a study: on in the line if it was played there, else in a variation. Scope:
        `talk`.
        """
        answer: types.StudyPlaced = self._call(
            "POST",
            f"studies/{quoted(key)}/turns/",
            body={"line": line, "ply": ply, "turn": turn},
            idempotency_key=idempotency_key,
        )
        return answer

    def change_variation(
        self,
        key: str,
        line: int,
        *,
        act: Literal["take-back", "remove"],
        version: Version,
        sure: bool | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.StudyPlaced:
        """Take the last ply of a variation back, or the whole variation out of the study. Scope: `talk`. Needs `If-
        Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.StudyPlaced = self._call(
            "POST",
            f"studies/{quoted(key)}/variations/{quoted(line)}/",
            body={"act": act, "sure": sure},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def list_tournaments(
        self,
        *,
        after: str | None = None,
        before: str | None = None,
        format: Literal["knockout", "round_robin", "swiss"] | None = None,
        limit: int | None = None,
        text: str | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "cards",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
        when: Literal["coming", "open", "past", "running"] | None = None,
    ) -> types.Tournaments:
        """Tournaments: what runs or comes by its start, what is past the latest first. Open to everybody."""
        answer: types.Tournaments = self._call(
            "GET",
            "tournaments/",
            query={
                "after": after,
                "before": before,
                "format": format,
                "limit": limit,
                "text": text,
                "variant": variant,
                "when": when,
            },
        )
        return answer

    def each_tournaments(
        self,
        *,
        after: str | None = None,
        before: str | None = None,
        format: Literal["knockout", "round_robin", "swiss"] | None = None,
        limit: int | None = None,
        text: str | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "cards",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
        when: Literal["coming", "open", "past", "running"] | None = None,
    ) -> Iterator[types.ListedEvent]:
        """As `list_tournaments`, one after the other over all pages: its `tournaments`."""
        return self._pages(
            "GET",
            "tournaments/",
            query={
                "after": after,
                "before": before,
                "format": format,
                "limit": limit,
                "text": text,
                "variant": variant,
                "when": when,
            },
            field="tournaments",
            goes_on_by="after",
        )

    def make_tournament(
        self,
        *,
        name: str,
        variant: Literal[
            "classic",
            "barrage",
            "battle",
            "duel",
            "lightning",
            "ultimate_lightning",
            "campaign",
            "alliance",
            "alliance_lightning",
            "cards",
        ],
        announce: bool | LeftOut = LEFT_OUT,
        code: str | LeftOut = LEFT_OUT,
        description: str | LeftOut = LEFT_OUT,
        format: Literal["swiss", "knockout", "round_robin"] | LeftOut = LEFT_OUT,
        place: str | LeftOut = LEFT_OUT,
        real: bool | LeftOut = LEFT_OUT,
        terms: types.EventTerms | LeftOut = LEFT_OUT,
        zone: Literal[
            "UTC",
            "Africa/Abidjan",
            "Africa/Accra",
            "Africa/Addis_Ababa",
            "Africa/Algiers",
            "Africa/Asmara",
            "Africa/Asmera",
            "Africa/Bamako",
            "Africa/Bangui",
            "Africa/Banjul",
            "Africa/Bissau",
            "Africa/Blantyre",
            "Africa/Brazzaville",
            "Africa/Bujumbura",
            "Africa/Cairo",
            "Africa/Casablanca",
            "Africa/Ceuta",
            "Africa/Conakry",
            "Africa/Dakar",
            "Africa/Dar_es_Salaam",
            "Africa/Djibouti",
            "Africa/Douala",
            "Africa/El_Aaiun",
            "Africa/Freetown",
            "Africa/Gaborone",
            "Africa/Harare",
            "Africa/Johannesburg",
            "Africa/Juba",
            "Africa/Kampala",
            "Africa/Khartoum",
            "Africa/Kigali",
            "Africa/Kinshasa",
            "Africa/Lagos",
            "Africa/Libreville",
            "Africa/Lome",
            "Africa/Luanda",
            "Africa/Lubumbashi",
            "Africa/Lusaka",
            "Africa/Malabo",
            "Africa/Maputo",
            "Africa/Maseru",
            "Africa/Mbabane",
            "Africa/Mogadishu",
            "Africa/Monrovia",
            "Africa/Nairobi",
            "Africa/Ndjamena",
            "Africa/Niamey",
            "Africa/Nouakchott",
            "Africa/Ouagadougou",
            "Africa/Porto-Novo",
            "Africa/Sao_Tome",
            "Africa/Timbuktu",
            "Africa/Tripoli",
            "Africa/Tunis",
            "Africa/Windhoek",
            "America/Adak",
            "America/Anchorage",
            "America/Anguilla",
            "America/Antigua",
            "America/Araguaina",
            "America/Argentina/Buenos_Aires",
            "America/Argentina/Catamarca",
            "America/Argentina/ComodRivadavia",
            "America/Argentina/Cordoba",
            "America/Argentina/Jujuy",
            "America/Argentina/La_Rioja",
            "America/Argentina/Mendoza",
            "America/Argentina/Rio_Gallegos",
            "America/Argentina/Salta",
            "America/Argentina/San_Juan",
            "America/Argentina/San_Luis",
            "America/Argentina/Tucuman",
            "America/Argentina/Ushuaia",
            "America/Aruba",
            "America/Asuncion",
            "America/Atikokan",
            "America/Atka",
            "America/Bahia",
            "America/Bahia_Banderas",
            "America/Barbados",
            "America/Belem",
            "America/Belize",
            "America/Blanc-Sablon",
            "America/Boa_Vista",
            "America/Bogota",
            "America/Boise",
            "America/Buenos_Aires",
            "America/Cambridge_Bay",
            "America/Campo_Grande",
            "America/Cancun",
            "America/Caracas",
            "America/Catamarca",
            "America/Cayenne",
            "America/Cayman",
            "America/Chicago",
            "America/Chihuahua",
            "America/Ciudad_Juarez",
            "America/Coral_Harbour",
            "America/Cordoba",
            "America/Costa_Rica",
            "America/Coyhaique",
            "America/Creston",
            "America/Cuiaba",
            "America/Curacao",
            "America/Danmarkshavn",
            "America/Dawson",
            "America/Dawson_Creek",
            "America/Denver",
            "America/Detroit",
            "America/Dominica",
            "America/Edmonton",
            "America/Eirunepe",
            "America/El_Salvador",
            "America/Ensenada",
            "America/Fort_Nelson",
            "America/Fort_Wayne",
            "America/Fortaleza",
            "America/Glace_Bay",
            "America/Godthab",
            "America/Goose_Bay",
            "America/Grand_Turk",
            "America/Grenada",
            "America/Guadeloupe",
            "America/Guatemala",
            "America/Guayaquil",
            "America/Guyana",
            "America/Halifax",
            "America/Havana",
            "America/Hermosillo",
            "America/Indiana/Indianapolis",
            "America/Indiana/Knox",
            "America/Indiana/Marengo",
            "America/Indiana/Petersburg",
            "America/Indiana/Tell_City",
            "America/Indiana/Vevay",
            "America/Indiana/Vincennes",
            "America/Indiana/Winamac",
            "America/Indianapolis",
            "America/Inuvik",
            "America/Iqaluit",
            "America/Jamaica",
            "America/Jujuy",
            "America/Juneau",
            "America/Kentucky/Louisville",
            "America/Kentucky/Monticello",
            "America/Knox_IN",
            "America/Kralendijk",
            "America/La_Paz",
            "America/Lima",
            "America/Los_Angeles",
            "America/Louisville",
            "America/Lower_Princes",
            "America/Maceio",
            "America/Managua",
            "America/Manaus",
            "America/Marigot",
            "America/Martinique",
            "America/Matamoros",
            "America/Mazatlan",
            "America/Mendoza",
            "America/Menominee",
            "America/Merida",
            "America/Metlakatla",
            "America/Mexico_City",
            "America/Miquelon",
            "America/Moncton",
            "America/Monterrey",
            "America/Montevideo",
            "America/Montreal",
            "America/Montserrat",
            "America/Nassau",
            "America/New_York",
            "America/Nipigon",
            "America/Nome",
            "America/Noronha",
            "America/North_Dakota/Beulah",
            "America/North_Dakota/Center",
            "America/North_Dakota/New_Salem",
            "America/Nuuk",
            "America/Ojinaga",
            "America/Panama",
            "America/Pangnirtung",
            "America/Paramaribo",
            "America/Phoenix",
            "America/Port-au-Prince",
            "America/Port_of_Spain",
            "America/Porto_Acre",
            "America/Porto_Velho",
            "America/Puerto_Rico",
            "America/Punta_Arenas",
            "America/Rainy_River",
            "America/Rankin_Inlet",
            "America/Recife",
            "America/Regina",
            "America/Resolute",
            "America/Rio_Branco",
            "America/Rosario",
            "America/Santa_Isabel",
            "America/Santarem",
            "America/Santiago",
            "America/Santo_Domingo",
            "America/Sao_Paulo",
            "America/Scoresbysund",
            "America/Shiprock",
            "America/Sitka",
            "America/St_Barthelemy",
            "America/St_Johns",
            "America/St_Kitts",
            "America/St_Lucia",
            "America/St_Thomas",
            "America/St_Vincent",
            "America/Swift_Current",
            "America/Tegucigalpa",
            "America/Thule",
            "America/Thunder_Bay",
            "America/Tijuana",
            "America/Toronto",
            "America/Tortola",
            "America/Vancouver",
            "America/Virgin",
            "America/Whitehorse",
            "America/Winnipeg",
            "America/Yakutat",
            "America/Yellowknife",
            "Antarctica/Casey",
            "Antarctica/Davis",
            "Antarctica/DumontDUrville",
            "Antarctica/Macquarie",
            "Antarctica/Mawson",
            "Antarctica/McMurdo",
            "Antarctica/Palmer",
            "Antarctica/Rothera",
            "Antarctica/South_Pole",
            "Antarctica/Syowa",
            "Antarctica/Troll",
            "Antarctica/Vostok",
            "Arctic/Longyearbyen",
            "Asia/Aden",
            "Asia/Almaty",
            "Asia/Amman",
            "Asia/Anadyr",
            "Asia/Aqtau",
            "Asia/Aqtobe",
            "Asia/Ashgabat",
            "Asia/Ashkhabad",
            "Asia/Atyrau",
            "Asia/Baghdad",
            "Asia/Bahrain",
            "Asia/Baku",
            "Asia/Bangkok",
            "Asia/Barnaul",
            "Asia/Beirut",
            "Asia/Bishkek",
            "Asia/Brunei",
            "Asia/Calcutta",
            "Asia/Chita",
            "Asia/Choibalsan",
            "Asia/Chongqing",
            "Asia/Chungking",
            "Asia/Colombo",
            "Asia/Dacca",
            "Asia/Damascus",
            "Asia/Dhaka",
            "Asia/Dili",
            "Asia/Dubai",
            "Asia/Dushanbe",
            "Asia/Famagusta",
            "Asia/Gaza",
            "Asia/Harbin",
            "Asia/Hebron",
            "Asia/Ho_Chi_Minh",
            "Asia/Hong_Kong",
            "Asia/Hovd",
            "Asia/Irkutsk",
            "Asia/Istanbul",
            "Asia/Jakarta",
            "Asia/Jayapura",
            "Asia/Jerusalem",
            "Asia/Kabul",
            "Asia/Kamchatka",
            "Asia/Karachi",
            "Asia/Kashgar",
            "Asia/Kathmandu",
            "Asia/Katmandu",
            "Asia/Khandyga",
            "Asia/Kolkata",
            "Asia/Krasnoyarsk",
            "Asia/Kuala_Lumpur",
            "Asia/Kuching",
            "Asia/Kuwait",
            "Asia/Macao",
            "Asia/Macau",
            "Asia/Magadan",
            "Asia/Makassar",
            "Asia/Manila",
            "Asia/Muscat",
            "Asia/Nicosia",
            "Asia/Novokuznetsk",
            "Asia/Novosibirsk",
            "Asia/Omsk",
            "Asia/Oral",
            "Asia/Phnom_Penh",
            "Asia/Pontianak",
            "Asia/Pyongyang",
            "Asia/Qatar",
            "Asia/Qostanay",
            "Asia/Qyzylorda",
            "Asia/Rangoon",
            "Asia/Riyadh",
            "Asia/Saigon",
            "Asia/Sakhalin",
            "Asia/Samarkand",
            "Asia/Seoul",
            "Asia/Shanghai",
            "Asia/Singapore",
            "Asia/Srednekolymsk",
            "Asia/Taipei",
            "Asia/Tashkent",
            "Asia/Tbilisi",
            "Asia/Tehran",
            "Asia/Tel_Aviv",
            "Asia/Thimbu",
            "Asia/Thimphu",
            "Asia/Tokyo",
            "Asia/Tomsk",
            "Asia/Ujung_Pandang",
            "Asia/Ulaanbaatar",
            "Asia/Ulan_Bator",
            "Asia/Urumqi",
            "Asia/Ust-Nera",
            "Asia/Vientiane",
            "Asia/Vladivostok",
            "Asia/Yakutsk",
            "Asia/Yangon",
            "Asia/Yekaterinburg",
            "Asia/Yerevan",
            "Atlantic/Azores",
            "Atlantic/Bermuda",
            "Atlantic/Canary",
            "Atlantic/Cape_Verde",
            "Atlantic/Faeroe",
            "Atlantic/Faroe",
            "Atlantic/Jan_Mayen",
            "Atlantic/Madeira",
            "Atlantic/Reykjavik",
            "Atlantic/South_Georgia",
            "Atlantic/St_Helena",
            "Atlantic/Stanley",
            "Australia/ACT",
            "Australia/Adelaide",
            "Australia/Brisbane",
            "Australia/Broken_Hill",
            "Australia/Canberra",
            "Australia/Currie",
            "Australia/Darwin",
            "Australia/Eucla",
            "Australia/Hobart",
            "Australia/LHI",
            "Australia/Lindeman",
            "Australia/Lord_Howe",
            "Australia/Melbourne",
            "Australia/NSW",
            "Australia/North",
            "Australia/Perth",
            "Australia/Queensland",
            "Australia/South",
            "Australia/Sydney",
            "Australia/Tasmania",
            "Australia/Victoria",
            "Australia/West",
            "Australia/Yancowinna",
            "Europe/Amsterdam",
            "Europe/Andorra",
            "Europe/Astrakhan",
            "Europe/Athens",
            "Europe/Belfast",
            "Europe/Belgrade",
            "Europe/Berlin",
            "Europe/Bratislava",
            "Europe/Brussels",
            "Europe/Bucharest",
            "Europe/Budapest",
            "Europe/Busingen",
            "Europe/Chisinau",
            "Europe/Copenhagen",
            "Europe/Dublin",
            "Europe/Gibraltar",
            "Europe/Guernsey",
            "Europe/Helsinki",
            "Europe/Isle_of_Man",
            "Europe/Istanbul",
            "Europe/Jersey",
            "Europe/Kaliningrad",
            "Europe/Kiev",
            "Europe/Kirov",
            "Europe/Kyiv",
            "Europe/Lisbon",
            "Europe/Ljubljana",
            "Europe/London",
            "Europe/Luxembourg",
            "Europe/Madrid",
            "Europe/Malta",
            "Europe/Mariehamn",
            "Europe/Minsk",
            "Europe/Monaco",
            "Europe/Moscow",
            "Europe/Nicosia",
            "Europe/Oslo",
            "Europe/Paris",
            "Europe/Podgorica",
            "Europe/Prague",
            "Europe/Riga",
            "Europe/Rome",
            "Europe/Samara",
            "Europe/San_Marino",
            "Europe/Sarajevo",
            "Europe/Saratov",
            "Europe/Simferopol",
            "Europe/Skopje",
            "Europe/Sofia",
            "Europe/Stockholm",
            "Europe/Tallinn",
            "Europe/Tirane",
            "Europe/Tiraspol",
            "Europe/Ulyanovsk",
            "Europe/Uzhgorod",
            "Europe/Vaduz",
            "Europe/Vatican",
            "Europe/Vienna",
            "Europe/Vilnius",
            "Europe/Volgograd",
            "Europe/Warsaw",
            "Europe/Zagreb",
            "Europe/Zaporozhye",
            "Europe/Zurich",
            "Indian/Antananarivo",
            "Indian/Chagos",
            "Indian/Christmas",
            "Indian/Cocos",
            "Indian/Comoro",
            "Indian/Kerguelen",
            "Indian/Mahe",
            "Indian/Maldives",
            "Indian/Mauritius",
            "Indian/Mayotte",
            "Indian/Reunion",
            "Pacific/Apia",
            "Pacific/Auckland",
            "Pacific/Bougainville",
            "Pacific/Chatham",
            "Pacific/Chuuk",
            "Pacific/Easter",
            "Pacific/Efate",
            "Pacific/Enderbury",
            "Pacific/Fakaofo",
            "Pacific/Fiji",
            "Pacific/Funafuti",
            "Pacific/Galapagos",
            "Pacific/Gambier",
            "Pacific/Guadalcanal",
            "Pacific/Guam",
            "Pacific/Honolulu",
            "Pacific/Johnston",
            "Pacific/Kanton",
            "Pacific/Kiritimati",
            "Pacific/Kosrae",
            "Pacific/Kwajalein",
            "Pacific/Majuro",
            "Pacific/Marquesas",
            "Pacific/Midway",
            "Pacific/Nauru",
            "Pacific/Niue",
            "Pacific/Norfolk",
            "Pacific/Noumea",
            "Pacific/Pago_Pago",
            "Pacific/Palau",
            "Pacific/Pitcairn",
            "Pacific/Pohnpei",
            "Pacific/Ponape",
            "Pacific/Port_Moresby",
            "Pacific/Rarotonga",
            "Pacific/Saipan",
            "Pacific/Samoa",
            "Pacific/Tahiti",
            "Pacific/Tarawa",
            "Pacific/Tongatapu",
            "Pacific/Truk",
            "Pacific/Wake",
            "Pacific/Wallis",
            "Pacific/Yap",
        ]
        | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.WholeTournament:
        """Prepare a tournament, or announce it at once. A draft is its staff's alone. Scope: `organise`."""
        answer: types.WholeTournament = self._call(
            "POST",
            "tournaments/",
            body={
                "announce": announce,
                "code": code,
                "description": description,
                "format": format,
                "name": name,
                "place": place,
                "real": real,
                "terms": terms,
                "variant": variant,
                "zone": zone,
            },
            idempotency_key=idempotency_key,
        )
        return answer

    def get_tournament(self, key: str) -> types.WholeTournament:
        """A tournament, as it stands. Open to everybody."""
        answer: types.WholeTournament = self._call("GET", f"tournaments/{quoted(key)}/")
        return answer

    def change_tournament(
        self,
        key: str,
        *,
        version: Version,
        code: str | LeftOut = LEFT_OUT,
        description: str | LeftOut = LEFT_OUT,
        format: Literal["swiss", "knockout", "round_robin"] | LeftOut = LEFT_OUT,
        name: str | LeftOut = LEFT_OUT,
        place: str | LeftOut = LEFT_OUT,
        real: bool | LeftOut = LEFT_OUT,
        reason: str | LeftOut = LEFT_OUT,
        terms: types.EventTerms | LeftOut = LEFT_OUT,
        variant: Literal[
            "classic",
            "barrage",
            "battle",
            "duel",
            "lightning",
            "ultimate_lightning",
            "campaign",
            "alliance",
            "alliance_lightning",
            "cards",
        ]
        | LeftOut = LEFT_OUT,
        zone: Literal[
            "UTC",
            "Africa/Abidjan",
            "Africa/Accra",
            "Africa/Addis_Ababa",
            "Africa/Algiers",
            "Africa/Asmara",
            "Africa/Asmera",
            "Africa/Bamako",
            "Africa/Bangui",
            "Africa/Banjul",
            "Africa/Bissau",
            "Africa/Blantyre",
            "Africa/Brazzaville",
            "Africa/Bujumbura",
            "Africa/Cairo",
            "Africa/Casablanca",
            "Africa/Ceuta",
            "Africa/Conakry",
            "Africa/Dakar",
            "Africa/Dar_es_Salaam",
            "Africa/Djibouti",
            "Africa/Douala",
            "Africa/El_Aaiun",
            "Africa/Freetown",
            "Africa/Gaborone",
            "Africa/Harare",
            "Africa/Johannesburg",
            "Africa/Juba",
            "Africa/Kampala",
            "Africa/Khartoum",
            "Africa/Kigali",
            "Africa/Kinshasa",
            "Africa/Lagos",
            "Africa/Libreville",
            "Africa/Lome",
            "Africa/Luanda",
            "Africa/Lubumbashi",
            "Africa/Lusaka",
            "Africa/Malabo",
            "Africa/Maputo",
            "Africa/Maseru",
            "Africa/Mbabane",
            "Africa/Mogadishu",
            "Africa/Monrovia",
            "Africa/Nairobi",
            "Africa/Ndjamena",
            "Africa/Niamey",
            "Africa/Nouakchott",
            "Africa/Ouagadougou",
            "Africa/Porto-Novo",
            "Africa/Sao_Tome",
            "Africa/Timbuktu",
            "Africa/Tripoli",
            "Africa/Tunis",
            "Africa/Windhoek",
            "America/Adak",
            "America/Anchorage",
            "America/Anguilla",
            "America/Antigua",
            "America/Araguaina",
            "America/Argentina/Buenos_Aires",
            "America/Argentina/Catamarca",
            "America/Argentina/ComodRivadavia",
            "America/Argentina/Cordoba",
            "America/Argentina/Jujuy",
            "America/Argentina/La_Rioja",
            "America/Argentina/Mendoza",
            "America/Argentina/Rio_Gallegos",
            "America/Argentina/Salta",
            "America/Argentina/San_Juan",
            "America/Argentina/San_Luis",
            "America/Argentina/Tucuman",
            "America/Argentina/Ushuaia",
            "America/Aruba",
            "America/Asuncion",
            "America/Atikokan",
            "America/Atka",
            "America/Bahia",
            "America/Bahia_Banderas",
            "America/Barbados",
            "America/Belem",
            "America/Belize",
            "America/Blanc-Sablon",
            "America/Boa_Vista",
            "America/Bogota",
            "America/Boise",
            "America/Buenos_Aires",
            "America/Cambridge_Bay",
            "America/Campo_Grande",
            "America/Cancun",
            "America/Caracas",
            "America/Catamarca",
            "America/Cayenne",
            "America/Cayman",
            "America/Chicago",
            "America/Chihuahua",
            "America/Ciudad_Juarez",
            "America/Coral_Harbour",
            "America/Cordoba",
            "America/Costa_Rica",
            "America/Coyhaique",
            "America/Creston",
            "America/Cuiaba",
            "America/Curacao",
            "America/Danmarkshavn",
            "America/Dawson",
            "America/Dawson_Creek",
            "America/Denver",
            "America/Detroit",
            "America/Dominica",
            "America/Edmonton",
            "America/Eirunepe",
            "America/El_Salvador",
            "America/Ensenada",
            "America/Fort_Nelson",
            "America/Fort_Wayne",
            "America/Fortaleza",
            "America/Glace_Bay",
            "America/Godthab",
            "America/Goose_Bay",
            "America/Grand_Turk",
            "America/Grenada",
            "America/Guadeloupe",
            "America/Guatemala",
            "America/Guayaquil",
            "America/Guyana",
            "America/Halifax",
            "America/Havana",
            "America/Hermosillo",
            "America/Indiana/Indianapolis",
            "America/Indiana/Knox",
            "America/Indiana/Marengo",
            "America/Indiana/Petersburg",
            "America/Indiana/Tell_City",
            "America/Indiana/Vevay",
            "America/Indiana/Vincennes",
            "America/Indiana/Winamac",
            "America/Indianapolis",
            "America/Inuvik",
            "America/Iqaluit",
            "America/Jamaica",
            "America/Jujuy",
            "America/Juneau",
            "America/Kentucky/Louisville",
            "America/Kentucky/Monticello",
            "America/Knox_IN",
            "America/Kralendijk",
            "America/La_Paz",
            "America/Lima",
            "America/Los_Angeles",
            "America/Louisville",
            "America/Lower_Princes",
            "America/Maceio",
            "America/Managua",
            "America/Manaus",
            "America/Marigot",
            "America/Martinique",
            "America/Matamoros",
            "America/Mazatlan",
            "America/Mendoza",
            "America/Menominee",
            "America/Merida",
            "America/Metlakatla",
            "America/Mexico_City",
            "America/Miquelon",
            "America/Moncton",
            "America/Monterrey",
            "America/Montevideo",
            "America/Montreal",
            "America/Montserrat",
            "America/Nassau",
            "America/New_York",
            "America/Nipigon",
            "America/Nome",
            "America/Noronha",
            "America/North_Dakota/Beulah",
            "America/North_Dakota/Center",
            "America/North_Dakota/New_Salem",
            "America/Nuuk",
            "America/Ojinaga",
            "America/Panama",
            "America/Pangnirtung",
            "America/Paramaribo",
            "America/Phoenix",
            "America/Port-au-Prince",
            "America/Port_of_Spain",
            "America/Porto_Acre",
            "America/Porto_Velho",
            "America/Puerto_Rico",
            "America/Punta_Arenas",
            "America/Rainy_River",
            "America/Rankin_Inlet",
            "America/Recife",
            "America/Regina",
            "America/Resolute",
            "America/Rio_Branco",
            "America/Rosario",
            "America/Santa_Isabel",
            "America/Santarem",
            "America/Santiago",
            "America/Santo_Domingo",
            "America/Sao_Paulo",
            "America/Scoresbysund",
            "America/Shiprock",
            "America/Sitka",
            "America/St_Barthelemy",
            "America/St_Johns",
            "America/St_Kitts",
            "America/St_Lucia",
            "America/St_Thomas",
            "America/St_Vincent",
            "America/Swift_Current",
            "America/Tegucigalpa",
            "America/Thule",
            "America/Thunder_Bay",
            "America/Tijuana",
            "America/Toronto",
            "America/Tortola",
            "America/Vancouver",
            "America/Virgin",
            "America/Whitehorse",
            "America/Winnipeg",
            "America/Yakutat",
            "America/Yellowknife",
            "Antarctica/Casey",
            "Antarctica/Davis",
            "Antarctica/DumontDUrville",
            "Antarctica/Macquarie",
            "Antarctica/Mawson",
            "Antarctica/McMurdo",
            "Antarctica/Palmer",
            "Antarctica/Rothera",
            "Antarctica/South_Pole",
            "Antarctica/Syowa",
            "Antarctica/Troll",
            "Antarctica/Vostok",
            "Arctic/Longyearbyen",
            "Asia/Aden",
            "Asia/Almaty",
            "Asia/Amman",
            "Asia/Anadyr",
            "Asia/Aqtau",
            "Asia/Aqtobe",
            "Asia/Ashgabat",
            "Asia/Ashkhabad",
            "Asia/Atyrau",
            "Asia/Baghdad",
            "Asia/Bahrain",
            "Asia/Baku",
            "Asia/Bangkok",
            "Asia/Barnaul",
            "Asia/Beirut",
            "Asia/Bishkek",
            "Asia/Brunei",
            "Asia/Calcutta",
            "Asia/Chita",
            "Asia/Choibalsan",
            "Asia/Chongqing",
            "Asia/Chungking",
            "Asia/Colombo",
            "Asia/Dacca",
            "Asia/Damascus",
            "Asia/Dhaka",
            "Asia/Dili",
            "Asia/Dubai",
            "Asia/Dushanbe",
            "Asia/Famagusta",
            "Asia/Gaza",
            "Asia/Harbin",
            "Asia/Hebron",
            "Asia/Ho_Chi_Minh",
            "Asia/Hong_Kong",
            "Asia/Hovd",
            "Asia/Irkutsk",
            "Asia/Istanbul",
            "Asia/Jakarta",
            "Asia/Jayapura",
            "Asia/Jerusalem",
            "Asia/Kabul",
            "Asia/Kamchatka",
            "Asia/Karachi",
            "Asia/Kashgar",
            "Asia/Kathmandu",
            "Asia/Katmandu",
            "Asia/Khandyga",
            "Asia/Kolkata",
            "Asia/Krasnoyarsk",
            "Asia/Kuala_Lumpur",
            "Asia/Kuching",
            "Asia/Kuwait",
            "Asia/Macao",
            "Asia/Macau",
            "Asia/Magadan",
            "Asia/Makassar",
            "Asia/Manila",
            "Asia/Muscat",
            "Asia/Nicosia",
            "Asia/Novokuznetsk",
            "Asia/Novosibirsk",
            "Asia/Omsk",
            "Asia/Oral",
            "Asia/Phnom_Penh",
            "Asia/Pontianak",
            "Asia/Pyongyang",
            "Asia/Qatar",
            "Asia/Qostanay",
            "Asia/Qyzylorda",
            "Asia/Rangoon",
            "Asia/Riyadh",
            "Asia/Saigon",
            "Asia/Sakhalin",
            "Asia/Samarkand",
            "Asia/Seoul",
            "Asia/Shanghai",
            "Asia/Singapore",
            "Asia/Srednekolymsk",
            "Asia/Taipei",
            "Asia/Tashkent",
            "Asia/Tbilisi",
            "Asia/Tehran",
            "Asia/Tel_Aviv",
            "Asia/Thimbu",
            "Asia/Thimphu",
            "Asia/Tokyo",
            "Asia/Tomsk",
            "Asia/Ujung_Pandang",
            "Asia/Ulaanbaatar",
            "Asia/Ulan_Bator",
            "Asia/Urumqi",
            "Asia/Ust-Nera",
            "Asia/Vientiane",
            "Asia/Vladivostok",
            "Asia/Yakutsk",
            "Asia/Yangon",
            "Asia/Yekaterinburg",
            "Asia/Yerevan",
            "Atlantic/Azores",
            "Atlantic/Bermuda",
            "Atlantic/Canary",
            "Atlantic/Cape_Verde",
            "Atlantic/Faeroe",
            "Atlantic/Faroe",
            "Atlantic/Jan_Mayen",
            "Atlantic/Madeira",
            "Atlantic/Reykjavik",
            "Atlantic/South_Georgia",
            "Atlantic/St_Helena",
            "Atlantic/Stanley",
            "Australia/ACT",
            "Australia/Adelaide",
            "Australia/Brisbane",
            "Australia/Broken_Hill",
            "Australia/Canberra",
            "Australia/Currie",
            "Australia/Darwin",
            "Australia/Eucla",
            "Australia/Hobart",
            "Australia/LHI",
            "Australia/Lindeman",
            "Australia/Lord_Howe",
            "Australia/Melbourne",
            "Australia/NSW",
            "Australia/North",
            "Australia/Perth",
            "Australia/Queensland",
            "Australia/South",
            "Australia/Sydney",
            "Australia/Tasmania",
            "Australia/Victoria",
            "Australia/West",
            "Australia/Yancowinna",
            "Europe/Amsterdam",
            "Europe/Andorra",
            "Europe/Astrakhan",
            "Europe/Athens",
            "Europe/Belfast",
            "Europe/Belgrade",
            "Europe/Berlin",
            "Europe/Bratislava",
            "Europe/Brussels",
            "Europe/Bucharest",
            "Europe/Budapest",
            "Europe/Busingen",
            "Europe/Chisinau",
            "Europe/Copenhagen",
            "Europe/Dublin",
            "Europe/Gibraltar",
            "Europe/Guernsey",
            "Europe/Helsinki",
            "Europe/Isle_of_Man",
            "Europe/Istanbul",
            "Europe/Jersey",
            "Europe/Kaliningrad",
            "Europe/Kiev",
            "Europe/Kirov",
            "Europe/Kyiv",
            "Europe/Lisbon",
            "Europe/Ljubljana",
            "Europe/London",
            "Europe/Luxembourg",
            "Europe/Madrid",
            "Europe/Malta",
            "Europe/Mariehamn",
            "Europe/Minsk",
            "Europe/Monaco",
            "Europe/Moscow",
            "Europe/Nicosia",
            "Europe/Oslo",
            "Europe/Paris",
            "Europe/Podgorica",
            "Europe/Prague",
            "Europe/Riga",
            "Europe/Rome",
            "Europe/Samara",
            "Europe/San_Marino",
            "Europe/Sarajevo",
            "Europe/Saratov",
            "Europe/Simferopol",
            "Europe/Skopje",
            "Europe/Sofia",
            "Europe/Stockholm",
            "Europe/Tallinn",
            "Europe/Tirane",
            "Europe/Tiraspol",
            "Europe/Ulyanovsk",
            "Europe/Uzhgorod",
            "Europe/Vaduz",
            "Europe/Vatican",
            "Europe/Vienna",
            "Europe/Vilnius",
            "Europe/Volgograd",
            "Europe/Warsaw",
            "Europe/Zagreb",
            "Europe/Zaporozhye",
            "Europe/Zurich",
            "Indian/Antananarivo",
            "Indian/Chagos",
            "Indian/Christmas",
            "Indian/Cocos",
            "Indian/Comoro",
            "Indian/Kerguelen",
            "Indian/Mahe",
            "Indian/Maldives",
            "Indian/Mauritius",
            "Indian/Mayotte",
            "Indian/Reunion",
            "Pacific/Apia",
            "Pacific/Auckland",
            "Pacific/Bougainville",
            "Pacific/Chatham",
            "Pacific/Chuuk",
            "Pacific/Easter",
            "Pacific/Efate",
            "Pacific/Enderbury",
            "Pacific/Fakaofo",
            "Pacific/Fiji",
            "Pacific/Funafuti",
            "Pacific/Galapagos",
            "Pacific/Gambier",
            "Pacific/Guadalcanal",
            "Pacific/Guam",
            "Pacific/Honolulu",
            "Pacific/Johnston",
            "Pacific/Kanton",
            "Pacific/Kiritimati",
            "Pacific/Kosrae",
            "Pacific/Kwajalein",
            "Pacific/Majuro",
            "Pacific/Marquesas",
            "Pacific/Midway",
            "Pacific/Nauru",
            "Pacific/Niue",
            "Pacific/Norfolk",
            "Pacific/Noumea",
            "Pacific/Pago_Pago",
            "Pacific/Palau",
            "Pacific/Pitcairn",
            "Pacific/Pohnpei",
            "Pacific/Ponape",
            "Pacific/Port_Moresby",
            "Pacific/Rarotonga",
            "Pacific/Saipan",
            "Pacific/Samoa",
            "Pacific/Tahiti",
            "Pacific/Tarawa",
            "Pacific/Tongatapu",
            "Pacific/Truk",
            "Pacific/Wake",
            "Pacific/Wallis",
            "Pacific/Yap",
        ]
        | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.WholeTournament:
        """Change the terms of a tournament, or how it presents itself: what the body names. Scope: `organise`.
        Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.WholeTournament = self._call(
            "PUT",
            f"tournaments/{quoted(key)}/",
            body={
                "code": code,
                "description": description,
                "format": format,
                "name": name,
                "place": place,
                "real": real,
                "reason": reason,
                "terms": terms,
                "variant": variant,
                "zone": zone,
            },
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def get_bracket(
        self, key: str, *, after: int | None = None, limit: int | None = None, round: int | None = None
    ) -> types.Bracket:
        """A round of the bracket of a knockout, from top to bottom: the winner of match n goes to match (n + 1) / 2
        of the next round. Players are pairing numbers, null where it is open who comes, 0 for nobody. Open to
        everybody.
        """
        answer: types.Bracket = self._call(
            "GET", f"tournaments/{quoted(key)}/bracket/", query={"after": after, "limit": limit, "round": round}
        )
        return answer

    def each_bracket(
        self, key: str, *, after: int | None = None, limit: int | None = None, round: int | None = None
    ) -> Iterator[types.Match]:
        """As `get_bracket`, one after the other over all pages: its `matches`."""
        return self._pages(
            "GET",
            f"tournaments/{quoted(key)}/bracket/",
            query={"after": after, "limit": limit, "round": round},
            field="matches",
            goes_on_by="after",
        )

    def get_event_calendar(self, key: str) -> types.Calendar:
        """When a tournament and its rounds begin and end, as far as it is known. As a file: `files/rounds.ics`.
        Open to everybody.
        """
        answer: types.Calendar = self._call("GET", f"tournaments/{quoted(key)}/calendar/")
        return answer

    def list_calls(self, key: str, *, before: int | None = None, limit: int | None = None) -> types.Calls:
        """The calls that you made, the newest first; as an arbiter, by a token with the scope `staff`, all that you
        may handle. Scope: `read`.
        """
        answer: types.Calls = self._call(
            "GET", f"tournaments/{quoted(key)}/calls/", query={"before": before, "limit": limit}
        )
        return answer

    def each_calls(self, key: str, *, before: int | None = None, limit: int | None = None) -> Iterator[types.EventCall]:
        """As `list_calls`, one after the other over all pages: its `calls`."""
        return self._pages(
            "GET", f"tournaments/{quoted(key)}/calls/", query={"before": before, "limit": limit}, field="calls"
        )

    def call_arbiter(
        self,
        key: str,
        *,
        about: Literal["rules", "clock", "connection", "conduct", "setup", "other"],
        board: int,
        round: int,
        version: Version,
        text: str | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Called:
        """Call the arbiter to your board. Scope: `play`. Needs `If-Match` with the ETag of what you saw: 412 if it
        has moved on.
        """
        answer: types.Called = self._call(
            "POST",
            f"tournaments/{quoted(key)}/calls/",
            body={"about": about, "board": board, "round": round, "text": text},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def get_crosstable(self, key: str, *, after: int | None = None, limit: int | None = None) -> types.Crosstable:
        """The crosstable by places, with a cell for each round. Opponents are pairing numbers; marks are those of
        report files (TRF16), null while a game goes on. Open to everybody.
        """
        answer: types.Crosstable = self._call(
            "GET", f"tournaments/{quoted(key)}/crosstable/", query={"after": after, "limit": limit}
        )
        return answer

    def each_crosstable(self, key: str, *, after: int | None = None, limit: int | None = None) -> Iterator[types.Line]:
        """As `get_crosstable`, one after the other over all pages: its `crosstable`."""
        return self._pages(
            "GET",
            f"tournaments/{quoted(key)}/crosstable/",
            query={"after": after, "limit": limit},
            field="crosstable",
            goes_on_by="after",
        )

    def get_desk(self, key: str) -> types.Station:
        """What can be done now with the event as a whole: start it, pair, publish, begin and end rounds, pause, and
        what each action takes. Scope: `staff`.
        """
        answer: types.Station = self._call("GET", f"tournaments/{quoted(key)}/desk/")
        return answer

    def act_at_desk(
        self, key: str, *, body: dict[str, Any], version: Version, idempotency_key: str | None = None
    ) -> types.DeedDone:
        """Do something with the event as a whole: start it, pair, publish, begin and end rounds, pause. `sure` is
        needed for what cannot be undone. Scope: `staff`. Needs `If-Match` with the ETag of what you saw: 412 if
        it has moved on.
        """
        answer: types.DeedDone = self._call(
            "POST", f"tournaments/{quoted(key)}/desk/", body=body, version=version, idempotency_key=idempotency_key
        )
        return answer

    def list_blockers(self, key: str) -> types.Blockers:
        """Everything that the next step of a tournament waits for, by codes. Scope: `staff`."""
        answer: types.Blockers = self._call("GET", f"tournaments/{quoted(key)}/desk/blockers/")
        return answer

    def take_board_up(
        self, key: str, *, board: int, round: int, text: str, version: Version, idempotency_key: str | None = None
    ) -> types.Called:
        """Take a board up as an arbiter, though nobody called. Scope: `staff`. Needs `If-Match` with the ETag of
        what you saw: 412 if it has moved on.
        """
        answer: types.Called = self._call(
            "POST",
            f"tournaments/{quoted(key)}/desk/calls/",
            body={"board": board, "round": round, "text": text},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def get_desk_call(self, call: int, key: str) -> types.Station:
        """What can be done now about a call for the arbiter: rulings, time, clocks, and what each action takes.
        Scope: `staff`.
        """
        answer: types.Station = self._call("GET", f"tournaments/{quoted(key)}/desk/calls/{quoted(call)}/")
        return answer

    def answer_call(
        self, call: int, key: str, *, body: dict[str, Any], version: Version, idempotency_key: str | None = None
    ) -> types.DeedDone:
        """Do something about a call for the arbiter: rulings, time, clocks. `sure` is needed for what cannot be
        undone. Scope: `staff`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.DeedDone = self._call(
            "POST",
            f"tournaments/{quoted(key)}/desk/calls/{quoted(call)}/",
            body=body,
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def get_both_sides(self, call: int, key: str) -> types.BothSides:
        """Both sides of a paused game, each as its seat sees it, after the action `look` of the call, which both
        sides are told of. Scope: `staff`.
        """
        answer: types.BothSides = self._call("GET", f"tournaments/{quoted(key)}/desk/calls/{quoted(call)}/look/")
        return answer

    def get_desk_entries(self, key: str) -> types.Station:
        """What can be done now about who takes part: invitations, pairs kept apart, and what each action takes.
        Scope: `staff`.
        """
        answer: types.Station = self._call("GET", f"tournaments/{quoted(key)}/desk/entries/")
        return answer

    def act_on_entries(
        self, key: str, *, body: dict[str, Any], version: Version, idempotency_key: str | None = None
    ) -> types.DeedDone:
        """Do something about who takes part: invitations, pairs kept apart. `sure` is needed for what cannot be
        undone. Scope: `staff`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.DeedDone = self._call(
            "POST",
            f"tournaments/{quoted(key)}/desk/entries/",
            body=body,
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def get_desk_entry(self, entry: int, key: str) -> types.Station:
        """What can be done now about one entry: byes, withdrawals, expulsions, corrections, and what each action
        takes. Scope: `staff`.
        """
        answer: types.Station = self._call("GET", f"tournaments/{quoted(key)}/desk/entries/{quoted(entry)}/")
        return answer

    def act_on_entry(
        self, entry: int, key: str, *, body: dict[str, Any], version: Version, idempotency_key: str | None = None
    ) -> types.DeedDone:
        """Do something about one entry: byes, withdrawals, expulsions, corrections. `sure` is needed for what
        cannot be undone. Scope: `staff`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.DeedDone = self._call(
            "POST",
            f"tournaments/{quoted(key)}/desk/entries/{quoted(entry)}/",
            body=body,
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def get_hand_pairing(self, key: str) -> types.HandPairing:
        """The pairing of the round to come as it stands, and that of the engine; entries by their numbers. Scope:
        `staff`.
        """
        answer: types.HandPairing = self._call("GET", f"tournaments/{quoted(key)}/desk/pairing/")
        return answer

    def pair_by_hand(
        self,
        key: str,
        *,
        boards: list[list[int]],
        reason: str,
        version: Version,
        overrule: bool | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Version:
        """Pair the round to come by hand. Who is present and left out has the bye. Scope: `staff`. Needs `If-Match`
        with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.Version = self._call(
            "POST",
            f"tournaments/{quoted(key)}/desk/pairing/",
            body={"boards": boards, "overrule": overrule, "reason": reason},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def enter_people(
        self, key: str, *, entries: list[types.NamedEntry], version: Version, idempotency_key: str | None = None
    ) -> types.Entered:
        """Enter people by name, across real boards: all of them, or, if one is refused, none. Scope: `staff`. Needs
        `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.Entered = self._call(
            "POST",
            f"tournaments/{quoted(key)}/desk/people/",
            body={"entries": entries},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def get_ranking(self, key: str) -> types.Ranking:
        """The initial ranking as it would be now, by entries, where it is made by hand. Scope: `staff`."""
        answer: types.Ranking = self._call("GET", f"tournaments/{quoted(key)}/desk/ranking/")
        return answer

    def rank_by_hand(
        self, key: str, *, order: list[int], version: Version, idempotency_key: str | None = None
    ) -> types.Version:
        """Set the initial ranking. Scope: `staff`. Needs `If-Match` with the ETag of what you saw: 412 if it has
        moved on.
        """
        answer: types.Version = self._call(
            "PUT",
            f"tournaments/{quoted(key)}/desk/ranking/",
            body={"order": order},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def get_desk_round(
        self, key: str, number: int, *, after: int | None = None, limit: int | None = None
    ) -> types.Round:
        """A round as the staff sees it, before its pairing is published too. Scope: `staff`."""
        answer: types.Round = self._call(
            "GET", f"tournaments/{quoted(key)}/desk/rounds/{quoted(number)}/", query={"after": after, "limit": limit}
        )
        return answer

    def record_results(
        self,
        key: str,
        number: int,
        *,
        results: list[types.BoardResult],
        version: Version,
        idempotency_key: str | None = None,
    ) -> types.Recorded:
        """Record results of a round: all of them, or, if one is refused, none; `params.row` says which. Scope:
        `staff`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.Recorded = self._call(
            "POST",
            f"tournaments/{quoted(key)}/desk/rounds/{quoted(number)}/results/",
            body={"results": results},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def get_desk_board(self, board: int, key: str, round: int) -> types.Station:
        """What can be done now about one board: results, corrections, forfeits, and what each action takes. Scope:
        `staff`.
        """
        answer: types.Station = self._call(
            "GET", f"tournaments/{quoted(key)}/desk/rounds/{quoted(round)}/boards/{quoted(board)}/"
        )
        return answer

    def act_on_board(
        self,
        board: int,
        key: str,
        round: int,
        *,
        body: dict[str, Any],
        version: Version,
        idempotency_key: str | None = None,
    ) -> types.DeedDone:
        """Do something about one board: results, corrections, forfeits. `sure` is needed for what cannot be undone.
        Scope: `staff`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.DeedDone = self._call(
            "POST",
            f"tournaments/{quoted(key)}/desk/rounds/{quoted(round)}/boards/{quoted(board)}/",
            body=body,
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def attach_record(
        self,
        board: int,
        key: str,
        round: int,
        *,
        text: str,
        version: Version,
        leg: int | LeftOut = LEFT_OUT,
        name: str | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Version:
        """Attach the record of a game that was played across a real board: everybody can replay it then. Scope:
        `staff`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.Version = self._call(
            "POST",
            f"tournaments/{quoted(key)}/desk/rounds/{quoted(round)}/boards/{quoted(board)}/record/",
            body={"leg": leg, "name": name, "text": text},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def list_entries(self, key: str, *, after: int | None = None, limit: int | None = None) -> types.Entries:
        """Who takes part in a tournament, by order of entering. Open to everybody."""
        answer: types.Entries = self._call(
            "GET", f"tournaments/{quoted(key)}/entries/", query={"after": after, "limit": limit}
        )
        return answer

    def each_entries(self, key: str, *, after: int | None = None, limit: int | None = None) -> Iterator[types.Entry]:
        """As `list_entries`, one after the other over all pages: its `entries`."""
        return self._pages(
            "GET",
            f"tournaments/{quoted(key)}/entries/",
            query={"after": after, "limit": limit},
            field="entries",
            goes_on_by="after",
        )

    def get_entry(self, key: str, number: int) -> types.Card:
        """An entry with its rounds, and with what each tie-break is made of: the parts, round by round, whose sum
        it is, or whose mean. Opponents are pairing numbers. Open to everybody.
        """
        answer: types.Card = self._call("GET", f"tournaments/{quoted(key)}/entries/{quoted(number)}/")
        return answer

    def get_own_entry(self, key: str) -> types.Station:
        """What can be done now about your own entry: enter, check in, ask for a bye, withdraw, come back, and what
        each action takes. Scope: `read`.
        """
        answer: types.Station = self._call("GET", f"tournaments/{quoted(key)}/entry/")
        return answer

    def change_own_entry(
        self, key: str, *, body: dict[str, Any], version: Version, idempotency_key: str | None = None
    ) -> types.DeedDone:
        """Do something about your own entry: enter, check in, ask for a bye, withdraw, come back. `sure` is needed
        for what cannot be undone. Scope: `play`. Needs `If-Match` with the ETag of what you saw: 412 if it has
        moved on.
        """
        answer: types.DeedDone = self._call(
            "POST", f"tournaments/{quoted(key)}/entry/", body=body, version=version, idempotency_key=idempotency_key
        )
        return answer

    def download_archive_zip(self, key: str) -> bytes:
        """The archive of a tournament that is over: pages, files, records and proofs. Open to everybody."""
        answer: bytes = self._call("GET", f"tournaments/{quoted(key)}/files/archive.zip")
        return answer

    def have_archive_made(self, key: str, *, idempotency_key: str | None = None) -> types.Done:
        """Have the archive of a large tournament made: a GET gives it some time later. Open to everybody."""
        answer: types.Done = self._call(
            "POST", f"tournaments/{quoted(key)}/files/archive.zip", body={}, idempotency_key=idempotency_key
        )
        return answer

    def download_crosstable_csv(self, key: str) -> bytes:
        """A tournament as the file `crosstable.csv`. Open to everybody."""
        answer: bytes = self._call("GET", f"tournaments/{quoted(key)}/files/crosstable.csv")
        return answer

    def download_event_json(self, key: str) -> dict[str, Any]:
        """A tournament as the file `event.json`. Open to everybody."""
        answer: dict[str, Any] = self._call("GET", f"tournaments/{quoted(key)}/files/event.json")
        return answer

    def download_records_zip(self, key: str) -> bytes:
        """The records of all games of a tournament that are revealed. Open to everybody."""
        answer: bytes = self._call("GET", f"tournaments/{quoted(key)}/files/records.zip")
        return answer

    def download_report_trf(self, key: str) -> bytes:
        """A tournament as the file `report.trf`. Open to everybody."""
        answer: bytes = self._call("GET", f"tournaments/{quoted(key)}/files/report.trf")
        return answer

    def download_rounds_ics(self, key: str) -> bytes:
        """A tournament as the file `rounds.ics`. Open to everybody."""
        answer: bytes = self._call("GET", f"tournaments/{quoted(key)}/files/rounds.ics")
        return answer

    def download_standings_csv(self, key: str) -> bytes:
        """A tournament as the file `standings.csv`. Open to everybody."""
        answer: bytes = self._call("GET", f"tournaments/{quoted(key)}/files/standings.csv")
        return answer

    def list_event_log(
        self,
        key: str,
        *,
        before: int | None = None,
        kind: Literal["calls", "decisions", "entries", "results", "rounds"] | None = None,
        limit: int | None = None,
    ) -> types.Log:
        """What has happened in a tournament, the newest first: each in words, as far as everybody may know it. Open
        to everybody.
        """
        answer: types.Log = self._call(
            "GET", f"tournaments/{quoted(key)}/log/", query={"before": before, "kind": kind, "limit": limit}
        )
        return answer

    def each_event_log(
        self,
        key: str,
        *,
        before: int | None = None,
        kind: Literal["calls", "decisions", "entries", "results", "rounds"] | None = None,
        limit: int | None = None,
    ) -> Iterator[types.Logged]:
        """As `list_event_log`, one after the other over all pages: its `log`."""
        return self._pages(
            "GET",
            f"tournaments/{quoted(key)}/log/",
            query={"before": before, "kind": kind, "limit": limit},
            field="log",
        )

    def get_organising(self, key: str) -> types.Station:
        """What can be done now as the organiser: announce the event, call it off, and what each action takes.
        Scope: `organise`.
        """
        answer: types.Station = self._call("GET", f"tournaments/{quoted(key)}/organising/")
        return answer

    def organise(
        self, key: str, *, body: dict[str, Any], version: Version, idempotency_key: str | None = None
    ) -> types.DeedDone:
        """Do something as the organiser: announce the event, call it off. `sure` is needed for what cannot be
        undone. Scope: `organise`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.DeedDone = self._call(
            "POST",
            f"tournaments/{quoted(key)}/organising/",
            body=body,
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def get_writing(self, key: str) -> types.Station:
        """What can be done now to write to those who take part, and what each action takes. Scope: `organise`."""
        answer: types.Station = self._call("GET", f"tournaments/{quoted(key)}/organising/letters/")
        return answer

    def write_letter(
        self, key: str, *, body: dict[str, Any], version: Version, idempotency_key: str | None = None
    ) -> types.DeedDone:
        """Do something to write to those who take part. `sure` is needed for what cannot be undone. Scope:
        `organise`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.DeedDone = self._call(
            "POST",
            f"tournaments/{quoted(key)}/organising/letters/",
            body=body,
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def get_roles(self, key: str) -> types.Station:
        """What can be done now about who runs the event, and what each action takes. Scope: `organise`."""
        answer: types.Station = self._call("GET", f"tournaments/{quoted(key)}/organising/roles/")
        return answer

    def change_roles(
        self, key: str, *, body: dict[str, Any], version: Version, idempotency_key: str | None = None
    ) -> types.DeedDone:
        """Do something about who runs the event. `sure` is needed for what cannot be undone. Scope: `organise`.
        Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.DeedDone = self._call(
            "POST",
            f"tournaments/{quoted(key)}/organising/roles/",
            body=body,
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def get_report(self, key: str) -> types.Report:
        """The FIDE report file (TRF16), in `text`. Open to everybody."""
        answer: types.Report = self._call("GET", f"tournaments/{quoted(key)}/report/")
        return answer

    def get_round(self, key: str, number: int, *, after: int | None = None, limit: int | None = None) -> types.Round:
        """The pairings and results of a round that is published. Marks are those of report files (TRF16). Open to
        everybody.
        """
        answer: types.Round = self._call(
            "GET", f"tournaments/{quoted(key)}/rounds/{quoted(number)}/", query={"after": after, "limit": limit}
        )
        return answer

    def get_own_board(self, board: int, key: str, round: int) -> types.Station:
        """What can be done now at your own board: agree a time, be there, tell the result, and what each action
        takes. Scope: `read`.
        """
        answer: types.Station = self._call(
            "GET", f"tournaments/{quoted(key)}/rounds/{quoted(round)}/boards/{quoted(board)}/"
        )
        return answer

    def act_at_board(
        self,
        board: int,
        key: str,
        round: int,
        *,
        body: dict[str, Any],
        version: Version,
        idempotency_key: str | None = None,
    ) -> types.DeedDone:
        """Do something at your own board: agree a time, be there, tell the result. `sure` is needed for what cannot
        be undone. Scope: `play`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.DeedDone = self._call(
            "POST",
            f"tournaments/{quoted(key)}/rounds/{quoted(round)}/boards/{quoted(board)}/",
            body=body,
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    def get_standings(
        self, key: str, *, after: int | None = None, limit: int | None = None, round: int | None = None
    ) -> types.Standings:
        """The standings, now or as they were after a round, with the values of the tie-breaks; what each is made of
        is told with an entry. Points are in tenths. Open to everybody.
        """
        answer: types.Standings = self._call(
            "GET", f"tournaments/{quoted(key)}/standings/", query={"after": after, "limit": limit, "round": round}
        )
        return answer


class AsyncOperations(AsyncCalls):
    """The same, awaited."""

    async def list_bots(
        self, *, after: str | None = None, before: str | None = None, limit: int | None = None
    ) -> types.Bots:
        """Bots that take challenges, by name; with a token that may read, those that take yours. Open to everybody."""
        answer: types.Bots = await self._call("GET", "bots/", query={"after": after, "before": before, "limit": limit})
        return answer

    def each_bots(
        self, *, after: str | None = None, before: str | None = None, limit: int | None = None
    ) -> AsyncIterator[types.ListedBot]:
        """As `list_bots`, one after the other over all pages: its `bots`."""
        return self._pages(
            "GET", "bots/", query={"after": after, "before": before, "limit": limit}, field="bots", goes_on_by="after"
        )

    async def list_challenges(self) -> types.Seeks:
        """The challenges that wait for your answer. Scope: `read`."""
        answer: types.Seeks = await self._call("GET", "challenges/")
        return answer

    async def challenge(
        self,
        *,
        time: Literal[
            "live-5-5",
            "live-10-10",
            "live-20-10",
            "live-45-20",
            "1-day",
            "2-days",
            "3-days",
            "5-days",
            "7-days",
            "14-days",
            "bank-3d-6h",
            "bank-7d-12h",
        ]
        | dict[str, Any],
        to: list[str],
        variant: Literal[
            "classic",
            "barrage",
            "battle",
            "duel",
            "lightning",
            "ultimate_lightning",
            "campaign",
            "alliance",
            "alliance_lightning",
            "cards",
        ],
        colour: Literal["random", "red", "blue"] | LeftOut = LEFT_OUT,
        no_attack_limit: int | LeftOut | None = LEFT_OUT,
        notes: bool | LeftOut = LEFT_OUT,
        partners: Literal["chosen", "drawn"] | LeftOut = LEFT_OUT,
        rated: bool | LeftOut = LEFT_OUT,
        reveal: Literal["end", "delay", "never"] | LeftOut = LEFT_OUT,
        reveal_after: int | LeftOut | None = LEFT_OUT,
        spotter: bool | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Seek:
        """Challenge players by name. Scope: `challenge`."""
        answer: types.Seek = await self._call(
            "POST",
            "challenges/",
            body={
                "colour": colour,
                "no_attack_limit": no_attack_limit,
                "notes": notes,
                "partners": partners,
                "rated": rated,
                "reveal": reveal,
                "reveal_after": reveal_after,
                "spotter": spotter,
                "time": time,
                "to": to,
                "variant": variant,
            },
            idempotency_key=idempotency_key,
        )
        return answer

    async def play_computer(
        self,
        *,
        variant: Literal[
            "classic",
            "barrage",
            "battle",
            "duel",
            "lightning",
            "ultimate_lightning",
            "campaign",
            "alliance",
            "alliance_lightning",
            "cards",
        ],
        pace: Literal["14-days", "1-day", "live-20-10"] | LeftOut = LEFT_OUT,
        reveal: Literal["end", "delay", "never"] | LeftOut = LEFT_OUT,
        reveal_after: int | LeftOut | None = LEFT_OUT,
        side: Literal["either", "red", "blue"] | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Begun:
        """Begin an unrated game against the computer. Scope: `challenge`."""
        answer: types.Begun = await self._call(
            "POST",
            "computer/",
            body={"pace": pace, "reveal": reveal, "reveal_after": reveal_after, "side": side, "variant": variant},
            idempotency_key=idempotency_key,
        )
        return answer

    async def list_families(
        self,
        *,
        colour: Literal["blue", "red"] | None = None,
        page: int | None = None,
        source: Literal["import", "play"] | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
    ) -> types.Families:
        """The families of set-ups of a rule book, the largest first: 20 on a page. Open to everybody."""
        answer: types.Families = await self._call(
            "GET", "families/", query={"colour": colour, "page": page, "source": source, "variant": variant}
        )
        return answer

    def each_families(
        self,
        *,
        colour: Literal["blue", "red"] | None = None,
        page: int | None = None,
        source: Literal["import", "play"] | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
    ) -> AsyncIterator[types.Family]:
        """As `list_families`, one after the other over all pages: its `families`."""
        return self._pages(
            "GET",
            "families/",
            query={"colour": colour, "page": page, "source": source, "variant": variant},
            field="families",
        )

    async def get_family(
        self,
        *,
        colour: Literal["blue", "red"] | None = None,
        setup: str | None = None,
        source: Literal["import", "play"] | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
    ) -> types.OneFamily:
        """The family that a set-up belongs to, with those that were laid in games enough. Open to everybody."""
        answer: types.OneFamily = await self._call(
            "GET", "families/one/", query={"colour": colour, "setup": setup, "source": source, "variant": variant}
        )
        return answer

    async def get_figures(
        self,
        *,
        event: str | None = None,
        source: Literal["import", "play"] | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "cards",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
        year: int | None = None,
    ) -> types.Figures:
        """How the games of a rule book go: results, lengths, ends, and what falls when. Shares are parts of one.
        Open to everybody.
        """
        answer: types.Figures = await self._call(
            "GET", "figures/", query={"event": event, "source": source, "variant": variant, "year": year}
        )
        return answer

    async def list_games(
        self,
        *,
        after: str | None = None,
        attack_max: int | None = None,
        attack_min: int | None = None,
        before: str | None = None,
        blue_max: int | None = None,
        blue_min: int | None = None,
        ending: Literal[
            "adjudication",
            "agreed-draw",
            "both-missing",
            "flag-captured",
            "flags-united",
            "forfeit",
            "game-clock",
            "missing-clock",
            "no-attack-limit",
            "no-legal-turn",
            "nobody-can-move",
            "opponent-missing",
            "player-clock",
            "ply-limit",
            "resignation",
            "time-out",
            "unfinished",
        ]
        | None = None,
        event: str | None = None,
        kept_blue: str | None = None,
        kept_red: str | None = None,
        limit: int | None = None,
        lost_blue: str | None = None,
        lost_by: int | None = None,
        lost_red: str | None = None,
        near: int | None = None,
        noted: Literal["no", "yes"] | None = None,
        oldest: bool | None = None,
        opponent: str | None = None,
        pattern: str | None = None,
        player: str | None = None,
        plies_max: int | None = None,
        plies_min: int | None = None,
        rating_max: int | None = None,
        rating_min: int | None = None,
        red_max: int | None = None,
        red_min: int | None = None,
        result: Literal["blue", "called-off", "draw", "lost", "neither", "playing", "red", "unfinished", "won"]
        | None = None,
        round: int | None = None,
        setup: str | None = None,
        setup_side: Literal["blue", "red"] | None = None,
        side: Literal["blue", "red"] | None = None,
        since: str | None = None,
        sitting: Literal["computers", "mixed", "people"] | None = None,
        source: Literal["import", "play", "whatif"] | None = None,
        until: str | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "cards",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
    ) -> types.Games:
        """Games, newest first, by the filters of the archive. Open to everybody."""
        answer: types.Games = await self._call(
            "GET",
            "games/",
            query={
                "after": after,
                "attack_max": attack_max,
                "attack_min": attack_min,
                "before": before,
                "blue_max": blue_max,
                "blue_min": blue_min,
                "ending": ending,
                "event": event,
                "kept_blue": kept_blue,
                "kept_red": kept_red,
                "limit": limit,
                "lost_blue": lost_blue,
                "lost_by": lost_by,
                "lost_red": lost_red,
                "near": near,
                "noted": noted,
                "oldest": oldest,
                "opponent": opponent,
                "pattern": pattern,
                "player": player,
                "plies_max": plies_max,
                "plies_min": plies_min,
                "rating_max": rating_max,
                "rating_min": rating_min,
                "red_max": red_max,
                "red_min": red_min,
                "result": result,
                "round": round,
                "setup": setup,
                "setup_side": setup_side,
                "side": side,
                "since": since,
                "sitting": sitting,
                "source": source,
                "until": until,
                "variant": variant,
            },
        )
        return answer

    def each_games(
        self,
        *,
        after: str | None = None,
        attack_max: int | None = None,
        attack_min: int | None = None,
        before: str | None = None,
        blue_max: int | None = None,
        blue_min: int | None = None,
        ending: Literal[
            "adjudication",
            "agreed-draw",
            "both-missing",
            "flag-captured",
            "flags-united",
            "forfeit",
            "game-clock",
            "missing-clock",
            "no-attack-limit",
            "no-legal-turn",
            "nobody-can-move",
            "opponent-missing",
            "player-clock",
            "ply-limit",
            "resignation",
            "time-out",
            "unfinished",
        ]
        | None = None,
        event: str | None = None,
        kept_blue: str | None = None,
        kept_red: str | None = None,
        limit: int | None = None,
        lost_blue: str | None = None,
        lost_by: int | None = None,
        lost_red: str | None = None,
        near: int | None = None,
        noted: Literal["no", "yes"] | None = None,
        oldest: bool | None = None,
        opponent: str | None = None,
        pattern: str | None = None,
        player: str | None = None,
        plies_max: int | None = None,
        plies_min: int | None = None,
        rating_max: int | None = None,
        rating_min: int | None = None,
        red_max: int | None = None,
        red_min: int | None = None,
        result: Literal["blue", "called-off", "draw", "lost", "neither", "playing", "red", "unfinished", "won"]
        | None = None,
        round: int | None = None,
        setup: str | None = None,
        setup_side: Literal["blue", "red"] | None = None,
        side: Literal["blue", "red"] | None = None,
        since: str | None = None,
        sitting: Literal["computers", "mixed", "people"] | None = None,
        source: Literal["import", "play", "whatif"] | None = None,
        until: str | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "cards",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
    ) -> AsyncIterator[types.ListedGame]:
        """As `list_games`, one after the other over all pages: its `games`."""
        return self._pages(
            "GET",
            "games/",
            query={
                "after": after,
                "attack_max": attack_max,
                "attack_min": attack_min,
                "before": before,
                "blue_max": blue_max,
                "blue_min": blue_min,
                "ending": ending,
                "event": event,
                "kept_blue": kept_blue,
                "kept_red": kept_red,
                "limit": limit,
                "lost_blue": lost_blue,
                "lost_by": lost_by,
                "lost_red": lost_red,
                "near": near,
                "noted": noted,
                "oldest": oldest,
                "opponent": opponent,
                "pattern": pattern,
                "player": player,
                "plies_max": plies_max,
                "plies_min": plies_min,
                "rating_max": rating_max,
                "rating_min": rating_min,
                "red_max": red_max,
                "red_min": red_min,
                "result": result,
                "round": round,
                "setup": setup,
                "setup_side": setup_side,
                "side": side,
                "since": since,
                "sitting": sitting,
                "source": source,
                "until": until,
                "variant": variant,
            },
            field="games",
            goes_on_by="after",
        )

    def export_games(
        self,
        *,
        attack_max: int | None = None,
        attack_min: int | None = None,
        before: str | None = None,
        blue_max: int | None = None,
        blue_min: int | None = None,
        ending: Literal[
            "adjudication",
            "agreed-draw",
            "both-missing",
            "flag-captured",
            "flags-united",
            "forfeit",
            "game-clock",
            "missing-clock",
            "no-attack-limit",
            "no-legal-turn",
            "nobody-can-move",
            "opponent-missing",
            "player-clock",
            "ply-limit",
            "resignation",
            "time-out",
            "unfinished",
        ]
        | None = None,
        event: str | None = None,
        kept_blue: str | None = None,
        kept_red: str | None = None,
        limit: int | None = None,
        lost_blue: str | None = None,
        lost_by: int | None = None,
        lost_red: str | None = None,
        near: int | None = None,
        noted: Literal["no", "yes"] | None = None,
        opponent: str | None = None,
        pattern: str | None = None,
        player: str | None = None,
        plies_max: int | None = None,
        plies_min: int | None = None,
        rating_max: int | None = None,
        rating_min: int | None = None,
        red_max: int | None = None,
        red_min: int | None = None,
        result: Literal["blue", "called-off", "draw", "lost", "neither", "playing", "red", "unfinished", "won"]
        | None = None,
        round: int | None = None,
        setup: str | None = None,
        setup_side: Literal["blue", "red"] | None = None,
        side: Literal["blue", "red"] | None = None,
        since: str | None = None,
        sitting: Literal["computers", "mixed", "people"] | None = None,
        source: Literal["import", "play", "whatif"] | None = None,
        until: str | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "cards",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
    ) -> AsyncIterator[dict[str, Any]]:
        """The records of revealed games, newest first, by the filters of the archive: one a line (NDJSON), each as
        the address of its record has it. `Link` has the address of those that follow. Open to everybody.
        """
        return self._pages(
            "GET",
            "games/export/",
            query={
                "attack_max": attack_max,
                "attack_min": attack_min,
                "before": before,
                "blue_max": blue_max,
                "blue_min": blue_min,
                "ending": ending,
                "event": event,
                "kept_blue": kept_blue,
                "kept_red": kept_red,
                "limit": limit,
                "lost_blue": lost_blue,
                "lost_by": lost_by,
                "lost_red": lost_red,
                "near": near,
                "noted": noted,
                "opponent": opponent,
                "pattern": pattern,
                "player": player,
                "plies_max": plies_max,
                "plies_min": plies_min,
                "rating_max": rating_max,
                "rating_min": rating_min,
                "red_max": red_max,
                "red_min": red_min,
                "result": result,
                "round": round,
                "setup": setup,
                "setup_side": setup_side,
                "side": side,
                "since": since,
                "sitting": sitting,
                "source": source,
                "until": until,
                "variant": variant,
            },
            field="lines",
        )

    async def get_game(self, key: str) -> types.Game:
        """A game as you see it; with a token that may read, from your seat. Its ETag is the condition of turns.
        Open to everybody.
        """
        answer: types.Game = await self._call("GET", f"games/{quoted(key)}/")
        return answer

    async def abort_game(self, key: str, *, version: Version, idempotency_key: str | None = None) -> types.State:
        """Call the game off, while set-ups are missing or before the second ply. Scope: `play`. Needs `If-Match`
        with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.State = await self._call(
            "POST", f"games/{quoted(key)}/abortion/", body={}, version=version, idempotency_key=idempotency_key
        )
        return answer

    async def play_computer_again(self, key: str, *, idempotency_key: str | None = None) -> types.Begun:
        """The same game against the computer once more, with the colours changed. Scope: `challenge`."""
        answer: types.Begun = await self._call(
            "POST", f"games/{quoted(key)}/again/", body={}, idempotency_key=idempotency_key
        )
        return answer

    async def answer_draw(
        self,
        key: str,
        *,
        act: Literal["offer", "accept", "decline"],
        version: Version,
        idempotency_key: str | None = None,
    ) -> types.State:
        """Offer a draw, agree to one, decline it or take your own offer back. Scope: `play`. Needs `If-Match` with
        the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.State = await self._call(
            "POST", f"games/{quoted(key)}/draw/", body={"act": act}, version=version, idempotency_key=idempotency_key
        )
        return answer

    async def list_guesses(self, key: str) -> types.Guesses:
        """Your guesses at a game, with a token that may read; once it is open, those of others who want it, too.
        Open to everybody.
        """
        answer: types.Guesses = await self._call("GET", f"games/{quoted(key)}/guesses/")
        return answer

    async def settle_guesses(
        self, key: str, *, act: Literal["clear", "erase", "open", "keep"], idempotency_key: str | None = None
    ) -> types.Done:
        """Take all your marks off, delete your guesses, or say whether they are opened with the game. Scope: `talk`."""
        answer: types.Done = await self._call(
            "POST", f"games/{quoted(key)}/guesses/", body={"act": act}, idempotency_key=idempotency_key
        )
        return answer

    async def guess(
        self,
        key: str,
        piece: int,
        *,
        rank: Literal["F", "S", "2", "3", "4", "5", "6", "7", "8", "9", "M", "B", "C", "P"],
        idempotency_key: str | None = None,
    ) -> types.Done:
        """Mark a piece of somebody else, by its id in your view, with what you take it for. Scope: `talk`."""
        answer: types.Done = await self._call(
            "PUT", f"games/{quoted(key)}/guesses/{quoted(piece)}/", body={"rank": rank}, idempotency_key=idempotency_key
        )
        return answer

    async def take_guess_back(self, key: str, piece: int, *, idempotency_key: str | None = None) -> types.Done:
        """Take the mark off a piece. Scope: `talk`."""
        answer: types.Done = await self._call(
            "DELETE", f"games/{quoted(key)}/guesses/{quoted(piece)}/", body={}, idempotency_key=idempotency_key
        )
        return answer

    async def list_legal_turns(self, key: str) -> types.Legal:
        """What your seat may submit now, in notation: turns, or the choices that a battle has opened. Scope: `read`."""
        answer: types.Legal = await self._call("GET", f"games/{quoted(key)}/legal/")
        return answer

    async def list_moves(
        self, key: str, viewer: str, *, from_: int | None = None, limit: int | None = None
    ) -> types.Moves:
        """What happened in a game, turn by turn, as an audience saw it. Open to everybody."""
        answer: types.Moves = await self._call(
            "GET", f"games/{quoted(key)}/moves/{quoted(viewer)}/", query={"from": from_, "limit": limit}
        )
        return answer

    def each_moves(
        self, key: str, viewer: str, *, from_: int | None = None, limit: int | None = None
    ) -> AsyncIterator[types.Ply]:
        """As `list_moves`, one after the other over all pages: its `moves`."""
        return self._pages(
            "GET",
            f"games/{quoted(key)}/moves/{quoted(viewer)}/",
            query={"from": from_, "limit": limit},
            field="moves",
            goes_on_by="from",
        )

    async def get_notes(self, key: str) -> types.Notes:
        """Your notes on a game. Scope: `read`."""
        answer: types.Notes = await self._call("GET", f"games/{quoted(key)}/notes/")
        return answer

    async def keep_notes(self, key: str, *, text: str, idempotency_key: str | None = None) -> types.KeptNotes:
        """Keep notes on a game, in place of what they were. Scope: `talk`."""
        answer: types.KeptNotes = await self._call(
            "PUT", f"games/{quoted(key)}/notes/", body={"text": text}, idempotency_key=idempotency_key
        )
        return answer

    async def play_on(
        self,
        key: str,
        *,
        ply: int,
        side: Literal["red", "blue", "red2", "blue2"],
        world: Literal["view", "truth"] | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Begun:
        """Play on against the computer from a position of a game that is open. Scope: `challenge`."""
        answer: types.Begun = await self._call(
            "POST",
            f"games/{quoted(key)}/play-on/",
            body={"ply": ply, "side": side, "world": world},
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_record(self, key: str) -> dict[str, Any]:
        """The whole record of a revealed game, in the format of docs/record-format.md. Open to everybody."""
        answer: dict[str, Any] = await self._call("GET", f"games/{quoted(key)}/record/")
        return answer

    async def ask_for_rematch(self, key: str, *, idempotency_key: str | None = None) -> types.Seek:
        """Ask for a rematch of a game that is over, or accept one: with the last who accepts, `game` has its key.
        Scope: `challenge`.
        """
        answer: types.Seek = await self._call(
            "POST", f"games/{quoted(key)}/rematch/", body={}, idempotency_key=idempotency_key
        )
        return answer

    async def resign(self, key: str, *, idempotency_key: str | None = None) -> types.State:
        """Give the game up; your side loses. Scope: `play`."""
        answer: types.State = await self._call(
            "POST", f"games/{quoted(key)}/resignation/", body={}, idempotency_key=idempotency_key
        )
        return answer

    async def ask_for_reveal(
        self, key: str, *, act: Literal["open", "close"], idempotency_key: str | None = None
    ) -> types.State:
        """Say that you want a casual game that is over to be opened now, or take that back; once all do it is.
        Scope: `play`.
        """
        answer: types.State = await self._call(
            "POST", f"games/{quoted(key)}/reveal/", body={"act": act}, idempotency_key=idempotency_key
        )
        return answer

    async def get_setup(self, key: str) -> types.Setup:
        """Your set-up of a game that waits for it, and the cards that you have drawn, where cards are dealt. Scope:
        `read`.
        """
        answer: types.Setup = await self._call("GET", f"games/{quoted(key)}/setup/")
        return answer

    async def make_setup(
        self,
        key: str,
        *,
        rows: str | LeftOut = LEFT_OUT,
        saved: str | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.State:
        """Make your set-up. It is final. When the last one is made play begins. Scope: `play`."""
        answer: types.State = await self._call(
            "POST", f"games/{quoted(key)}/setup/", body={"rows": rows, "saved": saved}, idempotency_key=idempotency_key
        )
        return answer

    async def get_game_draft(self, key: str) -> types.Draft:
        """The draft of your set-up for a game, and what it lacks. Scope: `read`."""
        answer: types.Draft = await self._call("GET", f"games/{quoted(key)}/setup/draft/")
        return answer

    async def change_game_draft(
        self,
        key: str,
        *,
        act: Literal["undo", "random", "fill", "mirror", "clear", "ready", "load"],
        version: Version,
        which: str | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.KeptDraft:
        """Undo, fill at random, mirror or clear the draft for a game, or lay a ready-made or a saved set-up. Scope:
        `setups`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.KeptDraft = await self._call(
            "POST",
            f"games/{quoted(key)}/setup/draft/",
            body={"act": act, "which": which},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def keep_game_draft(
        self, key: str, *, rows: str, version: Version, idempotency_key: str | None = None
    ) -> types.KeptDraft:
        """Keep a draft of your set-up for a game. Scope: `setups`. Needs `If-Match` with the ETag of what you saw:
        412 if it has moved on.
        """
        answer: types.KeptDraft = await self._call(
            "PUT",
            f"games/{quoted(key)}/setup/draft/",
            body={"rows": rows},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def delete_game_draft(self, key: str, *, idempotency_key: str | None = None) -> types.Done:
        """Delete your draft for a game. Scope: `setups`."""
        answer: types.Done = await self._call(
            "DELETE", f"games/{quoted(key)}/setup/draft/", body={}, idempotency_key=idempotency_key
        )
        return answer

    def stream_game(self, key: str, *, since: str | None = None) -> AsyncIterator[types.GameLine]:
        """A game as your seat, or else spectators, see it: one line (NDJSON) now, and one whenever it has moved on,
        with the position, your legal turns, clocks and offers; to who sits there also one whenever something was
        said at the table. It ends with the game. Scope: `read`.
        """
        return self._lines("GET", f"games/{quoted(key)}/stream/", query={"since": since})

    async def list_messages(
        self, key: str, *, after: str | None = None, before: str | None = None, limit: int | None = None
    ) -> types.Talk:
        """What was said at your table, the newest first, as you want to hear it. Scope: `read`."""
        answer: types.Talk = await self._call(
            "GET", f"games/{quoted(key)}/talk/", query={"after": after, "before": before, "limit": limit}
        )
        return answer

    async def say(
        self,
        key: str,
        *,
        phrase: Literal["luck", "hello", "nice", "ouch", "moment", "later", "thanks", "again"]
        | LeftOut
        | None = LEFT_OUT,
        text: str | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Said:
        """Say something to everybody at your table: in your own words, or one of the set phrases. Scope: `talk`."""
        answer: types.Said = await self._call(
            "POST", f"games/{quoted(key)}/talk/", body={"phrase": phrase, "text": text}, idempotency_key=idempotency_key
        )
        return answer

    async def mute(
        self,
        key: str,
        *,
        muted: bool,
        seat: Literal["red", "blue", "red2", "blue2"],
        idempotency_key: str | None = None,
    ) -> types.Muted:
        """Hear somebody at your table no more, at any table, or hear them again. Nobody else learns of it. Scope:
        `talk`.
        """
        answer: types.Muted = await self._call(
            "POST",
            f"games/{quoted(key)}/talk/mutes/",
            body={"muted": muted, "seat": seat},
            idempotency_key=idempotency_key,
        )
        return answer

    async def mark_read(self, key: str, *, idempotency_key: str | None = None) -> types.Unread:
        """Note that you have read all that was said at your table. Scope: `talk`."""
        answer: types.Unread = await self._call(
            "POST", f"games/{quoted(key)}/talk/read/", body={}, idempotency_key=idempotency_key
        )
        return answer

    async def play_turn(
        self, key: str, *, turn: str, version: Version, idempotency_key: str | None = None
    ) -> types.State:
        """Play a turn, or make the choice that a battle has opened. Scope: `play`. Needs `If-Match` with the ETag
        of what you saw: 412 if it has moved on.
        """
        answer: types.State = await self._call(
            "POST", f"games/{quoted(key)}/turns/", body={"turn": turn}, version=version, idempotency_key=idempotency_key
        )
        return answer

    async def get_view(self, key: str, viewer: str, *, ply: int | None = None) -> types.View:
        """The position after some plies, as an audience may know it: a seat, spectator, all, or own for your seat.
        Open to everybody.
        """
        answer: types.View = await self._call("GET", f"games/{quoted(key)}/views/{quoted(viewer)}/", query={"ply": ply})
        return answer

    async def import_tournament(
        self,
        *,
        text: str,
        format: Literal["swiss", "knockout", "round_robin"] | LeftOut = LEFT_OUT,
        going_on: bool | LeftOut = LEFT_OUT,
        members: list[types.Meant] | LeftOut = LEFT_OUT,
        name: str | LeftOut = LEFT_OUT,
        rounds: int | LeftOut = LEFT_OUT,
        scoring: Literal["file", "6-3-1", "1-half-0", "3-1-0", "2-1-0"] | LeftOut = LEFT_OUT,
        tiebreaks: list[
            Literal[
                "buchholz",
                "buchholz-cut-1",
                "buchholz-cut-2",
                "buchholz-median",
                "buchholz-median-2",
                "sonneborn-berger",
                "sonneborn-berger-cut-1",
                "direct-encounter",
                "wins",
                "games-won",
                "games-blue",
                "wins-blue",
                "progressive",
                "progressive-cut-1",
                "rounds-elected",
                "standard-points",
                "koya",
                "average-rating",
                "average-rating-cut-1",
                "rating",
                "seed",
                "lot",
            ]
        ]
        | LeftOut = LEFT_OUT,
        variant: Literal[
            "classic",
            "barrage",
            "battle",
            "duel",
            "lightning",
            "ultimate_lightning",
            "campaign",
            "alliance",
            "alliance_lightning",
            "cards",
        ]
        | LeftOut = LEFT_OUT,
        zone: Literal[
            "UTC",
            "Africa/Abidjan",
            "Africa/Accra",
            "Africa/Addis_Ababa",
            "Africa/Algiers",
            "Africa/Asmara",
            "Africa/Asmera",
            "Africa/Bamako",
            "Africa/Bangui",
            "Africa/Banjul",
            "Africa/Bissau",
            "Africa/Blantyre",
            "Africa/Brazzaville",
            "Africa/Bujumbura",
            "Africa/Cairo",
            "Africa/Casablanca",
            "Africa/Ceuta",
            "Africa/Conakry",
            "Africa/Dakar",
            "Africa/Dar_es_Salaam",
            "Africa/Djibouti",
            "Africa/Douala",
            "Africa/El_Aaiun",
            "Africa/Freetown",
            "Africa/Gaborone",
            "Africa/Harare",
            "Africa/Johannesburg",
            "Africa/Juba",
            "Africa/Kampala",
            "Africa/Khartoum",
            "Africa/Kigali",
            "Africa/Kinshasa",
            "Africa/Lagos",
            "Africa/Libreville",
            "Africa/Lome",
            "Africa/Luanda",
            "Africa/Lubumbashi",
            "Africa/Lusaka",
            "Africa/Malabo",
            "Africa/Maputo",
            "Africa/Maseru",
            "Africa/Mbabane",
            "Africa/Mogadishu",
            "Africa/Monrovia",
            "Africa/Nairobi",
            "Africa/Ndjamena",
            "Africa/Niamey",
            "Africa/Nouakchott",
            "Africa/Ouagadougou",
            "Africa/Porto-Novo",
            "Africa/Sao_Tome",
            "Africa/Timbuktu",
            "Africa/Tripoli",
            "Africa/Tunis",
            "Africa/Windhoek",
            "America/Adak",
            "America/Anchorage",
            "America/Anguilla",
            "America/Antigua",
            "America/Araguaina",
            "America/Argentina/Buenos_Aires",
            "America/Argentina/Catamarca",
            "America/Argentina/ComodRivadavia",
            "America/Argentina/Cordoba",
            "America/Argentina/Jujuy",
            "America/Argentina/La_Rioja",
            "America/Argentina/Mendoza",
            "America/Argentina/Rio_Gallegos",
            "America/Argentina/Salta",
            "America/Argentina/San_Juan",
            "America/Argentina/San_Luis",
            "America/Argentina/Tucuman",
            "America/Argentina/Ushuaia",
            "America/Aruba",
            "America/Asuncion",
            "America/Atikokan",
            "America/Atka",
            "America/Bahia",
            "America/Bahia_Banderas",
            "America/Barbados",
            "America/Belem",
            "America/Belize",
            "America/Blanc-Sablon",
            "America/Boa_Vista",
            "America/Bogota",
            "America/Boise",
            "America/Buenos_Aires",
            "America/Cambridge_Bay",
            "America/Campo_Grande",
            "America/Cancun",
            "America/Caracas",
            "America/Catamarca",
            "America/Cayenne",
            "America/Cayman",
            "America/Chicago",
            "America/Chihuahua",
            "America/Ciudad_Juarez",
            "America/Coral_Harbour",
            "America/Cordoba",
            "America/Costa_Rica",
            "America/Coyhaique",
            "America/Creston",
            "America/Cuiaba",
            "America/Curacao",
            "America/Danmarkshavn",
            "America/Dawson",
            "America/Dawson_Creek",
            "America/Denver",
            "America/Detroit",
            "America/Dominica",
            "America/Edmonton",
            "America/Eirunepe",
            "America/El_Salvador",
            "America/Ensenada",
            "America/Fort_Nelson",
            "America/Fort_Wayne",
            "America/Fortaleza",
            "America/Glace_Bay",
            "America/Godthab",
            "America/Goose_Bay",
            "America/Grand_Turk",
            "America/Grenada",
            "America/Guadeloupe",
            "America/Guatemala",
            "America/Guayaquil",
            "America/Guyana",
            "America/Halifax",
            "America/Havana",
            "America/Hermosillo",
            "America/Indiana/Indianapolis",
            "America/Indiana/Knox",
            "America/Indiana/Marengo",
            "America/Indiana/Petersburg",
            "America/Indiana/Tell_City",
            "America/Indiana/Vevay",
            "America/Indiana/Vincennes",
            "America/Indiana/Winamac",
            "America/Indianapolis",
            "America/Inuvik",
            "America/Iqaluit",
            "America/Jamaica",
            "America/Jujuy",
            "America/Juneau",
            "America/Kentucky/Louisville",
            "America/Kentucky/Monticello",
            "America/Knox_IN",
            "America/Kralendijk",
            "America/La_Paz",
            "America/Lima",
            "America/Los_Angeles",
            "America/Louisville",
            "America/Lower_Princes",
            "America/Maceio",
            "America/Managua",
            "America/Manaus",
            "America/Marigot",
            "America/Martinique",
            "America/Matamoros",
            "America/Mazatlan",
            "America/Mendoza",
            "America/Menominee",
            "America/Merida",
            "America/Metlakatla",
            "America/Mexico_City",
            "America/Miquelon",
            "America/Moncton",
            "America/Monterrey",
            "America/Montevideo",
            "America/Montreal",
            "America/Montserrat",
            "America/Nassau",
            "America/New_York",
            "America/Nipigon",
            "America/Nome",
            "America/Noronha",
            "America/North_Dakota/Beulah",
            "America/North_Dakota/Center",
            "America/North_Dakota/New_Salem",
            "America/Nuuk",
            "America/Ojinaga",
            "America/Panama",
            "America/Pangnirtung",
            "America/Paramaribo",
            "America/Phoenix",
            "America/Port-au-Prince",
            "America/Port_of_Spain",
            "America/Porto_Acre",
            "America/Porto_Velho",
            "America/Puerto_Rico",
            "America/Punta_Arenas",
            "America/Rainy_River",
            "America/Rankin_Inlet",
            "America/Recife",
            "America/Regina",
            "America/Resolute",
            "America/Rio_Branco",
            "America/Rosario",
            "America/Santa_Isabel",
            "America/Santarem",
            "America/Santiago",
            "America/Santo_Domingo",
            "America/Sao_Paulo",
            "America/Scoresbysund",
            "America/Shiprock",
            "America/Sitka",
            "America/St_Barthelemy",
            "America/St_Johns",
            "America/St_Kitts",
            "America/St_Lucia",
            "America/St_Thomas",
            "America/St_Vincent",
            "America/Swift_Current",
            "America/Tegucigalpa",
            "America/Thule",
            "America/Thunder_Bay",
            "America/Tijuana",
            "America/Toronto",
            "America/Tortola",
            "America/Vancouver",
            "America/Virgin",
            "America/Whitehorse",
            "America/Winnipeg",
            "America/Yakutat",
            "America/Yellowknife",
            "Antarctica/Casey",
            "Antarctica/Davis",
            "Antarctica/DumontDUrville",
            "Antarctica/Macquarie",
            "Antarctica/Mawson",
            "Antarctica/McMurdo",
            "Antarctica/Palmer",
            "Antarctica/Rothera",
            "Antarctica/South_Pole",
            "Antarctica/Syowa",
            "Antarctica/Troll",
            "Antarctica/Vostok",
            "Arctic/Longyearbyen",
            "Asia/Aden",
            "Asia/Almaty",
            "Asia/Amman",
            "Asia/Anadyr",
            "Asia/Aqtau",
            "Asia/Aqtobe",
            "Asia/Ashgabat",
            "Asia/Ashkhabad",
            "Asia/Atyrau",
            "Asia/Baghdad",
            "Asia/Bahrain",
            "Asia/Baku",
            "Asia/Bangkok",
            "Asia/Barnaul",
            "Asia/Beirut",
            "Asia/Bishkek",
            "Asia/Brunei",
            "Asia/Calcutta",
            "Asia/Chita",
            "Asia/Choibalsan",
            "Asia/Chongqing",
            "Asia/Chungking",
            "Asia/Colombo",
            "Asia/Dacca",
            "Asia/Damascus",
            "Asia/Dhaka",
            "Asia/Dili",
            "Asia/Dubai",
            "Asia/Dushanbe",
            "Asia/Famagusta",
            "Asia/Gaza",
            "Asia/Harbin",
            "Asia/Hebron",
            "Asia/Ho_Chi_Minh",
            "Asia/Hong_Kong",
            "Asia/Hovd",
            "Asia/Irkutsk",
            "Asia/Istanbul",
            "Asia/Jakarta",
            "Asia/Jayapura",
            "Asia/Jerusalem",
            "Asia/Kabul",
            "Asia/Kamchatka",
            "Asia/Karachi",
            "Asia/Kashgar",
            "Asia/Kathmandu",
            "Asia/Katmandu",
            "Asia/Khandyga",
            "Asia/Kolkata",
            "Asia/Krasnoyarsk",
            "Asia/Kuala_Lumpur",
            "Asia/Kuching",
            "Asia/Kuwait",
            "Asia/Macao",
            "Asia/Macau",
            "Asia/Magadan",
            "Asia/Makassar",
            "Asia/Manila",
            "Asia/Muscat",
            "Asia/Nicosia",
            "Asia/Novokuznetsk",
            "Asia/Novosibirsk",
            "Asia/Omsk",
            "Asia/Oral",
            "Asia/Phnom_Penh",
            "Asia/Pontianak",
            "Asia/Pyongyang",
            "Asia/Qatar",
            "Asia/Qostanay",
            "Asia/Qyzylorda",
            "Asia/Rangoon",
            "Asia/Riyadh",
            "Asia/Saigon",
            "Asia/Sakhalin",
            "Asia/Samarkand",
            "Asia/Seoul",
            "Asia/Shanghai",
            "Asia/Singapore",
            "Asia/Srednekolymsk",
            "Asia/Taipei",
            "Asia/Tashkent",
            "Asia/Tbilisi",
            "Asia/Tehran",
            "Asia/Tel_Aviv",
            "Asia/Thimbu",
            "Asia/Thimphu",
            "Asia/Tokyo",
            "Asia/Tomsk",
            "Asia/Ujung_Pandang",
            "Asia/Ulaanbaatar",
            "Asia/Ulan_Bator",
            "Asia/Urumqi",
            "Asia/Ust-Nera",
            "Asia/Vientiane",
            "Asia/Vladivostok",
            "Asia/Yakutsk",
            "Asia/Yangon",
            "Asia/Yekaterinburg",
            "Asia/Yerevan",
            "Atlantic/Azores",
            "Atlantic/Bermuda",
            "Atlantic/Canary",
            "Atlantic/Cape_Verde",
            "Atlantic/Faeroe",
            "Atlantic/Faroe",
            "Atlantic/Jan_Mayen",
            "Atlantic/Madeira",
            "Atlantic/Reykjavik",
            "Atlantic/South_Georgia",
            "Atlantic/St_Helena",
            "Atlantic/Stanley",
            "Australia/ACT",
            "Australia/Adelaide",
            "Australia/Brisbane",
            "Australia/Broken_Hill",
            "Australia/Canberra",
            "Australia/Currie",
            "Australia/Darwin",
            "Australia/Eucla",
            "Australia/Hobart",
            "Australia/LHI",
            "Australia/Lindeman",
            "Australia/Lord_Howe",
            "Australia/Melbourne",
            "Australia/NSW",
            "Australia/North",
            "Australia/Perth",
            "Australia/Queensland",
            "Australia/South",
            "Australia/Sydney",
            "Australia/Tasmania",
            "Australia/Victoria",
            "Australia/West",
            "Australia/Yancowinna",
            "Europe/Amsterdam",
            "Europe/Andorra",
            "Europe/Astrakhan",
            "Europe/Athens",
            "Europe/Belfast",
            "Europe/Belgrade",
            "Europe/Berlin",
            "Europe/Bratislava",
            "Europe/Brussels",
            "Europe/Bucharest",
            "Europe/Budapest",
            "Europe/Busingen",
            "Europe/Chisinau",
            "Europe/Copenhagen",
            "Europe/Dublin",
            "Europe/Gibraltar",
            "Europe/Guernsey",
            "Europe/Helsinki",
            "Europe/Isle_of_Man",
            "Europe/Istanbul",
            "Europe/Jersey",
            "Europe/Kaliningrad",
            "Europe/Kiev",
            "Europe/Kirov",
            "Europe/Kyiv",
            "Europe/Lisbon",
            "Europe/Ljubljana",
            "Europe/London",
            "Europe/Luxembourg",
            "Europe/Madrid",
            "Europe/Malta",
            "Europe/Mariehamn",
            "Europe/Minsk",
            "Europe/Monaco",
            "Europe/Moscow",
            "Europe/Nicosia",
            "Europe/Oslo",
            "Europe/Paris",
            "Europe/Podgorica",
            "Europe/Prague",
            "Europe/Riga",
            "Europe/Rome",
            "Europe/Samara",
            "Europe/San_Marino",
            "Europe/Sarajevo",
            "Europe/Saratov",
            "Europe/Simferopol",
            "Europe/Skopje",
            "Europe/Sofia",
            "Europe/Stockholm",
            "Europe/Tallinn",
            "Europe/Tirane",
            "Europe/Tiraspol",
            "Europe/Ulyanovsk",
            "Europe/Uzhgorod",
            "Europe/Vaduz",
            "Europe/Vatican",
            "Europe/Vienna",
            "Europe/Vilnius",
            "Europe/Volgograd",
            "Europe/Warsaw",
            "Europe/Zagreb",
            "Europe/Zaporozhye",
            "Europe/Zurich",
            "Indian/Antananarivo",
            "Indian/Chagos",
            "Indian/Christmas",
            "Indian/Cocos",
            "Indian/Comoro",
            "Indian/Kerguelen",
            "Indian/Mahe",
            "Indian/Maldives",
            "Indian/Mauritius",
            "Indian/Mayotte",
            "Indian/Reunion",
            "Pacific/Apia",
            "Pacific/Auckland",
            "Pacific/Bougainville",
            "Pacific/Chatham",
            "Pacific/Chuuk",
            "Pacific/Easter",
            "Pacific/Efate",
            "Pacific/Enderbury",
            "Pacific/Fakaofo",
            "Pacific/Fiji",
            "Pacific/Funafuti",
            "Pacific/Galapagos",
            "Pacific/Gambier",
            "Pacific/Guadalcanal",
            "Pacific/Guam",
            "Pacific/Honolulu",
            "Pacific/Johnston",
            "Pacific/Kanton",
            "Pacific/Kiritimati",
            "Pacific/Kosrae",
            "Pacific/Kwajalein",
            "Pacific/Majuro",
            "Pacific/Marquesas",
            "Pacific/Midway",
            "Pacific/Nauru",
            "Pacific/Niue",
            "Pacific/Norfolk",
            "Pacific/Noumea",
            "Pacific/Pago_Pago",
            "Pacific/Palau",
            "Pacific/Pitcairn",
            "Pacific/Pohnpei",
            "Pacific/Ponape",
            "Pacific/Port_Moresby",
            "Pacific/Rarotonga",
            "Pacific/Saipan",
            "Pacific/Samoa",
            "Pacific/Tahiti",
            "Pacific/Tarawa",
            "Pacific/Tongatapu",
            "Pacific/Truk",
            "Pacific/Wake",
            "Pacific/Wallis",
            "Pacific/Yap",
        ]
        | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Import:
        """Make an event of a file. A large one is made in the background: then the answer says where to ask. Scope:
        `organise`.
        """
        answer: types.Import = await self._call(
            "POST",
            "imports/",
            body={
                "format": format,
                "going_on": going_on,
                "members": members,
                "name": name,
                "rounds": rounds,
                "scoring": scoring,
                "text": text,
                "tiebreaks": tiebreaks,
                "variant": variant,
                "zone": zone,
            },
            idempotency_key=idempotency_key,
        )
        return answer

    async def read_event_file(self, *, text: str, idempotency_key: str | None = None) -> types.EventFile:
        """Read the file of an event, and say what it is and what is wrong with it. Nothing is kept. Scope:
        `organise`.
        """
        answer: types.EventFile = await self._call(
            "POST", "imports/reading/", body={"text": text}, idempotency_key=idempotency_key
        )
        return answer

    async def get_import(self, id: str) -> types.Import:
        """How far a large import of yours is. Scope: `organise`."""
        answer: types.Import = await self._call("GET", f"imports/{quoted(id)}/")
        return answer

    async def call_import_off(self, id: str, *, idempotency_key: str | None = None) -> types.Import:
        """Call a large import of yours off. Scope: `organise`."""
        answer: types.Import = await self._call(
            "DELETE", f"imports/{quoted(id)}/", body={}, idempotency_key=idempotency_key
        )
        return answer

    async def get_me(self) -> types.Me:
        """Who you are, and what your token lets you do. Scope: `read`."""
        answer: types.Me = await self._call("GET", "me/")
        return answer

    async def list_blocks(self, *, after: str | None = None, limit: int | None = None) -> types.Blocks:
        """Whom you block, by name. Scope: `account`."""
        answer: types.Blocks = await self._call("GET", "me/blocks/", query={"after": after, "limit": limit})
        return answer

    def each_blocks(self, *, after: str | None = None, limit: int | None = None) -> AsyncIterator[str]:
        """As `list_blocks`, one after the other over all pages: its `blocked`."""
        return self._pages(
            "GET", "me/blocks/", query={"after": after, "limit": limit}, field="blocked", goes_on_by="after"
        )

    async def block(self, name: str, *, idempotency_key: str | None = None) -> types.Blocked:
        """Block a player: no challenges and no words between you. Nobody is told. Scope: `account`."""
        answer: types.Blocked = await self._call(
            "PUT", f"me/blocks/{quoted(name)}/", body={}, idempotency_key=idempotency_key
        )
        return answer

    async def unblock(self, name: str, *, idempotency_key: str | None = None) -> types.Blocked:
        """Take a block back. Scope: `account`."""
        answer: types.Blocked = await self._call(
            "DELETE", f"me/blocks/{quoted(name)}/", body={}, idempotency_key=idempotency_key
        )
        return answer

    async def become_bot(
        self, *, confirm: str, password: str, keeper: str | LeftOut = LEFT_OUT, idempotency_key: str | None = None
    ) -> types.Person:
        """Make the account of a personal token a bot, for good: with its password, never with rated games before.
        Scope: `play`.
        """
        answer: types.Person = await self._call(
            "POST",
            "me/bot/",
            body={"confirm": confirm, "keeper": keeper, "password": password},
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_data_export(self) -> types.DataExport:
        """How far the file with all of your data is. It is fetched by a browser: whoever finds a token has not all
        of it. Scope: `read`.
        """
        answer: types.DataExport = await self._call("GET", "me/data/")
        return answer

    async def ask_for_data(self, *, idempotency_key: str | None = None) -> types.DataExport:
        """Have all that the service has of you put together; a mail says when it is there. Scope: `account`."""
        answer: types.DataExport = await self._call("POST", "me/data/", body={}, idempotency_key=idempotency_key)
        return answer

    async def remove_data_export(self, *, idempotency_key: str | None = None) -> types.Done:
        """Take that file away before its time. Scope: `account`."""
        answer: types.Done = await self._call("DELETE", "me/data/", body={}, idempotency_key=idempotency_key)
        return answer

    async def list_drafts(self) -> types.Drafts:
        """Where you have drafts: for games that wait for your set-up, and at the workshops of rule books. Scope:
        `read`.
        """
        answer: types.Drafts = await self._call("GET", "me/drafts/")
        return answer

    async def get_draft(self, key: str) -> types.Draft:
        """The draft of a workshop, and what it lacks. Scope: `read`."""
        answer: types.Draft = await self._call("GET", f"me/drafts/{quoted(key)}/")
        return answer

    async def change_draft(
        self,
        key: str,
        *,
        act: Literal["undo", "random", "fill", "mirror", "clear", "ready", "load"],
        version: Version,
        which: str | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.KeptDraft:
        """Undo, fill at random, mirror or clear the draft of a workshop, or lay a ready-made or a saved set-up.
        Scope: `setups`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.KeptDraft = await self._call(
            "POST",
            f"me/drafts/{quoted(key)}/",
            body={"act": act, "which": which},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def keep_draft(
        self, key: str, *, rows: str, version: Version, idempotency_key: str | None = None
    ) -> types.KeptDraft:
        """Keep a draft of a workshop; the one before can be had back. Scope: `setups`. Needs `If-Match` with the
        ETag of what you saw: 412 if it has moved on.
        """
        answer: types.KeptDraft = await self._call(
            "PUT", f"me/drafts/{quoted(key)}/", body={"rows": rows}, version=version, idempotency_key=idempotency_key
        )
        return answer

    async def delete_draft(self, key: str, *, idempotency_key: str | None = None) -> types.Done:
        """Delete the draft of a workshop. Scope: `setups`."""
        answer: types.Done = await self._call(
            "DELETE", f"me/drafts/{quoted(key)}/", body={}, idempotency_key=idempotency_key
        )
        return answer

    async def list_my_games(self, *, after: str | None = None, limit: int | None = None) -> types.MyGames:
        """Your games that go on: first those that wait for you, the one that is due first at the head. Scope:
        `read`.
        """
        answer: types.MyGames = await self._call("GET", "me/games/", query={"after": after, "limit": limit})
        return answer

    def each_my_games(self, *, after: str | None = None, limit: int | None = None) -> AsyncIterator[types.Mine]:
        """As `list_my_games`, one after the other over all pages: its `games`."""
        return self._pages(
            "GET", "me/games/", query={"after": after, "limit": limit}, field="games", goes_on_by="after"
        )

    async def list_notices(self) -> types.Notices:
        """What you were told, the newest first; what is out of date is gone. Scope: `read`."""
        answer: types.Notices = await self._call("GET", "me/notices/")
        return answer

    async def mark_notices_read(
        self, *, id: str | LeftOut = LEFT_OUT, idempotency_key: str | None = None
    ) -> types.Done:
        """Note that you have read a notice, or all. What is read is not sent by mail. Scope: `account`."""
        answer: types.Done = await self._call("POST", "me/notices/", body={"id": id}, idempotency_key=idempotency_key)
        return answer

    async def get_wishes(self) -> types.Wishes:
        """Of what you are told, on the page and by mail. Scope: `read`."""
        answer: types.Wishes = await self._call("GET", "me/notices/wishes/")
        return answer

    async def change_wishes(self, *, wishes: list[types.Wish], idempotency_key: str | None = None) -> types.Done:
        """Choose of what you are told: the kinds that the body names. Scope: `account`."""
        answer: types.Done = await self._call(
            "PUT", "me/notices/wishes/", body={"wishes": wishes}, idempotency_key=idempotency_key
        )
        return answer

    async def list_penalties(self, *, before: str | None = None, limit: int | None = None) -> types.Penalties:
        """What moderators decided about you, the newest first. Scope: `account`."""
        answer: types.Penalties = await self._call("GET", "me/penalties/", query={"before": before, "limit": limit})
        return answer

    def each_penalties(self, *, before: str | None = None, limit: int | None = None) -> AsyncIterator[types.Penalty]:
        """As `list_penalties`, one after the other over all pages: its `penalties`."""
        return self._pages("GET", "me/penalties/", query={"before": before, "limit": limit}, field="penalties")

    async def get_appeal(self, id: str) -> types.Appeal:
        """How the appeal against a penalty of yours stands; whether there can be one, if there is none. Scope:
        `account`.
        """
        answer: types.Appeal = await self._call("GET", f"me/penalties/{quoted(id)}/appeal/")
        return answer

    async def appeal(self, id: str, *, words: str, idempotency_key: str | None = None) -> types.Done:
        """Appeal against a penalty; once you have, write more to whoever hears it. Scope: `account`."""
        answer: types.Done = await self._call(
            "POST", f"me/penalties/{quoted(id)}/appeal/", body={"words": words}, idempotency_key=idempotency_key
        )
        return answer

    async def withdraw_appeal(self, id: str, *, idempotency_key: str | None = None) -> types.Done:
        """Take an appeal back: there is no second one. Scope: `account`."""
        answer: types.Done = await self._call(
            "DELETE", f"me/penalties/{quoted(id)}/appeal/", body={}, idempotency_key=idempotency_key
        )
        return answer

    async def acknowledge(self, id: str, *, idempotency_key: str | None = None) -> types.Done:
        """Say that you have read a warning: you can begin games again. Scope: `account`."""
        answer: types.Done = await self._call(
            "POST", f"me/penalties/{quoted(id)}/read/", body={}, idempotency_key=idempotency_key
        )
        return answer

    async def get_preferences(self) -> types.Preferences:
        """How you want the pages. Scope: `read`."""
        answer: types.Preferences = await self._call("GET", "me/preferences/")
        return answer

    async def change_preferences(
        self,
        *,
        board_side: Literal["own", "red"] | LeftOut = LEFT_OUT,
        bot_challenges: bool | LeftOut = LEFT_OUT,
        confirm_moves: bool | LeftOut = LEFT_OUT,
        coordinates: bool | LeftOut = LEFT_OUT,
        open_data: Literal["pseudonym", "name", "none"] | LeftOut = LEFT_OUT,
        open_guesses: bool | LeftOut = LEFT_OUT,
        ranks: Literal["high", "low", "symbols"] | LeftOut = LEFT_OUT,
        rated_bots: bool | LeftOut = LEFT_OUT,
        show_figures: bool | LeftOut = LEFT_OUT,
        theme: Literal["system", "light", "dark"] | LeftOut = LEFT_OUT,
        time_zone: Literal[
            "UTC",
            "Africa/Abidjan",
            "Africa/Accra",
            "Africa/Addis_Ababa",
            "Africa/Algiers",
            "Africa/Asmara",
            "Africa/Asmera",
            "Africa/Bamako",
            "Africa/Bangui",
            "Africa/Banjul",
            "Africa/Bissau",
            "Africa/Blantyre",
            "Africa/Brazzaville",
            "Africa/Bujumbura",
            "Africa/Cairo",
            "Africa/Casablanca",
            "Africa/Ceuta",
            "Africa/Conakry",
            "Africa/Dakar",
            "Africa/Dar_es_Salaam",
            "Africa/Djibouti",
            "Africa/Douala",
            "Africa/El_Aaiun",
            "Africa/Freetown",
            "Africa/Gaborone",
            "Africa/Harare",
            "Africa/Johannesburg",
            "Africa/Juba",
            "Africa/Kampala",
            "Africa/Khartoum",
            "Africa/Kigali",
            "Africa/Kinshasa",
            "Africa/Lagos",
            "Africa/Libreville",
            "Africa/Lome",
            "Africa/Luanda",
            "Africa/Lubumbashi",
            "Africa/Lusaka",
            "Africa/Malabo",
            "Africa/Maputo",
            "Africa/Maseru",
            "Africa/Mbabane",
            "Africa/Mogadishu",
            "Africa/Monrovia",
            "Africa/Nairobi",
            "Africa/Ndjamena",
            "Africa/Niamey",
            "Africa/Nouakchott",
            "Africa/Ouagadougou",
            "Africa/Porto-Novo",
            "Africa/Sao_Tome",
            "Africa/Timbuktu",
            "Africa/Tripoli",
            "Africa/Tunis",
            "Africa/Windhoek",
            "America/Adak",
            "America/Anchorage",
            "America/Anguilla",
            "America/Antigua",
            "America/Araguaina",
            "America/Argentina/Buenos_Aires",
            "America/Argentina/Catamarca",
            "America/Argentina/ComodRivadavia",
            "America/Argentina/Cordoba",
            "America/Argentina/Jujuy",
            "America/Argentina/La_Rioja",
            "America/Argentina/Mendoza",
            "America/Argentina/Rio_Gallegos",
            "America/Argentina/Salta",
            "America/Argentina/San_Juan",
            "America/Argentina/San_Luis",
            "America/Argentina/Tucuman",
            "America/Argentina/Ushuaia",
            "America/Aruba",
            "America/Asuncion",
            "America/Atikokan",
            "America/Atka",
            "America/Bahia",
            "America/Bahia_Banderas",
            "America/Barbados",
            "America/Belem",
            "America/Belize",
            "America/Blanc-Sablon",
            "America/Boa_Vista",
            "America/Bogota",
            "America/Boise",
            "America/Buenos_Aires",
            "America/Cambridge_Bay",
            "America/Campo_Grande",
            "America/Cancun",
            "America/Caracas",
            "America/Catamarca",
            "America/Cayenne",
            "America/Cayman",
            "America/Chicago",
            "America/Chihuahua",
            "America/Ciudad_Juarez",
            "America/Coral_Harbour",
            "America/Cordoba",
            "America/Costa_Rica",
            "America/Coyhaique",
            "America/Creston",
            "America/Cuiaba",
            "America/Curacao",
            "America/Danmarkshavn",
            "America/Dawson",
            "America/Dawson_Creek",
            "America/Denver",
            "America/Detroit",
            "America/Dominica",
            "America/Edmonton",
            "America/Eirunepe",
            "America/El_Salvador",
            "America/Ensenada",
            "America/Fort_Nelson",
            "America/Fort_Wayne",
            "America/Fortaleza",
            "America/Glace_Bay",
            "America/Godthab",
            "America/Goose_Bay",
            "America/Grand_Turk",
            "America/Grenada",
            "America/Guadeloupe",
            "America/Guatemala",
            "America/Guayaquil",
            "America/Guyana",
            "America/Halifax",
            "America/Havana",
            "America/Hermosillo",
            "America/Indiana/Indianapolis",
            "America/Indiana/Knox",
            "America/Indiana/Marengo",
            "America/Indiana/Petersburg",
            "America/Indiana/Tell_City",
            "America/Indiana/Vevay",
            "America/Indiana/Vincennes",
            "America/Indiana/Winamac",
            "America/Indianapolis",
            "America/Inuvik",
            "America/Iqaluit",
            "America/Jamaica",
            "America/Jujuy",
            "America/Juneau",
            "America/Kentucky/Louisville",
            "America/Kentucky/Monticello",
            "America/Knox_IN",
            "America/Kralendijk",
            "America/La_Paz",
            "America/Lima",
            "America/Los_Angeles",
            "America/Louisville",
            "America/Lower_Princes",
            "America/Maceio",
            "America/Managua",
            "America/Manaus",
            "America/Marigot",
            "America/Martinique",
            "America/Matamoros",
            "America/Mazatlan",
            "America/Mendoza",
            "America/Menominee",
            "America/Merida",
            "America/Metlakatla",
            "America/Mexico_City",
            "America/Miquelon",
            "America/Moncton",
            "America/Monterrey",
            "America/Montevideo",
            "America/Montreal",
            "America/Montserrat",
            "America/Nassau",
            "America/New_York",
            "America/Nipigon",
            "America/Nome",
            "America/Noronha",
            "America/North_Dakota/Beulah",
            "America/North_Dakota/Center",
            "America/North_Dakota/New_Salem",
            "America/Nuuk",
            "America/Ojinaga",
            "America/Panama",
            "America/Pangnirtung",
            "America/Paramaribo",
            "America/Phoenix",
            "America/Port-au-Prince",
            "America/Port_of_Spain",
            "America/Porto_Acre",
            "America/Porto_Velho",
            "America/Puerto_Rico",
            "America/Punta_Arenas",
            "America/Rainy_River",
            "America/Rankin_Inlet",
            "America/Recife",
            "America/Regina",
            "America/Resolute",
            "America/Rio_Branco",
            "America/Rosario",
            "America/Santa_Isabel",
            "America/Santarem",
            "America/Santiago",
            "America/Santo_Domingo",
            "America/Sao_Paulo",
            "America/Scoresbysund",
            "America/Shiprock",
            "America/Sitka",
            "America/St_Barthelemy",
            "America/St_Johns",
            "America/St_Kitts",
            "America/St_Lucia",
            "America/St_Thomas",
            "America/St_Vincent",
            "America/Swift_Current",
            "America/Tegucigalpa",
            "America/Thule",
            "America/Thunder_Bay",
            "America/Tijuana",
            "America/Toronto",
            "America/Tortola",
            "America/Vancouver",
            "America/Virgin",
            "America/Whitehorse",
            "America/Winnipeg",
            "America/Yakutat",
            "America/Yellowknife",
            "Antarctica/Casey",
            "Antarctica/Davis",
            "Antarctica/DumontDUrville",
            "Antarctica/Macquarie",
            "Antarctica/Mawson",
            "Antarctica/McMurdo",
            "Antarctica/Palmer",
            "Antarctica/Rothera",
            "Antarctica/South_Pole",
            "Antarctica/Syowa",
            "Antarctica/Troll",
            "Antarctica/Vostok",
            "Arctic/Longyearbyen",
            "Asia/Aden",
            "Asia/Almaty",
            "Asia/Amman",
            "Asia/Anadyr",
            "Asia/Aqtau",
            "Asia/Aqtobe",
            "Asia/Ashgabat",
            "Asia/Ashkhabad",
            "Asia/Atyrau",
            "Asia/Baghdad",
            "Asia/Bahrain",
            "Asia/Baku",
            "Asia/Bangkok",
            "Asia/Barnaul",
            "Asia/Beirut",
            "Asia/Bishkek",
            "Asia/Brunei",
            "Asia/Calcutta",
            "Asia/Chita",
            "Asia/Choibalsan",
            "Asia/Chongqing",
            "Asia/Chungking",
            "Asia/Colombo",
            "Asia/Dacca",
            "Asia/Damascus",
            "Asia/Dhaka",
            "Asia/Dili",
            "Asia/Dubai",
            "Asia/Dushanbe",
            "Asia/Famagusta",
            "Asia/Gaza",
            "Asia/Harbin",
            "Asia/Hebron",
            "Asia/Ho_Chi_Minh",
            "Asia/Hong_Kong",
            "Asia/Hovd",
            "Asia/Irkutsk",
            "Asia/Istanbul",
            "Asia/Jakarta",
            "Asia/Jayapura",
            "Asia/Jerusalem",
            "Asia/Kabul",
            "Asia/Kamchatka",
            "Asia/Karachi",
            "Asia/Kashgar",
            "Asia/Kathmandu",
            "Asia/Katmandu",
            "Asia/Khandyga",
            "Asia/Kolkata",
            "Asia/Krasnoyarsk",
            "Asia/Kuala_Lumpur",
            "Asia/Kuching",
            "Asia/Kuwait",
            "Asia/Macao",
            "Asia/Macau",
            "Asia/Magadan",
            "Asia/Makassar",
            "Asia/Manila",
            "Asia/Muscat",
            "Asia/Nicosia",
            "Asia/Novokuznetsk",
            "Asia/Novosibirsk",
            "Asia/Omsk",
            "Asia/Oral",
            "Asia/Phnom_Penh",
            "Asia/Pontianak",
            "Asia/Pyongyang",
            "Asia/Qatar",
            "Asia/Qostanay",
            "Asia/Qyzylorda",
            "Asia/Rangoon",
            "Asia/Riyadh",
            "Asia/Saigon",
            "Asia/Sakhalin",
            "Asia/Samarkand",
            "Asia/Seoul",
            "Asia/Shanghai",
            "Asia/Singapore",
            "Asia/Srednekolymsk",
            "Asia/Taipei",
            "Asia/Tashkent",
            "Asia/Tbilisi",
            "Asia/Tehran",
            "Asia/Tel_Aviv",
            "Asia/Thimbu",
            "Asia/Thimphu",
            "Asia/Tokyo",
            "Asia/Tomsk",
            "Asia/Ujung_Pandang",
            "Asia/Ulaanbaatar",
            "Asia/Ulan_Bator",
            "Asia/Urumqi",
            "Asia/Ust-Nera",
            "Asia/Vientiane",
            "Asia/Vladivostok",
            "Asia/Yakutsk",
            "Asia/Yangon",
            "Asia/Yekaterinburg",
            "Asia/Yerevan",
            "Atlantic/Azores",
            "Atlantic/Bermuda",
            "Atlantic/Canary",
            "Atlantic/Cape_Verde",
            "Atlantic/Faeroe",
            "Atlantic/Faroe",
            "Atlantic/Jan_Mayen",
            "Atlantic/Madeira",
            "Atlantic/Reykjavik",
            "Atlantic/South_Georgia",
            "Atlantic/St_Helena",
            "Atlantic/Stanley",
            "Australia/ACT",
            "Australia/Adelaide",
            "Australia/Brisbane",
            "Australia/Broken_Hill",
            "Australia/Canberra",
            "Australia/Currie",
            "Australia/Darwin",
            "Australia/Eucla",
            "Australia/Hobart",
            "Australia/LHI",
            "Australia/Lindeman",
            "Australia/Lord_Howe",
            "Australia/Melbourne",
            "Australia/NSW",
            "Australia/North",
            "Australia/Perth",
            "Australia/Queensland",
            "Australia/South",
            "Australia/Sydney",
            "Australia/Tasmania",
            "Australia/Victoria",
            "Australia/West",
            "Australia/Yancowinna",
            "Europe/Amsterdam",
            "Europe/Andorra",
            "Europe/Astrakhan",
            "Europe/Athens",
            "Europe/Belfast",
            "Europe/Belgrade",
            "Europe/Berlin",
            "Europe/Bratislava",
            "Europe/Brussels",
            "Europe/Bucharest",
            "Europe/Budapest",
            "Europe/Busingen",
            "Europe/Chisinau",
            "Europe/Copenhagen",
            "Europe/Dublin",
            "Europe/Gibraltar",
            "Europe/Guernsey",
            "Europe/Helsinki",
            "Europe/Isle_of_Man",
            "Europe/Istanbul",
            "Europe/Jersey",
            "Europe/Kaliningrad",
            "Europe/Kiev",
            "Europe/Kirov",
            "Europe/Kyiv",
            "Europe/Lisbon",
            "Europe/Ljubljana",
            "Europe/London",
            "Europe/Luxembourg",
            "Europe/Madrid",
            "Europe/Malta",
            "Europe/Mariehamn",
            "Europe/Minsk",
            "Europe/Monaco",
            "Europe/Moscow",
            "Europe/Nicosia",
            "Europe/Oslo",
            "Europe/Paris",
            "Europe/Podgorica",
            "Europe/Prague",
            "Europe/Riga",
            "Europe/Rome",
            "Europe/Samara",
            "Europe/San_Marino",
            "Europe/Sarajevo",
            "Europe/Saratov",
            "Europe/Simferopol",
            "Europe/Skopje",
            "Europe/Sofia",
            "Europe/Stockholm",
            "Europe/Tallinn",
            "Europe/Tirane",
            "Europe/Tiraspol",
            "Europe/Ulyanovsk",
            "Europe/Uzhgorod",
            "Europe/Vaduz",
            "Europe/Vatican",
            "Europe/Vienna",
            "Europe/Vilnius",
            "Europe/Volgograd",
            "Europe/Warsaw",
            "Europe/Zagreb",
            "Europe/Zaporozhye",
            "Europe/Zurich",
            "Indian/Antananarivo",
            "Indian/Chagos",
            "Indian/Christmas",
            "Indian/Cocos",
            "Indian/Comoro",
            "Indian/Kerguelen",
            "Indian/Mahe",
            "Indian/Maldives",
            "Indian/Mauritius",
            "Indian/Mayotte",
            "Indian/Reunion",
            "Pacific/Apia",
            "Pacific/Auckland",
            "Pacific/Bougainville",
            "Pacific/Chatham",
            "Pacific/Chuuk",
            "Pacific/Easter",
            "Pacific/Efate",
            "Pacific/Enderbury",
            "Pacific/Fakaofo",
            "Pacific/Fiji",
            "Pacific/Funafuti",
            "Pacific/Galapagos",
            "Pacific/Gambier",
            "Pacific/Guadalcanal",
            "Pacific/Guam",
            "Pacific/Honolulu",
            "Pacific/Johnston",
            "Pacific/Kanton",
            "Pacific/Kiritimati",
            "Pacific/Kosrae",
            "Pacific/Kwajalein",
            "Pacific/Majuro",
            "Pacific/Marquesas",
            "Pacific/Midway",
            "Pacific/Nauru",
            "Pacific/Niue",
            "Pacific/Norfolk",
            "Pacific/Noumea",
            "Pacific/Pago_Pago",
            "Pacific/Palau",
            "Pacific/Pitcairn",
            "Pacific/Pohnpei",
            "Pacific/Ponape",
            "Pacific/Port_Moresby",
            "Pacific/Rarotonga",
            "Pacific/Saipan",
            "Pacific/Samoa",
            "Pacific/Tahiti",
            "Pacific/Tarawa",
            "Pacific/Tongatapu",
            "Pacific/Truk",
            "Pacific/Wake",
            "Pacific/Wallis",
            "Pacific/Yap",
        ]
        | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Done:
        """Change preferences: those that the body names. Scope: `account`."""
        answer: types.Done = await self._call(
            "PUT",
            "me/preferences/",
            body={
                "board_side": board_side,
                "bot_challenges": bot_challenges,
                "confirm_moves": confirm_moves,
                "coordinates": coordinates,
                "open_data": open_data,
                "open_guesses": open_guesses,
                "ranks": ranks,
                "rated_bots": rated_bots,
                "show_figures": show_figures,
                "theme": theme,
                "time_zone": time_zone,
            },
            idempotency_key=idempotency_key,
        )
        return answer

    async def list_my_seeks(self) -> types.Seeks:
        """Your own seeks and challenges that are open, and the tables at which you wait. Scope: `read`."""
        answer: types.Seeks = await self._call("GET", "me/seeks/")
        return answer

    async def list_saved_setups(
        self,
        *,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
    ) -> types.SavedSetups:
        """Your saved set-ups by name, with how your open games went that they were laid in. Scope: `read`."""
        answer: types.SavedSetups = await self._call("GET", "me/setups/", query={"variant": variant})
        return answer

    async def save_setup(
        self,
        *,
        name: str,
        rows: str,
        variant: Literal[
            "classic",
            "barrage",
            "battle",
            "duel",
            "lightning",
            "ultimate_lightning",
            "campaign",
            "alliance",
            "alliance_lightning",
        ],
        idempotency_key: str | None = None,
    ) -> types.KeptSetup:
        """Save a set-up under a name, whole or not. 50 of a rule book can be kept. Scope: `setups`."""
        answer: types.KeptSetup = await self._call(
            "POST", "me/setups/", body={"name": name, "rows": rows, "variant": variant}, idempotency_key=idempotency_key
        )
        return answer

    async def get_saved_setup(self, id: str) -> types.SavedSetup:
        """One of your saved set-ups. Scope: `read`."""
        answer: types.SavedSetup = await self._call("GET", f"me/setups/{quoted(id)}/")
        return answer

    async def change_saved_setup(
        self, id: str, *, name: str, rows: str, version: Version, idempotency_key: str | None = None
    ) -> types.KeptSetup:
        """Give a saved set-up another name or other squares. Scope: `setups`. Needs `If-Match` with the ETag of
        what you saw: 412 if it has moved on.
        """
        answer: types.KeptSetup = await self._call(
            "PUT",
            f"me/setups/{quoted(id)}/",
            body={"name": name, "rows": rows},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def delete_saved_setup(self, id: str, *, idempotency_key: str | None = None) -> types.Done:
        """Delete a saved set-up. Scope: `setups`."""
        answer: types.Done = await self._call(
            "DELETE", f"me/setups/{quoted(id)}/", body={}, idempotency_key=idempotency_key
        )
        return answer

    def stream_me(self, *, since: str | None = None) -> AsyncIterator[types.MyLine]:
        """What goes on for you: a line (NDJSON) for each of your games, for those that were over lately, for your
        challenges and seeks, and for your tournaments; and one whenever one of them stands otherwise. Scope:
        `read`.
        """
        return self._lines("GET", "me/stream/", query={"since": since})

    async def list_my_studies(self) -> types.MyStudies:
        """The studies that you own, write, read or are invited to, those that were changed last first. Scope:
        `read`.
        """
        answer: types.MyStudies = await self._call("GET", "me/studies/")
        return answer

    async def get_vacation(self) -> types.Vacation:
        """Until when you are away, if so. Scope: `read`."""
        answer: types.Vacation = await self._call("GET", "me/vacation/")
        return answer

    async def begin_vacation(self, *, days: int, idempotency_key: str | None = None) -> types.Vacation:
        """Begin a vacation: in games that allow it your clock stands still. Scope: `account`."""
        answer: types.Vacation = await self._call(
            "POST", "me/vacation/", body={"days": days}, idempotency_key=idempotency_key
        )
        return answer

    async def end_vacation(self, *, idempotency_key: str | None = None) -> types.Vacation:
        """Be back. Scope: `account`."""
        answer: types.Vacation = await self._call("DELETE", "me/vacation/", body={}, idempotency_key=idempotency_key)
        return answer

    async def list_releases(self, *, before: str | None = None, limit: int | None = None) -> types.Releases:
        """The months that are released as open data, the last first, with their files. Open to everybody."""
        answer: types.Releases = await self._call("GET", "open-data/", query={"before": before, "limit": limit})
        return answer

    def each_releases(self, *, before: str | None = None, limit: int | None = None) -> AsyncIterator[types.Release]:
        """As `list_releases`, one after the other over all pages: its `releases`."""
        return self._pages("GET", "open-data/", query={"before": before, "limit": limit}, field="releases")

    async def get_release(self, month: str) -> types.Release:
        """What is released of a month, with its files. Open to everybody."""
        answer: types.Release = await self._call("GET", f"open-data/{quoted(month)}/")
        return answer

    async def get_placements(
        self,
        *,
        colour: Literal["blue", "red"] | None = None,
        event: str | None = None,
        rank: str | None = None,
        rating: Literal["0", "1", "2", "3", "4", "5", "6"] | None = None,
        result: Literal["drawn", "lost", "won"] | None = None,
        source: Literal["import", "play"] | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
        year: int | None = None,
    ) -> types.Placements:
        """Where a rank stands in the set-ups of open games, and how those games went. Open to everybody."""
        answer: types.Placements = await self._call(
            "GET",
            "placements/",
            query={
                "colour": colour,
                "event": event,
                "rank": rank,
                "rating": rating,
                "result": result,
                "source": source,
                "variant": variant,
                "year": year,
            },
        )
        return answer

    async def get_player(self, name: str) -> types.Player:
        """A member: results and ratings by rule book, as the profile has them. Open to everybody."""
        answer: types.Player = await self._call("GET", f"players/{quoted(name)}/")
        return answer

    async def get_player_figures(
        self,
        name: str,
        *,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "cards",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
        year: int | None = None,
    ) -> types.PlayerFigures:
        """How a player's games go: your own at once, others' once a month has been over for a month, if they wish.
        Open to everybody.
        """
        answer: types.PlayerFigures = await self._call(
            "GET", f"players/{quoted(name)}/figures/", query={"variant": variant, "year": year}
        )
        return answer

    async def get_rating_history(self, name: str, slug: str) -> types.History:
        """What the last 1000 rated games of a rule book did to a member's rating. Open to everybody."""
        answer: types.History = await self._call("GET", f"players/{quoted(name)}/ratings/{quoted(slug)}/")
        return answer

    async def get_puzzle_of_the_day(self) -> types.PuzzleDay:
        """The puzzle of today, by UTC. Open to everybody."""
        answer: types.PuzzleDay = await self._call("GET", "puzzles/day/")
        return answer

    async def list_puzzles_of_days(
        self, *, after: str | None = None, before: str | None = None, limit: int | None = None
    ) -> types.PuzzleDays:
        """The puzzles of today and of earlier days, the newest first. Open to everybody."""
        answer: types.PuzzleDays = await self._call(
            "GET", "puzzles/days/", query={"after": after, "before": before, "limit": limit}
        )
        return answer

    def each_puzzles_of_days(
        self, *, after: str | None = None, before: str | None = None, limit: int | None = None
    ) -> AsyncIterator[types.PuzzleDay]:
        """As `list_puzzles_of_days`, one after the other over all pages: its `days`."""
        return self._pages(
            "GET",
            "puzzles/days/",
            query={"after": after, "before": before, "limit": limit},
            field="days",
            goes_on_by="after",
        )

    async def draw_puzzle(
        self,
        *,
        kind: Literal["attack", "cannot", "where"] | None = None,
        near: Literal["no", "yes"] | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
    ) -> types.ListedPuzzle:
        """A puzzle, drawn among those that are wanted; with a token that may read, one that you have not had. Open
        to everybody.
        """
        answer: types.ListedPuzzle = await self._call(
            "GET", "puzzles/next/", query={"kind": kind, "near": near, "variant": variant}
        )
        return answer

    async def get_puzzle(self, key: str) -> types.Puzzle:
        """A puzzle; with a token that may read, your answer if you gave one, and what is right. Open to everybody."""
        answer: types.Puzzle = await self._call("GET", f"puzzles/{quoted(key)}/")
        return answer

    async def answer_puzzle(
        self, key: str, *, choice: list[str], idempotency_key: str | None = None
    ) -> types.PuzzleAnswer:
        """Answer a puzzle. With a token, which has to be one that may play, the first answer is kept and counts.
        Open to everybody.
        """
        answer: types.PuzzleAnswer = await self._call(
            "POST", f"puzzles/{quoted(key)}/", body={"choice": choice}, idempotency_key=idempotency_key
        )
        return answer

    async def list_reports(self, *, before: str | None = None, limit: int | None = None) -> types.Reports:
        """What you have reported, the newest first, and what came of it. Scope: `account`."""
        answer: types.Reports = await self._call("GET", "reports/", query={"before": before, "limit": limit})
        return answer

    def each_reports(self, *, before: str | None = None, limit: int | None = None) -> AsyncIterator[types.OwnReport]:
        """As `list_reports`, one after the other over all pages: its `reports`."""
        return self._pages("GET", "reports/", query={"before": before, "limit": limit}, field="reports")

    async def report(
        self,
        *,
        kind: Literal["player", "message", "letter", "note", "study", "comment", "game", "puzzle"],
        target: str,
        why: Literal[
            "stopped-playing",
            "stalling",
            "draw-refusal",
            "chasing",
            "abuse",
            "name",
            "spam",
            "accounts",
            "boosting",
            "telling",
            "collusion",
            "cheating",
            "powers",
            "wrong",
            "other",
        ],
        about: str | LeftOut = LEFT_OUT,
        block: bool | LeftOut = LEFT_OUT,
        text: str | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Reported:
        """Report a player or a thing to the moderators. The same again replaces what you wrote. Scope: `talk`."""
        answer: types.Reported = await self._call(
            "POST",
            "reports/",
            body={"about": about, "block": block, "kind": kind, "target": target, "text": text, "why": why},
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_reportable(
        self,
        *,
        kind: Literal["comment", "game", "letter", "message", "note", "player", "puzzle", "study"] | None = None,
        target: str | None = None,
    ) -> types.Reportable:
        """Whether you can report something, whom it may be about, and for what. Scope: `read`."""
        answer: types.Reportable = await self._call("GET", "reports/thing/", query={"kind": kind, "target": target})
        return answer

    async def list_rule_books(self) -> types.Books:
        """All rule books as data. Open to everybody."""
        answer: types.Books = await self._call("GET", "rule-books/")
        return answer

    async def get_rule_book(self, slug: str) -> types.Book:
        """A rule book as data. Open to everybody."""
        answer: types.Book = await self._call("GET", f"rule-books/{quoted(slug)}/")
        return answer

    async def check_setup(self, slug: str, *, rows: str, idempotency_key: str | None = None) -> types.SetupCheck:
        """Whether a form is a set-up by a rule book, and what it lacks. Nothing is kept. Open to everybody."""
        answer: types.SetupCheck = await self._call(
            "POST", f"rule-books/{quoted(slug)}/check/", body={"rows": rows}, idempotency_key=idempotency_key
        )
        return answer

    async def list_seeks(
        self,
        *,
        rated: Literal["no", "yes"] | None = None,
        speed: Literal["days", "live"] | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "cards",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
    ) -> types.Seeks:
        """Open seeks, newest first; with a token that may read, without those of who blocked you or was blocked.
        Open to everybody.
        """
        answer: types.Seeks = await self._call(
            "GET", "seeks/", query={"rated": rated, "speed": speed, "variant": variant}
        )
        return answer

    async def post_seek(
        self,
        *,
        time: Literal[
            "live-5-5",
            "live-10-10",
            "live-20-10",
            "live-45-20",
            "1-day",
            "2-days",
            "3-days",
            "5-days",
            "7-days",
            "14-days",
            "bank-3d-6h",
            "bank-7d-12h",
        ]
        | dict[str, Any],
        variant: Literal[
            "classic",
            "barrage",
            "battle",
            "duel",
            "lightning",
            "ultimate_lightning",
            "campaign",
            "alliance",
            "alliance_lightning",
            "cards",
        ],
        bots: bool | LeftOut = LEFT_OUT,
        colour: Literal["random", "red", "blue"] | LeftOut = LEFT_OUT,
        kind: Literal["open", "link"] | LeftOut = LEFT_OUT,
        no_attack_limit: int | LeftOut | None = LEFT_OUT,
        notes: bool | LeftOut = LEFT_OUT,
        partners: Literal["chosen", "drawn"] | LeftOut = LEFT_OUT,
        rated: bool | LeftOut = LEFT_OUT,
        rating_from: int | LeftOut | None = LEFT_OUT,
        rating_to: int | LeftOut | None = LEFT_OUT,
        reveal: Literal["end", "delay", "never"] | LeftOut = LEFT_OUT,
        reveal_after: int | LeftOut | None = LEFT_OUT,
        spotter: bool | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Seek:
        """Post a seek, or make one that is joined by whoever knows its link. Scope: `challenge`."""
        answer: types.Seek = await self._call(
            "POST",
            "seeks/",
            body={
                "bots": bots,
                "colour": colour,
                "kind": kind,
                "no_attack_limit": no_attack_limit,
                "notes": notes,
                "partners": partners,
                "rated": rated,
                "rating_from": rating_from,
                "rating_to": rating_to,
                "reveal": reveal,
                "reveal_after": reveal_after,
                "spotter": spotter,
                "time": time,
                "variant": variant,
            },
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_seek(self, id: str) -> types.Seek:
        """A seek or challenge: one of the lobby, your own, or one that you were invited to. Open to everybody."""
        answer: types.Seek = await self._call("GET", f"seeks/{quoted(id)}/")
        return answer

    async def cancel_seek(self, id: str, *, idempotency_key: str | None = None) -> types.Seek:
        """Take your seek or challenge back. Scope: `challenge`."""
        answer: types.Seek = await self._call(
            "DELETE", f"seeks/{quoted(id)}/", body={}, idempotency_key=idempotency_key
        )
        return answer

    async def decline_challenge(self, id: str, *, idempotency_key: str | None = None) -> types.Seek:
        """Decline a challenge, or leave a table. Scope: `challenge`."""
        answer: types.Seek = await self._call(
            "POST", f"seeks/{quoted(id)}/decline/", body={}, idempotency_key=idempotency_key
        )
        return answer

    async def join_seek(
        self, id: str, *, number: int | LeftOut | None = LEFT_OUT, idempotency_key: str | None = None
    ) -> types.Seek:
        """Join a seek, or accept a challenge. With the last place the game begins, and `game` has its key. Scope:
        `challenge`.
        """
        answer: types.Seek = await self._call(
            "POST", f"seeks/{quoted(id)}/join/", body={"number": number}, idempotency_key=idempotency_key
        )
        return answer

    async def leave_seek(self, id: str, *, idempotency_key: str | None = None) -> types.Seek:
        """Give your place up at a table that is not full yet. Scope: `challenge`."""
        answer: types.Seek = await self._call(
            "POST", f"seeks/{quoted(id)}/leave/", body={}, idempotency_key=idempotency_key
        )
        return answer

    async def list_studies(
        self,
        *,
        after: str | None = None,
        before: str | None = None,
        game: str | None = None,
        limit: int | None = None,
        player: str | None = None,
    ) -> types.Studies:
        """Public studies, the newest first. Open to everybody."""
        answer: types.Studies = await self._call(
            "GET", "studies/", query={"after": after, "before": before, "game": game, "limit": limit, "player": player}
        )
        return answer

    def each_studies(
        self,
        *,
        after: str | None = None,
        before: str | None = None,
        game: str | None = None,
        limit: int | None = None,
        player: str | None = None,
    ) -> AsyncIterator[types.ListedStudy]:
        """As `list_studies`, one after the other over all pages: its `studies`."""
        return self._pages(
            "GET",
            "studies/",
            query={"after": after, "before": before, "game": game, "limit": limit, "player": player},
            field="studies",
            goes_on_by="after",
        )

    async def make_study(
        self, *, game: str, title: str | LeftOut = LEFT_OUT, idempotency_key: str | None = None
    ) -> types.StudyChanged:
        """Begin a study of a game that is open: private, until you show it. Scope: `talk`."""
        answer: types.StudyChanged = await self._call(
            "POST", "studies/", body={"game": game, "title": title}, idempotency_key=idempotency_key
        )
        return answer

    async def get_study(self, key: str, *, link: str | None = None) -> types.Study:
        """A study as you may read it: its lines, comments and drawings (docs/studies.md). Open to everybody."""
        answer: types.Study = await self._call("GET", f"studies/{quoted(key)}/", query={"link": link})
        return answer

    async def delete_study(self, key: str, *, idempotency_key: str | None = None) -> types.Done:
        """Delete a study of your own, with all that is said and drawn there. Scope: `talk`."""
        answer: types.Done = await self._call(
            "DELETE", f"studies/{quoted(key)}/", body={}, idempotency_key=idempotency_key
        )
        return answer

    async def comment(
        self,
        key: str,
        *,
        ply: int,
        text: str,
        version: Version,
        line: int | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.StudyChanged:
        """Say something at a place of a study, in place of what you said there. Scope: `talk`. Needs `If-Match`
        with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.StudyChanged = await self._call(
            "PUT",
            f"studies/{quoted(key)}/comments/",
            body={"line": line, "ply": ply, "text": text},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def delete_comment(
        self, id: str, key: str, *, version: Version, idempotency_key: str | None = None
    ) -> types.StudyChanged:
        """Delete what somebody else has said in a study of your own, by the id that the report of a comment takes.
        Scope: `talk`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.StudyChanged = await self._call(
            "DELETE",
            f"studies/{quoted(key)}/comments/{quoted(id)}/",
            body={},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def draw(
        self,
        key: str,
        *,
        colour: Literal["green", "red", "blue", "yellow"],
        ply: int,
        squares: list[str],
        line: int | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.StudyChanged:
        """Draw an arrow or mark a square at a place of a study. Scope: `talk`."""
        answer: types.StudyChanged = await self._call(
            "POST",
            f"studies/{quoted(key)}/drawings/",
            body={"colour": colour, "line": line, "ply": ply, "squares": squares},
            idempotency_key=idempotency_key,
        )
        return answer

    async def rub_out(
        self,
        key: str,
        *,
        ply: int,
        version: Version,
        line: int | LeftOut = LEFT_OUT,
        shape: int | LeftOut | None = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.StudyChanged:
        """Take an arrow or a mark away at a place of a study, or all of them. Scope: `talk`. Needs `If-Match` with
        the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.StudyChanged = await self._call(
            "POST",
            f"studies/{quoted(key)}/drawings/rub-out/",
            body={"line": line, "ply": ply, "shape": shape},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def invite_to_study(
        self, key: str, name: str, *, role: Literal["author", "reader"], idempotency_key: str | None = None
    ) -> types.StudyChanged:
        """Invite a member to write or to read a study of your own, or change as what they take part. Scope: `talk`."""
        answer: types.StudyChanged = await self._call(
            "PUT",
            f"studies/{quoted(key)}/members/{quoted(name)}/",
            body={"role": role},
            idempotency_key=idempotency_key,
        )
        return answer

    async def remove_from_study(self, key: str, name: str, *, idempotency_key: str | None = None) -> types.StudyChanged:
        """Take somebody out of a study of your own, or an invitation back. Scope: `talk`."""
        answer: types.StudyChanged = await self._call(
            "DELETE", f"studies/{quoted(key)}/members/{quoted(name)}/", body={}, idempotency_key=idempotency_key
        )
        return answer

    async def answer_study(
        self, key: str, *, act: Literal["accept", "decline", "leave"], idempotency_key: str | None = None
    ) -> types.Done:
        """Accept or decline an invitation to a study, or leave one: an owner hands it to the first author. Scope:
        `talk`.
        """
        answer: types.Done = await self._call(
            "POST", f"studies/{quoted(key)}/membership/", body={"act": act}, idempotency_key=idempotency_key
        )
        return answer

    async def get_study_settings(self, key: str) -> types.StudySettings:
        """Who may read a study of your own, who writes it, and its link. Scope: `read`."""
        answer: types.StudySettings = await self._call("GET", f"studies/{quoted(key)}/settings/")
        return answer

    async def change_study_settings(
        self,
        key: str,
        *,
        version: Version,
        title: str | LeftOut = LEFT_OUT,
        visibility: Literal["private", "link", "public"] | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.StudyChanged:
        """Name a study of your own, or choose who may read it. Scope: `talk`. Needs `If-Match` with the ETag of
        what you saw: 412 if it has moved on.
        """
        answer: types.StudyChanged = await self._call(
            "PUT",
            f"studies/{quoted(key)}/settings/",
            body={"title": title, "visibility": visibility},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def renew_study_link(self, key: str, *, idempotency_key: str | None = None) -> types.StudyChanged:
        """Give a study of your own another link: the one before opens nothing any more. Scope: `talk`."""
        answer: types.StudyChanged = await self._call(
            "POST", f"studies/{quoted(key)}/settings/link/", body={}, idempotency_key=idempotency_key
        )
        return answer

    async def play_in_study(
        self, key: str, *, ply: int, turn: str, line: int | LeftOut = LEFT_OUT, idempotency_key: str | None = None
    ) -> types.StudyPlaced:
        """Play a turn at a place of a study: on in the line if it was played there, else in a variation. Scope:
        `talk`.
        """
        answer: types.StudyPlaced = await self._call(
            "POST",
            f"studies/{quoted(key)}/turns/",
            body={"line": line, "ply": ply, "turn": turn},
            idempotency_key=idempotency_key,
        )
        return answer

    async def change_variation(
        self,
        key: str,
        line: int,
        *,
        act: Literal["take-back", "remove"],
        version: Version,
        sure: bool | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.StudyPlaced:
        """Take the last ply of a variation back, or the whole variation out of the study. Scope: `talk`. Needs `If-
        Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.StudyPlaced = await self._call(
            "POST",
            f"studies/{quoted(key)}/variations/{quoted(line)}/",
            body={"act": act, "sure": sure},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def list_tournaments(
        self,
        *,
        after: str | None = None,
        before: str | None = None,
        format: Literal["knockout", "round_robin", "swiss"] | None = None,
        limit: int | None = None,
        text: str | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "cards",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
        when: Literal["coming", "open", "past", "running"] | None = None,
    ) -> types.Tournaments:
        """Tournaments: what runs or comes by its start, what is past the latest first. Open to everybody."""
        answer: types.Tournaments = await self._call(
            "GET",
            "tournaments/",
            query={
                "after": after,
                "before": before,
                "format": format,
                "limit": limit,
                "text": text,
                "variant": variant,
                "when": when,
            },
        )
        return answer

    def each_tournaments(
        self,
        *,
        after: str | None = None,
        before: str | None = None,
        format: Literal["knockout", "round_robin", "swiss"] | None = None,
        limit: int | None = None,
        text: str | None = None,
        variant: Literal[
            "alliance",
            "alliance_lightning",
            "barrage",
            "battle",
            "campaign",
            "cards",
            "classic",
            "duel",
            "lightning",
            "ultimate_lightning",
        ]
        | None = None,
        when: Literal["coming", "open", "past", "running"] | None = None,
    ) -> AsyncIterator[types.ListedEvent]:
        """As `list_tournaments`, one after the other over all pages: its `tournaments`."""
        return self._pages(
            "GET",
            "tournaments/",
            query={
                "after": after,
                "before": before,
                "format": format,
                "limit": limit,
                "text": text,
                "variant": variant,
                "when": when,
            },
            field="tournaments",
            goes_on_by="after",
        )

    async def make_tournament(
        self,
        *,
        name: str,
        variant: Literal[
            "classic",
            "barrage",
            "battle",
            "duel",
            "lightning",
            "ultimate_lightning",
            "campaign",
            "alliance",
            "alliance_lightning",
            "cards",
        ],
        announce: bool | LeftOut = LEFT_OUT,
        code: str | LeftOut = LEFT_OUT,
        description: str | LeftOut = LEFT_OUT,
        format: Literal["swiss", "knockout", "round_robin"] | LeftOut = LEFT_OUT,
        place: str | LeftOut = LEFT_OUT,
        real: bool | LeftOut = LEFT_OUT,
        terms: types.EventTerms | LeftOut = LEFT_OUT,
        zone: Literal[
            "UTC",
            "Africa/Abidjan",
            "Africa/Accra",
            "Africa/Addis_Ababa",
            "Africa/Algiers",
            "Africa/Asmara",
            "Africa/Asmera",
            "Africa/Bamako",
            "Africa/Bangui",
            "Africa/Banjul",
            "Africa/Bissau",
            "Africa/Blantyre",
            "Africa/Brazzaville",
            "Africa/Bujumbura",
            "Africa/Cairo",
            "Africa/Casablanca",
            "Africa/Ceuta",
            "Africa/Conakry",
            "Africa/Dakar",
            "Africa/Dar_es_Salaam",
            "Africa/Djibouti",
            "Africa/Douala",
            "Africa/El_Aaiun",
            "Africa/Freetown",
            "Africa/Gaborone",
            "Africa/Harare",
            "Africa/Johannesburg",
            "Africa/Juba",
            "Africa/Kampala",
            "Africa/Khartoum",
            "Africa/Kigali",
            "Africa/Kinshasa",
            "Africa/Lagos",
            "Africa/Libreville",
            "Africa/Lome",
            "Africa/Luanda",
            "Africa/Lubumbashi",
            "Africa/Lusaka",
            "Africa/Malabo",
            "Africa/Maputo",
            "Africa/Maseru",
            "Africa/Mbabane",
            "Africa/Mogadishu",
            "Africa/Monrovia",
            "Africa/Nairobi",
            "Africa/Ndjamena",
            "Africa/Niamey",
            "Africa/Nouakchott",
            "Africa/Ouagadougou",
            "Africa/Porto-Novo",
            "Africa/Sao_Tome",
            "Africa/Timbuktu",
            "Africa/Tripoli",
            "Africa/Tunis",
            "Africa/Windhoek",
            "America/Adak",
            "America/Anchorage",
            "America/Anguilla",
            "America/Antigua",
            "America/Araguaina",
            "America/Argentina/Buenos_Aires",
            "America/Argentina/Catamarca",
            "America/Argentina/ComodRivadavia",
            "America/Argentina/Cordoba",
            "America/Argentina/Jujuy",
            "America/Argentina/La_Rioja",
            "America/Argentina/Mendoza",
            "America/Argentina/Rio_Gallegos",
            "America/Argentina/Salta",
            "America/Argentina/San_Juan",
            "America/Argentina/San_Luis",
            "America/Argentina/Tucuman",
            "America/Argentina/Ushuaia",
            "America/Aruba",
            "America/Asuncion",
            "America/Atikokan",
            "America/Atka",
            "America/Bahia",
            "America/Bahia_Banderas",
            "America/Barbados",
            "America/Belem",
            "America/Belize",
            "America/Blanc-Sablon",
            "America/Boa_Vista",
            "America/Bogota",
            "America/Boise",
            "America/Buenos_Aires",
            "America/Cambridge_Bay",
            "America/Campo_Grande",
            "America/Cancun",
            "America/Caracas",
            "America/Catamarca",
            "America/Cayenne",
            "America/Cayman",
            "America/Chicago",
            "America/Chihuahua",
            "America/Ciudad_Juarez",
            "America/Coral_Harbour",
            "America/Cordoba",
            "America/Costa_Rica",
            "America/Coyhaique",
            "America/Creston",
            "America/Cuiaba",
            "America/Curacao",
            "America/Danmarkshavn",
            "America/Dawson",
            "America/Dawson_Creek",
            "America/Denver",
            "America/Detroit",
            "America/Dominica",
            "America/Edmonton",
            "America/Eirunepe",
            "America/El_Salvador",
            "America/Ensenada",
            "America/Fort_Nelson",
            "America/Fort_Wayne",
            "America/Fortaleza",
            "America/Glace_Bay",
            "America/Godthab",
            "America/Goose_Bay",
            "America/Grand_Turk",
            "America/Grenada",
            "America/Guadeloupe",
            "America/Guatemala",
            "America/Guayaquil",
            "America/Guyana",
            "America/Halifax",
            "America/Havana",
            "America/Hermosillo",
            "America/Indiana/Indianapolis",
            "America/Indiana/Knox",
            "America/Indiana/Marengo",
            "America/Indiana/Petersburg",
            "America/Indiana/Tell_City",
            "America/Indiana/Vevay",
            "America/Indiana/Vincennes",
            "America/Indiana/Winamac",
            "America/Indianapolis",
            "America/Inuvik",
            "America/Iqaluit",
            "America/Jamaica",
            "America/Jujuy",
            "America/Juneau",
            "America/Kentucky/Louisville",
            "America/Kentucky/Monticello",
            "America/Knox_IN",
            "America/Kralendijk",
            "America/La_Paz",
            "America/Lima",
            "America/Los_Angeles",
            "America/Louisville",
            "America/Lower_Princes",
            "America/Maceio",
            "America/Managua",
            "America/Manaus",
            "America/Marigot",
            "America/Martinique",
            "America/Matamoros",
            "America/Mazatlan",
            "America/Mendoza",
            "America/Menominee",
            "America/Merida",
            "America/Metlakatla",
            "America/Mexico_City",
            "America/Miquelon",
            "America/Moncton",
            "America/Monterrey",
            "America/Montevideo",
            "America/Montreal",
            "America/Montserrat",
            "America/Nassau",
            "America/New_York",
            "America/Nipigon",
            "America/Nome",
            "America/Noronha",
            "America/North_Dakota/Beulah",
            "America/North_Dakota/Center",
            "America/North_Dakota/New_Salem",
            "America/Nuuk",
            "America/Ojinaga",
            "America/Panama",
            "America/Pangnirtung",
            "America/Paramaribo",
            "America/Phoenix",
            "America/Port-au-Prince",
            "America/Port_of_Spain",
            "America/Porto_Acre",
            "America/Porto_Velho",
            "America/Puerto_Rico",
            "America/Punta_Arenas",
            "America/Rainy_River",
            "America/Rankin_Inlet",
            "America/Recife",
            "America/Regina",
            "America/Resolute",
            "America/Rio_Branco",
            "America/Rosario",
            "America/Santa_Isabel",
            "America/Santarem",
            "America/Santiago",
            "America/Santo_Domingo",
            "America/Sao_Paulo",
            "America/Scoresbysund",
            "America/Shiprock",
            "America/Sitka",
            "America/St_Barthelemy",
            "America/St_Johns",
            "America/St_Kitts",
            "America/St_Lucia",
            "America/St_Thomas",
            "America/St_Vincent",
            "America/Swift_Current",
            "America/Tegucigalpa",
            "America/Thule",
            "America/Thunder_Bay",
            "America/Tijuana",
            "America/Toronto",
            "America/Tortola",
            "America/Vancouver",
            "America/Virgin",
            "America/Whitehorse",
            "America/Winnipeg",
            "America/Yakutat",
            "America/Yellowknife",
            "Antarctica/Casey",
            "Antarctica/Davis",
            "Antarctica/DumontDUrville",
            "Antarctica/Macquarie",
            "Antarctica/Mawson",
            "Antarctica/McMurdo",
            "Antarctica/Palmer",
            "Antarctica/Rothera",
            "Antarctica/South_Pole",
            "Antarctica/Syowa",
            "Antarctica/Troll",
            "Antarctica/Vostok",
            "Arctic/Longyearbyen",
            "Asia/Aden",
            "Asia/Almaty",
            "Asia/Amman",
            "Asia/Anadyr",
            "Asia/Aqtau",
            "Asia/Aqtobe",
            "Asia/Ashgabat",
            "Asia/Ashkhabad",
            "Asia/Atyrau",
            "Asia/Baghdad",
            "Asia/Bahrain",
            "Asia/Baku",
            "Asia/Bangkok",
            "Asia/Barnaul",
            "Asia/Beirut",
            "Asia/Bishkek",
            "Asia/Brunei",
            "Asia/Calcutta",
            "Asia/Chita",
            "Asia/Choibalsan",
            "Asia/Chongqing",
            "Asia/Chungking",
            "Asia/Colombo",
            "Asia/Dacca",
            "Asia/Damascus",
            "Asia/Dhaka",
            "Asia/Dili",
            "Asia/Dubai",
            "Asia/Dushanbe",
            "Asia/Famagusta",
            "Asia/Gaza",
            "Asia/Harbin",
            "Asia/Hebron",
            "Asia/Ho_Chi_Minh",
            "Asia/Hong_Kong",
            "Asia/Hovd",
            "Asia/Irkutsk",
            "Asia/Istanbul",
            "Asia/Jakarta",
            "Asia/Jayapura",
            "Asia/Jerusalem",
            "Asia/Kabul",
            "Asia/Kamchatka",
            "Asia/Karachi",
            "Asia/Kashgar",
            "Asia/Kathmandu",
            "Asia/Katmandu",
            "Asia/Khandyga",
            "Asia/Kolkata",
            "Asia/Krasnoyarsk",
            "Asia/Kuala_Lumpur",
            "Asia/Kuching",
            "Asia/Kuwait",
            "Asia/Macao",
            "Asia/Macau",
            "Asia/Magadan",
            "Asia/Makassar",
            "Asia/Manila",
            "Asia/Muscat",
            "Asia/Nicosia",
            "Asia/Novokuznetsk",
            "Asia/Novosibirsk",
            "Asia/Omsk",
            "Asia/Oral",
            "Asia/Phnom_Penh",
            "Asia/Pontianak",
            "Asia/Pyongyang",
            "Asia/Qatar",
            "Asia/Qostanay",
            "Asia/Qyzylorda",
            "Asia/Rangoon",
            "Asia/Riyadh",
            "Asia/Saigon",
            "Asia/Sakhalin",
            "Asia/Samarkand",
            "Asia/Seoul",
            "Asia/Shanghai",
            "Asia/Singapore",
            "Asia/Srednekolymsk",
            "Asia/Taipei",
            "Asia/Tashkent",
            "Asia/Tbilisi",
            "Asia/Tehran",
            "Asia/Tel_Aviv",
            "Asia/Thimbu",
            "Asia/Thimphu",
            "Asia/Tokyo",
            "Asia/Tomsk",
            "Asia/Ujung_Pandang",
            "Asia/Ulaanbaatar",
            "Asia/Ulan_Bator",
            "Asia/Urumqi",
            "Asia/Ust-Nera",
            "Asia/Vientiane",
            "Asia/Vladivostok",
            "Asia/Yakutsk",
            "Asia/Yangon",
            "Asia/Yekaterinburg",
            "Asia/Yerevan",
            "Atlantic/Azores",
            "Atlantic/Bermuda",
            "Atlantic/Canary",
            "Atlantic/Cape_Verde",
            "Atlantic/Faeroe",
            "Atlantic/Faroe",
            "Atlantic/Jan_Mayen",
            "Atlantic/Madeira",
            "Atlantic/Reykjavik",
            "Atlantic/South_Georgia",
            "Atlantic/St_Helena",
            "Atlantic/Stanley",
            "Australia/ACT",
            "Australia/Adelaide",
            "Australia/Brisbane",
            "Australia/Broken_Hill",
            "Australia/Canberra",
            "Australia/Currie",
            "Australia/Darwin",
            "Australia/Eucla",
            "Australia/Hobart",
            "Australia/LHI",
            "Australia/Lindeman",
            "Australia/Lord_Howe",
            "Australia/Melbourne",
            "Australia/NSW",
            "Australia/North",
            "Australia/Perth",
            "Australia/Queensland",
            "Australia/South",
            "Australia/Sydney",
            "Australia/Tasmania",
            "Australia/Victoria",
            "Australia/West",
            "Australia/Yancowinna",
            "Europe/Amsterdam",
            "Europe/Andorra",
            "Europe/Astrakhan",
            "Europe/Athens",
            "Europe/Belfast",
            "Europe/Belgrade",
            "Europe/Berlin",
            "Europe/Bratislava",
            "Europe/Brussels",
            "Europe/Bucharest",
            "Europe/Budapest",
            "Europe/Busingen",
            "Europe/Chisinau",
            "Europe/Copenhagen",
            "Europe/Dublin",
            "Europe/Gibraltar",
            "Europe/Guernsey",
            "Europe/Helsinki",
            "Europe/Isle_of_Man",
            "Europe/Istanbul",
            "Europe/Jersey",
            "Europe/Kaliningrad",
            "Europe/Kiev",
            "Europe/Kirov",
            "Europe/Kyiv",
            "Europe/Lisbon",
            "Europe/Ljubljana",
            "Europe/London",
            "Europe/Luxembourg",
            "Europe/Madrid",
            "Europe/Malta",
            "Europe/Mariehamn",
            "Europe/Minsk",
            "Europe/Monaco",
            "Europe/Moscow",
            "Europe/Nicosia",
            "Europe/Oslo",
            "Europe/Paris",
            "Europe/Podgorica",
            "Europe/Prague",
            "Europe/Riga",
            "Europe/Rome",
            "Europe/Samara",
            "Europe/San_Marino",
            "Europe/Sarajevo",
            "Europe/Saratov",
            "Europe/Simferopol",
            "Europe/Skopje",
            "Europe/Sofia",
            "Europe/Stockholm",
            "Europe/Tallinn",
            "Europe/Tirane",
            "Europe/Tiraspol",
            "Europe/Ulyanovsk",
            "Europe/Uzhgorod",
            "Europe/Vaduz",
            "Europe/Vatican",
            "Europe/Vienna",
            "Europe/Vilnius",
            "Europe/Volgograd",
            "Europe/Warsaw",
            "Europe/Zagreb",
            "Europe/Zaporozhye",
            "Europe/Zurich",
            "Indian/Antananarivo",
            "Indian/Chagos",
            "Indian/Christmas",
            "Indian/Cocos",
            "Indian/Comoro",
            "Indian/Kerguelen",
            "Indian/Mahe",
            "Indian/Maldives",
            "Indian/Mauritius",
            "Indian/Mayotte",
            "Indian/Reunion",
            "Pacific/Apia",
            "Pacific/Auckland",
            "Pacific/Bougainville",
            "Pacific/Chatham",
            "Pacific/Chuuk",
            "Pacific/Easter",
            "Pacific/Efate",
            "Pacific/Enderbury",
            "Pacific/Fakaofo",
            "Pacific/Fiji",
            "Pacific/Funafuti",
            "Pacific/Galapagos",
            "Pacific/Gambier",
            "Pacific/Guadalcanal",
            "Pacific/Guam",
            "Pacific/Honolulu",
            "Pacific/Johnston",
            "Pacific/Kanton",
            "Pacific/Kiritimati",
            "Pacific/Kosrae",
            "Pacific/Kwajalein",
            "Pacific/Majuro",
            "Pacific/Marquesas",
            "Pacific/Midway",
            "Pacific/Nauru",
            "Pacific/Niue",
            "Pacific/Norfolk",
            "Pacific/Noumea",
            "Pacific/Pago_Pago",
            "Pacific/Palau",
            "Pacific/Pitcairn",
            "Pacific/Pohnpei",
            "Pacific/Ponape",
            "Pacific/Port_Moresby",
            "Pacific/Rarotonga",
            "Pacific/Saipan",
            "Pacific/Samoa",
            "Pacific/Tahiti",
            "Pacific/Tarawa",
            "Pacific/Tongatapu",
            "Pacific/Truk",
            "Pacific/Wake",
            "Pacific/Wallis",
            "Pacific/Yap",
        ]
        | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.WholeTournament:
        """Prepare a tournament, or announce it at once. A draft is its staff's alone. Scope: `organise`."""
        answer: types.WholeTournament = await self._call(
            "POST",
            "tournaments/",
            body={
                "announce": announce,
                "code": code,
                "description": description,
                "format": format,
                "name": name,
                "place": place,
                "real": real,
                "terms": terms,
                "variant": variant,
                "zone": zone,
            },
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_tournament(self, key: str) -> types.WholeTournament:
        """A tournament, as it stands. Open to everybody."""
        answer: types.WholeTournament = await self._call("GET", f"tournaments/{quoted(key)}/")
        return answer

    async def change_tournament(
        self,
        key: str,
        *,
        version: Version,
        code: str | LeftOut = LEFT_OUT,
        description: str | LeftOut = LEFT_OUT,
        format: Literal["swiss", "knockout", "round_robin"] | LeftOut = LEFT_OUT,
        name: str | LeftOut = LEFT_OUT,
        place: str | LeftOut = LEFT_OUT,
        real: bool | LeftOut = LEFT_OUT,
        reason: str | LeftOut = LEFT_OUT,
        terms: types.EventTerms | LeftOut = LEFT_OUT,
        variant: Literal[
            "classic",
            "barrage",
            "battle",
            "duel",
            "lightning",
            "ultimate_lightning",
            "campaign",
            "alliance",
            "alliance_lightning",
            "cards",
        ]
        | LeftOut = LEFT_OUT,
        zone: Literal[
            "UTC",
            "Africa/Abidjan",
            "Africa/Accra",
            "Africa/Addis_Ababa",
            "Africa/Algiers",
            "Africa/Asmara",
            "Africa/Asmera",
            "Africa/Bamako",
            "Africa/Bangui",
            "Africa/Banjul",
            "Africa/Bissau",
            "Africa/Blantyre",
            "Africa/Brazzaville",
            "Africa/Bujumbura",
            "Africa/Cairo",
            "Africa/Casablanca",
            "Africa/Ceuta",
            "Africa/Conakry",
            "Africa/Dakar",
            "Africa/Dar_es_Salaam",
            "Africa/Djibouti",
            "Africa/Douala",
            "Africa/El_Aaiun",
            "Africa/Freetown",
            "Africa/Gaborone",
            "Africa/Harare",
            "Africa/Johannesburg",
            "Africa/Juba",
            "Africa/Kampala",
            "Africa/Khartoum",
            "Africa/Kigali",
            "Africa/Kinshasa",
            "Africa/Lagos",
            "Africa/Libreville",
            "Africa/Lome",
            "Africa/Luanda",
            "Africa/Lubumbashi",
            "Africa/Lusaka",
            "Africa/Malabo",
            "Africa/Maputo",
            "Africa/Maseru",
            "Africa/Mbabane",
            "Africa/Mogadishu",
            "Africa/Monrovia",
            "Africa/Nairobi",
            "Africa/Ndjamena",
            "Africa/Niamey",
            "Africa/Nouakchott",
            "Africa/Ouagadougou",
            "Africa/Porto-Novo",
            "Africa/Sao_Tome",
            "Africa/Timbuktu",
            "Africa/Tripoli",
            "Africa/Tunis",
            "Africa/Windhoek",
            "America/Adak",
            "America/Anchorage",
            "America/Anguilla",
            "America/Antigua",
            "America/Araguaina",
            "America/Argentina/Buenos_Aires",
            "America/Argentina/Catamarca",
            "America/Argentina/ComodRivadavia",
            "America/Argentina/Cordoba",
            "America/Argentina/Jujuy",
            "America/Argentina/La_Rioja",
            "America/Argentina/Mendoza",
            "America/Argentina/Rio_Gallegos",
            "America/Argentina/Salta",
            "America/Argentina/San_Juan",
            "America/Argentina/San_Luis",
            "America/Argentina/Tucuman",
            "America/Argentina/Ushuaia",
            "America/Aruba",
            "America/Asuncion",
            "America/Atikokan",
            "America/Atka",
            "America/Bahia",
            "America/Bahia_Banderas",
            "America/Barbados",
            "America/Belem",
            "America/Belize",
            "America/Blanc-Sablon",
            "America/Boa_Vista",
            "America/Bogota",
            "America/Boise",
            "America/Buenos_Aires",
            "America/Cambridge_Bay",
            "America/Campo_Grande",
            "America/Cancun",
            "America/Caracas",
            "America/Catamarca",
            "America/Cayenne",
            "America/Cayman",
            "America/Chicago",
            "America/Chihuahua",
            "America/Ciudad_Juarez",
            "America/Coral_Harbour",
            "America/Cordoba",
            "America/Costa_Rica",
            "America/Coyhaique",
            "America/Creston",
            "America/Cuiaba",
            "America/Curacao",
            "America/Danmarkshavn",
            "America/Dawson",
            "America/Dawson_Creek",
            "America/Denver",
            "America/Detroit",
            "America/Dominica",
            "America/Edmonton",
            "America/Eirunepe",
            "America/El_Salvador",
            "America/Ensenada",
            "America/Fort_Nelson",
            "America/Fort_Wayne",
            "America/Fortaleza",
            "America/Glace_Bay",
            "America/Godthab",
            "America/Goose_Bay",
            "America/Grand_Turk",
            "America/Grenada",
            "America/Guadeloupe",
            "America/Guatemala",
            "America/Guayaquil",
            "America/Guyana",
            "America/Halifax",
            "America/Havana",
            "America/Hermosillo",
            "America/Indiana/Indianapolis",
            "America/Indiana/Knox",
            "America/Indiana/Marengo",
            "America/Indiana/Petersburg",
            "America/Indiana/Tell_City",
            "America/Indiana/Vevay",
            "America/Indiana/Vincennes",
            "America/Indiana/Winamac",
            "America/Indianapolis",
            "America/Inuvik",
            "America/Iqaluit",
            "America/Jamaica",
            "America/Jujuy",
            "America/Juneau",
            "America/Kentucky/Louisville",
            "America/Kentucky/Monticello",
            "America/Knox_IN",
            "America/Kralendijk",
            "America/La_Paz",
            "America/Lima",
            "America/Los_Angeles",
            "America/Louisville",
            "America/Lower_Princes",
            "America/Maceio",
            "America/Managua",
            "America/Manaus",
            "America/Marigot",
            "America/Martinique",
            "America/Matamoros",
            "America/Mazatlan",
            "America/Mendoza",
            "America/Menominee",
            "America/Merida",
            "America/Metlakatla",
            "America/Mexico_City",
            "America/Miquelon",
            "America/Moncton",
            "America/Monterrey",
            "America/Montevideo",
            "America/Montreal",
            "America/Montserrat",
            "America/Nassau",
            "America/New_York",
            "America/Nipigon",
            "America/Nome",
            "America/Noronha",
            "America/North_Dakota/Beulah",
            "America/North_Dakota/Center",
            "America/North_Dakota/New_Salem",
            "America/Nuuk",
            "America/Ojinaga",
            "America/Panama",
            "America/Pangnirtung",
            "America/Paramaribo",
            "America/Phoenix",
            "America/Port-au-Prince",
            "America/Port_of_Spain",
            "America/Porto_Acre",
            "America/Porto_Velho",
            "America/Puerto_Rico",
            "America/Punta_Arenas",
            "America/Rainy_River",
            "America/Rankin_Inlet",
            "America/Recife",
            "America/Regina",
            "America/Resolute",
            "America/Rio_Branco",
            "America/Rosario",
            "America/Santa_Isabel",
            "America/Santarem",
            "America/Santiago",
            "America/Santo_Domingo",
            "America/Sao_Paulo",
            "America/Scoresbysund",
            "America/Shiprock",
            "America/Sitka",
            "America/St_Barthelemy",
            "America/St_Johns",
            "America/St_Kitts",
            "America/St_Lucia",
            "America/St_Thomas",
            "America/St_Vincent",
            "America/Swift_Current",
            "America/Tegucigalpa",
            "America/Thule",
            "America/Thunder_Bay",
            "America/Tijuana",
            "America/Toronto",
            "America/Tortola",
            "America/Vancouver",
            "America/Virgin",
            "America/Whitehorse",
            "America/Winnipeg",
            "America/Yakutat",
            "America/Yellowknife",
            "Antarctica/Casey",
            "Antarctica/Davis",
            "Antarctica/DumontDUrville",
            "Antarctica/Macquarie",
            "Antarctica/Mawson",
            "Antarctica/McMurdo",
            "Antarctica/Palmer",
            "Antarctica/Rothera",
            "Antarctica/South_Pole",
            "Antarctica/Syowa",
            "Antarctica/Troll",
            "Antarctica/Vostok",
            "Arctic/Longyearbyen",
            "Asia/Aden",
            "Asia/Almaty",
            "Asia/Amman",
            "Asia/Anadyr",
            "Asia/Aqtau",
            "Asia/Aqtobe",
            "Asia/Ashgabat",
            "Asia/Ashkhabad",
            "Asia/Atyrau",
            "Asia/Baghdad",
            "Asia/Bahrain",
            "Asia/Baku",
            "Asia/Bangkok",
            "Asia/Barnaul",
            "Asia/Beirut",
            "Asia/Bishkek",
            "Asia/Brunei",
            "Asia/Calcutta",
            "Asia/Chita",
            "Asia/Choibalsan",
            "Asia/Chongqing",
            "Asia/Chungking",
            "Asia/Colombo",
            "Asia/Dacca",
            "Asia/Damascus",
            "Asia/Dhaka",
            "Asia/Dili",
            "Asia/Dubai",
            "Asia/Dushanbe",
            "Asia/Famagusta",
            "Asia/Gaza",
            "Asia/Harbin",
            "Asia/Hebron",
            "Asia/Ho_Chi_Minh",
            "Asia/Hong_Kong",
            "Asia/Hovd",
            "Asia/Irkutsk",
            "Asia/Istanbul",
            "Asia/Jakarta",
            "Asia/Jayapura",
            "Asia/Jerusalem",
            "Asia/Kabul",
            "Asia/Kamchatka",
            "Asia/Karachi",
            "Asia/Kashgar",
            "Asia/Kathmandu",
            "Asia/Katmandu",
            "Asia/Khandyga",
            "Asia/Kolkata",
            "Asia/Krasnoyarsk",
            "Asia/Kuala_Lumpur",
            "Asia/Kuching",
            "Asia/Kuwait",
            "Asia/Macao",
            "Asia/Macau",
            "Asia/Magadan",
            "Asia/Makassar",
            "Asia/Manila",
            "Asia/Muscat",
            "Asia/Nicosia",
            "Asia/Novokuznetsk",
            "Asia/Novosibirsk",
            "Asia/Omsk",
            "Asia/Oral",
            "Asia/Phnom_Penh",
            "Asia/Pontianak",
            "Asia/Pyongyang",
            "Asia/Qatar",
            "Asia/Qostanay",
            "Asia/Qyzylorda",
            "Asia/Rangoon",
            "Asia/Riyadh",
            "Asia/Saigon",
            "Asia/Sakhalin",
            "Asia/Samarkand",
            "Asia/Seoul",
            "Asia/Shanghai",
            "Asia/Singapore",
            "Asia/Srednekolymsk",
            "Asia/Taipei",
            "Asia/Tashkent",
            "Asia/Tbilisi",
            "Asia/Tehran",
            "Asia/Tel_Aviv",
            "Asia/Thimbu",
            "Asia/Thimphu",
            "Asia/Tokyo",
            "Asia/Tomsk",
            "Asia/Ujung_Pandang",
            "Asia/Ulaanbaatar",
            "Asia/Ulan_Bator",
            "Asia/Urumqi",
            "Asia/Ust-Nera",
            "Asia/Vientiane",
            "Asia/Vladivostok",
            "Asia/Yakutsk",
            "Asia/Yangon",
            "Asia/Yekaterinburg",
            "Asia/Yerevan",
            "Atlantic/Azores",
            "Atlantic/Bermuda",
            "Atlantic/Canary",
            "Atlantic/Cape_Verde",
            "Atlantic/Faeroe",
            "Atlantic/Faroe",
            "Atlantic/Jan_Mayen",
            "Atlantic/Madeira",
            "Atlantic/Reykjavik",
            "Atlantic/South_Georgia",
            "Atlantic/St_Helena",
            "Atlantic/Stanley",
            "Australia/ACT",
            "Australia/Adelaide",
            "Australia/Brisbane",
            "Australia/Broken_Hill",
            "Australia/Canberra",
            "Australia/Currie",
            "Australia/Darwin",
            "Australia/Eucla",
            "Australia/Hobart",
            "Australia/LHI",
            "Australia/Lindeman",
            "Australia/Lord_Howe",
            "Australia/Melbourne",
            "Australia/NSW",
            "Australia/North",
            "Australia/Perth",
            "Australia/Queensland",
            "Australia/South",
            "Australia/Sydney",
            "Australia/Tasmania",
            "Australia/Victoria",
            "Australia/West",
            "Australia/Yancowinna",
            "Europe/Amsterdam",
            "Europe/Andorra",
            "Europe/Astrakhan",
            "Europe/Athens",
            "Europe/Belfast",
            "Europe/Belgrade",
            "Europe/Berlin",
            "Europe/Bratislava",
            "Europe/Brussels",
            "Europe/Bucharest",
            "Europe/Budapest",
            "Europe/Busingen",
            "Europe/Chisinau",
            "Europe/Copenhagen",
            "Europe/Dublin",
            "Europe/Gibraltar",
            "Europe/Guernsey",
            "Europe/Helsinki",
            "Europe/Isle_of_Man",
            "Europe/Istanbul",
            "Europe/Jersey",
            "Europe/Kaliningrad",
            "Europe/Kiev",
            "Europe/Kirov",
            "Europe/Kyiv",
            "Europe/Lisbon",
            "Europe/Ljubljana",
            "Europe/London",
            "Europe/Luxembourg",
            "Europe/Madrid",
            "Europe/Malta",
            "Europe/Mariehamn",
            "Europe/Minsk",
            "Europe/Monaco",
            "Europe/Moscow",
            "Europe/Nicosia",
            "Europe/Oslo",
            "Europe/Paris",
            "Europe/Podgorica",
            "Europe/Prague",
            "Europe/Riga",
            "Europe/Rome",
            "Europe/Samara",
            "Europe/San_Marino",
            "Europe/Sarajevo",
            "Europe/Saratov",
            "Europe/Simferopol",
            "Europe/Skopje",
            "Europe/Sofia",
            "Europe/Stockholm",
            "Europe/Tallinn",
            "Europe/Tirane",
            "Europe/Tiraspol",
            "Europe/Ulyanovsk",
            "Europe/Uzhgorod",
            "Europe/Vaduz",
            "Europe/Vatican",
            "Europe/Vienna",
            "Europe/Vilnius",
            "Europe/Volgograd",
            "Europe/Warsaw",
            "Europe/Zagreb",
            "Europe/Zaporozhye",
            "Europe/Zurich",
            "Indian/Antananarivo",
            "Indian/Chagos",
            "Indian/Christmas",
            "Indian/Cocos",
            "Indian/Comoro",
            "Indian/Kerguelen",
            "Indian/Mahe",
            "Indian/Maldives",
            "Indian/Mauritius",
            "Indian/Mayotte",
            "Indian/Reunion",
            "Pacific/Apia",
            "Pacific/Auckland",
            "Pacific/Bougainville",
            "Pacific/Chatham",
            "Pacific/Chuuk",
            "Pacific/Easter",
            "Pacific/Efate",
            "Pacific/Enderbury",
            "Pacific/Fakaofo",
            "Pacific/Fiji",
            "Pacific/Funafuti",
            "Pacific/Galapagos",
            "Pacific/Gambier",
            "Pacific/Guadalcanal",
            "Pacific/Guam",
            "Pacific/Honolulu",
            "Pacific/Johnston",
            "Pacific/Kanton",
            "Pacific/Kiritimati",
            "Pacific/Kosrae",
            "Pacific/Kwajalein",
            "Pacific/Majuro",
            "Pacific/Marquesas",
            "Pacific/Midway",
            "Pacific/Nauru",
            "Pacific/Niue",
            "Pacific/Norfolk",
            "Pacific/Noumea",
            "Pacific/Pago_Pago",
            "Pacific/Palau",
            "Pacific/Pitcairn",
            "Pacific/Pohnpei",
            "Pacific/Ponape",
            "Pacific/Port_Moresby",
            "Pacific/Rarotonga",
            "Pacific/Saipan",
            "Pacific/Samoa",
            "Pacific/Tahiti",
            "Pacific/Tarawa",
            "Pacific/Tongatapu",
            "Pacific/Truk",
            "Pacific/Wake",
            "Pacific/Wallis",
            "Pacific/Yap",
        ]
        | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.WholeTournament:
        """Change the terms of a tournament, or how it presents itself: what the body names. Scope: `organise`.
        Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.WholeTournament = await self._call(
            "PUT",
            f"tournaments/{quoted(key)}/",
            body={
                "code": code,
                "description": description,
                "format": format,
                "name": name,
                "place": place,
                "real": real,
                "reason": reason,
                "terms": terms,
                "variant": variant,
                "zone": zone,
            },
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_bracket(
        self, key: str, *, after: int | None = None, limit: int | None = None, round: int | None = None
    ) -> types.Bracket:
        """A round of the bracket of a knockout, from top to bottom: the winner of match n goes to match (n + 1) / 2
        of the next round. Players are pairing numbers, null where it is open who comes, 0 for nobody. Open to
        everybody.
        """
        answer: types.Bracket = await self._call(
            "GET", f"tournaments/{quoted(key)}/bracket/", query={"after": after, "limit": limit, "round": round}
        )
        return answer

    def each_bracket(
        self, key: str, *, after: int | None = None, limit: int | None = None, round: int | None = None
    ) -> AsyncIterator[types.Match]:
        """As `get_bracket`, one after the other over all pages: its `matches`."""
        return self._pages(
            "GET",
            f"tournaments/{quoted(key)}/bracket/",
            query={"after": after, "limit": limit, "round": round},
            field="matches",
            goes_on_by="after",
        )

    async def get_event_calendar(self, key: str) -> types.Calendar:
        """When a tournament and its rounds begin and end, as far as it is known. As a file: `files/rounds.ics`.
        Open to everybody.
        """
        answer: types.Calendar = await self._call("GET", f"tournaments/{quoted(key)}/calendar/")
        return answer

    async def list_calls(self, key: str, *, before: int | None = None, limit: int | None = None) -> types.Calls:
        """The calls that you made, the newest first; as an arbiter, by a token with the scope `staff`, all that you
        may handle. Scope: `read`.
        """
        answer: types.Calls = await self._call(
            "GET", f"tournaments/{quoted(key)}/calls/", query={"before": before, "limit": limit}
        )
        return answer

    def each_calls(
        self, key: str, *, before: int | None = None, limit: int | None = None
    ) -> AsyncIterator[types.EventCall]:
        """As `list_calls`, one after the other over all pages: its `calls`."""
        return self._pages(
            "GET", f"tournaments/{quoted(key)}/calls/", query={"before": before, "limit": limit}, field="calls"
        )

    async def call_arbiter(
        self,
        key: str,
        *,
        about: Literal["rules", "clock", "connection", "conduct", "setup", "other"],
        board: int,
        round: int,
        version: Version,
        text: str | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Called:
        """Call the arbiter to your board. Scope: `play`. Needs `If-Match` with the ETag of what you saw: 412 if it
        has moved on.
        """
        answer: types.Called = await self._call(
            "POST",
            f"tournaments/{quoted(key)}/calls/",
            body={"about": about, "board": board, "round": round, "text": text},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_crosstable(self, key: str, *, after: int | None = None, limit: int | None = None) -> types.Crosstable:
        """The crosstable by places, with a cell for each round. Opponents are pairing numbers; marks are those of
        report files (TRF16), null while a game goes on. Open to everybody.
        """
        answer: types.Crosstable = await self._call(
            "GET", f"tournaments/{quoted(key)}/crosstable/", query={"after": after, "limit": limit}
        )
        return answer

    def each_crosstable(
        self, key: str, *, after: int | None = None, limit: int | None = None
    ) -> AsyncIterator[types.Line]:
        """As `get_crosstable`, one after the other over all pages: its `crosstable`."""
        return self._pages(
            "GET",
            f"tournaments/{quoted(key)}/crosstable/",
            query={"after": after, "limit": limit},
            field="crosstable",
            goes_on_by="after",
        )

    async def get_desk(self, key: str) -> types.Station:
        """What can be done now with the event as a whole: start it, pair, publish, begin and end rounds, pause, and
        what each action takes. Scope: `staff`.
        """
        answer: types.Station = await self._call("GET", f"tournaments/{quoted(key)}/desk/")
        return answer

    async def act_at_desk(
        self, key: str, *, body: dict[str, Any], version: Version, idempotency_key: str | None = None
    ) -> types.DeedDone:
        """Do something with the event as a whole: start it, pair, publish, begin and end rounds, pause. `sure` is
        needed for what cannot be undone. Scope: `staff`. Needs `If-Match` with the ETag of what you saw: 412 if
        it has moved on.
        """
        answer: types.DeedDone = await self._call(
            "POST", f"tournaments/{quoted(key)}/desk/", body=body, version=version, idempotency_key=idempotency_key
        )
        return answer

    async def list_blockers(self, key: str) -> types.Blockers:
        """Everything that the next step of a tournament waits for, by codes. Scope: `staff`."""
        answer: types.Blockers = await self._call("GET", f"tournaments/{quoted(key)}/desk/blockers/")
        return answer

    async def take_board_up(
        self, key: str, *, board: int, round: int, text: str, version: Version, idempotency_key: str | None = None
    ) -> types.Called:
        """Take a board up as an arbiter, though nobody called. Scope: `staff`. Needs `If-Match` with the ETag of
        what you saw: 412 if it has moved on.
        """
        answer: types.Called = await self._call(
            "POST",
            f"tournaments/{quoted(key)}/desk/calls/",
            body={"board": board, "round": round, "text": text},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_desk_call(self, call: int, key: str) -> types.Station:
        """What can be done now about a call for the arbiter: rulings, time, clocks, and what each action takes.
        Scope: `staff`.
        """
        answer: types.Station = await self._call("GET", f"tournaments/{quoted(key)}/desk/calls/{quoted(call)}/")
        return answer

    async def answer_call(
        self, call: int, key: str, *, body: dict[str, Any], version: Version, idempotency_key: str | None = None
    ) -> types.DeedDone:
        """Do something about a call for the arbiter: rulings, time, clocks. `sure` is needed for what cannot be
        undone. Scope: `staff`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.DeedDone = await self._call(
            "POST",
            f"tournaments/{quoted(key)}/desk/calls/{quoted(call)}/",
            body=body,
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_both_sides(self, call: int, key: str) -> types.BothSides:
        """Both sides of a paused game, each as its seat sees it, after the action `look` of the call, which both
        sides are told of. Scope: `staff`.
        """
        answer: types.BothSides = await self._call("GET", f"tournaments/{quoted(key)}/desk/calls/{quoted(call)}/look/")
        return answer

    async def get_desk_entries(self, key: str) -> types.Station:
        """What can be done now about who takes part: invitations, pairs kept apart, and what each action takes.
        Scope: `staff`.
        """
        answer: types.Station = await self._call("GET", f"tournaments/{quoted(key)}/desk/entries/")
        return answer

    async def act_on_entries(
        self, key: str, *, body: dict[str, Any], version: Version, idempotency_key: str | None = None
    ) -> types.DeedDone:
        """Do something about who takes part: invitations, pairs kept apart. `sure` is needed for what cannot be
        undone. Scope: `staff`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.DeedDone = await self._call(
            "POST",
            f"tournaments/{quoted(key)}/desk/entries/",
            body=body,
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_desk_entry(self, entry: int, key: str) -> types.Station:
        """What can be done now about one entry: byes, withdrawals, expulsions, corrections, and what each action
        takes. Scope: `staff`.
        """
        answer: types.Station = await self._call("GET", f"tournaments/{quoted(key)}/desk/entries/{quoted(entry)}/")
        return answer

    async def act_on_entry(
        self, entry: int, key: str, *, body: dict[str, Any], version: Version, idempotency_key: str | None = None
    ) -> types.DeedDone:
        """Do something about one entry: byes, withdrawals, expulsions, corrections. `sure` is needed for what
        cannot be undone. Scope: `staff`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.DeedDone = await self._call(
            "POST",
            f"tournaments/{quoted(key)}/desk/entries/{quoted(entry)}/",
            body=body,
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_hand_pairing(self, key: str) -> types.HandPairing:
        """The pairing of the round to come as it stands, and that of the engine; entries by their numbers. Scope:
        `staff`.
        """
        answer: types.HandPairing = await self._call("GET", f"tournaments/{quoted(key)}/desk/pairing/")
        return answer

    async def pair_by_hand(
        self,
        key: str,
        *,
        boards: list[list[int]],
        reason: str,
        version: Version,
        overrule: bool | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Version:
        """Pair the round to come by hand. Who is present and left out has the bye. Scope: `staff`. Needs `If-Match`
        with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.Version = await self._call(
            "POST",
            f"tournaments/{quoted(key)}/desk/pairing/",
            body={"boards": boards, "overrule": overrule, "reason": reason},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def enter_people(
        self, key: str, *, entries: list[types.NamedEntry], version: Version, idempotency_key: str | None = None
    ) -> types.Entered:
        """Enter people by name, across real boards: all of them, or, if one is refused, none. Scope: `staff`. Needs
        `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.Entered = await self._call(
            "POST",
            f"tournaments/{quoted(key)}/desk/people/",
            body={"entries": entries},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_ranking(self, key: str) -> types.Ranking:
        """The initial ranking as it would be now, by entries, where it is made by hand. Scope: `staff`."""
        answer: types.Ranking = await self._call("GET", f"tournaments/{quoted(key)}/desk/ranking/")
        return answer

    async def rank_by_hand(
        self, key: str, *, order: list[int], version: Version, idempotency_key: str | None = None
    ) -> types.Version:
        """Set the initial ranking. Scope: `staff`. Needs `If-Match` with the ETag of what you saw: 412 if it has
        moved on.
        """
        answer: types.Version = await self._call(
            "PUT",
            f"tournaments/{quoted(key)}/desk/ranking/",
            body={"order": order},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_desk_round(
        self, key: str, number: int, *, after: int | None = None, limit: int | None = None
    ) -> types.Round:
        """A round as the staff sees it, before its pairing is published too. Scope: `staff`."""
        answer: types.Round = await self._call(
            "GET", f"tournaments/{quoted(key)}/desk/rounds/{quoted(number)}/", query={"after": after, "limit": limit}
        )
        return answer

    async def record_results(
        self,
        key: str,
        number: int,
        *,
        results: list[types.BoardResult],
        version: Version,
        idempotency_key: str | None = None,
    ) -> types.Recorded:
        """Record results of a round: all of them, or, if one is refused, none; `params.row` says which. Scope:
        `staff`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.Recorded = await self._call(
            "POST",
            f"tournaments/{quoted(key)}/desk/rounds/{quoted(number)}/results/",
            body={"results": results},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_desk_board(self, board: int, key: str, round: int) -> types.Station:
        """What can be done now about one board: results, corrections, forfeits, and what each action takes. Scope:
        `staff`.
        """
        answer: types.Station = await self._call(
            "GET", f"tournaments/{quoted(key)}/desk/rounds/{quoted(round)}/boards/{quoted(board)}/"
        )
        return answer

    async def act_on_board(
        self,
        board: int,
        key: str,
        round: int,
        *,
        body: dict[str, Any],
        version: Version,
        idempotency_key: str | None = None,
    ) -> types.DeedDone:
        """Do something about one board: results, corrections, forfeits. `sure` is needed for what cannot be undone.
        Scope: `staff`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.DeedDone = await self._call(
            "POST",
            f"tournaments/{quoted(key)}/desk/rounds/{quoted(round)}/boards/{quoted(board)}/",
            body=body,
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def attach_record(
        self,
        board: int,
        key: str,
        round: int,
        *,
        text: str,
        version: Version,
        leg: int | LeftOut = LEFT_OUT,
        name: str | LeftOut = LEFT_OUT,
        idempotency_key: str | None = None,
    ) -> types.Version:
        """Attach the record of a game that was played across a real board: everybody can replay it then. Scope:
        `staff`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.Version = await self._call(
            "POST",
            f"tournaments/{quoted(key)}/desk/rounds/{quoted(round)}/boards/{quoted(board)}/record/",
            body={"leg": leg, "name": name, "text": text},
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def list_entries(self, key: str, *, after: int | None = None, limit: int | None = None) -> types.Entries:
        """Who takes part in a tournament, by order of entering. Open to everybody."""
        answer: types.Entries = await self._call(
            "GET", f"tournaments/{quoted(key)}/entries/", query={"after": after, "limit": limit}
        )
        return answer

    def each_entries(
        self, key: str, *, after: int | None = None, limit: int | None = None
    ) -> AsyncIterator[types.Entry]:
        """As `list_entries`, one after the other over all pages: its `entries`."""
        return self._pages(
            "GET",
            f"tournaments/{quoted(key)}/entries/",
            query={"after": after, "limit": limit},
            field="entries",
            goes_on_by="after",
        )

    async def get_entry(self, key: str, number: int) -> types.Card:
        """An entry with its rounds, and with what each tie-break is made of: the parts, round by round, whose sum
        it is, or whose mean. Opponents are pairing numbers. Open to everybody.
        """
        answer: types.Card = await self._call("GET", f"tournaments/{quoted(key)}/entries/{quoted(number)}/")
        return answer

    async def get_own_entry(self, key: str) -> types.Station:
        """What can be done now about your own entry: enter, check in, ask for a bye, withdraw, come back, and what
        each action takes. Scope: `read`.
        """
        answer: types.Station = await self._call("GET", f"tournaments/{quoted(key)}/entry/")
        return answer

    async def change_own_entry(
        self, key: str, *, body: dict[str, Any], version: Version, idempotency_key: str | None = None
    ) -> types.DeedDone:
        """Do something about your own entry: enter, check in, ask for a bye, withdraw, come back. `sure` is needed
        for what cannot be undone. Scope: `play`. Needs `If-Match` with the ETag of what you saw: 412 if it has
        moved on.
        """
        answer: types.DeedDone = await self._call(
            "POST", f"tournaments/{quoted(key)}/entry/", body=body, version=version, idempotency_key=idempotency_key
        )
        return answer

    async def download_archive_zip(self, key: str) -> bytes:
        """The archive of a tournament that is over: pages, files, records and proofs. Open to everybody."""
        answer: bytes = await self._call("GET", f"tournaments/{quoted(key)}/files/archive.zip")
        return answer

    async def have_archive_made(self, key: str, *, idempotency_key: str | None = None) -> types.Done:
        """Have the archive of a large tournament made: a GET gives it some time later. Open to everybody."""
        answer: types.Done = await self._call(
            "POST", f"tournaments/{quoted(key)}/files/archive.zip", body={}, idempotency_key=idempotency_key
        )
        return answer

    async def download_crosstable_csv(self, key: str) -> bytes:
        """A tournament as the file `crosstable.csv`. Open to everybody."""
        answer: bytes = await self._call("GET", f"tournaments/{quoted(key)}/files/crosstable.csv")
        return answer

    async def download_event_json(self, key: str) -> dict[str, Any]:
        """A tournament as the file `event.json`. Open to everybody."""
        answer: dict[str, Any] = await self._call("GET", f"tournaments/{quoted(key)}/files/event.json")
        return answer

    async def download_records_zip(self, key: str) -> bytes:
        """The records of all games of a tournament that are revealed. Open to everybody."""
        answer: bytes = await self._call("GET", f"tournaments/{quoted(key)}/files/records.zip")
        return answer

    async def download_report_trf(self, key: str) -> bytes:
        """A tournament as the file `report.trf`. Open to everybody."""
        answer: bytes = await self._call("GET", f"tournaments/{quoted(key)}/files/report.trf")
        return answer

    async def download_rounds_ics(self, key: str) -> bytes:
        """A tournament as the file `rounds.ics`. Open to everybody."""
        answer: bytes = await self._call("GET", f"tournaments/{quoted(key)}/files/rounds.ics")
        return answer

    async def download_standings_csv(self, key: str) -> bytes:
        """A tournament as the file `standings.csv`. Open to everybody."""
        answer: bytes = await self._call("GET", f"tournaments/{quoted(key)}/files/standings.csv")
        return answer

    async def list_event_log(
        self,
        key: str,
        *,
        before: int | None = None,
        kind: Literal["calls", "decisions", "entries", "results", "rounds"] | None = None,
        limit: int | None = None,
    ) -> types.Log:
        """What has happened in a tournament, the newest first: each in words, as far as everybody may know it. Open
        to everybody.
        """
        answer: types.Log = await self._call(
            "GET", f"tournaments/{quoted(key)}/log/", query={"before": before, "kind": kind, "limit": limit}
        )
        return answer

    def each_event_log(
        self,
        key: str,
        *,
        before: int | None = None,
        kind: Literal["calls", "decisions", "entries", "results", "rounds"] | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[types.Logged]:
        """As `list_event_log`, one after the other over all pages: its `log`."""
        return self._pages(
            "GET",
            f"tournaments/{quoted(key)}/log/",
            query={"before": before, "kind": kind, "limit": limit},
            field="log",
        )

    async def get_organising(self, key: str) -> types.Station:
        """What can be done now as the organiser: announce the event, call it off, and what each action takes.
        Scope: `organise`.
        """
        answer: types.Station = await self._call("GET", f"tournaments/{quoted(key)}/organising/")
        return answer

    async def organise(
        self, key: str, *, body: dict[str, Any], version: Version, idempotency_key: str | None = None
    ) -> types.DeedDone:
        """Do something as the organiser: announce the event, call it off. `sure` is needed for what cannot be
        undone. Scope: `organise`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.DeedDone = await self._call(
            "POST",
            f"tournaments/{quoted(key)}/organising/",
            body=body,
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_writing(self, key: str) -> types.Station:
        """What can be done now to write to those who take part, and what each action takes. Scope: `organise`."""
        answer: types.Station = await self._call("GET", f"tournaments/{quoted(key)}/organising/letters/")
        return answer

    async def write_letter(
        self, key: str, *, body: dict[str, Any], version: Version, idempotency_key: str | None = None
    ) -> types.DeedDone:
        """Do something to write to those who take part. `sure` is needed for what cannot be undone. Scope:
        `organise`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.DeedDone = await self._call(
            "POST",
            f"tournaments/{quoted(key)}/organising/letters/",
            body=body,
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_roles(self, key: str) -> types.Station:
        """What can be done now about who runs the event, and what each action takes. Scope: `organise`."""
        answer: types.Station = await self._call("GET", f"tournaments/{quoted(key)}/organising/roles/")
        return answer

    async def change_roles(
        self, key: str, *, body: dict[str, Any], version: Version, idempotency_key: str | None = None
    ) -> types.DeedDone:
        """Do something about who runs the event. `sure` is needed for what cannot be undone. Scope: `organise`.
        Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.DeedDone = await self._call(
            "POST",
            f"tournaments/{quoted(key)}/organising/roles/",
            body=body,
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_report(self, key: str) -> types.Report:
        """The FIDE report file (TRF16), in `text`. Open to everybody."""
        answer: types.Report = await self._call("GET", f"tournaments/{quoted(key)}/report/")
        return answer

    async def get_round(
        self, key: str, number: int, *, after: int | None = None, limit: int | None = None
    ) -> types.Round:
        """The pairings and results of a round that is published. Marks are those of report files (TRF16). Open to
        everybody.
        """
        answer: types.Round = await self._call(
            "GET", f"tournaments/{quoted(key)}/rounds/{quoted(number)}/", query={"after": after, "limit": limit}
        )
        return answer

    async def get_own_board(self, board: int, key: str, round: int) -> types.Station:
        """What can be done now at your own board: agree a time, be there, tell the result, and what each action
        takes. Scope: `read`.
        """
        answer: types.Station = await self._call(
            "GET", f"tournaments/{quoted(key)}/rounds/{quoted(round)}/boards/{quoted(board)}/"
        )
        return answer

    async def act_at_board(
        self,
        board: int,
        key: str,
        round: int,
        *,
        body: dict[str, Any],
        version: Version,
        idempotency_key: str | None = None,
    ) -> types.DeedDone:
        """Do something at your own board: agree a time, be there, tell the result. `sure` is needed for what cannot
        be undone. Scope: `play`. Needs `If-Match` with the ETag of what you saw: 412 if it has moved on.
        """
        answer: types.DeedDone = await self._call(
            "POST",
            f"tournaments/{quoted(key)}/rounds/{quoted(round)}/boards/{quoted(board)}/",
            body=body,
            version=version,
            idempotency_key=idempotency_key,
        )
        return answer

    async def get_standings(
        self, key: str, *, after: int | None = None, limit: int | None = None, round: int | None = None
    ) -> types.Standings:
        """The standings, now or as they were after a round, with the values of the tie-breaks; what each is made of
        is told with an entry. Points are in tenths. Open to everybody.
        """
        answer: types.Standings = await self._call(
            "GET", f"tournaments/{quoted(key)}/standings/", query={"after": after, "limit": limit, "round": round}
        )
        return answer
