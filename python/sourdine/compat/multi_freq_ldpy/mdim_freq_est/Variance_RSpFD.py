"""Several attributes: not there yet, and every call says so."""

from sourdine.compat._missing import of_several_attributes

__all__ = ["VAR_RSpFD_GRR", "VAR_RSpFD_UE_rnd", "VAR_RSpFD_UE_zero"]

VAR_RSpFD_GRR = of_several_attributes("VAR_RSpFD_GRR")
VAR_RSpFD_UE_zero = of_several_attributes("VAR_RSpFD_UE_zero")
VAR_RSpFD_UE_rnd = of_several_attributes("VAR_RSpFD_UE_rnd")
