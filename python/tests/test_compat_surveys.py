"""Several attributes and repeated collections by the peer's calls: the peer's tutorials with the peer and with us.

As in test_compat_peer.py the study runs in two processes, unchanged. Both sides' estimates are unbiased, also where
the peer promises too much (RS+FD) or wastes people (L-GRR, L-LH). Seeds are fixed; bounds are for one false alarm in a
million had they not been.
"""

import json
import math
import os
import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest

import sourdine as sd
from sourdine import _core
from sourdine.compat import CorrectionWarning, _correction, _several, seeded
from sourdine.compat._rounds import rounds
from sourdine.compat.multi_freq_ldpy.long_freq_est import (
    L_ADP,
    L_GRR,
    L_LH,
    L_OSUE,
    L_OUE,
    L_SOUE,
    L_SUE,
    Variance_LONG_PURE,
    dBitFlipPM,
)
from sourdine.compat.multi_freq_ldpy.long_mdim_freq_est import L_SMP_Solution, L_SPL_Solution
from sourdine.compat.multi_freq_ldpy.mdim_freq_est import RSpFD_solution, SMP_solution, SPL_solution

Z = 6.5  # two-sided normal tail 1e-10: some thousand comparisons

PEER = os.environ.get("SOURDINE_PEERS", sys.executable)
HAS_PEER = subprocess.run([PEER, "-c", "import multi_freq_ldpy, xxhash, scipy"], capture_output=True).returncode == 0
needs_peer = pytest.mark.skipif(not HAS_PEER, reason="multi-freq-ldpy is not installed (SOURDINE_PEERS names another)")
pytestmark = pytest.mark.filterwarnings("ignore::sourdine.compat.CorrectionWarning")

# Nobody's share is small: what is cut at 0 does not move the sum.
TRUTH = [[0.4, 0.3, 0.2, 0.1], [0.3, 0.25, 0.15, 0.15, 0.15], [0.6, 0.4]]
SIZES = [len(shares) for shares in TRUTH]
N = 10_000
EPSILON, FIRST = 5.0, 3.0
BUCKETS, BITS = [4, 5, 2], 2

