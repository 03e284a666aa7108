#!/usr/bin/python3
"""Writes a DMIG file of a chain of nodes with coupled neighbours, for measurements of reading.

    bench/large_dmig.py big.pch --entries 10000000
    /usr/bin/time -v slideway check big.toml     (written beside it)
"""
import argparse
import pathlib


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("file", type=pathlib.Path)
    p.add_argument("--entries", type=int, default=10_000_000, help="entries of K and M together")
    p.add_argument("--band", type=int, default=40, help="entries of a column of K above the diagonal")
    options = p.parse_args()
    n_dofs = options.entries // (options.band + 2)
    with open(options.file, "w", encoding="ascii") as out:
        for node in range(1, n_dofs // 3 + 2):
            out.write(f"GRID    {node:8d}{'':8s}{node:7d}.{0:7d}.{0:7d}.\n")
        out.write("DMIG    KAAX           0       6       2       0\n")
        for j in range(n_dofs):
            out.write(f"DMIG*   {'KAAX':16s}{j // 3 + 1:16d}{j % 3 + 1:16d}\n")
            for i in range(max(0, j - options.band), j):
                out.write(f"*       {i // 3 + 1:16d}{i % 3 + 1:16d}-1.{i % 1000:03d}456789D+00\n")
            out.write(f"*       {j // 3 + 1:16d}{j % 3 + 1:16d} 9.876543210D+03\n")
        out.write("DMIG    MAAX           0       6       2       0\n")
        for j in range(n_dofs):
            out.write(f"DMIG*   {'MAAX':16s}{j // 3 + 1:16d}{j % 3 + 1:16d}\n"
                      f"*       {j // 3 + 1:16d}{j % 3 + 1:16d} 1.000000000D+00\n")
    options.file.with_suffix(".toml").write_text(
        f'[[substructure]]\nname = "b"\ntype = "matrices"\nfile = "{options.file.name}"\n'
        'reduction = { boundary = ["n1"] }\n[analysis]\ntype = "static"\n', encoding="ascii")


if __name__ == "__main__":
    main()
