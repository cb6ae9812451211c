"""Merkle trees as RFC 9162 (section 2.1) has them, over a list that only grows.

A tree over `size` leaves is a row of perfect trees, one for each bit of the size, the largest first. Their roots, the
peaks, suffice to add a leaf or compute the root: a Merkle mountain range. With all leaves one can
prove that one of them is there, and that a later list begins with an earlier one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence


class Tree:
    """A tree that leaves are added to. Its memory grows with its height only.

    Args:
        size: how many leaves it has already.
        peaks: the roots of its perfect trees, the largest first.

    Raises:
        ValueError: a tree of that size has another number of peaks.
    """

    def __init__(self, size: int = 0, peaks: Sequence[bytes] = ()) -> None:
        if size < 0 or size.bit_count() != len(peaks):
            raise ValueError(f"a tree of {size} leaves does not have {len(peaks)} peaks")
        self.size = size
        self.peaks = list(peaks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and (self.size, self.peaks) == (other.size, other.peaks)

    def add(self, leaf: bytes) -> None:
        rest = self.size
        while rest & 1:
            leaf = join(self.peaks.pop(), leaf)
            rest >>= 1
        self.peaks.append(leaf)
        self.size += 1

    def root(self) -> bytes:
        """Return the root: of no leaves it is the SHA-256 of nothing."""
        if not self.peaks:
            return hashlib.sha256().digest()
        root = self.peaks[-1]
        for peak in self.peaks[-2::-1]:
            root = join(peak, root)
        return root


def join(left: bytes, right: bytes) -> bytes:
    """Return the parent of two nodes."""
    return hashlib.sha256(b"\1" + left + right).digest()


class GrownTree:
    """A tree with the leaves that were added last: proofs of these need the peaks of what was there before alone.

    Args:
        size, peaks: the tree before, as of `Tree`.
        leaves: those that were added.
    """

    def __init__(self, size: int, peaks: Sequence[bytes], leaves: Sequence[bytes]) -> None:
        self._size, self._leaves = size, leaves
        self._nodes: dict[tuple[int, int], bytes] = {}
        low = 0
        for peak, height in zip(
            peaks, (bit for bit in reversed(range(size.bit_length())) if size >> bit & 1), strict=True
        ):
            self._nodes[low, low + (1 << height)] = peak
            low += 1 << height

    def path(self, index: int) -> list[bytes]:
        """The nodes that lead from an added leaf to the root, as `inclusion_path` has them.

        Args:
            index: the place of the leaf in the whole tree.

        Raises:
            IndexError: it is none of those that were added.
        """
        if not 0 <= index - self._size < len(self._leaves):
            raise IndexError(index)
        low, high, path = 0, self._size + len(self._leaves), list[bytes]()
        while high - low > 1:
            middle = low + _left(high - low)
            if index < middle:
                path.append(self._node(middle, high))
                high = middle
            else:
                path.append(self._node(low, middle))
                low = middle
        return path[::-1]

    def _node(self, low: int, high: int) -> bytes:
        """The node over some leaves; each is made once."""
        content = self._nodes.get((low, high))
        if content is None:
            if high - low == 1:
                content = self._leaves[low - self._size]
            else:
                middle = low + _left(high - low)
                content = join(self._node(low, middle), self._node(middle, high))
            self._nodes[low, high] = content
        return content


def merkle_root(leaves: Iterable[bytes]) -> bytes:
    """Return the root of the tree over the leaves in order."""
    tree = Tree()
    for leaf in leaves:
        tree.add(leaf)
    return tree.root()


def inclusion_path(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Return the nodes that lead from a leaf to the root, the lowest first (RFC 9162, section 2.1.3.1).

    Args:
        index: the place of the leaf, 0 for the first.
    """
    low, high, path = 0, len(leaves), list[bytes]()
    while high - low > 1:
        middle = low + _left(high - low)
        if index < middle:
            path.append(merkle_root(leaves[middle:high]))
            high = middle
        else:
            path.append(merkle_root(leaves[low:middle]))
            low = middle
    return path[::-1]


def consistency_path(leaves: Sequence[bytes], size: int) -> list[bytes]:
    """Return the nodes that show that the tree over all leaves begins with the first `size` (section 2.1.4.1).

    Args:
        size: from 1 to the number of leaves.
    """
    low, high, whole, path = 0, len(leaves), True, list[bytes]()
    while size < high:
        middle = low + _left(high - low)
        if size <= middle:
            path.append(merkle_root(leaves[middle:high]))
            high = middle
        else:
            path.append(merkle_root(leaves[low:middle]))
            low, whole = middle, False
    if not whole:
        path.append(merkle_root(leaves[low:high]))
    return path[::-1]


def _left(count: int) -> int:
    """Return the number of leaves on the left: the largest power of two below the count."""
    return 1 << (count - 1).bit_length() - 1
