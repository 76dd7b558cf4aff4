"""A hundred thousand calls leave memory as it was."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_memory_stays_flat_over_many_calls() -> None:
    program = Path(__file__).with_name("memory.py")
    done = subprocess.run([sys.executable, program, "100000"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    # A single byte lost in each call of one kind would be 4 KB, a small array 1 MB: noise of the allocator is less.
    assert int(done.stdout) < 4 << 20, f"{int(done.stdout):,} bytes more"
