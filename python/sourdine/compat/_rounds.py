"""Two rounds of randomised response behind the peer's calls, and what is to be said of them."""

import warnings
from functools import lru_cache
from math import inf

from sourdine.compat._channels import Channel, require_numbers
from sourdine.errors import NotPrivateWarning

__all__ = ["IBU", "MEMO", "SECOND_ROUND", "rounds"]

MEMO = (
    "a call of multi_freq_ldpy's clients for repeated collections draws the permanent response anew, so that a "
    "person's second report spends again; here a call is one report of a person who never comes back, and "
    "sourdine.Oracle.respond() is for those who do."
)
SECOND_ROUND = (
    "multi_freq_ldpy's L-GRR forgets the k - 2 values that a report may have passed through: one report tells less "
    "than eps_1 and needs up to 35 times the people; here it tells eps_1, and reports of the other package are not to be "
    "aggregated."
)
IBU = (
    "multi_freq_ldpy's IBU of repeated collections fits with a matrix whose rows do not add up to 1, which is no "
    "likelihood; here the shares are those under which the reports are most likely."
)


@lru_cache(maxsize=1024)
def rounds(name: str, k: int, eps_perm: float, eps_1: float, buckets: int = 0) -> Channel:
    """The oracle of these parameters, made once; `buckets`: of local hashing, 0 being the best number."""
    k = require_numbers(k, eps_perm)
    if not 0 < eps_1 < inf or not eps_1 < eps_perm:
        raise ValueError(f"eps_1 (one report) is greater than 0 and less than eps_perm (all of them), not {eps_1!r}")
    if eps_perm > 20:
        warnings.warn(f"an epsilon of {eps_perm:g} promises next to nothing", NotPrivateWarning, stacklevel=4)
    parameters = {"epsilon1": float(eps_1)} | ({"g": float(buckets)} if buckets else {})
    return Channel(name, k, float(eps_perm), parameters)
