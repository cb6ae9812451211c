"""No text for people holds a name of the code, a module, or a placeholder that gets no value."""

from __future__ import annotations

import pytest

from games.rules import VARIANTS
from tests.texts import TEMPLATES, beside_gettext, left_over, modules, msgids, of_python, slips
from tournaments.presentation.tiebreaks import PART_REASONS, TIEBREAK_WORDS
from tournaments.scoring.tiebreaks import REASONS, TIEBREAKS


@pytest.mark.slow
def test_no_text_for_people_holds_a_name_of_the_code() -> None:
    texts = list(msgids())
    assert len(texts) > 3000
    assert [(where, text, result) for where, text in texts if (result := slips(text))] == []
    books = {name for variant in VARIANTS.values() for name in (variant.name, *variant.rank_names.values())}
    assert books - {text for _where, text in texts} == set()  # which the rules mark by themselves
    missed = [item for path in modules() for item in of_python(path.read_text())[1]]
    assert missed == ["variant.rank_names[Rank(rank)]", "VARIANTS[slug].name"]  # the names above


def test_templates_say_nothing_beside_gettext() -> None:
    assert len(TEMPLATES) > 150
    assert [(path.name, gettext) for path in TEMPLATES if (gettext := beside_gettext(path.read_text()))] == []


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("<p>Red wins</p>", ["Red wins"]),
        ('<a title="All of it">{% translate "Games" %}</a>', ["All of it"]),
        ("{# Expects: one,\n two #}", ["{# Expects: one,\n two #}"]),
        ('{% blocktranslate %}Red wins{% endblocktranslate %} · {{ at }} UTC <b class="red wins">1:2</b>', []),
        ("{% comment %}Red wins{% endcomment %}<code>import_games</code>", []),
    ],
)
def test_what_is_beside_gettext(template: str, found: list[str]) -> None:
    assert beside_gettext(template) == found


def test_no_name_of_the_field_is_one_of_the_code() -> None:
    names = [str(text) for word in TIEBREAK_WORDS.values() for text in word]
    assert [(name, result) for name in names if (result := slips(name))] == []


def test_each_tie_break_has_words() -> None:
    assert (TIEBREAK_WORDS.keys(), PART_REASONS.keys()) == (TIEBREAKS.keys(), REASONS)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Rounds rules.elected to play",
            "As games.domain.state.Unrated",
            "The turn_version",
            "See _private",
            "publicKey",
        ),
        *("Call open_game() first", "%(name is there", "%r of them", "Hello {name!r}", "TODO: words", "Lorem ipsum"),
    ],
)
def test_a_slip_is_seen(text: str) -> None:
    assert slips(text)


def test_a_page_is_read_for_what_got_no_value() -> None:
    assert left_over("<p>Round %(round)d of &lt;function x&gt;</p>") == ["%(round)d", "&lt;function"]
    assert left_over('<input data-text="Ply %d of 40" data-days="%(days)d d"> 100 %') == []
    assert left_over('<button title="%(what)s">') == ["%(what)s"]
