#!/usr/bin/env python3
"""Measures the cost of models in Python: docs/performance.md, "Models in Python".

    PYTHONPATH=build/release/python OPENBLAS_NUM_THREADS=1 python3 bench/scripts.py [--repeat N] [--million]

It prints CPU times of this process and its threads, the fastest of N runs. Compared functions run in turns.
"""
import argparse
import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import slideway as sw

SOURCE = """
extern "C" double cubic(double r, double, const double* p, double* df)
{
    df[0] = 3 * p[0] * r * r;
    df[1] = 0;
    return p[0] * r * r * r;
}
"""
K3 = 2e9


def cpu(work) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def fastest(repeat: int, *works) -> list[float]:
    """Returns the fastest time of each function; the functions run in turns."""
    return np.min([[cpu(work) for work in works] for _ in range(repeat)], axis=0).tolist()


def row(what: str, value: float, unit: str, limit: str) -> None:
    print(f"{what:60} {value:10.4g} {unit:6} {limit}", flush=True)


def importing(repeat: int) -> None:
    code = "import time; begin = time.process_time(); import slideway; {}; print(time.process_time() - begin)"
    for what, use, limit in (("import slideway", "None", "< 0.1"),
                             ("import slideway; slideway.Model (with numpy)", "slideway.Model", "")):
        took = min(float(subprocess.run([sys.executable, "-c", code.format(use)], capture_output=True, text=True,
                                        check=True).stdout) for _ in range(repeat))
        row(what, took, "s", limit)


def whole_call(repeat: int) -> None:
    model, calls = sw.load("lumped/chain_modes"), 50
    model.run()
    took, = fastest(repeat, lambda: [model.run() for _ in range(calls)])
    row("lumped/chain_modes: model.run()", 1e3 * took / calls, "ms", "< 0.25")


def loop(repeat: int) -> None:
    friction = np.linspace(0, 0.6, 121)
    asked = dict(position=0.0477, band_hz=[10e3, 11e3], t_start=0.2)
    model = sw.load("beam_on_beam/lock_in")

    def by_loop():
        for mu in friction:
            model["contact.rub.friction"] = mu
            model.complex_modes(**asked)

    def by_map():
        model.map("complex-modes", x=("contact.rub.friction", friction), **asked)
    model.complex_modes(**asked)
    looped, mapped = fastest(repeat, by_loop, by_map)
    row("121 friction coefficients of beam_on_beam/lock_in: map", mapped, "s", "")
    row("the same by a loop, over the map", looped / mapped, "", "< 1.1")


def own_laws(repeat: int) -> None:
    n_calls = 0

    def counted(r, v):
        nonlocal n_calls
        n_calls += 1
        return cubic(r, v)

    def cubic(r, v):
        return K3 * r * r * r, 3 * K3 * r * r, 0.0

    def run(law, **keys):
        model = sw.Model()
        model.lumped("body", masses=dict(m=dict(x=2.0)), springs=[dict(between=["m.x", "ground"], stiffness=5e3)])
        model.joint("spring", law=law, between=["body.m.x", "ground"], **keys)
        model.load("push", on="body.m.x", force=dict(amplitude=10.0))
        model.excitation(frequency_hz=9.0)
        model.output(history=["body.m.x"], history_rate_hz=1.0)
        return lambda: model.transient(scheme="runge-kutta", cycles=1500, tolerance=1e-9)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "cubic.cpp").write_text(SOURCE)
        binary = Path(folder) / "cubic.so"
        compiler = next(filter(shutil.which, ("c++", "g++", "clang++")))
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", binary, f"{folder}/cubic.cpp"], check=True)
        library = ctypes.CDLL(str(binary))
        run(sw.Law(counted))()

        def function_alone():
            for _ in range(n_calls):
                cubic(1e-3, 0.1)
        known, compiled, python, alone = fastest(
            repeat, run("cubic", k3=K3), run(sw.Law(library.cubic, [K3])), run(sw.Law(cubic)), function_alone)
    row("calls of a law in 1500 periods by runge-kutta", n_calls, "", "")
    row("law of Python, beside its function", 1e6 * (python - known - alone) / n_calls, "us", "< 1")
    row("its function", 1e6 * alone / n_calls, "us", "")
    row("compiled law, beside law = \"cubic\"", 1e6 * (compiled - known) / n_calls, "us", "< 0.05")


def million(repeat: int) -> None:
    model = sw.Model()
    model.plane_stress("plate", mesh=sw.shipped("meshes/plates/rectangle.geo"), thickness=0.02,
                       mesh_parameters=dict(length=1.0, height=0.5, nx=1000, ny=500),
                       material=dict(young=210e9, poisson=0.3, density=7800.0), fixed=["left"])
    body = model.body("plate")

    def matrix():
        vars(body).pop("K", None)
        body.K
    took, = fastest(10 * repeat, matrix)
    row(f"body.K of {body.K.shape[0]} dofs", 1e3 * took, "ms", "< 1")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--repeat", type=int, default=5)
    options.add_argument("--million", action="store_true", help="includes a mesh of 500 000 elements, which takes minutes")
    chosen = options.parse_args()
    importing(chosen.repeat)
    whole_call(chosen.repeat)
    loop(chosen.repeat)
    own_laws(chosen.repeat)
    if chosen.million:
        million(chosen.repeat)
