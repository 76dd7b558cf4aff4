"""The files at the top that people and hosting sites read are of the form that these read, and agree with each other.

Every check is run on a planted fault, too. A checker that is missing fails: the environment of the tests has them all.
"""

from __future__ import annotations

import configparser
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

import sourdine as sd

ROOT = Path(__file__).resolve().parents[2]

FORMS = ".github/ISSUE_TEMPLATE"
WORKFLOWS = ".github/workflows"

# The keys that we use of the development container's format, for which no schema comes with a package.
CONTAINER = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "build": {
            "type": "object",
            "properties": {"dockerfile": {"type": "string"}},
            "required": ["dockerfile"],
            "additionalProperties": False,
        },
        "remoteUser": {"type": "string"},
        "postCreateCommand": {"type": "string"},
        "forwardPorts": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 65535}},
        "runArgs": {"type": "array", "items": {"type": "string"}},
        "capAdd": {"type": "array", "items": {"type": "string"}},
        "securityOpt": {"type": "array", "items": {"type": "string"}},
        "hostRequirements": {
            "type": "object",
            "properties": {
                "cpus": {"type": "integer", "minimum": 1},
                "memory": {"type": "string", "pattern": r"^\d+([tgmk]b)?$"},
            },
            "additionalProperties": False,
        },
    },
    "required": ["name", "build"],
    "additionalProperties": False,
}


def run(*command: str | Path, folder: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """A finished program and, in stdout, all that it said."""
    return subprocess.run(command, cwd=folder, env={**os.environ, **environment}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)


def schemas_of(path: Path) -> list[str]:
    """How check-jsonschema finds what this file has to be, by its place."""
    place = path.as_posix()
    if place.endswith("CITATION.cff"):
        return ["vendor.citation-file-format"]
    if f"{FORMS}/config.yml" in place:
        return ["vendor.github-issue-config"]
    if f"{FORMS}/" in place:
        return ["vendor.github-issue-forms"]
    if f"{WORKFLOWS}/" in place:
        return ["vendor.github-workflows", "custom.github-workflows-require-timeout"]
    raise ValueError(f"{place} has no schema")


def faults(path: Path, folder: Path) -> str:
    """What the checkers say against this file; nothing if it is as it should be. They may write into the folder."""
    commands: list[list[str | Path]]
    if path.name == ".pre-commit-config.yaml":
        commands = [[sys.executable, "-m", "pre_commit", "validate-config", path]]
    elif path.name == "devcontainer.json":
        schema = folder / "container.json"
        schema.write_text(json.dumps(CONTAINER), encoding="utf-8")
        commands = [[sys.executable, "-m", "check_jsonschema", "--schemafile", schema, path]]
    else:
        commands = [[sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, path]
                    for schema in schemas_of(path)]
    ended = [run(*command, PRE_COMMIT_HOME=str(folder / "pre-commit")) for command in commands]
    return "".join(done.stdout for done in ended if done.returncode != 0)


def checked_files() -> list[str]:
    found = [*sorted((ROOT / WORKFLOWS).iterdir()), *sorted((ROOT / FORMS).iterdir())]
    return ["CITATION.cff", ".pre-commit-config.yaml", ".devcontainer/devcontainer.json",
            *(path.relative_to(ROOT).as_posix() for path in found)]


@pytest.mark.parametrize("name", checked_files())
def test_the_file_is_what_its_readers_expect(name: str, tmp_path: Path) -> None:
    assert faults(ROOT / name, tmp_path) == ""


# Which file, what is changed in it, and a word that the checker must then say: it found this, and not another fault.
PLANTED = [
    (f"{WORKFLOWS}/ci.yml", "runs-on:", "run-on:", "run-on"),
    (f"{WORKFLOWS}/ci.yml", "        run: bash .ci/run", "        script: bash .ci/run", "script"),
    (f"{WORKFLOWS}/long.yml", "workflow_dispatch:", "on_demand:", "on_demand"),
    (f"{WORKFLOWS}/long.yml", "    timeout-minutes: 360\n", "", "timeout-minutes"),
    (f"{FORMS}/bug.yml", "  - type: dropdown", "  - type: choice", "choice"),
    (f"{FORMS}/bug.yml", "description: A command", "summary: A command", "summary"),
    (f"{FORMS}/promise.yml", "      label: The words", "      title: The words", "title"),
    (f"{FORMS}/feature.yml", "    id: today", "    id: what do you do today", "what do you do today"),
    (f"{FORMS}/config.yml", "blank_issues_enabled: false", "blank_issues_enabled: rarely", "rarely"),
    ("CITATION.cff", "authors:\n", "writers:\n", "writers"),
    ("CITATION.cff", "type: software", "type: mute", "mute"),
    ("CITATION.cff", "    volume: 96", "    tome: 96", "tome"),
    (".pre-commit-config.yaml", "        entry: clang-format", "        command: clang-format", "entry"),
    (".pre-commit-config.yaml", "stages: [commit-msg]", "stages: [before-lunch]", "before-lunch"),
    (".devcontainer/devcontainer.json", '"postCreateCommand"', '"afterwards"', "afterwards"),
    (".devcontainer/devcontainer.json", "[8470]", '["8470"]', "8470"),
]


@pytest.mark.parametrize(("name", "old", "new", "word"), PLANTED)
def test_a_planted_fault_is_seen(name: str, old: str, new: str, word: str, tmp_path: Path) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert old in text, "there is nothing to plant it in"
    copy = tmp_path / name
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert word in faults(copy, tmp_path)


# What the schemas do not say.


def workflow_steps(text: str) -> Iterator[dict[str, str]]:
    for job in yaml.safe_load(text)["jobs"].values():
        yield from job["steps"]


@pytest.mark.parametrize("name", ["ci.yml", "long.yml"])
def test_no_workflow_runs_an_action_of_others(name: str) -> None:
    text = (ROOT / WORKFLOWS / name).read_text(encoding="utf-8")
    assert not [step for step in workflow_steps(text) if "uses" in step], "pin it by its full hash, and say so here"
    planted = text.replace("- name: checkout\n        run: |", "- name: checkout\n        uses: a/b@v1\n        x: |")
    assert [step for step in workflow_steps(planted) if "uses" in step]


def test_ci_runs_what_the_checkout_says_and_no_more() -> None:
    *_, last = workflow_steps((ROOT / WORKFLOWS / "ci.yml").read_text(encoding="utf-8"))
    assert last["run"] == "bash .ci/run"


def unknown_targets(text: str) -> list[str]:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert targets
    return [name for name in re.findall(r"\bmake ([a-z-]+)", text) if name not in targets]


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", ".github/workflows/long.yml", ".github/pull_request_template.md",
                                  ".devcontainer/devcontainer.json", ".pre-commit-config.yaml", ".ci/run"])
