"""Repeated collections: not there yet, and every call says so."""

from sourdine.compat._missing import of_repeated_collections

__all__ = ["dBitFlipPM_Aggregator_MI", "dBitFlipPM_Client"]

dBitFlipPM_Client = of_repeated_collections("dBitFlipPM_Client")
dBitFlipPM_Aggregator_MI = of_repeated_collections("dBitFlipPM_Aggregator_MI")
