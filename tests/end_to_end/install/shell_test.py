"""What a user meets at the prompt after an installation: man pages, and completion in bash and zsh.

shell_test.py PREFIX
"""

import os
import pathlib
import shutil
import subprocess
import sys
import unittest

import programs

HERE = pathlib.Path(__file__).parent
PREFIX = pathlib.Path(sys.argv.pop())
PROXIMA = PREFIX / "bin" / "proxima"
PAGES = PREFIX / "share" / "man" / "man1"

COMPLETE = """
. "$1"; COMP_WORDS=("${@:2}"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _proxima
printf '%s\\n' "${COMPREPLY[@]}"
"""


def output_of(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60, **options).stdout


def in_bash(*words):
    script = PREFIX / "share" / "bash-completion" / "completions" / "proxima"
    return sorted(output_of("bash", "-c", COMPLETE, "bash", script, *words).split())


def in_zsh(line):
    return output_of("zsh", "-f", HERE / "typed.zsh", PREFIX / "share" / "zsh" / "site-functions", PREFIX / "bin", line)


class Documents(unittest.TestCase):
    def test_are_installed(self):
        self.assertTrue((PREFIX / "share" / "doc" / "Proxima" / "docs" / "configuration.md").is_file())


class Bash(unittest.TestCase):
    def test_verbs(self):
        self.assertEqual(in_bash(str(PROXIMA), "rec"), ["records", "recover"])

    def test_verbs_of_a_verb(self):
        self.assertEqual(in_bash(str(PROXIMA), "kb", "--base", "x.kb", "s"), ["sql", "statistics"])

    def test_options_of_the_verb(self):
        self.assertEqual(in_bash(str(PROXIMA), "fit", "run1", "--me"), ["--method", "--metric"])

    def test_options_of_the_generator(self):
        self.assertEqual(in_bash(str(PREFIX / "bin" / "proxima-gen"), "--pm"), ["--pmpi"])


@unittest.skipUnless(shutil.which("zsh"), "zsh is missing")
class Zsh(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        for end in programs.pseudo_terminal():
            os.close(end)

    def test_verbs_with_what_they_do(self):
        self.assertIn("Completes the run directory of a program that was killed or crashed.", in_zsh("proxima rec"))

    def test_options_of_the_verb(self):
        shown = in_zsh("proxima fit --me")
        self.assertIn("--method  -- only this method", shown)
        self.assertIn("--metric  -- only", shown)


@unittest.skipUnless(shutil.which("help2man"), "help2man is missing")
class Manual(unittest.TestCase):
    def test_each_verb_has_a_page(self):
        listed = output_of(PROXIMA, "--help").split("Verbs:")[1].split("Examples:")[0]
        verbs = [line.split()[0] for line in listed.splitlines() if line[2:3].strip()]
        self.assertIn("fit", verbs)
        for verb in verbs:
            self.assertTrue((PAGES / f"proxima-{verb}.1").is_file(), verb)

    @unittest.skipUnless(shutil.which("lexgrog"), "man-db is missing")
    def test_pages_are_read_without_a_warning(self):
        environment = os.environ | {"MANWIDTH": "80", "LC_ALL": "C.UTF-8"}
        for page in sorted(PAGES.glob("*.1")):
            with self.subTest(page.name):
                self.assertIn(page.stem + " - ", output_of("lexgrog", page))
                read = subprocess.run(["man", "--warnings", "-l", page], capture_output=True, text=True,
                                      env=environment, check=True)
                self.assertEqual(read.stderr, "")
                self.assertIn("--help", read.stdout)

    def test_examples_keep_their_lines(self):
        page = output_of("man", "-l", PAGES / "proxima-fit.1", env=os.environ | {"MANWIDTH": "100"})
        self.assertIn("$ proxima fit measurements.jsonl --level 95\n", page)


if __name__ == "__main__":
    unittest.main()
