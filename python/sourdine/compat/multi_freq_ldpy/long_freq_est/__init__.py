"""Repeated collections of one attribute."""

from sourdine.compat.multi_freq_ldpy.long_freq_est import (
    L_ADP,
    L_GRR,
    L_LH,
    L_OSUE,
    L_OUE,
    L_SOUE,
    L_SUE,
    Variance_LONG_PURE,
    dBitFlipPM,
)

__all__ = ["L_ADP", "L_GRR", "L_LH", "L_OSUE", "L_OUE", "L_SOUE", "L_SUE", "Variance_LONG_PURE", "dBitFlipPM"]
