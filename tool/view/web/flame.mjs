// The call tree as nested bars: callers above callees, as wide as their inclusive time. Only what is
// wide enough to be seen is drawn.
import { html, svg } from "./dom.mjs";
import { calls, count, share, time } from "./format.mjs";
import { shareOfRun } from "./run.mjs";

const rowHeight = 22;
const leastWidth = 1.5;
const mostLevels = 40;
const letterWidth = 6.9;
const classes = 5; // of the share of communication
const paperWidth = 680;

export class Flame {
    /** `classOf(node)` may add a class to a frame. */
    constructor(run, tree, label, classOf = () => "") {
        this.run = run;
        this.tree = tree;
        this.classOf = classOf;
        this.zoomed = -1;
        this.details = html("p", { class: "details", "aria-live": "polite" });
        this.svg = svg("svg", { class: "flame", role: "tree", "aria-label": label });
        this.svg.addEventListener("click", (event) => this.atFrame(event, (node) => this.zoom(node)));
        this.svg.addEventListener("pointerover", (event) => this.atFrame(event, (node) => this.describe(node)));
        this.svg.addEventListener("focusin", (event) => this.atFrame(event, (node) => this.describe(node)));
        this.svg.addEventListener("keydown", (event) => this.key(event));
        this.element = html("div", { class: "flame-box" }, this.svg, this.details);
        new ResizeObserver(() => this.resize(this.element.clientWidth)).observe(this.element);
        addEventListener("beforeprint", () => this.resize(paperWidth));
        addEventListener("afterprint", () => this.resize(this.element.clientWidth));
        this.describe(-1);
    }

    resize(newWidth) {
        const width = Math.floor(newWidth);
        if (width > 0 && width !== this.width) {
            this.width = width;
            this.draw();
        }
    }

    atFrame(event, act) {
        const frame = event.target.closest?.("[data-node]");
        if (frame) act(Number(frame.dataset.node));
    }

    zoom(node) {
        const focused = this.svg.contains(document.activeElement);
        this.zoomed = node;
        this.draw();
        this.describe(node);
        if (focused) this.frames.get(node)?.focus();
    }

    timeOf(node) { return node < 0 ? Math.max(this.run.whole, this.tree.total) : this.tree.work[node]; }

    describe(node) {
        const { tree, run } = this;
        if (node < 0) {
            const part = tree.base ? "" : `, ${shareOfRun(run, tree.total)} ${run.share}`; // several threads: see line "time"
            this.details.replaceChildren(`All measured calls: ${time(tree.total)}${part}.`);
            return;
        }
        if (tree.of(node).sampled) {
            this.details.replaceChildren(html("bdi", {}, tree.name(node)),
                `: ${time(tree.inclusive[node])} of processor time, ${shareOfRun(run, tree.inclusive[node], tree.baseOf(node))} ${run.share}; own ${time(tree.exclusive[node])}; estimated from samples.`);
            return;
        }
        const communication = tree.communication[node];
        this.details.replaceChildren(html("bdi", {}, tree.name(node)),
            `: ${time(tree.inclusive[node])}, ${shareOfRun(run, tree.inclusive[node], tree.baseOf(node))} ${run.share}; own ${time(tree.exclusive[node])}; ` +
            (tree.work[node] > tree.inclusive[node] ? `with the work that it handed over ${time(tree.work[node])}; ` : "") +
            (communication > 0 ? `in MPI ${time(communication)} (${share(communication, tree.inclusive[node])}); ` : "") +
            `${calls(tree.calls[node])}, ${time(tree.mean(node))} each, ${time(tree.least[node])} to ${time(tree.most[node])}; measuring added ${time(tree.added[node] ?? 0)}.`);
    }

    /** What is seen: nodes with their place, callers of the zoomed one at full width. */
    layout() {
        const placed = [{ node: -1, x: 0, width: this.width, level: 0 }];
        let level = 1;
        let stack = [];
        if (this.zoomed >= 0) {
            for (const caller of [...this.tree.callers(this.zoomed), this.zoomed]) {
                placed.push({ node: caller, x: 0, width: this.width, level: level++ });
            }
        }
        stack.push({ node: this.zoomed, x: 0, width: this.width, level: level - 1 });
        this.hasDeeper = false;
        while (stack.length > 0) {
            const at = stack.pop();
            const whole = this.timeOf(at.node);
            if (at.level - level >= mostLevels) {
                this.hasDeeper = true;
                continue;
            }
            let x = at.x;
            for (const child of whole > 0 ? this.tree.children(at.node) : []) {
                const width = (at.width * this.tree.work[child]) / whole;
                if (width < leastWidth) break; // the others are narrower
                const place = { node: child, x, width, level: at.level + 1 };
                placed.push(place);
                stack.push(place);
                x += width;
            }
        }
        return placed;
    }

