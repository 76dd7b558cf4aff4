"""The stub of the extension says what the extension has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).resolve().parents[1] / "tools" / "make_stub.py"


def test_the_stub_is_that_of_the_extension() -> None:
    ended = subprocess.run([sys.executable, str(TOOL), "--check"], check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr


def test_the_check_sees_a_signature_that_changed() -> None:
    check = f"""
import sys; sys.path.insert(0, {str(TOOL.parent)!r})
import make_stub
text = make_stub.stub()
assert make_stub.meaning(text) == make_stub.meaning(text.replace('The frequency oracles', 'Oracles'))
for changed in (text.replace('def oracle_table() -> str', 'def oracle_table() -> int'),
                text.replace('def accountants()', 'def accountant()')):
    assert make_stub.meaning(text) != make_stub.meaning(changed)
"""
    subprocess.run([sys.executable, "-c", check], check=True)
