// The core of the run, with sliders for the thresholds of `proxima prune`.
import { html } from "./dom.mjs";
import { Flame, legend } from "./flame.mjs";
import { share, time } from "./format.mjs";
import { kept, prune, summary } from "./prune.mjs";

export function pruning(run, tree) {
    let fates = prune(tree, 0.1, 0.1);
    const flame = new Flame(run, tree, "Call tree; what is dropped is grey", (node) => (fates[node] === kept ? "" : "dropped"));
    const answer = html("p", { class: "details", id: "core", "aria-live": "polite" });
    const core = html("p", { class: "details", id: "core-instances" });
    const sliders = {};
    function act() {
        const [alpha, beta] = [sliders.alpha, sliders.beta].map((slider) => Number(slider.value));
        fates = prune(tree, alpha, beta);
        const made = summary(tree, fates);
        answer.textContent = `With alpha ${alpha} and beta ${beta} the core is ${made.kept} of ${made.nodes} nodes, ${[...made.instances.values()].filter((one) => one.kept).length} of ${made.instances.size} instances. ` +
            `Dropped: ${time(made.dropped)}, ${share(made.dropped, made.total)} of measured calls; twice as slow, it would lengthen these, summed over threads and ranks, by as much.`;
        const names = [...made.instances].filter(([, one]) => one.kept).sort(([, a], [, b]) => b.own - a.own).map(([name]) => name);
        core.replaceChildren("Instances of the core, most own time first: ", ...names.slice(0, 60).flatMap((name, i) => [i > 0 ? ", " : "", html("bdi", {}, name)]), names.length > 60 ? ", \u2026" : "");
        flame.draw();
    }
    const slider = (name, about) => {
        const value = html("output", { for: name }, "0.10");
        sliders[name] = html("input", { id: name, type: "range", min: "0", max: "0.99", step: "0.01", value: "0.1",
            input: () => { value.textContent = Number(sliders[name].value).toFixed(2); act(); } });
        return html("p", { class: "controls" }, html("label", { for: name }, `${name}: ${about} `), sliders[name], " ", value);
    };
    const made = html("div", {}, slider("alpha", "drop all children that together take less than this share of their parent"),
        slider("beta", "drop a child that takes less than this share of the mean of its siblings"), answer, core, flame.element, legend());
    act();
    return made;
}
