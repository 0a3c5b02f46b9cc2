#include "record_file_builder.hpp"

#include "files/xxh64.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>

namespace proxima::rundir::test {
namespace {

std::uint64_t hash(const std::string& bytes, std::uint64_t seed) {
    return xxh64(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), seed);
}

unsigned width_of(std::uint64_t value) {
    unsigned width = 0;
    for (; value != 0; value >>= 8) {
        ++width;
    }
    return width;
}

std::uint64_t zigzag(std::uint64_t difference) {
    return (difference << 1) ^
           static_cast<std::uint64_t>(static_cast<std::int64_t>(difference) >> 63);
}

} // namespace

Bytes& Bytes::number(std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i) {
        bytes_ += static_cast<char>(value >> (8 * i));
    }
    return *this;
}

Bytes& Bytes::f64(double value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return u64(bits);
}

Bytes& Bytes::string(const std::string& text) {
    u32(static_cast<std::uint32_t>(text.size()));
    return raw(text);
}

Bytes& Bytes::raw(const std::string& bytes) {
    bytes_ += bytes;
    return *this;
}

Bytes& Bytes::stream(const std::vector<std::uint64_t>& values) {
    for (std::size_t first = 0; first < values.size(); first += 64) {
        const auto last = std::min<std::size_t>(first + 64, values.size());
        std::uint64_t all = 0;
        bool equal = true;
        for (auto i = first; i < last; ++i) {
            all |= values[i];
            equal = equal && values[i] == values[first];
        }
        unsigned shift = 0;
        while (all != 0 && (all & 0xff) == 0) {
            all >>= 8;
            ++shift;
        }
        const auto width = width_of(all);
        u8(static_cast<std::uint8_t>(width | shift << 4 | (equal ? 0x80 : 0)));
        for (auto i = first; i < (equal ? first + 1 : last); ++i) {
            number(values[i] >> (8 * shift), width);
        }
    }
    return *this;
}

RecordFileBuilder::RecordFileBuilder(std::uint32_t rank, std::uint32_t lane, const TestClock& clock)
    : clock_(clock) {
    Bytes header;
    header.raw("\x89PXR\r\n\x1a\n").u32(1).u32(rank).u32(lane).u32(0);
    header.f64(clock.ticks_per_second);
    header.u64(clock.ticks).i64(clock.monotonic_ns).i64(clock.realtime_ns);
    header.u64(hash(header.bytes(), 0));
    bytes_ = header.bytes();
}

RecordFileBuilder& RecordFileBuilder::chunk(std::uint32_t type, const std::string& payload) {
    Bytes header;
    header.u32(type).u32(static_cast<std::uint32_t>(payload.size())).u64(hash(payload, type));
    bytes_ += header.bytes() + payload;
    return *this;
}

RecordFileBuilder& RecordFileBuilder::thread(std::uint64_t number) {
    Bytes payload;
    payload.u64(number).u64(4711).u64(clock_.ticks);
    payload.i64(clock_.monotonic_ns).i64(clock_.realtime_ns);
    return chunk(1, payload.bytes());
}

RecordFileBuilder& RecordFileBuilder::method(const std::string& port, const std::string& name,
                                             const std::string& signature,
                                             const std::vector<TestParameter>& parameters) {
    Bytes payload;
    payload.u32(static_cast<std::uint32_t>(methods_.size()))
        .string(port)
        .string(name)
        .string(signature);
    payload.string("port.hpp:1").u32(static_cast<std::uint32_t>(parameters.size()));
    MethodColumns columns;
    for (const auto& parameter : parameters) {
        payload.u8(parameter.type).string(parameter.name).string(parameter.type_name);
        payload.u32(static_cast<std::uint32_t>(parameter.constants.size()));
        for (const auto& [value, constant] : parameter.constants) {
            payload.i64(value).string(constant);
        }
        const bool difference = parameter.type == 0 || parameter.type == 1 || parameter.type == 4;
        columns.differences.insert(columns.differences.end(), parameter.type == 5 ? 4 : 1,
                                   difference);
    }
    methods_.push_back(columns);
    return chunk(2, payload.bytes());
}

RecordFileBuilder& RecordFileBuilder::node(std::uint32_t parent, std::uint32_t method,
                                           const std::string& instance, bool folded) {
    method_of_node_.push_back(method);
    Bytes payload;
    payload.u32(static_cast<std::uint32_t>(method_of_node_.size())).u32(parent).u32(method);
    payload.u32(folded ? 1 : 0).string(instance);
    return chunk(3, payload.bytes());
}

