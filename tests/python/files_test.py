"""Files made by hand: the example of FORMAT.md, hostile names, damage, and runs with and without pandas.

Usage: files_test.py PROXIMA FORMAT.md
"""

import contextlib
import json
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import comparison
import proxima
from programs import ARGUMENTS, main
from proxima.xxh64 import in_python, xxh64

(FORMAT,) = ARGUMENTS
HOSTILE = ['quote " comma , ; semicolon', "<script>alert(1)</script>", "=cmd|' /C calc'!A0", "line\nfeed\ttab\x1b[31m", b"no UTF-8 \xff\xfe",
           "", "class", "1st", "duration_ns", "\u202eright to left"]


def example():
    """The bytes that FORMAT.md shows."""
    with open(FORMAT, encoding="utf-8") as file:
        lines = re.findall(r"^    [0-9a-f]{4}  ((?:[0-9a-f]{2} ?)+)$", file.read(), re.MULTILINE)
    return bytes.fromhex(" ".join(lines))


def text(value):
    data = value if isinstance(value, bytes) else value.encode()
    return struct.pack("<I", len(data)) + data


def chunk(kind, payload):
    return struct.pack("<IIQ", kind, len(payload), in_python(payload, kind)) + payload


def header():
    fields = b"\x89PXR\r\n\x1a\n" + struct.pack("<4Id3q", 1, 0, 0, 0, 1e9, 1000, 500, 0)
    return fields + struct.pack("<Q", in_python(fields, 0))


def file_of_names():
    """For each hostile name a method and its parameter so named, and an instance; two invocations of each."""
    names = range(len(HOSTILE))
    chunks = [chunk(1, struct.pack("<3Q2q", 0, 1, 1000, 500, 0))]
    for number, name in enumerate(HOSTILE):
        columns = struct.pack("<IB", 2, 5) + text(name) + text("const char *") + struct.pack("<I", 0)
        columns += struct.pack("<B", 4) + text("kind") + text("Kind") + struct.pack("<Iq", 1, 7) + text(name)
        chunks.append(chunk(2, struct.pack("<I", number) + text("ns::Port") + text(name) + text("void f()") + text("f.hpp:1") + columns))
        chunks.append(chunk(3, struct.pack("<4I", number + 1, number, number, 0) + text(name)))
    order = [number + 1 for number in names] * 2
    block = struct.pack("<QIIQQQq", 0, len(order), 5 * len(order), 1000, 0, 3000, 2500)
    block += b"\x82" + struct.pack("<H", 100)  # ends
    block += b"\x01" + bytes(order)
    for name in HOSTILE:
        data = name if isinstance(name, bytes) else name.encode()
        words = struct.unpack("<4Q", bytes([min(len(data), 31)]) + data[:31].ljust(31, b"\0"))
        block += b"\x81\x32" + b"\x80"  # durations 50, no communication
        for word in words:
            block += b"\x08" + struct.pack("<2Q", word, 0)  # the same word twice
        block += b"\x01\x0e\x02"  # 7, which has a name; 8, which has none
    return header() + b"".join(chunks) + chunk(4, block) + chunk(5, struct.pack("<2Q", len(order), 0))


@contextlib.contextmanager
def run_of(record_file, **info):
    with tempfile.TemporaryDirectory(prefix="proxima-test-") as directory:
        os.mkdir(os.path.join(directory, "records"))
        with open(os.path.join(directory, "records", "0-0.rec"), "wb") as file:
            file.write(record_file)
        with open(os.path.join(directory, "run.json"), "w", encoding="utf-8") as file:
            json.dump({"format": 1, **info}, file)
        yield directory


def read_all(directory, **options):
    run = proxima.Run(directory, **options)
    records = list(run.records())
    return records, [(node.path, node.calls, node.total) for node in run.call_graph], run.problems


class Example(unittest.TestCase):
    def test_is_read_as_the_page_says(self):
        with run_of(example()) as directory:
            records = list(proxima.Run(directory).records("fine.compute"))
            ticks_per_second = struct.unpack_from("<d", example(), 24)[0]
            self.assertEqual([record.n for record in records], [10, 12, 10])
            self.assertEqual([record.duration_ns for record in records],
                             [round(ticks * 1e9 / ticks_per_second) for ticks in (100, 100, 520)])
            self.assertEqual([record.callpath for record in records], ["fine.compute"] * 3)
            (node,) = proxima.Run(directory).call_graph
            self.assertEqual((node.calls, node.port), (3, "ns::FluxPort"))
            self.assertAlmostEqual(node.inclusive_ns, 720e9 / ticks_per_second)

    def test_hash_is_xxh64(self):
        # The three values are those of the reference implementation's own test.
        self.assertEqual(in_python(b"", 0), 0xEF46DB3751D8E999)
        data = bytes(range(256)) * 3
        for size in range(200):
            self.assertEqual(in_python(data[:size], 7), xxh64(data[:size], 7))


class HostileNames(unittest.TestCase):
    def test_are_what_the_tool_makes_of_them(self):
        with run_of(file_of_names()) as directory:
            run = proxima.Run(directory)
            self.assertEqual(comparison.assert_same_records(self, run), 2 * len(HOSTILE))
            records = list(run.records())
            self.assertEqual(records[1]._asdict()["kind"], HOSTILE[1])
            self.assertEqual(records[-1].kind, 8)
            self.assertIn("no UTF-8 \ufffd\ufffd", {record.instance for record in records})
            self.assertEqual(len(run.call_graph), len(HOSTILE))


