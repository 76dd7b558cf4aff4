"""
The compiled part of sourdine. Use the classes and functions of the package; nothing here is promised.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

import numpy
import numpy.typing
from numpy.typing import NDArray


version: str

def add_library_directory(path: str) -> None:
    """
    Libraries that are loaded when they are needed are looked for in this folder first.
    """

class RowSecret:
    """The 32 bytes under which the randomness of rows is drawn."""

    @staticmethod
    def draw() -> RowSecret:
        """A fresh one."""

    @staticmethod
    def of(secret: bytes) -> RowSecret:
        """The same secret elsewhere."""

    @staticmethod
    def seeded(seed: int) -> RowSecret:
        """For tests: not private."""

    @property
    def bytes(self) -> bytes: ...

    @property
    def is_private(self) -> bool: ...

class RowIds:
    """One id for every row."""

    @staticmethod
    def of(ids: object, column: str | None = None) -> RowIds:
        """
        Of whole numbers, text or bytes: an array, a list, or Arrow data; text and bytes are of one kind.
        """

    @property
    def are_numbers(self) -> bool: ...

    def __len__(self) -> int: ...

def report_bytes_of(data: object, column: str | None, report_bytes: int) -> numpy.typing.NDArray[numpy.uint8]:
    """Arrow data with bytes of this size as an n × report_bytes array."""

def fixed_size_binary(array: NDArray[Any]) -> tuple[object, object]:
    """
    An n × w array of bytes as Arrow data, where it lies: the capsules of __arrow_c_array__.
    """

class Protocol:
    """How people's values become reports, and how reports add up."""

    @staticmethod
    def oracle(name: str, k: int, labels: Sequence[str], epsilon: float, parameters: Mapping[str, float]) -> Protocol:
        """
        A frequency oracle; k = 0: as many values as labels; epsilon = 0: the parameters decide it.
        """

    @staticmethod
    def range(size: int, degree: int, epsilon: float, oracle: str) -> Protocol:
        """
        Local range counting over 0 … size−1; degree = 0: the command line's default.
        """

    @staticmethod
    def make(kind: str, json: str) -> Protocol:
        """The protocol of a spec, as files record it."""

    @property
    def kind(self) -> str: ...

    @property
    def json(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def fingerprint(self) -> bytes: ...

    @property
    def width(self) -> int: ...

    @property
    def report_bytes(self) -> int: ...

    @property
    def cells(self) -> int: ...

    @property
    def epsilon(self) -> float: ...

    @property
    def is_oracle(self) -> bool: ...

    @property
    def name(self) -> str: ...

    @property
    def k(self) -> int: ...

    @property
    def labels(self) -> list[str]: ...

    @property
    def support(self) -> tuple[float, float]:
        """
        How likely a report of an oracle supports the value that is held, and another one.
        """

    @property
    def domain_sizes(self) -> list[int]: ...

    @property
    def guarantee_json(self) -> str: ...

    def not_private_reasons(self, is_seeded: bool) -> list[str]:
        """
        Why nothing is promised, whatever epsilon says; nothing: the guarantee holds.
        """

    def first_difference(self, other: Protocol) -> str:
        """
        The first field of the specs that differs; empty when their reports may be added up.
        """

    def values(self, data: object, column: str | None = None) -> numpy.typing.NDArray[numpy.uint32]:
        """
        The values of Arrow data (numbers, text, dictionaries) as an array of uint32.
        """

    def label_values(self, labels: list[str]) -> numpy.typing.NDArray[numpy.uint32]:
        """The values of a list of texts."""

    def randomize(self, values: NDArray[Any], out: NDArray[Any], seed: int | None = None, threads: int = 0, first_report: int = 0) -> None:
        """One report per value over `out`, which is all zeros after an error."""

    def randomize_one(self, value: int, seed: int | None = None, first_report: int = 0) -> bytes:
        """The report of one value, as randomize() makes it."""

    def randomize_record(self, values: Sequence[int], seed: int | None = None, first_report: int = 0) -> bytes:
        """The report of one record, as randomize() makes it."""

    def randomize_rows(self, values: NDArray[Any], ids: RowIds, secret: RowSecret, out: NDArray[Any], threads: int = 0) -> None:
        """The same with the randomness of each row's id."""

    def tally(self, reports: object, threads: int = 0) -> tuple[int, bytes] | None:
        """
        The number of reports, and the bytes of the cells (uint64) they add up to; None unless the reports are n × report_bytes bytes in one piece.
        """

    def is_consistent(self, reports: int, cells: NDArray[Any]) -> bool:
        """Whether reports of this protocol can add up to the cells."""

    def estimate(self, reports: int, cells: NDArray[Any], confidence: float = 0.95, coverage: str = 'per value', population: str = 'fixed', consistency: str = 'none') -> dict[str, Any]:
        """Counts with standard errors and intervals, as a dict of arrays."""

    def estimate_reports(self, reports: NDArray[Any], confidence: float = 0.95, coverage: str = 'per value', population: str = 'fixed', consistency: str = 'none') -> dict[str, Any]:
        """
        The same from the reports, which maximum likelihood needs of most oracles.
        """

    def variance(self, share: float, n: int) -> float:
        """
        The exact variance of an estimated count, of n people of whom this share holds the value.
        """

def draw_below(count: int, seed: int | None = None, first_report: int = 0) -> int:
    """A whole number below `count`, every one as likely."""

def list_numbers(numbers: list[Any]) -> numpy.typing.NDArray[numpy.int64] | None:
    """
    The numbers of a list; None unless all are of the type int and have 64 bits at most.
    """

def is_memoised(protocol: Protocol) -> bool:
    """Whether people may report again and again by it."""

def report_epsilon(protocol: Protocol) -> float:
    """What one report alone tells."""

def max_symbols(protocol: Protocol) -> int:
    """How many permanent responses one person can have."""

def leakage(protocol: Protocol, reports: Sequence[int]) -> list[float]:
    """
    What so many reports of a person about one value tell together, for each of the numbers.
    """

def lifetime_guarantee(protocol: Protocol, symbols: int) -> str:
    """
    What all reports of a person promise, as JSON; symbols = 0: nobody keeps to a number of them.
    """

def respond_rows(protocol: Protocol, values: NDArray[Any], ids: RowIds, secret: RowSecret, attribute: str, collection: str | None, out: NDArray[Any], seed: int | None = None, threads: int = 0) -> None:
    """
    One report per row over `out`, by the person's permanent response; collection = None: a fresh second round.
    """

def own_attributes(secret: RowSecret, collection: str, attributes: int, ids: RowIds) -> NDArray[numpy.uint64]:
    """The number of the attribute that each person answers about, for life."""

def tuple_protocol(solution: str, attributes: Sequence[tuple[str, int, Sequence[str], str, Mapping[str, float], Sequence[float]]], epsilon: float, level: str, oracle: str, pairs: bool) -> Protocol:
    """
    Reports about several attributes; of each its name, k, labels, oracle, parameters and prior shares.
    """

def tuple_facts(protocol: Protocol) -> str:
    """What a tuple protocol is, and what it promises, as JSON."""

def estimate_attribute(protocol: Protocol, reports: int, cells: NDArray[Any], attribute: int, confidence: float = 0.95, coverage: str = 'per value', population: str = 'fixed', consistency: str = 'none') -> dict[str, Any]:
    """
    Counts of one attribute's values among all people, as Protocol.estimate() gives them.
    """

def estimate_pair(protocol: Protocol, reports: int, cells: NDArray[Any], first: int, second: int, confidence: float = 0.95, coverage: str = 'per value', population: str = 'fixed', consistency: str = 'none') -> dict[str, Any]:
    """Counts of two attributes' values together, row by row."""

def tuple_plan(attributes: Sequence[tuple[str, int, Sequence[str], str, Mapping[str, float], Sequence[float]]], people: int, epsilon: float, shares: Sequence[Sequence[float]]) -> str:
    """
    What error to expect of every way to report several attributes, as JSON.
    """

def read_tally(path: str) -> tuple[str, str, int, NDArray[numpy.uint64], str, bool]:
    """
    Kind and spec, number of reports, cells, collection, whether it is private: of a .stly file.
    """

def write_tally(path: str, protocol: Protocol, reports: int, cells: NDArray[Any], collection: str, is_private: bool) -> None: ...

def tally_of_bytes(data: bytes) -> tuple[str, str, int, NDArray[numpy.uint64], str, bool]:
    """As read_tally, of the bytes of such a file."""

def tally_bytes(protocol: Protocol, reports: int, cells: NDArray[Any], collection: str, is_private: bool) -> bytes:
    """The bytes that write_tally would write."""

def read_reports(path: str) -> tuple[str, str, NDArray[numpy.uint8], str, bool]:
    """
    Kind and spec, the reports as an n × bytes array, collection, whether they are private: of a .srep file.
    """

def write_reports(path: str, protocol: Protocol, reports: NDArray[Any], collection: str, is_private: bool, append: bool = False) -> int:
    """The number of reports that the file has then."""

class Loss:
    """How much is told about one unit."""

    @staticmethod
    def pure(epsilon: float) -> Loss: ...

    @staticmethod
    def approximate(epsilon: float, delta: float) -> Loss: ...

    @staticmethod
    def zcdp(rho: float) -> Loss: ...

    @staticmethod
    def rdp(orders: Sequence[float], epsilons: Sequence[float]) -> Loss: ...

    @staticmethod
    def laplace(scale: float, sensitivity: float) -> Loss: ...

    @staticmethod
    def gaussian(sigma: float, sensitivity: float) -> Loss: ...

    @staticmethod
    def subsampled_gaussian(sigma: float, rate: float, sensitivity: float) -> Loss: ...

    @staticmethod
    def of_protocol(protocol: Protocol) -> Loss: ...

    @staticmethod
    def from_json(text: str) -> Loss: ...

    def to_json(self) -> str: ...

    @property
    def kind(self) -> str: ...

    def approximate_at(self, delta: float) -> tuple[float, float]: ...

    def grouped(self, size: int) -> Loss: ...

def accountants() -> list[str]: ...

def total(losses: Sequence[tuple[Loss, int]], delta: float, accountant: str | None) -> dict[str, Any] | None:
    """
    What the losses come to; None where that accountant's theorem does not apply.
    """

class CountNoise:
    """Whole-number noise for counts."""

    @staticmethod
    def laplace(epsilon: str, l1: int) -> CountNoise:
        """epsilon: the shortest decimal of a number"""

    @staticmethod
    def gaussian_zcdp(rho: float, l2_squared: int) -> CountNoise: ...

    @staticmethod
    def gaussian_counts(epsilon: float, delta: float, l2_squared: int) -> CountNoise: ...

    @property
    def name(self) -> str: ...

    @property
    def variance(self) -> float: ...

    def quantile(self, miss: float) -> int: ...

    def tail(self, x: int) -> float: ...

    def loss(self, l1: int, l2_squared: int) -> Loss: ...

    def add(self, counts: NDArray[Any], seed: int | None = None) -> NDArray[numpy.int64]: ...

class KeyedBlur:
    """Places in memory, blurred by a secret and their cells or rows."""

    def __init__(self, config: str) -> None:
        """A path, or the name of a NamedConfig."""

    @property
    def identity(self) -> str:
        """Equal where places are moved alike."""

    @property
    def dataset(self) -> str: ...

    @property
    def north(self) -> str: ...

    @property
    def east(self) -> str: ...

    @property
    def is_plane(self) -> bool: ...

    @property
    def keep(self) -> list[str]: ...

    @property
    def locating(self) -> list[str]: ...

    @property
    def has_memo(self) -> bool: ...

    @property
    def repeats(self) -> int | None: ...

    @property
    def keeps_order(self) -> bool: ...

    @property
    def region_column(self) -> str: ...

    @property
    def station_column(self) -> str: ...

    @property
    def distance_column(self) -> str: ...

    @property
    def regions(self) -> list[str]: ...

    @property
    def stations(self) -> list[str]: ...

    @property
    def promise(self) -> str: ...

    def memo_key(self) -> RowSecret | None:
        """The key that the configuration names; made where there is none yet."""

    def charge(self, purpose: str, secret: RowSecret, is_kept: bool) -> None:
        """Charges the ledger. is_kept: the secret may be used again."""

    def cells(self, north: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], east: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64]]:
        """Where the places are, privately: of the rows in the area."""

    def blur(self, north: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], east: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], ids: RowIds | None, secret: RowSecret) -> tuple[NDArray[numpy.uint64], NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.int32], NDArray[numpy.int32], NDArray[numpy.float64]]:
        """
        Of the rows in the area: which they are, their two coordinates, region, station and distance.
        """

