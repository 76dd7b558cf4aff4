"""The peer's names: same calls, same forms of reports; where the peer is wrong, right and said once."""

import importlib
import inspect
import math
import subprocess
import sys
import warnings
from collections.abc import Iterator

import numpy as np
import pytest
from compat_calls import BY_IBU, BY_MI, CLIENTS, drawn

import sourdine.compat
from sourdine.compat import CorrectionWarning, _correction
from sourdine.compat._channels import channel
from sourdine.compat.multi_freq_ldpy.estimators.Histogram_estimator import IBU, MI
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles import ADP, GRR, HE, LH, SS, UE
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.Variance_PURE import VAR_Pure

PACKAGE = "sourdine.compat.multi_freq_ldpy"
Z = 6.0  # two-sided normal tail 2e-9: some hundred comparisons stay below one false alarm in a million

pytestmark = pytest.mark.filterwarnings("ignore::sourdine.errors.NotPrivateWarning")


@pytest.fixture(autouse=True)
def _nothing_said_yet() -> Iterator[None]:
    _correction._said.clear()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CorrectionWarning)
        yield


# What 0.2.5 has, with the arguments its callers give by name.
SIGNATURES = {
    "pure_frequency_oracles.GRR": {
        "GRR_Client": ["input_data", "k", "epsilon"],
        "GRR_Aggregator_MI": ["reports", "k", "epsilon"],
        "GRR_Aggregator_IBU": ["reports", "k", "epsilon", "nb_iter", "tol", "err_func"],
    },
    "pure_frequency_oracles.UE": {
        "UE_Client": ["input_data", "k", "epsilon", "optimal"],
        "UE_Aggregator_MI": ["reports", "epsilon", "optimal"],
        "UE_Aggregator_IBU": ["reports", "k", "epsilon", "optimal", "nb_iter", "tol", "err_func"],
    },
    "pure_frequency_oracles.LH": {
        "LH_Client": ["input_data", "k", "epsilon", "optimal"],
        "LH_Aggregator_MI": ["reports", "k", "epsilon", "optimal"],
        "LH_Aggregator_IBU": ["reports", "k", "epsilon", "optimal", "nb_iter", "tol", "err_func"],
    },
    "pure_frequency_oracles.SS": {
        "SS_Client": ["input_data", "k", "epsilon"],
        "SS_Aggregator_MI": ["reports", "k", "epsilon"],
        "SS_Aggregator_IBU": ["reports", "k", "epsilon", "nb_iter", "tol", "err_func"],
    },
    "pure_frequency_oracles.HE": {
        "HE_Client": ["input_data", "k", "epsilon"],
        "HE_Aggregator_MI": ["reports", "k", "epsilon", "use_thresh"],
        "HE_Aggregator_IBU": ["reports", "k", "epsilon", "use_thresh", "nb_iter", "tol", "err_func"],
        "find_tresh": ["tresh", "epsilon"],
    },
    "pure_frequency_oracles.ADP": {
        "ADP_Client": ["input_data", "k", "epsilon", "optimal"],
        "ADP_Aggregator_MI": ["reports", "k", "epsilon", "optimal"],
        "ADP_Aggregator_IBU": ["reports", "k", "epsilon", "optimal", "nb_iter", "tol", "err_func"],
    },
    "pure_frequency_oracles.Variance_PURE": {"VAR_Pure": ["p", "q", "n", "f"]},
    "estimators.Histogram_estimator": {
        "MI": ["count_report", "n", "p", "q"],
        "IBU": ["k", "A", "obs_freq", "nb_iter", "tol", "err_func"],
    },
}


@pytest.mark.parametrize("module", SIGNATURES)
def test_functions_have_the_peers_names_and_arguments(module: str) -> None:
    ours = importlib.import_module(f"{PACKAGE}.{module}")
    for name, arguments in SIGNATURES[module].items():
        assert list(inspect.signature(getattr(ours, name)).parameters) == arguments


