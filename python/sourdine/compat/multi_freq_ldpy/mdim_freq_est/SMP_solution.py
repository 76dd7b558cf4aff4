"""Several attributes: not there yet, and every call says so."""

from sourdine.compat._missing import of_several_attributes

__all__ = [
    "SMP_ADP_Aggregator_MI",
    "SMP_ADP_Client",
    "SMP_GRR_Aggregator_MI",
    "SMP_GRR_Client",
    "SMP_LH_Aggregator_MI",
    "SMP_LH_Client",
    "SMP_SS_Aggregator_MI",
    "SMP_SS_Client",
    "SMP_UE_Aggregator_MI",
    "SMP_UE_Client",
]

SMP_GRR_Client = of_several_attributes("SMP_GRR_Client")
SMP_UE_Client = of_several_attributes("SMP_UE_Client")
SMP_LH_Client = of_several_attributes("SMP_LH_Client")
SMP_SS_Client = of_several_attributes("SMP_SS_Client")
SMP_ADP_Client = of_several_attributes("SMP_ADP_Client")
SMP_GRR_Aggregator_MI = of_several_attributes("SMP_GRR_Aggregator_MI")
SMP_UE_Aggregator_MI = of_several_attributes("SMP_UE_Aggregator_MI")
SMP_LH_Aggregator_MI = of_several_attributes("SMP_LH_Aggregator_MI")
SMP_SS_Aggregator_MI = of_several_attributes("SMP_SS_Aggregator_MI")
SMP_ADP_Aggregator_MI = of_several_attributes("SMP_ADP_Aggregator_MI")
