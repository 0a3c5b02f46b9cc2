// Puts the pictures of a run into the page.
import { html, section } from "./dom.mjs";
import { difference } from "./difference.mjs";
import { flameGraph } from "./flame.mjs";
import { mpiOverTime } from "./mpi_times.mjs";
import { pruning } from "./pruning.mjs";
import { rankBars } from "./ranks.mjs";
import { mpiCallers, mpiTable, routineTable } from "./routines.mjs";
import { Tree } from "./run.mjs";
import { scatters } from "./scatter.mjs";
import { sourceLines } from "./source.mjs";
import { treeTable } from "./tree.mjs";
import { wiring } from "./wiring.mjs";

const run = JSON.parse(document.getElementById("document").textContent);
run.classes = new Map(Object.entries(run.classes));
const tree = new Tree(run.tree);
const whole = run.share === "of run" ? "of the run on all its threads" : "of all measured calls";
run.share = run.share.replace("of run", "of the run");

const pictures = [
    run.difference && ["difference", "Changes", "Inclusive time of each call path in both runs.", () => difference(run)],
    ["flame", "Where the time goes", `Callers above callees; widths are inclusive time with the work handed over, ${whole}. Click or Enter zooms, arrow keys move, Escape shows the whole run.`, () => flameGraph(run, tree.withFunctions(run.functions))],
    ["tree", "Call tree", "Times are sums over all calls, threads and ranks; shares are of the elapsed time of the threads that called (of each rank); the deviation is of one call. Click or arrow keys open and close.", () => treeTable(run, tree)],
    ["routines", "Routines", "Calls from everywhere together.", () => html("div", {}, routineTable(run, tree), mpiTable(run) ?? "", mpiCallers(run) ?? "")],
    ["source", "Source lines", `${run.sources?.waiting ? "Elapsed" : "Processor"} time in the code of each line, without what it calls, as a share of all samples in measured calls.`, () => sourceLines(run)],
    ["scaling", "How time grows with the parameters", `Each square holds calls: the darker, the more. Line: fitted model; band: where ${Math.round(run.level * 100)} % of calls should lie. Routines that mostly wait in MPI are left out: waiting is no property of a method.`, () => scatters(run)],
    ["mpi", "Message passing over the run", "Share of each rank\u2019s time in MPI, by the innermost measured call.", () => mpiOverTime(run)],
    ["ranks", "Distribution over the ranks", "Own time of each rank, without measured calls inside.", () => rankBars(run, tree)],
    ["wiring", "Who calls whom", "Instances, and the inclusive time of the calls between them; blue: mostly computation, orange: mostly MPI.", () => wiring(run, tree)],
    ["pruning", "The core of the run", "What is worth optimizing or modelling, by the rule of proxima prune. What is dropped is grey.", () => pruning(run, tree)],
].filter(Boolean);

document.title = `${run.name} \u2013 Proxima`;
document.getElementById("title").replaceChildren("Run ", html("bdi", {}, run.name));
document.getElementById("facts").append(...run.facts.flatMap((fact) =>
    [html("dt", {}, fact.label), html("dd", { class: fact.warning ? "warning" : null }, html("bdi", {}, fact.text))]));
const main = document.getElementById("main");
const contents = document.getElementById("contents");
for (const [id, title, about, make] of pictures) {
    const content = make();
    if (content === null) continue;
    main.append(section(id, title, about, content));
    contents.append(html("a", { href: `#${id}` }, title));
}
document.documentElement.dataset.ready = "yes";
