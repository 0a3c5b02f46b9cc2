#include "buffer/thinning.hpp"
#include "buffer/thread_state.hpp"
#include "system/stack.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>
#include <unistd.h>
#include <utility>

namespace proxima::detail {
namespace {

constexpr std::size_t enough_for_a_chunk = 32'768; // bytes

} // namespace

std::string RecorderFiles::path(const char* suffix) const {
    return directory + "/" + std::to_string(rank) + "-" + std::to_string(number) + suffix;
}

ThreadRecorder::ThreadRecorder(const Configuration& configuration, std::uint32_t number,
                               ThreadCounters counters, const Clock& clock)
    : clock_(&clock), tree_(this, has_short_path ? &memory_.buffer() : nullptr),
      counters_(counters), configuration_(&configuration), number_(number), published_(memory_),
      writer_(memory_) {
    if (configuration_->keeps_bins()) {
        sampler_ = std::make_unique<Sampler>(*configuration_, clock_->ticks_per_second());
    }
    buffer().head = {&tree_.root(), 0, this, 0, UINTPTR_MAX, &buffer().stand_ins, &tree_.root()};
    buffer().busy = nowhere;
    buffer().counters.batch = 1;
    crossings.longest_ticks =
        static_cast<std::uint64_t>(Crossings::longest * clock_->ticks_per_second());
}

void ThreadRecorder::open_buffer(RecorderFiles files) noexcept {
    int error = ENOMEM;
    try {
        writer_.set_path(files.path(".rec"));
        error = memory_.open_file(files.path(".buffer"), files.rank, files.number);
        if (error == ENOENT) { // other machines have another file system
            std::error_code ignored;
            std::filesystem::create_directories(files.directory, ignored);
            error = memory_.open_file(files.path(".buffer"), files.rank, files.number);
        }
    } catch (const std::bad_alloc&) {
        error = ENOMEM;
    }
    if (error != 0) {
        writer_.give_up(error);
    }
    files_ = std::move(files);
}

void ThreadRecorder::open_records(DiskBudget* budget) noexcept {
    has_records_ = true;
    if (writer_.error() != 0) {
        return;
    }
    int error = ENOMEM;
    try {
        const format::FileHeader header{files_.rank, files_.number, clock_->ticks_per_second(),
                                        clock_->pair()};
        error = writer_.begin(format::write(header), budget);
        writer_.add(format::ChunkType::thread, format::write(thread_));
    } catch (const std::bad_alloc&) {
        error = ENOMEM;
    }
    if (error != 0) {
        memory_.remove_file();
        writer_.give_up(error);
    }
}

void ThreadRecorder::begin_thread(std::uint64_t thread, std::uint64_t system_id,
                                  std::uint64_t creator) {
    const Stack stack = own_stack();
    buffer().head.stack = stack.low;
    buffer().head.stack_bytes = stack.bytes;
    const ClockPair pair = clock_->pair();
    encoder_.begin(pair.ticks - buffer().head.overhead);
    thread_ = {thread, system_id, pair};
    creator_ = creator;
    has_thread_ = true;
    use_at_start_ = thread == 0 ? thread_use(system_id) : std::nullopt;
    is_of_first_thread_ = is_of_first_thread_ || system_id == static_cast<std::uint64_t>(getpid());
    writer_.add(format::ChunkType::thread, format::write(thread_));
}

void ThreadRecorder::append(TreeNode& node, std::uint64_t start, std::uint64_t end,
                            std::uint64_t communication, const std::uint64_t* parameters,
                            const std::uint64_t* counted) noexcept {
    ThreadBuffer& to = buffer();
    BufferCounters& counters = to.counters;
    const std::size_t more = node.words_beyond_first();
    const std::size_t later = buffer_words_reserved * (buffer_capacity - counters.count - 1);
    if (counters.more_words + more + later > buffer_more_words) {
        drain_between_invocations();
    }
    const std::uint64_t index = counters.count + 1;
    to.end[index] = end;
    to.start[index] = start;
    if (communication != 0) {
        to.communication[index] = communication;
        has_communication_ = true;
    }
    to.node[index] = node.id;
    std::uint64_t* further = to.more_words + 1 + counters.more_words;
    for (std::size_t i = 0; i < node.words; ++i) {
        const bool is_parameter = i < node.parameters;
        const std::uint64_t* const from = is_parameter ? parameters : counted;
        const std::size_t at = is_parameter ? i : i - node.parameters;
        *(i == 0 ? to.first_word + index : further++) = from == nullptr ? 0 : from[at];
    }
    __atomic_store_n(&counters.more_words, counters.more_words + more, __ATOMIC_RELAXED);
    if (std::exchange(node.is_due, false)) {
        sampler_->choose(index);
    }
    __atomic_store_n(&counters.count, index, __ATOMIC_RELEASE);
    if (index == buffer_capacity) {
        drain_between_invocations();
    }
}

void ThreadRecorder::drain_between_invocations() noexcept {
    const PausedMeasuring pause(*this, PausedMeasuring::Waits::for_files);
    drain();
}

void ThreadRecorder::count_untimed(TreeNode& node, std::uint64_t communication) noexcept {
    node.count_untimed();
    node.bins->find(node.open_bin)->statistics.communication += communication;
}

void ThreadRecorder::count_mpi_calls(TreeNode& node, std::uint64_t calls) noexcept {
    if (calls == 0 || closed_) {
        return;
    }
    node.ended_mpi_calls += calls;
    if (node.id < counted_nodes) {
        __atomic_store_n(memory_.mpi_calls() + node.id, node.ended_mpi_calls, __ATOMIC_RELAXED);
    }
}

void ThreadRecorder::lose(Loss loss, std::uint64_t count) noexcept {
    losses_[loss] += count;
    const std::uint64_t lost = losses_.total() + (has_unpublished_ ? 1 : 0); // a lower bound
    __atomic_store_n(&buffer().counters.lost, lost, __ATOMIC_RELAXED);
}

// Empties the columns. The order of the stores tells a reader at any instant whether the chunks
// contain the columns.
void ThreadRecorder::drain() noexcept {
    BufferCounters& counters = buffer().counters;
    if (!closed_) {
        take_columns(counters.count);
    }
    __atomic_store_n(&drains_, drains_ + 1, __ATOMIC_RELEASE);
    __atomic_store_n(&counters.count, 0, __ATOMIC_RELEASE);
    rows.begin_columns();
    __atomic_store_n(&counters.more_words, 0, __ATOMIC_RELAXED);
    if (sampler_ != nullptr) {
        published_.begin_columns();
        choose_untimed();
    }
    if (has_communication_) {
        std::memset(buffer().communication, 0, sizeof buffer().communication);
        has_communication_ = false;
    }
    if (writer_.blocks() != counters.block && !closed_) {
        __atomic_store_n(&counters.block, writer_.blocks(), __ATOMIC_RELEASE);
        writer_.write_if_enough();
    }
}

void ThreadRecorder::take_columns(std::uint64_t count) noexcept {
    if (count == 0) {
        return;
    }
    rows.take(buffer(), tree_, count);
    try {
        if (sampler_ != nullptr) {
            take_sample(count);
        } else {
            add_block(buffer(), count, false);
        }
        invocations_ += count;
    } catch (const std::bad_alloc&) {
        lose(Loss::memory, count);
    }
}

void ThreadRecorder::add_block(ThreadBuffer& columns, std::uint64_t count, bool counted) {
    const Encoder::Batch batch{count, writer_.blocks(), has_communication_, counted};
    if (writer_.takes_blocks()) {
        const unsigned char* const end =
            encoder_.encode(columns, tree_, *clock_, batch, writer_.block());
        if (writer_.add_block(end, count)) {
            return;
        }
    } else if (!counted) {
        for (std::uint64_t i = 1; i <= count; ++i) {
            tree_.node(columns.node[i])
                .statistics.add(columns.end[i] - columns.start[i], columns.communication[i]);
        }
    }
    if (writer_.error() != 0) {
        lose(writer_.error() < 0 ? Loss::limit : Loss::disk, count);
    }
}

// Publishes statistics first: without them a reader takes the blocks for all invocations.
void ThreadRecorder::take_sample(std::uint64_t count) {
    invocations_ += sampler_->take(buffer(), tree_, count, has_communication_);
    if (!published_.publish(*sampler_) && !has_unpublished_) {
        has_unpublished_ = true;
        lose(Loss::memory, 0);
    }
    const std::uint64_t chosen = sampler_->chosen();
    if (chosen != 0) {
        add_block(sampler_->columns_of_chosen(buffer(), tree_, count), chosen, true);
    }
    encoder_.begin(buffer().end[count]);
}

// Only the thread itself calls it: its invocations read the choice without a lock.
void ThreadRecorder::choose_untimed() noexcept {
    if (closed_) {
        return;
    }
    try {
        if (configuration_->overhead > 0) {
            for (const Sampler::Added& added : sampler_->added()) {
                note_called(*added.node);
            }
        }
        thin(*sampler_, published_, clock_->ticks_per_second());
    } catch (const std::bad_alloc&) { // all are timed
    }
}

// A method's level may have changed since the last batch.
void ThreadRecorder::note_called(TreeNode& node) {
    if (!node.is_called) {
        called.push_back(&node);
        node.is_called = true;
        sample_anew(node);
    }
}

// Includes what no sample of its batch could tell, as if it had taken the mean time.
void ThreadRecorder::include_all_untimed() noexcept {
    for (std::size_t id = 1; sampler_ != nullptr && id < tree_.size(); ++id) {
        for (Bin& bin : tree_.node(id).bins->all()) {
            invocations_ += bin.include_untimed(bin.statistics);
        }
    }
}

void* ThreadRecorder::section(format::SectionType type, std::uint32_t row_bytes,
                              std::size_t bytes) {
    for (const auto& [known, memory] : sections_) {
        if (known == type) {
            return memory;
        }
    }
    sections_.reserve(sections_.size() + 1);
    void* memory = closed_ ? nullptr : memory_.add_section(type, row_bytes, bytes);
    if (memory == nullptr) {              // no space
        memory = anonymous_memory(bytes); // never freed: threads use it until the process ends
    }
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    sections_.emplace_back(type, memory);
    return memory;
}

bool ThreadRecorder::has_section(const void* memory) const noexcept {
    return std::any_of(sections_.begin(), sections_.end(),
                       [=](const auto& section) { return section.second == memory; });
}

// The thread may still be filling the columns, so this only reads those it has published.
void ThreadRecorder::close() noexcept {
    take_columns(__atomic_load_n(&buffer().counters.count, __ATOMIC_ACQUIRE));
    include_all_untimed();
    try {
        end_thread(has_thread_ ? thread_use(thread_.system_id) : std::nullopt);
        write_end();
    } catch (const std::bad_alloc&) {
        writer_.give_up(ENOMEM);
    }
    writer_.close();
    const std::uint64_t unwritten = writer_.take_lost();
    if (unwritten != 0) {
        lose(Loss::disk, unwritten);
    }
    losses_[Loss::disk] += writer_.take_vanished(); // readers of the buffer see that they are gone
    counters_.freeze();
    closed_ = true;
    if (writer_.error() != 0) { // frees disk space for the results of the run
        memory_.remove_file();
        // A file that cannot be removed must not contain invocations that count as lost.
        __atomic_store_n(&buffer().counters.count, 0, __ATOMIC_RELEASE);
    }
}

std::uint64_t ThreadRecorder::calls_without_origin() const noexcept {
    std::uint64_t calls = 0;
    const TreeNode* const first = is_of_first_thread_ ? nullptr : tree_.root().first_child;
    for (const TreeNode* node = first; node != nullptr; node = node->sibling) {
        calls += node->total().calls;
    }
    return calls;
}

// Writes chunks of some kilobytes, at least one: readers tell an empty chunk from a missing one.
template <class Put>
void ThreadRecorder::write_of_nodes(format::ChunkType type, Put put) {
    format::Bytes payload;
    for (std::size_t id = 1; id < tree_.size(); ++id) {
        put(tree_.node(id), payload);
        if (payload.size() > enough_for_a_chunk) {
            writer_.add(type, payload);
            payload = {};
        }
    }
    writer_.add(type, payload);
}

void ThreadRecorder::write_end() {
    if (!writer_.is_recording()) {
        return;
    }
    if (sampler_ != nullptr) {
        write_of_nodes(format::ChunkType::statistics, [](const TreeNode& node, format::Bytes& to) {
            for (const Bin& bin : node.bins->all()) {
                to.put(node.id).put(std::int32_t{bin.key}).put(format::sums_of(bin.statistics));
            }
        });
        write_of_nodes(format::ChunkType::untimed, [](const TreeNode& node, format::Bytes& to) {
            for (const Bin& bin : node.bins->all()) {
                if (bin.untimed.included != 0) {
                    to.put(node.id).put(std::int32_t{bin.key}).put(bin.untimed.included);
                }
            }
        });
    }
    write_of_nodes(format::ChunkType::mpi_calls, [](const TreeNode& node, format::Bytes& to) {
        if (node.ended_mpi_calls != 0) {
            to.put(node.id).put(node.ended_mpi_calls);
        }
    });
    writer_.add(format::ChunkType::end,
                format::write(format::FileEnd{writer_.recorded(), losses_.total()}));
}

void ThreadRecorder::end_open_invocations() noexcept {
    const std::uint64_t now = clock_->now() - buffer().head.overhead;
    std::uint64_t communication = 0;
    counters_.read();
    for (Node* open = buffer().head.current; open != open->parent; open = open->parent) {
        auto& node = static_cast<TreeNode&>(*open);
        if (node.is_stand_in) {
            break; // below it are only others
        }
        communication += node.communication;
        if (node.start == untimed) {
            count_untimed(node, communication);
        } else {
            node.statistics.add(now - node.start, communication);
            ++invocations_;
        }
        counters_.end(node.counters.get());
        node.open_mpi_calls = node.mpi_calls;
        node.buffer = nullptr;
        node.is_over = true;
    }
    buffer().head.current = &tree_.root();
}

void ThreadRecorder::drop_open_invocations() noexcept {
    for (Node* open = buffer().head.current; open != open->parent; open = open->parent) {
        auto& node = static_cast<TreeNode&>(*open);
        if (!closed_ && node.start != 0) {
            lose(std::exchange(node.left_elsewhere, false) ? Loss::thread : Loss::jump);
        }
        node.communication = node.mpi_calls = 0;
        node.ends_with_inner = false;
        node.buffer = tree_.buffer();
    }
    tree_.root().communication = tree_.root().mpi_calls = 0;
    buffer().head.current = &tree_.root();
}

} // namespace proxima::detail
