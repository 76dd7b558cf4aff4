"""python/sourdine/_core.pyi: what type checkers know of the compiled part.

make_stub.py [--check]: writes it from the extension that `import sourdine._core` finds, or ends with 1 when what is there
says something else. nanobind reads the signatures off the extension; arrays and dictionaries get the types that only
we know.
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
from pathlib import Path

from nanobind.stubgen import StubGen

STUB = Path(__file__).resolve().parents[1] / "sourdine" / "_core.pyi"

# nanobind writes what an array must be, for whoever reads; the checker takes the type of its numbers.
_ARRAY = re.compile(r"Annotated\[NDArray(\[[\w.]+\])?, dict\([^()]*\)\]")
_TYPES = {
    "-> dict:": "-> dict[str, Any]:",
    "-> tuple:": "-> tuple[object, object]:",
    "accountant: str | None) -> object:": "accountant: str | None) -> dict[str, Any] | None:",
}


def stub() -> str:
    """The text of the stub."""
    made = StubGen(importlib.import_module("sourdine._core"))
    made.put(made.module)
    text = _ARRAY.sub(lambda found: f"NDArray{found[1] or '[Any]'}", made.get())
    text = re.sub(r"^(version: str) = .*$", r"\1", text, flags=re.MULTILINE)  # no type, and another one soon
    for given, meant in _TYPES.items():
        text = text.replace(given, meant)
    return text.replace("from typing import Annotated\n", "from typing import Any\n")


def meaning(text: str) -> list[str]:
    """Names, parameters and types; how they are laid out and explained differs between versions of nanobind."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    return [ast.unparse(node) for node in tree.body]


def main(arguments: list[str]) -> int:
    text = stub()
    if arguments != ["--check"]:
        STUB.write_text(text, encoding="utf-8")
        return 0
    if meaning(text) == meaning(STUB.read_text(encoding="utf-8")):
        return 0
    print(f"{STUB} is not that of the extension: run {Path(__file__).name}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
