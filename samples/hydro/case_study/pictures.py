"""The figures of the papers, drawn by gnuplot; each beside the commands that drew it."""

import subprocess

STYLE = """set terminal pngcairo size 1100,720 font 'sans,13' noenhanced
set output '{name}.png'
set title '{title}'
set grid lc rgb '#dddddd'
set border lc rgb '#555555'
"""
BLUE, ORANGE, GREEN, GREY = "#1b6ca8", "#d95f02", "#1b9e77", "#999999"
LEVELS = [BLUE, ORANGE, GREEN, "#7b3294", "#c51b7d", "#666666"]


def draw(folder, name, title, commands):
    script = STYLE.format(name=name, title=title) + commands
    (folder / f"{name}.gp").write_text(script, encoding="utf-8")
    subprocess.run(["gnuplot", f"{name}.gp"], cwd=folder, check=True)


def modes(folder, data, title):
    """Both modes against Q."""
    draw(folder, data, f"{title}: execution time in both modes", f"""set xlabel 'array size Q (elements)'
set ylabel 'time of a call (us)'
set logscale xy
set key left top
plot '{data}.dat' using 1:6 with points pt 7 ps 0.8 lc rgb '{ORANGE}' title 'strided (median)', \\
     '' using 1:3 with points pt 7 ps 0.8 lc rgb '{BLUE}' title 'sequential (median)'
""")


def ratio(folder, data, name, title):
    draw(folder, name, f"{title}: strided over sequential", f"""set xlabel 'array size Q (elements)'
set ylabel 'ratio of median times'
set logscale x
set yrange [0:*]
plot '{data}.dat' using 1:9 with points pt 7 ps 0.8 lc rgb '{BLUE}' notitle, 1 lc rgb '{GREY}' notitle
""")


def mean(folder, data, title):
    """Mean and deviation over both modes against Q."""
    draw(folder, data, f"{title}: mean and standard deviation", f"""set xlabel 'array size Q (elements)'
set ylabel 'time of a call, both modes (us)'
set key left top
plot '{data}.dat' using 1:3:4 with yerrorbars pt 7 ps 0.7 lc rgb '{BLUE}' title 'mean and deviation'
""")


def message_passing(folder, data, levels, ranks, balances):
    """Rank 0 large, all ranks beside it; a line where the load was balanced."""
    lines = "".join(f"set arrow from {step},graph 0 to {step},graph 1 nohead dt 2 lc rgb '{GREY}'\n"
                    for step in balances)
    shown = [(rank, level) for rank in range(ranks) for level in levels]

    def of(ranks_shown):
        return ", \\\n     ".join(
            f"'{data}.dat' using ($1=={rank}&&$2=={level}?$3:NaN):4 with points pt 7 ps 0.3"
            f" lc rgb '{LEVELS[level % len(LEVELS)]}' notitle, \\\n     "
            f"'' using ($1=={rank}&&$2=={level}?$3:NaN):5 with lines lw 2 lc rgb '{LEVELS[level % len(LEVELS)]}' " +
            (f"title 'level {level}'" if rank == 0 else "notitle")
            for rank, level in shown if rank in ranks_shown)

    draw(folder, data, "Message passing in updates of ghost cells, by level of the mesh", lines +
         f"""set xlabel 'step (dashed: the load was balanced; lines: medians of 51 steps)'
set ylabel 'communication (us)'
set logscale y
set key outside
set multiplot layout 2,1
set title 'Message passing in updates of ghost cells: rank 0'
plot {of([0])}
set title 'all ranks'
plot {of(range(ranks))}
unset multiplot
""")
