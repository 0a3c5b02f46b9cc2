// The call tree as a table; what lies below a node is made when it is opened.
import { html } from "./dom.mjs";
import { count, estimated, time } from "./format.mjs";
import { shareOfRun } from "./run.mjs";

const openShare = 0.01; // nodes with more of the run are open at first
const mostOpen = 40;
const mostChildren = 50;
const leastShare = 0.0005; // of the run: children with less are shown when asked for

export function treeTable(run, tree) {
    const communicates = tree.communication.some((us) => us > 0);
    const columns = ["Call path", "Inclusive", run.share, "Own", ...(communicates ? ["In MPI"] : []), "Calls", "Per call", "Deviation"];
    const body = html("tbody", { role: "rowgroup" });
    const table = html("table", { role: "treegrid", "aria-label": "Call tree", class: "tree" },
        html("thead", { role: "rowgroup" }, html("tr", { role: "row" }, ...columns.map((title, i) =>
            html("th", { role: "columnheader", class: i === 0 ? "text" : "number" }, title)))), body);
    let rows = 0;

    function heading(level, attributes, ...content) {
        const made = html("th", { role: "rowheader", scope: "row", class: "text", ...attributes }, ...content);
        made.style.paddingInlineStart = `${4 + 16 * (Math.min(level, 30) - 1)}px`;
        return made;
    }

    function row(node, level) {
        const hasChildren = tree.end[node] > node + 1;
        const values = [estimated(tree.inclusive[node], tree.error?.[node]), shareOfRun(run, tree.inclusive[node], tree.baseOf(node)),
            estimated(tree.exclusive[node], tree.ownError?.[node]),
            ...(communicates ? [time(tree.communication[node])] : []), count(tree.calls[node]), time(tree.mean(node)), time(tree.deviation[node])];
        rows++;
        return html("tr", { role: "row", tabindex: "-1", "aria-level": level, "aria-expanded": hasChildren ? "false" : null, "data-node": node },
            heading(level, {}, html("span", { class: "mark", "aria-hidden": "true" }), html("bdi", {}, tree.name(node))),
            ...values.map((value) => html("td", { role: "gridcell", class: "number" }, value)));
    }

    /** A row for the children that are not shown yet. */
    function restRow(children, from, level) {
        const rest = children.slice(from);
        const sum = rest.reduce((us, node) => us + tree.work[node], 0);
        const button = html("button", { type: "button", class: "more" }, `${count(rest.length)} more, ${time(sum)}`);
        const made = html("tr", { role: "row", "data-rest": level },
            heading(level, { colspan: columns.length }, button));
        button.addEventListener("click", () => made.replaceWith(...rowsOf(children, from, level, 0)));
        return made;
    }

    function rowsOf(children, from, level, least = leastShare * run.whole) {
        const few = children.slice(from).findIndex((node, i) => i > 0 && tree.work[node] < least);
        const until = Math.min(few > 0 ? from + few : children.length, from + mostChildren);
        const made = children.slice(from, until).map((node) => row(node, level));
        return until < children.length ? [...made, restRow(children, until, level)] : made;
    }

    const levelOf = (tr) => Number(tr.dataset.rest ?? tr.getAttribute("aria-level"));
    const isOpen = (tr) => tr.getAttribute("aria-expanded") === "true";

    function open(tr) {
        if (tr.getAttribute("aria-expanded") !== "false") return;
        tr.setAttribute("aria-expanded", "true");
        tr.after(...rowsOf(tree.children(Number(tr.dataset.node)), 0, levelOf(tr) + 1));
    }

    function close(tr) {
        tr.setAttribute("aria-expanded", "false");
        while (tr.nextElementSibling && levelOf(tr.nextElementSibling) > levelOf(tr)) tr.nextElementSibling.remove();
    }

    function focus(tr) {
        if (!tr?.dataset.node) return;
        body.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
        tr.setAttribute("tabindex", "0");
        tr.focus();
    }

    function parentOf(tr) {
        let at = tr.previousElementSibling;
        while (at && levelOf(at) >= levelOf(tr)) at = at.previousElementSibling;
        return at;
    }

    body.addEventListener("click", (event) => {
        const tr = event.target.closest("tr[data-node]");
        if (!tr) return;
        if (isOpen(tr)) close(tr); else open(tr);
        focus(tr);
    });
    body.addEventListener("keydown", (event) => {
        const tr = event.target.closest("tr[data-node]");
        if (!tr || event.target !== tr) return;
        const act = {
            ArrowDown: () => focus(tr.nextElementSibling),
            ArrowUp: () => focus(tr.previousElementSibling),
            ArrowRight: () => (isOpen(tr) ? focus(tr.nextElementSibling) : open(tr)),
            ArrowLeft: () => (isOpen(tr) ? close(tr) : focus(parentOf(tr))),
            Enter: () => (isOpen(tr) ? close(tr) : open(tr)),
            Home: () => focus(body.firstElementChild),
            End: () => focus(body.lastElementChild),
        }[event.key];
        if (!act) return;
        act();
        event.preventDefault();
    });

    body.append(...rowsOf(tree.children(-1), 0, 1));
    for (let tr = body.firstElementChild; tr && rows < mostOpen; tr = tr.nextElementSibling) {
        if (tr.dataset.node && tree.work[tr.dataset.node] >= openShare * run.whole) open(tr);
    }
    body.firstElementChild?.setAttribute("tabindex", "0");
    return html("div", { class: "scroll" }, table);
}
