"""What was measured on, and with what."""
import datetime
import json
import os
import pathlib
import re

import measure

PEERS = ["multi-freq-ldpy", "pure-ldp", "opendp", "numpy", "pandas", "numba", "xxhash"]


def processor():
    found = re.search(r"^model name\s*:\s*(.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return found.group(1) if found else os.uname().machine


def section(plan):
    packages = json.loads(measure.output_of([plan.peers, "-m", "pip", "list", "--format=json"]))
    versions = {package["name"]: package["version"] for package in packages}
    load = os.getloadavg()[0]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    lines = [
        f"- {datetime.date.today()}, {len(measure.CORES)} cores of {processor()}, {memory:.0f} GiB, "
        f"Linux {os.uname().release}; load average {load:.1f} at the start",
        f"- {measure.output_of([plan.sourdine, '--version']).strip()}, "
        f"{measure.output_of(['c++', '--version']).splitlines()[0]}, "
        f"{' '.join(measure.output_of(['openssl', 'version']).split()[:2])}, "
        f"{measure.output_of(['valgrind', '--version']).strip()}",
        "- peers: " + measure.output_of([plan.peers, "--version"]).strip() + ", "
        + ", ".join(f"{name} {versions[name]}" for name in PEERS),
    ]
    return "\n".join(lines)
