"""Executes the notebooks, and keeps the copies with their outputs where they can be looked at.

notebooks.py FOLDER NOTEBOOK...: each one runs from the first cell to the last in an empty folder of its own, without a
warning or an error in its output. The notebooks of the repository have no outputs: what is shown is what was just made.
"""
import pathlib
import sys
import tempfile
import time
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

SECONDS = 120  # of a single cell, on a busy machine


def complaints(notebook: Any) -> list[str]:
    """What a reader of the repository's copy should not find in it."""
    found = []
    for number, cell in enumerate(notebook.cells, start=1):
        if cell.cell_type == "code" and (cell.outputs or cell.execution_count is not None):
            found.append(f"cell {number} has outputs: clear them (python/tests/notebooks.py executes them)")
    return found


def unexpected(notebook: Any) -> list[str]:
    """Warnings and errors in what the cells printed."""
    found = []
    for number, cell in enumerate(notebook.cells, start=1):
        for output in cell.get("outputs", []):
            if output.output_type == "error" or (output.output_type == "stream" and "Warning" in output.text):
                found.append(f"cell {number}: {output.get('text') or output.get('evalue')}")
    return found


def execute(path: pathlib.Path, out: pathlib.Path) -> list[str]:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    found = complaints(notebook)
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(notebook, timeout=SECONDS, kernel_name="python3",
                                resources={"metadata": {"path": folder}})
        try:
            client.execute()
        except CellExecutionError as error:
            found.append(str(error))
    nbformat.write(notebook, out / path.name)
    return found or unexpected(notebook)


def main(out: pathlib.Path, paths: list[pathlib.Path]) -> int:
    out.mkdir(parents=True, exist_ok=True)
    failed = 0
    for path in paths:
        begin = time.monotonic()
        found = execute(path, out)
        failed += bool(found)
        print(f"{path.name}: {'FAILED' if found else 'passed'} in {time.monotonic() - begin:.0f} s", *found, sep="\n  ")
    print(f"{len(paths) - failed} passed, {failed} failed")
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), [pathlib.Path(name) for name in sys.argv[2:]]))
