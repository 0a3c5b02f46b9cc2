#include "run/run.hpp"

#include "clock/cost.hpp"
#include "encoding/format.hpp"
#include "lane/thread.hpp"
#include "ranks/run_summary.hpp"
#include "system/immortal.hpp"
#include "system/message.hpp"
#include "system/no_cancellation.hpp"
#include "tree/call_graph.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <iterator>
#include <new>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace proxima::detail {

namespace {

void before_fork() {
    run().before_fork();
}
void after_fork_in_parent() {
    run().release_after_fork();
}
void after_fork_in_child() {
    run().after_fork_in_child();
}

// When the library is loaded: a fork in the middle of what begins the run waits for its end, or the
// child would for ever.
[[gnu::constructor]] void watch_forks() {
    pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

} // namespace

void Run::configure_from_environment() {
    const std::lock_guard lock(mutex_);
    if (phase_ != Phase::unconfigured) {
        return;
    }
    const char* const text = secure_getenv("PROXIMA");
    if (text == nullptr) {
        return;
    }
    auto parsed = parse_configuration(text);
    if (const auto* const error = std::get_if<ConfigurationError>(&parsed)) {
        say("error: in PROXIMA: " + error->message + "; nothing is measured");
        phase_ = Phase::off;
        return;
    }
    take(std::get<Configuration>(std::move(parsed)));
}

bool Run::configure(std::string_view text) {
    const std::lock_guard lock(mutex_);
    if (phase_ != Phase::unconfigured) {
        return false;
    }
    auto parsed = parse_configuration(text);
    if (const auto* const error = std::get_if<ConfigurationError>(&parsed)) {
        say("error: in the configuration: " + error->message + "; nothing is measured");
        phase_ = Phase::off;
        return false;
    }
    take(std::get<Configuration>(std::move(parsed)));
    return true;
}

void Run::take(Configuration configuration) {
    configuration_ = std::move(configuration);
    if (!configuration_.measure) {
        phase_ = Phase::off;
        return;
    }
    start();
    registry().measure(configuration_.start ? &configuration_ : nullptr);
}

void Run::start() {
    const bool goes_on = !job_directory_.empty(); // with what other threads may be using
    if (!goes_on) {
        choose_counters();
        clock_.emplace(configuration_.clock);
        middle_ = clock_->start();
        short_way.allow(clock_->is_counter() && counters_.counters.empty());
        kernels(); // chosen where no fork can come between
    }
    phase_ = Phase::running;
    if (configuration_.limit != 0 && !goes_on) {
        budget_.emplace(configuration_.limit);
    }
    std::string wanted = configuration_.output;
    if (expects_ranks_) {
        wanted += ".pid-" + std::to_string(getpid());
    }
    has_no_directory_ = has_no_directory_ || !make_run_directory(wanted, directory_);
    if (has_no_directory_) {
        directory_.clear();
        return;
    }
    if (!goes_on) {
        cost_ = measure_cost(*clock_);
    }
    write("run.json", run_json(nullptr, false));
}

bool Run::make_run_directory(const std::string& wanted, std::string& made) {
    int error = make_new_directory(wanted, made);
    if (error == 0 && configuration_.records) {
        error = make_directory(made + "/records");
    }
    if (error == 0) {
        return true;
    }
    fail("cannot make " + made + ": " + error_text(error),
         "; nothing will be written, choose another with output=");
    return false;
}

bool Run::write(const std::string& name, const std::string& text) {
    const std::string path = directory_ + "/" + name;
    const int error = replace_file(path, text);
    if (error != 0) { // what keeps one file from being written keeps all
        fail("cannot write " + path + ": " + error_text(error));
    }
    return error == 0;
}

void Run::enable() {
    const std::lock_guard lock(mutex_);
    if (phase_ == Phase::running || phase_ == Phase::ready) {
        registry().measure(&configuration_);
    }
}

void Run::disable() {
    registry().measure(nullptr);
}

LaneState& Run::new_lane() {
    auto lane =
        std::make_unique<LaneState>(configuration_.depth, &configuration_.recordings,
                                    LaneCounters(counter_source_, counters_.counters.size()));
    lane->number = static_cast<std::uint32_t>(lanes_.size());
    idle_lanes_.reserve(lanes_.size() + 1); // so that a thread that exits needs no memory
    lanes_.push_back(std::move(lane));
    return *lanes_.back();
}

LaneFiles Run::lane_files(const std::string& directory, std::uint32_t number) const {
    const std::string base =
        directory + "/records/" + std::to_string(rank_) + "-" + std::to_string(number);
    return {base + ".rec", base + ".ring", static_cast<std::uint32_t>(rank_), number};
}

LaneState* Run::attach() {
    const NoCancellation no_cancellation; // the run may begin here
    const std::lock_guard lock(mutex_);
    if (phase_ == Phase::ready) {
        start();
    }
    if (phase_ != Phase::running) {
        return nullptr;
    }
    LaneState* const inherited = std::exchange(this_thread.inherited, nullptr);
    LaneState& lane = inherited != nullptr ? *inherited : free_lane();
    try {
        begin(lane);
    } catch (const std::bad_alloc&) { // the thread's next call tries again
        if (inherited != nullptr) {
            this_thread.inherited = inherited;
        } else {
            idle_lanes_.push_back(&lane);
        }
        throw;
    }
    middle_ = clock_->pair();
    watch_thread_exit();
    return &lane;
}

LaneState& Run::free_lane() {
    if (idle_lanes_.empty()) {
        return new_lane();
    }
    LaneState& lane = *idle_lanes_.back();
    idle_lanes_.pop_back();
    return lane;
}

void Run::begin(LaneState& lane) {
    const std::lock_guard lock(lane.mutex());
    if (!lane.has_files() && configuration_.records && !directory_.empty()) {
        const LaneFiles files = lane_files(directory_, lane.number);
        lane.open_files(files, *clock_, budget_ ? &*budget_ : nullptr);
        if (lane.error() != 0) {
            count_among_others(lane);
        }
    }
    lane.begin_thread(threads_, static_cast<std::uint64_t>(syscall(SYS_gettid)), *clock_);
    begin_counting();
    ++threads_;
}

// So that a kill does not lose it without a word.
void Run::count_among_others(LaneState& lane) {
    for (const auto& other : lanes_) {
        RingOthers* const others = other.get() == &lane ? nullptr : other->others();
        if (others != nullptr) {
            lane.count_among(*others);
            return;
        }
    }
}

void Run::detach(LaneState& lane) {
    const std::lock_guard lock(mutex_);
    const std::lock_guard lane_lock(lane.mutex());
    lane.drain();
    lane.drop_open_invocations();
    if (!lane.closed()) {
        idle_lanes_.push_back(&lane);
    }
    end_counting();
}

void Run::close_lanes() {
    for (const auto& lane : lanes_) {
        const std::lock_guard lock(lane->mutex());
        if (lane.get() == this_thread.lane) {
            lane->end_open_invocations(clock_->now());
        }
        lane->close();
    }
}

bool Run::end() {
    if (phase_ != Phase::running) {
        phase_ = Phase::finished;
        return false;
    }
    if (expects_ranks_) {
        leave_provisional_directory();
    }
    phase_ = Phase::finished;
    measured_at_end_ = registry().measures();
    registry().measure(nullptr);
    close_lanes();
    this_thread.lane = nullptr;
    end_ = clock_->pair();
    clock_->calibrate(middle_, *end_);
    report_losses();
    return !directory_.empty();
}

void Run::finish() {
    const std::lock_guard lock(mutex_);
    if (phase_ == Phase::ready && late_invocations() != 0) {
        start(); // so that they are counted somewhere
    }
    if (left_open_ || !end()) {
        return;
    }
    const RunSummary all = summary();
    if (ranks_ > 1) { // the others may still be running
        speak_for_job(true);
        say_unsaid();
        write("callgraph-" + std::to_string(rank_) + ".json", call_graph_json(all.graph, 1));
        say_left_open();
    } else if (write_results(all)) {
        remove_rings();
    }
}

// Handlers of the application's that run until after_fork() are not measured: they would wait for
// the thread itself, or write into the ring that the child still shares.
void Run::before_fork() {
    mutex_.lock();
    if (!this_thread.busy) { // as in a handler of a signal
        forking_.emplace();
    }
    registry().mutex().lock();
    LaneState* const mine = this_thread.lane != nullptr ? this_thread.lane : this_thread.inherited;
    if (mine != nullptr) {
        mine->prepare_fork();
    }
}

void Run::release_after_fork() {
    forking_.reset();
    registry().mutex().unlock();
    mutex_.unlock();
}

void Run::after_fork_in_child() {
    if (phase_ != Phase::unconfigured) {
        become_child();
    }
    release_after_fork();
}

void Run::become_child() {
    current_lane = &no_lane;
    const std::string uncounted = counter_source_ == nullptr ? "" : counter_source_->begin_child();
    LaneState* const mine = this_thread.lane != nullptr ? this_thread.lane : this_thread.inherited;
    this_thread.lane = nullptr;
    this_thread.inherited = nullptr;
    for (auto& lane : lanes_) {
        if (lane.get() != mine) {
            lane->abandon();
            abandoned_.push_back(std::move(lane));
        }
    }
    // What is left is the calling thread's lane, or nothing.
    std::unique_ptr<LaneState> kept;
    for (auto& lane : lanes_) {
        kept = lane != nullptr ? std::move(lane) : std::move(kept);
    }
    lanes_.clear();
    idle_lanes_.clear();
    if (kept != nullptr && kept->become_child(clock_->now())) {
        this_thread.inherited = kept.get();
        kept->number = 0;
        lanes_.push_back(std::move(kept));
    } else if (kept != nullptr) {
        abandoned_.push_back(std::move(kept));
    }
    if (phase_ == Phase::running) {
        phase_ = Phase::ready;
        parent_directory_ = directory_;
        configuration_.output = directory_ + ".child-" + std::to_string(getpid());
    }
    left_open_ = false;
    value_files_.clear(); // the parent's
    speak_for_job(true);
    expects_ranks_ = has_joined_ = has_parted_ = false;
    job_directory_.clear();
    job_file_suffix_.clear();
    // What is left of the lanes of a job is nobody's; threads may come back to them all the same.
    std::move(lanes_of_job_.begin(), lanes_of_job_.end(), std::back_inserter(abandoned_));
    lanes_of_job_.clear();
    rank_ = 0;
    ranks_ = 1;
    threads_ = 0;
    mpi_call_cost_.reset();
    problems_ = counters_.messages; // they are so here as well
    unsaid_.clear();
    if (!uncounted.empty()) {
        problems_.push_back(uncounted);
    }
}

Run& run() noexcept {
    static Immortal<Run> instance;
    return *instance;
}

} // namespace proxima::detail
