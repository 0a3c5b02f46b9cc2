// Records one thread: moves invocations from its buffer into its call tree and its record file.
#pragma once

#include "buffer/buffer_memory.hpp"
#include "buffer/encoder.hpp"
#include "buffer/kept_rows.hpp"
#include "buffer/published_statistics.hpp"
#include "buffer/record_writer.hpp"
#include "buffer/sampler.hpp"
#include "stacks/sample_timer.hpp"
#include "stacks/stack_samples.hpp"
#include "system/processor_use.hpp"
#include "system/thread_use.hpp"
#include "tree/tree.hpp"

#include <proxima/detail/guards.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <unordered_map>
#include <utility>
#include <vector>

namespace proxima::detail {

// The reason why invocations are lost.
enum class Loss : std::uint8_t { limit, disk, memory, depth, jump, thread, stack };

constexpr std::size_t loss_kinds = 7;

// Lost invocations by reason.
struct LossCounts {
    std::array<std::uint64_t, loss_kinds> counts{};

    std::uint64_t& operator[](Loss loss) noexcept { return counts[static_cast<std::size_t>(loss)]; }
    std::uint64_t total() const noexcept {
        std::uint64_t sum = 0;
        for (const std::uint64_t count : counts) {
            sum += count;
        }
        return sum;
    }
    void add(const LossCounts& more) noexcept {
        for (std::size_t i = 0; i < loss_kinds; ++i) {
            counts[i] += more.counts[i];
        }
    }
};

// The values of a node in the last snapshot.
struct ReportedNode {
    std::uint64_t calls = 0;
    std::uint64_t inclusive = 0;
    std::uint64_t communication = 0;
};

// The values of a thread in the last snapshot. Guarded by the lock of the run.
struct Reported {
    std::vector<ReportedNode> nodes;
    std::uint64_t drains = 0;
    std::uint64_t count = 0; // invocations in the columns after these drains
};

// The names of a recorder's files.
struct RecorderFiles {
    std::string directory; // "run/records"
    std::uint32_t rank = 0;
    std::uint32_t number = 0;

    std::string path(const char* suffix) const;
};

// How often calls were entered and left by the slow path, and the time of some of these crossings.
// Rare calls find nothing in the caches, and take several times what calibration can know. Other
// threads read it.
struct Crossings {
    static constexpr std::uint64_t every = 61; // no multiple of the crossings of a call
    static constexpr double longest = 5e-6;    // seconds: what takes longer has waited

    bool is_next() noexcept {
        store_shared(count, count + 1);
        return count % every == 0;
    }
    void add(std::uint64_t more_ticks) noexcept {
        store_shared(timed, timed + 1);
        store_shared(ticks, ticks + std::min(more_ticks, longest_ticks));
    }
    void add(const Crossings& of_thread) noexcept {
        count += load_shared(of_thread.count);
        timed += load_shared(of_thread.timed);
        ticks += load_shared(of_thread.ticks);
    }

