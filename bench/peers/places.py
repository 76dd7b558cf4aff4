"""Planar Laplace noise with privkit and GeoPrivacy, both in floating point and polar coordinates.

places.py REPETITIONS COUNT: one JSON object {name: {"version", "points": [a second, …], "north", "east"}}: points a
second, and how far a point at latitude 47.24 is moved on average in either direction, over 1/ε. (For the real planar
Laplace law both are 2·2/π = 1.273.) privkit moves degrees, one point after the other as its `execute` does; GeoPrivacy
draws noise alone, in a batch.
"""
import importlib.abc
import importlib.machinery
import importlib.metadata
import json
import math
import sys
import time
from unittest import mock

EPSILON = math.log(4) / 200
LATITUDE, LONGITUDE = 47.24, 6.02
# Packages that these import and that planar noise does not use.
ABSENT = {"open3d", "osmnx", "torch", "keras", "deepface", "retinaface", "skimage", "gurobipy", "matplotlib", "requests"}


class Absent(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Stands for packages that are not there."""

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in ABSENT:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return mock.MagicMock(__path__=[], __spec__=spec, __all__=[])

    def exec_module(self, module):
        pass


def metres(latitude, longitude):
    """North and east of where the point was, on a sphere of privkit's radius."""
    radius = 6371009
    return (math.radians(latitude - LATITUDE) * radius,
            math.radians(longitude - LONGITUDE) * radius * math.cos(math.radians(LATITUDE)))


def privkit(count):
    from privkit.ppms.planar_laplace import PlanarLaplace
    mechanism = PlanarLaplace(EPSILON)
    return lambda: [metres(*mechanism.get_obfuscated_point(LATITUDE, LONGITUDE)[:2]) for _ in range(count)]


def geoprivacy(count):
    from GeoPrivacy.mechanism import batch_laplace_noise
    return lambda: batch_laplace_noise(count, EPSILON)


def main(repetitions, count):
    sys.meta_path.append(Absent())  # last: what is there is used
    measured = {}
    for name, prepare in (("privkit", privkit), ("GeoPrivacy", geoprivacy)):
        move, rates = prepare(count), []
        for _ in range(repetitions):
            begin = time.perf_counter()
            moved = move()
            rates.append(count / (time.perf_counter() - begin))
        north, east = (EPSILON * sum(abs(offset[axis]) for offset in moved) / count for axis in (0, 1))
        measured[name] = {"version": importlib.metadata.version(name), "points": rates, "north": north, "east": east}
    json.dump(measured, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