def test_nobodys_vector_has_lies_only() -> None:
    with sourdine.compat.seeded(3):
        ones = sum(UE.UE_Client(None, 4, 1.0) for _ in range(20_000))
    lie = 1 / (1 + np.e)
    assert (abs(ones - 20_000 * lie) < 6 * np.sqrt(20_000 * lie * (1 - lie))).all()


@pytest.mark.parametrize("value", [2, np.int64(2), np.uint8(2)])
def test_reports_have_the_peers_types_and_shapes(value: int) -> None:
    assert type(GRR.GRR_Client(value, 10, 1)) is int
    for optimal in (True, False):
        vector = UE.UE_Client(value, 10, 1, optimal)
        assert vector.dtype == np.float64 and vector.shape == (10,) and set(vector.tolist()) <= {0.0, 1.0}
    bucket, seed = LH.LH_Client(value, 10, 1)
    assert 0 <= bucket < 4 and 0 <= seed < 2**64
    subset = SS.SS_Client(value, 10, 1)
    assert subset.dtype == np.int64 and subset.shape == (3,) and len(set(subset.tolist())) == 3
    noisy = HE.HE_Client(value, 10, 1)
    assert noisy.dtype == np.float64 and noisy.shape == (10,)
    assert isinstance(ADP.ADP_Client(value, 10, 1), int) and ADP.ADP_Client(value, 11, 1).shape == (11,)


@pytest.mark.parametrize("name", CLIENTS)
@pytest.mark.parametrize(("k", "epsilon"), [(2, 0.5), (10, 1), (74, 3.0), (300, 5.5)])
def test_shares_are_k_numbers_that_add_up_to_one(name: str, k: int, epsilon: float) -> None:
    values = [0] * 100 + [1] * 50 + [k - 1] * 50
    reports = drawn(name, values, k, epsilon, seed=1)
    for aggregate in (BY_MI[name], BY_IBU[name]):
        shares = aggregate(reports, k, epsilon)
        assert shares.dtype == np.float64 and shares.shape == (k,)
        assert (shares >= 0).all() and (abs(shares.sum() - 1) < 1e-9 or not shares.any())


@pytest.mark.parametrize("name", CLIENTS)
def test_an_array_of_reports_is_as_good_as_a_list(name: str) -> None:
    reports = drawn(name, [0, 1, 2, 3] * 25, 12, 1.0, seed=3)
    as_array = np.array(reports, dtype=np.uint64) if name in ("BLH", "OLH") else np.array(reports)
    for aggregate in (BY_MI[name], BY_IBU[name]):
        assert np.array_equal(aggregate(reports, 12, 1.0), aggregate(as_array, 12, 1.0))


@pytest.mark.parametrize("epsilon", [1e-3, 0.1, 0.5, 1.0, math.log(3), 2.0, math.pi, 5.0, 10.0, 19.0])
def test_realised_epsilon_never_exceeds_the_asked_one(epsilon: float) -> None:
    for k in (2, 3, 17, 1000):
        for name in ("grr", "sue", "oue", "blh", "olh", "ss"):
            assert channel(name, k, epsilon).oracle.epsilon <= epsilon
    # A value moves two cells by 1024 steps each. What is spent are whole billionths: the decimal that was asked, below
    # which its nearest float may lie.
    spent, delta = HE._noise(epsilon).loss(2 * 1024, 2 * 1024**2).approximate_at(0.0)
    assert spent <= math.nextafter(epsilon, math.inf) and delta == 0


def agrees(count: int, trials: int, probability: float) -> bool:
    return abs(count - trials * probability) <= Z * math.sqrt(trials * probability * (1 - probability)) + 1


