"""Plots by matplotlib, which is imported when one is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sourdine.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from sourdine.estimates import Estimate


def plot_estimate(estimate: Estimate, ax: Axes | None, largest: int) -> Axes:
    """Horizontal bars, the first value on top, with their intervals."""
    if estimate.reports == 0:
        raise InputError("there is nothing to plot: no reports, so no estimate")
    places = estimate._largest(largest)
    rows = np.arange(places.size)
    if ax is None:
        from matplotlib import pyplot

        ax = pyplot.subplots(figsize=(7, 1.2 + 0.26 * places.size), layout="constrained")[1]
    values, lower, upper = estimate.values[places], estimate.lower[places], estimate.upper[places]
    noisy = estimate.mostly_noise[places]
    bars = ax.barh(rows, values, height=0.7, color="#4c8dbf")
    for bar, is_noise in zip(bars, noisy, strict=True):
        bar.set_alpha(0.35 if is_noise else 1.0)
    ax.hlines(rows, lower, upper, colors="#1f2d3a", linewidth=1.2)
    labels = estimate.labels
    ax.set_yticks(rows, [str(labels[i]) for i in places])
    ax.invert_yaxis()
    ax.axvline(0, color="#888888", linewidth=0.8)
    ax.set_xlabel("estimated count")
    private = "" if estimate.is_private else "  (seeded, NOT PRIVATE)"
    ax.set_title(f"{estimate._title()}{private}", fontsize=10, loc="left")
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    return ax
