"""Run directories made from a description, in the formats of FORMAT.md."""

import json
import os


class MadeRun:
    """A call graph with `ranks` ranks, which share all times evenly but for rank 0, which computes what `more` says longer."""

    def __init__(self, directory, ranks=1):
        self.directory, self.ranks, self.nodes = directory, ranks, []
        os.makedirs(directory)

    def call(self, parent, instance, method, inclusive, communication=0.0, calls=10, binding=None):
        """The number of the new node; `parent` is that of its caller, or None."""
        self.nodes.append({"parent": parent, "instance": instance, "method": method, "inclusive": inclusive, "communication": communication,
                           "calls": calls, "binding": binding, "children": []})
        if parent is not None:
            self.nodes[parent]["children"].append(len(self.nodes) - 1)
        return len(self.nodes) - 1

    def _row(self, number, rank):
        node = self.nodes[number]
        share = 1 / self.ranks
        own = node["inclusive"] - sum(self.nodes[child]["inclusive"] for child in node["children"])
        mean = node["inclusive"] / max(node["calls"], 1)
        return {"node": number, "rank": rank, "name": f"{node['instance']}.{node['method']}", "calls": node["calls"], "time": own * share,
                "time (inc)": node["inclusive"] * share, "communication": node["communication"] * share,
                "computation": (node["inclusive"] - node["communication"]) * share, "min": mean * share, "max": mean * share, "mean": mean * share,
                "stddev": mean * share / 10}

    def write(self):
        """Roots must have been made before what they call, and all below a root before the next root."""
        trees = []
        for number, node in enumerate(self.nodes):
            if node["parent"] is None:
                trees.append({})
            data = {"name": f"{node['instance']}.{node['method']}", "type": "component", "port": "test::Port", "instance": node["instance"],
                    "method": node["method"], "signature": f"void {node['method']}()"}
            if node["binding"]:
                data.update(zip(("user", "uses port", "instance", "provides port"), node["binding"]))
            trees[-1][str(number)] = {"data": data, "children": node["children"]}
        graph = {"proxima": {"format": 1, "run": "run.json", "complete": True}, "graph": trees, "dataframe_indices": ["node", "rank"],
                 "dataframe": [self._row(number, rank) for number in range(len(self.nodes)) for rank in range(self.ranks)],
                 "exclusive_metrics": ["time"], "inclusive_metrics": ["time (inc)", "communication", "computation"]}
        run = {"format": 1, "complete": True, "command": ["made"], "host": "test", "start": "2025-01-31T12:00:00Z", "end": "2025-01-31T12:00:01Z",
               "duration_us": sum(node["inclusive"] for node in self.nodes if node["parent"] is None) / self.ranks,
               "clock": {"name": "tsc", "ticks_per_second": 1e9, "start": {"ticks": 1000, "monotonic_ns": 5000, "realtime_ns": 9000},
                         "end": {"ticks": 1001000, "monotonic_ns": 1005000, "realtime_ns": 1009000}},
               "mpi": {"size": self.ranks, "rank": 0}, "threads": self.ranks, "buffers": self.ranks}
        for name, content in ("callgraph.json", graph), ("run.json", run):
            with open(os.path.join(self.directory, name), "w", encoding="utf-8") as file:
                json.dump(content, file)
        os.makedirs(os.path.join(self.directory, "records"), exist_ok=True)


def shock(directory, slower=1.0):
    """A small assembly on two ranks; `slower` multiplies what the flux takes."""
    run = MadeRun(directory, ranks=2)
    flux = 300.0 * slower
    extra = flux - 300.0
    driver = run.call(None, "driver", "go", 1000.0 + extra, 350.0, calls=1, binding=("framework", "go", "driver", "go"))
    advance = run.call(driver, "integrator", "advance", 900.0 + extra, 300.0, binding=("driver", "integrator", "integrator", "integrator"))
    run.call(advance, "mesh", "update_ghosts", 400.0, 300.0, binding=("integrator", "mesh", "mesh", "mesh"))
    run.call(advance, "flux", "compute", flux, calls=5000, binding=("integrator", "flux", "flux", "flux"))
    run.call(advance, "states", "construct", 20.0, calls=5000, binding=("integrator", "states", "states", "states"))
    run.call(driver, "mesh", "regrid", 60.0, 50.0, binding=("driver", "mesh", "mesh", "mesh"))
    run.write()
    return directory


def random_run(directory, random, size):
    """A forest of `size` nodes with times from microseconds to seconds."""
    run = MadeRun(directory)
    room, open_nodes = {}, []
    while len(run.nodes) < size:
        if not open_nodes or random.random() < 0.02:
            inclusive = 10 ** random.uniform(3, 6)
            open_nodes = []
            node = run.call(None, f"part{random.randrange(12)}", "run", inclusive)
        else:
            while len(open_nodes) > 1 and random.random() < 0.5:
                open_nodes.pop()
            parent = open_nodes[-1]
            inclusive = room[parent] * random.choice([random.random(), 0.1, 0.01, 0.001])
            room[parent] -= inclusive
            node = run.call(parent, f"part{random.randrange(12)}", f"m{random.randrange(4)}x{len(run.nodes)}", inclusive)
        room[node] = inclusive
        open_nodes.append(node)
    run.write()
    return directory


HOSTILE = ["</script><script>window.harm = 1</script>", "<img src=x onerror=window.harm=1>", "\"'><b>bold</b>", "<!--<script>", "\u001b]0;x\u0007\u202etxt\u2028",
           "&lt;b&gt;", "]]>", "__proto__"]


def hostile(directory):
    run = MadeRun(directory, ranks=2)
    root = run.call(None, HOSTILE[0], HOSTILE[1], 1000.0 * len(HOSTILE), 100.0, binding=(HOSTILE[2], HOSTILE[3], HOSTILE[0], HOSTILE[5]))
    for name in HOSTILE:
        run.call(root, name, name, 900.0, 10.0, binding=(HOSTILE[0], name, name, name))
    run.write()
    return directory
