"""Repeated collections of several attributes: not there yet, and every call says so."""

from sourdine.compat._missing import of_repeated_surveys

__all__ = [
    "SPL_L_ADP_Aggregator_MI",
    "SPL_L_ADP_Client",
    "SPL_L_GRR_Aggregator_MI",
    "SPL_L_GRR_Client",
    "SPL_L_OSUE_Aggregator_MI",
    "SPL_L_OSUE_Client",
    "SPL_L_OUE_Aggregator_MI",
    "SPL_L_OUE_Client",
    "SPL_L_SOUE_Aggregator_MI",
    "SPL_L_SOUE_Client",
    "SPL_L_SUE_Aggregator_MI",
    "SPL_L_SUE_Client",
    "SPL_dBitFlipPM_Aggregator_MI",
    "SPL_dBitFlipPM_Client",
]

SPL_L_GRR_Client = of_repeated_surveys("SPL_L_GRR_Client")
SPL_L_OUE_Client = of_repeated_surveys("SPL_L_OUE_Client")
SPL_L_OSUE_Client = of_repeated_surveys("SPL_L_OSUE_Client")
SPL_L_SUE_Client = of_repeated_surveys("SPL_L_SUE_Client")
SPL_L_SOUE_Client = of_repeated_surveys("SPL_L_SOUE_Client")
SPL_L_ADP_Client = of_repeated_surveys("SPL_L_ADP_Client")
SPL_dBitFlipPM_Client = of_repeated_surveys("SPL_dBitFlipPM_Client")
SPL_L_GRR_Aggregator_MI = of_repeated_surveys("SPL_L_GRR_Aggregator_MI")
SPL_L_OUE_Aggregator_MI = of_repeated_surveys("SPL_L_OUE_Aggregator_MI")
SPL_L_OSUE_Aggregator_MI = of_repeated_surveys("SPL_L_OSUE_Aggregator_MI")
SPL_L_SUE_Aggregator_MI = of_repeated_surveys("SPL_L_SUE_Aggregator_MI")
SPL_L_SOUE_Aggregator_MI = of_repeated_surveys("SPL_L_SOUE_Aggregator_MI")
SPL_L_ADP_Aggregator_MI = of_repeated_surveys("SPL_L_ADP_Aggregator_MI")
SPL_dBitFlipPM_Aggregator_MI = of_repeated_surveys("SPL_dBitFlipPM_Aggregator_MI")
