#include <proxima/format/chunks.hpp>

#include <cmath>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace proxima::format {
namespace {

constexpr std::string_view record_magic("\x89PXR\r\n\x1a\n", 8);
constexpr std::uint32_t format_version = 1;
constexpr std::size_t hashed_header_size = FileHeader::size - sizeof(std::uint64_t);
constexpr std::uint32_t bound_flag = 2;
constexpr std::uint32_t stand_in_flag = 4;

void put_clock(Bytes& bytes, const ClockPair& pair) {
    bytes.put(pair.ticks).put(pair.monotonic_ns).put(pair.realtime_ns);
}

ClockPair read_clock(ByteReader& bytes) {
    ClockPair pair;
    bytes.get(pair.ticks);
    bytes.get(pair.monotonic_ns);
    bytes.get(pair.realtime_ns);
    return pair;
}

constexpr std::size_t most_that_may_miss = 64; // bits of a column `missing`

Column read_column(ByteReader& payload) {
    Column column;
    const auto type = payload.get<std::uint8_t>();
    if (type > static_cast<std::uint8_t>(ColumnType::missing)) {
        payload.refuse("a parameter has the unknown type " + std::to_string(type));
    }
    column.type = static_cast<ColumnType>(type);
    column.name = payload.get_string();
    column.type_name = payload.get_string();
    const auto constants = payload.get<std::uint32_t>();
    for (std::uint32_t i = 0; i < constants; ++i) {
        const auto value = payload.get<std::int64_t>();
        column.constants.emplace_back(value, payload.get_string());
    }
    return column;
}

} // namespace

std::uint64_t xxh64(const void* data, std::size_t size, std::uint64_t seed) noexcept {
    return XXH64(data, size, seed);
}

bool ChunkHeader::matches(const void* payload) const noexcept {
    return xxh64(payload, payload_size, static_cast<std::uint32_t>(type)) == hash;
}

ChunkHeader read_chunk_header(const void* header) noexcept {
    const auto* const bytes = static_cast<const unsigned char*>(header);
    return {static_cast<ChunkType>(load<std::uint32_t>(bytes)), load<std::uint32_t>(bytes + 4),
            load<std::uint64_t>(bytes + 8)};
}

void put_chunk_header(unsigned char* chunk, ChunkType type, const void* payload,
                      std::size_t payload_size) noexcept {
    const auto number = static_cast<std::uint32_t>(type);
    const std::uint64_t hash = xxh64(payload, payload_size, number);
    chunk = put_number(chunk, number);
    chunk = put_number(chunk, static_cast<std::uint32_t>(payload_size));
    put_number(chunk, hash);
}

Bytes write(const FileHeader& header) {
    Bytes bytes;
    for (const char character : record_magic) {
        bytes.put(character);
    }
    bytes.put(format_version).put(header.rank).put(header.number).put(std::uint32_t{0});
    bytes.put(header.ticks_per_second);
    put_clock(bytes, header.clock);
    bytes.put(xxh64(bytes.data(), bytes.size(), 0));
    return bytes;
}

FileHeader read_file_header(std::string_view bytes) {
    ByteReader reader(bytes);
    if (bytes.size() < record_magic.size() || reader.take(record_magic.size()) != record_magic) {
        throw Malformed(0, "is not a Proxima record file");
    }
    if (bytes.size() < FileHeader::size) {
        throw Malformed(bytes.size(), "the file ends within its header");
    }
    if (const auto version = reader.get<std::uint32_t>(); version != format_version) {
        throw Malformed(8, "has format " + std::to_string(version) + ", this proxima reads " +
                               std::to_string(format_version) + "; use another version of it");
    }
    FileHeader header;
    reader.get(header.rank);
    reader.get(header.number);
    reader.get<std::uint32_t>();
    reader.get(header.ticks_per_second);
    header.clock = read_clock(reader);
    if (reader.get<std::uint64_t>() != xxh64(bytes.data(), hashed_header_size, 0)) {
        throw Malformed(0, "the header's checksum does not match");
    }
    if (!std::isfinite(header.ticks_per_second) || header.ticks_per_second <= 0) {
        throw Malformed(24, "ticks per second are not a number above 0");
    }
    return header;
}

Bytes write(const ThreadStart& start) {
    Bytes bytes;
    bytes.put(start.thread).put(start.system_id);
    put_clock(bytes, start.clock);
    return bytes;
}

ThreadStart read_thread_start(ByteReader payload) {
    ThreadStart start;
    payload.get(start.thread);
    payload.get(start.system_id);
    start.clock = read_clock(payload);
    return start;
}

