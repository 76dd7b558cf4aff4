"""Estimates: counts with their errors, as frames, as text, as HTML, as a plot."""

from __future__ import annotations

import html

import numpy as np
import pytest

import sourdine as sd

PEOPLE = ["red"] * 6000 + ["green"] * 3000 + ["blue"] * 1000


@pytest.fixture
def estimate(colours: sd.Oracle) -> sd.Estimate:
    return colours.randomize(PEOPLE, seed=1).tally().estimate(confidence=0.999)


def test_intervals_hold_the_true_counts(estimate: sd.Estimate) -> None:
    for label, count in (("red", 6000), ("green", 3000), ("blue", 1000), ("yellow", 0)):
        assert estimate[label].lower <= count <= estimate[label].upper


def test_one_count_by_label_or_by_number(estimate: sd.Estimate) -> None:
    assert estimate["blue"] == estimate[2] == estimate[np.int64(2)]
    assert estimate["blue"].value == estimate.values[2]
    assert isinstance(estimate["blue"], sd.Count)
    assert list(estimate) == ["red", "green", "blue", "yellow"] and len(estimate) == 4
    with pytest.raises(ValueError, match="blu"):
        estimate["blu"]
    with pytest.raises(ValueError):
        estimate[4]
    with pytest.raises(TypeError):
        estimate[1.5]  # type: ignore[index]


def test_shares_are_of_all_reports(estimate: sd.Estimate) -> None:
    assert estimate.shares == pytest.approx(estimate.values / 10_000)
    assert estimate.total == pytest.approx(estimate.values.sum())


def test_options_are_what_was_asked(colours: sd.Oracle) -> None:
    tally = colours.randomize(PEOPLE).tally()
    plain = tally.estimate()
    assert (plain.confidence, plain.consistency, plain.population, plain.simultaneous) == (0.95, "none", "fixed", False)
    wide = tally.estimate(0.99, simultaneous=True, population="sampled")
    assert (wide.upper - wide.lower > plain.upper - plain.lower).all()
    moved = tally.estimate(consistency="norm-sub")
    assert moved.values.min() >= 0 and moved.values.sum() == pytest.approx(10_000)


@pytest.mark.parametrize(
    ("options", "kind", "sentence"),
    [
        ({"confidence": "0.9"}, TypeError, "confidence must be a number, not str"),
        ({"confidence": 1.0}, ValueError, "between 0 and 1, not 1"),
        ({"confidence": 0.0}, ValueError, "between 0 and 1, not 0"),
        ({"confidence": float("nan")}, ValueError, "between 0 and 1, not nan"),
        ({"consistency": "norm-sbu"}, ValueError, "norm-sbu"),
        ({"consistency": None}, TypeError, "consistency must be a str"),
        ({"population": "all"}, ValueError, "population must be 'fixed' or 'sampled', not 'all'"),
        ({"population": 3}, TypeError, "population must be a str"),
    ],
)
def test_options_that_cannot_be_are_refused(
    colours: sd.Oracle, options: dict[str, object], kind: type[Exception], sentence: str
) -> None:
    tally = colours.randomize(PEOPLE).tally()
    with pytest.raises(kind, match=sentence):
        tally.estimate(**options)  # type: ignore[arg-type]


def test_without_reports_there_is_no_estimate(colours: sd.Oracle) -> None:
    nothing = colours.empty_tally().estimate()
    assert nothing.reports == 0 and len(nothing) == 4
    assert np.isnan(nothing.values).all() and np.isnan(nothing["red"].upper)
    assert "no estimate" in repr(nothing) and "no estimate" in nothing._repr_html_()
    assert nothing.to_pandas()["estimate"].isna().all()
    with pytest.raises(ValueError, match="nothing to plot"):
        nothing.plot()


def test_frames_have_the_columns_of_the_command_line(estimate: sd.Estimate) -> None:
    names = ["value", "estimate", "std_error", "lower", "upper", "mostly_noise"]
    pandas, polars, arrow = estimate.to_pandas(), estimate.to_polars(), estimate.to_arrow()
    assert list(pandas.columns) == polars.columns == arrow.column_names == list(estimate.to_dict()) == names
    assert pandas["value"].tolist() == polars["value"].to_list() == arrow["value"].to_pylist() == list(estimate)
    assert pandas["estimate"].tolist() == estimate.values.tolist() == arrow["estimate"].to_pylist()
    assert polars["mostly_noise"].to_list() == estimate.mostly_noise.tolist()


def test_numbers_are_the_values_of_a_domain_without_labels(oracle: sd.Oracle) -> None:
    estimate = oracle.randomize([1, 2]).tally().estimate()
    assert estimate.to_pandas()["value"].tolist() == list(range(17)) == estimate.to_dict()["value"]


def test_text_and_html_show_every_value_of_a_small_domain(estimate: sd.Estimate) -> None:
    for shown in (repr(estimate), html.unescape(estimate._repr_html_())):
        assert all(label in shown for label in estimate.labels)
        assert "10,000 reports by 'grr'" in shown and "99.9% intervals" in shown


def test_of_a_large_domain_the_largest_values_are_shown() -> None:
    oracle = sd.oracle("olh", k=1000, epsilon=4.0)
    estimate = oracle.randomize([777] * 5000, seed=1).tally().estimate()
    assert "777" in repr(estimate) and "20 largest of 1,000" in repr(estimate)
    assert len(repr(estimate).splitlines()) < 30
    assert len(estimate._repr_html_()) < 50_000


def test_labels_cannot_become_html() -> None:
    oracle = sd.oracle("grr", labels=["<script>alert(1)</script>", "a & b"], epsilon=1.0)
    shown = oracle.randomize([0, 1]).tally().estimate()._repr_html_() + oracle._repr_html_()
    assert "<script>" not in shown and "&lt;script&gt;" in shown and "a &amp; b" in shown


def test_html_takes_its_colours_from_the_page(estimate: sd.Estimate) -> None:
    shown = estimate._repr_html_()
    assert "currentColor" in shown
    assert "color:#" not in shown and "background" not in shown


def test_a_plot_has_a_bar_for_every_value(estimate: sd.Estimate) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    ax = estimate.plot()
    assert len(ax.patches) == 4
    assert [text.get_text() for text in ax.get_yticklabels()] == estimate.labels
    assert "NOT PRIVATE" in ax.get_title(loc="left")
    _, own = pyplot.subplots()
    assert estimate.plot(own, largest=2) is own
    assert len(own.patches) == 2
    pyplot.close("all")


def test_an_estimate_is_not_made_by_hand() -> None:
    with pytest.raises(TypeError, match="Tally.estimate"):
        sd.Estimate()
