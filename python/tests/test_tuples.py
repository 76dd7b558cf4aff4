"""Several attributes of a person: values in, reports, tallies and estimates out, as for one attribute."""

import copy
import pathlib
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import sourdine as sd

TOWNS = ["Besançon", "Dole", "Vesoul"]
SOLUTIONS = {
    "smp": {},
    "spl": {"pairs": True},
    "rs+fd": {"oracle": "oue-z"},
    "rs+rfd": {"oracle": "grr", "priors": {"age": [0.4, 0.3, 0.2, 0.1], "town": [0.5, 0.3, 0.2]}},
    "joint": {},
}


def survey(solution: str = "smp", epsilon: float = 4.0, **more: object) -> sd.TupleProtocol:
    return sd.tuple_protocol(
        {"age": 4, "town": TOWNS}, epsilon=epsilon, solution=solution, **SOLUTIONS[solution], **more
    )


@pytest.fixture
def frame() -> pd.DataFrame:
    draw = np.random.default_rng(1)
    ages = draw.choice(4, 20_000, p=[0.4, 0.3, 0.2, 0.1])
    towns = draw.choice(3, 20_000, p=[0.5, 0.3, 0.2])
    return pd.DataFrame({"town": pd.Categorical.from_codes(towns, TOWNS), "age": ages, "id": np.arange(20_000)})


def records(frame: pd.DataFrame) -> np.ndarray:
    return np.stack([frame["age"], frame["town"].cat.codes], axis=1)


def test_every_form_of_records_is_the_same(frame: pd.DataFrame) -> None:
    some = frame.head(100)
    one = survey()
    numbers = records(some)
    expected = one.randomize(numbers, seed=3)
    texts = some["town"].tolist()
    forms = {
        "pandas": some,
        "polars": pl.DataFrame({"age": some["age"].to_numpy(), "town": texts}),
        "pyarrow": pa.table({"town": texts, "age": some["age"].to_numpy()}),
        "a batch": pa.record_batch({"town": texts, "age": some["age"].to_numpy()}),
        "a dict": {"age": some["age"].tolist(), "town": texts},
        "a dict of anything": {"age": pl.Series(some["age"].to_numpy()), "town": some["town"]},
        "records": list(zip(some["age"].tolist(), texts, strict=True)),
        "objects": np.array([[age, town] for age, town in zip(some["age"], texts, strict=True)], dtype=object),
        "bytes": numbers.astype(np.uint8),
        "columns of an array": np.asfortranarray(numbers),
    }
    for name, values in forms.items():
        assert one.randomize(values, seed=3) == expected, name
    reader = pa.table({"town": texts, "age": some["age"].to_numpy()}).to_reader()
    assert one.randomize(reader, seed=3) == expected, "a stream, which is read once"
    renamed = some.rename(columns={"age": "years"})
    assert one.randomize(renamed, columns=["years", "town"], seed=3) == expected
    assert one.randomize(renamed, columns={"age": "years"}, seed=3) == expected


@pytest.mark.parametrize("solution", SOLUTIONS)
def test_estimates_are_near_the_truth(frame: pd.DataFrame, solution: str) -> None:
    one = survey(solution)
    tally = one.randomize(frame, seed=4).tally()
    every = tally.estimates(confidence=1 - 1e-9)
    assert list(every) == ["age", "town"]
    for name, truth in (("age", np.bincount(frame["age"])), ("town", np.bincount(frame["town"].cat.codes))):
        found = every[name]
        assert found.people == 20_000 and found.attribute == name
        assert (found.lower <= truth).all() and (truth <= found.upper).all()
        assert found.shares.sum() == pytest.approx(1, abs=0.2)
    town = tally.estimate(attribute="town", confidence=0.9)
    assert town["Dole"] == tally.estimates(0.9)["town"][1]
    assert (town.reports < 20_000) == (solution == "smp")


def test_frames_of_estimates(frame: pd.DataFrame) -> None:
    every = survey().randomize(frame, seed=4).tally().estimates()
    columns = ["attribute", "value", "estimate", "std_error", "lower", "upper", "mostly_noise"]
    assert list(every.to_pandas().columns) == every.to_polars().columns == list(every.to_dict()) == columns
    assert every.to_pandas()["value"].tolist() == ["0", "1", "2", "3", *TOWNS]
    assert every.to_polars().height == 7
    assert "'town' of 20,000 people" in repr(every) and "drew it" in repr(every)
    assert every._repr_html_().count("<table") == 2
    one = every["age"]
    assert one.to_pandas()["value"].tolist() == [0, 1, 2, 3]
    numbers = sd.tuple_protocol([3, 2], epsilon=1.0).randomize([[0, 1]] * 50).tally().estimates()
    assert numbers.to_polars()["value"].dtype.is_integer()
    assert list(numbers) == ["attribute 1", "attribute 2"]


