"""Repeated collections: not there yet, and every call says so."""

from sourdine.compat._missing import of_repeated_collections

__all__ = ["L_GRR_Aggregator_IBU", "L_GRR_Aggregator_MI", "L_GRR_Client"]

L_GRR_Client = of_repeated_collections("L_GRR_Client")
L_GRR_Aggregator_MI = of_repeated_collections("L_GRR_Aggregator_MI")
L_GRR_Aggregator_IBU = of_repeated_collections("L_GRR_Aggregator_IBU")
