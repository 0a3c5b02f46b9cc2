"""The particles sample: the best sorter changes while it runs."""

import json
import pathlib
from collections import Counter

from programs import ARGUMENTS, PROXIMA, main, read_json
from sample_runs import SampleTest

SCRIPTS, COMPONENTS = ARGUMENTS
SORTERS = ["InsertionSort", "MergeSort", "StandardSort"]
STIRRED, CALM, END = 3000, 4000, 12000  # steps
# On a busy machine one disturbed trial can use up what a run of a second may explore.
SETTINGS = {"tube": {"steps": END}, "flow": {"stirred_from": STIRRED, "stirred_to": CALM}, "optimizer": {"exploration": 0.5}}


def script(name, sorter="StandardSort", count=10000):
    text = pathlib.Path(SCRIPTS, name).read_text()
    lines = [f"parameters {instance} parameters {field} {value}\n" for instance, fields in SETTINGS.items()
             if f" {instance}\n" in text for field, value in fields.items()]
    lines.append(f"parameters tube parameters count {count}\n")
    return text.replace("instantiate StandardSort", f"instantiate {sorter}").replace("go tube", "".join(lines) + "go tube")


class Particles(SampleTest):
    def run_script(self, text, *options):
        """Returns the output, which is the checksum of all that was computed."""
        (self.folder / "script.rc").write_text(text)
        return self.run_in_folder(PROXIMA, "run", "script.rc", "--path", COMPONENTS, *options)

    def sorters_of_steps(self, run):
        """The class that has sorted in each step."""
        sorters = []
        for line in self.run_in_folder(PROXIMA, "records", run, "--method", "sort", "--jsonl").splitlines():
            sorters.append(json.loads(line)["instance"].partition("@")[2] or "StandardSort")
        return sorters

    def test_the_answer_is_the_same_whoever_sorts(self):
        answers = {self.run_script(script("particles.rc", sorter, 1000)) for sorter in SORTERS}
        self.assertEqual(len(answers), 1)
        self.assertIn("1000 particles", answers.pop())

    def test_the_optimizer_follows_the_best_sorter_and_back(self):
        """Insertion takes a small part of the others' time while it is calm, and a multiple of it else.

        Other programs on the machine can hide a change for some time, so this demands the larger gap only (a factor of eight); the
        unit test Race.ReturnsToWhatHasBecomeBetterAgain demands all of it without a clock.
        """
        answer = self.run_script(script("optimized.rc"), "--measure", "all", "-o", "run")
        self.assertEqual(answer, self.run_script(script("particles.rc")))
        sorters = self.sorters_of_steps("run")
        self.assertEqual(len(sorters), END)
        self.assertLess(sorters[STIRRED:CALM].count("InsertionSort"), (CALM - STIRRED) / 2)

        decisions = read_json(self.folder, "run/decisions.json")
        (decided,) = decisions["instances"]
        self.assertEqual(decided["start"], "StandardSort")
        self.assertEqual(decided["best"], Counter(sorters[-END // 10:]).most_common(1)[0][0])
        self.assertEqual({candidate["class"] for candidate in decided["candidates"]}, set(SORTERS))
        # A swap is made in the safe point before the step that it names, counted from 0.
        at, swapped = "StandardSort", []
        swaps = {swap["at"]: swap["to"] for swap in decisions["swaps"]}
        for step in range(END):
            at = swaps.get(step, at)
            swapped.append(at)
        self.assertEqual(swapped, sorters)

        again = self.run_script(script("optimized.rc"), "--measure", "all", "--replay", "run/decisions.json", "-o", "again")
        self.assertEqual(again, answer)
        self.assertEqual(self.sorters_of_steps("again"), sorters)


main()