    std::uint64_t count = 0;
    std::uint64_t timed = 0;
    std::uint64_t ticks = 0; // of those that were timed
    std::uint64_t longest_ticks = 0;
};

inline namespace layout_5 {

class ThreadRecorder {
public:
    // Takes the number of the recorder in the run. Throws std::bad_alloc.
    ThreadRecorder(const Configuration& configuration, std::uint32_t number,
                   ThreadCounters counters, const Clock& clock);
    ThreadRecorder(const ThreadRecorder&) = delete;
    ThreadRecorder& operator=(const ThreadRecorder&) = delete;
    ~ThreadRecorder() = default;

    std::uint32_t number() const noexcept { return number_; }
    ThreadBuffer& buffer() noexcept { return memory_.buffer(); }
    Tree& tree() noexcept { return tree_; }
    const Clock& clock() const noexcept { return *clock_; }
    ThreadCounters& counters() noexcept { return counters_; }
    StackSamples& samples() noexcept { return samples_; }
    SampleTimer& sample_timer() noexcept { return sample_timer_; }
    // Readers and the end of the run hold it; its thread takes it to drain, to make a
    // node, and to leave a call the slow way.
    std::timed_mutex& mutex() noexcept { return mutex_; }

    // Call the following functions with the mutex held.

    // Moves the buffer into a new file. After an error, records nothing.
    void open_buffer(RecorderFiles files) noexcept;
    bool has_buffer() const noexcept { return !files_.directory.empty(); }
    // Begins to record into a new file, before the first node. After an error, records nothing.
    void open_records(DiskBudget* budget) noexcept;
    bool has_records() const noexcept { return has_records_; }
    // Encodes blocks and discards them, to measure the cost of a call.
    void encode_without_files() noexcept { writer_.discard(); }

    // Begins a thread, which writes to the buffer from now on.
    void begin_thread(std::uint64_t thread, std::uint64_t system_id,
                      std::uint64_t creator = format::ThreadLife::unknown);
    // Writes the life of the thread; does nothing the second time.
    void end_thread(const std::optional<ThreadUse>& use) noexcept;
    std::uint64_t thread() const noexcept { return thread_.thread; }
    std::uint64_t system_id() const noexcept { return thread_.system_id; }
    // Drops the invocations that are open when the thread exits, and counts them as lost: in C,
    // pthread_exit() leaves functions without unwinding them.
    void drop_open_invocations() noexcept;

    // Finds or makes the child of `parent` at `site`; null if it is not measured. Throws
    // std::bad_alloc.
    TreeNode* child(TreeNode& parent, CallSite site);
    enum class Origin { adopted, inherited };
    // Finds or makes this thread's node for a call that is open on another one, below stand-ins for
    // its callers; null if the run is over. Throws std::bad_alloc.
    TreeNode* stand_in_for(const TreeNode& original, Origin origin);
    // Throws std::bad_alloc.
    TreeNode& add_node(TreeNode& parent, CallSite site, const CallSiteInfo& where);
    // Appends a completed invocation.
    void append(TreeNode& node, std::uint64_t start, std::uint64_t end, std::uint64_t communication,
                const std::uint64_t* parameters, const std::uint64_t* counted) noexcept;
    // Completes an untimed invocation.
    void count_untimed(TreeNode& node, std::uint64_t communication) noexcept;
    // Adds the MPI calls of a completed invocation of the node.
    void count_mpi_calls(TreeNode& node, std::uint64_t calls) noexcept;
    // Encodes and empties the columns.
    void drain() noexcept;
    void lose(Loss loss, std::uint64_t count = 1) noexcept;

    // Applies the sampling that the configuration now has. Throws std::bad_alloc.
    void sample_anew();

    // Finds or makes a section of the buffer file. If that has no space, the section is in memory,
    // and a kill loses it. Throws std::bad_alloc.
    void* section(format::SectionType type, std::uint32_t row_bytes, std::size_t bytes);

    bool has_section(const void* memory) const noexcept;

    // Counts open invocations as if they ended now. Leaving them then has no effect.
    void end_open_invocations() noexcept;
    // Writes everything; later invocations are dropped. The buffer file stays until the results of
    // the run are written, because it has the counts of MPI.
    void close() noexcept;
    void remove_buffer_file() noexcept { memory_.remove_file(); }
    bool is_closed() const noexcept { return closed_; }

    // True if a kill would lose nothing.
    bool is_in_files() const noexcept {
        return has_buffer() && writer_.error() == 0 && has_records_ == writer_.is_recording();
    }
    const RecordWriter& writer() const noexcept { return writer_; }
    std::uint64_t invocations() const noexcept {
        return invocations_;
    } // invocations in the statistics
    // Calls that have no caller, though their thread has a creator.
    std::uint64_t calls_without_origin() const noexcept;
    std::uint64_t lives() const noexcept { return lives_; } // of all its threads, ticks
    // Counts ticks of the runtime in which it waited.
    void count_waiting(std::uint64_t ticks) noexcept { store_shared(waiting_, waiting_ + ticks); }
    std::uint64_t waiting() const noexcept { return load_shared(waiting_); }
    // Ticks in which the runtime worked, until now.
    std::uint64_t own_work() noexcept {
        const std::uint64_t before = waiting();
        return load_shared(memory_.buffer().head.overhead) - before;
    }
    const LossCounts& losses() const noexcept { return losses_; }
    const BufferFile& buffer_file() const noexcept { return memory_.file(); }

    // Rows for PerfParam, and values of the last snapshot.
    KeptRows rows;
    Reported reported;
    // Number of times the columns have been drained. A reader may copy them without the mutex; the
    // copy is valid if this number has not changed.
    std::uint64_t drains() const noexcept { return __atomic_load_n(&drains_, __ATOMIC_ACQUIRE); }
    // Where there is overhead=: that number at this thread's last decision about it, and the nodes
    // whose calls have been drained since the last decision.
    std::uint64_t drains_at_decision = 0;
    std::vector<TreeNode*> called;
    Crossings crossings;

private:
    // Equips and links a new node; drops it if that throws.
    TreeNode& add(TreeNode& node);
    // Gives a new node its counters, bins and definition.
    void equip(TreeNode& node);
    Sampling sampling_of(const RegisteredMethod& method) const noexcept;
    void define(const TreeNode& node);
    void take_columns(std::uint64_t count) noexcept;
    void add_block(ThreadBuffer& columns, std::uint64_t count, bool counted);
    void take_sample(std::uint64_t count);
    void choose_untimed() noexcept;
    void note_called(TreeNode& node);
    void sample_anew(TreeNode& node);
    void include_all_untimed() noexcept;
    void drain_between_invocations() noexcept;
    void write_end();
    std::uint64_t nanoseconds(std::uint64_t ticks) const noexcept;
    template <class Put>
    void write_of_nodes(format::ChunkType type, Put put);

    std::timed_mutex mutex_;
    const Clock* clock_;
    BufferMemory memory_;
    Tree tree_;
    ThreadCounters counters_;
    StackSamples samples_;
    SampleTimer sample_timer_;
    const Configuration* configuration_;
    std::uint32_t number_;
    Encoder encoder_;
    std::unique_ptr<Sampler> sampler_; // null: all invocations are recorded
    PublishedStatistics published_;
    RecordWriter writer_;
    RecorderFiles files_;
    std::vector<std::pair<format::SectionType, void*>> sections_;
    format::ThreadStart thread_{};                        // the thread that writes to the buffer
    std::uint64_t creator_ = format::ThreadLife::unknown; // of that thread
    std::uint64_t lives_ = 0;
    bool has_thread_ = false;               // it has not ended
    std::optional<ThreadUse> use_at_start_; // of the first thread
    bool has_communication_ = false;        // an invocation in the columns has communicated
    bool has_records_ = false;              // open_records() was called
    bool closed_ = false;
    bool is_of_first_thread_ = false; // the thread that began the process
    // Numbers of methods in the file.
    std::unordered_map<const RegisteredMethod*, std::uint32_t> methods_;
    std::uint64_t invocations_ = 0;
    std::uint64_t drains_ = 0;
    std::uint64_t waiting_ = 0;
    LossCounts losses_;
    bool has_unpublished_ = false; // some statistics are not in the buffer file
};

} // namespace layout_5

// Stops the thread's time while it lives, for at most some ticks: the time belongs to the runtime
// and no invocation. Marks the buffer as busy, because open invocations seem too long to snapshots
// meanwhile.
class PausedTime {
public:
    explicit PausedTime(ThreadRecorder& recorder, std::uint64_t most = no_limit) noexcept
        : recorder_(recorder), current_(recorder.buffer().head.current), most_(most) {
        store_shared(recorder.buffer().head.current, &recorder.buffer().busy);
        in_this_order(); // before the clock is read, or readers see time that is taken back
        begin_ = recorder.clock().now();
    }
    PausedTime(const PausedTime&) = delete;
    PausedTime& operator=(const PausedTime&) = delete;
    ~PausedTime() {
        BufferHead& head = recorder_.buffer().head;
        const std::uint64_t ticks = recorder_.clock().now() - begin_;
        store_shared(head.overhead, head.overhead + std::min(ticks, most_));
        __atomic_store_n(&head.current, current_, __ATOMIC_RELEASE);
    }

