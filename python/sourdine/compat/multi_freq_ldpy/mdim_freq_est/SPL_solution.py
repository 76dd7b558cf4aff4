"""Several attributes: not there yet, and every call says so."""

from sourdine.compat._missing import of_several_attributes

__all__ = [
    "SPL_ADP_Aggregator_MI",
    "SPL_ADP_Client",
    "SPL_GRR_Aggregator_MI",
    "SPL_GRR_Client",
    "SPL_LH_Aggregator_MI",
    "SPL_LH_Client",
    "SPL_SS_Aggregator_MI",
    "SPL_SS_Client",
    "SPL_UE_Aggregator_MI",
    "SPL_UE_Client",
]

SPL_GRR_Client = of_several_attributes("SPL_GRR_Client")
SPL_UE_Client = of_several_attributes("SPL_UE_Client")
SPL_LH_Client = of_several_attributes("SPL_LH_Client")
SPL_SS_Client = of_several_attributes("SPL_SS_Client")
SPL_ADP_Client = of_several_attributes("SPL_ADP_Client")
SPL_GRR_Aggregator_MI = of_several_attributes("SPL_GRR_Aggregator_MI")
SPL_UE_Aggregator_MI = of_several_attributes("SPL_UE_Aggregator_MI")
SPL_LH_Aggregator_MI = of_several_attributes("SPL_LH_Aggregator_MI")
SPL_SS_Aggregator_MI = of_several_attributes("SPL_SS_Aggregator_MI")
SPL_ADP_Aggregator_MI = of_several_attributes("SPL_ADP_Aggregator_MI")
