"""Reports: what leaves people's side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from sourdine import _check, _core, _html
from sourdine._collected import Collected
from sourdine._input import Bytes

if TYPE_CHECKING:
    import os

    from typing_extensions import Self

    from sourdine.estimates import Estimate
    from sourdine.protocols import Protocol
    from sourdine.tallies import Tally

__all__ = ["Reports"]


class Reports(Collected):
    """Reports of one protocol: an array of bytes, one row each, and what they mean.

    They come from `Protocol.randomize`, from `Protocol.reports` or from `read_reports`. numpy and
    everything that speaks Arrow (pyarrow, polars, DuckDB …) read the bytes where they lie.

    Attributes
    ----------
    array : numpy.ndarray
        n × report_bytes, of dtype uint8.

    Examples
    --------
    >>> import numpy as np, sourdine as sd
    >>> oracle = sd.oracle("grr", k=4, epsilon=1.0)
    >>> reports = oracle.randomize([0, 1, 2, 3], seed=7)
    >>> len(reports), reports.array.shape, np.asarray(reports) is reports.array
    (4, (4, 1), True)
    >>> reports[1:3]
    <2 reports of 1 byte by 'grr'; seeded, NOT PRIVATE>
    """

    array: Bytes

    def __init__(self, protocol: Protocol, array: Bytes, *, collection: str = "", is_private: bool = True) -> None:
        self.protocol = protocol
        self.array = array
        self.collection = collection
        self.is_private = is_private

    def tally(self, *, threads: int = 0) -> Tally:
        """What the reports add up to.

        Parameters
        ----------
        threads : int
            0: all cores.

        Examples
        --------
        >>> import sourdine as sd
        >>> sd.oracle("oue", k=3, epsilon=1.0).randomize([0, 1, 2]).tally().reports
        3
        """
        return self.protocol.tally(self, threads=threads)

    def estimate(
        self,
        confidence: float = 0.95,
        *,
        consistency: str = "none",
        population: str = "fixed",
        simultaneous: bool = False,
    ) -> Estimate:
        """Counts with intervals, as `Tally.estimate`; ``consistency="mle"`` works for every oracle here.

        Examples
        --------
        >>> import sourdine as sd
        >>> reports = sd.oracle("olh", k=3, epsilon=4.0).randomize([0, 1, 2] * 100)
        >>> round(reports.estimate(consistency="mle").total)
        300
        """
        from sourdine.estimates import Estimate

        core = self.protocol._require_oracle()
        options = Estimate._options(confidence, consistency, population, simultaneous)
        made = core.estimate_reports(self.array, *options)
        return Estimate._made(self.protocol, len(self), made, options, self.collection, self.is_private)

    def to_file(self, path: str | os.PathLike[str], *, append: bool = False) -> None:
        """Write a report file (.srep), as the command line does.

        Parameters
        ----------
        path : str or os.PathLike
            The file is there whole, or not at all.
        append : bool
            Add to the file if it exists; it must be of the same collection.

        Examples
        --------
        >>> import sourdine as sd, tempfile, os
        >>> reports = sd.oracle("grr", k=4, epsilon=1.0).randomize([0, 1, 2, 3])
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = os.path.join(folder, "day.srep")
        ...     reports.to_file(file)
        ...     sd.read_reports(file) == reports
        True
        """
        core = self.protocol._core
        _core.write_reports(_check.output_path(path), core, self.array, self.collection, self.is_private, bool(append))

    def __len__(self) -> int:
        return len(self.array)

    def __iter__(self) -> Iterator[bytes]:
        return map(bytes, self.array)

    @overload
    def __getitem__(self, place: int) -> bytes: ...
    @overload
    def __getitem__(self, place: slice | list[int] | npt.NDArray[Any]) -> Self: ...
    def __getitem__(self, place: Any) -> bytes | Self:
        """One report as bytes, or some of them, chosen as rows of an array are."""
        if isinstance(place, tuple):
            raise TypeError("reports have one dimension; their bytes are in .array")
        rows: Bytes = self.array[place]
        return rows.tobytes() if rows.ndim == 1 else self._like(np.ascontiguousarray(rows))

    def _like(self, array: Bytes) -> Self:
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__, array=array)
        return made

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        if dtype is not None and np.dtype(dtype) != np.uint8:
            if copy is False:
                raise ValueError("reports are of dtype uint8: another one needs a copy")
            return self.array.astype(dtype)
        return self.array.copy() if copy else self.array

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """Arrow's fixed-size binary array over the same memory; another form is not made."""
        return _core.fixed_size_binary(self.array)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Reports):
            return NotImplemented
        return (
            self.protocol == other.protocol
            and self.collection == other.collection
            and self.is_private == other.is_private
            and np.array_equal(self.array, other.array)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        size = self.protocol.report_bytes
        collection = f", collection '{self.collection}'" if self.collection else ""
        mark = "" if self.is_private else "; seeded, NOT PRIVATE"
        return (
            f"<{len(self):,} report{'' if len(self) == 1 else 's'} of {size} byte{'' if size == 1 else 's'} "
            f"by {self.protocol._short}{collection}{mark}>"
        )

    def _repr_html_(self) -> str:
        shown = min(len(self), 5)
        rows = [(str(i), f"<code>{self.array[i, :24].tobytes().hex(' ')}</code>") for i in range(shown)]
        size = self.protocol.report_bytes
        notes = [f"{size} byte{'' if size == 1 else 's'} each; the first {shown} are shown."] if shown else []
        title = f"{len(self):,} reports by {self.protocol._short}"
        return _html.card(title, _html.table(("", "bytes"), rows, "rl"), notes, self.guarantee.not_private_because)
