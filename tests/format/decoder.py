"""Reads the binary files of a run directory: a reader written from runtime/format/FORMAT.md alone.

Usage: decoder.py RUN      prints, for each call path, calls, records and the sum of the first parameter
"""

import os
import re
import struct
import sys

WORD = (1 << 64) - 1
PRIMES = (11400714785074694791, 14029467366897019727, 1609587929392839161, 9650029242287828579, 2870177450012600261)


def rotate(value, bits):
    return (value << bits | value >> (64 - bits)) & WORD


def xxh64(data, seed):
    one, two, three, four, five = PRIMES

    def mix(lane, word):
        return rotate((lane + word * two) & WORD, 31) * one & WORD

    rest = len(data) % 32
    result = (seed + five) & WORD
    if len(data) >= 32:
        lanes = [(seed + start) & WORD for start in (one + two, two, 0, -one)]
        for stripe in struct.iter_unpack("<4Q", data[:len(data) - rest]):
            lanes = [mix(lane, word) for lane, word in zip(lanes, stripe)]
        result = sum(rotate(lane, bits) for lane, bits in zip(lanes, (1, 7, 12, 18))) & WORD
        for lane in lanes:
            result = ((result ^ mix(0, lane)) * one + four) & WORD
    result = (result + len(data)) & WORD
    tail = data[len(data) - rest:]
    while len(tail) >= 8:
        result = (rotate(result ^ mix(0, struct.unpack_from("<Q", tail)[0]), 27) * one + four) & WORD
        tail = tail[8:]
    if len(tail) >= 4:
        result = (rotate(result ^ struct.unpack_from("<I", tail)[0] * one & WORD, 23) * two + three) & WORD
        tail = tail[4:]
    for byte in tail:
        result = rotate(result ^ byte * five & WORD, 11) * one & WORD
    result = (result ^ result >> 33) * two & WORD
    result = (result ^ result >> 29) * three & WORD
    return result ^ result >> 32


class Fields:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, layout):
        values = struct.unpack_from("<" + layout, self.data, self.at)
        self.at += struct.calcsize("<" + layout)
        return values if len(values) > 1 else values[0]

    def string(self):
        size = self.take("I")
        self.at += size
        return self.data[self.at - size:self.at].decode()

    def stream(self, count, recurring=False):
        values = []
        while len(values) < count:
            tag = self.take("B")
            size = min(64, count - len(values))
            if recurring and values and tag == 15:
                period = self.take("B")
                for _ in range(size):
                    values.append(values[-period])
                continue
            width, shift = tag & 15, (tag >> 4 & 7) * 8
            stored = 1 if tag & 128 else size
            group = [int.from_bytes(self.data[self.at + i * width:self.at + (i + 1) * width], "little") << shift
                     for i in range(stored)]
            self.at += stored * width
            values += group * size if tag & 128 else group
        return values


def unzigzag(value):
    return value >> 1 ^ -(value & 1) & WORD


