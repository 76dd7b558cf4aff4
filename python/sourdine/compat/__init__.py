"""Other packages' names over Sourdine's kernels, so that a notebook switches by changing one import.

`sourdine.compat.multi_freq_ldpy` has the modules and functions of multi-freq-ldpy 0.2.5. Change the import::

    from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.GRR import GRR_Client, GRR_Aggregator_MI

or leave the imports and say `install` before them. Two things differ from the other package. Randomness is always
Sourdine's, secure and never numpy's: ``np.random.seed`` does nothing, and tests use `seeded`. And where the other
package is wrong this one is right, which a `CorrectionWarning` says once.
"""

import importlib
import pkgutil
import sys

from sourdine.compat._correction import CorrectionWarning
from sourdine.compat._seeding import seeded
from sourdine.errors import NotPrivateWarning

__all__ = ["CorrectionWarning", "NotPrivateWarning", "install", "multi_freq_ldpy", "seeded"]


def __getattr__(name: str) -> object:
    if name == "multi_freq_ldpy":
        return importlib.import_module("sourdine.compat.multi_freq_ldpy")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def install() -> None:
    """Let ``import multi_freq_ldpy`` mean `sourdine.compat.multi_freq_ldpy` from now on in this process.

    Raises
    ------
    RuntimeError
        When the other package has been imported already: what was taken from it would stay in use.

    Examples
    --------
    >>> install()
    >>> from multi_freq_ldpy.pure_frequency_oracles.UE import UE_Client
    >>> UE_Client.__module__
    'sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.UE'
    """
    ours = importlib.import_module("sourdine.compat.multi_freq_ldpy")
    other = sys.modules.get("multi_freq_ldpy")
    if other is ours:
        return
    if other is not None:
        raise RuntimeError("multi_freq_ldpy has been imported already: call sourdine.compat.install() before that")
    modules = {ours.__name__: ours}
    for module in pkgutil.walk_packages(ours.__path__, f"{ours.__name__}."):
        modules[module.name] = importlib.import_module(module.name)
    sys.modules.update({name.removeprefix("sourdine.compat."): module for name, module in modules.items()})
