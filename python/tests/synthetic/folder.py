"""Results folders of given arrays."""
import json
from pathlib import Path

import h5py

from slideway import results


UNITS = {}  #: written in place of others


def write(folder, analysis, arrays, quantities=None, title="Synthetic", attributes=None, case="",
          overrides=(), used=None, bodies=()):
    """A results folder: `arrays` maps a path to (values, unit) or (values, unit, meaning)."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with h5py.File(folder / "results.h5", "w", userblock_size=results.BLOCK) as h5:
        h5.attrs.update({"title": title, "analysis": analysis, **(attributes or {})})
        for name, (values, unit, *meaning) in arrays.items():
            if isinstance(values, list) and values and isinstance(values[0], str):
                data = h5.create_dataset(name, data=values, dtype=h5py.string_dtype())
            else:
                data = h5.create_dataset(name, data=values)
            data.attrs["unit"] = UNITS.get(unit, unit)
            data.attrs["meaning"] = meaning[0] if meaning else "a test array"
    summary = {"title": title, "version": "0", "status": "end", "message": "",
               "analysis": analysis, "bodies": list(bodies),
               "quantities": {k: {"value": v, "unit": u} for k, (v, u) in
                              (quantities or {}).items()},
               "case": {"file": "case.toml", "overrides": list(overrides), "text": case}}
    if used:
        summary["used"] = used
    (folder / "summary.json").write_text(json.dumps(summary))
    seal(folder)
    return folder


def seal(folder):
    """The checksum of results.h5, as it is now, where the program writes it."""
    with open(folder / "results.h5", "r+b") as stream:
        stream.seek(results.BLOCK)
        text, block = results._seal(stream)
        stream.seek(0)
        stream.write(block)
    summary = json.loads((folder / "summary.json").read_text())
    (folder / "summary.json").write_text(json.dumps(summary | {"checksum": text}))
