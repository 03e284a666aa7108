#!/usr/bin/env python3
"""Copies a header with a list of types (a std::variant) and adds one more: its header, and its name at the end."""

import argparse
import pathlib

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("list", type=pathlib.Path)
parser.add_argument("copy", type=pathlib.Path)
parser.add_argument("--header", required=True, help="of the same folder as the others of the list")
parser.add_argument("--name", required=True)
options = parser.parse_args()

text = options.list.read_text()
first, end = f'#include "{options.header.rpartition("/")[0]}/', ">;"
if first not in text or text.count(end) != 1:
    raise SystemExit(f"{options.list}: not understood")
text = text.replace(end, f", {options.name}{end}").replace(first, f'#include "{options.header}"\n{first}', 1)
options.copy.parent.mkdir(parents=True, exist_ok=True)
options.copy.write_text(text)
