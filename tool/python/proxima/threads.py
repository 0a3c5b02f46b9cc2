"""Reads the files of one thread: its record file, then its thread buffer."""

from __future__ import annotations

import os
import struct
from bisect import bisect_right
from collections import Counter
from contextlib import contextmanager
from itertools import accumulate, compress
from operator import sub
from typing import Any, Callable, Iterator, NamedTuple, Optional, Sequence

from . import files
from .errors import Damage, Error
from .files import Buffer, CallPath, ClockPair, Definitions, Fields, RecordFile
from .streams import Streams, values_of, without_missing

MOST_INVOCATIONS = 65536  # of a block


class Clock(NamedTuple):
    """Converts ticks to nanoseconds since the start of the run."""

    rate: float
    origin: int
    offset: float

    def moments(self, ticks: Sequence[int]) -> list[int]:
        rate, origin, offset = self
        return [round(offset + (moment - origin) * rate) for moment in ticks]

    def spans(self, ticks: Sequence[int]) -> list[int]:
        if not any(ticks):
            return [0] * len(ticks)
        return list(map(round, map(self.rate.__mul__, ticks)))


class Invocations(NamedTuple):
    """The invocations of one node, in the order of their ends; times in ticks of the clock."""

    starts: Sequence[int]
    durations: Sequence[int]
    communications: Sequence[int]
    parameters: list[Sequence[Any]]


class Batch(NamedTuple):
    """Invocations of the selected nodes; `order` has the node of each, in the order of their ends."""

    order: list[int]
    of_node: dict[int, Invocations]


