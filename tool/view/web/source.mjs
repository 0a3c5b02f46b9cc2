// The source lines in which the samples of a run fell, with their neighbours.
import { html } from "./dom.mjs";
import { share, time } from "./format.mjs";

const open = 3; // files

function lineRow([number, text, us], previous, run) {
    const kind = [us > 0 && "hot", previous !== undefined && number > previous + 1 && "gap"].filter(Boolean).join(" ");
    const row = html("tr", { class: kind || null },
        html("td", { class: "number", title: us > 0 ? time(us) : null }, us > 0 ? share(us, run.sources.sampled) : ""),
        html("td", { class: "number" }, String(number)), html("td", {}, html("code", {}, text)));
    if (us > 0) row.style.setProperty("--heat", `${Math.min(60, 8 + (200 * us) / run.sources.sampled).toFixed(0)}%`);
    return row;
}

/** Null without samples in code with debug information. */
export function sourceLines(run) {
    if (!run.sources) return null;
    return html("div", {}, ...run.sources.files.map((file, i) => {
        const rows = file.lines.map((line, k) => lineRow(line, file.lines[k - 1]?.[0], run));
        const missing = file.lines.every(([, text]) => text === "");
        return html("details", { class: "source", open: i < open },
            html("summary", {}, html("bdi", { class: "name" }, file.name), `: ${share(file.time, run.sources.sampled)}`,
                missing ? " (the source is not on this machine)" : ""),
            html("div", { class: "scroll" }, html("table", {}, html("thead", {}, html("tr", {}, html("th", { scope: "col", class: "number" }, "share"),
                html("th", { scope: "col", class: "number" }, "line"), html("th", { scope: "col", class: "text" }, "source"))), html("tbody", {}, ...rows))));
    }));
}
