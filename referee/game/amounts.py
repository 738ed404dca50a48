"""Points and payments: exact numbers, never floats.

A whole amount is an int; what a fractional unit leaves over (1.5 times an odd stake, a pot split three ways) is a
Fraction. JSON holds numbers: `plain` writes a fraction as a decimal number where that is exact, else as text "1/3".
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

from referee.tiles import InputError

Amount: TypeAlias = int | Fraction


def exact(value: Amount) -> Amount:
    """The same amount, as an int where it is whole."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def read_amount(value: object) -> Amount:
    """An amount from JSON: a number, or text such as "1/3". Raises InputError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Fraction):
        raise InputError(f"{value!r} is no amount of points: expected a number")
    try:
        return exact(Fraction(value))
    except (ValueError, OverflowError, ZeroDivisionError) as error:
        raise InputError(f"{value!r} is no amount of points: expected a number") from error


def plain(value: Amount) -> int | float | str:
    """The JSON form of an amount; `read_amount` gives exactly the same back."""
    value = exact(value)
    if isinstance(value, int):
        return value
    return float(value) if Fraction(float(value)) == value else str(value)


def number(value: Amount) -> int | float:
    """The amount as a JSON number: exact but for what no number can hold, such as a third."""
    value = exact(value)
    return value if isinstance(value, int) else float(value)


def total(amounts: Iterable[Amount]) -> Amount:
    """The exact sum."""
    return exact(sum(amounts, Fraction(0)))
