"""Noise for counts."""

from __future__ import annotations

import copy
import math
import pickle
from typing import Any

import numpy as np
import pytest

import sourdine as sd


def test_laplace_noise_has_the_law_it_states() -> None:
    noise = sd.count_noise("laplace", epsilon=0.5)
    alpha = math.exp(-0.5)
    assert noise.variance == pytest.approx(2 * alpha / (1 - alpha) ** 2)
    drawn = noise.add(np.zeros(200_000, np.int64), seed=1)
    # Six standard errors of the mean and of the second moment: one false alarm in 10^8.
    assert abs(drawn.mean()) < 6 * noise.std_error / math.sqrt(drawn.size)
    fourth = float((drawn.astype(float) ** 4).mean())
    assert abs((drawn.astype(float) ** 2).mean() - noise.variance) < 6 * math.sqrt(fourth / drawn.size)
    half = noise.half_width(0.95)
    assert (abs(drawn) <= half).mean() > 0.945


def test_gaussian_noise_has_the_law_it_states() -> None:
    noise = sd.count_noise("gaussian", rho=0.005)
    assert noise.variance == pytest.approx(100, rel=1e-3)
    drawn = noise.add(np.zeros(100_000, np.int64), seed=1)
    assert drawn.std() == pytest.approx(10, rel=0.02)


def test_the_loss_is_what_was_asked_for() -> None:
    assert sd.count_noise("laplace", epsilon=0.1).loss.epsilon(0) == pytest.approx(0.1, abs=1e-12)
    assert sd.count_noise("laplace", epsilon=0.1, sensitivity=3).loss.epsilon(0) == pytest.approx(0.1, abs=1e-12)
    assert sd.count_noise("gaussian", rho=0.1).loss.kind == "zCDP"
    many = sd.count_noise("gaussian", epsilon=1.0, delta=1e-6, sensitivity=4, l2_squared=4)
    assert many.loss.epsilon(1e-6) <= 1.0
    assert many.std_error < sd.count_noise("gaussian", epsilon=1.0, delta=1e-6, sensitivity=4).std_error


def test_fresh_noise_differs_and_a_seed_repeats() -> None:
    noise = sd.count_noise("laplace", epsilon=0.01)
    counts = np.arange(100)
    assert (noise.add(counts) != noise.add(counts)).any()
    assert (noise.add(counts, seed=1) == noise.add(counts, seed=1)).all()
    assert (counts == np.arange(100)).all(), "the counts stay as they are"


def test_shapes_and_kinds_of_counts() -> None:
    noise = sd.count_noise("laplace", epsilon=1.0)
    assert noise.add(np.zeros((3, 4), np.uint8)).shape == (3, 4)
    assert noise.add([]).shape == (0,)
    assert noise.add(7).shape == ()
    assert noise.add(np.arange(10)[::2]).shape == (5,)


def test_it_can_be_copied_and_compared() -> None:
    noise = sd.count_noise("gaussian", rho=0.5)
    for again in (copy.copy(noise), copy.deepcopy(noise), pickle.loads(pickle.dumps(noise))):
        assert again == noise and repr(again) == repr(noise) and hash(again) == hash(noise)
        assert (again.add([5], seed=1) == noise.add([5], seed=1)).all()
    assert eval(repr(noise), {"sd": sd}) == noise  # noqa: S307


@pytest.mark.parametrize(
    ("call", "kind", "sentence"),
    [
        (lambda: sd.count_noise("cauchy", epsilon=1), ValueError, "unknown law 'cauchy'"),
        (lambda: sd.count_noise("laplace"), TypeError, "takes epsilon="),
        (lambda: sd.count_noise("laplace", epsilon=1, delta=1e-6), TypeError, "neither rho= nor delta="),
        (lambda: sd.count_noise("laplace", epsilon="1"), TypeError, "epsilon must be a number, not str"),
        (lambda: sd.count_noise("laplace", epsilon=0), ValueError, "epsilon must be greater than 0"),
        (lambda: sd.count_noise("laplace", epsilon=1e-12), ValueError, "."),
        (lambda: sd.count_noise("gaussian", epsilon=1), TypeError, "takes rho="),
        (lambda: sd.count_noise("gaussian", rho=1, sensitivity=0), ValueError, "sensitivity must be from 1"),
        (lambda: sd.count_noise("laplace", epsilon=1).add([1.5]), TypeError, "whole numbers, not float64"),
        (lambda: sd.count_noise("laplace", epsilon=1).add([2**63]), ValueError, "2.62"),
        (lambda: sd.count_noise("laplace", epsilon=1).add([-(2**62) - 1]), ValueError, "2.62"),
        (lambda: sd.count_noise("laplace", epsilon=1).add(["a"]), TypeError, "whole numbers"),
        (lambda: sd.count_noise("laplace", epsilon=1).half_width(1.0), ValueError, "between 0 and 1"),
        (lambda: sd.count_noise("laplace", epsilon=1).half_width(1e-300), ValueError, "between 0 and 1"),
        (lambda: sd.CountNoise(), TypeError, "sd.count_noise"),
    ],
)
def test_what_cannot_be_is_refused(call: Any, kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind, match=sentence):
        call()
