#include "records/ring_file.hpp"

#include "records/block_decoder.hpp"

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
constexpr std::size_t mpi_calls_header = 288;
constexpr std::size_t mpi_calls_header_size = 16;
constexpr std::size_t missing_header = 304;
constexpr std::size_t missing_header_size = 16;
constexpr std::size_t others_header = 4080;
constexpr std::size_t others_header_size = 16;
constexpr std::size_t padding = 8; // so that numbers of any width can be read as 8 bytes

} // namespace

RingFile::RingFile(const std::filesystem::path& file) : file_(file) {
    if (!has_begun()) {
        return;
    }
    read_header();
    read_statistics_header();
    read_missing();
    read_others();
    chunks_ = bytes(offsets_.chunks, chunk_bytes_);
    read_columns();
    read_statistics_entries();
}

/// Made, but killed before the header was written: there was no invocation yet.
bool RingFile::has_begun() const {
    if (file_.size() == 0) {
        return false;
    }
    if (file_.size() < header_size) {
        return true;
    }
    const auto begin = bytes(0, magic.size());
    return load_u64(begin.data()) != 0;
}

void RingFile::read_header() {
    const auto header = bytes(0, std::min<std::uint64_t>(header_size, file_.size()));
    if (file_.size() < magic.size() || !std::equal(magic.begin(), magic.end(), header.begin())) {
        throw Malformed(0, "is not a Proxima ring file");
    }
    if (file_.size() < header_size) {
        throw Malformed(file_.size(), "the file ends within its header");
    }
    FieldReader fields({header.data(), header_size, 0});
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
    offsets_ = {fields.u64(), fields.u64(), fields.u64(), fields.u64(),
                fields.u64(), fields.u64(), fields.u64()};
    chunk_bytes_ = fields.u64();
    block_ = fields.u64();
    count_ = fields.u64();
    check_parts(capacity, chunk_capacity);
}

void RingFile::read_missing() {
    if (file_.size() < missing_header + missing_header_size) {
        return;
    }
    const auto header = bytes(missing_header, missing_header_size);
    FieldReader fields({header.data(), missing_header_size, missing_header});
    const auto without_columns = fields.u64();
    const auto with_columns = fields.u64();
    missing_ = count_ == 0 ? without_columns : with_columns;
}

void RingFile::read_others() {
    if (file_.size() < others_header + others_header_size) {
        return;
    }
    const auto header = bytes(others_header, others_header_size);
    FieldReader fields({header.data(), others_header_size, others_header});
    other_lanes_ = fields.u64();
    other_invocations_ = fields.u64();
}

void RingFile::read_columns() {
    ends_ = values(offsets_.ends, count_);
    starts_ = values(offsets_.starts, count_);
    communications_ = values(offsets_.communications, count_);
    nodes_ = values(offsets_.nodes, count_);
    first_words_ = values(offsets_.first_words, count_);
    const std::uint64_t most = BlockHeader::most_words;
    const auto in_file = (file_.size() - offsets_.more_words) / word_size;
    more_words_ =
        values(offsets_.more_words, count_ == 0 ? 0 : std::min({more_capacity_, in_file, most}));
}

std::vector<unsigned char> RingFile::bytes(std::uint64_t offset, std::uint64_t size) const {
    std::vector<unsigned char> bytes(static_cast<std::size_t>(size) + padding);
    if (file_.read(offset, bytes.data(), static_cast<std::size_t>(size)) < size) {
        throw Malformed(offset, "the file became shorter while it was read");
    }
    return bytes;
}

std::vector<std::uint64_t> RingFile::values(std::uint64_t offset, std::uint64_t count) const {
    const auto raw = bytes(offset, count * word_size);
    std::vector<std::uint64_t> values(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = load_u64(raw.data() + i * word_size);
    }
    return values;
}

void RingFile::read_statistics_header() {
    if (file_.size() < statistics_header + statistics_header_size) {
        return;
    }
    const auto header = bytes(statistics_header, statistics_header_size);
    FieldReader fields({header.data(), statistics_header_size, statistics_header});
    statistics_ = {fields.u64(), fields.u64(), fields.u64(), fields.u64()};
    const auto& offset = statistics_.offset;
    if (statistics_.entries != 0 &&
        (offset > file_.size() || (file_.size() - offset) / entry_size < statistics_.entries)) {
        throw Malformed(statistics_header, "claims statistics of " +
                                               std::to_string(statistics_.entries) +
                                               " bins, which do not fit");
    }
}

/// In pieces, up to the first entry of no node: a file with holes has less than its size.
void RingFile::read_statistics_entries() {
    constexpr std::uint64_t piece = 1024;
    for (std::uint64_t done = 0; done < statistics_.entries;) {
        const auto count = std::min(piece, statistics_.entries - done);
        const auto read = bytes(statistics_.offset + done * entry_size, count * entry_size);
        entries_.insert(entries_.end(), read.begin(), read.end() - padding);
        done += count;
        if (load_u32(read.data() + (count - 1) * entry_size) == 0) {
            statistics_.entries = done;
        }
    }
}

void RingFile::Undefined::add(std::uint64_t more, std::uint64_t named_at, std::uint64_t number) {
    if (invocations == 0 && more != 0) {
        first = named_at;
        node = number;
    }
    invocations += more;
}

