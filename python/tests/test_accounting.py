"""Losses add up by theorems: exact where there is a formula, never too small."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any

import pytest

import sourdine as sd


def gaussian_delta(mu: float, epsilon: float) -> float:
    """Balle and Wang, 2018: the least delta of a Gaussian mechanism of shift mu."""
    phi = NormalDist().cdf
    return phi(mu / 2 - epsilon / mu) - math.exp(epsilon) * phi(-mu / 2 - epsilon / mu)


def test_ten_times_a_tenth_is_one() -> None:
    assert sd.accountant().add(sd.loss.pure(0.1), times=10).total(0) == sd.Total(1.0, 0.0, "basic")


def test_the_total_of_gaussian_noise_is_the_exact_one() -> None:
    total = sd.accountant().add(sd.loss.gaussian(sigma=20.0), times=100).total(1e-6)
    assert total.accountant == "PLD" and total.lower is not None
    assert gaussian_delta(0.5, total.epsilon) <= 1e-6, "an upper bound"
    assert gaussian_delta(0.5, total.lower) >= 1e-6, "a lower bound"
    assert total.epsilon - total.lower < 0.01 * total.epsilon


def test_advanced_composition_is_its_formula() -> None:
    accountant = sd.accountant().add(sd.loss.pure(0.1), times=100)
    expected = math.sqrt(2 * math.log(1e6) * 100 * 0.1**2) + 100 * 0.1 * math.expm1(0.1)
    assert accountant.total(1e-6, accountant="advanced").epsilon == pytest.approx(expected, rel=1e-6)
    assert accountant.total(1e-6).epsilon <= expected


def test_rho_adds_up() -> None:
    one = sd.accountant().add(sd.loss.zcdp(1.0)).total(1e-6, accountant="zCDP")
    ten = sd.accountant().add(sd.loss.zcdp(0.1), times=10).total(1e-6, accountant="zCDP")
    assert ten.epsilon == pytest.approx(one.epsilon, rel=1e-9)
    assert one.epsilon <= 1 + 2 * math.sqrt(math.log(1e6)), "not above Bun and Steinke's"


def test_the_table_has_all_theorems_that_apply_and_the_least_first() -> None:
    accountant = sd.accountant().add(sd.loss.pure(0.1), times=50).add(sd.loss.gaussian(10.0))
    table = accountant.table(1e-6)
    assert {row.accountant for row in table} >= {"basic", "zCDP", "RDP", "PLD"}
    assert [row.epsilon for row in table] == sorted(row.epsilon for row in table)
    assert table[0].epsilon == accountant.total(1e-6).epsilon


@pytest.mark.parametrize(
    "loss",
    [
        sd.loss.pure(0.5),
        sd.loss.approximate(0.5, 1e-7),
        sd.loss.zcdp(0.05),
        sd.loss.rdp([2, 4, 8, 16, 32], [0.1, 0.2, 0.4, 0.8, 1.6]),
        sd.loss.laplace(2.0),
        sd.loss.gaussian(4.0),
        sd.loss.subsampled_gaussian(1.0, 0.01),
    ],
    ids=repr,
)
def test_every_form_of_loss_has_a_total_and_two_are_more(loss: sd.Loss) -> None:
    one = sd.accountant().add(loss).total(1e-5).epsilon
    half = sd.accountant().add(loss).total(0.5e-5).epsilon
    two = sd.accountant().add(loss, times=2).total(1e-5).epsilon
    assert 0 < one <= half and one <= two <= 2 * half * (1 + 1e-6), "two of half the delta each are one of the whole"
    assert one <= loss.epsilon(1e-5) * (1 + 1e-6)
    again = sd.loss.from_json(loss.to_json())
    assert again == loss and hash(again) == hash(loss) and again.kind == loss.kind
    assert eval(repr(loss), {"sd": sd}) == loss  # noqa: S307


def test_reports_are_losses(oracle: sd.Oracle) -> None:
    reports = oracle.randomize([1, 2])
    for given in (oracle, reports, reports.tally(), reports.estimate()):
        assert sd.accountant().add(given, times=3).total(0).epsilon == pytest.approx(3 * oracle.epsilon, abs=1e-8)


def test_a_group_is_several_units() -> None:
    assert sd.loss.pure(0.5).group(3).epsilon(0) == pytest.approx(1.5)
    assert sd.loss.zcdp(0.1).group(3) == sd.loss.zcdp(0.9) or sd.loss.zcdp(0.1).group(3).epsilon(1e-6) == pytest.approx(
        sd.loss.zcdp(0.9).epsilon(1e-6)
    )
    assert sd.loss.laplace(2.0).group(2).epsilon(1e-9) == pytest.approx(sd.loss.laplace(1.0).epsilon(1e-9))
    with pytest.raises(ValueError, match="size must be from 1"):
        sd.loss.pure(0.5).group(0)


@pytest.mark.parametrize(
    ("call", "kind", "sentence"),
    [
        (lambda: sd.loss.pure("1"), TypeError, "epsilon must be a number, not str"),
        (lambda: sd.loss.pure(-1), ValueError, "epsilon must not be below 0"),
        (lambda: sd.loss.pure(float("nan")), ValueError, "epsilon"),
        (lambda: sd.loss.approximate(1, 1.5), ValueError, "delta|δ"),
        (lambda: sd.loss.gaussian(0), ValueError, "sigma must be greater than 0"),
        (lambda: sd.loss.subsampled_gaussian(1.0, 1.5), ValueError, "."),
        (lambda: sd.loss.rdp([2], [1, 2]), ValueError, "1 orders for 2 epsilons"),
        (lambda: sd.loss.rdp([0.5], [1]), ValueError, "."),
        (lambda: sd.loss.from_json("{}"), ValueError, "."),
        (lambda: sd.loss.from_json("no"), ValueError, "."),
        (lambda: sd.Loss(), TypeError, "sd.loss.pure"),
        (lambda: sd.accountant().add(0.5), TypeError, "this is float"),
        (lambda: sd.accountant().add(sd.loss.pure(1), times=0), ValueError, "times must be from 1"),
        (lambda: sd.accountant().add(sd.loss.pure(1), times=1.5), TypeError, "times must be a whole number"),
        (lambda: sd.accountant().add(sd.loss.pure(1)).total(1.0), ValueError, "delta must be from 0 to below 1"),
        (lambda: sd.accountant().add(sd.loss.pure(1)).total("0"), TypeError, "delta must be a number"),
        (lambda: sd.accountant().add(sd.loss.gaussian(1.0)).total(0), ValueError, "."),
        (lambda: sd.accountant().add(sd.loss.pure(1)).total(0, accountant="pld"), ValueError, "unknown accountant"),
        (lambda: sd.accountant().add(sd.loss.zcdp(1)).total(1e-6, accountant="PLD"), ValueError, "has no total"),
    ],
)
def test_what_cannot_be_is_refused(call: Any, kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind, match=sentence):
        call()


def test_accountants_show_what_they_added() -> None:
    accountant = sd.accountant().add(sd.loss.pure(0.1), times=10)
    assert repr(accountant) == "<accountant of 10 losses>" and len(accountant) == 10
    assert "sd.loss.pure" in accountant._repr_html_()
    assert list(accountant) == [(sd.loss.pure(0.1), 10)]
