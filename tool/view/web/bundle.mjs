// node bundle.mjs OUTPUT: bundles page.mjs and its libraries, puts script and style into page.html,
// and writes the page as C++ text. The policy of the page names the only script and the only style
// by their hashes: nothing else runs in it, and nothing is fetched.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

const common = { bundle: true, write: false, minify: true, charset: "ascii", legalComments: "none" };
const script = await build({ ...common, entryPoints: ["page.mjs"], format: "iife", target: "es2020" });
const style = await build({ ...common, entryPoints: ["page.css"] });
const scriptText = script.outputFiles[0].text.trim();
const styleText = style.outputFiles[0].text.trim();

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const policy = `default-src 'none'; script-src ${hash(scriptText)}; style-src ${hash(styleText)}; base-uri 'none'; form-action 'none'`;

/** Name, version and licence text of each library but the bundler. */
async function notices() {
    const { packages } = JSON.parse(await readFile("package-lock.json", "utf8"));
    const texts = [];
    for (const [place, about] of Object.entries(packages).filter(([folder, one]) => folder !== "" && !one.dev)) {
        const licence = (await readdir(place)).find((file) => /^licen[cs]e/i.test(file));
        if (!licence) throw new Error(`${place} has no file with its licence`);
        const text = (await readFile(join(place, licence), "utf8")).trim();
        texts.push(`${place.replace("node_modules/", "")} ${about.version} (${about.license})\n\n${text}`);
    }
    return texts.join("\n\n\n");
}

let page = await readFile("page.html", "utf8");
for (const [mark, text] of [["@policy@", policy], ["@style@", styleText], ["@script@", scriptText],
    ["@notices@", escaped(await notices())]]) {
    page = page.split(mark).join(text);
}
const [before, behind] = page.split("@document@");

/** A string literal for every line of at most 4096 bytes: compilers need not take longer ones. */
function asArray(name, text) {
    const pieces = [];
    const bytes = Buffer.from(text, "utf8").toString("latin1");
    for (let at = 0; at < bytes.length; at += 4096) {
        const literal = bytes.slice(at, at + 4096).replace(/["\\?\n\r\t]|[^ -~]/g,
            (c) => (c === "\n" ? "\\n" : `\\${c.charCodeAt(0).toString(8).padStart(3, "0")}`));
        pieces.push(`    "${literal}",`);
    }
    return `constexpr std::string_view ${name}[] = {\n${pieces.join("\n")}\n};\n`;
}

await writeFile(process.argv[2], `#include "view/page.hpp"

namespace proxima::view {
namespace {

${asArray("before", before)}
${asArray("behind", behind)}
template <typename Pieces>
std::string joined(const Pieces& pieces) {
    std::string text;
    for (const auto piece : pieces) {
        text += piece;
    }
    return text;
}

} // namespace

PageParts page_parts() {
    static const std::string text_before = joined(before);
    static const std::string text_behind = joined(behind);
    return {text_before, text_behind};
}

} // namespace proxima::view
`);
