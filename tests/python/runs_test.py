"""Real runs as the Python module reads them, compared with what `proxima records --csv` and `convert --to hatchet` say: of several
threads, kinds of parameters, counters, samples and sums; killed at any instant; and while they go on.

Usage: runs_test.py PROXIMA MEASURED_PROGRAM COUNTED_PROGRAM [ROUNDS SEED]
"""

import os
import random
import signal
import subprocess
import threading
import time

import comparison
import programs
import proxima
from programs import ARGUMENTS

MEASURED, COUNTED, *HOW_LONG = ARGUMENTS
ROUNDS, SEED = map(int, HOW_LONG) if HOW_LONG else (12, random.randrange(2**32))
THREADS = 3
CONFIGURATIONS = ["records=all", "records=every:7", "records=first:8", "records=aggregate", "limit=100K"]
LONGEST_RUN = 0.015  # seconds


COMPARE_FRAME = """
import sys, pandas, proxima
for names in [], ["integrate"], ["square.evaluate"]:
    records = proxima.Run(sys.argv[1]).records(*names)
    frame = records.frame()
    whole = frame.convert_dtypes()
    for i, name in enumerate(records.columns):
        for value, read in zip((record[i] for record in records), whole.iloc[:, i]):
            assert (value is None) == (read is pandas.NA) and (value is None or value == read), (name, value, read)
    print(len(frame), frame.iloc[:, 0].dtype, frame.isna().any().any())
"""


class Runs(programs.FreshTest):
    @property
    def path(self):
        return os.path.join(self.folder, "run")

    def start(self, configuration, *command):
        environment = programs.environment(PROXIMA="output=run,quiet=on," + configuration)
        return subprocess.Popen(command, cwd=self.folder, env=environment, stdout=subprocess.DEVNULL)

    def counted(self, configuration, *most, threads=THREADS):
        counts = self.folder / "counts"
        counts.write_bytes(bytes(64 * threads))
        return self.start(configuration, COUNTED, counts, str(threads), *most)

    def compare(self):
        run = proxima.Run(self.path)
        records = comparison.assert_same_records(self, run)
        return records, comparison.assert_same_call_graph(self, run)

    def test_ended_runs_agree_with_the_tool(self):
        self.counted("records=all", "2000").wait()
        records, calls = self.compare()
        self.assertEqual(records, calls)
        self.assertEqual(calls, 2000 * (1 + 2 + 3 + THREADS))  # thread k calls `inner` k times in each `outer`
        self.assertTrue(proxima.Run(self.path).is_complete)

    def test_every_kind_of_parameter_agrees_with_the_tool(self):
        self.start("records=all", MEASURED).wait()
        self.compare()
        run = proxima.Run(self.path)
        self.assertEqual({record.rule for record in run.records("integrate")}, {"open", "closed"})
        evaluations = sum(1 for record in run.records("square.evaluate") if record.x is not None)
        self.assertEqual(evaluations, 150_000)

    def test_data_frames_have_the_rows_of_the_records(self):
        python = comparison.python_with("pandas")
        if python is None:
            self.skipTest("pandas is not installed")
        self.start("records=first:500", MEASURED).wait()
        shown = subprocess.run([python, "-c", COMPARE_FRAME, self.path], capture_output=True, text=True, check=False)
        said = [line.split() for line in shown.stdout.splitlines()]
        self.assertEqual([line[1] for line in said], ["int64"] * 3, shown.stderr)
        self.assertEqual(said[0][2], "True")  # methods lack each other's parameters
        self.assertGreaterEqual(int(said[0][0]), int(said[1][0]) + int(said[2][0]))

    def test_counters_agree_with_the_tool(self):
        self.start("records=every:7,counters=THREAD_CPU_TIME;PAGE_FAULTS", MEASURED).wait()
        self.compare()
        self.assertIn("PAGE_FAULTS", proxima.Run(self.path).records("midpoint.integrate").columns)

    def test_killed_at_any_instant_or_ended(self):
        print(f"seed {SEED}")
        instants = random.Random(SEED)
        compared = 0
        for number in range(ROUNDS):
            configuration = CONFIGURATIONS[number // 2 % len(CONFIGURATIONS)]
            with self.subTest(number=number, configuration=configuration):
                if number % 2:
                    process = self.counted(configuration)
                    time.sleep(instants.uniform(0.005, LONGEST_RUN))
                    process.kill()
                else:
                    process = self.counted(configuration, "2000")
                process.wait()
                if os.path.isdir(os.path.join(self.path, "records")) and os.listdir(os.path.join(self.path, "records")):
                    compared += self.compare()[1]
            self.setUp()
        self.assertGreater(compared, 0)

    def test_damaged_thread_buffer_raises_nothing_but_errors(self):
        self.start("records=every:7", MEASURED, "killed").wait()
        place = os.path.join(self.path, "records")
        (name,) = [name for name in os.listdir(place) if name == "0-0.buffer"]
        with open(os.path.join(place, name), "r+b") as file:
            good = file.read()
            chance = random.Random(SEED)
            used = [at for at in range(0, len(good), 8) if any(good[at:at + 8])]
            raised = 0
            for number in range(30):
                at = chance.choice(used) if number % 2 else chance.randrange(8, 400)
                file.seek(at)
                file.write(bytes([chance.randrange(256)]))
                file.flush()
                try:
                    list(proxima.Run(self.path).records())
                    list(proxima.Run(self.path).call_graph)
                except proxima.Error as error:
                    self.assertEqual(len(str(error).splitlines()), 1)
                    raised += 1
                list(proxima.Run(self.path, skip_damage=True).records())
                file.seek(at)
                file.write(good[at:at + 1])
            self.assertGreater(raised, 0)

    def test_are_read_as_far_as_they_go(self):
        for configuration in CONFIGURATIONS[:4]:
            with self.subTest(configuration):
                process = self.counted(configuration, threads=1)
                try:
                    before = 0
                    while before == 0:
                        self.assertIsNone(process.poll())
                        time.sleep(0.01)
                        if os.path.isfile(os.path.join(self.path, "run.json")):
                            process.send_signal(signal.SIGSTOP)
                            before = sum(node.calls for node in proxima.Run(self.path).call_graph)
                            process.send_signal(signal.SIGCONT)
                    # It records much faster than Python reads, so it goes on for the beginning of the reading only.
                    pause = threading.Timer(0.02, process.send_signal, [signal.SIGSTOP])
                    pause.start()
                    self.check_order(configuration == "records=all")
                    pause.join()
                    self.assertGreater(sum(node.calls for node in proxima.Run(self.path).call_graph), before)
                finally:
                    process.kill()
                    process.wait()
            self.setUp()

    def check_order(self, has_all):
        """Nothing is met twice or out of order; and nothing is left out: `inner` and `outer` take turns."""
        end = -1
        for number, record in enumerate(proxima.Run(self.path).records()):
            self.assertGreaterEqual(record.start_ns + record.duration_ns, end - 1)
            end = record.start_ns + record.duration_ns
            if has_all:
                self.assertEqual(record.method, ("inner", "outer")[number % 2])
                self.assertEqual(record.n, (0, None)[number % 2])


programs.main()