@pytest.mark.parametrize("solution", ["spl", "joint"])
def test_pairs(frame: pd.DataFrame, solution: str) -> None:
    pair = survey(solution).randomize(frame, seed=4).tally().pairs("age", "town", 1 - 1e-9)
    truth = np.zeros((4, 3))
    np.add.at(truth, (frame["age"].to_numpy(), frame["town"].cat.codes.to_numpy()), 1)
    assert (pair.lower <= truth).all() and (truth <= pair.upper).all()
    assert pair[2, "Dole"] == pair.values[2, 1]
    assert pair.to_pandas().columns.tolist() == ["age", "town", "estimate", "std_error", "lower", "upper"]
    assert pair.to_polars().height == 12
    assert "Vesoul" in pair._repr_html_()
    with pytest.raises(sd.InputError, match="pair"):
        survey("smp").randomize(frame, seed=4).tally().pairs("age", "town")


def test_both_levels_are_stated() -> None:
    fake = sd.tuple_protocol([3, 3], epsilon=1.0, solution="rs+fd", level="published", oracle="oue-z")
    assert fake.epsilon == pytest.approx(1.489880, abs=1e-6)
    assert fake.attribute_epsilon == pytest.approx(1, abs=1e-9)
    grr = sd.tuple_protocol([2, 4], epsilon=1.0, solution="rs+fd", level="published", oracle="grr")
    assert grr.attribute_epsilon == pytest.approx(1.112117, abs=1e-6)
    assert list(grr.attribute_epsilons) == ["attribute 1", "attribute 2"]
    three = sd.tuple_protocol([3, 3, 3], epsilon=1.0, solution="rs+fd", level="published", oracle="oue-z")
    assert three.epsilon == pytest.approx(1.817240, abs=1e-6)
    for solution in SOLUTIONS:
        one = survey(solution, 1.0)
        assert one.epsilon <= 1.0 and one.guarantee.epsilon == one.epsilon
        assert one.attribute_epsilon <= one.epsilon + 1e-12
        per_attribute = survey(solution, 1.0, level="attribute")
        assert per_attribute.attribute_epsilon <= 1.0
        assert any("attribute" in caveat for caveat in per_attribute.guarantee.caveats), solution


@pytest.mark.parametrize("solution", SOLUTIONS)
def test_copies_files_and_sums(frame: pd.DataFrame, tmp_path: pathlib.Path, solution: str) -> None:
    one = survey(solution)
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == sd.protocol("tuple", one.spec) == one
    assert isinstance(sd.protocol("tuple", one.spec), sd.TupleProtocol)
    reports = one.randomize(frame, seed=1)
    again = pickle.loads(pickle.dumps(reports))
    assert again == reports and again.protocol.attributes == ["age", "town"]
    reports.to_file(tmp_path / "a.srep")
    assert sd.read_reports(tmp_path / "a.srep") == reports
    tally = reports[:5000].tally() + reports[5000:].tally()
    assert tally == reports.tally(threads=1)
    tally.to_file(tmp_path / "a.stly")
    read = sd.read_tally(tmp_path / "a.stly")
    assert read == tally and read.estimates().to_dict() == tally.estimates().to_dict()
    estimate = pickle.loads(pickle.dumps(tally.estimate(attribute="age")))
    assert estimate.to_dict() == tally.estimate(attribute="age").to_dict()
    assert repr(one).startswith("sd.tuple_protocol({'age': 4, 'town': ['Besançon'") and one._repr_html_()
    seeded = reports.tally().estimates()["age"]
    assert not seeded.is_private and "NOT PRIVATE" in repr(seeded)


def test_rows_have_the_same_report_in_any_order(frame: pd.DataFrame) -> None:
    one, secret = survey(), sd.RowSecret.draw()
    first = one.randomize(frame, ids=frame["id"], secret=secret)
    turned = frame[::-1]
    second = one.randomize(turned, ids=turned["id"], secret=secret)
    assert (first.array == second.array[::-1]).all() and first.is_private


def test_threads_do_not_matter(frame: pd.DataFrame) -> None:
    one = survey()
    assert one.randomize(frame, seed=2, threads=1) == one.randomize(frame, seed=2, threads=4)


def test_plans_put_smp_first() -> None:
    plan = sd.tuple_plan({"age": 10, "town": TOWNS}, people=10_000, epsilon=1.0)
    best = plan["tuple"][0]
    assert best["solution"] == "smp" and best["tuple_epsilon"] <= 1.0
    errors = [row["mse"] for row in plan["tuple"]]
    assert errors == sorted(errors)
    assert pd.DataFrame(plan["attribute"])["solution"].nunique() > 2
    priors = {"age": [0.1] * 10, "town": [0.6, 0.3, 0.1]}
    with_priors = sd.tuple_plan({"age": 10, "town": TOWNS}, people=10_000, epsilon=1.0, priors=priors, shares=priors)
    assert "rs+rfd" in {row["solution"] for row in with_priors["tuple"]}


