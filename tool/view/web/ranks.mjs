// How the work is spread over the ranks.
import { html, svg } from "./dom.mjs";
import { share, time } from "./format.mjs";
import { imbalance, ofRanks } from "./run.mjs";

const width = 760, left = 130, right = 150, rowHeight = 18;

function bars(run, computation, communication) {
    const { names } = run.ranks;
    const most = Math.max(...computation.map((us, i) => us + communication[i]), 1e-9);
    const wide = (us) => ((width - left - right) * us) / most;
    const rows = names.map((name, i) => {
        const y = i * rowHeight;
        return svg("g", {},
            svg("text", { x: left - 8, y: y + 13, "text-anchor": "end" }, name),
            svg("rect", { class: "computation", x: left, y: y + 2, width: wide(computation[i]), height: rowHeight - 4 }),
            svg("rect", { class: "communication", x: left + wide(computation[i]), y: y + 2, width: wide(communication[i]), height: rowHeight - 4 }),
            svg("text", { x: left + wide(computation[i] + communication[i]) + 6, y: y + 13 },
                communication[i] > 0 ? `${time(computation[i])} + ${time(communication[i])}` : time(computation[i])));
    });
    return svg("svg", { class: "bars", role: "img", "aria-label": "Computation and communication of each rank", viewBox: `0 0 ${width} ${names.length * rowHeight}` }, ...rows);
}

export function rankBars(run, tree) {
    const rows = run.ranks.components;
    if (run.ranks.names.length < 2 || rows.length === 0) return null;
    const ranksOf = (i) => (i === 0 && run.ranks.others) || 1;
    const sum = (which, of) => run.ranks.names.map((_, i) => of.reduce((us, one) => us + one[which][i], 0) / ranksOf(i));
    const groups = new Map([["", rows]]);
    for (const one of rows.filter((row) => row.component !== null)) {
        const { name } = tree.components[one.component];
        groups.set(name, [...(groups.get(name) ?? []), one]);
    }
    const picture = html("div", { class: "scroll" });
    const about = html("p", { class: "details", "aria-live": "polite" });
    function choose(name) {
        const computation = sum("computation", groups.get(name));
        picture.replaceChildren(bars(run, computation, sum("communication", groups.get(name))));
        const own = ofRanks(computation, run.ranks);
        const uneven = imbalance(own);
        const mean = own.reduce((a, b) => a + b, 0) / own.length;
        about.textContent = uneven === null ? "" : run.ranks.others > 0 ?
            `Of the ${own.length} ranks with rows of their own, the one that computes longest exceeds their mean by ${share(uneven)}; the call tree compares all.` :
            `Over the whole run, the rank that computes longest exceeds the mean by ${share(uneven)}, ${time(uneven * mean)}. Turns in being late do not show here: see line "balance" above, if there is one.`;
    }
    const select = html("select", { id: "rank-routine", change: () => choose(select.value) },
        ...[...groups.keys()].slice(0, 61).map((name) => html("option", { value: name }, name === "" ? "all routines" : name)));
    choose("");
    return html("div", {}, html("p", { class: "controls" }, html("label", { for: "rank-routine" }, "Own time in "), select),
        html("p", { class: "legend" }, html("span", { class: "swatch computation" }, "computation"), html("span", { class: "swatch communication" }, "MPI communication")), picture, about);
}
