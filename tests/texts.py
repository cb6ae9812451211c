"""All texts for people, as gettext would collect them, and what no such text may hold.

xgettext is not on every machine that runs the tests, so this reads the sources itself.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.http import HttpResponse
from django.template.base import Lexer, TokenType
from django.test import Client
from django.utils.translation import templatize

from config.packages import ROOMS

HOME = Path(__file__).parents[1]
TEMPLATES = sorted((HOME / "templates").rglob("*.*"))

Text = tuple[str, str]
"""Where a text stands, and the text."""

_ESCAPED = re.compile(rb"\\[uxN]")
_LITERAL = re.compile(r"""u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")


def modules() -> list[Path]:
    return [path for room in ROOMS for path in sorted((HOME / room).rglob("*.py"))]


def msgids() -> Iterator[Text]:
    """Every text in the sources and templates that is marked for gettext: names of fields, choices and help too. What
    a command prints is for operators, who know the names of the code.
    """
    for path in modules():
        if "management" not in path.parts:
            for text in of_python(path.read_text())[0]:
                yield str(path.relative_to(HOME)), text
    for path in TEMPLATES:
        for text in of_template(path.read_text()):
            yield str(path.relative_to(HOME)), text


_MARKERS = {"django.utils.translation", "games.rules.words"}


@cache
def of_python(source: str) -> tuple[list[str], list[str]]:
    """The texts of a module that are given to gettext as they stand; and those of them that `makemessages` passes over:
    under a name of its own, inside an f-string, put together, or with an escape.
    """
    texts: list[str] = []
    missed: list[str] = []
    if "gettext" not in source:
        return texts, missed
    nodes = list(ast.walk(ast.parse(source)))
    imported = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module in _MARKERS]
    kinds = {name.asname or name.name: name.name for item in imported for name in item.names if "gettext" in name.name}
    lines = source.splitlines()
    inside = {inner for node in nodes if isinstance(node, ast.JoinedStr) for inner in ast.walk(node)}
    for node in nodes:
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in kinds:
            continue
        kind = kinds[node.func.id]
        unseen = node in inside or node.func.id not in {"_", kind}
        first = 1 if "pgettext" in kind else 0
        for arg in node.args[first : first + (2 if kind.startswith("n") else 1)]:
            if isinstance(arg, ast.Constant):
                texts.append(str(arg.value))
            written = "".join(lines[arg.lineno - 1 : arg.end_lineno]).encode()
            if arg.lineno == arg.end_lineno:
                written = written[arg.col_offset : arg.end_col_offset]
            escaped = _ESCAPED.search(written)
            if unseen or escaped or not isinstance(arg, ast.Constant):
                missed.append(ast.unparse(arg))
    return texts, missed


def of_template(source: str) -> Iterator[str]:
    for result in _LITERAL.finditer(templatize(source)):
        yield str(ast.literal_eval(result[1]))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._code = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._code += tag in _CODE
        self.said += [value for name, value in attrs if name in _SAID and value]

    def handle_endtag(self, tag: str) -> None:
        self._code -= tag in _CODE

    def handle_data(self, data: str) -> None:
        if not self._code:
            self.said.append(data)


_CODE = {"script", "style", "code"}
_SAID = {"aria-label", "aria-description", "aria-roledescription", "title", "placeholder", "alt", "label", "data-done"}
_WORD = re.compile(r"[A-Za-z]{2,}")
_OURS = re.compile(r"\bVexillum\b|\bUTC\b|width=device-width")


def beside_gettext(source: str) -> list[str]:
    """What a template says to people in words of its own; a comment that Django would print, too."""
    bare, skipped = [], 0
    for token in Lexer(source).tokenize():
        name = token.contents.partition(" ")[0]
        if token.token_type == TokenType.BLOCK and name in {
            "blocktranslate",
            "endblocktranslate",
            "comment",
            "endcomment",
        }:
            skipped += -1 if name.startswith("end") else 1
        elif token.token_type == TokenType.TEXT and not skipped:
            bare.append(token.contents)
    reader = _Reader()
    reader.feed("".join(bare))
    reader.close()
    return [said.strip() for said in reader.said if _WORD.search(_OURS.sub("", said))]


# What stands for a value: in Python, in `str.format`, in a script.
_PLACES = re.compile(r"%\(\w+\)[sd]|\{\w*\}|%d|%s|%%")
_MARKUP = re.compile(r"<code>.*?</code>|<[^>]*>|&\w+;|&#\d+;")
# Names of files, hosts, addresses and articles, and commands for operators.
_NAMES = re.compile(
    r"“manage\.py \w+”|\b[\w-]+\.(?:json|xml|trf|csv|ics|zip|txt|gsn|org|com|html)\b|\bC\.0\d(?:\.\d+)*|\b[ei]\.[ge]\.|https?://\S*"
)
_SLIPS = (
    ("a name of the code", re.compile(r"\b[A-Za-z]\w*_\w+\b|\b_\w+|\w+_\b|__")),
    ("a name of the code", re.compile(r"\b[a-z]\w*[a-z][A-Z]\w*\b")),
    ("a module", re.compile(r"\b[a-z]\w*\.[a-z]\w*")),
    ("a call", re.compile(r"\w\(\)")),
    ("a placeholder", re.compile(r"%\(|%[a-z]\b|[{}]|\$\w|\bTODO\b|\bFIXME\b|\bXXX\b|\b[Ll]orem\b")),
)


def slips(text: str) -> list[str]:
    """What a text holds that is not for people: each named, with the place.

    Args:
        text: as it stands in the sources, with placeholders for values.
    """
    bare = _NAMES.sub(" ", _MARKUP.sub(" ", _PLACES.sub("…", text)))
    return [f"{what}: {result[0]}" for what, slip in _SLIPS for result in slip.finditer(bare)]


_FOR_SCRIPTS = re.compile(r"""\sdata-[\w-]+=(?:"[^"]*"|'[^']*')|<(script|template)\b.*?</\1>""", re.DOTALL)
_LEFT = re.compile(r"%\(\w+\)[sd]|&lt;(?:function|class|bound|django)\b|object at 0x[0-9a-f]+|__proxy__")


def left_over(text: str) -> list[str]:
    """What a finished page or mail still holds of placeholders that got no value, and of objects that are no words. The
    placeholders of a script stand in attributes of its own.
    """
    return _LEFT.findall(_FOR_SCRIPTS.sub(" ", text)) if _LEFT.search(text) else []


def read_along() -> None:
    """Have every page that a test asks for by a client, and every mail that is sent in tests, read for what is left
    over: the test that sees such a page fails."""
    request, send = Client.request, EmailBackend.send_messages

    def asked(self: Client, **kwargs: Any) -> HttpResponse:
        response: Any = request(self, **kwargs)
        plain = not response.streaming and not response.has_header("Content-Encoding")
        if plain and response.get("Content-Type", "").startswith("text/html"):
            over = left_over(response.content.decode())
            assert not over, f"{kwargs.get('PATH_INFO')} is not worded out: {over}"
        return response

    def sent(self: EmailBackend, messages: Sequence[EmailMessage]) -> int:
        for message in messages:
            if message.subject.startswith(settings.EMAIL_SUBJECT_PREFIX):
                continue  # a report of Django's to the admins quotes code, and must not fail while it is made
            result = left_over(f"{message.subject} {message.body}")
            assert not result, f"a mail is not worded out: {result}"
        return send(self, messages)

    Client.request, EmailBackend.send_messages = asked, sent  # type: ignore[method-assign]