class Sums(NamedTuple):
    """Sums over invocations, in ticks."""

    calls: int
    total: int
    squares: int
    least: int
    most: int
    communication: int

    def __add__(self, more: Sums) -> Sums:  # type: ignore[override]
        return Sums(*map(sum, zip(self[:3], more[:3])), min(self.least, more.least), max(self.most, more.most),
                    self.communication + more.communication)

    def with_more(self, calls: int) -> Sums:
        """With so many more invocations of the same mean and deviation, which have not communicated."""
        return Sums(self.calls + calls, self.total + self.total * calls // self.calls,
                    self.squares + -(-self.squares * calls // self.calls), self.least, self.most, self.communication)

    @staticmethod
    def of(durations: Sequence[int], communications: Sequence[int]) -> Sums:
        return Sums(len(durations), sum(durations), sum([d * d for d in durations]), min(durations), max(durations),
                    sum(communications))


NO_SUMS = Sums(0, 0, 0, 1 << 64, 0, 0)
Wanted = Callable[[CallPath], bool]


class ThreadReader:
    """Reads the files RANK-NUMBER.rec and .buffer. Calls `complain` with an Error for each unreadable part, and skips that
    part unless `complain` raises the error."""

    def __init__(self, record_file: Optional[str], buffer_file: Optional[str], rank: int, info: dict[str, Any],
                 complain: Callable[[Error], None]):
        self.record_file, self.buffer_file, self.rank = record_file, buffer_file, rank
        self.info, self.complain = info, complain
        self.thread = 0  # number of the thread that wrote the part read last
        self.definitions = Definitions()
        self.clock = Clock(1, 0, 0)
        self.bins: Optional[dict[tuple[int, int], Sums]] = None  # by node and bin; None: the records are complete
        self.pending: dict[int, Sums] = {}  # sums of invocations that are not yet in `bins`
        self._has_parameters = True

    def define(self) -> int:
        """Reads the definitions and the clock; returns the number of records that the file states, or 0."""
        count = 0
        for kind, fields in self._chunks(scan=True):
            if kind == files.END:
                (count, _) = fields.take("QQ")
        return count

    def batches(self, wanted: Wanted, with_parameters: bool = True) -> Iterator[Batch]:
        """Every block, then the invocations in the thread buffer."""
        self._has_parameters = with_parameters
        for kind, fields in self._chunks(scan=False):
            if kind == files.BLOCK:
                with self._complaints(self._file):
                    yield self._read_block(fields, wanted)
            elif kind == files.END:
                self._check_end(fields)
        if self._buffer is not None:
            with self._complaints(self._buffer.path):
                yield self._read_columns(self._buffer, wanted)

    @contextmanager
    def _complaints(self, file: str) -> Iterator[None]:
        try:
            yield
        except Damage as damage:
            self.complain(Error(file, str(damage)))
        except Error as error:
            self.complain(error)
        except OSError as error:
            self.complain(Error(file, error.strerror or str(error)))

    def _open_buffer(self) -> Optional[Buffer]:
        """Called before the record file is opened: what moves there meanwhile is read twice, and not missed."""
        if self.buffer_file is None:
            return None
        with self._complaints(self.buffer_file):
            try:
                buffer = Buffer(self.buffer_file)
            except FileNotFoundError:  # the run has just ended
                return None
            return buffer if buffer.has_begun else None
        return None

    def _chunks(self, scan: bool) -> Iterator[tuple[int, Fields]]:
        """Yields all chunks except definitions, which it reads itself. A scan reads only the clock of blocks."""
        self.definitions, self.thread = Definitions(), 0
        self.bins, self.pending = None, {}
        self._periods: list[tuple[int, int]] = []  # base and overhead of the thread's blocks
        self._blocks = self._records = 0
        self._seen: set[tuple[int, int]] = set()
        self._ended = False
        buffer = self._open_buffer()
        self._buffer = None
        if self.record_file is None:
            if buffer is None or buffer.chunk_bytes == 0:
                return  # a thread that has measured MPI only
            self.complain(Error(self.buffer_file or "", "is left out: the record file beside it is missing, which has its clock"))
            return
        self._file = self.record_file
        with self._complaints(self._file), open(self._file, "rb") as file:
            if os.fstat(file.fileno()).st_size == 0 and not self.info.get("complete"):
                return  # killed before the header was written
            yield from self._chunks_of_file(RecordFile(file), scan)
            self._buffer = None if self._ended else buffer
        if self._buffer is not None:
            self._file = self._buffer.path
            with self._complaints(self._file):
                for chunk, payload in self._buffer.chunks():
                    yield from self._take(chunk, Fields(payload, chunk.at))
                self._read_slots(self._buffer)

    def _chunks_of_file(self, records: RecordFile, scan: bool) -> Iterator[tuple[int, Fields]]:
        last = records.clock
        for chunk in records:
            with self._complaints(self._file):
                if chunk.kind == files.BLOCK and scan:
                    head = Fields(records.beginning(chunk, files.BLOCK_HEADER.size), chunk.at).take("QIIQQQq")
                    last = ClockPair(*head[5:])
                    continue
                payload = records.payload(chunk)
                if chunk.kind == files.THREAD:
                    last = ClockPair(*Fields(payload, chunk.at).take("QQQqq")[2:])
                yield from self._take(chunk, Fields(payload, chunk.at))
            if self._ended:
                break
        if scan:
            self.clock = self._clock_of(records, last)
        if not self._ended and self.buffer_file is None:
            self.complain(Error(self._file, f"byte {records.at}: " + (
                "the file ends within a chunk; what followed is missing" if records.is_cut_short else
                "the file has no end mark; what followed is missing, or recording had to stop (see `losses` of run.json)")))

    def _take(self, chunk: files.Chunk, fields: Fields) -> Iterator[tuple[int, Fields]]:
        if chunk.kind < files.BLOCK and self.buffer_file is not None:
            if (chunk.kind, chunk.hash) in self._seen:
                return
            self._seen.add((chunk.kind, chunk.hash))
        if chunk.kind == files.THREAD:
            self.thread = fields.number("Q")
            self._periods = []
        elif chunk.kind == files.METHOD:
            self.definitions.add_method(fields)
        elif chunk.kind == files.NODE:
            self.definitions.add_path(fields)
        elif chunk.kind == files.STATISTICS:
            self._read_statistics(fields)
        else:
            self._ended = self._ended or chunk.kind == files.END
            yield chunk.kind, fields

    def _check_end(self, fields: Fields) -> None:
        (count, _) = fields.take("QQ")
        if count != self._records:
            self.complain(Error(self._file, f"byte {fields.origin}: the file claims {count} invocations, "
                                            f"but has {self._records}"))

    def _clock_of(self, records: RecordFile, last: ClockPair) -> Clock:
        clock = self.info.get("clock", {})
        start, end = clock.get("start") or {}, clock.get("end") or {}
        if start.get("ticks") and records.rank == 0 and self.info.get("complete"):
            rate = _rate(ClockPair(start["ticks"], start["monotonic_ns"]), ClockPair(end["ticks"], end["monotonic_ns"]),
                         clock["ticks_per_second"])
        else:
            rate = _rate(records.clock, last, records.ticks_per_second)
        if start.get("ticks") and records.rank == 0:
            return Clock(rate, start["ticks"], 0)
        known = start.get("ticks") and start.get("realtime_ns")
        return Clock(rate, records.clock.ticks, float(records.clock.realtime_ns - start["realtime_ns"]) if known else 0)

    def _read_block(self, fields: Fields, wanted: Wanted) -> Batch:
        number, count, words, base, overhead, _, _ = fields.take("QIIQQQq")
        if number < self._blocks:
            return Batch([], {})
        if number > self._blocks:
            self.complain(Error(self._file, f"byte {fields.origin}: block {number} follows where block {self._blocks} was expected"))
        self._blocks = number + 1
        if not 1 <= count <= MOST_INVOCATIONS:
            raise fields.damage(f"a block cannot have {count} invocations")
        self._periods.append((max(base, *(period[0] for period in self._periods[-1:]), 0), overhead))
        streams = Streams(fields.data, fields.at, fields.origin)
        changes = streams.read(count)
        order = streams.read(count, recurring=True)
        occurring = Counter(order)
        if min(occurring) < 1 or max(occurring) >= len(self.definitions.paths):
            raise fields.damage(f"an invocation of node {max(occurring)}, which is not defined before it")
        columns = {node: self.definitions.paths[node].method.columns for node in occurring}
        if words != sum(occurring[node] * sum(column.words for column in columns[node]) for node in occurring):
            raise fields.damage(f"a block of {words} words has invocations with another number of them")
        self._records += count
        ends = list(accumulate(changes, initial=base))[1:]
        if ends[-1] >> 64:
            ends = [end & (1 << 64) - 1 for end in ends]
        chosen = {node for node in occurring if wanted(self.definitions.paths[node])}
        if len(chosen) < len(occurring):
            kept = list(map(chosen.__contains__, order))
            order, ends = list(compress(order, kept)), list(compress(ends, kept))
        ends_of: dict[int, list[int]] = {node: [] for node in chosen}
        for node, end in zip(order, ends):
            ends_of[node].append(end)
        of_node = {}
        for node in sorted(occurring):
            if node in chosen:
                of_node[node] = self._read_node(streams, columns[node], overhead, base, ends_of[node])
            elif len(of_node) == len(chosen):
                break
            else:
                for _ in range(2 + sum(column.words for column in columns[node])):
                    streams.skip(occurring[node])
        return Batch(order, of_node)

    def _read_node(self, streams: Streams, columns: Sequence[Any], overhead: int, base: int, ends: Sequence[int]) -> Invocations:
        count = len(ends)
        durations, communications = streams.read(count), streams.read(count)
        starts = list(map(sub, ends, durations))
        if min(starts) >= base:
            starts = [start + overhead for start in starts]
        else:
            starts = self._on_clock(starts)
        if self._has_parameters:
            return Invocations(starts, durations, communications,
                               without_missing(columns, [streams.read_parameter(column, count) for column in columns]))
        for _ in range(sum(column.words for column in columns)):
            streams.skip(count)
        return Invocations(starts, durations, communications, [])

    def _on_clock(self, times: Sequence[int]) -> list[int]:
        if not self._periods:
            return list(times)
        return [time + self._periods[max(bisect_right(self._periods, (time, 1 << 64)) - 1, 0)][1] for time in times]

    def _read_statistics(self, fields: Fields) -> None:
        self.bins = self.bins or {}
        while fields.at < len(fields.data):
            node, bin_number, *sums = fields.take("Ii7Q")
            if not 0 < node < len(self.definitions.paths):
                raise fields.damage(f"statistics of node {node}, which is not defined before them")
            self._set_bin(node, bin_number, sums)

    def _set_bin(self, node: int, bin_number: int, sums: Sequence[int]) -> None:
        calls, total, low, high, least, most, communication = sums
        self.bins[node, bin_number] = Sums(calls, total, low | high << 64, least, most, communication) if calls else NO_SUMS

    def _read_slots(self, buffer: Buffer) -> None:
        if 9 not in buffer.sections:
            return
        self.bins = self.bins or {}
        data = buffer.sections[9]
        for node, bin_number, *words in struct.iter_unpack("<Ii16Q", data[:len(data) // 136 * 136]):
            if node == 0:
                break
            latest = max((slot for slot in (words[:8], words[8:]) if 1 <= slot[0] <= buffer.batches), default=None)
            if latest and node < len(self.definitions.paths):
                self._set_bin(node, bin_number, latest[1:])
        self._read_untimed(buffer)

    def _read_untimed(self, buffer: Buffer) -> None:
        """Adds the calls that were counted without a clock and that the statistics lack, as if they took the mean time."""
        data = buffer.sections.get(15, b"")
        for node, bin_number, calls, *words in struct.iter_unpack("<Ii5Q", data[:len(data) // 48 * 48]):
            if node == 0:
                break
            included = max((slot for slot in (words[:2], words[2:]) if slot[0] <= buffer.batches), default=(0, 0))[1]
            known = self.bins.get((node, bin_number), NO_SUMS)
            if calls > included and known.calls:
                self.bins[node, bin_number] = known.with_more(calls - included)

    def _read_columns(self, buffer: Buffer, wanted: Wanted) -> Batch:
        """The invocations in the columns of a thread buffer. The first one of an undefined node and all after it are lost."""
        nodes = buffer.words(4, buffer.count)
        defined = len(self.definitions.paths)
        count = next((i for i, node in enumerate(nodes) if not 0 < node < defined), len(nodes))
        ends, starts, communications, first = (buffer.words(section, count) for section in (1, 2, 3, 5))
        durations = [(end - start) & (1 << 64) - 1 for end, start in zip(ends, starts)]
        rows: dict[int, list[int]] = {}
        for i, node in enumerate(nodes[:count]):
            rows.setdefault(node, []).append(i)
        if self.bins is not None and buffer.batch > buffer.batches:
            self.pending = {node: Sums.of([durations[i] for i in at], [communications[i] for i in at])
                            for node, at in rows.items()}
        if buffer.block > self._blocks:
            self.complain(Error(buffer.path, f"{buffer.block - self._blocks} blocks were written before this file's content "
                                             "that the record file no longer has"))
        if buffer.block < self._blocks:
            return Batch([], {})
        self._records += count
        more = list(accumulate((self._more_words(node) for node in nodes[:count]), initial=0))  # beginning of each one's words
        words = buffer.words(6, more[-1])
        chosen = {node for node in rows if wanted(self.definitions.paths[node])}
        of_node = {}
        for node in chosen:
            at = rows[node]
            columns = self.definitions.paths[node].method.columns
            of_word = [[first[i] for i in at], *([words[more[i] + word] for i in at] for word in range(self._more_words(node)))]
            parameters = []
            for column in columns:
                parameters.append(values_of(column, of_word[:column.words]))
                del of_word[:column.words]
            of_node[node] = Invocations(self._on_clock([starts[i] for i in at]), [durations[i] for i in at],
                                        [communications[i] for i in at], without_missing(columns, parameters))
        return Batch([node for node in nodes[:count] if node in chosen], of_node)

    def _more_words(self, node: int) -> int:
        return max(sum(column.words for column in self.definitions.paths[node].method.columns) - 1, 0)


def _rate(first: ClockPair, second: ClockPair, ticks_per_second: float) -> float:
    """Nanoseconds in a tick."""
    ns = second.monotonic_ns - first.monotonic_ns
    if second.ticks <= first.ticks or ns < 10_000_000:
        return 1e9 / ticks_per_second
    return ns / (second.ticks - first.ticks)
