"""Protocols: what they are made of, and what they say of themselves."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import sourdine as sd
from sourdine import _core

ORACLES = [row["name"] for row in json.loads(_core.oracle_table())]
PARAMETERS: dict[str, dict[str, float]] = {"ue": {"p": 0.75, "q": 0.25}}


def made(name: str, k: int = 12) -> sd.Oracle:
    if name in PARAMETERS:
        return sd.oracle(name, k=k, **PARAMETERS[name])
    return sd.oracle(name, k=k, epsilon=1.0)


@pytest.mark.parametrize("name", ORACLES)
def test_every_oracle_of_the_table_goes_from_values_to_estimates(name: str) -> None:
    oracle = made(name)
    people = np.repeat(np.arange(12), np.arange(12) * 200)
    estimate = oracle.tally(oracle.randomize(people, seed=1)).estimate(confidence=1 - 1e-6)
    truth = np.bincount(people, minlength=12)
    # Each interval misses with one chance in a million; ends are whole, and so are counts.
    assert ((estimate.lower <= truth) & (truth <= estimate.upper)).all()
    assert estimate.reports == people.size


@pytest.mark.parametrize("name", ORACLES)
def test_the_realised_epsilon_is_at_most_the_asked_one(name: str) -> None:
    oracle = made(name)
    assert 0 < oracle.epsilon <= max(oracle.guarantee.epsilon_asked, 1.2)
    assert oracle.guarantee.epsilon == oracle.epsilon
    assert oracle.guarantee.model == "local"
    assert oracle.guarantee.is_private


@pytest.mark.parametrize("name", ORACLES)
def test_the_representation_makes_the_oracle_again(name: str) -> None:
    oracle = made(name)
    assert eval(repr(oracle), {"sd": sd}) == oracle  # noqa: S307
    assert sd.protocol(oracle.kind, oracle.spec) == oracle
    assert sd.protocol(oracle.kind, json.dumps(oracle.spec, sort_keys=True, separators=(",", ":"))) == oracle


def test_facts_of_an_oracle(oracle: sd.Oracle) -> None:
    assert (oracle.name, oracle.k, oracle.labels, oracle.kind) == ("oue", 17, [], "oracle")
    assert (oracle.width, oracle.report_bytes, oracle.cells, oracle.domain_sizes) == (1, 3, 17, [17])
    assert oracle.spec == {"oracle": "oue", "k": 17, "epsilon": 1.0}
    assert len(oracle.fingerprint) == 32


def test_labels_are_the_domain(colours: sd.Oracle) -> None:
    assert colours.k == 4
    assert colours.labels == ["red", "green", "blue", "yellow"]
    assert colours.randomize(["blue"], seed=3) == colours.randomize([2], seed=3)


def test_equal_oracles_have_equal_hashes() -> None:
    a, b = sd.oracle("grr", k=4, epsilon=1.0), sd.oracle("grr", k=4, epsilon=1)
    assert a == b and hash(a) == hash(b) and len({a, b}) == 1
    assert a != sd.oracle("grr", k=5, epsilon=1.0)
    assert a != "grr"


@pytest.mark.parametrize("epsilon", [1, np.float32(1), np.int64(1), Fraction(1), Decimal("1.0")])
def test_epsilon_may_be_any_number(epsilon: Any) -> None:
    assert sd.oracle("grr", k=4, epsilon=epsilon) == sd.oracle("grr", k=4, epsilon=1.0)


@pytest.mark.parametrize(
    ("arguments", "kind", "sentence"),
    [
        ({"epsilon": "1"}, TypeError, "epsilon must be a number, not str"),
        ({"epsilon": True}, TypeError, "epsilon must be a number, not bool"),
        ({"epsilon": None, "p": 0.5}, ValueError, "p"),
        ({"epsilon": np.ones(3)}, TypeError, "epsilon must be a number, not numpy.ndarray"),
        ({"epsilon": 0}, ValueError, "epsilon must be greater than 0, not 0"),
        ({"epsilon": -1.0}, ValueError, "epsilon must be greater than 0, not -1"),
        ({"epsilon": float("nan")}, ValueError, "epsilon must be greater than 0, not nan"),
        ({"epsilon": float("inf")}, ValueError, "epsilon"),
        ({"epsilon": 21.0}, ValueError, "epsilon 21 protects nobody"),
        ({"epsilon": None}, ValueError, "epsilon"),
        ({"k": "17"}, TypeError, "k must be a whole number, not str"),
        ({"k": 17.0}, TypeError, "k must be a whole number, not float"),
        ({"k": True}, TypeError, "k must be a whole number, not bool"),
        ({"k": 0}, ValueError, "k must be from 1 to 67108864, not 0"),
        ({"k": -3}, ValueError, "k must be from 1 to 67108864, not -3"),
        ({"k": 2**80}, ValueError, "k must be from 1 to 67108864, not"),
        ({"k": None}, TypeError, "give k= or labels="),
        ({"labels": ["a", "b"]}, TypeError, "give k= or labels="),
        ({"k": None, "labels": "ab"}, TypeError, "labels must be a list of str, not str"),
        ({"k": None, "labels": ["a", 1]}, TypeError, "labels must be str; number 2 is of type int"),
        ({"k": None, "labels": []}, ValueError, "a domain needs at least one label"),
        ({"k": None, "labels": ["a", "a"]}, ValueError, "'a'"),
        ({"k": None, "labels": ["a", ""]}, ValueError, "label"),
        ({"k": None, "labels": ["a", "\ud800"]}, ValueError, "UTF-8"),
        ({"zeta": 1.0}, ValueError, "zeta"),
        ({"p": "0.5"}, TypeError, "p must be a number, not str"),
        ({"name": 3}, TypeError, "name must be a str, not int"),
        ({"name": "ouee"}, ValueError, "unknown oracle 'ouee'"),
    ],
)
def test_what_cannot_be_is_refused(arguments: dict[str, Any], kind: type[Exception], sentence: str) -> None:
    given: dict[str, Any] = {"name": "oue", "k": 17, "epsilon": 1.0} | arguments
    name = given.pop("name")
    with pytest.raises(kind) as caught:
        sd.oracle(name, **given)
    assert sentence in str(caught.value)
    assert str(caught.value).count("\n") <= 1, "one sentence, and perhaps one hint"


def test_the_nearest_name_is_said() -> None:
    with pytest.raises(sd.InputError, match="unknown oracle 'ouee'; did you mean 'oue'?"):
        sd.oracle("ouee", k=17, epsilon=1.0)


def test_a_weak_epsilon_is_made_when_asked_for_and_marked() -> None:
    weak = sd.oracle("grr", k=4, epsilon=30.0, weak=True)
    assert not weak.guarantee.is_private
    assert "NOT PRIVATE" in str(weak.guarantee)
    assert "NOT PRIVATE" in weak._repr_html_()


def test_a_domain_of_one_value_has_empty_reports() -> None:
    oracle = sd.oracle("oue", k=1, epsilon=1.0)
    tally = oracle.tally(oracle.randomize([0, 0, 0]))
    assert oracle.report_bytes == 0
    assert tally.reports == 3
    assert tally.estimate().values.tolist() == [3.0]


def test_variance_is_that_of_the_definition() -> None:
    grr = sd.oracle("grr", k=4, epsilon=1.0)
    p = np.e / (np.e + 3)
    q = 1 / (np.e + 3)
    expected = (100 * p * (1 - p) + 900 * q * (1 - q)) / (p - q) ** 2
    assert grr.variance(0.1, 1000) == pytest.approx(expected, rel=1e-9)
    with pytest.raises(ValueError, match="share must be from 0 to 1"):
        grr.variance(1.5, 1000)


def test_a_range_protocol_reports_and_adds_up() -> None:
    days = sd.range_protocol(365, epsilon=1.0)
    assert (days.size, days.kind) == (365, "range")
    assert eval(repr(days), {"sd": sd}) == days  # noqa: S307
    assert sd.protocol("range", days.spec) == days
    tally = days.tally(days.randomize(np.arange(365)))
    assert tally.reports == 365
    with pytest.raises(TypeError, match="no estimate"):
        tally.estimate()
    with pytest.raises(TypeError):
        sd.range_protocol(365, epsilon="1")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="degree"):
        sd.range_protocol(365, epsilon=1.0, degree=1)


def test_a_spec_may_be_written_by_hand() -> None:
    assert sd.protocol("oracle", {"oracle": "grr", "k": 4, "epsilon": 1}) == sd.oracle("grr", k=4, epsilon=1.0)
    with pytest.raises(ValueError, match="kind"):
        sd.protocol("orcale", {})
    with pytest.raises(ValueError):
        sd.protocol("oracle", {"oracle": "grr"})
    with pytest.raises(ValueError, match="not JSON"):
        sd.protocol("oracle", {"oracle": object()})
    with pytest.raises(TypeError):
        sd.protocol("oracle", 3)  # type: ignore[arg-type]


def test_classes_of_others_stay_theirs() -> None:
    class Survey(sd.Oracle):
        question = "colour"

    survey = Survey("grr", k=4, epsilon=1.0)
    assert survey == sd.oracle("grr", k=4, epsilon=1.0)
    assert isinstance(survey.randomize([1]).protocol, Survey)
    assert survey.tally(survey.randomize([1])).protocol is survey
