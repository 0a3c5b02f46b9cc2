// What has changed since another run, node by node.
import { html } from "./dom.mjs";
import { count, share, signed, time } from "./format.mjs";
import { Tree } from "./run.mjs";
import { sortedTable } from "./table.mjs";

const leastShare = 0.0005; // of the run; less is not listed

export function difference(run, tree) {
    const { nodes, earlier } = run.difference;
    const before = new Tree(run.difference.tree);
    const path = (of, node) => [...of.callers(node), node].slice(-3).map((i) => of.name(i)).join(" > ");
    const rows = nodes.filter(([, , change]) => Math.abs(change) >= leastShare * run.whole).map(([first, second, change, callChange, callError]) => ({
        name: second >= 0 ? path(tree, second) : path(before, first), change, callChange, callError,
        before: first < 0 ? 0 : before.inclusive[first], after: second < 0 ? 0 : tree.inclusive[second],
        callsBefore: first < 0 ? 0 : before.calls[first], callsAfter: second < 0 ? 0 : tree.calls[second],
    }));
    const isCertain = (row) => row.callError !== null && Math.abs(row.callChange) > row.callError;
    const total = tree.total - before.total;
    const table = sortedTable({
        caption: "Call paths, the largest change first; with their last two callers", by: 3, rows, most: 40,
        columns: [
            { title: "Call path", isText: true, value: (row) => row.name, show: (row) => row.name },
            { title: "Before", value: (row) => row.before, show: (row) => time(row.before) },
            { title: "Now", value: (row) => row.after, show: (row) => time(row.after) },
            { title: "Change", value: (row) => Math.abs(row.change), show: (row) => signed(time(row.change), row.change) },
            { title: "Relative", value: (row) => row.change / row.before, show: (row) => (row.before > 0 ? signed(share(row.change, row.before), row.change) : "new") },
            { title: "Calls", value: (row) => row.callsAfter - row.callsBefore, show: (row) => (row.callsBefore === row.callsAfter ? count(row.callsAfter) : `${count(row.callsBefore)} to ${count(row.callsAfter)}`) },
            { title: "Per call", about: "with its 95 % interval by the spread of the calls", value: (row) => row.callChange,
                show: (row) => (row.callError === null ? "-" : `${signed(time(row.callChange), row.callChange)} \u00b1 ${time(row.callError)}`) },
            { title: "Beyond spread", about: "whether the change of a call exceeds its interval", value: (row) => Number(isCertain(row)), show: (row) => (isCertain(row) ? "yes" : "no") },
        ],
    });
    const facts = run.difference.facts.filter((fact) => ["command", "run", "measured"].includes(fact.label));
    return html("div", {}, html("dl", {}, ...facts.flatMap((fact) => [html("dt", {}, `${fact.label} before`), html("dd", {}, html("bdi", {}, fact.text))])),
        html("p", { class: "details" }, `Measured calls take ${time(tree.total)}, ${time(Math.abs(total))} (${share(Math.abs(total), before.total)}) ${total > 0 ? "more" : "less"} than in `, html("bdi", {}, earlier),
        ". The intervals know the spread of calls only; runs differ more than calls do, so repeat both before trusting a few percent."), table);
}
