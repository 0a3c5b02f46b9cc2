// Numbers as people read them: three digits and a unit.

function digits(value) {
    if (value === 0) return "0";
    const size = Math.abs(value);
    return size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : size >= 1 ? value.toFixed(2) : value.toPrecision(2);
}

function scaled(value, steps) {
    const size = Math.abs(value);
    for (const [factor, unit] of steps) {
        if (size >= factor * 0.9995) return `${digits(value / factor)}\u00a0${unit}`;
    }
    const [factor, unit] = steps[steps.length - 1];
    return `${digits(value / factor)}\u00a0${unit}`;
}

const times = [[1e6, "s"], [1e3, "ms"], [1, "\u00b5s"], [1e-3, "ns"]];
const sizes = [[1e12, "TB"], [1e9, "GB"], [1e6, "MB"], [1e3, "kB"], [1, "B"]];
const counts = [[1e12, "T"], [1e9, "G"], [1e6, "M"]];

/** Of microseconds. */
export const time = (us) => (us === null || !Number.isFinite(us) ? "-" : us === 0 ? "0" : scaled(us, times));
/** Marks a time with a standard error, in microseconds. */
export const estimated = (us, error) => (error > 0 ? `~${time(us)}` : time(us));
export const bytes = (count) => (count === 0 ? "-" : scaled(count, sizes));
export const count = (value) => (value < 1e6 ? value.toLocaleString("en") : scaled(value, counts));
export const calls = (value) => `${count(value)} call${value === 1 ? "" : "s"}`;
/** Of a part of a whole. */
export function share(part, whole = 1) {
    if (!(whole > 0)) return "-";
    const percent = (100 * part) / whole;
    const size = Math.abs(percent);
    if (size === 0) return "0\u00a0%";
    if (size < 0.01) return "<\u00a00.01\u00a0%";
    return `${size >= 99.95 ? percent.toFixed(0) : size >= 10 ? percent.toFixed(1) : size >= 1 ? percent.toFixed(1) : percent.toPrecision(1)}\u00a0%`;
}
/** The same without zeros at the end: of ticks, which are round. */
export const tick = (text) => text.replace(/(\.\d*?)0+(?!\d)/, "$1").replace(/\.(?!\d)/, "");
export const signed = (text, value) => (value > 0 ? `+${text}` : text);
/** A value of a parameter. */
export function number(value) {
    const size = Math.abs(value);
    if (value === 0) return "0";
    if (Number.isInteger(value) && size < 1e5) return String(value);
    if (size >= 1e5 && size < 1e15) return scaled(value, [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]]).replace("\u00a0", "");
    if (size < 1e-3 || size >= 1e15) return value.toExponential(1);
    return String(Number(value.toPrecision(3)));
}