namespace {

struct NodeStreams {
    std::vector<std::uint64_t> durations, communications, previous;
    std::vector<std::vector<std::uint64_t>> words;
};

void add_to(NodeStreams& node, const TestInvocation& invocation,
            const std::vector<bool>& differences) {
    node.durations.push_back(invocation.end - invocation.start);
    node.communications.push_back(invocation.communication);
    node.words.resize(invocation.words.size());
    node.previous.resize(invocation.words.size());
    for (std::size_t i = 0; i < invocation.words.size(); ++i) {
        auto& before = node.previous[i];
        node.words[i].push_back(differences.at(i) ? zigzag(invocation.words[i] - before)
                                                  : invocation.words[i] ^ before);
        before = invocation.words[i];
    }
}

} // namespace

RecordFileBuilder& RecordFileBuilder::block(const std::vector<TestInvocation>& invocations,
                                            std::uint64_t overhead) {
    const auto base = last_end_;
    std::vector<std::uint64_t> ends, nodes;
    std::map<std::uint32_t, NodeStreams> of_nodes;
    auto last_end = base;
    std::uint32_t word_count = 0;
    for (const auto& invocation : invocations) {
        ends.push_back(invocation.end - last_end);
        last_end = invocation.end;
        nodes.push_back(invocation.node);
        add_to(of_nodes[invocation.node], invocation,
               methods_.at(method_of_node_.at(invocation.node - 1)).differences);
        word_count += static_cast<std::uint32_t>(invocation.words.size());
    }
    Bytes payload;
    payload.u64(blocks_++)
        .u32(static_cast<std::uint32_t>(invocations.size()))
        .u32(word_count)
        .u64(base)
        .u64(overhead);
    const auto passed = last_end + overhead;
    payload.u64(clock_.ticks + passed)
        .i64(clock_.monotonic_ns + static_cast<std::int64_t>(static_cast<double>(passed) *
                                                             (1e9 / clock_.ticks_per_second)));
    payload.stream(ends).stream(nodes);
    for (const auto& [node, streams] : of_nodes) {
        payload.stream(streams.durations).stream(streams.communications);
        for (const auto& stream : streams.words) {
            payload.stream(stream);
        }
    }
    invocations_ += invocations.size();
    last_end_ = last_end;
    return chunk(4, payload.bytes());
}

namespace {

void put_durations(Bytes& bytes, const TestBin& bin) {
    __extension__ using Wide = unsigned __int128;
    std::uint64_t sum = 0;
    Wide squares = 0;
    std::uint64_t minimum = ~std::uint64_t{0};
    std::uint64_t maximum = 0;
    for (const auto duration : bin.durations) {
        sum += duration;
        squares += static_cast<Wide>(duration) * duration;
        minimum = std::min(minimum, duration);
        maximum = std::max(maximum, duration);
    }
    bytes.u64(bin.durations.size()).u64(sum).u64(static_cast<std::uint64_t>(squares));
    bytes.u64(static_cast<std::uint64_t>(squares >> 64)).u64(minimum).u64(maximum);
    bytes.u64(bin.communication);
}

} // namespace

RecordFileBuilder& RecordFileBuilder::statistics(const std::vector<TestBin>& bins) {
    Bytes payload;
    for (const auto& bin : bins) {
        payload.u32(bin.node).u32(static_cast<std::uint32_t>(bin.bin));
        put_durations(payload, bin);
    }
    return chunk(6, payload.bytes());
}

RecordFileBuilder& RecordFileBuilder::places(const std::vector<std::uint64_t>& places) {
    Bytes payload;
    payload.u64(blocks_).u32(static_cast<std::uint32_t>(places.size())).u32(0).stream(places);
    return chunk(7, payload.bytes());
}

std::string with_statistics(std::string ring, const TestRingStatistics& statistics) {
    Bytes header;
    header.u64(ring.size()).u64(statistics.slots.size() / 2);
    header.u64(statistics.batches).u64(statistics.columns);
    ring.replace(256, header.bytes().size(), header.bytes());
    Bytes entries;
    for (std::size_t i = 0; i < statistics.slots.size(); ++i) {
        const auto& [batch, bin] = statistics.slots[i];
        if (i % 2 == 0) {
            entries.u32(bin.node).u32(static_cast<std::uint32_t>(bin.bin));
        }
        entries.u64(batch);
        put_durations(entries, bin);
    }
    return ring + entries.bytes();
}

