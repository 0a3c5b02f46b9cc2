#include "stacks/sample_timer.hpp"

#include "buffer/thread_state.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#ifdef DLFO_STRUCT_HAS_EH_DBASE // glibc finds unwind tables without a lock
#define PROXIMA_UNWINDS_IN_HANDLERS 1
#endif

namespace proxima::detail {
namespace {

// The default action for this signal is none, so one that arrives late, after exec or after the
// application has taken back the handler, harms nothing. Programs use it only for urgent data of
// sockets.
constexpr int sample_signal = SIGURG;
constexpr std::size_t most_frames = 64;

struct Walk {
    std::array<std::uint64_t, most_frames> frames;
    std::size_t count = 0;
    std::uint64_t leaf = 0;        // interrupted instruction
    std::uintptr_t proxys = 0;     // stack address of the innermost call's proxy
    bool is_above_handler = false; // the walk has passed the handler's own frames
};

#ifdef PROXIMA_UNWINDS_IN_HANDLERS
_Unwind_Reason_Code visit(_Unwind_Context* context, void* data) {
    Walk& walk = *static_cast<Walk*>(data);
    int is_before = 0;
    const std::uint64_t address = _Unwind_GetIPInfo(context, &is_before);
    if (!walk.is_above_handler) {
        walk.is_above_handler = is_before != 0 && address == walk.leaf;
        return _URC_NO_REASON;
    }
    if (_Unwind_GetCFA(context) > walk.proxys) { // the last frame was the proxy's
        --walk.count;
        return _URC_END_OF_STACK;
    }
    if (address == 0 || walk.count == walk.frames.size()) {
        return _URC_END_OF_STACK;
    }
    walk.frames[walk.count++] = address - 1; // within the call instruction
    return _URC_NO_REASON;
}
#endif

std::uint64_t program_counter(const ucontext_t& interrupted) noexcept {
#if defined(__x86_64__)
    return static_cast<std::uint64_t>(interrupted.uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return interrupted.uc_mcontext.pc;
#else
    return 0;
#endif
}

// Walks from the interrupted instruction up to the proxy. Before glibc 2.35 unwinding may wait for
// a lock that the interrupted code holds; there are no callers then.
void walk_stack(Walk& walk, const ucontext_t& interrupted, std::uintptr_t proxys) noexcept {
    walk.leaf = program_counter(interrupted);
    walk.frames[walk.count++] = walk.leaf;
    walk.proxys = proxys;
#ifdef PROXIMA_UNWINDS_IN_HANDLERS
    if (proxys != 0) {
        _Unwind_Backtrace(visit, &walk);
    }
#endif
}

std::uint32_t periods_of(const siginfo_t& info) noexcept {
    return info.si_code == SI_TIMER ? static_cast<std::uint32_t>(info.si_overrun) + 1 : 1;
}

void take_sample(int /*signal*/, siginfo_t* info, void* context) {
    const int error = errno;
    ThreadRecorder* const recorder = this_thread.recorder;
    if (recorder != nullptr && recorder->samples().is_open() && !recorder->is_closed() &&
        (info->si_code == SI_TIMER || info->si_code == POLL_IN || info->si_code == SI_SIGIO)) {
        StackSamples& samples = recorder->samples();
        const std::uint64_t begin = recorder->clock().now();
        if (is_runtime_interrupted()) {
            samples.add_of_runtime(periods_of(*info));
        } else {
            const Node& open = *recorder->buffer().head.current;
            const bool is_call = open.parent != &open;
            Walk walk;
            walk_stack(walk, *static_cast<const ucontext_t*>(context), is_call ? open.frame : 0);
            if (walk.count == 0) { // in the proxy
                samples.add_of_runtime(periods_of(*info));
            } else {
                samples.add(is_call ? open.id : 0, walk.frames.data(), walk.count, begin,
                            periods_of(*info));
            }
        }
        samples.add_cost(recorder->clock().now() - begin);
    }
    errno = error;
}

// Loads what unwinding needs, which must not happen in a handler.
void unwind_once() noexcept {
    _Unwind_Backtrace([](_Unwind_Context*, void*) { return _URC_END_OF_STACK; }, nullptr);
}

int perf_event_open(perf_event_attr& attributes) noexcept {
    return static_cast<int>(
        syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

} // namespace

const char* prepare_sampling() noexcept {
    struct sigaction known{};
    if (sigaction(sample_signal, nullptr, &known) != 0) {
        return std::strerror(errno);
    }
    const bool is_mine = (known.sa_flags & SA_SIGINFO) != 0 && known.sa_sigaction == take_sample;
    if (is_mine) {
        return nullptr;
    }
    if ((known.sa_flags & SA_SIGINFO) != 0 ||
        (known.sa_handler != SIG_DFL && known.sa_handler != SIG_IGN)) {
        return "the program handles SIGURG, the signal that samples need";
    }
    unwind_once();
    struct sigaction mine{};
    mine.sa_sigaction = take_sample;
    mine.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    sigfillset(&mine.sa_mask);
    return sigaction(sample_signal, &mine, nullptr) == 0 ? nullptr : std::strerror(errno);
}

bool blocks_samples() noexcept {
    sigset_t blocked;
    return pthread_sigmask(SIG_BLOCK, nullptr, &blocked) != 0 ||
           sigismember(&blocked, sample_signal) != 0;
}

int SampleTimer::start(std::uint64_t period_ns) noexcept {
    stop();
    return start_perf(period_ns) ? 0 : start_timer(period_ns);
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
    const f_owner_ex owner{F_OWNER_TID, static_cast<pid_t>(syscall(SYS_gettid))};
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

int SampleTimer::start_timer(std::uint64_t period_ns) noexcept {
    constexpr std::uint64_t ns_per_s = 1'000'000'000;
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = sample_signal;
    event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
    if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) != 0) {
        return errno;
    }
    has_timer_ = true;
    const timespec period{static_cast<time_t>(period_ns / ns_per_s),
                          static_cast<long>(period_ns % ns_per_s)};
    const itimerspec times{period, period};
    return timer_settime(timer_, 0, &times, nullptr) == 0 ? 0 : errno;
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
