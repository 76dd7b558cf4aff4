"""Several attributes: SPL, SMP and RS+FD."""

from sourdine.compat.multi_freq_ldpy.mdim_freq_est import RSpFD_solution, SMP_solution, SPL_solution, Variance_RSpFD

__all__ = ["RSpFD_solution", "SMP_solution", "SPL_solution", "Variance_RSpFD"]
