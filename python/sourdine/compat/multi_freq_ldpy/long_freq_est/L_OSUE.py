"""Repeated collections: not there yet, and every call says so."""

from sourdine.compat._missing import of_repeated_collections

__all__ = ["L_OSUE_Aggregator_IBU", "L_OSUE_Aggregator_MI", "L_OSUE_Client"]

L_OSUE_Client = of_repeated_collections("L_OSUE_Client")
L_OSUE_Aggregator_MI = of_repeated_collections("L_OSUE_Aggregator_MI")
L_OSUE_Aggregator_IBU = of_repeated_collections("L_OSUE_Aggregator_IBU")
