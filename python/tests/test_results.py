"""Results: a mapping over the answer, tables as frames, what is shown and what is not."""

from __future__ import annotations

import copy
import math
import pickle
from pathlib import Path

import pandas as pd
import polars as pl
import pytest

import sourdine as sd
from sourdine._tables import frame_of_csv
from sourdine.results import Result, parse


def plan() -> sd.Result:
    return sd.plan(domain=17, epsilon=1, reports=100_000)


def test_a_result_is_a_mapping_with_attributes() -> None:
    answer = plan()
    assert answer["k"] == answer.k == 17
    assert sorted(answer) == ["confidence", "k", "rows"] and len(answer) == 3
    assert dict(answer) == answer.to_dict()
    assert "rows" in dir(answer)
    with pytest.raises(AttributeError, match="has no 'confidenc'. Did you mean 'confidence'"):
        _ = answer.confidenc
    with pytest.raises(KeyError):
        _ = answer["confidenc"]
    with pytest.raises(AttributeError, match="no 'guarantee'"):
        _ = answer.guarantee


def test_to_dict_is_a_copy() -> None:
    answer = plan()
    answer.to_dict()["rows"].clear()
    assert answer["rows"]


def test_both_kinds_of_frames_hold_the_same() -> None:
    answer = plan()
    left, right = answer.to_pandas(), answer.to_polars()
    assert isinstance(left, pd.DataFrame) and isinstance(right, pl.DataFrame)
    assert (
        left.columns.tolist()
        == right.columns
        == [
            "oracle",
            "epsilon",
            "reports",
            "error",
            *[name for name in right.columns if name not in ("oracle", "epsilon", "reports", "error")],
        ]
    )
    assert left["error"].dropna().tolist() == right["error"].drop_nulls().to_list()
    assert len(left) == len(right) == len(answer["rows"])


def test_every_answer_without_files_becomes_frames() -> None:
    for answer in (
        plan(),
        sd.oracles(),
        sd.mechanisms(),
        sd.range.plan(domain=365, epsilon=1),
        sd.audit(oracle="grr", domain=3, epsilon=1, trials=1000),
    ):
        assert len(answer.to_pandas()) == len(answer.to_polars()) > 0
        assert answer._repr_html_().startswith("<div")
        assert answer.verb in repr(answer)


def test_other_tables_by_name() -> None:
    answer = sd.audit(oracle="grr", domain=3, epsilon=1, trials=1000)
    assert answer.to_pandas("empirical")["trials"].tolist() == [1000]
    with pytest.raises(sd.InputError, match="has no table 'planted'"):
        answer.to_pandas("planted")
    with pytest.raises(sd.InputError, match="has no table"):
        sd.completion("bash").to_pandas()


def test_results_are_pickled_and_copied() -> None:
    answer = Result("plan", {"k": 3, "rows": [{"a": 1}]}, ok=False, messages="17 records counted")
    for other in (pickle.loads(pickle.dumps(answer)), copy.copy(answer), copy.deepcopy(answer)):
        assert other == answer and not other.ok and other.to_pandas()["a"].tolist() == [1]
    assert pickle.loads(pickle.dumps(answer)).messages == ""
    deep = copy.deepcopy(answer)
    deep["rows"].append({"a": 2})
    assert len(answer["rows"]) == 1


def test_what_is_for_the_eyes_of_the_holder_is_not_shown(tmp_path: Path) -> None:
    answer = sd.range.build({"age": [3, 4, 5]}, number="age", from_=0, to=9, epsilon=1, out=tmp_path / "a.srng")
    assert "3 records counted" in answer.messages
    assert "records counted" not in answer._repr_html_() + repr(answer)
    assert b"records counted" not in pickle.dumps(answer)


def test_what_is_not_private_says_so(tmp_path: Path) -> None:
    answer = sd.range.build({"age": [3]}, number="age", from_=0, to=9, epsilon=1, out=tmp_path / "a.srng", seed=1)
    assert "NOT PRIVATE" in answer._repr_html_()
    assert not answer.guarantee.is_private
    private = sd.range.build({"age": [3]}, number="age", from_=0, to=9, epsilon=1, out=tmp_path / "b.srng")
    assert "NOT PRIVATE" not in private._repr_html_() and "epsilon 1 for one record" in private._repr_html_()
    assert private.guarantee.is_private


def test_html_is_escaped() -> None:
    shown = Result("estimate", {"estimates": [{"value": "<script>", "estimate": 1.0}], "note": "<b>"})._repr_html_()
    assert "<script>" not in shown and "&lt;script&gt;" in shown and "<b>" not in shown


def test_long_tables_are_cut_in_notebooks() -> None:
    shown = Result("estimate", {"estimates": [{"value": str(i), "estimate": 1.0} for i in range(100)]})._repr_html_()
    assert shown.count("<tr>") == 11 and "90 more rows" in shown


def test_an_unbounded_epsilon_is_infinite() -> None:
    assert parse('{"exact": [{"exact_epsilon": "infinity"}]}')["exact"][0]["exact_epsilon"] == math.inf
    assert parse('{"value": "infinity"}')["value"] == "infinity"


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_names_in_files_stay_as_they_are(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "estimates.csv"
    path.write_text("period,region,estimate,lower\n2024,NA,1.5,0\n2024,01,,\n2024,null,3,2\n")
    frame = frame_of_csv(str(path), kind)  # type: ignore[arg-type]
    assert list(frame["region"]) == ["NA", "01", "null"] and list(frame["period"]) == ["2024"] * 3
    estimates = frame["estimate"].to_list()
    assert estimates[0] == 1.5 and (estimates[1] is None or math.isnan(estimates[1]))


def test_a_kind_of_frames_that_is_none() -> None:
    with pytest.raises(sd.InputError, match="there are no frames of 'panda'"):
        frame_of_csv("x.csv", "panda")  # type: ignore[arg-type]


def test_no_answer_has_a_key_that_an_attribute_hides(tmp_path: Path) -> None:
    # `values` of friis2021 is reached by ["values"]; a mapping has a method of that name.
    answers = [plan(), sd.oracles(), sd.audit(oracle="grr", domain=3, epsilon=1, trials=1000)]
    answers.append(sd.range.build({"age": [3]}, number="age", from_=0, to=9, epsilon=1, out=tmp_path / "a.srng"))
    hidden = {name for name in dir(Result) if name != "guarantee"} | {"ok", "messages", "verb"}
    for answer in answers:
        assert not hidden & set(answer)


def test_simulated_events_live_with_their_result() -> None:
    answer = sd.simulate("doubs")
    path = Path(answer.file)
    assert len(answer.to_pandas()) == answer.events == 382046
    assert answer.to_polars().columns == ["ID", "SDate", "Station", "Town", "Location"]
    other = pickle.loads(pickle.dumps(answer))
    assert other.file != answer.file and Path(other.file).read_bytes() == path.read_bytes()
    assert copy.copy(answer).file == answer.file
    del answer
    assert not path.exists()


def test_simulated_events_in_a_file_that_is_named(tmp_path: Path) -> None:
    made = sd.simulate("doubs", seed=3, out=tmp_path / "e.csv", towns=tmp_path / "t.csv", regions=tmp_path / "r.csv")
    assert made.file == str(tmp_path / "e.csv") and made.seed == 3
    assert (tmp_path / "t.csv").exists() and (tmp_path / "r.csv").exists()
    with pytest.raises(sd.InputError, match="known: doubs"):
        sd.simulate("jura")