def oracle_table() -> str:
    """The frequency oracles, as JSON."""

def mechanism_table() -> str:
    """The mechanisms of the central model, as JSON."""

def protocol_kinds() -> str:
    """The kinds of protocols, as JSON."""

def consistency_table() -> str:
    """The ways to make counts consistent, as JSON."""

class NamedFrame:
    """A data frame under a name that commands take for a source of events."""

    def __init__(self, frame: object, again: bool = True) -> None:
        """again: it can be asked for its rows more than once."""

    @property
    def name(self) -> str: ...

class NamedConfig:
    """A configuration (TOML) under a name that commands take for a path."""

    def __init__(self, text: str) -> None: ...

    @property
    def name(self) -> str: ...

def run(arguments: Sequence[str], progress: Callable[[str], object] | None = None) -> tuple[int, str, str]:
    """
    What the command line does: its exit code, and what it would print. `progress` is told what it is at.
    """

def command_tree() -> str:
    """The commands and their options, as JSON."""

class Collector:
    """A collector that runs in this process, on threads of its own."""

    def __init__(self, config: str, text: str, store: str, address: str, port: int | None, allow_plain: bool) -> None:
        """
        config: a path; text: what the file would have. Empty texts: the defaults.
        """

    @property
    def url(self) -> str: ...

    def create(self, json: str) -> None:
        """A collection, as an administrator asks for it."""

    def token(self, scope: str, collection: str, note: str, expires: str) -> str: ...

    def backup(self, path: str) -> None: ...

    def close(self) -> None: ...

def read_collection(url: str, id: str, token: str, ca: str, allow_plain: bool) -> dict[str, Any]:
    """
    Protocol, title, period, min_reports, accepts_seeded, and of every period its name, reports, cells and whether it is private.
    """

class Client:
    """Randomises, keeps reports in a folder, and sends them to a collector."""

    def __init__(self, url: str, token: str, collection: str, queue: str, max_epsilon: float, min_jitter: int, secret: str, durable: bool, ca: str, allow_plain: bool, timeout_ms: int) -> None: ...

    def parameters(self) -> dict[str, Any]: ...

    def report(self, values: NDArray[Any], period: str | None) -> int:
        """How many records were reported."""

    def flush(self, at_most_ms: int) -> dict[str, Any]: ...

    def send_due(self) -> dict[str, Any]: ...

    def status(self) -> dict[str, Any]: ...

    def start(self) -> None: ...

    def take_back_refused(self) -> int: ...

    def notices(self) -> list[dict[str, Any]]: ...

    def close(self) -> None: ...
