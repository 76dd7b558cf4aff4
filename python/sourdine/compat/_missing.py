"""Functions of a peer that have no counterpart yet."""

from collections.abc import Callable
from typing import Any, NoReturn

__all__ = ["of_repeated_collections", "of_repeated_surveys", "of_several_attributes"]


def _absent(name: str, what: str, instead: str) -> Callable[..., NoReturn]:
    def absent(*_arguments: Any, **_named: Any) -> NoReturn:
        raise NotImplementedError(f"{name}: Sourdine does not have {what} yet; {instead}")

    absent.__name__ = absent.__qualname__ = name
    absent.__doc__ = f"Raise NotImplementedError: {what} are not there yet."
    return absent


def of_several_attributes(name: str) -> Callable[..., NoReturn]:
    """Stand in for a function about records of several attributes."""
    return _absent(
        name, "collections of several attributes", "collect one attribute with multi_freq_ldpy.pure_frequency_oracles"
    )


def of_repeated_collections(name: str) -> Callable[..., NoReturn]:
    """Stand in for a function about people who report again and again."""
    return _absent(
        name,
        "repeated collections in this form",
        "collect once with multi_freq_ldpy.pure_frequency_oracles, or take sourdine.oracle('rappor', ...)",
    )


def of_repeated_surveys(name: str) -> Callable[..., NoReturn]:
    """Stand in for a function about people who report several attributes again and again."""
    return _absent(
        name,
        "repeated collections of several attributes",
        "collect one attribute once with multi_freq_ldpy.pure_frequency_oracles",
    )
