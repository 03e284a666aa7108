#!/usr/bin/env python3
"""Copies contact/laws/joint_laws.hpp with one more law: its header, and its name at the end of the list."""

import argparse
import pathlib

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("list", type=pathlib.Path)
parser.add_argument("copy", type=pathlib.Path)
parser.add_argument("--header", required=True)
parser.add_argument("--law", required=True)
options = parser.parse_args()

text = options.list.read_text()
first, end = '#include "contact/laws/', ">;"
if first not in text or text.count(end) != 1:
    raise SystemExit(f"{options.list}: not understood")
text = text.replace(end, f", {options.law}{end}").replace(first, f'#include "{options.header}"\n{first}', 1)
options.copy.parent.mkdir(parents=True, exist_ok=True)
options.copy.write_text(text)
