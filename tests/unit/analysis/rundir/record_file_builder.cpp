#include "record_file_builder.hpp"

#include <proxima/format/chunks.hpp>
#include <proxima/format/stream_encoder.hpp>

#include <algorithm>
#include <cstring>
#include <map>

namespace proxima::rundir::test {
namespace {

using format::ChunkType;
using format::ColumnType;
using format::SectionType;

std::string text_of(const format::Bytes& bytes) {
    return {bytes.data(), bytes.size()};
}

std::string text_of(const std::vector<std::uint64_t>& words) {
    return {reinterpret_cast<const char*>(words.data()), 8 * words.size()};
}

std::string stream(const std::vector<std::uint64_t>& values) {
    std::vector<unsigned char> bytes(format::stream_capacity(values.size()));
    const auto* const end = format::kernels().plain(bytes.data(), values.data(), values.size());
    return std::string(static_cast<const unsigned char*>(bytes.data()), end);
}

std::uint64_t zigzag(std::uint64_t difference) {
    return (difference << 1) ^ (0 - (difference >> 63));
}

format::ClockPair pair_of(const TestClock& clock) {
    return {clock.ticks, clock.monotonic_ns, clock.realtime_ns};
}

format::TickStatistics statistics_of(const TestBin& bin) {
    format::TickStatistics sums;
    for (const auto duration : bin.durations) {
        sums.add(duration, 0);
    }
    sums.communication = bin.communication;
    return sums;
}

// The invocations of a node in a block.
std::string streams_of(const std::vector<TestInvocation>& invocations,
                       const std::vector<bool>& differences) {
    std::vector<std::uint64_t> durations, communications;
    for (const auto& invocation : invocations) {
        durations.push_back(invocation.end - invocation.start);
        communications.push_back(invocation.communication);
    }
    std::string streams = stream(durations) + stream(communications);
    for (std::size_t word = 0; word < invocations.front().words.size(); ++word) {
        std::vector<std::uint64_t> changes;
        std::uint64_t before = 0;
        for (const auto& invocation : invocations) {
            const auto value = invocation.words[word];
            changes.push_back(differences.at(word) ? zigzag(value - before) : value ^ before);
            before = value;
        }
        streams += stream(changes);
    }
    return streams;
}

} // namespace

RecordFileBuilder::RecordFileBuilder(std::uint32_t rank, std::uint32_t number,
                                     const TestClock& clock)
    : clock_(clock),
      bytes_(text_of(
          write(format::FileHeader{rank, number, clock.ticks_per_second, pair_of(clock)}))) {
}

std::string RecordFileBuilder::chunks() const {
    return bytes_.substr(format::FileHeader::size);
}

RecordFileBuilder& RecordFileBuilder::chunk(std::uint32_t type, const std::string& payload) {
    std::string chunk(format::ChunkHeader::size, '\0');
    chunk += payload;
    format::put_chunk_header(reinterpret_cast<unsigned char*>(chunk.data()),
                             static_cast<ChunkType>(type), payload.size());
    bytes_ += chunk;
    return *this;
}

RecordFileBuilder& RecordFileBuilder::thread(std::uint64_t number) {
    return chunk(1, text_of(write(format::ThreadStart{number, 4711, pair_of(clock_)})));
}

RecordFileBuilder& RecordFileBuilder::method(const std::string& port, const std::string& name,
                                             const std::string& signature,
                                             const std::vector<TestParameter>& parameters) {
    format::MethodColumns method{port, name, signature, "port.hpp:1", {}};
    auto& differences = differences_.emplace_back();
    for (const auto& parameter : parameters) {
        const auto type = static_cast<ColumnType>(parameter.type);
        method.columns.push_back({parameter.name, parameter.type_name, type, parameter.constants});
        differences.insert(differences.end(), format::words_of(type),
                           format::is_stored_as_difference(type));
    }
    const auto number = static_cast<std::uint32_t>(differences_.size() - 1);
    return chunk(2, text_of(format::write_method(number, method)));
}

RecordFileBuilder& RecordFileBuilder::node(std::uint32_t parent, std::uint32_t method,
                                           const std::string& instance, bool is_stand_in) {
    method_of_node_.push_back(method);
    const auto number = static_cast<std::uint32_t>(method_of_node_.size());
    return chunk(3, text_of(format::write_node(number, parent, method, instance, {}, is_stand_in)));
}

RecordFileBuilder& RecordFileBuilder::block(const std::vector<TestInvocation>& invocations,
                                            std::uint64_t overhead) {
    std::vector<std::uint64_t> ends, nodes;
    std::map<std::uint32_t, std::vector<TestInvocation>> of_nodes;
    format::BlockHeader header;
    header.sequence = blocks_++;
    header.invocations = static_cast<std::uint32_t>(invocations.size());
    header.base = last_end_;
    header.overhead = overhead;
    for (const auto& invocation : invocations) {
        ends.push_back(invocation.end - last_end_);
        last_end_ = invocation.end;
        nodes.push_back(invocation.node);
        of_nodes[invocation.node].push_back(invocation);
        header.words += static_cast<std::uint32_t>(invocation.words.size());
    }
    const auto passed = last_end_ + overhead;
    header.clock.ticks = clock_.ticks + passed;
    header.clock.monotonic_ns =
        clock_.monotonic_ns +
        static_cast<std::int64_t>(static_cast<double>(passed) * (1e9 / clock_.ticks_per_second));
    std::string payload(format::BlockHeader::size, '\0');
    format::put_block_header(reinterpret_cast<unsigned char*>(payload.data()), header);
    payload += stream(ends) + stream(nodes);
    for (const auto& [node, of_node] : of_nodes) {
        payload += streams_of(of_node, differences_.at(method_of_node_.at(node - 1)));
    }
    invocations_ += invocations.size();
    return chunk(4, payload);
}

RecordFileBuilder& RecordFileBuilder::statistics(const std::vector<TestBin>& bins) {
    format::Bytes payload;
    for (const auto& bin : bins) {
        payload.put(bin.node).put(bin.bin).put(format::sums_of(statistics_of(bin)));
    }
    return chunk(6, text_of(payload));
}

RecordFileBuilder&
RecordFileBuilder::mpi_calls(const std::vector<std::pair<std::uint32_t, std::uint64_t>>& calls) {
    format::Bytes payload;
    for (const auto& [node, number] : calls) {
        payload.put(node).put(number);
    }
    return chunk(8, text_of(payload));
}

RecordFileBuilder& RecordFileBuilder::end() {
    return chunk(5, text_of(write(format::FileEnd{invocations_, 0})));
}

ThreadBufferBuilder::ThreadBufferBuilder(std::uint64_t block,
                                         const std::vector<TestInvocation>& invocations,
                                         const std::string& chunks) {
    std::copy_n(format::ThreadBufferHeader::expected_magic, sizeof header.magic, header.magic);
    header.version = format::ThreadBufferHeader::supported_version;
    header.capacity = static_cast<std::uint32_t>(invocations.size() + 3);
    header.chunk_bytes = chunks.size();
    header.block = block;
    header.count = invocations.size();
    header.batch = 1;
    std::vector<std::uint64_t> columns[6];
    for (const auto& invocation : invocations) {
        columns[0].push_back(invocation.end);
        columns[1].push_back(invocation.start);
        columns[2].push_back(invocation.communication);
        columns[3].push_back(invocation.node);
        columns[4].push_back(invocation.words.empty() ? 77 : invocation.words.front());
        columns[5].insert(columns[5].end(),
                          invocation.words.begin() + (invocation.words.empty() ? 0 : 1),
                          invocation.words.end());
    }
    header.more_words = columns[5].size();
    header.more_words_capacity = static_cast<std::uint32_t>(columns[5].size() + 3);
    for (std::uint32_t i = 0; i < 6; ++i) {
        columns[i].insert(columns[i].end(), 3, 77); // unused room
        section(static_cast<SectionType>(i + 1), 8, text_of(columns[i]));
    }
    section(SectionType::chunks, 1, chunks);
}

ThreadBufferBuilder& ThreadBufferBuilder::section(SectionType type, std::uint32_t row_bytes,
                                                  const std::string& bytes) {
    header.sections[header.section_count++] = {
        type, row_bytes, format::ThreadBufferHeader::page_size + sections_.size(), bytes.size()};
    sections_ += bytes;
    return *this;
}

ThreadBufferBuilder& ThreadBufferBuilder::statistics(const std::vector<Slots>& bins,
                                                     std::uint64_t batches,
                                                     std::uint64_t batch_of_columns) {
    header.batches = batches;
    header.batch = batch_of_columns;
    std::string entries;
    for (const auto& [latest, older] : bins) {
        format::StatisticsEntry entry{latest.second.node, latest.second.bin, {}};
        auto* slot = entry.slots;
        for (const auto& [batch, bin] : {latest, older}) {
            *slot++ = {batch, format::sums_of(statistics_of(bin))};
        }
        entries.append(reinterpret_cast<const char*>(&entry), sizeof entry);
    }
    entries.append(sizeof(format::StatisticsEntry), '\0');
    return section(SectionType::statistics, sizeof(format::StatisticsEntry), entries);
}

ThreadBufferBuilder& ThreadBufferBuilder::mpi_calls(const std::vector<std::uint64_t>& calls) {
    return section(SectionType::mpi_calls, 8, text_of(calls));
}

std::string ThreadBufferBuilder::bytes() const {
    std::string page(reinterpret_cast<const char*>(&header), sizeof header);
    page.resize(format::ThreadBufferHeader::page_size);
    return page + sections_;
}

std::vector<std::uint64_t> text_words(const std::string& text, bool truncated) {
    unsigned char bytes[32] = {};
    bytes[0] = static_cast<unsigned char>(text.size() | (truncated ? 0x80 : 0));
    std::memcpy(bytes + 1, text.data(), text.size());
    std::vector<std::uint64_t> words(4);
    std::memcpy(words.data(), bytes, sizeof bytes);
    return words;
}

} // namespace proxima::rundir::test
