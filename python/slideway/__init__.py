"""Scripts models, reads and plots results of Slideway.

    import slideway as sw
    model = sw.load("beam_on_beam/lock_in")                    # or sw.Model("..."), line by line
    model["contact.rub.friction"] = 0.4                        # the path that --set takes
    modes = model.complex_modes(position=0.0477, t_start=0.2)
    print(modes.quantities["growth_rate.max"].value)

    results = sw.read("results/beam_on_beam/unstable_rough")   # what `slideway run` wrote
    acceleration = results["points/lower.free_end.y/acceleration"]  # .values, .unit, .meaning
    figure = sw.plots.acceleration(results, "lower.free_end.y")
    figure.savefig("tip.png")

Needs numpy; h5py for results of folders, matplotlib for `slideway.plots`. Nothing is loaded before it
is used.
"""
import importlib

_PLACES = {"to_csv": "files", "Mesh": "mesh",
           "Law": "law", "friction": "friction_table",
           **dict.fromkeys(["InputError", "Interrupted", "Model", "load", "shipped", "span"], "model"),
           **dict.fromkeys(["Array", "Quantity", "Results", "ResultsError", "read"], "results")}
_MODULES = ["backbone", "bifurcation_diagram", "long_motions", "orbits", "plots"]

__all__ = sorted([*_PLACES, *_MODULES])


def __getattr__(name):
    # Loaded when first used: the command can then say which package is missing.
    if name in _MODULES:
        return importlib.import_module(f"slideway.{name}")
    if name in _PLACES:
        return getattr(importlib.import_module(f"slideway.{_PLACES[name]}"), name)
    raise AttributeError(f"module slideway has no attribute {name}")
