"""Reads and plots what `slideway run` wrote.

    import slideway
    results = slideway.read("results/beam_on_beam/unstable_rough")
    acceleration = results["points/lower.free_end.y/acceleration"]  # .values, .unit, .meaning
    figure = slideway.plots.acceleration(results, "lower.free_end.y")
    figure.savefig("tip.png")

Needs numpy and h5py, and matplotlib for `slideway.plots`; nothing else.
"""
import importlib

__all__ = ["Array", "Quantity", "Results", "ResultsError", "backbone", "bifurcation_diagram",
           "long_motions", "orbits", "plots", "read", "to_csv"]


def __getattr__(name):
    # Loaded when first used: the command can then say which package is missing.
    if name in ("backbone", "bifurcation_diagram", "long_motions", "orbits", "plots"):
        return importlib.import_module(f"slideway.{name}")
    if name in __all__:
        module = "slideway.files" if name == "to_csv" else "slideway.results"
        return getattr(importlib.import_module(module), name)
    raise AttributeError(f"module slideway has no attribute {name}")
