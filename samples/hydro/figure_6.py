"""Figures 6a to 6f of Malony et al. (2005) from measured runs of this sample: cells for a notebook, or

    PYTHONPATH=DIR/lib/python3/dist-packages python3 figure_6.py [RUN_WITH_GODUNOV [RUN_WITH_EFM]]

draws figure_6.png. It needs pandas and matplotlib (Debian: python3-pandas python3-matplotlib). Runs as the papers had them,
whose strided sweeps go from element to element, are made by case_study/case_study; any measured run of the sample will do.
"""

# %% The runs, and where the module is if it is not installed.
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "tool" / "python"))

import matplotlib.pyplot as plt
import numpy as np
import proxima

CASE_STUDY = ["case-study/3-ranks-godunov/run", "case-study/3-ranks-efm/run"]
runs = [proxima.Run(path) for path in sys.argv[1:3] or CASE_STUDY]
figure, axes = plt.subplots(3, 2, figsize=(13, 15), constrained_layout=True)
BLUE, ORANGE, GREEN = "#1b6ca8", "#d95f02", "#1b9e77"


# %% Calls of a component that works patch by patch: their time in microseconds, by mode and array size Q.
def calls(run, method):
    frame = run.records(method).frame()
    frame["us"] = frame.duration_ns / 1e3
    frame["mode"] = frame.sweep.map({"x": "sequential", "y": "strided"})
    return frame


def without_interruptions(frame):
    """Calls during which another process had the processor take many times as long as others of their size."""
    usual = frame.groupby(["mode", "Q"]).us.transform("median")
    return frame[frame.us < 3 * usual]


states = calls(runs[0], "states.construct")

# %% 6a: both modes. Small arrays are in the cache, and the modes take about the same time.
for mode, colour in [("sequential", BLUE), ("strided", ORANGE)]:
    of_mode = without_interruptions(states[states["mode"] == mode])
    of_mode = of_mode.sample(min(len(of_mode), 20_000), random_state=1)  # more would hide each other
    axes[0, 0].plot(of_mode.Q, of_mode.us, ".", markersize=2, color=colour, alpha=0.3)
    medians = states[states["mode"] == mode].groupby("Q").us.median()
    axes[0, 0].plot(medians, "o", markersize=4, color=colour, markerfacecolor="white", label=mode)
axes[0, 0].set(title="6a: States, both modes (circles: medians)", xlabel="array size Q", ylabel="time of a call (us)")
axes[0, 0].legend()

# %% 6b: their ratio, patch by patch: a strided call follows the sequential one of the same patch.
before = states.shift()
pairs = states[(states["mode"] == "strided") & (before["mode"] == "sequential") & (before.Q == states.Q)
               & (before["rank"] == states["rank"])]
ratio = pairs.us / before.us[pairs.index]
axes[0, 1].plot(pairs.Q, ratio, ".", markersize=2, color=BLUE, alpha=0.3)
axes[0, 1].plot(ratio.groupby(pairs.Q).median(), "o", markersize=4, color=BLUE, markerfacecolor="white", label="medians")
axes[0, 1].axhline(1, color="#999999", linewidth=1)
axes[0, 1].set(title="6b: States, strided over sequential", xlabel="array size Q", ylabel="ratio of times",
               ylim=(0, 2 * ratio.groupby(pairs.Q).median().max()))


# %% 6c to e: mean and standard deviation over both modes, and the line through the means that least squares give.
def mean_and_deviation(frame, at, title):
    by_size = without_interruptions(frame).groupby("Q").us.agg(["mean", "std", "count"])
    by_size = by_size[by_size["count"] >= 10]
    slope, constant = np.polyfit(by_size.index, by_size["mean"], 1)
    at.plot(by_size["mean"], "o", markersize=4, color=BLUE, markerfacecolor="white", label="mean")
    at.plot(by_size["std"], "x", markersize=4, color=ORANGE, label="standard deviation")
    at.plot(by_size.index, constant + slope * by_size.index, color=BLUE, linewidth=1, label=f"{constant:.3g} + {slope:.3g} Q")
    at.set(title=title, xlabel="array size Q", ylabel="us")
    at.legend()


mean_and_deviation(states, axes[1, 0], "6c: States")
for run, at, title in zip(runs, [axes[1, 1], axes[2, 0]], ["6d: GodunovFlux", "6e: EFMFlux"]):
    mean_and_deviation(calls(run, "flux.compute"), at, title)

# %% 6f: message passing of rank 0 in each update of ghost cells, by level of the mesh.
ghosts = runs[0].records("mesh.update_ghosts").frame()
ghosts = ghosts[(ghosts["rank"] == 0) & ghosts.callpath.str.contains("integrator.advance")]
for level, colour in zip(sorted(ghosts.level.unique()), [BLUE, ORANGE, GREEN, "#7b3294", "#c51b7d", "#666666"]):
    of_level = ghosts[ghosts.level == level]
    axes[2, 1].plot(of_level.start_ns / 1e9, of_level.communication_ns / 1e3, ".", markersize=2, color=colour,
                    label=f"level {level}")
if "balance" in {node.method for node in runs[0].call_graph}:
    for balance in runs[0].records("mesh.balance"):
        axes[2, 1].axvline(balance.start_ns / 1e9, color="#bbbbbb", linewidth=0.6, linestyle="--")
axes[2, 1].set(title="6f: message passing of rank 0 (dashed: the load was balanced)", xlabel="time since the start of the run (s)",
               ylabel="communication in an update of ghost cells (us)", yscale="log")
axes[2, 1].legend(markerscale=5)

# %% The picture.
for at in axes.flat[:5]:
    at.grid(color="#dddddd")
if len(runs) == 1:
    axes[2, 0].set_axis_off()
figure.savefig("figure_6.png", dpi=80)
