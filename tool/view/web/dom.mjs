// Making elements. Texts of a run become text nodes, never markup.

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes ?? {})) {
        if (typeof value === "function") element.addEventListener(name, value);
        else if (value === true) element.setAttribute(name, "");
        else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
}

/** An HTML element; attributes that are functions are listeners. */
export const html = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);

/** The same of SVG. */
export const svg = (name, attributes, ...children) =>
    fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

/** A name from the run: letters that run from right to left do not reach beyond it. */
export const named = (text) => html("bdi", { class: "name" }, text);

/** A section with a title, one sentence about what is shown, and its content. */
export function section(id, title, about, ...content) {
    return html("section", { id, "aria-labelledby": `${id}-title` },
        html("h2", { id: `${id}-title` }, title), html("p", { class: "about" }, about), ...content);
}

/** Calls draw() when the element first comes near the window, and before printing. */
export function whenVisible(element, draw) {
    let drawn = false;
    const once = () => {
        if (drawn) return;
        drawn = true;
        watcher.disconnect();
        draw();
    };
    const watcher = new IntersectionObserver((entries) => {
        if (entries.some((entry) => entry.isIntersecting)) once();
    }, { rootMargin: "400px" });
    watcher.observe(element);
    addEventListener("beforeprint", once, { once: true });
}
