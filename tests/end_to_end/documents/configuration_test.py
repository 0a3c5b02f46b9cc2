"""docs/configuration.md has the keys, options and variables that the programs know, and no others.

Usage: configuration_test.py SOURCE_DIRECTORY MEASURED_PROGRAM PROXIMA_GEN
"""

import json
import pathlib
import re
import subprocess
import sys

import programs

ROOT, PROGRAM, GENERATOR = (pathlib.Path(path).resolve() for path in sys.argv[1:4])
TEXT = (ROOT / "docs/configuration.md").read_text()


def section(heading):
    """Returns the text from a heading to the next one of its level."""
    level = heading.split()[0]
    return TEXT.split(f"\n{heading}\n")[1].split(f"\n{level} ")[0]


def first_column(text):
    """The names in code, in the first column of each table."""
    return {name for cells in re.findall(r"^\| (.*?) \|", text, re.M) for name in re.findall(r"`([\w-]+)`", cells)}


class Runs(programs.FreshTest):
    def run_with(self, configuration):
        return programs.run(self.folder, PROGRAM, "run", PROXIMA=configuration).stderr

    def test_keys_are_those_of_help(self):
        known = set(re.findall(r"^proxima:   ([\w-]+)=", self.run_with("help"), re.M))
        self.assertIn("records", known)
        table = section("## PROXIMA: what a run measures").split("| key |")[1].split("\n\n")[0]
        self.assertEqual(first_column(table), known)

    def test_examples_are_valid(self):
        examples = re.findall(r"^    PROXIMA=('[^']*'|\S+)", section("## PROXIMA: what a run measures"), re.M)
        self.assertGreater(len(examples), 12)
        for example in examples:
            with self.subTest(example):
                self.assertNotIn("error: in PROXIMA", self.run_with(example.strip("'")))


class Generator(programs.FreshTest):
    def generate(self, header, configuration):
        (self.folder / "port.hpp").write_text(header)
        (self.folder / "proxies.json").write_text(configuration)
        return subprocess.run([GENERATOR, "-o", "generated", "--config", "proxies.json", "port.hpp", "--", "-std=c++17",
                               f"-I{ROOT / 'runtime/probe/core/include'}"], cwd=self.folder, capture_output=True, text=True)

    def known(self, *path):
        """The keys that an object of the configuration may have, as the error about another one lists them."""
        wrong = {"?": ""}
        for name in reversed(path):
            wrong = [wrong] if name == "[]" else {name: wrong}
        refusal = self.generate("struct Port { virtual void go() = 0; };", json.dumps(wrong)).stderr
        return set(re.search(r"expected one of: (.*)", refusal)[1].split(", "))

    def test_keys_are_those_of_the_generator(self):
        described = section("## CONFIG: what the generator writes")
        top, rules, ports = re.split(r"^### Rules.*$|^### Port options$", described, flags=re.M)
        self.assertEqual(first_column(top), self.known())
        effects = set(re.findall(r"^\| `\{\"(\w+)\"", rules, re.M))
        self.assertEqual(effects, self.known("classes", "[]") | self.known("methods", "[]"))
        self.assertEqual(first_column(ports), self.known("ports", "Port"))

    def test_the_example_generates_proxies(self):
        configuration, header = (re.search(rf"```{language}\n(.*?)```", TEXT, re.S)[1] for language in ("json", "cpp"))
        done = self.generate(header, configuration)
        self.assertEqual(done.returncode, 0, done.stderr)
        for key in self.known() | self.known("ports", "Port"):
            self.assertIn(f'"{key}":', configuration)


class Variables(programs.FreshTest):
    def test_are_those_that_the_programs_read(self):
        sources = "".join(file.read_text() for folder in ("runtime", "tool") for file in (ROOT / folder).rglob("*.cpp"))
        read = set(re.findall(r'(?:getenv|is_set)\("(\w+)"\)', sources))
        described = first_column(section("## Environment variables"))
        self.assertIn("PROXIMA", read)
        self.assertEqual(read - described, set())
        self.assertEqual({name for name in described if f'"{name}"' not in sources}, set())


programs.main()