class Damage(unittest.TestCase):
    def error_of(self, directory):
        with self.assertRaises(proxima.Error) as raised:
            read_all(directory)
        line = str(raised.exception)
        self.assertEqual(len(line.splitlines()), 1, line)
        return line

    def test_raises_one_line_with_the_file_and_the_byte(self):
        good = example()
        changed = [good[:at] + bytes([good[at] ^ 1]) + good[at + 1:] for at in range(len(good))]
        for damaged in changed + [good[:size] for size in range(1, len(good))]:
            with run_of(damaged) as directory:
                self.assertRegex(self.error_of(directory), r"0-0\.rec: error: byte \d+: ")

    def test_raises_nothing_else_if_hashes_do_not_show_it(self):
        good = file_of_names()
        seed = random.randrange(1 << 32)
        print("seed", seed)
        chance = random.Random(seed)
        raised = 0
        for _ in range(300):
            chunks, at = [good[:64]], 64
            while at < len(good):
                kind, size, _ = struct.unpack_from("<IIQ", good, at)
                payload = bytearray(good[at + 16:at + 16 + size])
                if chance.random() < 0.1:
                    payload[chance.randrange(size)] = chance.choice([0, 1, 0x7F, 0xFF, chance.randrange(256)])
                chunks.append(chunk(kind, bytes(payload)))
                at += 16 + size
            with run_of(b"".join(chunks)) as directory:
                try:
                    read_all(directory)
                    proxima.Run(directory).records().frame()
                except proxima.Error:
                    raised += 1
                read_all(directory, skip_damage=True)
        self.assertGreater(raised, 50)

    def test_can_be_skipped(self):
        good = file_of_names()
        cut = good[:-1] + b"\1"  # in the end mark
        with run_of(cut) as directory:
            records, nodes, problems = read_all(directory, skip_damage=True)
            self.assertEqual((len(records), len(nodes)), (2 * len(HOSTILE), len(HOSTILE)))
            self.assertEqual(len(problems), 2, problems)
            self.assertRegex(problems[0], r"0-0\.rec: error: byte \d+: the chunk does not match its hash")

    def test_names_its_place_in_json(self):
        no_graph = r"callgraph\.json: error: is not a call graph"
        for name, content, expected in [
                ("run", "{", r"run\.json:1: error: not JSON"), ("run", "[]", r"run\.json: error: expected an object"),
                ("run", '{"format": 2}', "has format 2"), ("run", "[" * 100_000, r"run\.json"),
                ("run", '{"format": 1, "clock": 3}', "`clock`"), ("run", '{"format": 1, "records": "many"}', "`records`"),
                ("run", '{"format": 1, "complete": true}', "`clock`"),
                ("callgraph", '{"graph": 1}', no_graph),
                ("callgraph", '{"graph": [{"0": {"children": []}}], "dataframe": []}', no_graph),
                ("callgraph", '{"graph": [], "dataframe": [{"node": 1}]}', no_graph),
                ("callgraph", '{"graph": [{"0": {"data": {}, "children": [0]}}], "dataframe": []}', no_graph)]:
            with self.subTest(content[:60]), run_of(example()) as directory:
                with open(os.path.join(directory, name + ".json"), "w", encoding="utf-8") as file:
                    file.write(content)
                self.assertRegex(self.error_of(directory), expected)

    def test_missing_things_are_named(self):
        with tempfile.TemporaryDirectory() as directory:
            for place, expected in [(directory, "is not a run directory"), (directory + "/none", "no such file or directory")]:
                with self.assertRaisesRegex(proxima.Error, expected):
                    proxima.Run(place)
        with run_of(file_of_names()) as directory, self.assertRaisesRegex(proxima.Error, "did you mean `1st.1st`"):
            proxima.Run(directory).records("1st.1s")


SHOW_FRAME = """
import sys, proxima
frame = proxima.Run(sys.argv[1]).records().frame()
print(type(frame).__name__, [str(kind) for kind in frame.dtypes[:4]], frame.duration_ns.sum(), int(frame.thread.max()), len(frame))
print(proxima.Run(sys.argv[1]).call_graph.frame()["calls"].sum())
"""


class Frames(unittest.TestCase):
    def test_are_dicts_of_columns_without_pandas(self):
        with run_of(example()) as directory, unittest.mock.patch.dict(sys.modules, {"pandas": None}):
            run = proxima.Run(directory)
            frame = run.records().frame()
            self.assertIsInstance(frame, dict)
            self.assertEqual(list(frame["n"]), [10, 12, 10])
            self.assertEqual(frame["callpath"], ["fine.compute"] * 3)
            self.assertEqual([len(part["n"]) for part in run.records().frames(rows=1)], [3])
            self.assertEqual(run.call_graph.frame()["calls"], [3])

    def test_are_data_frames_with_pandas(self):
        python = comparison.python_with("pandas")
        if python is None:
            self.skipTest("pandas is not installed")
        with run_of(file_of_names()) as directory:
            shown = subprocess.run([python, "-c", SHOW_FRAME, directory], capture_output=True, text=True, check=False)
        count = 2 * len(HOSTILE)
        self.assertEqual(shown.stdout, f"DataFrame ['int64', 'int64', 'int64', 'int64'] {50 * count} 0 {count}\n{count}\n", shown.stderr)


main()
