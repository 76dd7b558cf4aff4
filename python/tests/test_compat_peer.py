"""The same study with the peer and with us: where the peer is right both agree, and its errors are shown.

The study is made of the calls of the peer's own tutorials for one attribute and one collection. It runs in two
processes, unchanged: one imports multi-freq-ldpy, the other says ``sourdine.compat.install()`` first. The peer is
looked for in this Python, or in the one that SOURDINE_PEERS names. Seeds are fixed on both sides; bounds are for one
false alarm in a million had they not been.
"""

import json
import math
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles import GRR, HE, SS, UE

Z = 6.5  # two-sided normal tail 1e-10: some thousand comparisons

PEER = os.environ.get("SOURDINE_PEERS", sys.executable)
HAS_PEER = subprocess.run([PEER, "-c", "import multi_freq_ldpy, xxhash, scipy"], capture_output=True).returncode == 0

pytestmark = [
    pytest.mark.skipif(not HAS_PEER, reason="multi-freq-ldpy is not installed (SOURDINE_PEERS names another Python)"),
    pytest.mark.filterwarnings("ignore::sourdine.compat.CorrectionWarning"),
]

TRUTH = [0.3, 0.2, 0.15, 0.1, 0.1, 0.05, 0.05, 0.05]
N = 20_000
EPSILONS = (1, 3.0)
K = len(TRUTH)

# Reads nothing, knows nothing of us. The tail prints what the test compares.
STUDY = """
import json, warnings
import numpy as np
from multi_freq_ldpy.pure_frequency_oracles.GRR import GRR_Client, GRR_Aggregator_MI, GRR_Aggregator_IBU
from multi_freq_ldpy.pure_frequency_oracles.UE import UE_Client, UE_Aggregator_MI, UE_Aggregator_IBU
from multi_freq_ldpy.pure_frequency_oracles.LH import LH_Client, LH_Aggregator_MI, LH_Aggregator_IBU
from multi_freq_ldpy.pure_frequency_oracles.SS import SS_Client, SS_Aggregator_MI, SS_Aggregator_IBU
from multi_freq_ldpy.pure_frequency_oracles.HE import HE_Client, HE_Aggregator_MI, HE_Aggregator_IBU
from multi_freq_ldpy.pure_frequency_oracles.ADP import ADP_Client, ADP_Aggregator_MI, ADP_Aggregator_IBU
from multi_freq_ldpy.pure_frequency_oracles.Variance_PURE import VAR_Pure
from multi_freq_ldpy.estimators.Histogram_estimator import MI, IBU

TRUTH, n, EPSILONS = json.loads('''SETTINGS''')
k = len(TRUTH)
data = np.repeat(np.arange(k), [int(round(share * n)) for share in TRUTH])
err_func = "max_abs"
found, ibu, kept = {}, {}, {}
for eps in EPSILONS:
    grr_reports = [GRR_Client(input_data, k, eps) for input_data in data]
    sue_reports = [UE_Client(input_data, k, eps, optimal=False) for input_data in data]
    oue_reports = [UE_Client(input_data, k, eps, True) for input_data in data]
    blh_reports = [LH_Client(input_data, k, eps, optimal=False) for input_data in data]
    olh_reports = [LH_Client(input_data, k, eps, optimal=True) for input_data in data]
    ss_reports = [SS_Client(input_data, k, eps) for input_data in data]
    he_reports = [HE_Client(input_data, k, eps) for input_data in data]
    adp_reports = [ADP_Client(input_data, k, eps) for input_data in data]
    found[eps] = {
        "GRR": GRR_Aggregator_MI(grr_reports, k, eps),
        "SUE": UE_Aggregator_MI(sue_reports, eps, optimal=False),
        "OUE": UE_Aggregator_MI(oue_reports, eps, True),
        "BLH": LH_Aggregator_MI(blh_reports, k, eps, optimal=False),
        "OLH": LH_Aggregator_MI(olh_reports, k, eps, optimal=True),
        "SS": SS_Aggregator_MI(ss_reports, k, eps),
        "SHE": HE_Aggregator_MI(he_reports, k, eps, use_thresh=False),
        "THE": HE_Aggregator_MI(he_reports, k, eps, use_thresh=True),
        "ADP": ADP_Aggregator_MI(adp_reports, k, eps),
    }
    ibu[eps] = {
        "GRR": GRR_Aggregator_IBU(grr_reports, k, eps, err_func=err_func),
        "SUE": UE_Aggregator_IBU(sue_reports, k, eps, False, err_func=err_func),
        "OUE": UE_Aggregator_IBU(oue_reports, k, eps, True, err_func=err_func),
        "BLH": LH_Aggregator_IBU(blh_reports[:2000], k, eps, False, err_func=err_func),
        "OLH": LH_Aggregator_IBU(olh_reports[:2000], k, eps, True, err_func=err_func),
        "SS": SS_Aggregator_IBU(ss_reports, k, eps, err_func=err_func),
        "THE": HE_Aggregator_IBU(he_reports, k, eps, True, err_func=err_func),
        "ADP": ADP_Aggregator_IBU(adp_reports, k, eps, err_func=err_func),
    }
    kept[eps] = {
        "GRR": grr_reports, "SUE": sue_reports, "OUE": oue_reports, "SS": ss_reports, "HE": he_reports[:2000],
    }
forms = (grr_reports, oue_reports, olh_reports, ss_reports, he_reports)
extra = {
    "VAR_Pure": [VAR_Pure(0.5, 0.2), VAR_Pure(0.6, 0.2, n=7), VAR_Pure(p=0.6, q=0.2, n=7, f=0.3)],
    "MI": MI(np.array([5.0, 3.0, 0.0]), 8, 0.7, 0.15),
    "IBU": IBU(2, np.array([[0.7, 0.3], [0.3, 0.7]]), np.array([0.55, 0.45]), 100, 1e-12, "mse"),
    "SHE of few": HE_Aggregator_MI(he_reports[:2000], k, eps, use_thresh=False),
    "THE of few": HE_Aggregator_MI(he_reports[:2000], k, eps, use_thresh=True),
    "types": [type(reports[0]).__name__ for reports in forms],
    "shapes": [list(np.shape(reports[0])) for reports in forms],
    "dtypes": [str(reports[0].dtype) for reports in (oue_reports, ss_reports, he_reports)]
    + [str(shares.dtype) for shares in found[eps].values()],
}
"""
PRINT = """
def plain(x):
    if isinstance(x, dict): return {str(key): plain(value) for key, value in x.items()}
    if isinstance(x, (list, tuple)): return [plain(value) for value in x]
    if isinstance(x, np.ndarray): return [plain(value) for value in x.tolist()]
    return x.item() if isinstance(x, np.generic) else x
print(json.dumps(plain({"found": found, "ibu": ibu, "kept": kept, "extra": extra})))
"""
SEED_PEER = """
import numpy as np
from numba import jit
@jit(nopython=True)
def seed_compiled(seed):
    np.random.seed(seed)
np.random.seed(1); seed_compiled(1)
"""
SEED_OURS = """
import sourdine.compat, warnings
warnings.simplefilter("ignore")
sourdine.compat.install()
sourdine.compat.seeded(1).__enter__()
"""


