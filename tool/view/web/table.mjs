// A table that is sorted by a click on a heading.
import { html } from "./dom.mjs";

/**
 * Columns have a title, `value(row)` to sort by, and `show(row)`; numbers are aligned right. Beyond
 * `most` rows a button shows the others.
 */
export function sortedTable({ caption, columns, rows, by, most = Infinity }) {
    const body = html("tbody");
    let shown = most;
    let sorted = columns[by];
    let descending = !sorted.isText;
    const headings = columns.map((column) => html("th", { scope: "col", class: column.isText ? "text" : "number" },
        html("button", { type: "button", title: column.about, click: () => sort(column) }, column.title)));
    const more = html("button", { type: "button", class: "more", click: () => { shown = Infinity; draw(); } });
    function sort(column) {
        descending = column === sorted ? !descending : !column.isText;
        sorted = column;
        draw();
    }
    function draw() {
        const sign = descending ? -1 : 1;
        const value = (row) => sorted.value(row) ?? -Infinity;
        rows.sort((a, b) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : 0));
        columns.forEach((column, i) => {
            if (column === sorted) headings[i].setAttribute("aria-sort", descending ? "descending" : "ascending");
            else headings[i].removeAttribute("aria-sort");
        });
        body.replaceChildren(...rows.slice(0, shown).map((row) => html("tr", {}, ...columns.map((column) =>
            column.isText ? html("th", { scope: "row", class: "text" }, html("bdi", {}, column.show(row)))
                : html("td", { class: "number" }, column.show(row))))));
        more.hidden = rows.length <= shown;
        more.textContent = `Show ${rows.length - shown} more`;
    }
    draw();
    addEventListener("beforeprint", () => { if (shown < Infinity && rows.length <= 500) { shown = Infinity; draw(); } });
    return html("div", { class: "scroll" }, html("table", {}, html("caption", {}, caption), html("thead", {}, html("tr", {}, ...headings)), body), more);
}