def test_clients_have_the_published_probabilities() -> None:
    n, k, held = 20_000, 17, 3
    reports = np.bincount(drawn("GRR", [held] * n, k, 1.0, seed=11), minlength=k)
    for value in range(k):
        assert agrees(reports[value], n, 0.145220691374 if value == held else 0.053423706789)
    for name, own, other in [("OUE", 0.5, 0.268941421370), ("SUE", 0.622459331202, 0.377540668798)]:
        ones = np.sum(drawn(name, [held] * n, k, 1.0, seed=12), axis=0)
        for value in range(k):
            assert agrees(ones[value], n, own if value == held else other)
    members = np.bincount(np.concatenate(drawn("SS", [held] * n, k, 1.0, seed=13)), minlength=k)
    for value in range(k):
        assert agrees(members[value], n, 0.531092643892 if value == held else 0.279306709757)


def test_noise_of_histograms_is_laplace_of_scale_two_over_epsilon() -> None:
    n, k, held, epsilon = 4000, 5, 2, 1.0
    noisy = np.array(drawn("HE", [held] * n, k, epsilon, seed=14))
    noise = noisy - np.eye(k)[held]
    assert (noisy * 1024 % 1 == 0).all()
    variance = 8 / epsilon**2
    assert (abs(noise.mean(axis=0)) <= Z * math.sqrt(variance / n)).all()
    # Laplace has kurtosis 6: the sample variance has variance 5·variance²/n.
    assert (abs(noise.var(axis=0) - variance) <= Z * variance * math.sqrt(5 / n)).all()
    for x in (0.25, 1.0, 3.0):
        assert agrees(int((noise.ravel() > x).sum()), n * k, math.exp(-epsilon * x / 2) / 2)


@pytest.mark.parametrize("name", CLIENTS)
def test_estimates_are_near_the_truth(name: str) -> None:
    k, epsilon = 6, 2.0
    truth = np.array([0.3, 0.25, 0.2, 0.1, 0.1, 0.05])
    values = np.repeat(np.arange(k), (truth * 10_000).astype(int)).tolist()
    reports = drawn(name, values, k, epsilon, seed=21)
    # The largest variance among these oracles is SHE's and THE's, 1.3 a report at epsilon 2 (plus the value's own).
    bound = Z * math.sqrt((1.3 + 1) / len(values))
    for aggregate in (BY_MI[name], BY_IBU[name]):
        assert abs(aggregate(reports, k, epsilon) - truth).max() <= bound
    if name == "HE":
        by_sum = HE.HE_Aggregator_MI(reports, k, epsilon, use_thresh=False)
        assert abs(by_sum - truth).max() <= Z * math.sqrt(2 * 8 / epsilon**2 / len(values))


def test_mi_is_the_inversion_with_negative_counts_set_to_zero() -> None:
    raw = np.array([74.91860241, 25, 8.36046586, -8.27906827])  # GRR, epsilon 1, of 40, 25, 20 and 15 reports
    expected = raw.clip(0) / raw.clip(0).sum()
    reports = [0] * 40 + [1] * 25 + [2] * 20 + [3] * 15
    assert GRR.GRR_Aggregator_MI(reports, 4, 1.0) == pytest.approx(expected, abs=1e-9)
    assert MI([40, 25, 20, 15], 100, 0.475366886419, 0.174877704527) == pytest.approx(expected, abs=1e-9)
    raw = np.array([143.27906827, 13.44186345, 0.45814297, -29.83720482])  # OUE, epsilon 1
    vectors = np.zeros((100, 4))
    for value, ones in enumerate([60, 30, 27, 20]):
        vectors[:ones, value] = 1
    assert UE.UE_Aggregator_MI(list(vectors), 1.0) == pytest.approx(raw.clip(0) / raw.clip(0).sum(), abs=1e-9)


def test_nothing_positive_gives_zeros_as_the_peer_does() -> None:
    assert not MI([0, 0], 100, 0.6, 0.4).any()
    assert not UE.UE_Aggregator_MI(np.zeros((50, 4)), 1.0).any()


