"""Repeated collections: not there yet, and every call says so."""

from sourdine.compat._missing import of_repeated_collections

__all__ = ["L_OUE_Aggregator_IBU", "L_OUE_Aggregator_MI", "L_OUE_Client"]

L_OUE_Client = of_repeated_collections("L_OUE_Client")
L_OUE_Aggregator_MI = of_repeated_collections("L_OUE_Aggregator_MI")
L_OUE_Aggregator_IBU = of_repeated_collections("L_OUE_Aggregator_IBU")
