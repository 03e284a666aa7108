"""Scripts models, reads and plots results of Slideway.

    import slideway as sw
    model = sw.load("beam_on_beam/lock_in")                    # or sw.Model("..."), line by line
    model["contact.rub.friction"] = 0.4                        # the path that --set takes
    modes = model.complex_modes(position=0.0477, t_start=0.2)
    print(modes.quantities["growth_rate.max"])
    modes.plot().savefig("modes.png")

    results = sw.read("results/beam_on_beam/unstable_rough")   # what `slideway run` wrote
    acceleration = results["points/lower.free_end.y/acceleration"]  # .values, .unit, .meaning
    figure = sw.plots.acceleration(results, "lower.free_end.y")
    figure.savefig("tip.png")

`slideway.list()` lists shipped cases, and `slideway.keys("contact")` describes the keys of a case.

Needs numpy; h5py for results of folders, matplotlib for `slideway.plots`. Nothing is loaded before it
is used.
"""
import importlib

_PLACES = {"to_csv": "files", "Mesh": "mesh", "Law": "law", "friction": "friction_table",
           "FileError": "exchange.file_error",
           **dict.fromkeys(["read_dmig", "read_matrices", "read_op4"], "exchange.matrix_reader"),
           "read_universal": "exchange.universal", "read_responses": "exchange.measured", "mac": "exchange.mac",
           **dict.fromkeys(["keys", "list"], "catalogue"),
           **dict.fromkeys(["InputError", "Interrupted", "Model", "load", "run", "shipped", "span"],
                           "model"),
           **dict.fromkeys(["Array", "Quantity", "ResultsError"], "values"),
           **dict.fromkeys(["Results", "read"], "results")}
_MODULES = ["backbone", "bifurcation_diagram", "long_motions", "orbits", "plots"]

__all__ = sorted({*_PLACES, *_MODULES} - {"list"})  # a star import leaves the type `list` as it is


def __getattr__(name):
    # Loaded when first used: the command can then say which package is missing.
    if name in _MODULES:
        return importlib.import_module(f"slideway.{name}")
    if name in _PLACES:
        return getattr(importlib.import_module(f"slideway.{_PLACES[name]}"), name)
    if name == "__version__":
        return importlib.import_module("_slideway").version
    raise importlib.import_module("slideway.hints").missing("slideway", name)


def __dir__():
    return sorted({*_PLACES, *_MODULES, "__version__"})
