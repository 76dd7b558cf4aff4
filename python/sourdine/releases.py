"""A release: the directory that a third party receives, as one object."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from sourdine import _html
from sourdine._calls import Call, Config, Day, Source
from sourdine._tables import FrameKind, frame_of_csv
from sourdine.errors import InputError
from sourdine.results import Result, facts_html, rows_html

__all__ = ["Release", "read_release"]

# How the labels of each kind of period look.
_LABELS = {
    "year": r"\d{4}",
    "month": r"\d{4}-\d{2}",
    "week": r"\d{4}-W\d{2}",
    "day": r"\d{4}-\d{2}-\d{2}",
    "hour": r"\d{4}-\d{2}-\d{2}T\d{2}",
}


class Release(Result):
    """A release, made by ``sd.release()`` or read by ``sd.read_release()``.

    It is a path, too: whatever takes the directory of a release takes this.

    Attributes
    ----------
    path : pathlib.Path
        Its directory.

    Examples
    --------
    >>> import sourdine as sd
    >>> calls = {"when": ["2024-01-01", "2024-01-01", "2024-01-02"], "where": ["north", "south", "south"]}
    >>> config = {
    ...     "dataset": "calls-of-january",
    ...     "events": {"time": "when", "place": "where"},
    ...     "places": {"regions": ["north", "south"]},
    ...     "privacy": {"epsilon": 1},
    ... }
    >>> made = sd.release(calls, config, out="january")
    >>> made.path.name, made.guarantee.epsilon
    ('january', 1.0)
    >>> made.totals()["total"].tolist()
    [3.0, 3.0, 2.0, 1.0]
    >>> made.verify().ok
    True
    """

    @property
    def path(self) -> Path:
        """The directory."""
        return Path(self._data["directory"])

    def __fspath__(self) -> str:
        return os.fspath(self.path)

    @property
    def manifest(self) -> dict[str, Any]:
        """What the release says of itself to programs."""
        found: dict[str, Any] = json.loads((self.path / "manifest.json").read_text(encoding="utf-8"))
        return found

    @property
    def privacy(self) -> str:
        """The statement, PRIVACY.md: what is promised, and what is not, in plain words."""
        return (self.path / "PRIVACY.md").read_text(encoding="utf-8")

    def estimates(self, by: str | None = None, frame: FrameKind | None = None) -> Any:
        """The estimates: period, region, estimate, std_error, lower, upper.

        Parameters
        ----------
        by : {"year", "month", "week", "day", "hour"}, optional
            Only these periods; default: all.
        frame : {"pandas", "polars"}, optional
            Default: pandas where it is installed.
        """
        return self._by(frame_of_csv(os.fspath(self.path / "estimates.csv"), frame), by)

    def totals(self, by: str | None = None, frame: FrameKind | None = None) -> Any:
        """All regions together: period, total, covered; as `estimates`."""
        return self._by(frame_of_csv(os.fspath(self.path / "totals.csv"), frame), by)

    def synthetic(self, frame: FrameKind | None = None) -> Any:
        """The synthetic rows: the columns of the events, all of them text, with regions that fit the estimates."""
        synthetic = self._file("synthetic.csv", hint="Its configuration has synthetic = false.")
        return frame_of_csv(synthetic, frame, numbers=())

    def forecasts(self, frame: FrameKind | None = None) -> Any:
        """The forecast that was made last: forecast.csv, or forecast-2.csv beside one that was published."""
        name = "forecast-2.csv" if (self.path / "forecast-2.csv").exists() else "forecast.csv"
        return frame_of_csv(self._file(name, hint="forecast() makes one."), frame)

    def forecast(
        self,
        *,
        horizon: int | None = None,
        test_from: Day | None = None,
        holidays: str | None = None,
        confidence: float | None = None,
        compare: bool = False,
        compare_raw: Source | None = None,
        config: Config | None = None,
        progress: bool | None = None,
    ) -> Result:
        """Forecast each region's next days, and put forecast.csv and forecast.html beside the release.

        As ``sd.forecast()``; what was published, and its fingerprint, stay as they are.
        """
        from sourdine.commands import forecast

        return forecast(
            self,
            horizon=horizon,
            test_from=test_from,
            holidays=holidays,
            confidence=confidence,
            compare=compare,
            compare_raw=compare_raw,
            config=config,
            progress=progress,
        )

    def page(self, *, language: str | None = None, title: str | None = None) -> Path:
        """The page to open in a browser; index.fr.html beside it when another language or title is given."""
        if language is None and title is None:
            return self.path / "index.html"
        return Path(Call("page").text("--language", language).text("--title", title).path("DIR", self).run(Result).page)

    def verify(self, *, fingerprint: str | None = None) -> Result:
        """Check that all files are as they were published; raises `sourdine.InputError` when one is not.

        Parameters
        ----------
        fingerprint : str, optional
            What the publisher says it is; default: what it was when this object was made.
        """
        from sourdine.commands import verify

        return verify(self, fingerprint=self._data["fingerprint"] if fingerprint is None else fingerprint)

    def _file(self, name: str, *, hint: str) -> str:
        path = self.path / name
        if not path.exists():
            raise InputError(f"the release in '{self.path}' has no {name}", hint)
        return os.fspath(path)

    def _by(self, frame: Any, by: str | None) -> Any:
        if by is None:
            return frame
        if by not in _LABELS:
            raise InputError(f"there are no periods '{by}'", f"Known: {', '.join(_LABELS)}.")
        pattern = f"^{_LABELS[by]}$"
        if type(frame).__module__.startswith("polars"):
            return frame.filter(frame["period"].str.contains(pattern))
        return frame[frame["period"].str.match(pattern)].reset_index(drop=True)

    def _frame(self, table: str | None, kind: FrameKind | None) -> Any:
        return self.estimates(frame=kind) if table is None else super()._frame(table, kind)

    def _repr_html_(self) -> str:
        facts = {
            "events": f"{self._data['events']:,}",
            "days": f"{self._data['first']} to {self._data['last']}",
            "regions": self._data["regions"],
            "mechanism": self._data["oracle"],
            "directory": self.path,
            "fingerprint": self._data["fingerprint"],
        }
        body = facts_html(facts)
        title = "Release"
        if (self.path / "manifest.json").exists():
            title = self.manifest["title"]
            body += rows_html(self._first_estimates(), (), 8)
        return _html.card(title, body, self._html_notes(), self._not_private())

    def _first_estimates(self) -> list[dict[str, Any]]:
        """Those of the first period, the largest regions first."""
        import csv

        with open(self.path / "estimates.csv", encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file)
            first = next(rows, None)
            of_period = [first] if first else []
            for row in rows:
                if first is None or row["period"] != first["period"]:
                    break
                of_period.append(row)
        numbers = ("estimate", "std_error", "lower", "upper")
        read = [
            {"period": row["period"], "region": row["region"], **{name: float(row[name]) for name in numbers}}
            for row in of_period
        ]
        return sorted(read, key=lambda row: -row["estimate"])


def read_release(path: str | os.PathLike[str]) -> Release:
    """A release that was received, or made before; its files are checked first.

    Raises
    ------
    sourdine.InputError
        When it is no release, or not as it was published.

    Examples
    --------
    >>> import sourdine as sd
    >>> calls = {"when": ["2024-01-01", "2024-01-02"], "where": ["north", "south"]}
    >>> config = {
    ...     "dataset": "calls-to-read",
    ...     "events": {"time": "when", "place": "where"},
    ...     "places": {"regions": ["north", "south"]},
    ...     "privacy": {"epsilon": 1},
    ... }
    >>> made = sd.release(calls, config, out="to-read")
    >>> sd.read_release("to-read").fingerprint == made.fingerprint
    True
    """
    verified = Call("verify").path("DIRECTORY", path).run(Result)
    inspected = Call("inspect").path("FILE", path).run(Result)
    if inspected["kind"] != "counts":
        raise InputError(f"'{os.fspath(path)}' holds no release of counts, but another kind: '{inspected['kind']}'")
    facts = inspected["facts"]
    return Release(
        "release",
        {
            "directory": os.fspath(path),
            **{key: facts[key] for key in ("events", "regions", "first", "last")},
            "oracle": facts["oracle"] if "oracle" in facts else facts["noise"],  # of a central release
            "guarantee": inspected["guarantee"],
            "not_private_because": inspected["not_private_because"],
            "fingerprint": verified["fingerprint"],
        },
    )
