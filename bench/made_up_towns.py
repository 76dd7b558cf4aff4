#!/usr/bin/env python3
"""made_up_towns.py STUDY [REDRAWS]: how often intervals hold the truth on towns that are made up to be hard for them.

Borders follow jumps of the density, or clumps lie beside them. 1/ε is 20 steps; lengths below are in 1/ε. Each town is
drawn once and blurred REDRAWS times by STUDY (sourdine_places_study). Seeded. Prints the table of docs/geo-estimates.md.
"""
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

UNIT = 20


def rectangle(x0, y0, x1, y1):
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def voronoi_cell(seats, i, side):
    """The part of the square that is nearest to seat i."""
    ring = rectangle(0, 0, side, side)
    for j, (bx, by) in enumerate(seats):
        if j == i:
            continue
        ax, ay = seats[i]
        nearer = lambda p: (p[0] - bx) ** 2 + (p[1] - by) ** 2 - (p[0] - ax) ** 2 - (p[1] - ay) ** 2
        kept = []
        for p, q in zip(ring, ring[1:] + ring[:1]):
            u, v = nearer(p), nearer(q)
            if u >= 0:
                kept.append(p)
            if (u >= 0) != (v >= 0):
                kept.append((p[0] + u / (u - v) * (q[0] - p[0]), p[1] + u / (u - v) * (q[1] - p[1])))
        ring = kept
    return ring


def nearest(seats, x, y):
    return min(range(len(seats)), key=lambda i: (seats[i][0] - x) ** 2 + (seats[i][1] - y) ** 2)


def drawn(rng, n, side, density, most):
    """n places with a density that is nowhere above `most`."""
    points = []
    while len(points) < n:
        x, y = rng.uniform(0, side), rng.uniform(0, side)
        if rng.uniform(0, most) < density(x, y):
            points.append((x, y))
    return points


def strips(n, ratio, width, count=6, slope=0.0):
    """Borders and jumps together, upright or slanted."""
    rng, side = random.Random(100 * ratio + width), count * width
    strip = lambda x, y: math.floor((x - slope * (y - side / 2)) / width)
    points = drawn(rng, n, side, lambda x, y: ratio if strip(x, y) % 2 == 0 else 1, ratio)
    lean = slope * side / 2
    cut = lambda i: (-9 * side if i == 0 else 10 * side if i == count else i * width)
    regions = [[(cut(i) - lean, 0), (cut(i + 1) - lean, 0), (cut(i + 1) + lean, side), (cut(i) + lean, side)]
               for i in range(count)]
    return points, regions


