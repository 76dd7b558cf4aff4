"""Repeated collections of several attributes: SPL and SMP."""

from sourdine.compat.multi_freq_ldpy.long_mdim_freq_est import L_SMP_Solution, L_SPL_Solution

__all__ = ["L_SMP_Solution", "L_SPL_Solution"]
