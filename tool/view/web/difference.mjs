// Changes since another run, call path by call path.
import { html } from "./dom.mjs";
import { count, share, signed, time } from "./format.mjs";
import { sortedTable } from "./table.mjs";

const percent = (ratio) => signed(share(ratio - 1, 1), ratio - 1);

export function difference(run) {
    const { changes, earlier, before, now, facts, obstacles } = run.difference;
    const rows = changes.map((one) => ({ ...one, change: one.now - one.before }));
    const table = sortedTable({
        caption: "Call paths, the largest change first; with their last two callers", by: 3, rows, most: 40,
        columns: [
            { title: "Call path", isText: true, value: (row) => row.path, show: (row) => row.path },
            { title: "Before", value: (row) => row.before, show: (row) => time(row.before) },
            { title: "Now", value: (row) => row.now, show: (row) => time(row.now) },
            { title: "Change", value: (row) => Math.abs(row.change), show: (row) => signed(time(row.change), row.change) },
            { title: "Relative", value: (row) => row.change / row.before, show: (row) => (row.before > 0 ? signed(share(row.change, row.before), row.change) : "new") },
            { title: "Interval", about: "95 %, with what runs of the same program differ by", value: (row) => row.ratio?.[0] ?? 0,
                show: (row) => (row.ratio ? `${percent(row.ratio[0]).replace(/\s*%/u, "")} to ${percent(row.ratio[1])}` : "-") },
            { title: "Calls", value: (row) => row.calls[1] - row.calls[0], show: (row) => (row.calls[0] === row.calls[1] ? count(row.calls[1]) : `${count(row.calls[0])} to ${count(row.calls[1])}`) },
            { title: "Sure", about: "at 5 % over all tests together", value: (row) => Number(row.surely ?? false), show: (row) => (obstacles.length > 0 ? "-" : row.surely ? "yes" : "no") },
        ],
    });
    const told = facts.filter((fact) => ["command", "run", "measured"].includes(fact.label));
    const total = now - before;
    return html("div", {}, html("dl", {}, ...told.flatMap((fact) => [html("dt", {}, `${fact.label} before`), html("dd", {}, html("bdi", {}, fact.text))])),
        ...obstacles.map((one) => html("p", { class: "details" }, "Not comparable, so no change is sure: ", html("bdi", {}, one), ".")),
        html("p", { class: "details" }, `Measured calls take ${time(now)}, ${time(Math.abs(total))} (${share(Math.abs(total), before)}) ${total > 0 ? "more" : "less"} than in `, html("bdi", {}, earlier),
        ". Two runs say little about a few percent: proxima diff compares several on each side."), table);
}
