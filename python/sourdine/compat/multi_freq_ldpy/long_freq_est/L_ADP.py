"""Repeated collections: not there yet, and every call says so."""

from sourdine.compat._missing import of_repeated_collections

__all__ = ["L_ADP_Aggregator_IBU", "L_ADP_Aggregator_MI", "L_ADP_Client"]

L_ADP_Client = of_repeated_collections("L_ADP_Client")
L_ADP_Aggregator_MI = of_repeated_collections("L_ADP_Aggregator_MI")
L_ADP_Aggregator_IBU = of_repeated_collections("L_ADP_Aggregator_IBU")
