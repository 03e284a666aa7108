"""Advice for names that do not exist, where another name does what is wanted."""
from __future__ import annotations

import difflib

from slideway.place import place

# Names that users of other packages try, by the class or module: what to write here.
_ELSEWHERE = {
    "slideway": {
        "open": 'read("FOLDER") for results, load("CASE") for a case',
        "read_results": 'read("FOLDER")', "load_results": 'read("FOLDER")',
        "read_case": 'load("CASE")', "load_case": 'load("CASE")', "from_toml": 'load("FILE.toml")',
        "cases": "list()", "list_cases": "list()", "examples": "list()",
        "plot": "results.plot()", "solve": 'run("CASE")', "compute": 'run("CASE")',
        "System": "Model()", "Case": 'Model(), or load("CASE")', "version": "__version__",
    },
    "Model": {
        **dict.fromkeys(["solve", "compute", "analyze", "analyse", "simulate", "execute"],
                        "run() for the analysis of the case, or a method such as modes()"),
        **dict.fromkeys(["sweep", "parametric", "scan"],
                        'map("ANALYSIS", x=("KEY", values)), or a loop that sets model["KEY"]'),
        **dict.fromkeys(["draw", "show"], "plot()"),
        **dict.fromkeys(["to_dict", "as_dict", "dict"], "tables()"),
        **dict.fromkeys(["write", "to_file", "export", "dump", "to_toml_file"], 'save("FILE.toml")'),
        **dict.fromkeys(["validate", "verify"], "check()"),
        **dict.fromkeys(["set", "set_key", "setdefault", "override", "set_param"],
                        'model["KEY"] = value'),
        **dict.fromkeys(["clone", "deepcopy"], "copy()"),
        **dict.fromkeys(["eig", "eigs", "eigenmodes", "eigenfrequencies", "frequencies"], "modes()"),
        **dict.fromkeys(["add_contact", "add_joint", "add_load", "add_motion", "add_bond"],
                        "the method of the table: contact, joint, load, motion or bond"),
        **dict.fromkeys(["add_body", "bodies", "substructure"],
                        'body("NAME") for its matrices; beam, plane_stress, lumped, ... add one'),
        **dict.fromkeys(["title", "name"], 'model["title"]'),
        "summary": "check()", "describe": "check()", "info": "check()", "values": "items()",
    },
    "Results": {
        **dict.fromkeys(["save", "to_folder", "to_hdf5", "to_hdf", "dump"], 'write("FOLDER")'),
        **dict.fromkeys(["to_dataframe", "to_frame", "as_dataframe", "dataframe", "df"],
                        "to_pandas()"),
        **dict.fromkeys(["to_dataset", "to_dataarray"], "to_xarray()"),
        **dict.fromkeys(["to_numpy", "to_array", "array", "data"],
                        'results["NAME"].values for one array, to_dict() for all'),
        **dict.fromkeys(["savefig", "save_figure", "figure"], 'plot().savefig("FILE.png")'),
        **dict.fromkeys(["show", "draw", "plots"], "plot()"),
        **dict.fromkeys(["units", "unit"], 'results["NAME"].unit, results.quantities["NAME"].unit'),
        **dict.fromkeys(["frequencies", "frequency", "freq", "freqs", "frequency_hz"],
                        'results["frequency"] of responses, results.quantities["BODY.frequency"] '
                        "of modes"),
        **dict.fromkeys(["modes", "eigenvalues", "modeshapes"],
                        "results.quantities for numbers, results.root.modes for arrays"),
        **dict.fromkeys(["compare"], "slideway.plots.compare_motion and the like"),
        **dict.fromkeys(["time", "t"], 'results["time"]'),
        **dict.fromkeys(["loc", "iloc", "at"], 'to_pandas().loc, or results["NAME"][index]'),
        **dict.fromkeys(["groups", "arrays", "columns"], "keys(), names(GROUP) or root"),
        **dict.fromkeys(["describe", "info", "stats", "metrics"], "quantities, or summary"),
        "close": "nothing: no file stays open",
    },
}


def missing(owner, name: str) -> AttributeError:
    """Exception for a missing attribute of an object or a module, with the name that is right.

    owner: the object, or "slideway" for the module.
    """
    if name.startswith("_"):  # Python itself and notebooks look for such names
        return AttributeError(name)
    kind = owner if isinstance(owner, str) else type(owner).__name__
    label = kind if kind == "slideway" else f"slideway.{kind}"
    advice = _ELSEWHERE.get(kind, {}).get(name)
    if advice is None and kind == "Results":
        if name in owner:
            advice = f"results.root.{name}" if owner.names(name) else f'results["{name}"]'
        elif name in owner.quantities:
            advice = f'results.quantities["{name}"]'
    if advice is None:
        known = _names(owner)
        near = difflib.get_close_matches(name, known, 1)
        advice = near[0] if near else f"one of {', '.join(known)}"
    file, line = place()
    return AttributeError(f"{file}:{line}: {label} has no {name}; expected {advice}")


def _names(owner) -> list[str]:
    if owner == "slideway":
        import slideway
        return dir(slideway)
    return sorted(name for name in {*dir(type(owner)), *vars(owner)} if not name.startswith("_"))