RecordFileBuilder&
RecordFileBuilder::mpi_calls(const std::vector<std::pair<std::uint32_t, std::uint64_t>>& calls) {
    Bytes payload;
    for (const auto& [node, number] : calls) {
        payload.u32(node).u64(number);
    }
    return chunk(8, payload.bytes());
}

std::string with_mpi_calls(std::string ring, const std::vector<std::uint64_t>& calls) {
    const auto header = Bytes().u64(ring.size()).u64(calls.size()).bytes();
    ring.replace(288, header.size(), header);
    Bytes all;
    for (const auto number : calls) {
        all.u64(number);
    }
    return ring + all.bytes();
}

std::string with_missing(std::string ring, std::uint64_t without_columns,
                         std::uint64_t with_columns) {
    const auto header = Bytes().u64(without_columns).u64(with_columns).bytes();
    return ring.replace(304, header.size(), header);
}

std::string with_others(std::string ring, std::uint64_t lanes, std::uint64_t invocations) {
    const auto header = Bytes().u64(lanes).u64(invocations).bytes();
    return ring.replace(4080, header.size(), header);
}

RecordFileBuilder& RecordFileBuilder::end(std::uint64_t lost) {
    return chunk(5, Bytes().u64(invocations_).u64(lost).bytes());
}

std::string ring_file(std::uint64_t block, const std::vector<TestInvocation>& invocations,
                      const std::string& chunks) {
    constexpr std::uint64_t header_size = 4096;
    const std::uint64_t column = 8 * (invocations.size() + 3);
    std::vector<std::uint64_t> more_words;
    for (const auto& invocation : invocations) {
        if (!invocation.words.empty()) {
            more_words.insert(more_words.end(), invocation.words.begin() + 1,
                              invocation.words.end());
        }
    }
    Bytes file;
    file.raw("\x89PXQ\r\n\x1a\n").u32(1).u32(0).u32(0);
    file.u32(static_cast<std::uint32_t>(invocations.size() + 3))
        .u32(static_cast<std::uint32_t>(more_words.size()));
    file.u32(static_cast<std::uint32_t>(chunks.size()));
    for (std::uint64_t i = 0; i < 6; ++i) {
        file.u64(header_size + i * column);
    }
    file.u64(header_size + 5 * column + 8 * more_words.size()).u64(chunks.size());
    file.u64(block).u64(invocations.size());
    file.raw(std::string(header_size - file.bytes().size(), '\0'));
    const auto add_column = [&](auto value) {
        for (const auto& invocation : invocations) {
            file.u64(value(invocation));
        }
        file.u64(77).u64(77).u64(77); // room that is not in use
    };
    add_column([](const auto& invocation) { return invocation.end; });
    add_column([](const auto& invocation) { return invocation.start; });
    add_column([](const auto& invocation) { return invocation.communication; });
    add_column([](const auto& invocation) { return std::uint64_t{invocation.node}; });
    add_column([](const auto& invocation) {
        return invocation.words.empty() ? 77 : invocation.words.front();
    });
    for (const auto word : more_words) {
        file.u64(word);
    }
    return file.raw(chunks).bytes();
}

std::vector<std::uint64_t> text_words(const std::string& text, bool truncated) {
    unsigned char bytes[32] = {};
    bytes[0] = static_cast<unsigned char>(text.size() | (truncated ? 0x80 : 0));
    std::memcpy(bytes + 1, text.data(), text.size());
    std::vector<std::uint64_t> words(4);
    std::memcpy(words.data(), bytes, sizeof bytes);
    return words;
}

TemporaryDirectory::TemporaryDirectory() {
    auto pattern = (std::filesystem::temp_directory_path() / "proxima-test-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
        throw std::runtime_error("cannot make a temporary directory");
    }
    path_ = pattern;
}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void TemporaryDirectory::write(const std::string& name, const std::string& contents) const {
    const auto file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::filesystem::remove(file); // some file systems wait for the disk when a file is overwritten
    std::ofstream(file, std::ios::binary) << contents;
}

} // namespace proxima::rundir::test
