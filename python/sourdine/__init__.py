"""Sourdine: counts of people, and nothing about a person.

Values are randomised into reports, reports add up to tallies, tallies are inverted into estimates, estimates become
releases, and a ledger remembers what was spent.

>>> import sourdine as sd
>>> oracle = sd.oracle("oue", k=17, epsilon=1.0)
>>> reports = oracle.randomize([3, 16, 3, 0])
>>> estimate = oracle.tally(reports).estimate(confidence=0.95)
>>> len(estimate)
17

What the command line can do is here by the same names: ``sd.plan``, ``sd.release``, ``sd.forecast``, ``sd.range``,
``sd.ledger`` … They are loaded when they are first used, as are ``sourdine.spark``, ``sourdine.sklearn`` and
``sourdine.compat``.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

from sourdine import _core
from sourdine.errors import BudgetError, InputError, NotPrivateWarning
from sourdine.estimates import Count, Estimate
from sourdine.files import read_reports, read_tally, tally_from_bytes
from sourdine.guarantees import Guarantee
from sourdine.kinds import Oracle, RangeProtocol, oracle, protocol, range_protocol
from sourdine.protocols import Protocol, RowSecret
from sourdine.reports import Reports
from sourdine.tallies import Tally

if TYPE_CHECKING:
    from sourdine import compat as compat
    from sourdine import loss
    from sourdine import sklearn as sklearn
    from sourdine import spark as spark
    from sourdine.accounting import Accountant, Loss, Total, accountant
    from sourdine.clients import Client, ClientNotice, ClientParameters, ClientStatus
    from sourdine.collector import Collection, Collector, read_collection
    from sourdine.commands import *  # noqa: F403
    from sourdine.commands import range as range
    from sourdine.noise import CountNoise, count_noise
    from sourdine.ranges import RangeTree, range_tree, read_range_tree
    from sourdine.releases import Release, read_release
    from sourdine.results import Result
    from sourdine.streams import Stream, read_stream, stream
    from sourdine.tuples import (
        AttributeEstimate,
        PairEstimate,
        TupleEstimate,
        TupleProtocol,
        tuple_plan,
        tuple_protocol,
    )

# `range` is not among them, nor are modules that need other packages: `from sourdine import *` should neither hide what
# Python has nor fail. All of them are there as sd.range, sd.spark …
__all__ = [
    "Accountant",
    "AttributeEstimate",
    "BudgetError",
    "Client",
    "ClientNotice",
    "ClientParameters",
    "ClientStatus",
    "Collection",
    "Collector",
    "Count",
    "CountNoise",
    "Estimate",
    "Guarantee",
    "InputError",
    "Loss",
    "NotPrivateWarning",
    "Oracle",
    "PairEstimate",
    "Protocol",
    "RangeProtocol",
    "RangeTree",
    "Release",
    "Reports",
    "Result",
    "RowSecret",
    "Stream",
    "Tally",
    "Total",
    "TupleEstimate",
    "TupleProtocol",
    "accountant",
    "aggregate",
    "anonymize",
    "anonymize_check",
    "audit",
    "blur",
    "completion",
    "count_noise",
    "demo",
    "estimate",
    "forecast",
    "init",
    "inspect",
    "ledger",
    "loss",
    "mechanisms",
    "oracle",
    "oracles",
    "page",
    "plan",
    "protocol",
    "randomize",
    "range_protocol",
    "range_tree",
    "read_collection",
    "read_range_tree",
    "read_release",
    "read_reports",
    "read_stream",
    "read_tally",
    "release",
    "report",
    "reproduce",
    "simulate",
    "stream",
    "survey",
    "tally_from_bytes",
    "tuple_plan",
    "tuple_protocol",
    "verify",
]

__version__: str = _core.version

# Where names are that are not loaded at once.
_HOMES = {
    "Accountant": "accounting",
    "Client": "clients",
    "ClientNotice": "clients",
    "ClientParameters": "clients",
    "ClientStatus": "clients",
    "Collection": "collector",
    "Collector": "collector",
    "CountNoise": "noise",
    "Loss": "accounting",
    "RangeTree": "ranges",
    "Release": "releases",
    "Result": "results",
    "Stream": "streams",
    "Total": "accounting",
    "accountant": "accounting",
    "AttributeEstimate": "tuples",
    "PairEstimate": "tuples",
    "TupleEstimate": "tuples",
    "TupleProtocol": "tuples",
    "tuple_plan": "tuples",
    "tuple_protocol": "tuples",
    "count_noise": "noise",
    "range_tree": "ranges",
    "read_collection": "collector",
    "read_range_tree": "ranges",
    "read_release": "releases",
    "read_stream": "streams",
    "stream": "streams",
}
_MODULES = ("commands", "compat", "loss", "sklearn", "spark")


if not TYPE_CHECKING:  # which knows the names from above, and should say so when there is no such name

    def __getattr__(name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(f"module 'sourdine' has no attribute {name!r}")
        if name not in _HOMES:
            try:
                return import_module(f"sourdine.{name}")
            except ModuleNotFoundError as error:
                if error.name != f"sourdine.{name}":
                    raise
        home = import_module(f"sourdine.{_HOMES.get(name, 'commands')}")
        try:
            found = getattr(home, name)
        except AttributeError:
            raise AttributeError(f"module 'sourdine' has no attribute {name!r}") from None
        globals()[name] = found  # the next time it is found at once
        return found


def __dir__() -> list[str]:
    return sorted({*__all__, *_MODULES, *import_module("sourdine.commands").__all__, "__version__"})


_libraries = os.path.join(os.path.dirname(__file__), "_libs")
if os.path.isdir(_libraries):
    _core.add_library_directory(_libraries)  # what the wheel brings along and is loaded when it is needed
