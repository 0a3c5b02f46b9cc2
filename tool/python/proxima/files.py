"""The files of a thread: chunks of a record file, and the snapshot of a thread buffer."""

from __future__ import annotations

import os
import struct
from typing import BinaryIO, Iterator, NamedTuple, Optional

from .errors import Damage, Error
from .streams import MISSING, Column, decoded
from .xxh64 import xxh64

MOST_CHUNK_BYTES = 64 << 20
THREAD, METHOD, NODE, BLOCK, END, STATISTICS = 1, 2, 3, 4, 5, 6
BLOCK_HEADER = struct.Struct("<QIIQQQq")
PAGE = 4096


class ClockPair(NamedTuple):
    ticks: int
    monotonic_ns: int
    realtime_ns: int = 0


class Method(NamedTuple):
    port: str
    name: str
    signature: str
    columns: tuple[Column, ...]


class CallPath(NamedTuple):
    """A node of a thread's call tree; `parent` is 0 for a root."""

    parent: int
    method: Method
    instance: str
    binding: tuple[str, ...]  # user, uses port, provides port
    is_stand_in: bool = False  # open on another thread, which handed work over: contains no time of its callees


class Fields:
    """Takes one field of a payload after another; `origin` is where the payload lies in its file."""

    def __init__(self, data: bytes, origin: int):
        self.data, self.origin, self.at = data, origin, 0

    def take(self, layout: str) -> tuple:
        try:
            values = struct.unpack_from("<" + layout, self.data, self.at)
        except struct.error:
            raise self.damage("the chunk ends within a field") from None
        self.at += struct.calcsize("<" + layout)
        return values

    def number(self, layout: str) -> int:
        return self.take(layout)[0]

    def string(self) -> str:
        size = self.number("I")
        if size > len(self.data) - self.at:
            raise self.damage("a text is longer than its chunk")
        self.at += size
        return decoded(self.data[self.at - size:self.at])

    def damage(self, problem: str) -> Damage:
        return Damage(self.origin + self.at, problem)


class Definitions:
    """The methods and call paths of a thread, as its chunks define them."""

    def __init__(self) -> None:
        self.methods: list[Method] = []
        self.paths: list[Optional[CallPath]] = [None]  # by number, from 1

    def add_method(self, fields: Fields) -> None:
        if fields.number("I") != len(self.methods):
            raise fields.damage("a method does not have the next number")
        port, name, signature, _ = (fields.string() for _ in range(4))
        columns = []
        for _ in range(fields.number("I")):
            kind, column, cpp_type = fields.number("B"), fields.string(), fields.string()
            if kind > MISSING:
                raise fields.damage(f"a column has the unknown type {kind}")
            constants = {}
            for _ in range(fields.number("I")):
                value = fields.number("q")
                constants.setdefault(value, fields.string())
            columns.append(Column(kind, column, cpp_type, constants))
        self.methods.append(Method(port, name, signature, tuple(columns)))

    def add_path(self, fields: Fields) -> None:
        number, parent, method, flags = fields.take("IIII")
        if number != len(self.paths) or parent >= number or method >= len(self.methods):
            raise fields.damage(f"node {number} does not fit the definitions before it")
        instance = fields.string()
        binding = tuple(fields.string() for _ in range(3)) if flags & 2 else ()
        self.paths.append(CallPath(parent, self.methods[method], instance, binding, flags & 4 != 0))


class Chunk(NamedTuple):
    kind: int
    size: int
    hash: int
    at: int  # of the payload


