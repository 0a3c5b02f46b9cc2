#include "stacks/sample_timer.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace proxima::detail {
namespace {

int perf_event_open(perf_event_attr& attributes) noexcept {
    return static_cast<int>(
        syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

pid_t own_thread() noexcept {
    return static_cast<pid_t>(syscall(SYS_gettid));
}

// Waits for the next gap between two readings of the clock that is too long for a reading, and
// returns it in ticks; 0 if there is none before the end.
std::uint64_t next_gap(const Clock& clock, std::uint64_t least, std::uint64_t end) noexcept {
    for (std::uint64_t last = clock.now(); last < end;) {
        const std::uint64_t now = clock.now();
        if (now - last > least) {
            return now - last;
        }
        last = now;
    }
    return 0;
}

// A timer that the kernel serves in its ticks adds only the signal to them.
std::uint64_t ticks_of_signal(const Clock& clock) noexcept {
    const std::uint64_t begin = clock.now();
    syscall(SYS_tgkill, getpid(), own_thread(), sample_signal);
    return clock.now() - begin;
}

} // namespace

bool blocks_samples() noexcept {
    sigset_t blocked;
    return pthread_sigmask(SIG_BLOCK, nullptr, &blocked) != 0 ||
           sigismember(&blocked, sample_signal) != 0;
}

int SampleTimer::start(std::uint64_t period_ns, bool waiting) noexcept {
    stop();
    if (waiting) {
        source_ = format::SampleSource::wall;
        return start_timer(period_ns, CLOCK_MONOTONIC);
    }
    if (start_perf(period_ns)) {
        source_ = format::SampleSource::perf;
        return 0;
    }
    source_ = format::SampleSource::timer;
    return start_timer(period_ns, CLOCK_THREAD_CPUTIME_ID);
}

// Leaves out what the thread does in the kernel: a signal there would end calls such as poll()
// early.
bool SampleTimer::start_perf(std::uint64_t period_ns) noexcept {
    perf_event_attr attributes{};
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_SOFTWARE;
    attributes.config = PERF_COUNT_SW_TASK_CLOCK;
    attributes.sample_period = period_ns;
    attributes.wakeup_events = 1;
    attributes.disabled = 1;
    attributes.exclude_kernel = 1; // also all that ordinary users may ask for on most systems
    attributes.exclude_hv = 1;
    descriptor_ = perf_event_open(attributes);
    if (descriptor_ < 0) {
        return false;
    }
    const f_owner_ex owner{F_OWNER_TID, own_thread()};
    const bool starts = ioctl(descriptor_, PERF_EVENT_IOC_ID, &event_) == 0 &&
                        fcntl(descriptor_, F_SETOWN_EX, &owner) == 0 &&
                        fcntl(descriptor_, F_SETSIG, sample_signal) == 0 &&
                        fcntl(descriptor_, F_SETFL, O_ASYNC) == 0 &&
                        ioctl(descriptor_, PERF_EVENT_IOC_ENABLE, 0) == 0;
    if (!starts) {
        close(descriptor_);
        descriptor_ = -1;
    }
    return starts;
}

int SampleTimer::start_timer(std::uint64_t period_ns, clockid_t clock) noexcept {
    constexpr std::uint64_t ns_per_s = 1'000'000'000;
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = sample_signal;
    event._sigev_un._tid = own_thread();
    if (timer_create(clock, &event, &timer_) != 0) {
        return errno;
    }
    has_timer_ = true;
    const timespec period{static_cast<time_t>(period_ns / ns_per_s),
                          static_cast<long>(period_ns % ns_per_s)};
    const itimerspec times{period, period};
    return timer_settime(timer_, 0, &times, nullptr) == 0 ? 0 : errno;
}

// The median: other programs may preempt the thread, and the kernel's ticks are shorter.
double SampleTimer::interruption_ns(const Clock& clock, bool waiting) noexcept {
    constexpr std::uint64_t period_ns = 100'000;
    const double ticks_per_ns = clock.ticks_per_second() * 1e-9;
    const auto least = static_cast<std::uint64_t>(2000 * ticks_per_ns);
    const auto most = static_cast<std::uint64_t>(20'000'000 * ticks_per_ns);
    SampleTimer timer;
    if (timer.start(period_ns, waiting) != 0) {
        return 0;
    }
    const std::uint64_t end = clock.now() + most;
    std::array<std::uint64_t, 15> gaps{};
    for (std::uint64_t& gap : gaps) {
        gap = timer.source() == format::SampleSource::timer ? ticks_of_signal(clock)
                                                            : next_gap(clock, least, end);
    }
    timer.stop();
    std::sort(gaps.begin(), gaps.end());
    return static_cast<double>(gaps[gaps.size() / 2]) / ticks_per_ns;
}

// False if the application has closed it: the number may be one of its own files now.
bool SampleTimer::owns_descriptor() const noexcept {
    std::uint64_t event = 0;
    return descriptor_ >= 0 && ioctl(descriptor_, PERF_EVENT_IOC_ID, &event) == 0 &&
           event == event_;
}

void SampleTimer::stop() noexcept {
    if (has_timer_) {
        timer_delete(timer_);
    }
    leave_to_parent();
}

// A child inherits the descriptor, but no timer.
void SampleTimer::leave_to_parent() noexcept {
    if (owns_descriptor()) {
        close(descriptor_);
    }
    has_timer_ = false;
    descriptor_ = -1;
}

} // namespace proxima::detail