def study(python: str, before: str) -> dict[str, Any]:
    code = before + STUDY.replace("SETTINGS", json.dumps([TRUTH, N, EPSILONS])) + PRINT
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def peer() -> dict[str, Any]:
    return study(PEER, SEED_PEER)


@pytest.fixture(scope="module")
def ours() -> dict[str, Any]:
    return study(sys.executable, SEED_OURS)


def error_of(name: str, epsilon: float, share: float) -> float:
    """An upper bound of the standard error of one estimated share, from the published variances."""
    e, h = math.exp(epsilon), math.exp(epsilon / 2)
    grr, oue = (e + K - 2) / (e - 1) ** 2, 4 * e / (e - 1) ** 2
    by_name = {
        "GRR": grr,
        "SUE": h / (h - 1) ** 2,
        "OUE": oue,
        "BLH": (e + 1) ** 2 / (e - 1) ** 2,
        "OLH": oue * 1.01,
        "SS": max(grr, oue),
        "SHE": 8 / epsilon**2,
        "THE": 8 / epsilon**2,
        "ADP": min(grr, oue),
    }
    variance = by_name[name] + share  # no own-value term is above the share
    # Scaling to a sum of 1 adds at most share · (standard error of the sum), which is at most √K of one value's.
    return math.sqrt(variance / N) * (1 + share * math.sqrt(K))


