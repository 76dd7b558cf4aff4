"""Several attributes: not there yet, and every call says so."""

from sourdine.compat.multi_freq_ldpy.mdim_freq_est import RSpFD_solution, SMP_solution, SPL_solution, Variance_RSpFD

__all__ = ["RSpFD_solution", "SMP_solution", "SPL_solution", "Variance_RSpFD"]
