#include "run/run.hpp"

#include "run/home_copies.hpp"
#include "system/job_messages.hpp"
#include "system/launcher.hpp"

#include <proxima/detail/guards.hpp>
#include <proxima/detail/no_destructor.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace proxima::detail {
namespace {

// Time that the end of the run waits for threads inside the runtime. A thread that siglongjmp() has
// taken out of the runtime holds its locks forever.
constexpr std::chrono::seconds lock_timeout(2);

void leave_thread(void*) {
    const NoFloatingPointExceptions no_exceptions;
    const SlowSection section;
    ThreadRecorder* const recorder = set_recorder(nullptr);
    this_thread.left = true;
    if (recorder == nullptr) {
        return;
    }
    const NoCancellation
        no_cancellation; // the thread may have been cancelled outside of the runtime
    count_ending_thread();
    try {
        run().detach(*recorder);
    } catch (const std::exception&) { // the end of the run closes the recorder
        return;
    }
}

// Returns nothing if the application uses all keys; then no thread takes over a recorder.
std::optional<pthread_key_t> make_key() noexcept {
    pthread_key_t key{};
    return pthread_key_create(&key, leave_thread) == 0 ? std::optional(key) : std::nullopt;
}

// Returns the recorder when the thread exits.
void watch_thread_exit() noexcept {
    static const std::optional<pthread_key_t> key = make_key();
    if (key.has_value()) {
        pthread_setspecific(*key, &has_short_path); // any pointer but null
    }
}

} // namespace

void Run::configure_from_environment() {
    const std::lock_guard lock(mutex_);
    if (phase_ != Phase::unconfigured) {
        return;
    }
    if (const char* const text = secure_getenv("PROXIMA")) {
        take_configuration(text, "PROXIMA");
    }
}

void Run::say_that_nothing_was_measured() {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    const char* const text = secure_getenv("PROXIMA");
    if (!lock.owns_lock() || phase_ != Phase::unconfigured || is_child_ || job_place().rank != 0) {
        return;
    }
    if (text == nullptr) {
        if (std::getenv("PROXIMA") != nullptr) {
            say("warning: nothing was measured, because the program has more rights than its user "
                "(setuid), and ignores PROXIMA");
        }
        return;
    }
    const auto parsed = parse_configuration(text);
    const auto* const wanted = std::get_if<Configuration>(&parsed);
    if (wanted == nullptr || wanted->help) {
        take_configuration(text, "PROXIMA");
    } else if (wanted->measure && !wanted->quiet) {
        say("warning: nothing was measured, because the program made no proxy and began no MPI "
            "that is measured; link it with the proxies of proxima_add_proxies, and use them (an "
            "assembly: proxima run --measure all)");
    }
}

bool Run::configure(std::string_view text) {
    const std::lock_guard lock(mutex_);
    return phase_ == Phase::unconfigured && take_configuration(text, "the configuration");
}

bool Run::take_configuration(std::string_view text, const char* source) {
    auto parsed = parse_configuration(text);
    if (const auto* const error = std::get_if<ConfigurationError>(&parsed)) {
        say(std::string("error: in ") + source + ": " + error->message + "; nothing is measured");
        phase_ = Phase::off;
        return false;
    }
    configuration_ = std::get<Configuration>(std::move(parsed));
    if (!configuration_.measure) {
        phase_ = Phase::off;
        if (configuration_.help) {
            for (const std::string& line : configuration_help()) {
                say(line);
            }
        }
        return true;
    }
    start();
    begin_threads();
    registry().measure(configuration_.start ? &configuration_ : nullptr);
    return true;
}

