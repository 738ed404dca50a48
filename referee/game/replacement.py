"""A frozen state with some fields changed, at the cost of what changes: `dataclasses.replace`, only quicker.

Deal and match have dozens of fields and are replaced several times by each event, so they keep their fields in a dict
and not in slots: a dict is copied at once, slots only one by one through `__init__`.
"""

from typing import TYPE_CHECKING, Any, TypeVar

State = TypeVar("State")

if TYPE_CHECKING:
    from dataclasses import replace as replaced
else:

    def replaced(state: State, /, **changes: Any) -> State:
        """As `dataclasses.replace`, for frozen dataclasses without slots and without anything to do once they are made.

        Raises TypeError for a field that the state does not have.
        """
        new = object.__new__(type(state))
        fields = new.__dict__
        fields.update(state.__dict__)
        count = len(fields)
        fields.update(changes)
        if len(fields) != count:
            raise TypeError(f"{type(state).__name__} has no {', '.join(sorted(set(changes) - set(state.__dict__)))}")
        return new


__all__ = ["replaced"]
