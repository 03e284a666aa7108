#!/usr/bin/env python3
"""Writes block.inp, the mesh of meshed_block.toml: four-node rectangles of 8 mm, in Abaqus' keywords.

160 mm x 80 mm; sets: block (all elements), foot (6 x 6 elements about (44, 40) mm, on which it
stands), surface handle (the side x = 160 mm).
"""

import pathlib

NX, NY, SIDE = 20, 10, 0.008


def node(i, j):
    return j * (NX + 1) + i + 1


def element(i, j):
    return j * NX + i + 1


lines = ["** made by block.py", "*NODE"]
lines += [f"{node(i, j)}, {SIDE * i:.3f}, {SIDE * j:.3f}" for j in range(NY + 1) for i in range(NX + 1)]
lines.append("*ELEMENT, TYPE=CPS4I, ELSET=block")
lines += [
    f"{element(i, j)}, {node(i, j)}, {node(i + 1, j)}, {node(i + 1, j + 1)}, {node(i, j + 1)}"
    for j in range(NY)
    for i in range(NX)
]
lines.append("*ELSET, ELSET=foot")
lines += [", ".join(str(element(i, j)) for i in range(3, 9)) for j in range(2, 8)]
lines.append("*ELSET, ELSET=last")
lines.append(", ".join(str(element(NX - 1, j)) for j in range(NY)))
lines += ["*SURFACE, NAME=handle", "last, S2"]
pathlib.Path(__file__).with_name("block.inp").write_text("\n".join(lines) + "\n")
