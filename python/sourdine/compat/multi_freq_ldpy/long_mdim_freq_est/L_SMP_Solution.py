"""Repeated collections of several attributes: not there yet, and every call says so."""

from sourdine.compat._missing import of_repeated_surveys

__all__ = [
    "SMP_L_ADP_Aggregator_MI",
    "SMP_L_ADP_Client",
    "SMP_L_GRR_Aggregator_MI",
    "SMP_L_GRR_Client",
    "SMP_L_OSUE_Aggregator_MI",
    "SMP_L_OSUE_Client",
    "SMP_L_OUE_Aggregator_MI",
    "SMP_L_OUE_Client",
    "SMP_L_SOUE_Aggregator_MI",
    "SMP_L_SOUE_Client",
    "SMP_L_SUE_Aggregator_MI",
    "SMP_L_SUE_Client",
    "SMP_dBitFlipPM_Aggregator_MI",
    "SMP_dBitFlipPM_Client",
]

SMP_L_GRR_Client = of_repeated_surveys("SMP_L_GRR_Client")
SMP_L_OUE_Client = of_repeated_surveys("SMP_L_OUE_Client")
SMP_L_OSUE_Client = of_repeated_surveys("SMP_L_OSUE_Client")
SMP_L_SUE_Client = of_repeated_surveys("SMP_L_SUE_Client")
SMP_L_SOUE_Client = of_repeated_surveys("SMP_L_SOUE_Client")
SMP_L_ADP_Client = of_repeated_surveys("SMP_L_ADP_Client")
SMP_dBitFlipPM_Client = of_repeated_surveys("SMP_dBitFlipPM_Client")
SMP_L_GRR_Aggregator_MI = of_repeated_surveys("SMP_L_GRR_Aggregator_MI")
SMP_L_OUE_Aggregator_MI = of_repeated_surveys("SMP_L_OUE_Aggregator_MI")
SMP_L_OSUE_Aggregator_MI = of_repeated_surveys("SMP_L_OSUE_Aggregator_MI")
SMP_L_SUE_Aggregator_MI = of_repeated_surveys("SMP_L_SUE_Aggregator_MI")
SMP_L_SOUE_Aggregator_MI = of_repeated_surveys("SMP_L_SOUE_Aggregator_MI")
SMP_L_ADP_Aggregator_MI = of_repeated_surveys("SMP_L_ADP_Aggregator_MI")
SMP_dBitFlipPM_Aggregator_MI = of_repeated_surveys("SMP_dBitFlipPM_Aggregator_MI")
