"""The figures of the papers, drawn by gnuplot and Graphviz; each beside what it was drawn from."""

import subprocess

STYLE = """set terminal pngcairo size 1100,{height} font 'sans,13' noenhanced
set output '{name}.png'
set title '{title}'
set grid lc rgb '#dddddd'
set border lc rgb '#555555'
set rmargin 5
"""
BLUE, ORANGE, GREEN, GREY = "#1b6ca8", "#d95f02", "#1b9e77", "#999999"
LEVELS = [BLUE, ORANGE, GREEN, "#7b3294", "#c51b7d", "#666666"]


def faint(colour):
    """Half way to white."""
    return "#" + "".join(f"{255 - (255 - int(colour[at:at + 2], 16)) // 2:02x}" for at in (1, 3, 5))


def draw(folder, name, title, commands, height=720):
    script = STYLE.format(name=name, title=title, height=height) + commands
    (folder / f"{name}.gp").write_text(script, encoding="utf-8")
    subprocess.run(["gnuplot", f"{name}.gp"], cwd=folder, check=True)


def modes(folder, name, title):
    """Draws both modes against Q: single calls, and medians. Interrupted calls far above all medians are beyond the axis."""
    draw(folder, f"{name}_modes", f"{title}: single calls in both modes", f"""set xlabel 'array size Q (elements)'
set ylabel 'time of a call (us)'
stats '{name}.dat' index 3 using 3 nooutput
set logscale xy
set yrange [*:4 * STATS_max]
set key left top
plot '{name}.dat' index 1 with points pt 7 ps 0.25 lc rgb '{faint(ORANGE)}' notitle, \\
     '' index 0 with points pt 7 ps 0.25 lc rgb '{faint(BLUE)}' notitle, \\
     '' index 3 using 1:3 with points pt 6 ps 1 lw 1.5 lc rgb '{ORANGE}' title 'strided (circles: medians)', \\
     '' index 3 using 1:2 with points pt 6 ps 1 lw 1.5 lc rgb '{BLUE}' title 'sequential'
""")


def ratio(folder, name, title):
    """Draws the ratio of the two modes against Q."""
    draw(folder, f"{name}_ratio", f"{title}: strided over sequential, on each patch", f"""set xlabel 'array size Q (elements)'
set ylabel 'ratio of times'
set logscale x
stats '{name}.dat' index 3 using 4 nooutput
set yrange [0:2 * STATS_max]
set key left top
plot '{name}.dat' index 2 with points pt 7 ps 0.25 lc rgb '{faint(BLUE)}' title 'single patches', \\
     '' index 3 using 1:4 with points pt 6 ps 1 lw 1.5 lc rgb '{BLUE}' title 'ratio of medians', \\
     1 lc rgb '{GREY}' notitle
""")


def fit(folder, name, title, model):
    """The model, and its deviation, over single calls."""
    mean, deviation = (model.get(member, "0").replace("^", "**") for member in ("mean", "stddev"))
    draw(folder, f"{name}_fit", f"{title}: model of both modes", f"""set xlabel 'array size Q (elements)'
set ylabel 'time of a call (us)'
stats '{name}.dat' index 3 using 3 nooutput
set logscale xy
set yrange [*:4 * STATS_max]
set key left top
set dummy {model["inputs"][0]["name"] if model["inputs"] else "Q"}
log2(x) = log(x) / log(2)
plot '{name}.dat' index 0:1 with points pt 7 ps 0.25 lc rgb '{GREY}' title 'single calls', \\
     {mean} lw 2 lc rgb '{BLUE}' title 'mean', \\
     ({mean}) - ({deviation}) dt 2 lc rgb '{BLUE}' title 'mean -/+ deviation', \\
     ({mean}) + ({deviation}) dt 2 lc rgb '{BLUE}' notitle
""")


def balance_lines(balances):
    return "".join(f"set arrow from {step},graph 0 to {step},graph 1 nohead dt 2 lc rgb '{GREY}'\n" for step in balances)


def step_label(balances):
    return "step" + (" (dashed: the load was balanced)" if balances else "")


def message_passing(folder, data, levels, ranks, balances, suffix=""):
    """Draws what ranks send for each level, and how long it takes; a line where the load was balanced."""
    blocks = [(rank, level) for rank in ranks for level in levels]

    def plots(style):
        return ", \\\n     ".join(style(rank * len(levels) + levels.index(level), LEVELS[level % len(LEVELS)],
                                       f"title 'level {level}'" if rank == ranks[0] else "notitle")
                                 for rank, level in blocks)

    def sent(index, colour, title):
        return f"'{data}.dat' index {index} using 3:($4/1024) with lines lw 2 lc rgb '{colour}' {title}"

    def took(index, colour, title):
        return (f"'{data}.dat' index {index} using 3:5 with points pt 7 ps 0.25 lc rgb '{faint(colour)}' notitle, "
                f"'' index {index} using 3:6 with lines lw 2 lc rgb '{colour}' {title}")

    whose = "rank 0" if len(ranks) == 1 else "all ranks"
    draw(folder, data + suffix, "", balance_lines(balances) +
         f"""set xlabel '{step_label(balances)}'
set key outside right top
set rmargin 14
set lmargin 12
set multiplot layout 2,1
set title 'Updates of ghost cells, {whose}: bytes sent in a step, by level of the mesh'
set ylabel 'sent in a step (KiB)'
set yrange [0:*]
plot {plots(sent)}
set title 'Time for it, {whose}: each step (points), and the fastest tenth of 51 steps (lines)'
set ylabel 'communication in a step (us)'
set yrange [*:*]
set format y '%.0s%c'
set logscale y
plot {plots(took)}
unset multiplot
""", height=1000)


def load(folder, data, ranks, balances):
    """Draws the share of the mesh that each rank works on."""
    lines = ", \\\n     ".join(f"'{data}.dat' using 1:{rank + 2} with lines lw 2 lc rgb '{LEVELS[rank % len(LEVELS)]}' "
                              f"title 'rank {rank}'" for rank in range(ranks))
    draw(folder, data, "Load of the ranks: elements worked on in a step, over their mean", balance_lines(balances) +
         f"""set xlabel '{step_label(balances)}'
set ylabel 'part of the mean'
set key outside right top
set rmargin 14
plot {lines}
""")


def call_graph(folder, name, dot):
    (folder / f"{name}.dot").write_text(dot, encoding="utf-8")
    subprocess.run(["dot", "-Tpng", f"{name}.dot", "-o", f"{name}.png"], cwd=folder, check=True)
