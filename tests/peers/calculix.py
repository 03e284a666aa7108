#!/usr/bin/env python3
"""Compares solid elements with those of CalculiX on one mesh that both programs read.

    apt-get install calculix-ccx
    tests/peers/calculix.py build/release/bin/slideway [--kind C3D20 ...] [--cells 8 2 2] [--modes 16]

The mesh is a block of 0.1 m x 0.02 m x 0.01 m with curved edges, clamped at x = 0. Printed are the largest relative
differences of the frequencies, of the displacement of a static load, and the processor seconds of both programs.

Expected differences. C3D8 and C3D20 agree to the digits that CalculiX prints. C3D20R, C3D10, C3D15, C3D4 and C3D6
integrate the mass at the points of the stiffness there, so frequencies differ by 4e-3 to 0.15 in the 16 lowest modes.
C3D8I has incompatible modes with mass there, and statics agree on regular cells only (--regular).
"""
import argparse
import itertools
import math
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

CORNERS = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0), (0, 0, 2), (2, 0, 2), (2, 2, 2), (0, 2, 2)]
HEX_EDGES = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]
TET_EDGES = [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]
WEDGE_EDGES = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]
HEX, WEDGES = [tuple(range(8))], [(0, 1, 2, 4, 5, 6), (0, 2, 3, 4, 6, 7)]
TETS = [(0, 1, 2, 6), (0, 5, 1, 6), (0, 2, 3, 6), (0, 3, 7, 6), (0, 4, 5, 6), (0, 7, 4, 6)]
KINDS = {  # cells of a hexahedron, edges with mid nodes, our elements, whether frequencies agree
    "C3D8": (HEX, [], "hex8", True), "C3D8I": (HEX, [], "hex8i", False),
    "C3D20": (HEX, HEX_EDGES, "hex20", True), "C3D20R": (HEX, HEX_EDGES, "hex20r", False),
    "C3D4": (TETS, [], "tet4", False), "C3D10": (TETS, TET_EDGES, "tet10", False),
    "C3D6": (WEDGES, [], "wedge6", False), "C3D15": (WEDGES, WEDGE_EDGES, "wedge15", False),
}


def position(a, b, c, regular):
    if regular:
        return .1 * a, .02 * b, .01 * c
    return (.1 * (a + .06 * math.sin(math.pi * a) * (b - .5)),
            .02 * (b + .1 * math.sin(2 * math.pi * a) * (c - .5)),
            .01 * (c + .15 * math.sin(math.pi * a) * (b - .5)))


