// Which instance calls which, and for how long.
import dagre from "@dagrejs/dagre";
import { line, curveBasis } from "d3-shape";
import { html, svg } from "./dom.mjs";
import { calls, time } from "./format.mjs";
import { shareOfRun } from "./run.mjs";
import { shortened } from "./chart.mjs";

const most = 40; // instances, and connections, that are drawn

/** Of an assembly its connections; of other programs, which instance calls which. */
function connections(tree) {
    const found = new Map();
    const open = [];
    const instanceOf = (node) => (node < 0 ? null : tree.of(node).instance);
    for (let i = 0; i < tree.size; i++) {
        const { instance, user = instanceOf(tree.parent[i]), uses } = tree.of(i);
        while (open.length > 0 && open[open.length - 1].end <= i) open.pop();
        if (user === null || user === instance && !uses) continue;
        const key = JSON.stringify([user, instance]);
        if (!found.has(key)) found.set(key, { user, provider: instance, ports: new Set(), calls: 0, inclusive: 0, communication: 0 });
        const one = found.get(key);
        if (uses) one.ports.add(uses);
        one.calls += tree.calls[i];
        if (!open.some((outer) => outer.key === key)) { // calls inside of these are in their time
            one.inclusive += tree.inclusive[i];
            one.communication += tree.communication[i];
        }
        open.push({ key, end: tree.end[i] });
    }
    return [...found.values()].sort((a, b) => b.inclusive - a.inclusive);
}

function largest(all) {
    const names = new Set();
    let shown = 0;
    const drawn = all.filter((one) => {
        const added = [one.user, one.provider].filter((name) => !names.has(name));
        if (shown === most || names.size + added.length > most) return false;
        shown++;
        added.forEach((name) => names.add(name));
        return true;
    });
    return { names, shown: drawn };
}

export function wiring(run, tree) {
    const all = connections(tree);
    if (all.length === 0) return null;
    const { names, shown } = largest(all);
    const own = new Map();
    for (let i = 0; i < tree.size; i++) own.set(tree.of(i).instance, (own.get(tree.of(i).instance) ?? 0) + tree.exclusive[i]);
    const graph = new dagre.graphlib.Graph({ multigraph: false });
    graph.setGraph({ rankdir: "TB", nodesep: 26, ranksep: 54, marginx: 6, marginy: 6 });
    const number = new Map(); // a name could be one that objects have
    for (const name of names) {
        number.set(name, String(number.size));
        const label = run.classes.get(name) ?? "";
        graph.setNode(number.get(name), { name, width: 24 + 7 * Math.max(Math.min(name.length, 26), Math.min(label.length, 28) * 0.9, 11), height: label ? 50 : 36 });
    }
    for (const one of shown) {
        const text = `${time(one.inclusive)}, ${shareOfRun(run, one.inclusive)}`;
        graph.setEdge(number.get(one.user), number.get(one.provider), { ...one, text, width: 7 * text.length, height: 14, labelpos: "c" });
    }
    dagre.layout(graph);
    const { width, height } = graph.graph();
    const path = line().x((p) => p.x).y((p) => p.y).curve(curveBasis);
    const edges = graph.edges().map((id) => {
        const edge = graph.edge(id);
        const weight = Math.min(3, Math.max(0, Math.round(4 + Math.log10(edge.inclusive / run.whole + 1e-9) * 1.3)));
        const kind = edge.communication > edge.inclusive / 2 ? "communication" : "computation";
        return [svg("path", { class: `edge ${kind} weight-${weight}`, d: path(edge.points), "marker-end": "url(#arrow)" },
            svg("title", {}, `${edge.user} to ${edge.provider}${edge.ports.size > 0 ? ` by ${[...edge.ports].join(", ")}` : ""}: ${edge.text}, ${calls(edge.calls)}`)),
        svg("g", { class: "edge-label" }, svg("rect", { x: edge.x - edge.text.length * 3.1, y: edge.y - 8, width: edge.text.length * 6.2, height: 16, rx: 3 }),
            svg("text", { x: edge.x, y: edge.y + 4, "text-anchor": "middle" }, edge.text))];
    });
    const boxes = graph.nodes().map((id) => {
        const box = graph.node(id);
        const { name } = box;
        const label = run.classes.get(name) ?? "";
        const middle = box.y + (label ? -9 : -2);
        return svg("g", { class: "instance" }, svg("rect", { x: box.x - box.width / 2, y: box.y - box.height / 2, width: box.width, height: box.height, rx: 5 }),
            svg("text", { x: box.x, y: middle, "text-anchor": "middle" }, shortened(name, 26)),
            label && svg("text", { class: "class", x: box.x, y: middle + 13, "text-anchor": "middle" }, shortened(label, 28)),
            svg("text", { class: "class", x: box.x, y: middle + (label ? 26 : 14), "text-anchor": "middle" }, own.has(name) ? `own ${time(own.get(name))}` : ""));
    });
    return html("div", {}, html("div", { class: "scroll" },
        svg("svg", { class: "wiring", role: "img", "aria-label": "Instances and their connections", viewBox: `0 0 ${width} ${height}`, width, height },
            svg("defs", {}, svg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto" },
                svg("path", { class: "arrow", d: "M0 0L8 4L0 8z" }))),
            ...edges.map(([edge]) => edge), ...boxes, ...edges.map(([, label]) => label))),
        all.length > shown.length ? html("p", { class: "details" }, `${all.length - shown.length} connections with less time are left out.`) : null);
}
