"""Plots tip acceleration, its spectrogram and the contact force of a run.

    slideway run beam_on_beam/unstable_rough --output results/beam_on_beam/unstable_rough
    python3 docs/images/unstable_rough.py results/beam_on_beam/unstable_rough docs/images/unstable_rough.png
"""
import sys

import h5py
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

with h5py.File(sys.argv[1] + "/results.h5") as f:
    t = f["time"][:]
    a = f["points/lower.free_end.y/acceleration"][:]
    force = f["contacts/rub/normal_force"][:]
    place = 1e3 * f["contacts/rub/contact_x"][:]

plt.rcParams.update({"font.size": 11, "axes.spines.top": False, "axes.spines.right": False})
figure, (top, middle, bottom) = plt.subplots(3, 1, sharex=True, figsize=(10, 8),
                                             gridspec_kw={"height_ratios": [2, 2, 1.4]},
                                             constrained_layout=True)
top.plot(t, a, linewidth=0.4, color="#0072B2")
top.set_ylabel("acceleration of T [m/s²]")
limit = 1.25 * np.abs(a).max()
top.set_ylim(-limit, limit)
for time, words in ((1.48, "10.5 kHz"), (2.40, "3.5 kHz"), (2.65, "3.5 kHz"), (2.90, "3.5 and 10.5 kHz")):
    peak = np.abs(a[np.abs(t - time) < 0.08]).max()
    top.annotate(words, (time, peak), xytext=(0, 6), textcoords="offset points", ha="center")
slope, start = np.polyfit(t, place, 1)
upper = top.secondary_xaxis("top", functions=(lambda s: start + slope * s,
                                              lambda x: (x - start) / slope))
upper.set_xlabel("contact point from the clamp [mm]")

rate = 1 / (t[1] - t[0])
n, hop = 1024, 512
window = np.hanning(n)
frames = np.array([a[k:k + n] * window for k in range(0, len(a) - n, hop)])
level = np.abs(np.fft.rfft(frames, axis=1)).T * 2 / window.sum()
centre = t[0] + (np.arange(frames.shape[0]) * hop + n / 2) / rate
image = middle.pcolormesh(centre, np.fft.rfftfreq(n, 1 / rate) / 1e3,
                          20 * np.log10(np.maximum(level, 1e-3)), vmin=-20, vmax=40,
                          cmap="cividis", shading="nearest", rasterized=True)
middle.set_ylim(0, 15)
middle.set_ylabel("frequency [kHz]")
figure.colorbar(image, ax=middle, pad=0.01, label="dB re 1 m/s²")

bottom.plot(t, 1e3 * force, linewidth=0.4, color="#D55E00")
bottom.set_ylabel("normal force [mN]")
bottom.set_ylim(0, None)
bottom.set_xlabel("time [s]")
bottom.set_xlim(t[0], t[-1])
figure.savefig(sys.argv[2], dpi=95, pil_kwargs={"optimize": True})
