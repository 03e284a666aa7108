#!/usr/bin/env python3
"""Writes ball_M.mtx, ball_K.mtx and ball_dofs.csv: a solid ball that rolls and slides on a plane.

Mass 1 kg, radius 5 m. Degrees of freedom are the displacements X, Y of its centre, those x, y of its
lowest point, and the rotation about the normal. It turns about y by (x - X) / radius, about x by
(Y - y) / radius, so that with the inertia J = 2/5 m radius^2

    2 T = m (X'^2 + Y'^2) + J/radius^2 [(x' - X')^2 + (y' - Y')^2] + J rotation'^2.

For a ball these are its equations, for any rotation: J is the same about all axes. Nothing is elastic.
"""
from pathlib import Path

MASS, RADIUS = 1.0, 5.0
INERTIA = 0.4 * MASS * RADIUS ** 2
DOFS = [("centre", "x"), ("centre", "y"), ("foot", "x"), ("foot", "y"), ("foot", "rotation")]


def main():
    turned = INERTIA / RADIUS ** 2
    entries = {(5, 5): INERTIA}
    for centre, foot in ((1, 3), (2, 4)):
        entries |= {(centre, centre): MASS + turned, (foot, centre): -turned, (foot, foot): turned}
    head = "%%MatrixMarket matrix coordinate real symmetric\n% made by ball.py\n"
    folder = Path(__file__).parent
    lines = [f"{row} {column} {value!r}" for (row, column), value in sorted(entries.items())]
    (folder / "ball_M.mtx").write_text(head + f"5 5 {len(lines)}\n" + "\n".join(lines) + "\n")
    (folder / "ball_K.mtx").write_text(head + "5 5 0\n")
    (folder / "ball_dofs.csv").write_text("# made by ball.py\ndof,node,component,X,Y\n" + "".join(
        f"{k},{node},{component},0.0,0.0\n" for k, (node, component) in enumerate(DOFS, 1)))


if __name__ == "__main__":
    main()
