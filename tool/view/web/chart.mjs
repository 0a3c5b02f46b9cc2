// Axes that all charts share.
import { axisBottom, axisLeft } from "d3-axis";
import { scaleLinear, scaleLog } from "d3-scale";
import { select } from "d3-selection";
import { svg } from "./dom.mjs";
import { tick } from "./format.mjs";

export const size = { width: 380, height: 240, left: 66, right: 12, top: 10, bottom: 40 };

const scale = (axis) => (axis.log ? scaleLog() : scaleLinear()).domain([axis.min, axis.max]);

/** A scale across the width, or up the height, of a chart. */
export const across = (axis) => scale(axis).range([size.left, size.width - size.right]);
export const upwards = (axis) => scale(axis).range([size.height - size.bottom, size.top]);

function ticks(made, at, format, wanted) {
    const isShown = at.tickFormat(wanted);
    return made.ticks(wanted).tickFormat((value) => (isShown(value) === "" ? "" : tick(format(value)))).tickSizeOuter(0);
}

/** An empty chart with its axes; `xFormat` and `yFormat` make texts of values. */
export function chart({ label, x, y, xTitle, yTitle, xFormat, yFormat, categories }) {
    const made = svg("svg", { class: "chart", role: "img", "aria-label": label, viewBox: `0 0 ${size.width} ${size.height}` });
    const bottom = svg("g", { class: "axis", transform: `translate(0,${size.height - size.bottom})` });
    const left = svg("g", { class: "axis", transform: `translate(${size.left},0)` });
    const below = categories
        ? axisBottom(x).tickValues(categories.map((_, i) => i)).tickFormat((i) => shortened(categories[i], 90 / categories.length)).tickSizeOuter(0)
        : ticks(axisBottom(x), x, xFormat, 5);
    select(bottom).call(below);
    select(left).call(ticks(axisLeft(y), y, yFormat, 5));
    made.append(bottom, left,
        svg("text", { class: "axis-title", x: (size.left + size.width - size.right) / 2, y: size.height - 6, "text-anchor": "middle" }, xTitle),
        svg("text", { class: "axis-title", x: -(size.top + size.height - size.bottom) / 2, y: 12, transform: "rotate(-90)", "text-anchor": "middle" }, yTitle));
    return made;
}

export const shortened = (text, letters) => (text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1))}\u2026`);
