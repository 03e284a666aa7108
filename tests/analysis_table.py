#!/usr/bin/env python3
"""Compares the joint laws per analysis in README.md with the generated table of docs/case_files.md.

    tests/analysis_table.py --source .
"""

import argparse
import pathlib
import re
import sys


def laws_per_analysis(text, heading):
    """{analysis: {laws}} of the table below a heading; an analysis is the text of its code spans, "transient taylor"."""
    lines = [line for line in text[text.index(heading):].splitlines() if line.startswith("| `")]
    laws = [name for name in re.findall(r"`([^`]+)`", lines[0]) if name != "analysis.type"]
    found = {}
    for line in lines[1:]:
        cells = [cell.strip() for cell in line.strip("|\n").split("|")]
        if len(cells) <= len(laws):
            break  # another table
        found[" ".join(re.findall(r"`([^`]+)`", cells[0]))] = {
            law for law, cell in zip(laws, cells[-len(laws):]) if cell == "yes"}
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    source = parser.parse_args().source
    readme = laws_per_analysis((source / "README.md").read_text(), "## Analyses and joint laws")
    program = laws_per_analysis((source / "docs/case_files.md").read_text(), "## Joint laws that an analysis takes")
    different = {name: (readme.get(name), laws) for name, laws in program.items() if readme.get(name) != laws}
    for name, (documented, laws) in different.items():
        print(f"{name}: README.md has {sorted(documented) if documented is not None else 'no line'}, "
              f"docs/case_files.md has {sorted(laws)}")
    unknown = sorted(set(readme) - set(program))
    if unknown:
        print(f"README.md: no such analysis: {', '.join(unknown)}")
    print(f"{len(program)} analyses compared")
    return 1 if different or unknown or not program else 0


if __name__ == "__main__":
    sys.exit(main())