STUDY = """
import json
import numpy as np
from multi_freq_ldpy.mdim_freq_est.RSpFD_solution import *
from multi_freq_ldpy.mdim_freq_est.SMP_solution import *
from multi_freq_ldpy.mdim_freq_est.SPL_solution import *
from multi_freq_ldpy.mdim_freq_est.Variance_RSpFD import *
from multi_freq_ldpy.long_freq_est.L_GRR import *
from multi_freq_ldpy.long_freq_est.L_OUE import *
from multi_freq_ldpy.long_freq_est.L_OSUE import *
from multi_freq_ldpy.long_freq_est.L_SUE import *
from multi_freq_ldpy.long_freq_est.L_SOUE import *
from multi_freq_ldpy.long_freq_est.L_LH import *
from multi_freq_ldpy.long_freq_est.L_ADP import *
from multi_freq_ldpy.long_freq_est.dBitFlipPM import *
from multi_freq_ldpy.long_freq_est.Variance_LONG_PURE import *
from multi_freq_ldpy.long_mdim_freq_est.L_SPL_Solution import *
from multi_freq_ldpy.long_mdim_freq_est.L_SMP_Solution import *
from multi_freq_ldpy.estimators.Histogram_estimator import MI_long

TRUTH, n, eps, eps_1, lst_b, d_bits = json.loads('''SETTINGS''')
lst_k = [len(shares) for shares in TRUTH]
d = len(lst_k)
columns = [np.repeat(np.arange(len(f)), np.rint(np.array(f) * n).astype(int)) for f in TRUTH]
data = np.stack([np.roll(column, 37 * place) for place, column in enumerate(columns)], axis=1)
k, ages = lst_k[0], data[:, 0]
found, kept, few = {}, {}, {}

def several(name, client, aggregate):
    reports = [client(input_data) for input_data in data]
    found[name] = aggregate(reports)
    kept[name] = reports
    few[name] = aggregate(reports[::5])

several("SPL_GRR", lambda v: SPL_GRR_Client(v, lst_k, d, eps), lambda r: SPL_GRR_Aggregator_MI(r, lst_k, d, eps))
several("SPL_SUE", lambda v: SPL_UE_Client(v, lst_k, d, eps, optimal=False),
        lambda r: SPL_UE_Aggregator_MI(r, d, eps, optimal=False))
several("SPL_OUE", lambda v: SPL_UE_Client(v, lst_k, d, eps), lambda r: SPL_UE_Aggregator_MI(r, d, eps))
several("SPL_OLH", lambda v: SPL_LH_Client(v, lst_k, d, eps), lambda r: SPL_LH_Aggregator_MI(r, lst_k, d, eps))
several("SPL_SS", lambda v: SPL_SS_Client(v, lst_k, d, eps), lambda r: SPL_SS_Aggregator_MI(r, lst_k, d, eps))
several("SPL_ADP", lambda v: SPL_ADP_Client(v, lst_k, d, eps), lambda r: SPL_ADP_Aggregator_MI(r, lst_k, d, eps))
several("SMP_GRR", lambda v: SMP_GRR_Client(v, lst_k, d, eps), lambda r: SMP_GRR_Aggregator_MI(r, lst_k, d, eps))
several("SMP_OUE", lambda v: SMP_UE_Client(v, lst_k, d, eps, optimal=True),
        lambda r: SMP_UE_Aggregator_MI(r, d, eps, optimal=True))
several("SMP_OLH", lambda v: SMP_LH_Client(v, lst_k, d, eps), lambda r: SMP_LH_Aggregator_MI(r, lst_k, d, eps))
several("SMP_SS", lambda v: SMP_SS_Client(v, lst_k, d, eps), lambda r: SMP_SS_Aggregator_MI(r, lst_k, d, eps))
several("SMP_ADP", lambda v: SMP_ADP_Client(v, lst_k, d, eps), lambda r: SMP_ADP_Aggregator_MI(r, lst_k, d, eps))
several("RSpFD_GRR", lambda v: RSpFD_GRR_Client(v, lst_k, d, eps), lambda r: RSpFD_GRR_Aggregator_MI(r, lst_k, d, eps))
several("RSpFD_OUE_zero", lambda v: RSpFD_UE_zero_Client(v, lst_k, d, eps, optimal=True),
        lambda r: RSpFD_UE_zero_Aggregator_MI(r, lst_k, d, eps, optimal=True))
several("RSpFD_SUE_rnd", lambda v: RSpFD_UE_rnd_Client(v, lst_k, d, eps, optimal=False),
        lambda r: RSpFD_UE_rnd_Aggregator_MI(r, lst_k, d, eps, optimal=False))
several("RSpFD_ADP", lambda v: RSpFD_ADP_Client(v, lst_k, d, eps), lambda r: RSpFD_ADP_Aggregator_MI(r, lst_k, d, eps))
for sol in ("SPL", "SMP"):
    for fo in ("L_GRR", "L_ADP"):
        client, aggregate = globals()[f"{sol}_{fo}_Client"], globals()[f"{sol}_{fo}_Aggregator_MI"]
        several(f"{sol}_{fo}", lambda v: client(v, lst_k, d, eps, eps_1), lambda r: aggregate(r, lst_k, d, eps, eps_1))
    for fo in ("L_SUE", "L_OSUE", "L_OUE", "L_SOUE"):
        client, aggregate = globals()[f"{sol}_{fo}_Client"], globals()[f"{sol}_{fo}_Aggregator_MI"]
        several(f"{sol}_{fo}", lambda v: client(v, lst_k, d, eps, eps_1), lambda r: aggregate(r, d, eps, eps_1))
several("SPL_dBitFlipPM", lambda v: SPL_dBitFlipPM_Client(v, lst_k, lst_b, d_bits, d, eps),
        lambda r: SPL_dBitFlipPM_Aggregator_MI(r, lst_b, d_bits, d, eps))
several("SMP_dBitFlipPM", lambda v: SMP_dBitFlipPM_Client(v, lst_k, lst_b, d_bits, d, eps),
        lambda r: SMP_dBitFlipPM_Aggregator_MI(r, lst_b, d_bits, d, eps))

def single(name, client, aggregate):
    reports = [client(value) for value in ages]
    found[name] = [aggregate(reports)]
    kept[name] = reports
    few[name] = [aggregate(reports[::5])]

for fo in ("L_GRR", "L_ADP", "L_LH"):
    client, aggregate = globals()[f"{fo}_Client"], globals()[f"{fo}_Aggregator_MI"]
    single(fo, lambda v: client(v, k, eps, eps_1), lambda r: aggregate(r, k, eps, eps_1))
single("L_BLH", lambda v: L_LH_Client(v, k, eps, eps_1, optimal=False),
       lambda r: L_LH_Aggregator_MI(r, k, eps, eps_1, optimal=False))
for fo in ("L_SUE", "L_OSUE", "L_OUE", "L_SOUE"):
    client, aggregate = globals()[f"{fo}_Client"], globals()[f"{fo}_Aggregator_MI"]
    single(fo, lambda v: client(v, k, eps, eps_1), lambda r: aggregate(r, eps, eps_1))
single("dBitFlipPM", lambda v: dBitFlipPM_Client(v, k, k, d_bits, eps),
       lambda r: dBitFlipPM_Aggregator_MI(r, k, d_bits, eps))
extra = {
    "VAR_RSpFD": [VAR_RSpFD_GRR(0.6, 0.1, 5, 3, 7, 0.2), VAR_RSpFD_UE_zero(0.6, 0.1, 3, n=7, f=0.2),
                  VAR_RSpFD_UE_rnd(0.6, 0.1, 5, 3, f=0.2)],
    "VAR_Long_Pure": [VAR_Long_Pure(0.6, 0.2, 0.7, 0.1), VAR_Long_Pure(0.7, 0.3, 0.8, 0.2, n=5, f=0.3)],
    "MI_long": MI_long(np.array([50.0, 30.0, 20.0, 1.0]), 101, 0.6, 0.2, 0.7, 0.1),
    "types": {name: type(reports[0]).__name__ for name, reports in kept.items()},
    "lengths": {name: np.size(reports[0]) if name[:2] == "L_" else len(reports[0])
                for name, reports in kept.items() if type(reports[0]).__name__ not in ("int", "int64")},
    "shapes": {name: [list(np.shape(shares)) for shares in every] for name, every in found.items()},
    "dtypes": {name: str(every.dtype) for name, every in found.items() if hasattr(every, "dtype")},
}
"""
PRINT = """
def plain(x):
    if isinstance(x, dict): return {str(key): plain(value) for key, value in x.items()}
    if isinstance(x, (list, tuple)): return [plain(value) for value in x]
    if isinstance(x, np.ndarray): return [plain(value) for value in x.tolist()]
    return x.item() if isinstance(x, np.generic) else x
kept = {name: reports[::5] for name, reports in kept.items()}
print(json.dumps(plain({"found": found, "few": few, "kept": kept, "extra": extra})))
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
SETTINGS = json.dumps([TRUTH, N, EPSILON, FIRST, BUCKETS, BITS])


def study(python: str, before: str) -> dict[str, Any]:
    code = before + STUDY.replace("SETTINGS", SETTINGS) + PRINT
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def peer() -> dict[str, Any]:
    return study(PEER, SEED_PEER)


@pytest.fixture(scope="module")
def ours() -> dict[str, Any]:
    return study(sys.executable, SEED_OURS)


NAMES = [
    *(f"SPL_{name}" for name in ("GRR", "SUE", "OUE", "OLH", "SS", "ADP")),
    *(f"SMP_{name}" for name in ("GRR", "OUE", "OLH", "SS", "ADP")),
    *(f"RSpFD_{name}" for name in ("GRR", "OUE_zero", "SUE_rnd", "ADP")),
    *(f"{how}_{name}" for how in ("SPL", "SMP") for name in ("L_GRR", "L_SUE", "L_OSUE", "L_OUE", "L_SOUE", "L_ADP")),
    *("SPL_dBitFlipPM", "SMP_dBitFlipPM"),
    *("L_GRR", "L_SUE", "L_OSUE", "L_OUE", "L_SOUE", "L_LH", "L_BLH", "L_ADP", "dBitFlipPM"),
]


def error_of(name: str, attribute: int, share: float) -> float:
    """An upper bound of the standard error of one estimated share, on either side."""
    d, k = len(TRUTH), SIZES[attribute]
    first = "_L_" in name or name.startswith("L_")
    spent = FIRST if first else EPSILON
    part = spent / d if name.startswith("SPL") else spent
    e, h = math.exp(part), math.exp(part / 2)
    by_grr, by_oue, by_sue = (e + k - 2) / (e - 1) ** 2, 4 * e / (e - 1) ** 2, h / (h - 1) ** 2
    variance = max(by_grr, by_oue, by_sue, ((e + 1) / (e - 1)) ** 2 if "LH" in name else 0)
    if first:  # the second round is no better than the symmetric one here, and the peer's L-GRR has up to 5 times
        variance *= 5
    if "dBit" in name:
        buckets = BUCKETS[attribute]
        variance = buckets / min(BITS, buckets) * (by_sue + share)
    people = N / d * 0.9 if name.startswith("SMP") else N
    if name.startswith("RSpFD"):
        variance = d**2 * (0.25 / (math.tanh(EPSILON / 4) ** 2 / 4))  # s(1-s) ≤ 1/4, p - q ≥ tanh(ε/4)/2
    return math.sqrt((variance + share) / people) * (1 + share * math.sqrt(k))


@needs_peer
@pytest.mark.parametrize("name", NAMES)
def test_the_tutorials_study_runs_unchanged_and_agrees(peer: dict[str, Any], ours: dict[str, Any], name: str) -> None:
    theirs, mine = peer["found"][name], ours["found"][name]
    assert [len(shares) for shares in theirs] == [len(shares) for shares in mine]
    for attribute, (first, second) in enumerate(zip(theirs, mine, strict=True)):
        for value, share in enumerate(TRUTH[attribute]):
            error = error_of(name, attribute, share)
            assert abs(second[value] - share) <= Z * error
            assert abs(second[value] - first[value]) <= Z * math.sqrt(2) * error


@needs_peer
def test_reports_and_results_have_the_same_types_and_shapes(peer: dict[str, Any], ours: dict[str, Any]) -> None:
    for what in ("shapes", "dtypes", "lengths"):
        assert ours["extra"][what] == peer["extra"][what]
    assert ours["extra"]["types"].keys() == peer["extra"]["types"].keys()
    for name, kind in peer["extra"]["types"].items():
        assert ours["extra"]["types"][name].rstrip("64") == kind.rstrip("64"), name


@needs_peer
@pytest.mark.parametrize("what", ["VAR_RSpFD", "VAR_Long_Pure", "MI_long"])
def test_formulas_are_the_peers(peer: dict[str, Any], ours: dict[str, Any], what: str) -> None:
    assert ours["extra"][what] == pytest.approx(peer["extra"][what], rel=1e-9)


D = len(TRUTH)
AGGREGATORS = {
    "SPL_GRR": lambda reports: SPL_solution.SPL_GRR_Aggregator_MI(reports, SIZES, D, EPSILON),
    "SPL_SUE": lambda reports: SPL_solution.SPL_UE_Aggregator_MI(reports, D, EPSILON, optimal=False),
    "SPL_OUE": lambda reports: SPL_solution.SPL_UE_Aggregator_MI(reports, D, EPSILON),
    "SPL_SS": lambda reports: SPL_solution.SPL_SS_Aggregator_MI(reports, SIZES, D, EPSILON),
    "SPL_ADP": lambda reports: SPL_solution.SPL_ADP_Aggregator_MI(reports, SIZES, D, EPSILON),
    "SMP_GRR": lambda reports: SMP_solution.SMP_GRR_Aggregator_MI(reports, SIZES, D, EPSILON),
    "SMP_OUE": lambda reports: SMP_solution.SMP_UE_Aggregator_MI(reports, D, EPSILON),
    "SMP_ADP": lambda reports: SMP_solution.SMP_ADP_Aggregator_MI(reports, SIZES, D, EPSILON),
    "SPL_dBitFlipPM": lambda reports: L_SPL_Solution.SPL_dBitFlipPM_Aggregator_MI(reports, BUCKETS, BITS, D, EPSILON),
    "SMP_dBitFlipPM": lambda reports: L_SMP_Solution.SMP_dBitFlipPM_Aggregator_MI(reports, BUCKETS, BITS, D, EPSILON),
    "SPL_L_OSUE": lambda reports: L_SPL_Solution.SPL_L_OSUE_Aggregator_MI(reports, D, EPSILON, FIRST),
    "SMP_L_SUE": lambda reports: L_SMP_Solution.SMP_L_SUE_Aggregator_MI(reports, D, EPSILON, FIRST),
    "L_SUE": lambda reports: [L_SUE.L_SUE_Aggregator_MI(reports, EPSILON, FIRST)],
    "L_OSUE": lambda reports: [L_OSUE.L_OSUE_Aggregator_MI(reports, EPSILON, FIRST)],
    "L_OUE": lambda reports: [L_OUE.L_OUE_Aggregator_MI(reports, EPSILON, FIRST)],
    "L_SOUE": lambda reports: [L_SOUE.L_SOUE_Aggregator_MI(reports, EPSILON, FIRST)],
    "dBitFlipPM": lambda reports: [dBitFlipPM.dBitFlipPM_Aggregator_MI(reports, SIZES[0], BITS, EPSILON)],
}


@needs_peer
@pytest.mark.parametrize("name", AGGREGATORS)
def test_the_peers_reports_give_the_peers_estimates_where_both_are_calibrated_alike(
    peer: dict[str, Any], name: str
) -> None:
    mine = AGGREGATORS[name](peer["kept"][name])
    for shares, theirs in zip(mine, peer["few"][name], strict=True):
        assert list(shares) == pytest.approx(theirs, abs=1e-9)


def test_fake_data_protect_the_record_at_epsilon() -> None:
    for entry in ("grr", "oue-z", "sue-z", "oue-r", "sue-r"):
        protocol = _several.fake_data([3, 3], 1.0, entry).protocol
        assert 1 - 1e-9 < protocol.epsilon <= 1.0
    published = sd.tuple_protocol([3, 3], epsilon=1.0, solution="rs+fd", level="published", oracle="grr")
    assert published.epsilon == pytest.approx(1.489880, abs=1e-6)  # what the peer's spends


def test_one_report_of_two_rounds_tells_what_was_asked() -> None:
    for name in ("l-grr", "l-sue", "l-osue", "l-oue", "l-soue", "loloha"):
        oracle = rounds(name, 17, 2.0, 1.0).oracle
        assert 1 - 1e-9 < _core.report_epsilon(oracle) <= 1.0
        assert 2 - 1e-9 < oracle.epsilon <= 2.0


def test_split_epsilons_never_add_up_to_more() -> None:
    for d in range(1, 50):
        for epsilon in (0.1, 0.3, 1.0, 1.1, 2.7, np.float64(0.7)):
            assert sum([_several.split(epsilon, d)] * d) <= epsilon * (1 + 1e-15)
            assert _several.split(epsilon, d) * d <= epsilon


def test_attributes_are_drawn_evenly() -> None:
    with seeded(4):
        drawn = np.bincount([SMP_solution.SMP_GRR_Client([0, 0, 0], [2, 2, 2], 3, 1.0)[0] for _ in range(30_000)])
    assert (abs(drawn - 10_000) < 6 * math.sqrt(30_000 * 2 / 9)).all()


def test_a_seed_gives_the_same_reports() -> None:
    def some() -> list[Any]:
        with seeded(9):
            return [
                SMP_solution.SMP_GRR_Client([0, 3], [4, 4], 2, 1.0),
                RSpFD_solution.RSpFD_GRR_Client([0, 3], [4, 4], 2, 1.0),
                L_GRR.L_GRR_Client(1, 4, 2.0, 1.0),
                L_LH.L_LH_Client(1, 4, 2.0, 1.0),
                dBitFlipPM.dBitFlipPM_Client(1, 4, 4, 2, 1.0).tolist(),
            ]

    assert some() == some()


def test_buckets_are_those_of_the_peer() -> None:
    with seeded(1):
        reports = [dBitFlipPM.dBitFlipPM_Client(value, 10, 4, 4, 12.0) for value in range(10) for _ in range(50)]
    for value in range(10):
        mean = np.mean(reports[50 * value : 50 * (value + 1)], axis=0)
        assert int(mean.argmax()) == int(value / (10 / 4))


def test_the_most_likely_shares_are_near_the_truth() -> None:
    held = np.repeat(np.arange(4), [2000, 1500, 1000, 500])
    truth = np.array([0.4, 0.3, 0.2, 0.1])
    with seeded(2):
        for module, name in ((L_GRR, "L_GRR"), (L_OSUE, "L_OSUE"), (L_SUE, "L_SUE"), (L_LH, "L_LH"), (L_ADP, "L_ADP")):
            client, aggregate = getattr(module, f"{name}_Client"), getattr(module, f"{name}_Aggregator_IBU")
            shares = aggregate([client(value, 4, 5.0, 3.0) for value in held], 4, 5.0, 3.0)
            assert shares.sum() == pytest.approx(1, abs=1e-6)
            assert abs(shares - truth).max() < 0.12, name


@pytest.mark.filterwarnings("default::sourdine.compat.CorrectionWarning")
def test_corrections_are_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_correction, "_said", set())
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        for _ in range(2):
            RSpFD_solution.RSpFD_GRR_Client([0, 1], [3, 3], 2, 1.0)
            L_OSUE.L_OSUE_Client(1, 4, 2.0, 1.0)
            L_SUE.L_SUE_Client(1, 4, 2.0, 1.0)
            L_GRR.L_GRR_Client(1, 4, 2.0, 1.0)
            L_LH.L_LH_Client(1, 4, 2.0, 1.0)
            Variance_LONG_PURE.VAR_Long_Pure(0.5, 0.1, 0.8, 0.2, f=0.3)
            Variance_LONG_PURE.VAR_Long_Pure(0.7, 0.3, 0.8, 0.2, f=0.3)
    texts = [str(one.message) for one in said if issubclass(one.category, CorrectionWarning)]
    assert len(texts) == len(set(texts)) == 5
    assert "ln(d(e^epsilon - 1) + 1)" in texts[0] and "never comes back" in texts[1]


BAD = [
    (lambda: SPL_solution.SPL_GRR_Client([0, 1], [3, 3, 3], 3, 1.0), "as many values"),
    (lambda: SMP_solution.SMP_GRR_Aggregator_MI([], [3], 1, 1.0), "no reports"),
    (lambda: SMP_solution.SMP_GRR_Aggregator_MI([(0, 1)], [3, 3], 2, 1.0), "no reports of attribute 1"),
    (lambda: SMP_solution.SMP_GRR_Aggregator_MI([(5, 1)], [3, 3], 2, 1.0), "from 0 to 1"),
    (lambda: RSpFD_solution.RSpFD_GRR_Client([0, 5], [3, 3], 2, 1.0), "outside the domain"),
    (lambda: RSpFD_solution.RSpFD_GRR_Aggregator_MI([[0, 5]], [3, 3], 2, 1.0), "from 0 to 2"),
    (lambda: RSpFD_solution.RSpFD_UE_zero_Aggregator_MI([[[0, 1, 2], [0, 0, 0]]], [3, 3], 2, 1.0), "zeros and ones"),
    (lambda: L_GRR.L_GRR_Client(1, 4, 1.0, 1.0), "less than eps_perm"),
    (lambda: L_OUE.L_OUE_Client(1, 4, 1.0, 0.9), "largest is 0.76338"),
    (lambda: L_GRR.L_GRR_Client(4, 4, 2.0, 1.0), "from 0 to 3"),
    (lambda: L_OSUE.L_OSUE_Aggregator_MI([], 2.0, 1.0), "no reports"),
    (lambda: dBitFlipPM.dBitFlipPM_Client(1, 4, 8, 2, 1.0), "as many buckets as values"),
    (lambda: dBitFlipPM.dBitFlipPM_Client(1, 4, 4, 5, 1.0), "at most all 4"),
    (lambda: dBitFlipPM.dBitFlipPM_Aggregator_MI([[1, -1, -1]], 3, 2, 1.0), "has 2 zeros and ones"),
    (lambda: L_SPL_Solution.SPL_L_GRR_Client([0], [3, 3], 2, 2.0, 1.0), "as many values"),
    (lambda: L_SMP_Solution.SMP_L_GRR_Aggregator_MI([], [3], 1, 2.0, 1.0), "no reports"),
]


@pytest.mark.parametrize(("call", "told"), BAD)
def test_wrong_input_is_told(call: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told.replace("(", r"\(")):
        call()
