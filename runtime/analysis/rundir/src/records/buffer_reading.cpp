// Reads a thread buffer, which holds what the process had not yet written into the record file.
#include "records/thread_reader.hpp"

#include <cstddef>

namespace proxima::rundir {
namespace {

using format::ByteReader;

// Passes the invocations in the columns to `give`. Skips invocations of undefined nodes, and after
// one of these all with several words, because their place is then unknown. Returns the number of
// skipped invocations.
template <class Give>
std::uint64_t read_columns(const format::BufferCopy& buffer, const Thread& thread,
                           const ClockMap& clock, const ThreadTime& time, Give give) {
    using format::SectionType;
    const auto count = buffer.header().count;
    const auto column = [&](SectionType type) {
        auto words = buffer.rows<std::uint64_t>(type);
        if (words.size() < count) {
            throw format::Malformed(offsetof(format::ThreadBufferHeader, count),
                                    "claims " + std::to_string(count) +
                                        " invocations, which do not fit");
        }
        return words;
    };
    const auto ends = column(SectionType::ends);
    const auto starts = column(SectionType::starts);
    const auto communications = column(SectionType::communication);
    const auto nodes = column(SectionType::nodes);
    const auto first_words = column(SectionType::first_words);
    const auto more_words = buffer.bytes(SectionType::more_words);
    ByteReader more(more_words);
    std::vector<std::uint64_t> parameters;
    std::uint64_t left_out = 0;
    for (std::size_t i = 0; i < count; ++i) {
        Record record;
        record.call_path = static_cast<std::size_t>(nodes[i] - 1);
        const bool is_defined = record.call_path < thread.call_paths.size();
        const auto words = is_defined ? thread.method(record).parameter_words : 0;
        if (!is_defined || (words > 1 && left_out != 0)) {
            ++left_out;
            continue;
        }
        parameters.assign(1, first_words[i]);
        while (parameters.size() < words) {
            parameters.push_back(more.get<std::uint64_t>());
        }
        record.start_ns = clock.since_start_ns(time.clock_ticks(starts[i]));
        record.duration_ns = clock.duration_ns(ends[i] - starts[i]);
        record.end_ns = clock.since_start_ns(time.clock_ticks(ends[i]));
        record.communication_ns = clock.duration_ns(communications[i]);
        record.parameters = parameters.data();
        give(record);
    }
    return left_out;
}

} // namespace

ThreadReader::BufferOrProblem ThreadReader::copy_of_buffer() const {
    BufferOrProblem copy;
    if (!files_.buffer_file) {
        return copy;
    }
    try {
        const auto& file = *files_.buffer_file;
        std::error_code error;
        if (files_.buffer_elsewhere && !std::filesystem::exists(file, error)) {
            throw base::Error(file,
                              "was in " + files_.buffer_elsewhere->string() +
                                  ", which is gone: the machine has restarted, or is another one; "
                                  "the last invocations of this thread are lost");
        }
        copy.buffer.emplace(file);
    } catch (...) { // the run may have ended, which removes its buffers
        copy.problem = std::current_exception();
    }
    return copy;
}

void ThreadReader::read_buffer(const format::BufferCopy& buffer) {
    if (!files_.record_file && buffer.header().chunk_bytes == 0) {
        return; // a thread that has measured MPI only
    }
    if (!has_clock_) {
        throw base::Error(
            *files_.buffer_file,
            "is left out: the record file beside it, which has its clock, is missing or "
            "damaged");
    }
    if (!buffer.has_begun()) {
        return;
    }
    read_buffer_chunks(buffer);
    std::uint64_t lost = buffer.header().lost;
    if (buffer.has(format::SectionType::statistics)) {
        lost += statistics_.read_section(buffer, thread_, clock_);
    }
    if (!mpi_calls_) {
        read_buffer_mpi_calls(buffer);
    }
    lost += buffer.header().count == 0 ? 0 : read_buffer_columns(buffer);
    outcome_.lost += lost;
}

// Ignores the section if it lacks room for some nodes.
void ThreadReader::read_buffer_mpi_calls(const format::BufferCopy& buffer) {
    const auto calls = buffer.rows<std::uint64_t>(format::SectionType::mpi_calls);
    if (calls.size() > thread_.call_paths.size()) { // the first entry stands for no node
        mpi_calls_.emplace(calls.begin() + 1, calls.end());
    }
}

void ThreadReader::read_buffer_chunks(const format::BufferCopy& buffer) {
    std::uint64_t offset = 0;
    const std::string bytes = buffer.chunks(offset);
    format::ChunkSequence chunks({bytes.data(), buffer.header().chunk_bytes}, offset);
    for (bool is_end = false; !is_end;) {
        note_problems(*files_.buffer_file, [&] {
            format::Chunk chunk;
            std::string_view payload;
            is_end = !chunks.next(chunk, payload);
            if (!is_end) {
                read_chunk(chunk, payload);
            }
        });
    }
}

// Reads the invocations in the columns, which may also be in a block, in the statistics, or in
// both. Returns the number of lost invocations.
std::uint64_t ThreadReader::read_buffer_columns(const format::BufferCopy& buffer) {
    const auto& header = buffer.header();
    const bool is_recorded = header.block < blocks_;
    const bool is_counted =
        !buffer.has(format::SectionType::statistics) || header.batch <= header.batches;
    if (header.block > blocks_) {
        note(*files_.buffer_file,
             base::Error(
                 *files_.buffer_file,
                 std::to_string(header.block - blocks_) +
                     " blocks were written before this file's content that the record file no "
                     "longer has")
                 .what());
    }
    if (is_recorded && is_counted) {
        return 0;
    }
    const auto left_out = read_columns(buffer, thread_, clock_, time_, [&](const Record& record) {
        if (!is_recorded) {
            ++outcome_.records;
            visitor_.records(thread_, &record, 1);
        }
        if (!is_counted) {
            statistics_.add(thread_, record);
        }
    });
    return statistics_.present() && is_counted ? 0 : left_out;
}

} // namespace proxima::rundir
