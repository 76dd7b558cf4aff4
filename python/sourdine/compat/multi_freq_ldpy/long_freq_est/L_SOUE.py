"""Repeated collections: not there yet, and every call says so."""

from sourdine.compat._missing import of_repeated_collections

__all__ = ["L_SOUE_Aggregator_IBU", "L_SOUE_Aggregator_MI", "L_SOUE_Client"]

L_SOUE_Client = of_repeated_collections("L_SOUE_Client")
L_SOUE_Aggregator_MI = of_repeated_collections("L_SOUE_Aggregator_MI")
L_SOUE_Aggregator_IBU = of_repeated_collections("L_SOUE_Aggregator_IBU")