    draw() {
        if (!this.width) return;
        const placed = this.layout();
        const height = (1 + Math.max(...placed.map((place) => place.level))) * rowHeight;
        this.svg.setAttribute("viewBox", `0 0 ${this.width} ${height}`);
        this.frames = new Map();
        this.placed = placed;
        this.svg.replaceChildren(...placed.map((place) => this.frame(place)));
        this.frames.get(this.zoomed)?.setAttribute("tabindex", "0");
    }

    frame({ node, x, width, level }) {
        const { tree } = this;
        const whole = this.timeOf(node);
        const communication = node < 0 ? 0 : tree.communication[node] / Math.max(whole, 1e-9);
        const name = node < 0 ? "run" : tree.name(node);
        const letters = Math.floor((width - 6) / letterWidth);
        const text = letters < 3 ? "" : name.length <= letters ? name : `${name.slice(0, letters - 1)}\u2026`;
        const kind = node < 0 ? "whole" : `comm-${Math.min(classes - 1, Math.round(communication * (classes - 1)))}`;
        const frame = svg("g", {
            class: `frame ${kind} ${node >= 0 && tree.of(node).sampled ? "sampled" : ""} ${node < 0 ? "" : this.classOf(node)}`, role: "treeitem", tabindex: "-1", "data-node": node,
            "aria-level": level + 1, "aria-label": `${name}, ${time(whole)}, ${shareOfRun(this.run, whole, node < 0 ? whole : tree.baseOf(node))}`,
        }, svg("rect", { x, y: level * rowHeight, width: Math.max(width - 0.8, 0.5), height: rowHeight - 1, rx: 2 }),
            text && svg("text", { x: x + 4, y: level * rowHeight + 15 }, text));
        this.frames.set(node, frame);
        return frame;
    }

    key(event) {
        const frame = event.target.closest("[data-node]");
        if (!frame) return;
        const node = Number(frame.dataset.node);
        const place = this.placed.find((one) => one.node === node);
        const row = this.placed.filter((one) => one.level === place.level).sort((a, b) => a.x - b.x);
        const at = row.indexOf(place);
        const next = {
            ArrowLeft: () => row[at - 1]?.node,
            ArrowRight: () => row[at + 1]?.node,
            ArrowUp: () => (node >= 0 ? this.tree.parent[node] : undefined),
            ArrowDown: () => this.placed.find((one) => one.level === place.level + 1 && one.x >= place.x - 0.01 && one.x < place.x + place.width)?.node,
            Home: () => -1,
        }[event.key];
        if (next) this.focus(next());
        else if (event.key === "Enter" || event.key === " ") this.zoom(node);
        else if (event.key === "Escape") this.zoom(-1);
        else return;
        event.preventDefault();
    }

    focus(node) {
        const frame = this.frames.get(node);
        if (!frame) return;
        this.svg.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
        frame.setAttribute("tabindex", "0");
        frame.focus();
    }
}

/** Which colour is what. */
export function legend() {
    const swatches = [0, 25, 50, 75, 100].map((percent, i) =>
        html("span", { class: `swatch comm-${i}` }, `${percent}\u00a0%`));
    return html("p", { class: "legend" }, "Share of a bar\u2019s time that is MPI communication: ", ...swatches,
        "; the rest is computation.");
}

/** The flame graph with its search. */
export function flameGraph(run, tree) {
    let matches = () => "";
    const flame = new Flame(run, tree, "Call tree by inclusive time", (node) => matches(node));
    const answer = html("output", { class: "found", for: "search" });
    const input = html("input", {
        id: "search", type: "search", placeholder: "part of a name", autocomplete: "off", spellcheck: "false", input: () => find(input.value),
        keydown: (event) => { if (event.key === "Enter") zoomToFound(); },
    });
    let found = [];
    function find(text) {
        const wanted = text.trim().toLowerCase();
        if (wanted === "") {
            matches = () => "";
            found = [];
            answer.textContent = "";
        } else {
            const hit = tree.components.map((component) => component.name.toLowerCase().includes(wanted));
            const isHit = (node) => hit[tree.component[node]];
            matches = (node) => (isHit(node) ? "hit" : "miss");
            found = [];
            for (let i = 0; i < tree.size; i++) if (isHit(i)) found.push(i);
            const inside = tree.timeOf(isHit);
            answer.textContent = `${count(found.length)} nodes, ${time(inside)}, ${shareOfRun(run, inside)} ${run.share}`;
        }
        flame.draw();
    }
    function zoomToFound() {
        if (found.length === 0) return;
        const largest = found.reduce((a, b) => (tree.work[b] > tree.work[a] ? b : a));
        flame.zoom(largest);
    }
    return html("div", {},
        html("p", { class: "controls" }, html("label", { for: "search" }, "Search "), input, " ", answer, " ",
            html("button", { type: "button", id: "reset", click: () => flame.zoom(-1) }, "Show the whole run")),
        flame.element, legend());
}
