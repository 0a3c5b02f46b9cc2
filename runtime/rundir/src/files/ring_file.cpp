#include "files/ring_file.hpp"

#include "files/chunk_file.hpp"

#include <algorithm>
#include <array>

namespace proxima::rundir {
namespace {

constexpr std::array<unsigned char, 8> magic{0x89, 'P', 'X', 'Q', '\r', '\n', 0x1a, '\n'};
constexpr std::uint32_t supported_version = 1;
constexpr std::size_t header_size = 112; // of the fields that matter here
constexpr std::uint64_t word_size = 8;
constexpr std::size_t statistics_header = 256;
constexpr std::size_t statistics_header_size = 32;
constexpr std::uint64_t entry_size = 136;

} // namespace

RingFile::RingFile(const std::filesystem::path& file) {
    const RandomAccessFile input(file);
    contents_.resize(input.size() / word_size + 2); // room for numbers that are read as 8 bytes
    auto* bytes = reinterpret_cast<unsigned char*>(contents_.data());
    size_ = input.read(0, bytes, static_cast<std::size_t>(input.size()));
    if (size_ < magic.size() || !std::equal(magic.begin(), magic.end(), bytes)) {
        throw Malformed(0, "is not a Proxima ring file");
    }
    if (size_ < header_size) {
        throw Malformed(size_, "the file ends within its header");
    }
    FieldReader fields({bytes, header_size, 0});
    fields.u64();
    const auto version = fields.u32();
    if (version != supported_version) {
        throw Malformed(8, "has format " + std::to_string(version) + ", this proxima reads " +
                               std::to_string(supported_version) + "; use another version of it");
    }
    fields.u64(); // rank and lane, as in the file's name
    const std::uint64_t capacity = fields.u32();
    more_capacity_ = fields.u32();
    const std::uint64_t chunk_capacity = fields.u32();
    columns_ = {fields.u64(), fields.u64(), fields.u64(), fields.u64(),
                fields.u64(), fields.u64(), fields.u64()};
    chunk_bytes_ = fields.u64();
    block_ = fields.u64();
    count_ = fields.u64();
    check_parts(capacity, chunk_capacity);
    read_statistics_header();
    more_capacity_ = std::min(more_capacity_, (size_ - columns_.more_words) / word_size);
}

void RingFile::read_statistics_header() {
    if (size_ < statistics_header + statistics_header_size) {
        return;
    }
    const auto* bytes = reinterpret_cast<const unsigned char*>(contents_.data());
    FieldReader fields({bytes + statistics_header, statistics_header_size, statistics_header});
    statistics_ = {fields.u64(), fields.u64(), fields.u64(), fields.u64()};
    const auto& offset = statistics_.offset;
    if (statistics_.entries != 0 &&
        (offset > size_ || (size_ - offset) / entry_size < statistics_.entries)) {
        throw Malformed(statistics_header, "claims statistics of " +
                                               std::to_string(statistics_.entries) +
                                               " bins, which do not fit");
    }
}

void RingFile::read_statistics(const Lane& lane, const ClockMap& clock,
                               LaneStatistics& statistics) const {
    statistics.set_present();
    const auto* bytes = reinterpret_cast<const unsigned char*>(contents_.data());
    for (std::uint64_t i = 0; i < statistics_.entries; ++i) {
        const auto offset = statistics_.offset + i * entry_size;
        FieldReader fields({bytes + offset, entry_size, offset});
        const auto node = fields.u32();
        const auto bin = static_cast<std::int32_t>(fields.u32());
        check_bin(fields, lane, node, bin);
        std::uint64_t latest = 0;
        for (int slot = 0; slot < 2; ++slot) {
            const auto batch = fields.u64();
            const auto ticks = read_tick_statistics(fields);
            if (batch > latest && batch <= statistics_.batches) {
                latest = batch;
                statistics.set(node - 1, bin, ticks, clock);
            }
        }
    }
}

void RingFile::check_parts(std::uint64_t capacity, std::uint64_t chunk_capacity) const {
    if (count_ > capacity) {
        throw Malformed(104, "claims " + std::to_string(count_) + " invocations where " +
                                 std::to_string(capacity) + " have room");
    }
    for (const auto column : {columns_.ends, columns_.starts, columns_.communications,
                              columns_.nodes, columns_.first_words}) {
        check_column(column, count_);
    }
    check_column(columns_.more_words, 0);
    if (chunk_bytes_ > chunk_capacity || columns_.chunks > size_ ||
        size_ - columns_.chunks < chunk_bytes_) {
        throw Malformed(88, "claims " + std::to_string(chunk_bytes_) +
                                " bytes of chunks, which do not fit");
    }
}

void RingFile::check_column(std::uint64_t offset, std::uint64_t values) const {
    if (offset % word_size != 0 || offset > size_ || (size_ - offset) / word_size < values) {
        throw Malformed(32, "a column at byte " + std::to_string(offset) +
                                " does not fit into the file");
    }
}

Payload RingFile::chunks() const {
    const auto* bytes = reinterpret_cast<const unsigned char*>(contents_.data());
    return {bytes + columns_.chunks, static_cast<std::size_t>(chunk_bytes_), columns_.chunks};
}

std::uint64_t RingFile::value(std::uint64_t column, std::uint64_t index) const {
    return contents_[static_cast<std::size_t>(column / word_size + index)];
}

void RingFile::read(const Lane& lane, const ClockMap& clock, const ThreadTime& time,
                    RecordVisitor& visitor) const {
    std::uint64_t more_used = 0;
    std::vector<std::uint64_t> parameters;
    for (std::uint64_t i = 0; i < count_; ++i) {
        const auto node = value(columns_.nodes, i);
        if (node - 1 >= lane.call_paths.size()) {
            throw Malformed(columns_.nodes + word_size * i, "an invocation of node " +
                                                                std::to_string(node) +
                                                                ", which is not defined");
        }
        Record record;
        record.call_path = static_cast<std::size_t>(node - 1);
        const auto words = lane.method(record).parameter_words;
        const std::uint64_t more = words > 1 ? words - 1 : 0;
        if (more_capacity_ - more_used < more) {
            throw Malformed(columns_.more_words + word_size * more_used,
                            "parameters reach beyond the file");
        }
        parameters.assign(1, value(columns_.first_words, i));
        for (const std::uint64_t end = more_used + more; more_used < end; ++more_used) {
            parameters.push_back(value(columns_.more_words, more_used));
        }
        const auto start = value(columns_.starts, i);
        record.start_ns = clock.since_start_ns(time.clock_ticks(start));
        record.duration_ns = clock.duration_ns(value(columns_.ends, i) - start);
        record.communication_ns = clock.duration_ns(value(columns_.communications, i));
        record.parameters = parameters.data();
        visitor.records(lane, &record, 1);
    }
}

} // namespace proxima::rundir
