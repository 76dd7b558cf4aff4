"""Repeated collections: not there yet, and every call says so."""

from sourdine.compat._missing import of_repeated_collections

__all__ = ["L_LH_Aggregator_IBU", "L_LH_Aggregator_MI", "L_LH_Client"]

L_LH_Client = of_repeated_collections("L_LH_Client")
L_LH_Aggregator_MI = of_repeated_collections("L_LH_Aggregator_MI")
L_LH_Aggregator_IBU = of_repeated_collections("L_LH_Aggregator_IBU")
