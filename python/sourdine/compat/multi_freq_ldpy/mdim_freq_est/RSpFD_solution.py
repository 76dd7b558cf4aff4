"""Several attributes: not there yet, and every call says so."""

from sourdine.compat._missing import of_several_attributes

__all__ = [
    "RSpFD_ADP_Aggregator_MI",
    "RSpFD_ADP_Client",
    "RSpFD_GRR_Aggregator_MI",
    "RSpFD_GRR_Client",
    "RSpFD_UE_rnd_Aggregator_MI",
    "RSpFD_UE_rnd_Client",
    "RSpFD_UE_zero_Aggregator_MI",
    "RSpFD_UE_zero_Client",
]

RSpFD_GRR_Client = of_several_attributes("RSpFD_GRR_Client")
RSpFD_UE_zero_Client = of_several_attributes("RSpFD_UE_zero_Client")
RSpFD_UE_rnd_Client = of_several_attributes("RSpFD_UE_rnd_Client")
RSpFD_ADP_Client = of_several_attributes("RSpFD_ADP_Client")
RSpFD_GRR_Aggregator_MI = of_several_attributes("RSpFD_GRR_Aggregator_MI")
RSpFD_UE_zero_Aggregator_MI = of_several_attributes("RSpFD_UE_zero_Aggregator_MI")
RSpFD_UE_rnd_Aggregator_MI = of_several_attributes("RSpFD_UE_rnd_Aggregator_MI")
RSpFD_ADP_Aggregator_MI = of_several_attributes("RSpFD_ADP_Aggregator_MI")
