"""Ctrl-C ends a long call at once, by KeyboardInterrupt, and Python goes on."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

PROGRAM = """
import signal, sys, threading, time
import numpy as np, sourdine as sd
{setup}
began = time.monotonic()
try:
    print("ready", flush=True)
    while True:
        {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
# Everything works as before, and so does the next Ctrl-C.
oracle = sd.oracle("oue", k=17, epsilon=1.0)
assert oracle.tally(oracle.randomize([1, 2, 3])).reports == 3
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
print("well", flush=True)
"""

LONG = {
    "randomize": (
        'o = sd.oracle("oue", k=1024, epsilon=1.0); v = np.zeros(2_000_000, np.uint32)\n'
        "out = np.full((v.size, o.report_bytes), 1, np.uint8)",
        "o.randomize(v, out=out, threads=1)",
    ),
    "tally": (
        'o = sd.oracle("olh", k=65536, epsilon=1.0); r = o.randomize(np.zeros(200_000, np.uint32))',
        "o.tally(r, threads=1)",
    ),
    "rows": (
        'o = sd.oracle("oue", k=1024, epsilon=1.0); v = np.zeros(2_000_000, np.uint32); ids = np.arange(v.size)\n'
        "out = np.full((v.size, o.report_bytes), 1, np.uint8)",
        "o.randomize(v, ids=ids, out=out, threads=1)",
    ),
}


@pytest.mark.parametrize("name", LONG)
def test_a_long_call_is_interrupted(name: str) -> None:
    setup, call = LONG[name]
    program = PROGRAM.format(setup=setup, call=call)
    running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    try:
        assert running.stdout.readline() == "ready\n"
        time.sleep(0.3)
        running.send_signal(signal.SIGINT)
        asked = time.monotonic()
        assert running.stdout.readline() == "interrupted\n"
        waited = time.monotonic() - asked
        output = running.stdout.read()
        running.wait(60)
    finally:
        running.kill()
        running.wait()
    assert output == "well\n" and running.returncode == 0
    assert waited < 2.0, f"{waited:.1f} s"


def test_a_handler_of_the_program_is_called() -> None:
    program = """
import signal, os, threading, time
import numpy as np, sourdine as sd
seen = []
def handler(number, frame):
    seen.append(number)
    raise RuntimeError("stopped by the program")
signal.signal(signal.SIGINT, handler)
o = sd.oracle("olh", k=65536, epsilon=1.0)
r = o.randomize(np.zeros(200_000, np.uint32))
try:
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    while True:
        o.tally(r, threads=1)
except RuntimeError as error:
    print(error, seen == [signal.SIGINT], signal.getsignal(signal.SIGINT) is handler)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "stopped by the program True True\n", done.stderr


def test_a_call_of_another_thread_is_not_disturbed() -> None:
    program = """
import os, signal, threading, time
import numpy as np, sourdine as sd
o = sd.oracle("olh", k=65536, epsilon=1.0)
r = o.randomize(np.zeros(100_000, np.uint32))
expected = o.tally(r)
made = []
worker = threading.Thread(target=lambda: made.append(o.tally(r, threads=1)))
worker.start()
try:
    threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
    time.sleep(60)
except KeyboardInterrupt:
    pass
worker.join()
print(made == [expected])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "True\n", done.stderr