def checkerboard(n, ratio, width, count=5):
    rng, side = random.Random(7 * ratio + width), count * width
    points = drawn(rng, n, side, lambda x, y: ratio if (x // width + y // width) % 2 == 0 else 1, ratio)
    return points, [rectangle(i * width, j * width, (i + 1) * width, (j + 1) * width)
                    for j in range(count) for i in range(count)]


def patchwork(n, most, side=30, count=16, house=1, seed=5):
    """Neighbourhoods, each with a density of its own up to its borders; `house` points at each place."""
    rng = random.Random(seed)
    seats = [(rng.uniform(0, side), rng.uniform(0, side)) for _ in range(count)]
    density = [most ** rng.random() for _ in seats]
    places = drawn(rng, n // house, side, lambda x, y: density[nearest(seats, x, y)], most)
    return [p for p in places for _ in range(house)], [voronoi_cell(seats, i, side) for i in range(count)]


def hills(n, side=30, count=16, low=2, high=6, house=1, seed=9):
    """A smooth density; borders have nothing to do with it."""
    rng = random.Random(seed)
    tops = [(rng.uniform(0, side), rng.uniform(0, side), rng.uniform(low, high), rng.uniform(.3, 1)) for _ in range(8)]
    density = lambda x, y: .05 + sum(a * math.exp(-((x - u) ** 2 + (y - v) ** 2) / 2 / s / s) for u, v, s, a in tops)
    places = drawn(rng, n // house, side, density, .05 + sum(top[3] for top in tops))
    seats = [(rng.uniform(0, side), rng.uniform(0, side)) for _ in range(count)]
    return [p for p in places for _ in range(house)], [voronoi_cell(seats, i, side) for i in range(count)]


def circle(x, y, radius):
    return [(x + radius * math.cos(a * math.pi / 36), y + radius * math.sin(a * math.pi / 36)) for a in range(72)]


def park(n, side=20):
    """Nothing beyond a shore, nothing in a round park; both are regions, the land is two more."""
    rng = random.Random(11)
    shore = lambda x: side * (.72 + .1 * math.sin(6 * math.pi * x / side))
    in_park = lambda x, y: math.hypot(x - .4 * side, y - .3 * side) < 3
    points = drawn(rng, n, side, lambda x, y: 0 if y > shore(x) or in_park(x, y) else 1, 1)
    coast = [(side * i / 90, shore(side * i / 90)) for i in range(91)]
    land = [[p for p in coast if p[0] <= .7 * side] + [(.7 * side, 0), (0, 0)],
            [p for p in coast if p[0] >= .7 * side] + [(side, 0), (.7 * side, 0)]]
    # The park is cut out of the land around it by a slit, since a region has one ring.
    disc = circle(.4 * side, .3 * side, 3)
    land[0] = land[0][:-1] + [(.4 * side + 3, 0)] + disc[:1] + disc[:0:-1] + disc[:1] + [(.4 * side + 3, 0), (0, 0)]
    return points, [coast + [(side, 2 * side), (0, 2 * side)], disc] + land


def main_street(n, side=24):
    """Half of all points lie in a street of a fifth of 1/ε, just beside a border."""
    rng = random.Random(13)
    points = [(rng.uniform(side / 2, side / 2 + .2) if i % 2 else rng.uniform(0, side), rng.uniform(0, side))
              for i in range(n)]
    return points, [rectangle(i * side / 4, 0, (i + 1) * side / 4, side) for i in range(4)]


TOWNS = [
    ("six strips, 4 : 1, 5 wide, 6,000 points", lambda: strips(6000, 4, 5)),
    ("the same, 2 : 1", lambda: strips(6000, 2, 5)),
    ("the same, 10 : 1", lambda: strips(6000, 10, 5)),
    ("the same, slanted", lambda: strips(6000, 4, 5, slope=.4)),
    ("the same, 3 wide", lambda: strips(6000, 4, 3)),
    ("the same, 2 wide", lambda: strips(6000, 4, 2)),
    ("the same, 600 points", lambda: strips(600, 4, 5)),
    ("the same, 100,000 points", lambda: strips(100000, 4, 5)),
    ("the same, 3 wide, 100,000 points", lambda: strips(100000, 4, 3)),
    ("the same, 7 wide, 100,000 points", lambda: strips(100000, 4, 7)),
    ("checkerboard, 4 : 1, 5 wide, 6,000 points", lambda: checkerboard(6000, 4, 5)),
    ("the same, 4 wide, 30,000 points", lambda: checkerboard(30000, 4, 4)),
    ("the same, 5 wide, 100,000 points", lambda: checkerboard(100000, 4, 5)),
    ("16 neighbourhoods, 10 : 1, 6,000 points", lambda: patchwork(6000, 10)),
    ("the same, 100 : 1, 30,000 points", lambda: patchwork(30000, 100, seed=6)),
    ("the same, 10 : 1, ten calls at each house", lambda: patchwork(6000, 10, house=10, seed=7)),
    ("smooth hills, 6,000 points", lambda: hills(6000)),
    ("the same, 30,000 points", lambda: hills(30000)),
    ("the same, ten calls at each house", lambda: hills(30000, house=10, seed=10)),
    ("the same, steep hills", lambda: hills(6000, low=.7, high=1.5, seed=12)),
    ("a shore and a park, 6,000 points", lambda: park(6000)),
    ("the same, 30,000 points", lambda: park(30000)),
    ("half of 6,000 points in a street along a border", lambda: main_street(6000)),
]


def main():
    study, redraws = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "50"
    print("| town | error (RMSE) | blurred points' error | held | least of a region | half width | squares held |")
    print("|---|---|---|---|---|---|---|")
    for name, make in TOWNS:
        points, regions = make()
        with tempfile.TemporaryDirectory() as folder:
            places, borders = pathlib.Path(folder, "points.csv"), pathlib.Path(folder, "regions.csv")
            places.write_text("x,y,name\n" + "".join(f"{round(UNIT * x)},{round(UNIT * y)},town\n" for x, y in points))
            borders.write_text("name,x,y\n" + "".join(f"r{i},{UNIT * x},{UNIT * y}\n"
                                                      for i, ring in enumerate(regions) for x, y in ring))
            done = subprocess.run([study, str(places), "1", str(UNIT - math.sqrt(2)), redraws, "anew", "1",
                                   str(borders)], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        found = json.loads(done.stdout)
        least = min(row["coverage"] for row in found["by_region"])
        print(f"| {name} | {found['rmse']:.0f} | {found['naive_rmse']:.0f} | {100 * found['coverage']:.1f} % | "
              f"{100 * least:.0f} % | {found['half_width']:.0f} | {100 * found['all_cell_coverage']:.1f} % |", flush=True)


if __name__ == "__main__":
    main()
