#!/usr/bin/env python3
"""readme.py CHECKOUT SOURDINE [--whole]: what README.md tells a stranger to type works, and what it says is so.

Every block of commands is pasted: those of `make` in a clone, the others in a folder that holds nothing but an
events.csv from `simulate`, with `sourdine` on the PATH. In the clone packages and compiling are left out, and SOURDINE
is the program; with --whole nothing is left out, and the other blocks use what the clone has built. C++ and CMake must
be lines of tests/install, which builds them, and python/tests/test_docs.py pastes Python. The commands of
docs/command-line.md are pasted, too.

How much it may ask of a stranger: fewer than 120 words before the first command, descriptions of pictures included;
her own file in at most six commands; Python and C++ in at most ten lines; and in all of its prose (not in code, nor in
the addresses of links) at most 8 of the words that docs/glossary.md explains.

readme.py CHECKOUT SOURDINE --self-test: plants a fault of each kind in a copy, and must see each of them.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

WORDS_BEFORE_FIRST_COMMAND = 120
GLOSSARY_WORDS = 8
COMMANDS_FOR_OWN_FILE = 6
LINES_OF_CODE = 10
BYTES_OF_PICTURE = 150_000
TASKS = ["Start", "Publish", "Ask", "Collect", "Check", "Study"]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Fault(Exception):
    """A sentence that says what is wrong."""


def require(holds: object, what: str) -> None:
    if not holds:
        raise Fault(what)


@dataclass(frozen=True)
class Front:
    """The pages, and what they are held to."""

    checkout: Path
    sourdine: Path
    page: str
    glossary: str
    help: str
    is_whole: bool = False

    def file(self, name: str) -> str:
        return (self.checkout / name).read_text(encoding="utf-8")

    def blocks(self, *languages: str) -> list[str]:
        return [text for language, text in BLOCK.findall(self.page) if language in languages]

    @property
    def prose(self) -> str:
        """What is read as words: no code."""
        return read_aloud(re.sub(r"`[^`\n]*`", " ", BLOCK.sub(" ", self.page)))

    def asked(self, *words: str) -> str:
        return subprocess.run([self.sourdine, *words], check=True, capture_output=True, text=True).stdout


def read_aloud(text: str) -> str:
    """Of a link its text, of a picture its description."""
    text = re.sub(r"\]\([^)]*\)", "] ", text)
    return re.sub(r"<[^>]*>", lambda tag: " ".join(re.findall(r'alt="([^"]*)"', tag[0])), text)


def commands(block: str) -> list[str]:
    return [line for line in block.splitlines() if line.strip() and not line.lstrip().startswith("#")]


def few_words_come_first(front: Front) -> None:
    before = read_aloud(front.page[: front.page.index("```")])
    words = [word for word in before.split() if any(letter.isalnum() for letter in word)]
    require(len(words) < WORDS_BEFORE_FIRST_COMMAND, f"{len(words)} words stand before the first command")


def few_words_need_the_glossary(front: Front) -> None:
    entries = re.findall(r"^\*\*(.+?)\.\*\*", front.glossary, re.MULTILINE)
    require(len(entries) > 20, f"the glossary has {len(entries)} entries")
    used = []
    for entry in entries:
        forms = "|".join(re.escape(form.removesuffix("s")) for form in entry.split(", "))
        if re.search(rf"\b(?:{forms})s?\b", front.prose, re.IGNORECASE):
            used.append(entry)
    require(len(used) <= GLOSSARY_WORDS, f"{len(used)} words need the glossary: {'; '.join(used)}")


def her_own_file_takes_few_commands(front: Front) -> None:
    section = re.search(r"^## Your own file$(.*?)^## ", front.page, re.MULTILINE | re.DOTALL)
    require(section, "nothing is said of a file of one's own")
    own = replace(front, page=section[1] if section else "").blocks("sh")
    asked = sum(len(re.split(r"&&|;|\n", "\n".join(commands(block)))) for block in own)
    require(0 < asked <= COMMANDS_FOR_OWN_FILE, f"one's own file takes {asked} commands")


def paste(block: str, folder: Path, *programs: Path) -> None:
    path = ":".join([*map(str, programs), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block],
        cwd=folder,
        env={**os.environ, "PATH": path, "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    require(done.returncode == 0, f"pasted, this ends with exit code {done.returncode}:\n{block}{done.stdout}")


def is_make(block: str) -> bool:
    return all(line.startswith("make ") for line in commands(block))


def paste_commands(front: Front, programs: Path) -> None:
    pasted = [block for block in front.blocks("sh") if not is_make(block)]
    require(pasted, "there are no commands")
    for block in pasted:
        with tempfile.TemporaryDirectory() as folder:
            front.asked("simulate", "doubs", "--out", f"{folder}/events.csv")
            paste(block, Path(folder), programs)


def write_program(path: Path, script: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def leave_building_out(front: Front, clone: Path) -> Path:
    """The clone gets this Makefile, and the program as if built. Returns the folder of a cmake that does nothing."""
    (clone / "Makefile").write_text(front.file("Makefile"), encoding="utf-8")
    write_program(clone / "scripts/setup", "exit 0")
    write_program(clone / "build/release/sourdine", f'exec "{front.sourdine}" "$@"')
    write_program(clone / "build/release/sourdine-demo", f'exec "{front.sourdine}" demo --out "$1"')
    write_program(clone / "stand-ins/cmake", 'case "$*" in *"--preset release"*) ;; *) exit 1 ;; esac')
    return clone / "stand-ins"


def commands_work_as_pasted(front: Front) -> None:
    if not front.is_whole:  # make_works_as_pasted() goes on to them, with what it has built
        paste_commands(front, front.sourdine.parent)


def make_works_as_pasted(front: Front) -> None:
    pasted = [block for block in front.blocks("sh") if is_make(block)]
    require(pasted, "nothing is made")
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "sourdine"
        subprocess.run(["git", "clone", "--quiet", front.checkout, clone], check=True)
        programs = [] if front.is_whole else [leave_building_out(front, clone)]
        for block in pasted:
            paste(block, clone, *programs)
        if front.is_whole:
            paste_commands(front, clone / "build/release")


def code_is_what_the_install_test_builds(front: Front) -> None:
    program = [line.split("//")[0].strip() for line in front.file("tests/install/main.cc").splitlines()]
    for block in front.blocks("cpp"):
        for line in block.splitlines():
            require(line.split("//")[0].strip() in program, f"tests/install/main.cc has no line '{line}'")
    project = [re.findall(r"[^\s()]+", line) for line in front.file("tests/install/CMakeLists.txt").splitlines()]
    for line in "\n".join(front.blocks("cmake")).splitlines():
        words = re.findall(r"[^\s()]+", line)
        has_it = any(len([word for word in words if word in have]) == len(words) for have in project)
        require(has_it, f"tests/install/CMakeLists.txt has no line '{line}'")


def code_is_short(front: Front) -> None:
    for languages in (["python"], ["cmake", "cpp"]):
        blocks = front.blocks(*languages)
        lines = sum(len(block.splitlines()) for block in blocks)
        require(0 < lines <= LINES_OF_CODE, f"{lines} lines of {' and '.join(languages)}")


def every_block_is_somebodys(front: Front) -> None:
    pasted = "README.md" in front.file("python/tests/test_docs.py")
    for language, text in BLOCK.findall(front.page):
        known = language in ("sh", "cpp", "cmake") or (language == "python" and pasted)
        require(known, f"nobody tests this block of '{language}':\n{text}")


def oracles_are_counted(front: Front) -> None:
    there = len(json.loads(front.asked("oracles", "--json"))["oracles"])
    stated = [int(number) for number in re.findall(r"(\d+) oracles", front.page)]
    require(stated and set(stated) == {there}, f"{stated} oracles are stated, {there} are there")


def numbers(text: str) -> list[float]:
    """Of '252 ×' and '12,031 ×'."""
    return [float(found.replace(",", "")) for found in re.findall(r"([\d,.]+) ×", text)]


def ratios_are_those_measured(front: Front) -> None:
    lines = front.file("bench/RESULTS.md").splitlines()
    measured = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    rows = re.findall(r"^\| (.+?)(?: \(.*?\))? \| (.+?) \| ([\d,.]+ ×) \|$", front.page, re.MULTILINE)
    require(len(rows) > 3, "the table of speeds is not there")
    for path, peer, stated in rows:
        found = [row for row in measured if row and row[0] == path]
        require(found, f"bench/RESULTS.md has no row '{path}'")
        text = " ".join(found[0])
        near = any(abs(ratio - numbers(stated)[0]) <= 0.25 * ratio for ratio in numbers(text))
        require(peer in text and near, f"'{path}' is {stated} beside {peer}; bench/RESULTS.md says: {text}")


def listed_verbs(help_text: str) -> dict[str, list[str]]:
    """The headings of `sourdine help`, and the verbs below each."""
    sections = re.findall(r"^(\w+):\n((?:  .+\n?)+)", help_text, re.MULTILINE)
    return {name: re.findall(r"^  ([a-z]\w*) ", lines, re.MULTILINE) for name, lines in sections if name != "Options"}


def verbs_stand_by_task(front: Front) -> None:
    listed = listed_verbs(front.help)
    require(list(listed) == TASKS, f"the help has the tasks {list(listed)}, not {TASKS}")
    verbs = {verb for below in listed.values() for verb in below}
    table = re.findall(r"^\| [^|]+ \| ((?:`\w+` ?)+)\|", front.page, re.MULTILINE)
    named = {verb for cell in table for verb in re.findall(r"`(\w+)`", cell)}
    require(len(named) > 10, "the table of tasks is not there")
    require(named <= verbs, f"there are no verbs {sorted(named - verbs)}")
    # What begins a day, and what explains, is not asked for by task.
    unnamed = verbs - named - set(listed["Start"]) - {"mechanisms", "audit"}
    require(not unnamed, f"the table of tasks leaves out {sorted(unnamed)}")


def pictures_are_there_and_small(front: Front) -> None:
    pictures = re.findall(r'<img src="([^"]+)"', front.page)
    require(len(pictures) >= 2, f"{len(pictures)} pictures")
    for name in pictures:
        picture = front.checkout / name
        require(picture.is_file(), f"there is no {name}")
        require(picture.stat().st_size <= BYTES_OF_PICTURE, f"{name} has {picture.stat().st_size} bytes")


Check = Callable[[Front], None]
CHECKS: list[Check] = [
    few_words_come_first,
    few_words_need_the_glossary,
    her_own_file_takes_few_commands,
    code_is_what_the_install_test_builds,
    code_is_short,
    every_block_is_somebodys,
    oracles_are_counted,
    ratios_are_those_measured,
    verbs_stand_by_task,
    pictures_are_there_and_small,
    commands_work_as_pasted,
    make_works_as_pasted,
]


def planted(front: Front) -> Iterator[tuple[Check, str, Front]]:
    """Each check, what it must say, and a page with the fault."""

    def page(old: str, new: str) -> Front:
        assert old in front.page, old
        return replace(front, page=front.page.replace(old, new, 1))

    jargon = "Tallies of a domain, by units: a memoised budget, a caveat, seeded neighbours, central."
    ungrouped = front.help.replace("\nAsk:\n", "\nSubcommands:\n")
    yield few_words_come_first, "words stand before", page("```", "word " * 120 + "\n```")
    yield few_words_need_the_glossary, "need the glossary", page("## Python", f"{jargon}\n\n## Python")
    yield her_own_file_takes_few_commands, "takes 7 commands", page("sourdine forecast", "date && sourdine forecast")
    yield code_is_what_the_install_test_builds, "main.cc has no", page("oracle->tally(", "oracle->add(")
    yield code_is_what_the_install_test_builds, "CMakeLists.txt has no", page("PRIVATE sourdine", "PUBLIC sourdine")
    yield code_is_short, "lines of python", page("```python\n", "```python\n" + "pass\n" * 10)
    yield every_block_is_somebodys, "nobody tests", page("```cpp", "```rust")
    yield oracles_are_counted, "are stated", page("22 oracles", "15 oracles")
    yield ratios_are_those_measured, "bench/RESULTS.md says", page("252 ×", "525 ×")
    yield ratios_are_those_measured, "has no row", page("GRR randomise, k = 17", "GRR randomise, k = 18")
    yield verbs_stand_by_task, "there are no verbs ['publish']", page("| `release` |", "| `publish` |")
    yield verbs_stand_by_task, "leaves out ['blur']", page("| `blur` |", "| – |")
    yield verbs_stand_by_task, "the help has the tasks", replace(front, help=ungrouped)
    yield pictures_are_there_and_small, "there is no", page('src="docs/images/release', 'src="docs/images/relaese')
    yield commands_work_as_pasted, "exit code 2", page("sourdine init", "sourdine inti")
    yield commands_work_as_pasted, "exit code 2", page("--place Station ", "")
    yield make_works_as_pasted, "exit code 2", page("make demo", "make dmeo")


def self_test(front: Front) -> None:
    with tempfile.NamedTemporaryFile(suffix=".webp") as large:
        large.truncate(BYTES_OF_PICTURE + 1)
        too_large = replace(front, page=front.page.replace('src="docs/images/release.webp"', f'src="{large.name}"'))
        faults = [*planted(front), (pictures_are_there_and_small, f"{BYTES_OF_PICTURE + 1} bytes", too_large)]
        for check, sentence, faulty in faults:
            try:
                check(faulty)
            except Fault as fault:
                if sentence not in str(fault):
                    sys.exit(f"{check.__name__}: '{sentence}' was to be said, not '{fault}'")
            else:
                sys.exit(f"{check.__name__}: the planted fault was not seen ({sentence})")
    print(f"{len(faults)} planted faults were seen")


def main() -> None:
    checkout, sourdine = (Path(argument).resolve() for argument in sys.argv[1:3])
    front = Front(checkout, sourdine, "", "", "", is_whole="--whole" in sys.argv)
    page, glossary = front.file("README.md"), front.file("docs/glossary.md")
    front = replace(front, page=page, glossary=glossary, help=front.asked("help"))
    if "--self-test" in sys.argv:
        return self_test(front)
    try:
        for check in CHECKS:
            check(front)
            print(f"{check.__name__.replace('_', ' ')}: yes", flush=True)
        paste_commands(replace(front, page=front.file("docs/command-line.md")), sourdine.parent)
    except Fault as fault:
        sys.exit(f"README.md: {fault}")


main()
