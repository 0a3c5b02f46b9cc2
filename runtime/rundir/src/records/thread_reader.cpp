#include "records/thread_reader.hpp"

#include <proxima/rundir/error.hpp>

#include <cstring>
#include <exception>
#include <utility>

namespace proxima::rundir {
namespace {

using format::ByteReader;
using format::Chunk;
using format::ChunkType;
using format::Malformed;

/// A file of noise has as many problems as bytes; nobody reads them all.
constexpr std::size_t most_problems_listed = 10;

/// Without it times are less exact, but records can be read.
std::optional<RunInfo> run_info_if_readable(const RunDirectory& run) {
    try {
        return load_run_info(run.run_file());
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// Gives the invocations that wait in the columns to become a block. Leaves out those of nodes that
/// no file defines, and then those of several words: where these are is not known. Returns how many
/// it left out.
template <class Give>
std::uint64_t read_columns(const format::ThreadBuffer& buffer, const Thread& thread,
                           const ClockMap& clock, const ThreadTime& time, Give give) {
    using format::SectionType;
    const auto count = buffer.header().count;
    const auto ends = buffer.words(SectionType::ends, count);
    const auto starts = buffer.words(SectionType::starts, count);
    const auto communications = buffer.words(SectionType::communication, count);
    const auto nodes = buffer.words(SectionType::nodes, count);
    const auto first_words = buffer.words(SectionType::first_words, count);
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

ThreadReader::ThreadReader(const RunDirectory::ThreadFiles& files, const RunInfo* info,
                           RecordVisitor& visitor, Progress& progress, ReadOutcome& outcome)
    : files_(files), info_(info), visitor_(visitor), progress_(progress), outcome_(outcome),
      records_before_(outcome.records) {
    thread_.rank = static_cast<std::uint32_t>(files.rank);
    thread_.buffer = static_cast<std::uint32_t>(files.number);
}

/// The file gets its header before anything else happens to the thread buffer.
bool ThreadReader::was_killed_before_it_began() const {
    std::error_code error;
    return info_ != nullptr && !info_->complete && files_.record_file &&
           std::filesystem::file_size(*files_.record_file, error) == 0;
}

void ThreadReader::read() {
    if (was_killed_before_it_began()) {
        return;
    }
    visitor_.begin_thread(thread_);
    // If the process still runs, what leaves the buffer from now on will be in the record file.
    std::optional<format::ThreadBuffer> buffer;
    std::exception_ptr buffer_problem;
    try {
        buffer = copy_of_buffer();
    } catch (...) {
        buffer_problem = std::current_exception();
    }
    if (files_.record_file) {
        note_problems(*files_.record_file, [this] { read_record_file(); });
    }
    if (files_.buffer_file && !ended_) {
        note_problems(*files_.buffer_file, [&] {
            if (buffer_problem) {
                std::rethrow_exception(buffer_problem);
            }
            read_buffer(*buffer);
        });
    }
    give_statistics();
    give_mpi_calls();
    visitor_.end_thread(thread_);
}

void ThreadReader::look(const std::function<void()>& unsettled) {
    if (ended_ || was_killed_before_it_began()) {
        return;
    }
    if (position_ == 0) {
        visitor_.begin_thread(thread_);
    }
    std::optional<format::ThreadBuffer> buffer;
    std::exception_ptr buffer_problem;
    const auto on_buffer = [&](auto action) {
        if (files_.buffer_file && !ended_) {
            note_problems(*files_.buffer_file, action);
        }
    };
    try {
        buffer = copy_of_buffer();
    } catch (...) { // it goes when the run ends
        buffer_problem = std::current_exception();
    }
    if (files_.record_file) {
        note_problems(*files_.record_file, [this] { read_new_chunks(); });
    }
    const bool has_buffer = buffer && buffer->has_begun() && has_clock_;
    on_buffer([&] {
        if (buffer_problem) {
            std::rethrow_exception(buffer_problem);
        }
        if (has_buffer) {
            read_buffer_chunks(*buffer);
        }
    });
    unsettled();
    const auto settled = statistics_;
    const auto outcome = outcome_;
    on_buffer([&] {
        if (has_buffer && buffer->has(format::SectionType::statistics)) {
            statistics_.read_section(*buffer, thread_, clock_);
        }
        if (has_buffer && buffer->header().count != 0) {
            read_buffer_columns(*buffer);
        }
    });
    give_statistics();
    if (!ended_) {
        statistics_ = settled;
        outcome_ = outcome;
    }
}

/// One that is being written is left for the next look.
void ThreadReader::read_new_chunks() {
    format::RecordFile file(*files_.record_file);
    if (!has_clock_) {
        clock_ = file_clock(*files_.record_file, file, info_);
        has_clock_ = true;
        position_ = file.position();
    }
    file.go_to(position_);
    Chunk chunk;
    while (!ended_ && file.next(chunk)) {
        std::string_view payload;
        try {
            payload = file.payload(chunk);
        } catch (const Malformed&) {
            return;
        }
        position_ = chunk.end();
        note_problems(*files_.record_file, [&] { read_chunk(chunk, payload); });
    }
}

void ThreadReader::give_statistics() {
    outcome_.invocations +=
        statistics_.present() ? statistics_.calls() : outcome_.records - records_before_;
    if (statistics_.present()) {
        statistics_.give(thread_, visitor_);
    }
}

void ThreadReader::give_mpi_calls() {
    if (mpi_calls_) {
        mpi_calls_->resize(thread_.call_paths.size());
        visitor_.mpi_calls(thread_, *mpi_calls_);
    }
}

template <typename Action>
void ThreadReader::note_problems(const std::filesystem::path& file, Action action) {
    try {
        action();
    } catch (const Malformed& malformed) {
        note(error_at_byte(file, malformed.offset, malformed.what()).what());
    } catch (const Error& error) {
        note(error.what());
    }
}

void ThreadReader::note(const std::string& problem) {
    ++problems_;
    if (problems_ <= most_problems_listed) {
        outcome_.problems.push_back(problem);
    } else if (problems_ == most_problems_listed + 1) {
        const auto& file = files_.record_file ? *files_.record_file : *files_.buffer_file;
        outcome_.problems.emplace_back(
            Error(file, "has further problems, which are not listed").what());
    }
}

void ThreadReader::read_record_file() {
    format::RecordFile file(*files_.record_file);
    clock_ = file_clock(*files_.record_file, file, info_);
    has_clock_ = true;
    Chunk chunk;
    while (!ended_ && file.next(chunk)) {
        note_problems(*files_.record_file, [&] { read_chunk(chunk, file.payload(chunk)); });
        visitor_.progress(progress_.read + chunk.end(), progress_.total);
    }
    check_ending(file);
    progress_.read += file.size();
    visitor_.progress(progress_.read, progress_.total);
}

void ThreadReader::read_chunk(const Chunk& chunk, std::string_view bytes) {
    const auto type = chunk.header.type;
    if (type < ChunkType::block && files_.buffer_file &&
        !definitions_.insert(chunk.header.hash).second) {
        return; // written, but the process was killed before it could take it out of the buffer
    }
    const ByteReader payload(bytes, chunk.payload_offset());
    switch (type) {
    case ChunkType::thread:
        thread_.number = format::read_thread_start(payload).thread;
        time_.begin_thread();
        ++outcome_.threads;
        break;
    case ChunkType::method:
        add_method(payload, thread_.methods);
        break;
    case ChunkType::node:
        add_call_path(payload, thread_);
        break;
    case ChunkType::block:
        read_block(payload, bytes);
        break;
    case ChunkType::statistics:
        statistics_.read_chunk(payload, thread_, clock_);
        break;
    case ChunkType::mpi_calls:
        read_mpi_calls(payload);
        break;
    case ChunkType::end:
        check_end(payload);
        break;
    default:
        break; // from a newer version, which promises that it can be passed over
    }
}

void ThreadReader::read_block(ByteReader payload, std::string_view bytes) {
    const auto header = format::read_block_header(payload);
    if (header.sequence < blocks_) {
        return; // as with definitions
    }
    const auto missing = header.sequence - blocks_;
    blocks_ = header.sequence + 1;
    time_.begin_block(header.base, header.overhead);
    decoder_.decode(bytes, payload.offset(), header, visitor_, outcome_.records);
    if (missing != 0) {
        payload.refuse("block " + std::to_string(header.sequence) + " follows where block " +
                       std::to_string(header.sequence - missing) + " was expected");
    }
}

void ThreadReader::read_mpi_calls(ByteReader payload) {
    auto known = mpi_calls_.value_or(std::vector<std::uint64_t>());
    known.resize(thread_.call_paths.size());
    while (!payload.at_end()) {
        const auto node = payload.get<std::uint32_t>();
        const auto calls = payload.get<std::uint64_t>();
        if (node - 1 >= known.size()) {
            payload.refuse("calls of MPI of node " + std::to_string(node) +
                           ", which is not defined before them");
        }
        known[node - 1] = calls;
    }
    mpi_calls_ = std::move(known);
}

void ThreadReader::check_end(ByteReader payload) {
    const auto end = format::read_file_end(payload);
    outcome_.lost += end.lost;
    ended_ = true;
    const auto given = outcome_.records - records_before_;
    if (given != end.invocations && problems_ == 0) {
        payload.refuse("the file says that it has " + std::to_string(end.invocations) +
                       " invocations, but has " + std::to_string(given));
    }
}

/// While the process runs, and after it was killed, there is a thread buffer and nothing is wrong
/// with an open end.
void ThreadReader::check_ending(const format::RecordFile& file) {
    if (ended_ || files_.buffer_file) {
        return;
    }
    throw Malformed(file.position(),
                    file.is_cut_short()
                        ? "the file ends within a chunk; what followed is missing"
                        : "the file has no end mark; what followed is missing, or recording had to "
                          "stop (see `losses` in run.json)");
}

std::optional<format::ThreadBuffer> ThreadReader::copy_of_buffer() const {
    if (!files_.buffer_file) {
        return std::nullopt;
    }
    const auto& file = *files_.buffer_file;
    std::error_code error;
    if (files_.buffer_elsewhere && !std::filesystem::exists(file, error)) {
        throw Error(file, "was in " + files_.buffer_elsewhere->string() +
                              ", which is not there: the machine has restarted, or is another one; "
                              "the last invocations of this thread are lost");
    }
    return format::ThreadBuffer(file);
}

void ThreadReader::read_buffer(const format::ThreadBuffer& buffer) {
    if (!has_clock_) {
        throw Error(*files_.buffer_file,
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

/// Does nothing if not all nodes have room there.
void ThreadReader::read_buffer_mpi_calls(const format::ThreadBuffer& buffer) {
    const auto bytes = buffer.bytes(format::SectionType::mpi_calls);
    const auto nodes = bytes.size() / sizeof(std::uint64_t); // the first is no node
    if (nodes > thread_.call_paths.size()) {
        mpi_calls_.emplace(nodes - 1);
        std::memcpy(mpi_calls_->data(), bytes.data() + sizeof(std::uint64_t),
                    mpi_calls_->size() * sizeof(std::uint64_t));
    }
}

void ThreadReader::read_buffer_chunks(const format::ThreadBuffer& buffer) {
    std::uint64_t offset = 0;
    const std::string bytes = buffer.chunks(offset);
    format::ChunkSequence chunks({bytes.data(), buffer.header().chunk_bytes}, offset);
    for (bool is_end = false; !is_end;) {
        note_problems(*files_.buffer_file, [&] {
            Chunk chunk;
            std::string_view payload;
            is_end = !chunks.next(chunk, payload);
            if (!is_end) {
                read_chunk(chunk, payload);
            }
        });
    }
}

/// What is in the columns may be a block already, or in the statistics, or both. Returns how many
/// are lost.
std::uint64_t ThreadReader::read_buffer_columns(const format::ThreadBuffer& buffer) {
    const auto& header = buffer.header();
    const bool is_recorded = header.block < blocks_;
    const bool is_counted =
        !buffer.has(format::SectionType::statistics) || header.batch <= header.batches;
    if (header.block > blocks_) {
        note(Error(*files_.buffer_file,
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

ReadOutcome read_records(const RunDirectory& run, RecordVisitor& visitor) {
    ReadOutcome outcome;
    const auto info = run_info_if_readable(run);
    Progress progress{0, run.record_bytes()};
    for (const auto& files : run.thread_files()) {
        ThreadReader(files, info ? &*info : nullptr, visitor, progress, outcome).read();
    }
    if (info && info->complete && outcome.problems.empty() && outcome.records < info->records) {
        outcome.problems.emplace_back(
            Error(run.records_directory(), std::to_string(info->records - outcome.records) +
                                               " of " + std::to_string(info->records) +
                                               " records are missing; was a file of it deleted?")
                .what());
    }
    return outcome;
}

} // namespace proxima::rundir
