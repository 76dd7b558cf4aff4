"""Whatever is public can be pickled and copied, and is the same afterwards."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

import sourdine as sd

OBJECTS: dict[str, Any] = {}


def objects() -> dict[str, Any]:
    if not OBJECTS:
        oracle = sd.oracle("grr", labels=["red", "green", "blue"], epsilon=1.0)
        reports = oracle.randomize(["red", "blue"], seed=1, collection="monday")
        days = sd.range_protocol(100, epsilon=1.0)
        OBJECTS.update(
            oracle=oracle,
            chosen=sd.oracle("olh", k=1000, epsilon=1.0),
            range=days,
            reports=reports,
            tally=reports.tally(),
            range_tally=days.randomize([1, 2, 3]).tally(),
            guarantee=oracle.guarantee,
            loss=sd.loss.gaussian(4.0),
        )
    return OBJECTS


NAMES = ["oracle", "chosen", "range", "reports", "tally", "range_tally", "guarantee", "loss"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickle(name: str, protocol: int) -> None:
    made = objects()[name]
    again = pickle.loads(pickle.dumps(made, protocol))
    assert again == made and type(again) is type(made) and repr(again) == repr(made)


@pytest.mark.parametrize("name", NAMES)
def test_copies(name: str) -> None:
    made = objects()[name]
    assert copy.copy(made) == made
    assert copy.deepcopy(made) == made
    assert repr(copy.deepcopy(made)) == repr(made)


def test_a_deep_copy_of_reports_has_its_own_memory() -> None:
    reports = objects()["reports"]
    deep = copy.deepcopy(reports)
    deep.array[0] ^= 0xFF
    assert deep != reports
    assert copy.copy(reports).array is reports.array


def test_estimates_come_back_whole() -> None:
    estimate = objects()["tally"].estimate(0.9, consistency="norm-sub")
    again = pickle.loads(pickle.dumps(estimate))
    assert again.to_dict() == estimate.to_dict() == copy.deepcopy(estimate).to_dict()
    assert repr(again) == repr(estimate)
    assert again["red"] == estimate["red"]


def test_what_is_not_private_stays_so() -> None:
    for made in (objects()["reports"], objects()["tally"]):
        assert not pickle.loads(pickle.dumps(made)).is_private
        assert not copy.deepcopy(made).is_private


def test_cells_stay_read_only() -> None:
    tally = pickle.loads(pickle.dumps(objects()["tally"]))
    with pytest.raises(ValueError, match="read-only"):
        tally.cells[0] = 1
    assert not copy.deepcopy(tally).cells.flags.writeable


def test_accountants_come_back_with_what_they_added() -> None:
    accountant = sd.accountant().add(sd.loss.pure(0.1), times=10)
    again = pickle.loads(pickle.dumps(accountant))
    assert again.total(0.0) == accountant.total(0.0)
    copied = copy.deepcopy(accountant)
    copied.add(sd.loss.pure(1.0))
    assert accountant.total(0.0).epsilon == pytest.approx(1.0)


class Survey(sd.Oracle):
    question: str = ""


def test_classes_of_others_come_back_with_what_they_hold() -> None:
    survey = Survey("grr", k=4, epsilon=1.0)
    survey.question = "colour"
    again = pickle.loads(pickle.dumps(survey))
    assert type(again) is Survey and again.question == "colour" and again == survey


@pytest.mark.parametrize("kind", [sd.InputError, sd.BudgetError])
def test_errors_come_back_with_sentence_and_hint(kind: type[sd.InputError]) -> None:
    for error in (kind("what is wrong", "what helps"), kind("what is wrong")):
        again = pickle.loads(pickle.dumps(error))
        assert (again.sentence, again.hint, str(again)) == (error.sentence, error.hint, str(error))
        assert type(again) is kind


def part_of_the_work(oracle: sd.Oracle, seed: int) -> sd.Tally:
    return oracle.tally(oracle.randomize(np.arange(1000) % oracle.k, seed=seed))


def test_work_goes_to_other_processes_and_comes_back(oracle: sd.Oracle) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        tallies = list(pool.map(part_of_the_work, [oracle] * 4, range(4)))
    assert sum(tallies) == sum(part_of_the_work(oracle, seed) for seed in range(4))
