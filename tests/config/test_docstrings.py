"""What docstrings say: every argument, once."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

from django.conf import settings

from config.packages import ROOMS

FEW = 3
"""From so many arguments on each of a public function is explained: in its own docstring, or by name in that of its
class or module, where functions share it. So is each error that it raises itself."""

ELSEWHERE = {
    *("add", "get", "incr", "set", "set_many", "touch"),  # caches of Django
    *("construct_change_message", "render", "save_model"),  # its admin and widgets
    *("save_user", "send_mail", "send_notification_mail"),  # adapters of allauth
}
"""What `config` and `accounts` override: those who call it explain the arguments."""


BY_NAME = re.compile(r"`[^`]+`|^ *(?:\w+, )*\w+:", re.MULTILINE)
PLAIN = {"AssertionError", "Http404"}
"""What says by itself when it is raised."""


def raised(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """The errors that a function makes, by their names; not what it caught and lets go on."""
    for node in ast.walk(function):
        if isinstance(node, ast.Raise) and node.exc:
            name = ast.unparse(node.exc.func if isinstance(node.exc, ast.Call) else node.exc).split(".")[-1]
            if name[0].isupper() and name not in PLAIN:
                yield name


def unexplained(node: ast.Module | ast.ClassDef, around: str = "") -> Iterator[tuple[str, list[str]]]:
    """The public functions of a module or class whose arguments and errors nothing explains, and these names.

    Args:
        node: the module or the class.
        around: the docstrings around it.
    """
    around += (ast.get_docstring(node) or "") + "\n"
    for inner in node.body:
        if not isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) or inner.name.startswith("_"):
            continue
        if isinstance(inner, ast.ClassDef):
            yield from unexplained(inner, around)
            continue
        arguments = (*inner.args.posonlyargs, *inner.args.args, *inner.args.kwonlyargs)
        names = [argument.arg for argument in arguments if argument.arg not in ("self", "cls", "request")]
        if len(names) < FEW:
            continue
        words = re.findall(r"\w+", " ".join([*BY_NAME.findall(around), ast.get_docstring(inner) or ""]))
        if missing := sorted({*names, *raised(inner)}.difference(words)):
            yield inner.name, missing


def test_what_is_unexplained():
    source = '''
"""What a module says of `shared`, and of a place. It raises `Late`."""

class Table:
    """A table."""

    def lay(self, card, place, shared): """Lays `card`."""

def turn(one, other): raise Early

def move(piece, to, shared):
    """Moves.

    Args:
        piece, to: by number.
    """
    try:
        raise Late("now")
    except Late as error:
        raise error
    raise base.Early

def _aside(one, two, three): ...

def bare(one, two, three): ...
'''
    assert list(unexplained(ast.parse(source))) == [
        ("lay", ["place"]),
        ("move", ["Early"]),
        ("bare", ["one", "three", "two"]),
    ]


EMPTY = {*("a", "an", "and", "as", "are", "at", "be", "by", "for", "from", "in", "is", "it", "its", "of", "on", "one")}
EMPTY |= {*("or", "that", "the", "this", "to", "with")}


def stems(text: str) -> set[str]:
    """What is said, whatever the ends of its words: `pages`, `paged` and `paging` are one."""
    words = re.findall("[a-z]+", re.sub("([a-z])([A-Z])", r"\1 \2", text).lower())
    return {re.sub("(?<=..)(ings?|ies|ed|es|[sdey])$", "", word) for word in words if word not in EMPTY}


def repeats(node: ast.stmt) -> TypeGuard[ast.FunctionDef | ast.ClassDef]:
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return False
    said = ast.get_docstring(node)
    arguments = [] if isinstance(node, ast.ClassDef) else [arg.arg for arg in node.args.args + node.args.kwonlyargs]
    return bool(said) and "`" not in said and stems(said) <= stems(" ".join([node.name, *arguments]).replace("_", " "))


DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
LONG = 30  # words


def chains(said: str) -> list[str]:
    """The long sentences of a text with two relative clauses or more."""
    sentences = re.split(r"(?<=[.:;!?])\s", said)
    return [
        sentence
        for sentence in sentences
        if len(sentence.split()) > LONG and len(re.findall(r"\b(which|that|who)\b", sentence)) > 1
    ]


def documented(node: ast.Module | ast.ClassDef) -> Iterator[ast.stmt]:
    for inner in node.body:
        yield inner
        if isinstance(inner, ast.ClassDef):
            yield from documented(inner)


def test_docstrings_explain_each_argument_and_say_more_than_the_name():
    """Those of shapes and bodies are the words of the schema, whatever their names."""
    paths = [
        path
        for package in ROOMS
        for path in sorted(Path(settings.BASE_DIR, package).rglob("*.py"))
        if "migrations" not in path.parts
    ]
    assert len(paths) > 700
    wrong = []
    for path in paths:
        place, tree = path.relative_to(settings.BASE_DIR).as_posix(), ast.parse(path.read_text())
        elsewhere = ELSEWHERE if place.startswith(("config/", "accounts/")) else ()
        wrong += [f"{place}: {name}({', '.join(few)})" for name, few in unexplained(tree) if name not in elsewhere]
        wrong += [
            f"{place}: {node.name} says its name"
            for node in documented(tree)
            if repeats(node) and not node.name.endswith(("Body", "Shape"))
        ]
        said = [ast.get_docstring(node) for node in (tree, *documented(tree)) if isinstance(node, DOCUMENTED)]
        wrong += [f"{place}: {chain}" for text in said if text for chain in chains(text)]
    assert wrong == []
