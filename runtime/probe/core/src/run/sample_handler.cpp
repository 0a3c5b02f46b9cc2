// The signal handler that takes stack samples.
#include "run/sample_handler.hpp"

#include "buffer/thread_state.hpp"
#include "stacks/stack_walk.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>

namespace proxima::detail {
namespace {

std::uint32_t periods_of(const siginfo_t& info) noexcept {
    return info.si_code == SI_TIMER ? static_cast<std::uint32_t>(info.si_overrun) + 1 : 1;
}

// Functions of instrumented sources and those that begin a region are part of what is measured; a
// proxy is not. Work for a call of another thread goes up to the beginning of the thread.
StackWalk::End end_of_walk(const Node& open) noexcept {
    if (open.frame == UINTPTR_MAX && open.stack != 0) {
        return {open.stack, true};
    }
    return {open.frame, static_cast<const TreeNode&>(open).where->method->is_of_source};
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
            const StackWalk walk(*static_cast<const ucontext_t*>(context),
                                 is_call ? end_of_walk(open) : StackWalk::End{});
            if (walk.count() == 0) { // in the proxy
                samples.add_of_runtime(periods_of(*info));
            } else {
                samples.add(is_call ? open.id : 0, walk.frames(), walk.count(), begin,
                            periods_of(*info));
            }
        }
        samples.add_cost(recorder->clock().now() - begin);
    }
    errno = error;
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
    StackWalk::prepare();
    struct sigaction mine{};
    mine.sa_sigaction = take_sample;
    mine.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    sigfillset(&mine.sa_mask);
    return sigaction(sample_signal, &mine, nullptr) == 0 ? nullptr : std::strerror(errno);
}

} // namespace proxima::detail
