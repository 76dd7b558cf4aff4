"""What reports, tallies and estimates have in common: the protocol, the collection, and whether they are private."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sourdine.errors import InputError

if TYPE_CHECKING:
    from sourdine.guarantees import Guarantee
    from sourdine.protocols import Protocol

SEEDED = "seeded, not private"


class Collected:
    """Belongs to a collection of a protocol.

    Attributes
    ----------
    protocol : Protocol
        How the reports were made.
    collection : str
        The name of the collection: only equal names add up.
    is_private : bool
        False when a seed made any of the reports: whoever knows it can undo them.
    """

    protocol: Protocol
    collection: str
    is_private: bool

    @property
    def randomness(self) -> str:
        """``secure``, or ``seeded, not private``: as the files of the command line say it."""
        return "secure" if self.is_private else SEEDED

    @property
    def guarantee(self) -> Guarantee:
        """What is promised to the people whose reports these are."""
        return self.protocol._guarantee(not self.is_private)

    def _require_same(self, other: Collected) -> None:
        """Refuse to add up what does not belong together, naming the field that differs."""
        if self.protocol != other.protocol:
            field = self.protocol._core.first_difference(other.protocol._core)
            raise InputError(f"these are of another protocol: they differ in '{field}'")
        if self.collection != other.collection:
            raise InputError(
                f"these are of another collection: '{other.collection}', not '{self.collection}'",
                "Only reports of one collection add up.",
            )