void Run::start() {
    const double before_us = processor_use().cpu;
    choose_counters();
    clock_.emplace(configuration_.clock);
    has_short_path = clock_->is_counter() && counters_.counters.empty();
    if (counter_source_ != nullptr) {
        counter_cost_ =
            measure_cost_of_counters(*clock_, *counter_source_, counters_.counters.size());
    }
    phase_ = Phase::running;
    cost_ = measure_cost(*clock_);
    if (configuration_.overhead == 0) {
        measure_cost_of_others(*clock_, cost_);
    }
    use_at_start_ = processor_use(); // calibration is not part of the run
    calibration_us_ = use_at_start_.cpu - before_us;
    facts_ = facts_of_process();
    begin_to_limit_overhead();
    if (!expects_ranks_) {
        make_directory(false);
    }
}

void Run::enable() {
    const std::lock_guard lock(mutex_);
    if (phase_ == Phase::running || phase_ == Phase::ready) {
        registry().measure(&configuration_);
    }
}

bool Run::is_measuring() {
    const std::lock_guard lock(mutex_);
    return phase_ == Phase::running || phase_ == Phase::ready;
}

void Run::disable() {
    registry().measure(nullptr);
}

ThreadRecorder* Run::attach() {
    const NoCancellation no_cancellation; // the run may begin here
    const NoFloatingPointExceptions no_exceptions;
    const std::lock_guard lock(mutex_);
    if (phase_ == Phase::ready) {
        start();
    }
    if (phase_ != Phase::running) {
        return nullptr;
    }
    ThreadRecorder& recorder = idle_recorder();
    begin(recorder);
    idle_recorders_.pop_back();
    begin_sampling(recorder);
    watch_thread_exit();
    return &recorder;
}

// Returns the last idle recorder; makes one if all are in use.
ThreadRecorder& Run::idle_recorder() {
    if (idle_recorders_.empty()) {
        idle_recorders_.reserve(recorders_.size() + 1); // detach() must not allocate
        recorders_.push_back(std::make_unique<ThreadRecorder>(
            configuration_, static_cast<std::uint32_t>(recorders_.size()),
            ThreadCounters(counter_source_, counters_.counters.size(), counter_cost_), *clock_));
        idle_recorders_.push_back(recorders_.back().get());
    }
    return *idle_recorders_.back();
}

// Prints a warning if buffers are not in the run directory; the first thread does so for all.
void Run::say_where_buffer_is(const BufferFile& buffer) {
    if (buffer.why_elsewhere().empty()) {
        return;
    }
    const std::size_t known = problems_.size();
    const std::string problem = "no thread buffers in " + directory_ + ": " +
                                buffer.why_elsewhere() + "; " +
                                lost_by_kill(buffer.place(), configuration_.copy_every);
    add_problem(problem);
    if (problems_.size() > known && may_speak()) {
        say("warning: " + problem);
    }
}

void Run::begin(ThreadRecorder& recorder) {
    const std::lock_guard lock(recorder.mutex());
    recorder.begin_thread(threads_, static_cast<std::uint64_t>(syscall(SYS_gettid)),
                          this_thread.inheritance.thread);
    begin_counting();
    ++threads_;
}

void Run::open_buffer(ThreadRecorder& recorder) {
    if (!recorder.has_buffer() && configuration_.records && !directory_.empty()) {
        recorder.open_buffer(
            {directory_ + "/records", static_cast<std::uint32_t>(rank_), recorder.number()});
        say_where_buffer_is(recorder.buffer_file());
        if (recorder.buffer_file().place() == BufferFile::Place::shared_memory) {
            if (!copy_home(recorder, configuration_.copy_every)) {
                add_problem("some thread buffers are in /dev/shm only: a kill of the machine loses "
                            "what they have");
            }
        }
    }
}

void Run::place(ThreadRecorder& recorder) {
    const std::lock_guard lock(mutex_);
    if (phase_ == Phase::running && expects_ranks_ && directory_.empty() && failure_.empty()) {
        make_directory(true);
    }
    const std::lock_guard recorder_lock(recorder.mutex());
    open_buffer(recorder);
    if (recorder.has_buffer()) {
        recorder.open_records(&*budget_);
        begin_sampling(recorder);
    }
}

