"""A small mapping that cannot be changed, so that a frozen rule set is frozen all through and can be hashed."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

Value = TypeVar("Value")


class FrozenMap(Mapping[str, Value]):
    """Text to values, in the order given; equal to any mapping of the same items."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, Value]) -> None:
        self._items = dict(items)

    def __getitem__(self, key: str) -> Value:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"FrozenMap({self._items!r})"

    def __reduce__(self) -> tuple[type["FrozenMap[Value]"], tuple[dict[str, Value]]]:
        return type(self), (self._items,)
