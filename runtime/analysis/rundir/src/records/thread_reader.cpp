#include "records/thread_reader.hpp"

#include <proxima/base/units.hpp>
#include <proxima/base/utf8.hpp>

#include <algorithm>
#include <utility>

namespace proxima::rundir {

using format::ByteReader;
using format::Chunk;
using format::ChunkType;
using format::Malformed;

ThreadReader::ThreadReader(const RunDirectory::ThreadFiles& files, const RunInfo* info,
                           RecordVisitor& visitor, ReadProgress& progress, ReadOutcome& outcome)
    : files_(files), info_(info), visitor_(visitor), progress_(progress), outcome_(outcome),
      records_before_(outcome.records) {
    thread_.rank = static_cast<std::uint32_t>(files.rank);
    thread_.buffer = static_cast<std::uint32_t>(files.number);
}

// True if the record file is empty: the runtime writes the header before it uses the thread buffer.
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
    // Copies the buffer before it reads the record file: invocations that a running process moves
    // out of its buffer after the copy are in the file.
    const BufferOrProblem copy = copy_of_buffer();
    if (files_.record_file) {
        note_problems(*files_.record_file, [this] { read_record_file(); });
    }
    on_buffer(copy, [this](const format::BufferCopy& buffer) { read_buffer(buffer); });
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
    problems_of_buffer_ = {}; // each look reads it anew
    const BufferOrProblem copy = copy_of_buffer();
    if (files_.record_file) {
        note_problems(*files_.record_file, [this] { read_new_chunks(); });
    }
    const bool has_content = copy.buffer && copy.buffer->has_begun() && has_clock_;
    on_buffer(copy, [&](const format::BufferCopy& buffer) {
        if (has_content) {
            read_buffer_chunks(buffer);
        }
    });
    unsettled();
    const auto settled = statistics_;
    const auto outcome = outcome_;
    if (has_content) {
        on_buffer(copy, [this](const format::BufferCopy& buffer) {
            if (buffer.has(format::SectionType::statistics)) {
                statistics_.read_section(buffer, thread_, clock_);
            }
            if (buffer.header().count != 0) {
                read_buffer_columns(buffer);
            }
        });
    }
    give_statistics();
    if (!ended_) {
        statistics_ = settled;
        outcome_ = outcome;
    }
}

// Leaves an incomplete chunk for the next look.
void ThreadReader::read_new_chunks() {
    format::RecordFile file(*files_.record_file);
    if (!has_clock_) {
        thread_.clock = clock_ = file_clock(*files_.record_file, file, info_);
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

// Keeps one line for each file: one of noise has a problem at every byte.
void ThreadReader::note(const std::filesystem::path& file, const std::string& problem) {
    const bool is_buffer = files_.buffer_file && file == *files_.buffer_file;
    auto& noted = is_buffer ? problems_of_buffer_ : problems_of_record_file_;
    auto& lines = outcome_.problems;
    if (noted.count++ == 0) {
        noted.first = problem;
    }
    std::string line = noted.first;
    if (noted.count > 1) {
        line += "; this file has " + base::plural(noted.count - 1, "more problem");
    }
    const auto old = std::find_if(lines.rbegin(), lines.rend(), [&](const std::string& one) {
        return one.starts_with(noted.first);
    });
    (old == lines.rend() ? lines.emplace_back() : *old) = std::move(line);
}

void ThreadReader::read_record_file() {
    format::RecordFile file(*files_.record_file);
    thread_.clock = clock_ = file_clock(*files_.record_file, file, info_);
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
        return; // a repeated definition: the process was killed before it emptied the buffer
    }
    const ByteReader payload(bytes, chunk.payload_offset());
    switch (type) {
    case ChunkType::thread:
        read_thread(payload);
        break;
    case ChunkType::thread_life:
        read_thread_life(payload);
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
    case ChunkType::untimed:
        statistics_.read_untimed_chunk(payload, thread_);
        break;
    case ChunkType::mpi_calls:
        read_mpi_calls(payload);
        break;
    case ChunkType::end:
        check_end(payload);
        break;
    default:
        break; // readers skip unknown chunks, which newer versions may write
    }
}

void ThreadReader::read_block(ByteReader payload, std::string_view bytes) {
    const auto header = format::read_block_header(payload);
    if (header.sequence < blocks_) {
        return; // a repeated block, as with definitions
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

void ThreadReader::read_thread(ByteReader payload) {
    const auto start = format::read_thread_start(payload);
    thread_.number = start.thread;
    thread_.system_id = start.system_id;
    time_.begin_thread();
    ++outcome_.threads;
}

void ThreadReader::read_thread_life(ByteReader payload) {
    const auto life = format::read_thread_life(payload);
    const auto known = [](std::uint64_t value) {
        return value == format::ThreadLife::unknown ? std::nullopt : std::optional(value);
    };
    if (life.thread == thread_.number) { // else the file is damaged
        visitor_.thread_life(thread_,
                             {base::utf8_text(life.name), clock_.since_start_ns(life.begin),
                              clock_.since_start_ns(life.end), known(life.running_ns),
                              known(life.waiting_ns), known(life.creator)});
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
    if (given != end.invocations && problems_of_record_file_.count == 0) {
        payload.refuse("the file claims " + std::to_string(end.invocations) +
                       " invocations, but has " + std::to_string(given));
    }
}

// Reports a missing end, unless a thread buffer shows that the process runs or was killed.
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

std::optional<RunInfo> run_info_if_readable(const RunDirectory& run) {
    try {
        return load_run_info(run.run_file());
    } catch (const base::Error&) {
        return std::nullopt;
    }
}

} // namespace proxima::rundir
