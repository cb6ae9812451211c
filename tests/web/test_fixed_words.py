"""`web.fixed_words` and `web.fixed_files`: the tags are Django's, but what the template names is found once."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.templatetags.static import StaticNode
from django.utils import translation
from pytest_django import Settings

from web.fixed_files import FixedStaticNode
from web.fixed_words import FixedTranslateNode


def template(text: str) -> Template:
    return Template("{% load i18n static %}" + text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("{% translate 'Sunday' %}", FixedTranslateNode),
        ('{% trans "Sunday" %}', FixedTranslateNode),
        ("{% translate 'Sunday' noop %}", TranslateNode),
        ("{% translate 'Sunday' as day %}", TranslateNode),
        ("{% translate 'May' context 'month' %}", TranslateNode),
        ("{% translate 'Sunday'|upper %}", TranslateNode),
        ("{% translate day %}", TranslateNode),
        ("{% blocktranslate trimmed %} Sunday {% endblocktranslate %}", FixedTranslateNode),
        ("{% blocktranslate %}{{ day }}{% endblocktranslate %}", BlockTranslateNode),
        ("{% blocktranslate asvar day %}Sunday{% endblocktranslate %}", BlockTranslateNode),
        ("{% blocktranslate count n=1 %}a day{% plural %}days{% endblocktranslate %}", BlockTranslateNode),
        ("{% blocktranslate context 'month' %}May{% endblocktranslate %}", BlockTranslateNode),
        ("{% static 'js/site.js' %}", FixedStaticNode),
        ("{% static path %}", StaticNode),
        ("{% static 'js/site.js' as path %}", StaticNode),
        ("{% static 'js/site'|add:'.js' %}", StaticNode),
    ],
)
def test_what_the_template_names_is_kept(text: str, kind: type) -> None:
    assert type(template(text).nodelist[1]) is kind


def test_a_text_is_that_of_the_language_that_is_in_place() -> None:
    block = "{% blocktranslate %}Sunday{% endblocktranslate %}"
    said = template(
        f"{block} {{% translate 'Sunday'|upper %}} {{% translate 'Sunday' %}} {{% translate '5% & more' %}}"
    )
    results = []
    for language in ("en", "de", "en", "de"):
        with translation.override(language):
            results.append(said.render(Context()))
    assert results == ["Sunday SUNDAY Sunday 5% & more", "Sonntag SONNTAG Sonntag 5% & more"] * 2


def test_a_file_has_the_address_that_the_settings_give_it(settings: Settings) -> None:
    named = template("{% static 'js/a&b.js' %}")
    settings.STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    assert named.render(Context()) == named.render(Context()) == "/static/js/a%26b.js"
    settings.STATIC_URL = "/other/"
    settings.STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    assert named.render(Context()) == "/other/js/a%26b.js"