def mesh(kind, cells, regular):
    """Returns the positions by number of node, the elements, and the nodes at both ends."""
    parts, edges = KINDS[kind][:2]
    number, elements = {}, []
    for cell in itertools.product(*map(range, cells)):
        corners = [tuple(2 * i + d for i, d in zip(cell, corner)) for corner in CORNERS]
        for part in parts:
            nodes = [corners[k] for k in part]
            nodes += [tuple((p + q) // 2 for p, q in zip(nodes[i], nodes[k])) for i, k in edges]
            elements.append([number.setdefault(node, len(number) + 1) for node in nodes])
    unit = {n: [x / (2 * c) for x, c in zip(node, cells)] for node, n in number.items()}
    at = {n: position(*u, regular) for n, u in unit.items()}
    return at, elements, [n for n, u in unit.items() if u[0] == 0], [n for n, u in unit.items() if u[0] == 1]


def deck(kind, at, elements, start, end):
    def rows(numbers):
        return ",\n".join(", ".join(map(str, numbers[k:k + 8])) for k in range(0, len(numbers), 8))
    return ("*NODE, NSET=all\n" + "".join(f"{n}, {x:.12e}, {y:.12e}, {z:.12e}\n" for n, (x, y, z) in at.items())
            + f"*ELEMENT, TYPE={kind}, ELSET=body\n"
            + "".join(f"{rows([e, *nodes])}\n" for e, nodes in enumerate(elements, 1))
            + f"*NSET, NSET=start\n{rows(start)}\n*NSET, NSET=end\n{rows(end)}\n")


def seconds(command, folder):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1) or "*ERROR" in done.stdout:
        sys.exit(f"{command}: {done.stdout[-1000:]}{done.stderr[-1000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def calculix(folder, text, n_modes, end):
    """Returns frequencies [Hz], the mean displacement of the end under 1000 N, and seconds of the modes."""
    model = (text + "*MATERIAL, NAME=steel\n*ELASTIC\n210e9, 0.3\n*DENSITY\n7800\n"
             "*SOLID SECTION, ELSET=body, MATERIAL=steel\n*BOUNDARY\nstart, 1, 3\n")
    (folder / "modes.inp").write_text(model + f"*STEP\n*FREQUENCY\n{n_modes}\n*NODE FILE\nU\n*END STEP\n")
    (folder / "load.inp").write_text(
        model + "*STEP\n*STATIC\n*CLOAD\n" + "".join(f"{n}, 3, {1000 / len(end):.17g}\n" for n in end)
        + "*NODE PRINT, NSET=end\nU\n*END STEP\n")
    took = seconds(["ccx", "modes"], folder)[0]
    seconds(["ccx", "load"], folder)
    modes = (folder / "modes.dat").read_text()
    table = modes[modes.index("E I G E N V A L U E   O U T P U T"):modes.index("P A R T I C I P A T I O N")]
    f = [float(line.split()[3]) for line in table.splitlines() if re.match(r"\s+\d+\s+\S+E", line)]
    u = [float(line.split()[3]) for line in (folder / "load.dat").read_text().splitlines()
         if re.match(r"\s+\d+\s+\S+E", line)]
    return f, sum(u) / len(u), took


def slideway(program, folder, text, kind, n_modes):
    (folder / "block.inp").write_text(text)
    element = KINDS[kind][2]
    shape = element.rstrip("ir")
    chosen = f'elements = {{ {shape} = "{element}" }}\n' if shape.startswith("hex") else ""
    body = ('[[substructure]]\nname = "b"\ntype = "solid"\nmesh = "block.inp"\nfixed = ["start"]\n' + chosen
            + "material = { young = 210e9, poisson = 0.3, density = 7800 }\n")
    (folder / "modes.toml").write_text(body + f'[analysis]\ntype = "modes"\nof = "bodies"\nn_modes = {n_modes}\n')
    (folder / "load.toml").write_text(
        body + '[[load]]\nname = "tip"\non = "b.end.z"\nforce = 1000\n[analysis]\ntype = "static"\n'
        '[output]\nhistory = ["b.end.z"]\n')
    took, text = seconds([program, "run", "modes.toml", "--output", "modes", "--threads", "1"], folder)
    f = [float(x) for x in re.search(r"\bb: ([^\n]*) Hz", text)[1].split(", ")]
    text = seconds([program, "run", "load.toml", "--output", "load"], folder)[1]
    return f, float(re.search(r"b\.end\.z: displacement (\S+)", text)[1]), took


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--kind", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--cells", nargs=3, type=int, default=[8, 2, 2])
    parser.add_argument("--modes", type=int, default=16)
    parser.add_argument("--regular", action="store_true", help="cells without distortion")
    chosen = parser.parse_args()
    program, wrong = chosen.program.resolve(), False
    print(f"{'':8} {'nodes':>7} {'frequencies':>12} {'tip load':>10} {'ccx [s]':>8} {'here [s]':>8}")
    for kind in chosen.kind:
        at, elements, start, end = mesh(kind, chosen.cells, chosen.regular)
        text = deck(kind, at, elements, start, end)
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            f, u, theirs = calculix(folder, text, chosen.modes, end)
            g, v, ours = slideway(program, folder, text, kind, chosen.modes)
        apart = max(abs(a - b) / b for a, b in zip(f, g, strict=True))
        print(f"{kind:8} {len(at):7} {apart:12.1e} {abs(u - v) / abs(v):10.1e} {theirs:8.2f} {ours:8.2f}")
        wrong = wrong or (KINDS[kind][3] and apart > 1e-6)
    if wrong:
        sys.exit("frequencies of C3D8 or C3D20 differ by more than 1e-6")


if __name__ == "__main__":
    main()
