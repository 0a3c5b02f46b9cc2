// Reads profiles, or traces of Chrome, with speedscope's own importers and prints what they made of
// them, as JSON.
//
//     node import_speedscope.js PACKAGE FILE
//
// The package has the importers only inside the bundle of its page: they are taken out of that by
// the places where the page calls them.
'use strict';
const fs = require('fs');
const path = require('path');

const [folder, file] = process.argv.slice(2);
const release = path.join(folder, 'dist', 'release');
const bundle = fs.readdirSync(release).find((name) => /^speedscope-.*\.js$/.test(name));
const source = fs.readFileSync(path.join(release, bundle), 'utf8');
const json = JSON.parse(fs.readFileSync(file, 'utf8'));
const kind = json.traceEvents ? 'Trace Event Format profile' : 'speedscope json file';
const call = new RegExp(`"Importing as ${kind}"\\),(\\w+)\\(`).exec(source);
const start = source.indexOf('(()=>{') + '(()=>{'.length;
// Whatever the page asks a browser for.
const anything = new Proxy(function () {}, {
    get: (target, key) => key === Symbol.toPrimitive ? () => 0 : key === Symbol.iterator ? function* () {} : anything,
    apply: () => anything,
    construct: () => anything,
    set: () => true,
});
for (const name of ['window', 'document', 'localStorage', 'location', 'matchMedia', 'requestAnimationFrame', 'Image',
                    'MutationObserver', 'HTMLElement', 'history', 'self', 'addEventListener', 'FontFace']) {
    Object.defineProperty(globalThis, name, {value: anything, configurable: true, writable: true});
}
const log = console.log;
console.log = () => {};
try {
    eval(source.slice(0, start) +
         `globalThis.importIt=(json)=>${call[1]}(json);` + source.slice(start));
} catch (error) { // of the page, which has no browser here
    if (!globalThis.importIt) { throw error; }
}
const group = globalThis.importIt(json);
const profiles = group.profiles.map((profile) => {
    const events = [];
    profile.forEachCall((node, at) => events.push(['O', node.frame.name, at]),
                        (node, at) => events.push(['C', node.frame.name, at]));
    return {name: profile.getName(), weight: profile.getTotalWeight(), unit: profile.getWeightUnit(), events};
});
log(JSON.stringify({name: group.name, profiles}));
