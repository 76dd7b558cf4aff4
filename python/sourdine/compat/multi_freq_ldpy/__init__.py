"""The modules and functions of multi-freq-ldpy 0.2.5 over Sourdine's kernels.

One attribute and one collection: GRR, UE (SUE and OUE), LH (BLH and OLH), SS, HE (SHE and THE) and ADP, each with a
client and aggregators by MI and IBU, in `sourdine.compat.multi_freq_ldpy.pure_frequency_oracles`. Several attributes:
SPL, SMP and RS+FD, in `mdim_freq_est`. Repeated collections: L-GRR, L-SUE, L-OSUE, L-OUE, L-SOUE, L-LH, L-ADP and
dBitFlipPM, in `long_freq_est`; both together in `long_mdim_freq_est`.

Arguments, defaults, and the types and shapes of what is returned are the other package's. These differ:

- randomness is secure and never numpy's (`sourdine.compat.seeded` is for tests), and the epsilon that the probabilities
  really have never exceeds the one asked for;
- reports of LH are made and read with Sourdine's hash functions: collect and aggregate with the same package;
- IBU of UE, LH, SS and HE maximises the reports' likelihood, SS sends sets without an order, and HE adds whole-number
  noise: the other package does none of these, and a `sourdine.compat.CorrectionWarning` says so once;
- RS+FD protects a person's record at epsilon, where the other package spends ln(d(e^epsilon - 1) + 1); L-GRR and L-LH
  tell eps_1 by one report, where the other package tells less and needs more people; variances of two rounds are right
  for every share. Reports of these are made and read with the same package;
- the clients for repeated collections know no person, here as there: a call is one report of somebody who never comes
  back. `sourdine.Oracle.respond` keeps people's permanent responses;
- wrong input raises ``ValueError`` or ``TypeError`` everywhere, as the other package does in most places.

Examples
--------
>>> import numpy as np
>>> from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles.UE import UE_Client, UE_Aggregator_MI
>>> ages = np.random.default_rng(0).integers(10, size=1000)
>>> reports = [UE_Client(age, k=10, epsilon=1.0, optimal=True) for age in ages]
>>> shares = UE_Aggregator_MI(reports, epsilon=1.0, optimal=True)
>>> shares.shape, float(shares.sum().round(9))
((10,), 1.0)
"""

from sourdine.compat.multi_freq_ldpy import (
    estimators,
    long_freq_est,
    long_mdim_freq_est,
    mdim_freq_est,
    pure_frequency_oracles,
)

__all__ = ["estimators", "long_freq_est", "long_mdim_freq_est", "mdim_freq_est", "pure_frequency_oracles"]
