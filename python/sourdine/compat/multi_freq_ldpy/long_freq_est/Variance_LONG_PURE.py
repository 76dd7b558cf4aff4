"""Repeated collections: not there yet, and every call says so."""

from sourdine.compat._missing import of_repeated_collections

__all__ = ["VAR_Long_Pure"]

VAR_Long_Pure = of_repeated_collections("VAR_Long_Pure")
