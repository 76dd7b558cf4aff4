"""Repeated collections of several attributes: not there yet, and every call says so."""
