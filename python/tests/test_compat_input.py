"""The peer's names: where randomness comes from, and what is refused."""

import json
import math
import os
import threading

import numpy as np
import pytest
from compat_calls import BY_IBU, BY_MI, CLIENTS, drawn

from sourdine.compat import NotPrivateWarning, seeded
from sourdine.compat._channels import channel
from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles import GRR, HE, LH, SS, UE

pytestmark = [
    pytest.mark.filterwarnings("ignore::sourdine.errors.NotPrivateWarning"),
    pytest.mark.filterwarnings("ignore::sourdine.compat.CorrectionWarning"),
]


def test_numpys_seed_does_nothing() -> None:
    def twenty() -> list[int]:
        np.random.seed(1)
        return [GRR.GRR_Client(2, 1000, 0.1) for _ in range(20)]

    assert twenty() != twenty()


@pytest.mark.parametrize("name", CLIENTS)
def test_a_seed_gives_the_same_reports_and_is_called_not_private(name: str) -> None:
    with pytest.warns(NotPrivateWarning, match="not private"):
        first = drawn(name, [1, 2, 3] * 10, 12, 1.0, seed=5)
    again, other = (drawn(name, [1, 2, 3] * 10, 12, 1.0, seed=seed) for seed in (5, 6))
    assert np.array_equal(first, again) and not np.array_equal(first, other)
    assert not np.array_equal(first, [CLIENTS[name](value, 12, 1.0) for value in [1, 2, 3] * 10])


def test_a_seed_is_of_its_thread_alone() -> None:
    found = []

    def elsewhere() -> None:
        found.append([GRR.GRR_Client(1, 1000, 0.1) for _ in range(20)])

    with seeded(5):
        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join()
        here = [GRR.GRR_Client(1, 1000, 0.1) for _ in range(20)]
    assert found[0] != here
    with pytest.raises(ValueError, match="whole number"), seeded(-1):
        pass


def test_a_forked_process_draws_for_itself() -> None:
    GRR.GRR_Client(1, 1000, 0.1)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(write, json.dumps([GRR.GRR_Client(1, 1000, 0.1) for _ in range(20)]).encode())
        os._exit(0)
    os.waitpid(child, 0)
    theirs = json.loads(os.read(read, 65536))
    os.close(read)
    os.close(write)
    assert theirs != [GRR.GRR_Client(1, 1000, 0.1) for _ in range(20)]


@pytest.mark.parametrize("name", CLIENTS)
@pytest.mark.parametrize(
    ("value", "k", "epsilon", "error"),
    [
        (-1, 4, 1.0, ValueError),
        (4, 4, 1.0, ValueError),
        (1.0, 4, 1.0, TypeError),
        ("1", 4, 1.0, TypeError),
        (0, 1, 1.0, ValueError),
        (0, 2.5, 1.0, ValueError),
        (0, 4, 0, ValueError),
        (0, 4, -1.0, ValueError),
        (0, 4, math.nan, ValueError),
        (0, 4, "1", TypeError),
        (0, 4, math.inf, ValueError),
    ],
)
def test_bad_input_of_clients(name: str, value: object, k: object, epsilon: object, error: type) -> None:
    with pytest.raises(error):
        CLIENTS[name](value, k, epsilon)


@pytest.mark.parametrize("name", CLIENTS)
def test_bad_input_of_aggregators(name: str) -> None:
    k = 12
    good = drawn(name, [1] * 70, k, 1.0, seed=1)
    for aggregate in (BY_MI[name], BY_IBU[name]):
        with pytest.raises(ValueError, match="no reports"):
            aggregate([], k, 1.0)
        with pytest.raises((ValueError, TypeError)):
            aggregate([*good, None], k, 1.0)
        with pytest.raises((ValueError, TypeError)):
            aggregate([*good, "x"], k, 1.0)
        with pytest.raises((ValueError, TypeError)):
            aggregate(good, k, 0.0)
        if name not in ("SUE", "OUE"):
            with pytest.raises(ValueError):
                aggregate(good, 1, 1.0)
    for options in ({"nb_iter": 0}, {"tol": 0.0}, {"err_func": "rmse"}, {"nb_iter": 2.5}):
        with pytest.raises(ValueError):
            UE.UE_Aggregator_IBU(np.eye(3), 3, 1.0, **options)
    with pytest.raises(ValueError, match="use_thresh"):
        HE.HE_Aggregator_IBU(np.eye(3), 3, 1.0, use_thresh=False)


def test_reports_outside_the_domain_are_refused() -> None:
    for bad in ([0, 4], [0, -1], [[0], [1]]):
        with pytest.raises((ValueError, TypeError)):
            GRR.GRR_Aggregator_MI(bad, 4, 1.0)
    with pytest.raises(ValueError, match="zeros and ones"):
        UE.UE_Aggregator_MI([[0, 1, 0.5]], 1.0)
    with pytest.raises(ValueError, match="vector of 3"):
        UE.UE_Aggregator_IBU([[0, 1]], 3, 1.0)
    with pytest.raises(ValueError, match="different"):
        SS.SS_Aggregator_MI([[1, 1, 2]], 10, 1.0)
    with pytest.raises(ValueError, match="finite"):
        HE.HE_Aggregator_MI([[0, 1, math.nan]], 3, 1.0)
    with pytest.raises(ValueError, match="bucket"):
        LH.LH_Aggregator_MI([(300, 2**63)], 4, 1.0)
    with pytest.raises(ValueError):
        LH.LH_Aggregator_MI([(7, 2**63)], 4, 1.0)


def test_reports_hashed_by_the_peer_are_refused() -> None:
    seeds = np.random.default_rng(1).integers(2**63 - 1, size=100)
    with pytest.raises(ValueError, match="hash functions"):
        LH.LH_Aggregator_MI([(0, seed) for seed in seeds], 4, 1.0)


def test_large_domains_have_longer_seeds() -> None:
    k = 200_000
    reports = drawn("OLH", [5] * 80, k, 3.0, seed=2)
    assert max(seed for _, seed in reports) > 2**100
    assert int(LH.LH_Aggregator_MI(reports, k, 3.0).argmax()) == 5


def test_an_epsilon_above_20_is_said_to_promise_nothing() -> None:
    channel.cache_clear()
    with pytest.warns(NotPrivateWarning, match="next to nothing"):
        GRR.GRR_Client(1, 4, 25.0)
