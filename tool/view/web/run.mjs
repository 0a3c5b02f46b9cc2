// The run in the document, with what follows from it. Nodes are in preorder: parents come
// before their children.

export class Tree {
    constructor(tree) {
        Object.assign(this, tree);
        this.size = this.parent.length;
        this.end = new Int32Array(this.size); // of the subtree
        this.ownCommunication = Float64Array.from(this.communication);
        this.total = 0;
        for (let i = this.size - 1; i >= 0; i--) {
            this.end[i] = Math.max(this.end[i], i + 1);
            const parent = this.parent[i];
            if (parent >= 0) {
                this.end[parent] = Math.max(this.end[parent], this.end[i]);
                this.ownCommunication[parent] -= this.communication[i];
            }
        }
        for (let i = 0; i < this.size; i = this.end[i]) this.total += this.inclusive[i];
    }

    of(node) { return this.components[this.component[node]]; }
    name(node) { return this.of(node).name; }
    mean(node) { return this.calls[node] > 0 ? this.inclusive[node] / this.calls[node] : 0; }

    /** Of a node, or of -1, the run: most time first. */
    children(node) {
        const found = [];
        const end = node < 0 ? this.size : this.end[node];
        for (let i = node + 1; i < end; i = this.end[i]) found.push(i);
        return found.sort((a, b) => this.inclusive[b] - this.inclusive[a]);
    }

    /** `driver.go > integrator.advance`: the callers, outermost first. */
    callers(node) {
        const path = [];
        for (let i = this.parent[node]; i >= 0; i = this.parent[i]) path.unshift(i);
        return path;
    }

    /** Inclusive time of the nodes that are wanted, without those inside of one that was counted. */
    timeOf(wanted) {
        let sum = 0;
        for (let i = 0; i < this.size;) {
            if (wanted(i)) {
                sum += this.inclusive[i];
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
            byName.set(key, { name: component.name, calls: 0, inclusive: 0, own: 0, communication: 0, until: 0, least: Infinity, most: 0, computed: null });
        }
        return byName.get(key);
    });
    for (let i = 0; i < tree.size; i++) {
        const routine = ofComponent[tree.component[i]];
        routine.calls += tree.calls[i];
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