void Run::detach(ThreadRecorder& recorder) {
    // Before the locks: reading takes tens of microseconds.
    const auto use = thread_use(static_cast<std::uint64_t>(syscall(SYS_gettid)));
    const std::lock_guard lock(mutex_);
    const std::lock_guard recorder_lock(recorder.mutex());
    recorder.sample_timer().stop();
    recorder.drain();
    if (!recorder.is_closed()) {
        recorder.end_thread(use);
    }
    recorder.drop_open_invocations();
    if (!recorder.is_closed()) {
        idle_recorders_.push_back(&recorder);
    }
    if (counter_source_ != nullptr) {
        counter_source_->end_thread();
    }
}

void Run::finish(bool is_interrupted) {
    if (is_interrupted) {
        if (phase_ == Phase::running) {
            say("the program ends inside the runtime; the run is left open (try: proxima recover)");
        }
        left_open_ = true;
        return;
    }
    const std::unique_lock lock(mutex_, lock_timeout);
    if (!lock.owns_lock() || left_open_ || !end()) {
        return;
    }
    if (ranks_ > 1) { // other ranks may be running
        if (may_speak()) {
            say_left_open();
        }
        speak_for_job(true);
        say_first_failure();
        copy_home_now();
    } else {
        write_results(summary());
    }
}

bool Run::end() {
    if (phase_ != Phase::running) {
        phase_ = Phase::finished;
        return false;
    }
    if (expects_ranks_) { // the program has never called MPI_Init
        speak_for_job(job_place().rank == 0);
        say_what_is_not_counted();
        say_first_failure();
        if (directory_.empty() && failure_.empty()) {
            make_directory(false);
        }
    }
    phase_ = Phase::finished;
    registry().measure(nullptr);
    registry().set_safe_point({}); // its action would wait for this function
    overhead_due = ~std::uint64_t{0};
    end_sampling();
    close_recorders();
    set_recorder(nullptr);
    end_ = clock_->pair();
    use_ = processor_use();
    use_.cpu -= use_at_start_.cpu;
    use_.run_wait = use_.run_wait < 0 ? -1 : std::max(use_.run_wait - use_at_start_.run_wait, 0.0);
    clock_->calibrate(*end_);
    std::size_t nodes = 0;
    std::uint64_t calls = 0;
    for (const auto& recorder : recorders_) {
        nodes = std::max(nodes, recorder->is_closed() ? recorder->tree().size() - 1 : 0);
        calls += recorder->invocations();
    }
    constexpr double short_run_us = 0.3e6; // would take longer with the calibration
    // Takes some eight times as long as the calibration at the start, and is not in overhead=.
    const double allowed_us = configuration_.overhead * use_.cpu;
    const bool is_dear = configuration_.overhead > 0 && calibration_us_ > allowed_us / 40;
    if (calls != 0 && use_.cpu > short_run_us && !is_dear) {
        const double before_us = processor_use().cpu;
        measure_cost_of_nodes(*clock_, nodes, use_.cpu * 1000 / static_cast<double>(calls), cost_);
        calibration_us_ += processor_use().cpu - before_us;
    }
    report_errors();
    return !directory_.empty();
}

void Run::close_recorders() {
    for (const auto& recorder : recorders_) {
        const std::unique_lock lock(recorder->mutex(), lock_timeout);
        if (!lock.owns_lock()) {
            add_problem("a thread was inside the runtime when the run ended: the content of its "
                        "buffer is lost");
            continue;
        }
        if (recorder.get() == this_thread.recorder) {
            recorder->end_open_invocations();
        }
        recorder->close();
    }
}

namespace {

// Runs when the library is loaded: a fork while another thread begins the run must wait for locks.
[[gnu::constructor]] void watch_forks() {
    pthread_atfork([] { run().before_fork(); }, [] { run().after_fork_in_parent(); },
                   [] { run().after_fork_in_child(); });
}

} // namespace

Run& run() noexcept {
    static NoDestructor<Run> instance;
    return *instance;
}

} // namespace proxima::detail
