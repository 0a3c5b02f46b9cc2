"""Writes record files and thread buffers as FORMAT.md describes them, with the fewest bytes for what a reader keeps."""

import struct

from proxima.xxh64 import xxh64

UNSIGNED, ENUMERATION = 1, 4
FACTS, ROUTINES, PATHS, CHUNKS = 13, 10, 14, 7


def string(text):
    data = text.encode()
    return struct.pack("<I", len(data)) + data


def chunk(kind, payload):
    return struct.pack("<IIQ", kind, len(payload), xxh64(payload, kind)) + payload


def column(kind=UNSIGNED, name="", constants=0):
    return (struct.pack("<B", kind) + string(name) + string("") + struct.pack("<I", constants)
            + struct.pack("<qI", 0, 0) * constants)


def method(number, columns=(), signature=""):
    signature = string(signature or (f"{number:x}" if number else ""))
    return chunk(2, struct.pack("<I", number) + string("") * 2 + signature + string("")
                 + struct.pack("<I", len(columns)) + b"".join(columns))


def node(number, parent=0, of_method=0, instance=""):
    return chunk(3, struct.pack("<4I", number, parent, of_method, 0) + string(instance))


def same(count, value):
    """A stream of `count` values."""
    data = value.to_bytes(8, "little").rstrip(b"\0")
    return (bytes([0x80 | len(data)]) + data) * (-(-count // 64))


def block(sequence, nodes, per_node, words, communication=1000):
    """Invocations of each node, a multiple of 64; each value of a parameter is by one more than the one before."""
    count = len(nodes) * per_node
    payload = struct.pack("<QIIQQQq", sequence, count, words * count, 0, 0, 0, 0) + same(count, 2000)
    payload += b"".join(same(per_node, number) for number in nodes)
    of_node = same(per_node, 1000) + same(per_node, communication) + same(per_node, 2) * words
    return chunk(4, payload + of_node * len(nodes))


def statistics(entries):
    return chunk(6, b"".join(struct.pack("<Ii7Q", *entry, 1, 1000, 1000000, 0, 1000, 1000, 1) for entry in entries))


def untimed(entries):
    return chunk(9, b"".join(struct.pack("<IiQ", *entry, 1) for entry in entries))


def record_file(*parts, invocations=None):
    """Without a number of invocations the process was killed before the end."""
    fields = b"\x89PXR\r\n\x1a\n" + struct.pack("<4IdQqq", 1, 0, 0, 0, 1e9, 0, 0, 0)
    begin = fields + struct.pack("<Q", xxh64(fields, 0)) + chunk(1, struct.pack("<QQQqq", 0, 1, 0, 0, 0))
    end = b"" if invocations is None else chunk(5, struct.pack("<QQ", invocations, 0))
    return begin + b"".join(parts) + end


def thread_buffer(sections, chunk_bytes=0):
    """`sections` are pairs of a type and its bytes, or triples with the offset of bytes that are there already."""
    header, body = bytearray(4096), b""
    struct.pack_into("<8s5I", header, 0, b"\x89PXB\r\n\x1a\n", 2, 0, 0, 0, 0)
    struct.pack_into("<IQ", header, 28, len(sections), chunk_bytes)
    for i, (kind, data, *place) in enumerate(sections):
        offset = place[0] if place else 4096 + len(body)
        struct.pack_into("<IIQQ", header, 88 + 24 * i, kind, 1, offset, len(data))
        body += b"" if place else data
    return bytes(header) + body


def mpi_facts():
    return struct.pack("<dQQ", 1e9, 0, 2).ljust(192, b"\0")


def mpi_routine():
    return struct.pack("<9Q", *[1] * 9) + b"MPI_Send".ljust(56, b"\0")


def mpi_path(of_node):
    return struct.pack("<4QII", 1, 1, 1, 1, of_node, 1)