Bytes write(const ThreadLife& life) {
    Bytes bytes;
    bytes.put(life.thread).put(life.begin).put(life.end).put(life.running_ns);
    bytes.put(life.waiting_ns).put(life.creator).put_string(life.name);
    return bytes;
}

ThreadLife read_thread_life(ByteReader payload) {
    ThreadLife life;
    for (auto* const value : {&life.thread, &life.begin, &life.end, &life.running_ns,
                              &life.waiting_ns, &life.creator}) {
        payload.get(*value);
    }
    life.name = payload.get_string();
    return life;
}

Bytes write_method(std::uint32_t number, const MethodColumns& method) {
    Bytes bytes;
    bytes.put(number).put_string(method.port).put_string(method.name);
    bytes.put_string(method.signature).put_string(method.location);
    bytes.put(static_cast<std::uint32_t>(method.columns.size()));
    for (const Column& column : method.columns) {
        bytes.put(static_cast<std::uint8_t>(column.type));
        bytes.put_string(column.name).put_string(column.type_name);
        bytes.put(static_cast<std::uint32_t>(column.constants.size()));
        for (const auto& [value, name] : column.constants) {
            bytes.put(value).put_string(name);
        }
    }
    return bytes;
}

MethodDefinition read_method(ByteReader payload) {
    MethodDefinition definition;
    payload.get(definition.number);
    MethodColumns& method = definition.method;
    method.port = payload.get_string();
    method.name = payload.get_string();
    method.signature = payload.get_string();
    method.location = payload.get_string();
    std::size_t words = 0;
    for (auto columns = payload.get<std::uint32_t>(); columns > 0; --columns) {
        method.columns.push_back(read_column(payload));
        words += words_of(method.columns.back().type);
        if (method.columns.back().type == ColumnType::missing &&
            (method.columns.size() == 1 || method.columns.size() > most_that_may_miss + 1)) {
            payload.refuse("a method lacks the parameters that may be missing, or has too many");
        }
        if (words > most_parameter_words) {
            payload.refuse("a method has more parameters than any should");
        }
    }
    return definition;
}

Bytes write_node(std::uint32_t node, std::uint32_t parent, std::uint32_t method,
                 std::string_view instance, const BindingNames& binding, bool is_stand_in) {
    Bytes bytes;
    const std::uint32_t flags =
        (binding.empty() ? 0 : bound_flag) | (is_stand_in ? stand_in_flag : 0);
    bytes.put(node).put(parent).put(method).put(flags);
    bytes.put_string(instance);
    if (!binding.empty()) {
        bytes.put_string(binding.user).put_string(binding.uses_port);
        bytes.put_string(binding.provides_port);
    }
    return bytes;
}

NodeDefinition read_node(ByteReader payload) {
    NodeDefinition node;
    payload.get(node.node);
    payload.get(node.parent);
    payload.get(node.method);
    const auto flags = payload.get<std::uint32_t>();
    node.is_stand_in = (flags & stand_in_flag) != 0;
    node.instance = payload.get_string();
    if ((flags & bound_flag) != 0) {
        node.binding.user = payload.get_string();
        node.binding.uses_port = payload.get_string();
        node.binding.provides_port = payload.get_string();
    }
    return node;
}

unsigned char* put_block_header(unsigned char* to, const BlockHeader& header) noexcept {
    to = put_number(to, header.sequence);
    to = put_number(to, header.invocations);
    to = put_number(to, header.words);
    to = put_number(to, header.base);
    to = put_number(to, header.overhead);
    to = put_number(to, header.clock.ticks);
    return put_number(to, header.clock.monotonic_ns);
}

BlockHeader read_block_header(ByteReader payload) {
    const auto begin = payload.offset();
    BlockHeader header;
    payload.get(header.sequence);
    payload.get(header.invocations);
    payload.get(header.words);
    payload.get(header.base);
    payload.get(header.overhead);
    payload.get(header.clock.ticks);
    payload.get(header.clock.monotonic_ns);
    if (header.invocations > BlockHeader::most_invocations ||
        header.words > BlockHeader::most_words) {
        throw Malformed(begin, "a block of " + std::to_string(header.invocations) +
                                   " invocations and " + std::to_string(header.words) +
                                   " words, more than there may be");
    }
    return header;
}

Bytes write(const FileEnd& end) {
    Bytes bytes;
    bytes.put(end.invocations).put(end.lost);
    return bytes;
}

FileEnd read_file_end(ByteReader payload) {
    FileEnd end;
    payload.get(end.invocations);
    payload.get(end.lost);
    return end;
}

} // namespace proxima::format
