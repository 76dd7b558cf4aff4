"""The code in the README and in docs/python.md runs as it is printed, from the first block of a page to the last."""
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def python_blocks(text: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_code_of_the_page_runs(page: str, tmp_path: pathlib.Path) -> None:
    blocks = python_blocks((ROOT / page).read_text(encoding="utf-8"))
    assert blocks, f"{page} has no Python code"
    program = tmp_path / "page.py"
    program.write_text("\n".join(blocks), encoding="utf-8")
    done = subprocess.run([sys.executable, "-W", "error", program.name], cwd=tmp_path, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("example", sorted(path.name for path in (ROOT / "python/examples").glob("*.py")
                                           if not path.name.startswith("spark_")))
def test_example_runs(example: str, tmp_path: pathlib.Path) -> None:
    done = subprocess.run([sys.executable, ROOT / "python/examples" / example], cwd=tmp_path, capture_output=True,
                          text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout, "an example shows something"
