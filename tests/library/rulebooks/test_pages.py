"""Pages of rules: their numbers are the variant's, their pictures are what the engine enforces."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.template.loader import render_to_string
from django.test import Client

from games.presentation.presentation import TRAY_ORDER
from games.presentation.words import rank_name, variant_name
from games.rules import VARIANTS, Rank, Result, Seat, Variant, Viewer, variant
from library.rulebooks.pages import RuleBook, figures_of
from library.rulebooks.scenes import EntryScene, Scene
from tests.scenes import game_over

EVERY = pytest.mark.parametrize("rules", VARIANTS.values(), ids=list(VARIANTS))

ON_A_BOARD = ("aim", "setup", "army", "moving", "attack")
AT_THE_END = ("repetition", "end", "knowledge", "notation")
LIGHTNING = (*ON_A_BOARD, "parts", "rescue")
SECTIONS = {
    "classic": (*ON_A_BOARD, *AT_THE_END),
    "barrage": (*ON_A_BOARD, *AT_THE_END),
    "battle": (*ON_A_BOARD, *AT_THE_END, "editions"),
    "duel": (*ON_A_BOARD, *AT_THE_END, "editions"),
    "lightning": (*LIGHTNING, *AT_THE_END),
    "ultimate_lightning": (*LIGHTNING, *AT_THE_END),
    "campaign": (*LIGHTNING, "reserve", *AT_THE_END),
    "alliance": (*ON_A_BOARD, "parts", "reserve", "cannon", "flags", *AT_THE_END, "editions"),
    "alliance_lightning": (*ON_A_BOARD, "parts", "cannon", "flags", *AT_THE_END, "editions"),
    "cards": ("aim", "army", "deal", "card-turn", "actions", "attack", *AT_THE_END[1:]),
}


def text(markup: str) -> str:
    plain = re.sub(r"<svg.*?</svg>", " ", markup, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", plain).split())


def rendered(rules: Variant) -> Iterator[tuple[str, str]]:
    """Each section of a rule book with its markup."""
    book = RuleBook(rules)
    for section in book.sections:
        yield section.slug, render_to_string(section.template, {"book": book})


def told(slug: str) -> str:
    return " ".join(text(markup) for _section, markup in rendered(variant(slug)))


# -- parts and numbers ----------------------------------------------------------------------------


def test_each_rule_book_has_the_sections_of_its_parts() -> None:
    result = {slug: tuple(section.slug for section in RuleBook(rules).sections) for slug, rules in VARIANTS.items()}
    assert result == SECTIONS


@EVERY
def test_every_section_says_something_and_shows_every_picture_once(rules: Variant) -> None:
    result = dict(rendered(rules))
    assert all(len(text(markup)) > 60 for markup in result.values())
    figures = figures_of(rules)
    shown = "".join(result.values())
    captions = [figure.caption for figure in RuleBook(rules).figures.values()]
    assert [text(shown).count(caption) for caption in captions] == [1] * len(figures)
    assert shown.count("<figure") == len(figures)


@EVERY
def test_the_table_of_the_army_is_the_variants(rules: Variant) -> None:
    rows = [(row.name, row.count) for row in RuleBook(rules).army]
    ranks = [rank for rank in TRAY_ORDER if rank in rules.army]
    assert rows == [(rank_name(rank, rules), rules.army[rank]) for rank in ranks]
    assert sum(count for _name, count in rows) == rules.army_size
    markup = dict(rendered(rules))["army"]
    assert re.findall(r'<td class="number">(\d+)</td>', markup) == [str(count) for _name, count in rows]


@EVERY
def test_the_table_of_combat_is_the_variants(rules: Variant) -> None:
    signs = {Result.WIN: "›", Result.LOSS: "‹", Result.BOTH: "="}
    book = RuleBook(rules)
    defenders = [rank for rank in TRAY_ORDER if rank in rules.army]
    ways = rules.gaits if rules.strikes is None else rules.strikes
    attackers = [rank for rank in defenders if ways.get(rank)]
    result = {row.name: "".join(sign for sign, _word in row.cells) for row in book.combat}
    assert result == {
        rank_name(rank, rules): "".join(signs[rules.combat.result(rank, other)] for other in defenders)
        for rank in attackers
    }
    assert [name for _tile, name in book.defenders] == [rank_name(rank, rules) for rank in defenders]


@EVERY
def test_words_follow_the_data(rules: Variant) -> None:
    page = told(rules.slug)
    has = {
        "Bomb": Rank.BOMB in rules.army,
        "Cannon": Rank.CANNON in rules.army,
        "cavalry": rules.gaits.get(Rank.CAPTAIN) != rules.gaits.get(Rank.MAJOR),
        "Corporal": "Corporal" in rules.rank_names.values(),
        "Miner": "Corporal" not in rules.rank_names.values(),
        "stockade": bool(rules.board.stockades),
        "Spotter": rules.deals,
        "back row": bool(rules.rescues),
        "Chase limit": rules.chase_limit,
        "More squares": rules.more_squares,
        "if an attack removes both": rules.drawn_if_blocked,
        "only Flags and Bombs": rules.drawn_without_movers,
        "after an equal trade too": rules.drawn_without_movers,
        "the third crossing in a row": rules.two_squares == 2,
        "the fourth crossing in a row": rules.two_squares == 3,
    }
    assert {words: words.lower() in page.lower() for words in has} == has


@pytest.mark.parametrize(
    ("slug", "words"),
    [
        ("classic", "Put all 40 pieces on separate squares in your home rows: the 4 rows nearest you"),
        ("barrage", "32 of these squares stay empty."),
        ("battle", "Once your piece has crossed it in each of your last 2 turns"),
        ("classic", "Once your piece has crossed it in each of your last 3 turns"),
        ("lightning", "You have 2 rescues in a game."),
        ("lightning", "any empty square of your own half, the 5 rows nearest you"),
        ("ultimate_lightning", "Any piece that moves two squares or more shows its rank to everybody."),
        ("lightning", "Two squares straight may be either, so that shows nothing."),
        ("campaign", "The second, the same 20 pieces, waits in reserve."),
        ("campaign", "The first piece to enter has to be the second Flag"),
        ("alliance", "Choose 13 of your 20 pieces, the Flag among them, and fill your camp with them. The other 7 are"),
        (
            "alliance",
            "Red’s alliance owns the stockades on i2 and c10. Blue’s alliance owns the stockades on b3 and j9.",
        ),
        ("alliance", "It then goes back to its owner’s reserve"),
        ("alliance_lightning", "Your 13 pieces fill your camp."),
        ("alliance_lightning", "It then stands on the square of the piece it took."),
        ("cards", "each of you draws 8 cards. Choose 5 of them for your front line"),
        ("cards", "Draw until you have 3 cards in hand"),
    ],
)
def test_numbers_in_the_words(slug: str, words: str) -> None:
    assert words in told(slug)


# -- pictures -------------------------------------------------------------------------------------


@EVERY
def test_arrows_are_legal_and_crossed_out_turns_are_refused_for_their_reason(rules: Variant) -> None:
    scenes = {name: figure.scene for name, figure in figures_of(rules).items() if isinstance(figure.scene, Scene)}
    result = {name: scene.judged() for name, scene in scenes.items()}
    assert result == {name: dict.fromkeys(scene.allowed, "") | dict(scene.barred) for name, scene in scenes.items()}


@pytest.mark.parametrize("slug", ["campaign", "alliance"])
def test_dots_of_an_entry_lie_on_empty_home_squares(slug: str) -> None:
    rules = variant(slug)
    scene = EntryScene(rules)
    taken = {piece.square for piece in scene.view.pieces}
    assert list(scene.sketch.dots) == sorted(set(rules.board.homes[Seat.RED]) - taken)
    assert scene.sketch.dots


@pytest.mark.parametrize("rules", [item for item in VARIANTS.values() if not item.deals], ids=lambda item: item.slug)
def test_pictures_of_moves_show_where_the_piece_may_go(rules: Variant) -> None:
    figures = figures_of(rules)
    reached = {}
    for name in ("step", "scout", "cavalry"):
        if name in figures:
            scene = figures[name].scene
            assert isinstance(scene, Scene)
            sketch = scene.sketch
            dots = " ".join(sorted(scene.board.name(dot) for dot in sketch.dots))
            attacks = " ".join(sorted("-".join(scene.board.name(item) for item in way) for way in sketch.arrows))
            reached[name] = (dots, attacks)
    expected = {
        "step": ("d2", "c2-c3"),
        "scout": ("c2 d1 d3 d4 e2", "d2-d5"),
        "cavalry": ("a3 b2 b3 b4 c4 c5 d2 d3 e3", "c3-c4-d4 c3-d3-d4"),
    }
    assert reached == {name: expected[name] for name in reached}


def test_a_picture_of_a_hidden_thing_says_whose_knowledge_it_is() -> None:
    scene = figures_of(variant("alliance"))["unite"].scene
    assert isinstance(scene, Scene)
    assert scene.viewer is Viewer.RED
    assert {piece.rank for piece in scene.view.pieces if piece.seat is not Seat.RED} == {None}


# -- pages ----------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_list_leads_to_every_rule_book(client: Client) -> None:
    page = client.get("/rules/").content.decode()
    links = re.findall(r'<h2><a href="([^"]+)">([^<]+)</a></h2>', page)
    assert links == [(f"/rules/{slug}/", variant_name(slug)) for slug in VARIANTS]


@pytest.mark.slow
@pytest.mark.django_db
@EVERY
def test_a_page_has_its_sections_in_order_and_contents_that_lead_to_them(client: Client, rules: Variant) -> None:
    response = client.get(f"/rules/{rules.slug}/")
    page = response.content.decode()
    assert response.status_code == 200
    assert response["Cache-Control"] == "private, no-cache"
    assert re.findall(r'<section id="([^"]+)"', page) == list(SECTIONS[rules.slug])
    assert re.findall(r'<a href="#([^"]+)">', page)[-len(SECTIONS[rules.slug]) :] == list(SECTIONS[rules.slug])
    identifiers = re.findall(r' id="([^"]+)"', page)
    assert sorted(identifiers) == sorted(set(identifiers))
    assert not re.search(r"\sstyle=|<style|<script(?! src| defer| type)", page)
    assert f"<h1>{variant_name(rules.slug)}</h1>" in page
    # One screen suffices to play: a picture, the aim, a turn, fights, and every rank that is special.
    short = page[page.index("<h1>") : page.index('<nav class="contents')]
    assert short.count("<figure") == 1
    special = [row.name for row in RuleBook(rules).army if row.powers]
    words = text(short)
    assert [word for word in ("Aim:", "Your turn:", "Fights:", *special) if word not in words] == []


@pytest.mark.django_db
def test_an_unknown_rule_book_is_refused_with_help(client: Client) -> None:
    response = client.get("/rules/chess/")
    assert response.status_code == 404
    page = response.content.decode()
    assert "There is no rule book of this name. The list of rules has them all." in text(page)
    assert 'href="/rules/"' in page


@pytest.mark.django_db
def test_pages_lead_to_the_rules(client: Client) -> None:
    game = game_over(slug="barrage")
    result = {
        address: sorted(set(re.findall(r'href="(/rules/[^"]*)"', client.get(address).content.decode())))
        for address in ("/", "/games/", f"/games/{game.key}/")
    }
    assert result == {
        "/": ["/rules/", "/rules/barrage/"],
        "/games/": ["/rules/", "/rules/barrage/"],
        f"/games/{game.key}/": ["/rules/", "/rules/barrage/"],
    }
