"""Repeated collections: not there yet, and every call says so."""

from sourdine.compat._missing import of_repeated_collections

__all__ = ["L_SUE_Aggregator_IBU", "L_SUE_Aggregator_MI", "L_SUE_Client"]

L_SUE_Client = of_repeated_collections("L_SUE_Client")
L_SUE_Aggregator_MI = of_repeated_collections("L_SUE_Aggregator_MI")
L_SUE_Aggregator_IBU = of_repeated_collections("L_SUE_Aggregator_IBU")