def test_ibu_of_grr_is_the_most_likely_answer() -> None:
    # From the closed form; the matrix form takes the same steps.
    reports = [0] * 35 + [1] * 25 + [2] * 20 + [3] * 12 + [4] * 8
    found = GRR.GRR_Aggregator_IBU(reports, 5, 1.0, nb_iter=100_000)
    assert found == pytest.approx([0.61936772, 0.27612646, 0.10450582, 0, 0], abs=1e-6)
    p, q = math.e / (math.e + 4), 1 / (math.e + 4)
    matrix = np.full((5, 5), q) + np.eye(5) * (p - q)
    observed = np.array([0.35, 0.25, 0.2, 0.12, 0.08])
    for err_func in ("max_abs", "mse", "mae", "max_squared"):
        ours = GRR.GRR_Aggregator_IBU(reports, 5, 1.0, nb_iter=500, err_func=err_func)
        assert ours == pytest.approx(IBU(5, matrix, observed, 500, 1e-12, err_func), abs=1e-12)
    assert GRR.GRR_Aggregator_IBU(reports, 5, 1.0, nb_iter=1) != pytest.approx(found, abs=0.01)


def likelihoods(name: str, reports: list, k: int, epsilon: float) -> np.ndarray:
    """Pr[report | value] up to a factor a report, from the definitions."""
    e = math.exp(epsilon)
    if name in ("OUE", "SUE"):
        p, q = (0.5, 1 / (e + 1)) if name == "OUE" else (math.exp(epsilon / 2) / (math.exp(epsilon / 2) + 1), None)
        q = 1 - p if q is None else q
        ones = np.array(reports)
        return np.where(ones == 1, p / q, (1 - p) / (1 - q))
    if name == "SS":
        table = np.ones((len(reports), k))
        for row, members in enumerate(reports):
            table[row, members] = e
        return table
    threshold = HE._thresholded(k, epsilon)[0]
    p, q = 1 - math.exp(epsilon * (threshold - 1) / 2) / 2, math.exp(-epsilon * threshold / 2) / 2
    return np.where(np.array(reports) > threshold, p / q, (1 - p) / (1 - q))


@pytest.mark.parametrize("name", ["OUE", "SUE", "SS", "HE"])
@pytest.mark.parametrize("epsilon", [0.5, 1.0, 3.0])
def test_ibu_maximises_the_likelihood_of_whole_reports(name: str, epsilon: float) -> None:
    k = 7
    reports = drawn(name, [0] * 150 + [1] * 100 + [2] * 50, k, epsilon, seed=5)
    shares = BY_IBU[name](reports, k, epsilon)
    table = likelihoods(name, reports, k, epsilon)
    # The likelihood is concave: no shares are likelier by more than the largest slope towards a value, less 1.
    slopes = (table / (table @ shares)[:, None]).mean(axis=0)
    assert slopes.max() - 1 < 1e-5