class RecordFile:
    """Chunks of a record file; stops at the end, a hole or an incomplete chunk."""

    def __init__(self, file: BinaryIO):
        self.file = file
        header = file.read(64)
        if len(header) < 64 or header[:8] != b"\x89PXR\r\n\x1a\n":
            raise Damage(0, "is not a record file")
        version, self.rank, self.number, _, self.ticks_per_second, *pair, expected = struct.unpack_from("<4IdQqqQ", header, 8)
        if xxh64(header[:56], 0) != expected:
            raise Damage(0, "the header does not match its hash")
        if version != 1:
            raise Damage(8, f"has format {version}, this module reads 1; use a newer one")
        if not 1 <= self.ticks_per_second <= 1e15:
            raise Damage(24, f"a clock cannot have {self.ticks_per_second} ticks a second")
        self.clock = ClockPair(*pair)
        self.at = 64
        self.is_cut_short = False

    def __iter__(self) -> Iterator[Chunk]:
        size = os.fstat(self.file.fileno()).st_size
        while True:
            self.file.seek(self.at)
            header = self.file.read(16)
            kind, length, checked = struct.unpack("<IIQ", header) if len(header) == 16 else (0, 0, 0)
            if (kind, length, checked) == (0, 0, 0) or length > MOST_CHUNK_BYTES or self.at + 16 + length > size:
                self.is_cut_short = len(header) > 0
                return
            chunk = Chunk(kind, length, checked, self.at + 16)
            self.at += 16 + length
            yield chunk

    def payload(self, chunk: Chunk) -> bytes:
        self.file.seek(chunk.at)
        data = self.file.read(chunk.size)
        if len(data) < chunk.size or xxh64(data, chunk.kind) != chunk.hash:
            raise Damage(chunk.at, "the chunk does not match its hash")
        return data

    def beginning(self, chunk: Chunk, size: int) -> bytes:
        """The first bytes of a chunk, without a check of the hash."""
        self.file.seek(chunk.at)
        return self.file.read(min(size, chunk.size))


class Buffer:
    """A consistent copy of a thread buffer whose thread may go on."""

    def __init__(self, path: str):
        try:
            with open(path, "rb") as file:
                for _ in range(100):
                    self._read(path, file.fileno())
                    again = os.pread(file.fileno(), 88, 0)
                    if self._stamp(again) == self._stamp(self.header) and again[48:56][::-1] >= self.header[48:56][::-1]:
                        return
        except FileNotFoundError:
            if not os.path.islink(path):
                raise
            raise Error(path, f"was in {os.readlink(path)}, which is not there: the machine has restarted, or is another one; "
                              "the last invocations of this thread are lost") from None
        raise Error(path, "changes faster than it can be read; try again")

    @staticmethod
    def _stamp(header: bytes) -> bytes:
        """The fields that change whenever complete data are overwritten: chunks, block, batch, batches."""
        return header[32:48] + header[72:88]

    def _read(self, path: str, descriptor: int) -> None:
        self.path = path
        self.header = os.pread(descriptor, PAGE, 0)
        self.sections: dict[int, bytes] = {}
        self.places: dict[int, int] = {}
        self.has_begun = len(self.header) == PAGE and any(self.header[:8])
        if not self.has_begun:
            return
        if self.header[:8] != b"\x89PXB\r\n\x1a\n" or self.header[8:12] not in (b"\x01\0\0\0", b"\x02\0\0\0"):
            raise Error(path, "byte 0: is not a thread buffer of format 1 or 2")
        (count,) = struct.unpack_from("<I", self.header, 28)
        size = os.fstat(descriptor).st_size
        for at in range(88, 88 + 24 * min(count, 32), 24):
            kind, _, offset, length = struct.unpack_from("<IIQQ", self.header, at)
            if offset + length > size:
                raise Error(path, f"byte {at}: a section lies beyond the end of the file")
            self.sections[kind] = self.sections.get(kind, b"") + os.pread(descriptor, length, offset)
            self.places.setdefault(kind, offset)
        self.chunk_bytes, self.block, self.count, _, self.lost, self.batch, self.batches = struct.unpack_from(
            "<7Q", self.header, 32)

    def words(self, section: int, count: int) -> tuple[int, ...]:
        data = self.sections.get(section, b"")
        if 8 * count > len(data):
            raise Error(self.path, f"byte 48: {count} rows are more than section {section} has")
        return struct.unpack_from(f"<{count}Q", data)

    def chunks(self) -> Iterator[tuple[Chunk, bytes]]:
        data = self.sections.get(7, b"")[:self.chunk_bytes]
        at = 0
        while len(data) - at >= 16:
            chunk = Chunk(*struct.unpack_from("<IIQ", data, at), at + 16)
            if chunk[:3] == (0, 0, 0):
                return
            payload = data[chunk.at:chunk.at + chunk.size]
            if len(payload) < chunk.size or xxh64(payload, chunk.kind) != chunk.hash:
                raise Damage(self.places[7] + at, "the chunk does not match its hash")
            yield chunk._replace(at=self.places[7] + chunk.at), payload
            at += 16 + chunk.size
