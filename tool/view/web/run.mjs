// The run in the document, with what follows from it. Nodes are in preorder: parents come
// before their children.
import { share } from "./format.mjs";

/** The share of a time, of `base` or, where that is less than the time, of as many threads as it took at least. */
export function shareOfRun(run, us, base = run.whole) {
    return share(us, Math.max(base, run.elapsed * Math.ceil(us / run.elapsed - 1e-9)));
}

export class Tree {
    constructor(tree) {
        Object.assign(this, tree);
        this.size = this.parent.length;
        this.end = new Int32Array(this.size); // of the subtree
        this.work ??= this.inclusive; // with the work that was handed over
        const isGiven = this.ownCommunication !== undefined;
        this.ownCommunication ??= Float64Array.from(this.communication);
        this.total = 0;
        for (let i = this.size - 1; i >= 0; i--) {
            this.end[i] = Math.max(this.end[i], i + 1);
            const parent = this.parent[i];
            if (parent >= 0) {
                this.end[parent] = Math.max(this.end[parent], this.end[i]);
                if (!isGiven) this.ownCommunication[parent] -= this.communication[i];
            }
        }
        for (let i = 0; i < this.size; i = this.end[i]) this.total += this.work[i];
    }

    /** The elapsed time of the threads that called a node; undefined: that of the run. */
    baseOf(node) { return this.base?.[node]; }

    /** With the sampled functions below their nodes. They take at most what the node itself takes. */
    withFunctions(functions) {
        if (!functions) return this;
        const below = new Map(); // functions that a node calls itself, and that a function calls
        const callees = functions.name.map(() => []);
        functions.caller.forEach((caller, i) => {
            if (caller >= 0) callees[caller].push(i);
            else below.set(functions.node[i], [...(below.get(functions.node[i]) ?? []), i]);
        });
        const made = { components: [...this.components], component: [], parent: [], calls: [], inclusive: [], work: [], exclusive: [], communication: [], ownCommunication: [], least: [], most: [], added: [], base: [] };
        const numbers = Object.keys(made).filter((key) => !["components", "component", "parent"].includes(key));
        const components = new Map();
        const add = (component, parent, values) => {
            made.component.push(component);
            made.parent.push(parent);
            for (const key of numbers) made[key].push(values[key] ?? 0);
            return made.parent.length - 1;
        };
        const addFunction = (i, parent, scale) => {
            const name = functions.name[i];
            if (!components.has(name)) components.set(name, made.components.push({ name, sampled: true }) - 1);
            const own = functions.time[i] - callees[i].reduce((sum, callee) => sum + functions.time[callee], 0);
            const us = functions.time[i] * scale;
            const base = made.base[parent];
            const place = add(components.get(name), parent, { inclusive: us, work: us, base, exclusive: Math.max(own, 0) * scale });
            for (const callee of callees[i]) addFunction(callee, place, scale);
        };
        const places = [];
        for (let node = 0; node < this.size; node++) {
            const values = Object.fromEntries(numbers.map((key) => [key, this[key]?.[node]]));
            places.push(add(this.component[node], this.parent[node] < 0 ? -1 : places[this.parent[node]], values));
            const own = below.get(node) ?? [];
            const sum = own.reduce((us, i) => us + functions.time[i], 0);
            for (const i of own) addFunction(i, places[node], Math.min(1, this.exclusive[node] / sum));
        }
        return new Tree({ ...made, base: this.base && made.base });
    }

    of(node) { return this.components[this.component[node]]; }
    name(node) { return this.of(node).name; }
    mean(node) { return this.calls[node] > 0 ? this.inclusive[node] / this.calls[node] : 0; }

    /** Of a node, or of -1, the run: most time first. */
    children(node) {
        const found = [];
        const end = node < 0 ? this.size : this.end[node];
        for (let i = node + 1; i < end; i = this.end[i]) found.push(i);
        return found.sort((a, b) => this.work[b] - this.work[a]);
    }

    /** `driver.go > integrator.advance`: the callers, outermost first. */
    callers(node) {
        const path = [];
        for (let i = this.parent[node]; i >= 0; i = this.parent[i]) path.unshift(i);
        return path;
    }

    /** Time of the nodes that are wanted, with the work that they handed over, without those inside of one that was counted. */
    timeOf(wanted) {
        let sum = 0;
        for (let i = 0; i < this.size;) {
            if (wanted(i)) {
                sum += this.work[i];
                i = this.end[i];
            } else i++;
        }
        return sum;
    }
}

/** A line for each method: its calls from everywhere together. */
export function routines(tree, ranks) {
    const byName = new Map();
    const ofComponent = tree.components.map((component) => {
        const key = JSON.stringify([component.name, component.port]);
        if (!byName.has(key)) {
            byName.set(key, { name: component.name, calls: 0, inclusive: 0, own: 0, communication: 0, until: 0, base: undefined, least: Infinity, most: 0, computed: null });
        }
        return byName.get(key);
    });
    for (let i = 0; i < tree.size; i++) {
        const routine = ofComponent[tree.component[i]];
        routine.calls += tree.calls[i];
        routine.base = tree.base && Math.max(routine.base ?? 0, tree.base[i]);
        routine.own += tree.exclusive[i];
        routine.communication += tree.ownCommunication[i];
        if (tree.calls[i] > 0) {
            routine.least = Math.min(routine.least, tree.least[i]);
            routine.most = Math.max(routine.most, tree.most[i]);
        }
        if (i >= routine.until) {
            routine.inclusive += tree.inclusive[i];
            routine.until = tree.end[i];
        }
    }
    for (const one of ranks.components) {
        if (one.component === null) continue;
        const routine = ofComponent[one.component];
        routine.computed ??= new Array(ranks.names.length).fill(0);
        one.computation.forEach((us, rank) => { routine.computed[rank] += us; });
    }
    for (const routine of byName.values()) routine.imbalance = imbalance(ofRanks(routine.computed, ranks));
    return [...byName.values()].filter((routine) => routine.calls > 0);
}

/** The values of the ranks that have rows of their own: the first one may be a sum of all others. */
export function ofRanks(values, ranks) {
    return values && ranks.others > 0 ? values.slice(1) : values;
}

/** By how much the slowest exceeds the mean; null where there is nothing to compare. */
export function imbalance(values) {
    if (!values || values.length < 2) return null;
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return mean > 0 ? Math.max(...values) / mean - 1 : null;
}