def test_ibu_of_the_peer_is_corrected_for_a_matrix_that_is_not_symmetric() -> None:
    matrix = np.array([[0.9, 0.1], [0.4, 0.6]])
    truth = np.array([0.3, 0.7])
    with pytest.warns(CorrectionWarning, match="transpose"):
        assert IBU(2, matrix, truth @ matrix) == pytest.approx(truth, abs=1e-6)
    with pytest.raises(ValueError, match="probability distribution"):
        IBU(2, [[0.5, 0.3], [0.3, 0.5]], [0.5, 0.5])


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: SS.SS_Client(1, 4, 1.0), "epsilon is infinite"),
        (lambda: HE.HE_Client(1, 4, 1.0), "low digits"),
        (lambda: UE.UE_Aggregator_IBU(np.eye(4), 4, 1.0), "no likelihood"),
        (lambda: LH.LH_Aggregator_IBU([(0, 2**63)], 4, 1.0), "no likelihood"),
        (lambda: SS.SS_Aggregator_IBU([[0], [1]], 4, 1.0), "no likelihood"),
        (lambda: HE.HE_Aggregator_IBU(np.eye(4), 4, 1.0), "no likelihood"),
    ],
)
def test_a_correction_is_said_once(call, says: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.warns(CorrectionWarning, match=says) as said:
        call()
    assert said[0].filename == __file__ and len(said) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error", CorrectionWarning)
        call()


def test_where_the_peer_is_right_nothing_is_said() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", CorrectionWarning)
        for name in ("GRR", "SUE", "OUE", "BLH", "OLH", "ADP"):
            BY_MI[name](drawn(name, [1, 2, 3], 5, 1.0, seed=1), 5, 1.0)
        GRR.GRR_Aggregator_IBU([1, 2, 3], 5, 1.0)


def test_the_order_of_a_set_says_nothing() -> None:
    for k, epsilon in [(20, 0.5), (300, 5.0)]:
        for subset in drawn("SS", [7] * 200, k, epsilon, seed=8):
            assert (np.diff(subset) > 0).all()


def test_adaptive_takes_the_smaller_variance() -> None:
    for epsilon in (0.3, 1.0, 2.0, 4.0):
        e, h = math.exp(epsilon), math.exp(epsilon / 2)
        for k in range(2, 200):
            grr = VAR_Pure(e / (e + k - 1), 1 / (e + k - 1))
            for optimal, ue in [(True, VAR_Pure(0.5, 1 / (e + 1))), (False, VAR_Pure(h / (h + 1), 1 / (h + 1)))]:
                if abs(grr - ue) > 1e-9:
                    assert isinstance(ADP.ADP_Client(0, k, epsilon, optimal), int) == (grr < ue)


@pytest.mark.parametrize("epsilon", [0.5, 1.0, 2.0, 3.0])
def test_threshold_has_the_smallest_variance(epsilon: float) -> None:
    threshold = HE._thresholded(4, epsilon)[0]
    best = min(HE.find_tresh(t, epsilon) for t in np.linspace(0.5, 1, 1001))
    assert HE.find_tresh(threshold, epsilon) <= best * (1 + 1e-5)


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    return done.stdout.strip()


def test_install_leaves_the_notebooks_imports_as_they_are() -> None:
    assert (
        run(
            "import sourdine.compat; sourdine.compat.install(); sourdine.compat.install()\n"
            "from multi_freq_ldpy.pure_frequency_oracles.GRR import *\n"
            "from multi_freq_ldpy.pure_frequency_oracles.UE import UE_Client\n"
            "import multi_freq_ldpy.long_freq_est.L_SUE, multi_freq_ldpy.mdim_freq_est.SMP_solution\n"
            "import sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.UE as UE\n"
            "print(GRR_Client.__module__, UE_Client is UE.UE_Client)"
        )
        == "sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.GRR True"
    )


def test_install_comes_before_the_peers_own_import() -> None:
    assert "already" in run(
        "import sys, types; sys.modules['multi_freq_ldpy'] = types.ModuleType('multi_freq_ldpy')\n"
        "import sourdine.compat\n"
        "try: sourdine.compat.install()\n"
        "except RuntimeError as error: print(error)"
    )


def test_one_import_is_enough() -> None:
    assert (
        run(
            "import sourdine.compat.multi_freq_ldpy as multi_freq_ldpy\n"
            "from sourdine.compat import multi_freq_ldpy as same\n"
            "print(same is multi_freq_ldpy, multi_freq_ldpy.pure_frequency_oracles.GRR.GRR_Client(0, 2, 1) in (0, 1))"
        )
        == "True True"
    )


def test_a_loop_over_a_series_and_over_an_array() -> None:
    import pandas as pd

    ages = pd.Series([3, 4, 5] * 20)
    for values in (ages, ages.to_numpy()):
        reports = [GRR.GRR_Client(value, 10, 1.0) for value in values]
        assert GRR.GRR_Aggregator_MI(pd.Series(reports), np.int64(10), np.float64(1)).shape == (10,)
        vectors = pd.Series([UE.UE_Client(value, 10, 1.0) for value in values])
        assert UE.UE_Aggregator_MI(vectors, 1.0).shape == (10,)
    assert sourdine.compat.multi_freq_ldpy.__name__ == PACKAGE