RingFile::Undefined RingFile::read_statistics(const Lane& lane, const ClockMap& clock,
                                              LaneStatistics& statistics) const {
    Undefined undefined;
    statistics.set_present();
    for (std::uint64_t i = 0; i < statistics_.entries; ++i) {
        const auto offset = i * entry_size;
        FieldReader fields({entries_.data() + offset, entry_size, statistics_.offset + offset});
        const auto node = fields.u32();
        const auto bin = static_cast<std::int32_t>(fields.u32());
        check_bin(fields, node, bin);
        std::uint64_t latest = 0;
        TickStatistics sums;
        for (int slot = 0; slot < 2; ++slot) {
            const auto batch = fields.u64();
            const auto ticks = read_tick_statistics(fields);
            if (batch > latest && batch <= statistics_.batches) {
                latest = batch;
                sums = ticks;
            }
        }
        if (node - 1 >= lane.call_paths.size()) {
            undefined.add(bin == own_time_bin ? 0 : sums.calls, statistics_.offset + offset, node);
        } else if (latest != 0) {
            statistics.set(node - 1, bin, sums, clock);
        }
    }
    return undefined;
}

std::optional<std::vector<std::uint64_t>> RingFile::mpi_calls(std::size_t nodes) const {
    if (file_.size() < mpi_calls_header + mpi_calls_header_size) {
        return std::nullopt;
    }
    const auto header = bytes(mpi_calls_header, mpi_calls_header_size);
    FieldReader fields({header.data(), mpi_calls_header_size, mpi_calls_header});
    const auto offset = fields.u64();
    const auto room = fields.u64(); // for nodes from 0
    if (offset == 0 || room <= nodes) {
        return std::nullopt;
    }
    const auto first = offset + word_size;
    if (first < offset || first > file_.size() || (file_.size() - first) / word_size < nodes) {
        throw Malformed(mpi_calls_header, "claims calls of MPI of " + std::to_string(nodes) +
                                              " nodes, which do not fit");
    }
    return values(first, nodes);
}

void RingFile::check_parts(std::uint64_t capacity, std::uint64_t chunk_capacity) const {
    if (count_ > capacity) {
        throw Malformed(104, "claims " + std::to_string(count_) + " invocations where " +
                                 std::to_string(capacity) + " have room");
    }
    if (count_ > BlockHeader::most_invocations) {
        throw Malformed(104, "claims " + std::to_string(count_) +
                                 " invocations, more than a block may have");
    }
    for (const auto column : {offsets_.ends, offsets_.starts, offsets_.communications,
                              offsets_.nodes, offsets_.first_words}) {
        check_column(column, count_);
    }
    check_column(offsets_.more_words, 0);
    if (chunk_bytes_ > chunk_capacity || offsets_.chunks > file_.size() ||
        file_.size() - offsets_.chunks < chunk_bytes_) {
        throw Malformed(88, "claims " + std::to_string(chunk_bytes_) +
                                " bytes of chunks, which do not fit");
    }
    if (chunk_bytes_ > most_chunk_bytes) {
        throw Malformed(88, "claims " + std::to_string(chunk_bytes_) +
                                " bytes of chunks, more than there may be");
    }
}

void RingFile::check_column(std::uint64_t offset, std::uint64_t values) const {
    if (offset % word_size != 0 || offset > file_.size() ||
        (file_.size() - offset) / word_size < values) {
        throw Malformed(32, "a column at byte " + std::to_string(offset) +
                                " does not fit into the file");
    }
}

Payload RingFile::chunks() const {
    return {chunks_.data(), static_cast<std::size_t>(chunk_bytes_), offsets_.chunks};
}

RingFile::Undefined RingFile::read(const Lane& lane, const ClockMap& clock, const ThreadTime& time,
                                   RecordVisitor& visitor) const {
    Undefined undefined;
    std::size_t more_used = 0;
    std::vector<std::uint64_t> parameters;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
        const auto node = nodes_[i];
        const bool defined = node - 1 < lane.call_paths.size();
        Record record;
        record.call_path = static_cast<std::size_t>(node - 1);
        const auto words = defined ? lane.method(record).parameter_words : 0;
        const std::size_t more = words > 1 ? words - 1 : 0;
        if (!defined || (more != 0 && undefined.invocations != 0)) {
            undefined.add(1, offsets_.nodes + word_size * i, node);
            continue;
        }
        if (more_words_.size() - more_used < more) {
            throw Malformed(offsets_.more_words + word_size * more_used,
                            "parameters reach beyond the file");
        }
        parameters.assign(1, first_words_[i]);
        for (const std::size_t end = more_used + more; more_used < end; ++more_used) {
            parameters.push_back(more_words_[more_used]);
        }
        record.start_ns = clock.since_start_ns(time.clock_ticks(starts_[i]));
        record.duration_ns = clock.duration_ns(ends_[i] - starts_[i]);
        record.communication_ns = clock.duration_ns(communications_[i]);
        record.parameters = parameters.data();
        visitor.records(lane, &record, 1);
    }
    return undefined;
}

} // namespace proxima::rundir
