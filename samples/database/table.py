"""Writes measurements next to those of Taufer (2002), like table 8.1 and figures 8.6 to 8.10."""

import statistics

SPEED_UPS = {"q1": {3: 2.6, 6: 5.4}, "q4": {3: 2.7, 6: 5.3}, "q3": {3: 2.3, 6: 3.9}, "q8": {3: 2.4, 6: 4.1}, "q8 1-part": {3: 1.1, 6: 2.5}}
CLASSES = {"q1": "CPU", "q4": "disk", "q3": "network", "q8": "middleware", "q8 1-part": "middleware"}
PARTS = {"CPU": ("t_CPU", "t_CPU_wait"), "disk": ("t_DISK_seq", "t_DISK_random"), "network": ("t_NET",)}


def seconds_of(node, kind):
    return sum(node[part] for part in PARTS[kind])


def attributed(one, how="overlapping"):
    """Applies (8.1): returns the seconds by class of the slowest slave, and of the master's computing."""
    parts = {kind: seconds_of(one[how]["slowest"], kind) for kind in PARTS}
    # The front looks up for all nodes at the same time; one node alone asks it for nothing else.
    serving = one["nodes"] if one["query"].startswith("q8") else 1
    works = one["nodes"] > 1 or one["query"].startswith("q8")
    parts["front"] = (seconds_of(one[how]["front"], "CPU") + seconds_of(one[how]["front"], "disk")) / serving if works else 0
    return parts


def text_of(measured, arguments):
    lines = [f"scale {arguments.scale:g}; a node: {arguments.cpu:g} processors, disk {arguments.disk_rate / 1e6:g} MB/s and "
             f"{arguments.disk_accesses:g} accesses/s, network {arguments.mbit:g} Mbit/s", "",
             "query      nodes Mbit/s  measured  CPU  disk  net front  attributed  class       speed-up  thesis: class, speed-up"]
    for one in measured:
        parts = attributed(one)
        whole = one["seconds"]
        base = next((other["seconds"] for other in measured if other["nodes"] == 1 and other["query"] == one["query"].split()[0]), None)
        shares = "".join(f"{100 * parts[kind] / whole:5.0f}%" for kind in ("CPU", "disk", "network", "front"))
        thesis = SPEED_UPS.get(one["query"], {}).get(one["nodes"], 1 if one["nodes"] == 1 else None)
        lines.append(f"{one['query']:10} {one['nodes']:5} {one['mbit']:6g} {whole:8.2f} s{shares} {100 * sum(parts.values()) / whole:9.0f}%  "
                     f"{one['overlapping']['slowest']['limit'] or 'none':11} {base / whole if base else float('nan'):8.1f}  {CLASSES.get(one['query'], '-')}, {thesis or '-'}")
    lines += ["", "attributed against measured time, without q8 as in the thesis (mean error below 10 %, worst 20 %):"]
    for how, what in (("overlapping", "reading ahead while computing, as above"), ("added", "computing, then reading, as in the thesis")):
        errors = [abs(sum(attributed(one, how).values()) / one["seconds"] - 1) for one in measured if not one["query"].startswith("q8")]
        lines.append(f"  {what}: mean error {100 * statistics.mean(errors):.0f} %, worst {100 * max(errors):.0f} %")
    return "\n".join(lines) + "\n"
