#!/usr/bin/env python3
"""Matrices of a free Euler-Bernoulli beam in space, as another FE program would hand them over.

Writes space_beam_M.mtx, space_beam_K.mtx (Matrix Market) and space_beam_dofs.csv beside this file.
Ten elements from the origin along (2, 1, 2)/3, 0.5 m long, rectangle 20 mm x 10 mm, steel; dofs of
each node: x, y, z, rotation_x, rotation_y, rotation_z. The wide side lies along e2, normal to the
beam and to the z axis. Consistent mass without rotary inertia of bending; torsion with the polar moment. Element matrices: Przemieniecki, Theory of Matrix Structural
Analysis, 1968, secs. 5.6 and 11.3, without shear.
"""
import math
import pathlib

E, NU, RHO = 210e9, 0.3, 7800.0
WIDTH, HEIGHT, LENGTH, N = 0.02, 0.01, 0.5, 10
A = WIDTH * HEIGHT
I_WEAK = WIDTH * HEIGHT**3 / 12  # deflection along e3
I_STRONG = HEIGHT * WIDTH**3 / 12  # deflection along e2
POLAR = I_WEAK + I_STRONG
TORSION = 0.2287 * WIDTH * HEIGHT**3  # Timoshenko & Goodier, table for a ratio of 2
G = E / (2 * (1 + NU))


def axes():
    e1 = [2 / 3, 1 / 3, 2 / 3]
    r = math.hypot(e1[0], e1[1])
    e2 = [-e1[1] / r, e1[0] / r, 0.0]
    e3 = [e1[1] * e2[2] - e1[2] * e2[1], e1[2] * e2[0] - e1[0] * e2[2], e1[0] * e2[1] - e1[1] * e2[0]]
    return [e1, e2, e3]


def bending(l):
    """Stiffness and mass over (v1, theta1, v2, theta2) per E I and per rho A."""
    k = [[12, 6 * l, -12, 6 * l], [6 * l, 4 * l * l, -6 * l, 2 * l * l],
         [-12, -6 * l, 12, -6 * l], [6 * l, 2 * l * l, -6 * l, 4 * l * l]]
    m = [[156, 22 * l, 54, -13 * l], [22 * l, 4 * l * l, 13 * l, -3 * l * l],
         [54, 13 * l, 156, -22 * l], [-13 * l, -3 * l * l, -22 * l, 4 * l * l]]
    return [[x / l**3 for x in row] for row in k], [[x * l / 420 for x in row] for row in m]


def element(l):
    """Local matrices over (u, v, w, theta_1, theta_2, theta_3) of both nodes."""
    K = [[0.0] * 12 for _ in range(12)]
    M = [[0.0] * 12 for _ in range(12)]

    def add(target, dofs, signs, matrix, factor):
        for i, a in enumerate(dofs):
            for j, b in enumerate(dofs):
                target[a][b] += factor * signs[i] * signs[j] * matrix[i][j]

    for dof, stiffness, mass in ((0, E * A, RHO * A), (3, G * TORSION, RHO * POLAR)):
        add(K, (dof, dof + 6), (1, 1), [[1, -1], [-1, 1]], stiffness / l)
        add(M, (dof, dof + 6), (1, 1), [[2, 1], [1, 2]], mass * l / 6)
    k, m = bending(l)
    # v with theta_3, w with -theta_2
    for dofs, signs, moment in (((1, 5, 7, 11), (1, 1, 1, 1), I_STRONG),
                                ((2, 4, 8, 10), (1, -1, 1, -1), I_WEAK)):
        add(K, dofs, signs, k, E * moment)
        add(M, dofs, signs, m, RHO * A)
    return K, M


def turned(matrix, R):
    """T^T matrix T with T = diag(R, R, R, R); rows of R are the local axes."""
    result = [[0.0] * 12 for _ in range(12)]
    for bi in range(4):
        for bj in range(4):
            for i in range(3):
                for j in range(3):
                    result[3 * bi + i][3 * bj + j] = sum(
                        R[p][i] * matrix[3 * bi + p][3 * bj + q] * R[q][j]
                        for p in range(3) for q in range(3))
    return result


def write(path, entries, n):
    lower = {ij: x for ij, x in entries.items() if ij[0] >= ij[1] and x != 0}
    with open(path, "w") as file:
        file.write("%%MatrixMarket matrix coordinate real symmetric\n% made by space_beam.py\n")
        file.write(f"{n} {n} {len(lower)}\n")
        for (i, j), x in sorted(lower.items(), key=lambda item: (item[0][1], item[0][0])):
            file.write(f"{i + 1} {j + 1} {x!r}\n")


def main():
    folder = pathlib.Path(__file__).parent
    l, R = LENGTH / N, axes()
    K_e, M_e = (turned(matrix, R) for matrix in element(l))
    n = 6 * (N + 1)
    K, M = {}, {}
    for e in range(N):
        for i in range(12):
            for j in range(i + 1):  # symmetric: the lower triangle
                key = (6 * e + i, 6 * e + j)
                K[key] = K.get(key, 0.0) + K_e[i][j]
                M[key] = M.get(key, 0.0) + M_e[i][j]
    write(folder / "space_beam_K.mtx", K, n)
    write(folder / "space_beam_M.mtx", M, n)
    with open(folder / "space_beam_dofs.csv", "w") as file:
        file.write("# made by space_beam.py\ndof,node,component,X,Y,Z\n")
        names = ("x", "y", "z", "rotation_x", "rotation_y", "rotation_z")
        for dof in range(n):
            node = dof // 6
            at = ",".join(repr(node * l * c) for c in R[0])
            file.write(f"{dof + 1},n{node},{names[dof % 6]},{at}\n")


main()
