// The answer of `proxima select`: which implementation each instance should have.
import { html } from "./dom.mjs";
import { share, time } from "./format.mjs";
import { sortedTable } from "./table.mjs";

export function selection(run) {
    const answer = run.selection;
    const interval = (one) => `${time(one.mean_us)} (${time(one.interval_min_us)} to ${time(one.interval_max_us)}, ${share(one.level)} of runs)`;
    const chosen = Object.entries(answer.assembly).map(([instance, one]) => ({ instance, ...one }));
    const table = sortedTable({
        caption: "The best assembly", by: 0, rows: chosen,
        columns: [
            { title: "Instance", isText: true, value: (row) => row.instance, show: (row) => row.instance },
            { title: "Take", isText: true, value: (row) => row.implementation, show: (row) => row.implementation },
            { title: "This run had", isText: true, value: (row) => run.classes.get(row.instance) ?? "", show: (row) => run.classes.get(row.instance) ?? "-" },
            { title: "Matters", isText: true, value: (row) => String(row.significant), show: (row) => (row.significant ? "yes" : "no, takes little time") },
        ],
    });
    const names = (one) => Object.entries(one.assembly).map(([instance, made]) => `${instance}=${made.implementation}`).join(", ");
    const alternatives = (answer.alternatives ?? []).slice(0, 10).map((one) => html("li", {}, html("bdi", {}, names(one)), `: ${interval(one)}`,
        one.tie ? ", a tie" : "", one.better_probability === null ? "" : `; better with probability ${share(one.better_probability)}`));
    const next = answer.measure_next;
    return html("div", {}, html("p", { class: "details" }, `Predicted time: ${interval(answer)}. `,
        answer.proven ? "Proven best by its models." : "Not proven to be the best."), table,
        alternatives.length > 0 ? html("div", {}, html("h3", {}, "Alternatives"), html("ol", {}, ...alternatives)) : null,
        next ? html("p", {}, "To be more certain, measure ", html("bdi", {}, next.what), Object.entries(next.at).map(([name, value], i) => `${i > 0 ? "," : " at"} ${name} = ${value}`).join(""), ".") : null,
        ...(answer.warnings ?? []).map((warning) => html("p", { class: "warning" }, warning)));
}
