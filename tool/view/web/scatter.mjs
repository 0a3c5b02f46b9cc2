// Time of a call against each parameter of its method, with the fitted model and its band.
import { area, line } from "d3-shape";
import { across, chart, upwards } from "./chart.mjs";
import { html, svg, whenVisible } from "./dom.mjs";
import { calls, count, number, share, time } from "./format.mjs";
import { shareOfRun } from "./run.mjs";

const shades = 5;
const leastShare = 0.005; // of the run: methods with less are shown when asked for

/** Cells in one path for each shade: the darker, the more calls. */
function cells(scatter, x, y, least) {
    const paths = new Array(shades).fill("");
    const border = (axis, cell) => (axis.log ? axis.min * (axis.max / axis.min) ** (cell / axis.cells)
        : axis.min + ((axis.max - axis.min) * cell) / axis.cells);
    let most = 1;
    for (let i = 2; i < scatter.cells.length; i += 3) most = Math.max(most, scatter.cells[i]);
    for (let i = 0; i < scatter.cells.length; i += 3) {
        const [column, row, calls] = scatter.cells.slice(i, i + 3);
        const shade = most === 1 ? 2 : Math.min(shades - 1, Math.floor((shades * Math.log(calls)) / Math.log(most)));
        const inset = scatter.categories ? 0.15 : 0;
        const left = x(border(scatter.x, column + inset)), right = x(border(scatter.x, column + 1 - inset));
        const bottom = y(border(scatter.y, row)), top = y(border(scatter.y, row + 1));
        paths[shade] += `M${left.toFixed(1)} ${top.toFixed(1)}h${Math.max(right - left, least).toFixed(1)}v${Math.max(bottom - top, least).toFixed(1)}H${left.toFixed(1)}z`;
    }
    return paths.map((path, shade) => svg("path", { class: `cells shade-${shade}`, d: path || "M0 0" }));
}

function curves(scatter, x, y) {
    const floor = scatter.y.min, ceiling = scatter.y.max;
    const inside = (value) => Math.min(Math.max(value, floor), ceiling);
    return scatter.curves.flatMap((curve) => {
        const at = curve.x.map((_, i) => i);
        const kind = `fit-${curve.fit % 4}`;
        return [svg("path", { class: `band ${kind}`, d: area().x((i) => x(curve.x[i])).y0((i) => y(inside(curve.low[i]))).y1((i) => y(inside(curve.high[i])))(at) }),
            svg("path", { class: `model ${kind}`, d: line().defined((i) => curve.mean[i] >= floor && curve.mean[i] <= ceiling).x((i) => x(curve.x[i])).y((i) => y(curve.mean[i]))(at) || "M0 0" })];
    });
}

const what = (method) => (method.metric === "exclusive" ? "own time of a call" : ["time", "computation"].includes(method.metric) ? `${method.metric} of a call` : method.metric);
const show = (method) => (method.unit === "us" ? time : number);

function picture(method, scatter) {
    const x = across(scatter.x), y = upwards(scatter.y);
    const made = chart({
        label: `${method.title}: ${what(method)} against ${scatter.parameter}`, x, y, xTitle: scatter.parameter, yTitle: what(method),
        xFormat: number, yFormat: show(method), categories: scatter.categories,
    });
    made.append(...cells(scatter, x, y, method.calls < 1000 ? 4 : 2), ...curves(scatter, x, y));
    return made;
}

function formula(method, fit, i) {
    const kind = fit.conditions ? `${fit.conditions}: ` : "";
    if (fit.refusal !== undefined) return html("li", {}, `${kind}no model: ${fit.refusal}`);
    return html("li", {}, html("span", { class: `key fit-${i % 4}`, "aria-hidden": "true" }), html("bdi", {}, kind),
        html("code", {}, fit.formula), fit.error === null ? "" : `, error ${share(fit.error)}`,
        fit.warnings.length > 0 ? html("span", { class: "warning" }, ` \u2013 ${fit.warnings[0]}`) : null);
}

function figure(run, method, isAtOnce = false) {
    const sampled = method.sampled < method.calls ? `a uniform sample of ${count(method.sampled)} of ${calls(method.calls)}` : calls(method.calls);
    const pictures = html("div", { class: "pictures" });
    const made = html("figure", { class: "method" },
        html("figcaption", {}, html("h3", {}, html("bdi", {}, method.title)),
            html("p", {}, method.unit === "us" ? `${shareOfRun(run, method.total)} ${run.share}; ` : "", sampled),
            html("ul", { class: "formulas" }, ...method.fits.map((fit, i) => formula(method, fit, i)))), pictures);
    const draw = () => pictures.append(...method.scatters.map((scatter) => picture(method, scatter)));
    if (isAtOnce) draw(); else whenVisible(made, draw);
    return made;
}

export function scatters(run) {
    const methods = run.methods.filter((method) => method.scatters.length > 0);
    const matters = methods.filter((method, i) => i === 0 || method.total >= leastShare * run.whole || method.unit !== "us");
    const made = html("div", { class: "methods" }, ...matters.map((method) => figure(run, method)));
    const rest = methods.filter((method) => !matters.includes(method));
    if (rest.length > 0) {
        const showAll = (isAtOnce) => { more.replaceWith(...rest.splice(0).map((method) => figure(run, method, isAtOnce))); };
        addEventListener("beforeprint", () => showAll(true));
        const more = html("button", { type: "button", class: "more", click: () => showAll(false) }, `Show ${rest.length} more, less than ${share(leastShare)} each`);
        made.append(more);
    }
    return methods.length === 0 ? null : made;
}