def test_oracles_of_attributes() -> None:
    one = sd.tuple_protocol({"age": 30, "town": TOWNS}, epsilon=1.0, oracles={"age": "olh", "town": ("ss", {})})
    assert one.oracles == {"age": "olh", "town": "ss"}
    repeated = sd.tuple_protocol({"age": 30}, epsilon=2.0, oracles={"age": ("l-grr", {"epsilon1": 0.5})})
    assert repeated.spec["attributes"][0]["oracle"]["parameters"]["epsilon1"] == 0.5


BAD = [
    (lambda one: one.randomize({"age": [1]}), sd.InputError, "no column 'town'"),
    (lambda one: one.randomize({"age": [1, 2], "town": ["Dole"]}), sd.InputError, "'age' has 2 values and 'town' 1"),
    (lambda one: one.randomize({"age": [1], "town": ["Dôle"]}), sd.InputError, "attribute 'town'.*Dôle"),
    (lambda one: one.randomize({"age": [4], "town": ["Dole"]}), sd.InputError, "attribute 1.*outside the domain"),
    (lambda one: one.randomize({"age": [2**63], "town": [0]}), ValueError, "outside the domain"),
    (lambda one: one.randomize({"age": [None], "town": ["Dole"]}), sd.InputError, "attribute 'age'.*missing"),
    (lambda one: one.randomize(pd.DataFrame({"age": [1], "twon": ["Dole"]})), sd.InputError, "no column 'town'"),
    (lambda one: one.randomize(np.zeros((3, 3), np.int64)), sd.InputError, r"shape \(n, 2\)"),
    (lambda one: one.randomize([[1, 2], [1]]), sd.InputError, "record 2 is not one of 2"),
    (lambda one: one.randomize("Dole"), TypeError, "table"),
    (lambda one: one.randomize([[1, 2]], columns=["a", "b"]), TypeError, "columns= is for tables"),
    (lambda one: one.randomize({"age": [1], "town": [0]}, columns=["age"]), sd.InputError, "1 columns for 2"),
    (lambda one: one.empty_tally().estimate(), TypeError, "attribute="),
    (lambda one: one.empty_tally().estimate(attribute="twon"), sd.InputError, "Did you mean 'town'"),
    (lambda one: one.empty_tally().estimate(attribute=2), sd.InputError, "from 0 to 1"),
    (lambda one: sd.oracle("grr", k=3, epsilon=1.0).empty_tally().estimates(), TypeError, "not about several"),
    (lambda one: sd.tuple_protocol({}, epsilon=1.0), sd.InputError, "at least one"),
    (lambda one: sd.tuple_protocol({"a": 3}, epsilon=1.0, oracles={"b": "grr"}), sd.InputError, "no attribute"),
    (lambda one: sd.tuple_protocol({"a": 3}, epsilon=1.0, solution="spm"), sd.InputError, "known: spl, smp"),
    (lambda one: sd.tuple_protocol({"a": 3}, epsilon=30.0), sd.InputError, "protects nobody"),
    (lambda one: sd.tuple_protocol({"a": 3, "b": 2}, epsilon=1.0, solution="rs+rfd"), sd.InputError, "prior"),
    (lambda one: sd.tuple_protocol({"a": "xyz"}, epsilon=1.0), TypeError, "labels must be a list"),
    (lambda one: sd.tuple_protocol("ab", epsilon=1.0), TypeError, "dict or a list"),
]


@pytest.mark.parametrize(("call", "kind", "told"), BAD)
def test_wrong_input_is_told(call: object, kind: type[Exception], told: str) -> None:
    with pytest.raises(kind, match=told):
        call(survey())


def test_nobody_drew_an_attribute() -> None:
    tally = survey().empty_tally()
    found = tally.estimates()
    assert np.isnan(found["age"].values).all() and len(found["age"]) == 4 and len(found["town"]) == 3
    assert "No reports" in repr(found["town"])


def test_one_attribute_is_a_tuple_too() -> None:
    alone = sd.tuple_protocol({"town": TOWNS}, epsilon=4.0)
    reports = alone.randomize({"town": ["Dole"] * 900 + ["Vesoul"] * 100}, seed=1)
    assert reports.tally().estimates()["town"]["Dole"].value > 800
    assert alone.randomize(np.zeros((5, 1), np.int64), seed=1).array.shape[0] == 5
