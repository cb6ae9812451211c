"""Values numbered from 1, one after the other, that cannot be changed: a copy with one other value shares the rest.

A fold makes a new tournament of every event. With a dictionary each entry that comes copies all that are there.
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from itertools import islice
from typing import Any, Self, TypeVar, cast, overload

T = TypeVar("T")
V = TypeVar("V")

WIDTH = 32
"""Values, or branches, of one node. A copy with another value makes one node anew on each level of the tree."""


class Numbered(Mapping[int, T]):
    """An immutable mapping of 1, 2, 3 … to values, in that order.

    >>> few = Numbered.of("ab").put(3, "c")
    >>> dict(few.put(1, "z")), few[1], len(few)
    ({1: 'z', 2: 'b', 3: 'c'}, 'a', 3)
    """

    __slots__ = ("_levels", "_once", "_root", "_size")

    def __init__(self) -> None:
        self._once: dict[Callable[[Any], Any], Any] = {}
        self._size, self._levels = 0, 0  # levels of branches above the leaves
        self._root: tuple[Any, ...] = ()

    @classmethod
    def of(cls, values: Iterable[T]) -> Numbered[T]:
        nodes: list[Any] = list(values)
        made = cls._made(len(nodes), 0, ())
        nodes = _grouped(nodes)
        while len(nodes) > 1:
            nodes = _grouped(nodes)
            made._levels += 1
        made._root = nodes[0] if nodes else ()
        return made

    @classmethod
    def _made(cls, size: int, levels: int, root: tuple[Any, ...]) -> Numbered[T]:
        made = cls()
        made._size, made._levels, made._root = size, levels, root
        return made

    def put(self, number: int, value: T) -> Numbered[T]:
        """A copy in which a number has this value.

        Raises:
            KeyError: it is another one.
        """
        if not 0 < number <= self._size + 1:
            raise KeyError(number)
        root, levels = self._root, self._levels
        if number == WIDTH ** (levels + 1) + 1:
            root, levels = (root,), levels + 1
        return self._made(max(self._size, number), levels, _put(root, levels, number - 1, value))

    def once(self, call: Callable[[Numbered[T]], V]) -> V:
        """What a pure function finds in these values; it is asked once."""
        if call not in self._once:
            self._once[call] = call(self)
        return cast(V, self._once[call])

    def knowing(self, call: Callable[[Numbered[T]], V], value: V) -> Self:
        """These values, where `once` need not ask: who changes one of them may know what becomes of what was found."""
        self._once[call] = value
        return self

    def __getitem__(self, number: int) -> T:
        if not (isinstance(number, int) and 0 < number <= self._size):
            raise KeyError(number)
        node, place = self._root, number - 1
        for level in range(self._levels, 0, -1):
            branch, place = divmod(place, WIDTH**level)
            node = node[branch]
        return cast(T, node[place])

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[int]:
        return iter(range(1, self._size + 1))

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and 0 < number <= self._size

    def values(self) -> ValuesView[T]:
        return _Values(self)

    def items(self) -> ItemsView[int, T]:
        return _Items(self)

    def leaves(self) -> Iterator[T]:
        return _leaves(self._root, self._levels)

    def differing(self, other: Numbered[T]) -> Iterator[int]:
        """The numbers whose values are not the same objects in another mapping of as many: what both share is not
        looked at.

        >>> list(Numbered.of("abc").differing(Numbered.of("axc")))
        [2]
        """
        return (place + 1 for place in _differing(self._root, other._root, self._levels))

    def __repr__(self) -> str:
        return f"Numbered({self._size})"


class Listed(Sequence[T]):
    """An immutable sequence, counted from 0 as any other, with copies as those of `Numbered`.

    >>> few = Listed("abc")
    >>> tuple(few.put(1, "z")), few[-1], few[1:], few == Listed("abc")
    (('a', 'z', 'c'), 'c', ('b', 'c'), True)
    """

    __slots__ = ("_numbered",)

    def __init__(self, values: Iterable[T] = ()) -> None:
        self._numbered = Numbered.of(values)

    def put(self, place: int, value: T) -> Self:
        """A copy with another value at a place. Raises `KeyError` if there is none."""
        made = type(self)()
        made._numbered = self._numbered.put(place + 1, value)
        return made

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[T, ...]: ...

    def __getitem__(self, place: int | slice) -> T | tuple[T, ...]:
        if isinstance(place, slice):
            return tuple(self)[place]
        try:
            return self._numbered[(place if place >= 0 else place + len(self)) + 1]
        except KeyError:
            raise IndexError(place) from None

    def differing(self, other: Listed[T]) -> Iterator[int]:
        """The places, from 0, whose values are not the same objects in another sequence of the same length."""
        return (number - 1 for number in self._numbered.differing(other._numbered))

    def __len__(self) -> int:
        return len(self._numbered)

    def __iter__(self) -> Iterator[T]:
        return self._numbered.leaves()

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, (Listed, tuple)) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Listed({len(self)})"


class _Values(ValuesView[T]):
    _mapping: Numbered[T]

    def __iter__(self) -> Iterator[T]:
        return self._mapping.leaves()


class _Items(ItemsView[int, T]):
    _mapping: Numbered[T]

    def __iter__(self) -> Iterator[tuple[int, T]]:
        return enumerate(self._mapping.leaves(), 1)


def _grouped(nodes: list[Any]) -> list[Any]:
    rest = iter(nodes)
    return list(iter(lambda: tuple(islice(rest, WIDTH)), ()))


def _put(node: tuple[Any, ...], level: int, place: int, value: object) -> tuple[Any, ...]:
    if level:
        branch, place = divmod(place, WIDTH**level)
        below = node[branch] if branch < len(node) else ()
        place, value = branch, _put(below, level - 1, place, value)
    return (*node[:place], value, *node[place + 1 :])


def _leaves(node: tuple[Any, ...], level: int) -> Iterator[Any]:
    if not level:
        return iter(node)
    return (value for below in node for value in _leaves(below, level - 1))


def _differing(node: tuple[Any, ...], other: tuple[Any, ...], level: int) -> Iterator[int]:
    for place, (item, two) in enumerate(zip(node, other, strict=True)):
        if item is not two:
            below = _differing(item, two, level - 1) if level else (0,)
            yield from (place * WIDTH**level + number for number in below)
