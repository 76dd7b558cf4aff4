"""Instructions per report by callgrind: figures that a busy machine does not change."""
import concurrent.futures
import re
import subprocess
import sys

import measure

PATHS = [  # oracle, k, reports to randomise, reports to tally
    ("grr", 17, 65536, 65536),
    ("sue", 17, 65536, 65536),
    ("oue", 17, 65536, 65536),
    ("oue", 1024, 16384, 16384),
    ("olh", 17, 65536, 65536),
    ("olh", 1024, 65536, 4096),
    ("olh", 16384, 65536, 256),
    ("ss", 17, 65536, 65536),
    ("ss", 1024, 16384, 16384),
    ("hr", 1024, 65536, 65536),
    ("hrr", 1024, 65536, 65536),
    ("pgr", 1024, 65536, 65536),
    ("cms", 1024, 16384, 16384),
    ("hcms", 1024, 65536, 65536),
    ("rappor", 1024, 16384, 16384),
]


def count(program, oracle, path, k, reports):
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--toggle-collect=measured", "--callgrind-out-file=/dev/null", str(program),
         oracle, path, str(k), str(reports)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    collected = re.search(r"Collected\s*:\s*(\d+)", done.stderr)
    if done.returncode != 0 or not collected:
        sys.exit(f"bench: callgrind failed on {oracle} {path}:\n{done.stderr}")
    return int(collected.group(1)) / reports


def shown(instructions):
    return f"{instructions:.1f}" if instructions < 1000 else f"{instructions:,.0f}"


def section(plan):
    program = plan.program("sourdine_bench_instructions")
    paths = PATHS[:2] if plan.quick else PATHS
    with concurrent.futures.ThreadPoolExecutor(len(measure.CORES)) as pool:
        counts = [[pool.submit(count, program, oracle, path, k, reports)
                   for path, reports in [("randomize", to_randomise), ("tally", to_tally)]]
                  for oracle, k, to_randomise, to_tally in paths]
        rows = [[oracle, str(k), *(shown(future.result()) for future in found)]
                for (oracle, k, *_), found in zip(paths, counts)]
    here = measure.output_of([program]).strip()
    emulated = measure.output_of(["valgrind", "--tool=none", program], stderr=subprocess.DEVNULL).strip()
    return (f"## Instructions per report\n\nBy callgrind, which has no AVX-512: the library takes its {emulated} path "
            f"there ({here} on this processor itself), so compare these with each other over time, not with the speeds "
            "above. Seeded: the same code gives the same count. Drawing the random bits is included.\n\n"
            + measure.table(["oracle", "k", "randomise", "tally"], rows))
