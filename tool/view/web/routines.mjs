// The flat tables of the papers: where the time goes, whoever called.
import { html } from "./dom.mjs";
import { bytes, count, share, time } from "./format.mjs";
import { routines, shareOfRun } from "./run.mjs";
import { sortedTable } from "./table.mjs";

export function routineTable(run, tree) {
    const rows = routines(tree, run.ranks);
    const communicates = rows.some((row) => row.communication > 0);
    const compared = rows.some((row) => row.imbalance !== null);
    const columns = [
        { title: "Routine", isText: true, value: (row) => row.name, show: (row) => row.name },
        { title: "Own time", about: "without measured calls inside", value: (row) => row.own, show: (row) => time(row.own) },
        { title: `Own, ${run.share}`, value: (row) => row.own, show: (row) => shareOfRun(run, row.own, row.base) },
        communicates && { title: "Own in MPI", value: (row) => row.communication, show: (row) => time(Math.max(row.communication, 0)) },
        { title: "Inclusive", about: "with all calls inside", value: (row) => row.inclusive, show: (row) => time(row.inclusive) },
        { title: "Calls", value: (row) => row.calls, show: (row) => count(row.calls) },
        { title: "Own per call", value: (row) => row.own / row.calls, show: (row) => time(row.own / row.calls) },
        { title: "Longest call", value: (row) => row.most, show: (row) => time(row.most) },
        compared && { title: "Imbalance", about: "by how much the rank that computes longest exceeds the mean", value: (row) => row.imbalance,
            show: (row) => (row.imbalance === null ? "-" : share(row.imbalance)) },
    ].filter(Boolean);
    return sortedTable({ caption: "Routines; a click on a heading sorts", columns, rows, by: 1, most: 40 });
}

const mpiColumns = (run) => [
    { title: "MPI routine", isText: true, value: (row) => row.name, show: (row) => row.name },
    { title: "Time", value: (row) => row.time, show: (row) => time(row.time) },
    { title: run.share, value: (row) => row.time, show: (row) => shareOfRun(run, row.time) },
    { title: "Calls", value: (row) => row.calls, show: (row) => count(row.calls) },
    { title: "Per call", value: (row) => row.time / row.calls, show: (row) => time(row.time / row.calls) },
    { title: "Sent", value: (row) => row.sent, show: (row) => bytes(row.sent) },
    { title: "Received", value: (row) => row.received, show: (row) => bytes(row.received) },
];

export function mpiTable(run) {
    const rows = run.mpi_routines;
    const columns = [...mpiColumns(run),
        { title: "Hidden", about: "part of the time in flight that was outside of MPI", value: (row) => row.hidden / row.in_flight || 0,
            show: (row) => (row.in_flight > 0 ? share(row.hidden, row.in_flight) : "-") },
    ];
    return rows.length === 0 ? null : html("div", {}, sortedTable({ caption: "MPI routines, all ranks together", columns, rows, by: 1, most: 12 }));
}

/** Which methods call which MPI routines: by method, then by call path. */
export function mpiCallers(run) {
    const table = (rows, title, caption) => sortedTable({ caption, rows, by: 2, most: 12, columns: [
        { title, isText: true, value: (row) => row.caller, show: (row) => row.caller.replaceAll(";", " > ") || "no measured method" },
        ...mpiColumns(run),
    ] });
    return run.mpi_paths.every((row) => row.caller === "") ? null : html("div", {},
        table(run.mpi_methods, "Method", "MPI routines by the method that calls them"),
        table(run.mpi_paths, "Call path", "MPI routines by call path"));
}