    void stop() noexcept { most_ = recorder_.clock().now() - begin_; }
    void limit(double nanoseconds) noexcept {
        const double ticks = nanoseconds * recorder_.clock().ticks_per_second() / 1e9;
        most_ = std::min(most_, static_cast<std::uint64_t>(ticks));
    }

private:
    static constexpr std::uint64_t no_limit = ~std::uint64_t{0};

    ThreadRecorder& recorder_;
    Node* current_;
    std::uint64_t most_;
    std::uint64_t begin_;
};

// Times some of the crossings while it lives, without what counts as the runtime's own work.
class CrossingTime {
public:
    explicit CrossingTime(ThreadRecorder& recorder) noexcept
        : recorder_(recorder.crossings.is_next() ? &recorder : nullptr),
          begin_(recorder_ == nullptr ? 0 : thread_time()) {}
    CrossingTime(const CrossingTime&) = delete;
    CrossingTime& operator=(const CrossingTime&) = delete;
    ~CrossingTime() {
        if (recorder_ != nullptr) {
            recorder_->crossings.add(thread_time() - begin_);
        }
    }

private:
    std::uint64_t thread_time() const noexcept {
        return recorder_->clock().now() - recorder_->buffer().head.overhead;
    }

    ThreadRecorder* recorder_; // null: this crossing is not timed
    std::uint64_t begin_;
};

// Stops time and counters, and hides floating-point operations, while a buffer is drained or a node
// is made. Preemption meanwhile is time of the application; so is any waiting, unless it is for
// files. Making a node is too short to ask the system about both: what takes longer than
// `longest_step` has waited.
class PausedMeasuring {
public:
    enum class Waits { never, for_files };

    PausedMeasuring(ThreadRecorder& recorder, Waits waits) noexcept
        : time_(recorder), counters_(recorder.counters()) {
        counters_.begin_own_work();
        if (waits == Waits::for_files) {
            begin_.emplace();
        }
    }
    PausedMeasuring(const PausedMeasuring&) = delete;
    PausedMeasuring& operator=(const PausedMeasuring&) = delete;
    ~PausedMeasuring() {
        counters_.end_own_work();
        time_.stop(); // before the last system call, which may end in preemption that it cannot see
        if (!begin_.has_value()) {
            time_.limit(longest_step);
        } else if (const Usage end; end.preempted != begin_->preempted) {
            time_.limit(end.processor_ns - begin_->processor_ns);
        }
    }

private:
    struct Usage {
        Usage() noexcept {
            rusage usage{};
            getrusage(RUSAGE_THREAD, &usage); // its processor time is that of the last tick
            preempted = usage.ru_nivcsw;
            processor_ns = processor_ns_of_thread();
        }

        long preempted = 0; // times
        double processor_ns = 0;
    };

    static constexpr double longest_step = 50e3; // nanoseconds

    PausedTime time_;
    NoFloatingPointExceptions no_exceptions_;
    ThreadCounters& counters_;
    std::optional<Usage> begin_;
};

} // namespace proxima::detail