class ThreadFiles:
    """What one record file and its thread buffer say. `invocations` are (node, start, duration, communication, words)."""

    def __init__(self, record_file, buffer_file):
        self.methods, self.nodes, self.invocations = [], [None], []
        self.bins, self.seen, self.blocks, self.lost, self.ended = {}, set(), 0, 0, False
        self.has_statistics = False
        with open(record_file, "rb") as file:
            data = file.read()
        if not data:
            return  # killed before the header was written
        assert data[:8] == b"\x89PXR\r\n\x1a\n" and data[8] == 1, "no record file"
        assert xxh64(data[:56], 0) == struct.unpack_from("<Q", data, 56)[0], "damaged header"
        self.read_chunks(data[64:])
        if os.path.exists(buffer_file) and not self.ended:
            with open(buffer_file, "rb") as file:
                self.read_buffer(file.read())

    def read_chunks(self, data):
        while len(data) >= 16:
            kind, size, expected = struct.unpack_from("<IIQ", data)
            payload, data = data[16:16 + size], data[16 + size:]
            if len(payload) < size or (kind, size, expected) == (0, 0, 0):
                return
            assert xxh64(payload, kind) == expected, "damaged chunk"
            if kind in (1, 2, 3):
                if (kind, payload) in self.seen:
                    continue
                self.seen.add((kind, payload))
            reader = {2: self.read_method, 3: self.read_node, 4: self.read_block, 5: self.read_end,
                      6: self.read_statistics}.get(kind)
            if reader:
                reader(Fields(payload))

    def read_method(self, fields):
        assert fields.take("I") == len(self.methods)
        port, name, signature, _ = (fields.string() for _ in range(4))
        words = []
        for _ in range(fields.take("I")):
            kind = fields.take("B")
            fields.string(), fields.string()
            for _ in range(fields.take("I")):
                fields.take("q"), fields.string()
            words += [kind] * (4 if kind == 5 else 1)
        self.methods.append((port + "::" + name, words))

    def read_node(self, fields):
        number, parent, method, _ = fields.take("IIII")
        assert number == len(self.nodes) and parent < number
        self.nodes.append((parent, method, fields.string()))

    def read_block(self, fields):
        number, count, words, base, _, _, _ = fields.take("QIIQQQq")
        if number < self.blocks:
            return
        self.blocks = number + 1
        ends = fields.stream(count)
        nodes = fields.stream(count, recurring=True)
        columns = {node: self.read_columns(fields, node, nodes.count(node)) for node in sorted(set(nodes))}
        end = base
        for change, node in zip(ends, nodes):
            end = (end + change) & WORD
            duration, communication, *parameters = next(columns[node])
            words -= len(parameters)
            self.invocations.append((node, end - duration, duration, communication, parameters))
        assert words == 0

    def read_columns(self, fields, node, count):
        columns = [fields.stream(count), fields.stream(count)]
        for kind in self.methods[self.nodes[node][1]][1]:
            previous, column = 0, []
            for value in fields.stream(count):
                previous = (previous + unzigzag(value)) & WORD if kind in (0, 1, 4) else previous ^ value
                column.append(previous)
            columns.append(column)
        return zip(*columns)

    def read_end(self, fields):
        count, lost = fields.take("QQ")
        assert count == len(self.invocations)
        self.lost += lost
        self.ended = True

    def read_statistics(self, fields):
        self.has_statistics = True
        while fields.at < len(fields.data):
            node, bin_number, calls = fields.take("IiQ")
            fields.take("6Q")
            self.bins[node, bin_number] = calls

    def read_buffer(self, data):
        if not data or data[0] == 0:
            return
        assert data[:8] == b"\x89PXB\r\n\x1a\n" and data[8] == 1, "no thread buffer"
        section_count, chunk_bytes, block, count, _, lost, batch, batches = struct.unpack_from("<I7Q", data, 28)
        sections = {}
        for i in range(section_count):
            kind, _, offset, size = struct.unpack_from("<IIQQ", data, 88 + 24 * i)
            sections[kind] = sections.get(kind, b"") + data[offset:offset + size]
        self.read_chunks(sections[7][:chunk_bytes])
        self.lost += lost
        self.read_slots(sections.get(9, b""), batches)
        ends, starts, communications, nodes, first = (struct.unpack_from(f"<{count}Q", sections[i]) for i in range(1, 6))
        more = Fields(sections[6])
        for i in range(count):
            if nodes[i] >= len(self.nodes):
                self.lost += count - i  # the words of later ones cannot be found
                break
            words = len(self.methods[self.nodes[nodes[i]][1]][1])
            parameters = [first[i]] * min(words, 1) + [more.take("Q") for _ in range(words - 1)]
            if block >= self.blocks:
                self.invocations.append((nodes[i], starts[i], ends[i] - starts[i], communications[i], parameters))
            if 9 in sections and batch > batches:
                self.bins[nodes[i], None] = self.bins.get((nodes[i], None), 0) + 1

    def read_slots(self, data, batches):
        self.has_statistics |= bool(data)
        for at in range(0, len(data) - 135, 136):
            node, bin_number = struct.unpack_from("<Ii", data, at)
            if node == 0:
                return
            slots = [struct.unpack_from("<QQ", data, at + 8 + 64 * slot) for slot in range(2)]
            valid = [slot for slot in slots if 1 <= slot[0] <= batches]
            if valid:
                self.bins[node, bin_number] = max(valid)[1]

    def path(self, node):
        parent, method, instance = self.nodes[node]
        name = instance + "." + self.methods[method][0].rsplit("::", 1)[1]
        return self.path(parent) + ";" + name if parent else name


def read_run(run):
    """For each call path [calls, records, sum of the first parameter modulo 2^64], of all threads."""
    paths = {}
    directory = os.path.join(run, "records")
    for name in sorted(os.listdir(directory)):
        if not re.fullmatch(r"\d+-\d+\.rec", name):
            continue
        files = ThreadFiles(os.path.join(directory, name), os.path.join(directory, name[:-3] + "buffer"))
        for node, _, _, _, words in files.invocations:
            of_path = paths.setdefault(files.path(node), [0, 0, 0])
            of_path[0] += not files.has_statistics
            of_path[1] += 1
            of_path[2] = (of_path[2] + sum(words[:1])) & WORD
        for (node, _), calls in files.bins.items():
            paths.setdefault(files.path(node), [0, 0, 0])[0] += calls
    return paths


if __name__ == "__main__":
    for path, numbers in sorted(read_run(sys.argv[1]).items()):
        print(path, *numbers)