def test_what_is_made_is_a_target(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert unknown_targets(text) == []
    assert unknown_targets(text.replace("make ", "make un")) != []


def broken_links(page: Path) -> list[str]:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    return [link for link in links if not (ROOT / link).exists()]


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"])
def test_links_lead_somewhere(name: str, tmp_path: Path) -> None:
    assert broken_links(ROOT / name) == []
    planted = tmp_path / name
    planted.write_text((ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](dogs/", 1), encoding="utf-8")
    assert len(broken_links(planted)) == 1


# The hooks, as pre-commit runs them: layout apart, whose program belongs to `make test-deep`.


def git(folder: Path, *arguments: str) -> None:
    done = run("git", "-c", "user.name=A", "-c", "user.email=a@example.org", *arguments, folder=folder)
    assert done.returncode == 0, done.stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with the hooks and what they run; the layers' table and sources too."""
    folder = tmp_path / "checkout"
    for part in (".pre-commit-config.yaml", "scripts/commit-subject", "tests/systems/layers", "docs/HACKING.md"):
        (folder / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / part, folder / part)
    for part in ("src", "cli"):
        shutil.copytree(ROOT / part, folder / part)
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message=checkout: begin anew")
    return folder


def hooks(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, "-m", "pre_commit", "run", "--color=never", *arguments, folder=checkout, SKIP="layout",
               PRE_COMMIT_HOME=str(checkout.parent / "pre-commit"))


def test_hooks_pass_a_good_change_and_see_planted_faults(checkout: Path) -> None:
    good = checkout / "src/sourdine/base/planted.h"
    good.write_text(f"// {'é' * 117}\n", encoding="utf-8")
    git(checkout, "add", ".")
    passed = hooks(checkout)
    assert passed.returncode == 0, passed.stdout
    good.write_text(f'// {"é" * 118}\n#include "sourdine/random/random.h"\nint x;  \n', encoding="utf-8")
    git(checkout, "add", ".")
    failed = hooks(checkout)
    assert re.findall(r"hook id: (\S+)", failed.stdout) == ["long-lines", "layers", "white-space"], failed.stdout


def test_hooks_see_a_subject_that_names_no_area(checkout: Path) -> None:
    message = checkout / "message"
    for subject, code in (("base: plant a fault", 0), ("A fault", 1)):
        message.write_text(f"{subject}\n\nA body.\n", encoding="utf-8")
        assert hooks(checkout, "--hook-stage=commit-msg", f"--commit-msg-filename={message}").returncode == code
    assert run(ROOT / "scripts/commit-subject", "--self-test").returncode == 0


# .editorconfig says of every file what .clang-format and the tree say.


def editor_settings() -> configparser.ConfigParser:
    settings = configparser.ConfigParser()
    settings.read_string("[top]\n" + (ROOT / ".editorconfig").read_text(encoding="utf-8"))
    return settings


def test_the_editor_is_told_what_clang_format_does() -> None:
    layout = yaml.safe_load((ROOT / ".clang-format").read_text(encoding="utf-8"))
    everywhere = editor_settings()["*"]
    assert everywhere["max_line_length"] == str(layout["ColumnLimit"])
    assert layout["BasedOnStyle"] == "Google"
    assert (everywhere["indent_style"], everywhere["indent_size"]) == ("space", "2")


def strays(name: str, data: bytes) -> list[str]:
    """What an editor that heeds .editorconfig would change in this file."""
    if b"\0" in data:
        return []
    found = ["no newline at the end"] if data and not data.endswith(b"\n") else []
    found += ["carriage returns"] if b"\r\n" in data else []
    found += ["tabs before the text"] if name != "Makefile" and re.search(rb"^\t", data, re.MULTILINE) else []
    spaces = not name.startswith("tests/golden/") and re.search(rb"[ \t]$", data, re.MULTILINE)
    return found + (["spaces at the end of a line"] if spaces else [])


def tracked_files() -> list[str]:
    listed = run("git", "ls-files", "-z").stdout.split("\0")
    names = [name for name in listed if name and (ROOT / name).is_file()]
    assert len(names) > 1000, "this is no checkout"
    return names


def test_the_tree_is_as_the_editor_is_told() -> None:
    settings = editor_settings()["*"]
    assert (settings["end_of_line"], settings["insert_final_newline"]) == ("lf", "true")
    assert settings["trim_trailing_whitespace"] == "true"
    assert {name: found for name in tracked_files() if (found := strays(name, (ROOT / name).read_bytes()))} == {}
    for planted in (b"a \n", b"a\r\n", b"\ta\n", b"a"):
        assert len(strays("planted.py", planted)) == 1


# The version stands in one place.


def version_of(root: Path) -> str:
    text = (root / "CMakeLists.txt").read_text(encoding="utf-8")
    found = re.search(r"^project\(sourdine VERSION (\d+\.\d+\.\d+) ", text, re.MULTILINE)
    assert found
    return found[1]


REPEATS: dict[str, Callable[[str], list[str]]] = {
    "CITATION.cff": lambda text: [str(yaml.safe_load(text)["version"])],
    "CHANGELOG.md": lambda text: re.findall(r"^## (\S+)", text, re.MULTILINE)[:1],
    "web/client/package.json": lambda text: [json.loads(text)["version"]],
    "web/client/package-lock.json": lambda text: [
        json.loads(text)["version"],
        json.loads(text)["packages"][""]["version"],
    ],
}


@pytest.mark.parametrize("name", REPEATS)
def test_who_repeats_the_version_has_that_of_the_build(name: str) -> None:
    version, text = version_of(ROOT), (ROOT / name).read_text(encoding="utf-8")
    stated = REPEATS[name](text)
    assert stated and set(stated) == {version}
    assert set(REPEATS[name](text.replace(version, "0.0.1"))) == {"0.0.1"}


def test_programs_say_the_version_of_the_build(cli: Callable[..., str]) -> None:
    assert sd.__version__ == version_of(ROOT)
    assert cli("--version") == f"sourdine {version_of(ROOT)}\n"


def named_versions(text: str) -> list[str]:
    return re.findall(r"\bsourdine[- ]v?\d+\.\d+\.\d+", text, re.IGNORECASE)


def test_nobody_else_names_a_version() -> None:
    # What was measured names what it was measured with, and two tests plant other versions.
    apart = ("CHANGELOG.md", "bench/", "tests/golden/run_test.py", "python/tests/test_top_files.py")
    named = {name: found for name in tracked_files() if not name.startswith(apart)
             if (found := named_versions((ROOT / name).read_bytes().decode("utf-8", "replace")))}
    assert named == {}
    assert named_versions('software: "Sourdine 0.1.0"') and named_versions("pip install sourdine-0.1.0-*.whl")


def changelog_faults(text: str) -> list[str]:
    """Versions fall, so do their days, and only the first may have none."""
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    forms = [re.fullmatch(r"(\d+)\.(\d+)\.(\d+) \((unreleased|\d{4}-\d\d-\d\d)\)", heading) for heading in headings]
    good = [form for form in forms if form]
    found = [] if len(good) == len(forms) else ["a heading is not 'X.Y.Z (YYYY-MM-DD)'"]
    versions = [tuple(int(number) for number in form.groups()[:3]) for form in good]
    days = [form[4] for form in good]
    found += [] if versions and versions == sorted(set(versions), reverse=True) else ["versions do not fall"]
    found += ["only the first can be unreleased"] if "unreleased" in days[1:] else []
    dated = [day for day in days if day != "unreleased"]
    return found + ([] if dated == sorted(dated, reverse=True) else ["days do not fall"])


def test_the_changelog_has_dated_versions() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert changelog_faults(text) == []
    for old, new in (("(2026-11-18)", "(soon)"), ("## 0.1.0", "## 0.9.0"), ("(2026-11-18)", "(unreleased)")):
        assert old in text and changelog_faults(text.replace(old, new))
