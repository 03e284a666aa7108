"""Plots the time-dependent frequency response, and the error of the reduction over frequency.

    slideway run beam_on_beam/frf_map --output results/map
    for s in 0.0335 0.05 0.0915; do
      common="--set analysis.about=undeformed --set analysis.position=$s
              --set analysis.frequency_hz.to=20e3 --set analysis.frequency_hz.step=5"
      slideway run beam_on_beam/frf_at_50_mm $common --output results/reduced_$s
      slideway run beam_on_beam/frf_at_50_mm $common --output results/none_$s \\
        --set 'substructure.lower.reduction={method="none"}' \\
        --set 'substructure.upper.reduction={method="none"}'
    done
    python3 docs/images/frf.py results docs/images/frf.png
"""
import sys

import h5py
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

pair = "frf/lower.free_end.y.acceleration/upper.tip.y/"


def response(folder):
    with h5py.File(folder + "/results.h5") as f:
        time = f["time"][:] if "time" in f else None
        return f["frequency"][:] / 1e3, time, f[pair + "real"][:] + 1j * f[pair + "imag"][:]


plt.rcParams.update({"font.size": 11, "axes.spines.top": False, "axes.spines.right": False})
figure, (top, bottom) = plt.subplots(2, 1, figsize=(10, 8), constrained_layout=True,
                                     gridspec_kw={"height_ratios": [2, 1.3]})
f, t, H = response(sys.argv[1] + "/map")
level = 20 * np.log10(np.maximum(np.abs(H), 1e-3)).T
image = top.pcolormesh(t, f[::2], level[::2], vmin=30, vmax=110, cmap="cividis",
                       shading="nearest", rasterized=True)
top.set(xlabel="time [s]", ylabel="frequency [kHz]")
figure.colorbar(image, ax=top, pad=0.01, label="dB re 1 m/s²/N")

for place, colour in (("0.0335", "#0072B2"), ("0.05", "#D55E00"), ("0.0915", "#009E73")):
    f, _, reduced = response(sys.argv[1] + "/reduced_" + place)
    _, _, whole = response(sys.argv[1] + "/none_" + place)
    f, reduced, whole = f[1:], reduced[0, 1:], whole[0, 1:]  # no acceleration at 0 Hz
    error = np.abs(reduced - whole) / np.abs(whole)
    bottom.semilogy(f, error, linewidth=0.6, color=colour, label=f"{1e3 * float(place):g} mm")
    print(place, *(f"{low}-{high} kHz: median {np.median(error[band]):.1e}, max {error[band].max():.1e}"
                   for low, high in ((0, 2), (2, 5), (5, 10), (10, 15), (15, 20))
                   for band in [(f >= low) & (f < high)]), sep="\n  ")
bottom.set(xlabel="frequency [kHz]", ylabel="|H reduced - H| / |H|", xlim=(0, 20))
bottom.legend(frameon=False, title="contact at")
figure.savefig(sys.argv[2], dpi=95, pil_kwargs={"optimize": True})
