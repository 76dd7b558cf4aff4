"""One attribute, one collection: a client and its aggregators for each protocol."""

from sourdine.compat.multi_freq_ldpy.pure_frequency_oracles import ADP, GRR, HE, LH, SS, UE, Variance_PURE

__all__ = ["ADP", "GRR", "HE", "LH", "SS", "UE", "Variance_PURE"]
