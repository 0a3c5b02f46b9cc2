// When each rank waited: its share of time in MPI over the run, for each value of a parameter.
import { curveStepAfter, line } from "d3-shape";
import { across, chart, upwards } from "./chart.mjs";
import { html, svg } from "./dom.mjs";
import { share, time } from "./format.mjs";
import { shareOfRun } from "./run.mjs";

const colours = 8;

/** The largest share of time in MPI of any rank. */
const most = (bin, ranks) => Math.max(0.01, ...ranks.map((rank) => Math.max(...rank.time) / bin));

function panel(run, title, ranks, top) {
    const { bin } = run.mpi_times;
    const bins = ranks.length > 0 ? ranks[0].time.length : 0;
    const x = across({ min: 0, max: (bins * bin) / 1e6 });
    const y = upwards({ min: 0, max: Math.min(1.05, top * 1.05) });
    const made = chart({
        label: `${title}: share of time in MPI over the run, by rank`, x, y, xTitle: "time of the run, s", yTitle: "time in MPI",
        xFormat: String, yFormat: (value) => share(value),
    });
    const draw = line().curve(curveStepAfter).x((_, i) => x((i * bin) / 1e6)).y((us) => y(Math.min(us / bin, 1.05)));
    const many = ranks.length > colours ? " many" : "";
    for (const rank of ranks) {
        made.append(svg("path", { class: `series rank-${rank.rank % colours}${many}`, d: draw([...rank.time, rank.time[rank.time.length - 1]]) },
            svg("title", {}, `rank ${rank.rank}`)));
    }
    const total = ranks.reduce((sum, rank) => sum + rank.time.reduce((a, b) => a + b, 0), 0);
    return html("figure", {}, html("figcaption", {}, html("h3", {}, html("bdi", {}, title)), html("p", {}, `${time(total)}, ${shareOfRun(run, total)} ${run.share}`)), made);
}

export function mpiOverTime(run) {
    const { all, by } = run.mpi_times;
    if (all.length === 0) return null;
    const panels = html("div", { class: "pictures" });
    const choose = (parameter) => {
        const chosen = by.find((one) => one.parameter === parameter);
        const shown = chosen ? chosen.values.map((one) => [`${parameter} = ${one.value}`, one.ranks]) : [["All calls", all]];
        const top = Math.max(...shown.map(([, ranks]) => most(run.mpi_times.bin, ranks)));
        panels.replaceChildren(...shown.map(([title, ranks]) => panel(run, title, ranks, top)));
    };
    const select = html("select", { id: "mpi-by", change: () => choose(select.value) },
        html("option", { value: "" }, "all calls"), ...by.map((one) => html("option", { value: one.parameter }, `by ${one.parameter}`)));
    const first = by.find((one) => one.parameter === "level");
    if (first) select.value = first.parameter;
    choose(select.value);
    const keys = all.length <= colours ? all.map((one) => html("span", { class: "swatch-line" },
        html("span", { class: `key rank-${one.rank % colours}`, "aria-hidden": "true" }), `rank ${one.rank}`)) : [`${all.length} ranks, thin lines; the name of one is shown where the pointer is`];
    return html("div", {}, by.length > 0 ? html("p", { class: "controls" }, html("label", { for: "mpi-by" }, "Show "), select) : null,
        html("p", { class: "legend" }, ...keys), panels);
}
