"""How much is measured: the run whose figures are recorded, and a quick one that only shows that everything works."""
import dataclasses
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]


@dataclasses.dataclass
class Plan:
    quick: bool
    out: pathlib.Path
    repetitions: int
    kernel_seconds: float      # of one repetition of one kernel
    peer_seconds: float        # of one repetition of one path of a peer
    scaling_reports: int
    scaling_seconds: float     # of one path, at least
    file_values: int           # end to end, ours
    peer_file_values: int      # end to end, the peer: it needs seconds for these
    range_queries: int
    spark_rows: int
    history: pathlib.Path | None = None  # where the rows are kept
    build: pathlib.Path = ROOT / "build/release"
    peers: pathlib.Path = ROOT / "build/peers/bin/python"

    @property
    def sourdine(self):
        return self.build / "sourdine"

    def program(self, name):
        return self.build / "bench" / name


FULL = Plan(quick=False, out=ROOT / "bench/RESULTS.md", repetitions=5, kernel_seconds=0.1, peer_seconds=0.3,
            scaling_reports=10**8, scaling_seconds=40, file_values=10**7, peer_file_values=10**6, range_queries=10**6,
            spark_rows=10**8, history=ROOT / "bench/history")
QUICK = Plan(quick=True, out=ROOT / "build/bench/RESULTS.md", repetitions=2, kernel_seconds=0.001, peer_seconds=0.02,
             scaling_reports=10**6, scaling_seconds=0.1, file_values=10**5, peer_file_values=10**4, range_queries=10**4,
             spark_rows=10**5)
