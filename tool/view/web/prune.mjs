// The core of a call graph: the rule of `proxima prune`, computed in the same order, so that no
// ratio falls on the other side of a threshold.

export const kept = 0, insignificantChildren = 1, insignificantSibling = 2, below = 3;

const isBelow = (value, limit) => value < limit * (1 - 1e-12);

/** The fate of each node. */
export function prune({ parent, work }, alpha, beta) {
    const size = parent.length;
    const sums = new Float64Array(size + 1); // of children; those of the run come last
    const counts = new Int32Array(size + 1);
    for (let i = 0; i < size; i++) {
        const at = parent[i] < 0 ? size : parent[i];
        sums[at] += work[i];
        counts[at]++;
    }
    const fates = new Uint8Array(size);
    for (let i = 0; i < size; i++) {
        const isRoot = parent[i] < 0;
        const at = isRoot ? size : parent[i];
        if (!isRoot && fates[at] !== kept) fates[i] = below;
        else if (!isRoot && isBelow(sums[at], alpha * work[at])) fates[i] = insignificantChildren;
        else if (isBelow(work[i], (beta * sums[at]) / counts[at])) fates[i] = insignificantSibling;
    }
    return fates;
}

/** What is kept and what is dropped, in numbers. */
export function summary(tree, fates) {
    const result = { nodes: fates.length, kept: 0, total: 0, dropped: 0, instances: new Map() };
    for (let i = 0; i < fates.length; i++) {
        const name = tree.components[tree.component[i]].instance;
        const instance = result.instances.get(name) ?? { own: 0, kept: false };
        instance.own += tree.exclusive[i];
        instance.kept ||= fates[i] === kept;
        result.instances.set(name, instance);
        if (tree.parent[i] < 0) result.total += tree.work[i];
        if (fates[i] === kept) result.kept++;
        else if (fates[i] !== below) result.dropped += tree.work[i];
    }
    return result;
}
