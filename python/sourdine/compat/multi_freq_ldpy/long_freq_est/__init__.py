"""Repeated collections: not there yet, and every call says so."""
