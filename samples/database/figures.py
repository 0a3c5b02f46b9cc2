"""Draws for each query the time on each number of nodes, like figures 8.6 to 8.10 of Taufer (2002)."""

import table

COLOURS = {"CPU": "#1b6ca8", "disk": "#b8860b", "network": "#1b9e77", "front": "#888888"}
WIDTH, HEIGHT, LEFT, TOP = 210, 260, 40, 70  # of a panel, and margins
BAR = 34


def text(x, y, words, more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{words}</text>'


def box(x, y, width, height, more):
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" {more}/>'


def bar(x, base, height, one, whole):
    """Draws the parts of the time from below, the measured time as a frame, and the thesis's time as a line."""
    at = base
    for kind, seconds in table.attributed(one).items():
        size = max(seconds, 0) / whole * height
        at -= size
        yield box(x, at, BAR, size, f'fill="{COLOURS[kind]}"')
    measured = one["seconds"] / whole * height
    yield box(x, base - measured, BAR, measured, 'fill="none" stroke="black"')
    yield text(x + BAR / 2, base + 15, one["nodes"], 'text-anchor="middle"')
    speed_up = 1 if one["nodes"] == 1 else table.SPEED_UPS.get(one["query"], {}).get(one["nodes"])
    if speed_up:
        y = base - height / speed_up
        yield f'<path d="M{x - 6:.1f} {y:.1f}h{BAR + 12}" stroke="#c51b7d" stroke-width="2" stroke-dasharray="5 3"/>'


def panel(left, query, runs, whole):
    height, base = 0.7 * (HEIGHT - 70), TOP + HEIGHT - 40  # some queries take longer than on one node
    yield text(left, TOP, query, 'font-weight="bold"')
    yield text(left, TOP + 14, f"{whole:.1f} s on one node", 'fill="#555"')
    yield f'<path d="M{left} {base}h{WIDTH - 40}" stroke="#aaa"/>'
    for i, one in enumerate(runs):
        yield from bar(left + 10 + i * (BAR + 20), base, height, one, whole)


def svg_of(measured, mbit):
    queries = list(dict.fromkeys(one["query"] for one in measured))
    alone = {one["query"]: one["seconds"] for one in measured if one["nodes"] == 1}
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH * len(queries)} {TOP + HEIGHT}" '
           'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>')
    for i, (kind, colour) in enumerate(COLOURS.items()):
        yield box(LEFT + i * 90, 14, 12, 12, f'fill="{colour}"') + text(LEFT + i * 90 + 17, 24, kind)
    yield text(LEFT + 380, 24, "frame: measured; dashed: the thesis; below: nodes; the rest is the middleware's")
    for i, query in enumerate(queries):
        whole = alone.get(query.split()[0])
        runs = [one for one in measured if one["query"] == query and one["mbit"] == mbit]
        if whole:
            yield from panel(LEFT + i * WIDTH, query, runs, whole)
    yield "</svg>"


def write(file, measured, mbit):
    file.write_text("\n".join(svg_of(measured, mbit)) + "\n")
