#include "assembly/early_end.hpp"

#include "shared/messages.hpp"

#include <proxima/control.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <unistd.h>

namespace proxima::cli {
namespace {

struct Crash {
    int signal;
    const char* name;
    struct sigaction former;
};

// Names contain the numbers on Linux, because signal handlers do not format text.
std::array<Crash, 5> crashes{{{SIGSEGV, "11 (segmentation fault)", {}},
                              {SIGBUS, "7 (bus error)", {}},
                              {SIGFPE, "8 (arithmetic error)", {}},
                              {SIGILL, "4 (illegal instruction)", {}},
                              {SIGABRT, "6 (aborted)", {}}}};
static_assert(SIGSEGV == 11 && SIGBUS == 7 && SIGFPE == 8 && SIGILL == 4 && SIGABRT == 6);

constexpr std::size_t longest_subject = 1000;
char subject[longest_subject];
std::atomic<std::size_t> subject_size{0};
pid_t watched_process = 0;
char rank_text[32] = "";

// A line built without allocation: signal handlers print it, too.
class Line {
public:
    Line& operator<<(std::string_view text) {
        const std::size_t taken = std::min(text.size(), sizeof(text_) - 1 - size_);
        std::memcpy(text_ + size_, text.data(), taken);
        size_ += taken;
        return *this;
    }
    void say() {
        text_[size_++] = '\n';
        [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text_, size_);
    }

private:
    char text_[longest_subject + 300];
    std::size_t size_ = 0;
};

// Forked children are not checked.
bool is_working() noexcept {
    return subject_size.load(std::memory_order_acquire) != 0 && getpid() == watched_process;
}

std::string_view current_subject() noexcept {
    return {subject, subject_size.load(std::memory_order_acquire)};
}

void on_signal(int signal, siginfo_t* info, void*) {
    const auto crash = std::find_if(crashes.begin(), crashes.end(),
                                    [&](const Crash& known) { return known.signal == signal; });
    if (is_working()) {
        Line line;
        line << current_subject() << " was ended by signal " << crash->name << rank_text;
        line.say();
    }
    sigaction(signal, &crash->former, nullptr);
    if (info->si_code <= 0) { // sent by a process; others happen again on return
        raise(signal);
    }
}

void on_exit_called(int status, void*) {
    if (!is_working()) {
        return;
    }
    constexpr int lowest_byte = 0xff;
    Line line;
    line << current_subject() << " has called exit(" << std::to_string(status)
         << "), which ends the program; components return" << rank_text;
    line.say();
    if ((status & lowest_byte) == 0) {
        proxima::finish();
        std::fflush(nullptr);
        subject_size = 0;
        ::_exit(status_bad_data);
    }
}

// A stack overflow of the main thread is reported as well.
void provide_signal_stack() {
    static char signal_stack[std::size_t{1} << 16];
    stack_t known{};
    if (sigaltstack(nullptr, &known) == 0 && (known.ss_flags & SS_DISABLE) != 0) {
        stack_t mine{};
        mine.ss_sp = signal_stack;
        mine.ss_size = sizeof(signal_stack);
        sigaltstack(&mine, nullptr);
    }
}

} // namespace

void set_subject_of_early_end(std::string_view text) {
    subject_size.store(0, std::memory_order_release);
    const std::size_t size = std::min(text.size(), longest_subject);
    std::copy_n(text.data(), size, subject);
    subject_size.store(size, std::memory_order_release);
}

void watch_exits() {
    watched_process = getpid();
    on_exit(on_exit_called, nullptr);
}

void watch_signals(int rank) {
    if (rank >= 0) {
        std::snprintf(rank_text, sizeof(rank_text), " (rank %d)", rank);
    }
    provide_signal_stack();
    struct sigaction action{};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (Crash& crash : crashes) {
        sigaction(crash.signal, &action, &crash.former);
    }
}

} // namespace proxima::cli
