"""People who report again and again: permanent responses by their ids, what many reports tell."""

import numpy as np
import pytest

import sourdine as sd

SECRET = bytes(range(32))
MEMOISED = ("l-grr", "l-sue", "l-osue", "l-oue", "l-soue", "loloha", "dbitflip", "rappor")


@pytest.mark.parametrize("name", MEMOISED)
def test_collections_with_a_name_are_the_same_whenever_they_are_computed(name: str) -> None:
    oracle = sd.oracle(name, k=12, epsilon=2.0)
    assert oracle.is_memoised
    people, values = np.arange(5000), np.arange(5000) % 12
    monday = oracle.respond(values, people=people, secret=SECRET, collection="monday")
    turned = oracle.respond(values[::-1], people=people[::-1], secret=SECRET, collection="monday", threads=1)
    assert (monday.array == turned.array[::-1]).all()
    assert monday.collection == "monday" and monday.is_private
    tuesday = oracle.respond(values, people=people, secret=SECRET, collection="tuesday")
    other = oracle.respond(values, people=people, secret=bytes(32), collection="monday")
    question = oracle.respond(values, people=people, secret=SECRET, collection="monday", attribute="age")
    if name == "dbitflip":  # which has no second round
        assert (monday.array == tuesday.array).all()
    else:
        assert (monday.array != tuesday.array).any()
    assert (monday.array != other.array).any() and (monday.array != question.array).any()
    truth = np.bincount(values, minlength=12)
    for day in (monday, tuesday):
        found = day.estimate(confidence=1 - 1e-9)
        assert (found.lower <= truth).all() and (truth <= found.upper).all()


def test_a_fresh_second_round_differs_and_names_of_people_are_texts_too() -> None:
    oracle = sd.oracle("l-osue", labels=["a", "b", "c"], epsilon=2.0, epsilon1=0.5)
    people = ["Änne", "Bob", "Cleo"] * 1
    asked = dict(people=people, secret=sd.RowSecret.draw(), attribute="mood")
    days = [oracle.respond(["a", "b", "c"], **asked) for _ in range(40)]
    assert len({day.array.tobytes() for day in days}) > 1 and all(day.is_private for day in days)
    seeded = [oracle.respond(["a"], people=["Bob"], seed=5).array.tobytes() for _ in range(2)]
    assert seeded[0] == seeded[1] and not oracle.respond(["a"], people=["Bob"], seed=5).is_private


def test_reports_agree_as_often_as_the_permanent_round_says() -> None:
    oracle = sd.oracle("l-grr", k=5, epsilon=2.0, epsilon1=1.0)
    people, values = np.arange(40_000), np.full(40_000, 3)
    first, second = (
        oracle.respond(values, people=people, secret=SECRET, collection=day).array[:, 0] for day in ("a", "b")
    )
    yes, no = oracle._core.support
    kept = np.mean((first == 3) & (second == 3))
    assert abs(np.mean(first == 3) - yes) < 6 * np.sqrt(yes * (1 - yes) / 40_000)
    assert kept > yes**2 + 0.02  # independent reports would agree less often
    assert abs(np.mean((first == 3) & (np.roll(second, 1) == 3)) - yes**2) < 6 * np.sqrt(yes**2 / 40_000)
    assert no < yes


@pytest.mark.parametrize("name", MEMOISED)
def test_leakage_begins_with_one_report_and_never_exceeds_epsilon(name: str) -> None:
    oracle = sd.oracle(name, k=17, epsilon=2.0)
    curve = oracle.leakage(20)
    assert curve[0] == pytest.approx(oracle.report_epsilon, abs=1e-9)
    assert (np.diff(curve) >= 0).all() and curve[-1] <= oracle.epsilon
    assert oracle.lifetime(2).epsilon == pytest.approx(2 * oracle.lifetime(1).epsilon)
    assert oracle.lifetime().epsilon >= oracle.lifetime(2).epsilon


def test_vectors_of_leakage() -> None:
    assert sd.oracle("l-grr", k=17, epsilon=2.0, epsilon1=1.0).leakage([1, 2, 5]) == pytest.approx(
        [1.0, 1.805903, 1.999753], abs=1e-6
    )
    assert sd.oracle("l-osue", k=17, epsilon=2.0, epsilon1=1.0).leakage([1, 2, 5]) == pytest.approx(
        [1.0, 1.641664, 1.993653], abs=1e-6
    )


def test_several_attributes_again_and_again() -> None:
    survey = sd.tuple_protocol({"age": 4, "town": ["x", "y"]}, epsilon=3.0, oracle="l-grr")
    people = np.arange(20_000)
    frame = {"age": people % 4, "town": ["x", "y", "y"] * 6666 + ["x", "y"]}
    days = [survey.respond(frame, people=people, secret=SECRET, collection=day) for day in ("mo", "tu")]
    assert (days[0].array[:, 0] == days[1].array[:, 0]).all(), "everybody keeps an attribute for life"
    assert (days[0].array != days[1].array).any()
    assert days[0] == survey.respond(frame, people=people, secret=SECRET, collection="mo", threads=1)
    assert abs(np.mean(days[0].array[:, 0]) - 0.5) < 6 * 0.5 / np.sqrt(20_000)
    for day in days:
        found = day.tally().estimates(confidence=1 - 1e-9)
        truth = np.bincount(frame["age"])
        assert (found["age"].lower <= truth).all() and (truth <= found["age"].upper).all()
        assert found["town"]["y"].lower <= 13_333 <= found["town"]["y"].upper
    assert survey.respond(frame, people=people, secret=SECRET, collection="mo", survey="b") != days[0]


BAD = [
    (lambda: sd.oracle("oue", k=3, epsilon=1.0).respond([0], people=[1], secret=SECRET), sd.InputError, "permanent"),
    (lambda: sd.oracle("oue", k=3, epsilon=1.0).leakage(3), sd.InputError, "permanent"),
    (lambda: sd.oracle("l-grr", k=3, epsilon=1.0).respond([0], people=[1]), TypeError, "secret= is needed"),
    (lambda: sd.oracle("l-grr", k=3, epsilon=1.0).respond([0], people=[1, 2], secret=SECRET), sd.InputError, "2 ids"),
    (lambda: sd.oracle("l-grr", k=3, epsilon=1.0).respond([3], people=[1], secret=SECRET), sd.InputError, "outside"),
    (lambda: sd.oracle("l-grr", k=3, epsilon=1.0).respond([0], people=[1], secret=b"x"), sd.InputError, "32 bytes"),
    (lambda: sd.oracle("l-grr", k=3, epsilon=1.0, epsilon1=1.0), sd.InputError, "epsilon1"),
    (lambda: sd.oracle("l-oue", k=3, epsilon=1.0, epsilon1=0.9), sd.InputError, "largest is 0.76338"),
    (
        lambda: sd.tuple_protocol([3, 3], epsilon=1.0).respond([[0, 0]], people=[1], secret=SECRET),
        sd.InputError,
        "perm",
    ),
    (
        lambda: sd.tuple_protocol([3, 3], epsilon=1.0, solution="spl").respond([[0, 0]], people=[1], secret=SECRET),
        sd.InputError,
        "not for repeated",
    ),
]


@pytest.mark.parametrize(("call", "kind", "told"), BAD)
def test_wrong_input_is_told(call: object, kind: type[Exception], told: str) -> None:
    with pytest.raises(kind, match=told):
        call()
