"""LocalRandomizer is a transformer as scikit-learn wants it, and as private as it says."""

import math
import pickle
import warnings
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.utils import estimator_checks

from sourdine.errors import NotPrivateWarning
from sourdine.sklearn import LocalRandomizer

Z = 6.0  # two-sided normal tail 2e-9: some hundred comparisons stay below one false alarm in a million

learnt = pytest.mark.filterwarnings("ignore::sourdine.errors.NotPrivateWarning")
FRAME = pd.DataFrame({"age": [20, 30, 40, 77], "sex": ["m", "f", "f", "m"], "ok": [True, False, True, True]})
PUBLIC: dict[str, Any] = {"bounds": {"age": (0, 100)}, "bins": 4, "categories": {"sex": ["f", "m"]}}


class Deterministic(LocalRandomizer):
    """With a seed it is, and then has to pass what is skipped for randomness' sake."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.non_deterministic = False
        return tags


@learnt
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@pytest.mark.parametrize("randomizer", [LocalRandomizer(), LocalRandomizer(bounds=(-5, 5), bins=16, epsilon=8.0)])
def test_check_estimator(randomizer: LocalRandomizer) -> None:
    checks = estimator_checks.check_estimator(randomizer, on_fail=None)
    assert {check["check_name"] for check in checks if check["status"] == "failed"} == set()
    # What scikit-learn does not ask of a random transformer; and its array interface, which must be switched on.
    assert {check["check_name"] for check in checks if check["status"] == "skipped"} <= {
        "check_pipeline_consistency",
        "check_transformer_data_not_an_array",
        "check_transformer_general",
        "check_array_api_input",
    }
    assert sum(check["status"] == "passed" for check in checks) >= 35


@learnt
@pytest.mark.parametrize(
    "check",
    [
        estimator_checks.check_pipeline_consistency,
        estimator_checks.check_transformer_data_not_an_array,
        estimator_checks.check_transformer_general,
    ],
)
def test_checks_that_are_skipped_for_randomness_pass_with_a_seed(check: Any) -> None:
    check("LocalRandomizer", Deterministic(random_state=0))


def test_a_public_domain_is_private_and_needs_no_data() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        randomizer = LocalRandomizer(2.0, **PUBLIC).fit(FRAME)
    assert randomizer.is_private_ and randomizer.guarantee_.is_private and randomizer.learnt_ == []
    other = FRAME.assign(age=[99, 1, 2, 3], sex=["f", "f", "m", "m"])
    again = clone(randomizer).fit(other)
    assert all(np.array_equal(a, b) for a, b in zip(randomizer.domains_, again.domains_, strict=True))


def test_a_pair_of_bounds_is_for_all_columns_that_have_no_categories() -> None:
    randomizer = LocalRandomizer(1.0, bounds=(0, 1), bins=2, categories={2: [3, 4]}).fit([[0.1, 0.2, 3]])
    assert [domain.tolist() for domain in randomizer.domains_] == [[0.25, 0.75], [0.25, 0.75], [3, 4]]
    assert randomizer.is_private_


def test_a_domain_learnt_from_the_data_is_not_private() -> None:
    with pytest.warns(NotPrivateWarning, match="'age', 'sex' was learnt") as said:
        randomizer = LocalRandomizer().fit(FRAME)
    assert said[0].filename == __file__
    assert not randomizer.is_private_ and randomizer.learnt_ == ["age", "sex"]
    assert "learnt" in str(randomizer.guarantee_)
    assert randomizer.domains_[1].tolist() == ["f", "m"] and randomizer.domains_[2].tolist() == [False, True]


def test_a_seed_is_not_private_and_repeats() -> None:
    randomizer = LocalRandomizer(0.1, **PUBLIC, random_state=3).fit(FRAME)
    assert not randomizer.is_private_ and "seed" in str(randomizer.guarantee_)
    many = pd.concat([FRAME] * 20, ignore_index=True)
    assert (randomizer.transform(many) == randomizer.transform(many)).all()
    other = clone(randomizer).set_params(random_state=4).fit(FRAME)
    assert (randomizer.transform(many) != other.transform(many)).any()


def test_randomness_is_fresh_and_never_numpys() -> None:
    randomizer = LocalRandomizer(0.1, **PUBLIC).fit(FRAME)
    many = pd.concat([FRAME] * 20, ignore_index=True)
    np.random.seed(1)
    first = randomizer.transform(many)
    np.random.seed(1)
    assert (first != randomizer.transform(many)).any()


def test_columns_do_not_share_randomness() -> None:
    same = np.zeros((2000, 2))
    drawn = LocalRandomizer(1.0, bounds=(0, 1), bins=50, random_state=1).fit_transform(same)
    assert (drawn[:, 0] != drawn[:, 1]).any()


@pytest.mark.parametrize("columns", [1, 2, 3, 7, 10, 49, 1000])
@pytest.mark.parametrize("epsilon", [1.0, 0.1, 3.3, 1e-3])
def test_epsilon_of_a_record_is_the_sum_and_never_exceeded(columns: int, epsilon: float) -> None:
    randomizer = LocalRandomizer(epsilon, bounds=(0, 1), bins=5).fit(np.zeros((1, columns)))
    spent = [Fraction(oracle.epsilon) for oracle in randomizer.oracles_]
    assert len(spent) == columns and sum(spent) <= Fraction(epsilon)
    assert randomizer.epsilon_per_column_ == pytest.approx(epsilon / columns)
    promise = randomizer.guarantee_
    assert promise.epsilon_asked == epsilon and epsilon * (1 - 1e-9) <= promise.epsilon <= epsilon
    assert promise.protects == "tuple" and f"each of {columns} columns" in str(promise)


def test_what_comes_out_has_the_law_of_randomised_response() -> None:
    rows, bins, epsilon = 40_000, 5, 2.0
    people = np.column_stack([np.full(rows, 0.35), np.full(rows, 0.99)])  # bins 1 and 4
    drawn = LocalRandomizer(epsilon, bounds=(0, 1), bins=bins, random_state=1).fit_transform(people)
    e = math.exp(epsilon / 2)
    for column, held in enumerate([1, 4]):
        counts = [(np.isclose(drawn[:, column], (value + 0.5) / bins)).sum() for value in range(bins)]
        assert sum(counts) == rows
        for value, count in enumerate(counts):
            p = (e if value == held else 1) / (e + bins - 1)
            assert abs(count - rows * p) <= Z * math.sqrt(rows * p * (1 - p))
    # Independent given the record.
    kept = (np.isclose(drawn[:, 0], 0.3), np.isclose(drawn[:, 1], 0.9))
    p = e / (e + bins - 1)
    assert abs((kept[0] & kept[1]).sum() - rows * p * p) <= Z * math.sqrt(rows * p * p)


def test_bins_are_equal_parts_and_numbers_outside_go_to_the_nearer_bound() -> None:
    randomizer = LocalRandomizer(20.0, bounds=(10, 20), bins=5, random_state=0).fit(np.zeros((1, 1)))
    assert randomizer.domains_[0].tolist() == [11, 13, 15, 17, 19]
    numbers = np.array([[-1e308], [10], [11.99], [12], [19.99], [20], [1e308]])
    codes = randomizer._domains[0].codes("x", numbers[:, 0])
    assert codes.tolist() == [0, 0, 0, 1, 4, 4, 4]


def test_a_column_of_one_value_says_nothing_and_spends_nothing() -> None:
    randomizer = LocalRandomizer(1.0, categories=[["x"], ["a", "b"]]).fit([["x", "a"], ["x", "b"]])
    assert randomizer.oracles_[0] is None and randomizer.guarantee_.epsilon <= 0.5
    assert randomizer.transform([["x", "a"]])[0, 0] == "x"


def test_pipelines_and_column_transformers() -> None:
    people = pd.concat([FRAME] * 200, ignore_index=True)
    label = people["sex"] == "m"
    columns = ColumnTransformer(
        [
            ("number", LocalRandomizer(1.0, bounds=(0, 100)), ["age"]),
            ("category", make_pipeline(LocalRandomizer(6.0, categories=[["f", "m"]]), OneHotEncoder()), ["sex"]),
        ]
    )
    model = make_pipeline(columns, LogisticRegression()).fit(people, label)
    assert columns.get_feature_names_out().tolist() == ["number__age", "category__sex_f", "category__sex_m"]
    assert model.score(people, label) > 0.9
    assert (
        make_pipeline(LocalRandomizer(8.0, bounds=(0, 1)), LogisticRegression())
        .fit(np.array([[0.0], [1.0]] * 50), [0, 1] * 50)
        .n_features_in_
        == 1
    )


def test_output_is_an_array_a_pandas_or_a_polars_frame() -> None:
    randomizer = LocalRandomizer(2.0, **PUBLIC)
    table = randomizer.fit_transform(FRAME)
    assert table.dtype == object and table.shape == (4, 3)
    assert set(table[:, 1]) <= {"f", "m"} and set(table[:, 0]) <= {12.5, 37.5, 62.5, 87.5}
    indexed = FRAME.set_index(pd.Index([5, 6, 7, 8]))
    frame = randomizer.set_output(transform="pandas").fit_transform(indexed)
    assert frame.columns.tolist() == ["age", "sex", "ok"] and frame.index.tolist() == [5, 6, 7, 8]
    assert frame["age"].dtype == np.float64 and frame["ok"].dtype == bool
    polars = randomizer.set_output(transform="polars").fit_transform(pl.DataFrame(FRAME.to_dict("list")))
    assert isinstance(polars, pl.DataFrame) and polars.schema == {"age": pl.Float64, "sex": pl.String, "ok": pl.Boolean}
    numbers = LocalRandomizer(1.0, bounds=(0, 100)).set_output(transform="polars").fit_transform(FRAME[["age"]])
    assert isinstance(numbers, pl.DataFrame) and numbers.columns == ["age"]
    assert randomizer.get_feature_names_out().tolist() == ["age", "sex", "ok"]


def test_pickle_and_clone() -> None:
    randomizer = LocalRandomizer(2.0, **PUBLIC, random_state=1).fit(FRAME)
    copy = pickle.loads(pickle.dumps(randomizer))
    assert (copy.transform(FRAME) == randomizer.transform(FRAME)).all()
    assert clone(randomizer).get_params() == randomizer.get_params()
    with pytest.raises(NotFittedError):
        clone(randomizer).transform(FRAME)
    assert not hasattr(randomizer, "inverse_transform")


@pytest.mark.parametrize(
    ("parameters", "says"),
    [
        ({"bounds": {"agee": (0, 1)}}, "names column 'agee'"),
        ({"bounds": (5, 5)}, "bounds of column 'age'"),
        ({"bounds": (0, math.inf)}, "bounds of column 'age'"),
        ({"bounds": (0, math.nan)}, "bounds of column 'age'"),
        ({"bounds": [(0, 1)]}, "one entry for each of 3 columns"),
        ({"bounds": (0, 100), "bins": 0}, "bins of column 'age'"),
        ({"bounds": (0, 100), "bins": 2.5}, "bins of column 'age'"),
        ({"epsilon": "1"}, "epsilon"),
        ({"epsilon": 0}, "epsilon"),
        ({"epsilon": -1.0}, "epsilon"),
        ({"epsilon": math.nan}, "epsilon"),
        ({"epsilon": math.inf}, "epsilon"),
        ({"categories": {"sex": ["f", "f"]}}, "different values"),
        ({"categories": {"sex": []}}, "different values"),
        ({"categories": "auto"}, "one entry for each"),
        ({"categories": {"sex": ["x", "y"]}}, "row 0 of column 'sex' has none of its categories: 'x', 'y'"),
        ({"categories": {"sex": ["f", "m"]}, "bounds": {"sex": (0, 1)}}, "categories and bounds"),
    ],
)
@learnt
def test_bad_parameters(parameters: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        LocalRandomizer(**parameters).fit(FRAME).transform(FRAME)


@pytest.mark.parametrize(
    "rows",
    [
        FRAME.assign(age=[1, 2, None, 4]),
        FRAME.assign(sex=["m", None, "f", "f"]),
        pl.DataFrame({"a": [1, None, 2]}),
        pl.DataFrame({"a": ["x", None, "y"]}),
        pd.DataFrame({"a": pd.array([1, None, 2], dtype="Int64")}),
        np.array([[1.0], [np.inf]]),
        np.zeros((0, 2)),
        FRAME.iloc[:0],
        np.zeros(3),
    ],
)
@learnt
def test_missing_values_and_wrong_shapes_are_refused(rows: Any) -> None:
    with pytest.raises(ValueError):
        LocalRandomizer().fit_transform(rows)


@learnt
def test_other_columns_than_those_of_fit_are_refused() -> None:
    randomizer = LocalRandomizer().fit(FRAME)
    with pytest.raises(ValueError, match="feature names"):
        randomizer.transform(FRAME.rename(columns={"age": "years"}))
    with pytest.raises(ValueError, match="no numbers"):
        randomizer.transform(FRAME.assign(age=["a", "b", "c", "d"]))


@learnt
def test_categories_of_pandas_and_text_in_arrays() -> None:
    assert LocalRandomizer().fit(pd.DataFrame({"a": pd.Categorical(["x", "y"])})).domains_[0].tolist() == ["x", "y"]
    assert LocalRandomizer().fit(np.array([["1", "b"], ["2", "d"]])).domains_[0].tolist() == ["1", "2"]