NAMES = ["GRR", "SUE", "OUE", "BLH", "OLH", "SS", "SHE", "THE", "ADP"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_tutorials_study_runs_unchanged_and_agrees(
    peer: dict[str, Any], ours: dict[str, Any], name: str, epsilon: float
) -> None:
    theirs, mine = (np.array(side["found"][str(epsilon)][name]) for side in (peer, ours))
    assert theirs.shape == mine.shape == (K,)
    for value, share in enumerate(TRUTH):
        error = error_of(name, epsilon, share)
        assert abs(mine[value] - share) <= Z * error
        assert abs(mine[value] - theirs[value]) <= Z * math.sqrt(2) * error


def test_reports_and_results_have_the_same_types_and_shapes(peer: dict[str, Any], ours: dict[str, Any]) -> None:
    for what in ("types", "shapes", "dtypes"):
        assert ours["extra"][what] == peer["extra"][what]


@pytest.mark.parametrize("what", ["VAR_Pure", "MI", "IBU"])
def test_formulas_are_the_peers(peer: dict[str, Any], ours: dict[str, Any], what: str) -> None:
    assert ours["extra"][what] == pytest.approx(peer["extra"][what], rel=1e-12)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_peers_reports_give_the_peers_estimates(peer: dict[str, Any], epsilon: float) -> None:
    reports, found = peer["kept"][str(epsilon)], peer["found"][str(epsilon)]
    assert GRR.GRR_Aggregator_MI(reports["GRR"], K, epsilon) == pytest.approx(found["GRR"], abs=1e-12)
    assert UE.UE_Aggregator_MI(reports["SUE"], epsilon, False) == pytest.approx(found["SUE"], abs=1e-12)
    assert UE.UE_Aggregator_MI(reports["OUE"], epsilon, True) == pytest.approx(found["OUE"], abs=1e-12)
    assert SS.SS_Aggregator_MI(reports["SS"], K, epsilon) == pytest.approx(found["SS"], abs=1e-12)
    by_ibu = GRR.GRR_Aggregator_IBU(reports["GRR"], K, epsilon)
    assert by_ibu == pytest.approx(peer["ibu"][str(epsilon)]["GRR"], abs=1e-9)


def test_the_peers_histograms_give_the_peers_estimates(peer: dict[str, Any]) -> None:
    epsilon = EPSILONS[-1]
    reports = peer["kept"][str(epsilon)]["HE"]
    by_sum = HE.HE_Aggregator_MI(reports, K, epsilon, use_thresh=False)
    assert by_sum == pytest.approx(peer["extra"]["SHE of few"], abs=1e-12)
    # Our threshold lies halfway between two steps of 1/1024: a few numbers fall on its other side.
    by_threshold = HE.HE_Aggregator_MI(reports, K, epsilon)
    assert by_threshold == pytest.approx(peer["extra"]["THE of few"], abs=0.01)


@pytest.mark.parametrize("name", ["GRR", "SUE", "OUE", "SS", "HE"])
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_clients_have_the_peers_law(peer: dict[str, Any], ours: dict[str, Any], name: str, epsilon: float) -> None:
    """How often a report of a person with a value supports each value, in two samples."""

    def supports(side: dict[str, Any]) -> list[np.ndarray]:
        reports = side["kept"][str(epsilon)][name]
        if name == "GRR":
            marks = np.eye(K)[reports]
        elif name == "SS":
            marks = np.zeros((len(reports), K))
            np.put_along_axis(marks, np.array(reports), 1, axis=1)
        else:
            marks = (np.array(reports) > (0.7 if name == "HE" else 0.5)).astype(float)
        held = np.repeat(np.arange(K), [round(share * N) for share in TRUTH])[: len(reports)]
        return [marks[held == value] for value in range(K)]

    for theirs, mine in zip(supports(peer), supports(ours), strict=True):
        if len(theirs) == 0:
            continue
        n = len(theirs)
        pooled = (theirs.sum(axis=0) + mine.sum(axis=0) + 1) / (2 * n + 2)
        error = np.sqrt(2 * pooled * (1 - pooled) / n)
        assert (abs(theirs.mean(axis=0) - mine.mean(axis=0)) <= Z * error).all()


@pytest.mark.parametrize("name", ["SUE", "OUE", "SS"])
@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_peers_ibu_is_not_the_most_likely_answer_and_ours_is(
    peer: dict[str, Any], name: str, epsilon: float
) -> None:
    reports = peer["kept"][str(epsilon)][name]
    e, h = math.exp(epsilon), math.exp(epsilon / 2)
    if name == "SS":
        table = np.ones((len(reports), K))
        np.put_along_axis(table, np.array(reports), e, axis=1)
        mine = SS.SS_Aggregator_IBU(reports, K, epsilon)
    else:
        p, q = (0.5, 1 / (e + 1)) if name == "OUE" else (h / (h + 1), 1 / (h + 1))
        table = np.where(np.array(reports) == 1, p / q, (1 - p) / (1 - q))
        mine = UE.UE_Aggregator_IBU(reports, K, epsilon, name == "OUE")

    def log_likelihood(shares: Any) -> float:
        return float(np.log(table @ np.asarray(shares)).sum())

    theirs = np.array(peer["ibu"][str(epsilon)][name])
    if name == "SS" and len(reports[0]) == 1:  # that is GRR, of which the peer's matrix is right
        assert mine == pytest.approx(theirs, abs=1e-6)
        return
    # Concave: nothing is likelier than ours by more than this. The peer's is less likely by far more than that.
    assert ((table / (table @ mine)[:, None]).mean(axis=0).max() - 1) * len(reports) < 1e-3
    assert log_likelihood(mine) > log_likelihood(theirs / theirs.sum()) + 0.01


def test_the_peers_sets_give_the_value_away_and_ours_do_not(peer: dict[str, Any], ours: dict[str, Any]) -> None:
    held = np.repeat(np.arange(K), [round(share * N) for share in TRUTH])
    theirs = np.array(peer["kept"]["1"]["SS"])
    assert theirs.shape[1] > 1
    assert not (theirs[:, 1:] == held[:, None]).any()  # the value is first or not in the set: epsilon is infinite
    mine = np.array(ours["kept"]["1"]["SS"])
    assert (np.diff(mine, axis=1) > 0).all() and (mine[:, 1:] == held[:, None]).any()


def test_corrections_are_said_in_the_study() -> None:
    code = "import sourdine.compat\nsourdine.compat.install()\n" + STUDY.replace(
        "SETTINGS", json.dumps([[0.5, 0.3, 0.2], 200, [1.0]])
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    said = [line for line in done.stderr.splitlines() if "CorrectionWarning" in line]
    assert len(said) == 6 and len(set(said)) == 6
