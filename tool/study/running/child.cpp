#include "child.hpp"

#include <proxima/model/error.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace proxima::study {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double poll_seconds = 0.5;
constexpr double grace_seconds = 5; // between asking a program to end and ending it

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// When the process began, in ticks after boot; 0 if it is not there, or has ended.
std::uint64_t start_of(int pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string text;
    std::getline(file, text);
    const auto name_end = text.rfind(')');
    if (name_end == std::string::npos || text.substr(name_end, 3) == ") Z") {
        return 0;
    }
    constexpr int fields_between = 19; // from the state, the third, to the 22nd
    std::size_t at = name_end + 1;
    for (int i = 0; i < fields_between && at != std::string::npos; ++i) {
        at = text.find(' ', at + 1);
    }
    return at == std::string::npos ? 0 : std::strtoull(text.c_str() + at, nullptr, 10);
}

/// Whether a process of the group is there that has not ended. One that nobody waits for stays as a
/// zombie, and can still be signalled.
bool is_alive(int group) {
    if (::kill(-group, 0) != 0) {
        return false;
    }
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
        std::ifstream file(entry.path() / "stat");
        std::string text;
        std::getline(file, text);
        std::istringstream fields(text.substr(std::min(text.size(), text.rfind(')') + 1)));
        char state = 'Z';
        int parent = 0;
        int of_group = 0;
        fields >> state >> parent >> of_group;
        if (of_group == group && state != 'Z' && state != 'X') {
            return true;
        }
    }
    return false;
}

/// The environment of this process with `added`, as exec takes it.
class Environment {
public:
    explicit Environment(const Settings& added) {
        for (char** entry = environ; *entry != nullptr; ++entry) {
            const std::string text = *entry;
            if (find(added, text.substr(0, text.find('='))) == nullptr) {
                texts_.push_back(text);
            }
        }
        for (const auto& [name, value] : added) {
            texts_.push_back(name + "=" + value);
        }
        for (auto& text : texts_) {
            pointers_.push_back(text.data());
        }
        pointers_.push_back(nullptr);
    }
    char** get() { return pointers_.data(); }

private:
    std::vector<std::string> texts_;
    std::vector<char*> pointers_;
};

struct Attributes {
    posix_spawnattr_t spawn{};
    posix_spawn_file_actions_t files{};

    explicit Attributes(const sigset_t& mask) {
        posix_spawnattr_init(&spawn);
        posix_spawn_file_actions_init(&files);
        sigset_t standard;
        sigemptyset(&standard);
        sigaddset(&standard, SIGPIPE);
        posix_spawnattr_setsigdefault(&spawn, &standard);
        posix_spawnattr_setsigmask(&spawn, &mask);
        posix_spawnattr_setflags(&spawn, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                             POSIX_SPAWN_SETSIGDEF);
    }
    Attributes(const Attributes&) = delete;
    Attributes& operator=(const Attributes&) = delete;
    ~Attributes() {
        posix_spawn_file_actions_destroy(&files);
        posix_spawnattr_destroy(&spawn);
    }
};

} // namespace

HeldSignals::HeldSignals() {
    sigemptyset(&held_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action{};
        if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) {
            sigaddset(&held_, signal); // who has been told to ignore it (nohup) goes on doing so
        }
    }
    std::signal(SIGCHLD, SIG_DFL);
    sigaddset(&held_, SIGCHLD);
    pthread_sigmask(SIG_BLOCK, &held_, &before_);
}

HeldSignals::~HeldSignals() {
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool HeldSignals::is_interrupted() {
    const timespec at_once{0, 0};
    for (int signal = sigtimedwait(&held_, nullptr, &at_once); signal > 0;
         signal = sigtimedwait(&held_, nullptr, &at_once)) {
        interrupted_ = interrupted_ || signal != SIGCHLD;
    }
    return interrupted_;
}

Child::Child(const std::vector<std::string>& arguments, const Settings& environment,
             const std::filesystem::path& directory, const std::filesystem::path& output,
             HeldSignals& signals)
    : signals_(signals) {
    Attributes attributes(signals.before());
    auto* files = &attributes.files;
    posix_spawn_file_actions_addopen(files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(files, STDOUT_FILENO, output.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0644);
    posix_spawn_file_actions_adddup2(files, STDOUT_FILENO, STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(files, directory.c_str());
    auto texts = arguments;
    std::vector<char*> pointers;
    for (auto& text : texts) {
        pointers.push_back(text.data());
    }
    pointers.push_back(nullptr);
    Environment all(environment);
    const int error = ::posix_spawnp(&identity_.pid, pointers.front(), files, &attributes.spawn,
                                     pointers.data(), all.get());
    if (error != 0) {
        throw model::Error(arguments.front(),
                           "cannot be started: " + std::generic_category().message(error) +
                               "; correct what the study runs");
    }
    identity_.start = start_of(identity_.pid);
}

Child::~Child() {
    if (!is_over_) {
        ::kill(-identity_.pid, SIGKILL);
        ::waitpid(identity_.pid, &status_, 0);
    }
}

/// Waits for that long at most.
bool Child::has_ended(double seconds) {
    const auto start = Clock::now();
    while (!is_over_) {
        if (::waitpid(identity_.pid, &status_, WNOHANG) != 0) {
            is_over_ = true;
            break;
        }
        const double left = seconds - seconds_since(start);
        if (left <= 0) {
            break;
        }
        timespec time{};
        time.tv_sec = static_cast<std::time_t>(left);
        time.tv_nsec = static_cast<long>((left - static_cast<double>(time.tv_sec)) * 1e9);
        const int signal = sigtimedwait(&signals_.held(), nullptr, &time);
        if (signal > 0 && signal != SIGCHLD) {
            signals_.note_interrupt();
            break;
        }
    }
    return is_over_;
}

/// Ranks may outlive their launcher: the group is ended in any case.
void Child::end_group() {
    ::kill(-identity_.pid, SIGTERM);
    const auto start = Clock::now();
    while (!has_ended(grace_seconds - seconds_since(start)) &&
           seconds_since(start) < grace_seconds) {
    }
    ::kill(-identity_.pid, SIGKILL);
    if (!is_over_) {
        ::waitpid(identity_.pid, &status_, 0);
        is_over_ = true;
    }
}

/// What it has left in the background would run beside the next. True if there was something.
bool Child::end_others() const {
    if (!is_alive(identity_.pid)) {
        return false;
    }
    ::kill(-identity_.pid, SIGTERM);
    const auto start = Clock::now();
    while (is_alive(identity_.pid) && seconds_since(start) < grace_seconds) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ::kill(-identity_.pid, SIGKILL);
    return true;
}

ChildEnd Child::wait(double time_limit_s, const std::function<void()>& meanwhile) {
    ChildEnd end;
    while (true) {
        end.seconds = seconds_since(start_);
        const double left = time_limit_s - end.seconds;
        if (has_ended(std::clamp(left, 0.0, poll_seconds))) {
            break;
        }
        if (signals_.is_interrupted()) {
            end_group();
            return {ChildEnd::How::interrupted, 0, end.seconds, false};
        }
        if (seconds_since(start_) >= time_limit_s) {
            end_group();
            return {ChildEnd::How::too_long, 0, seconds_since(start_), false};
        }
        meanwhile();
    }
    end.seconds = seconds_since(start_);
    end.left_others = end_others();
    const bool exited = WIFEXITED(status_);
    end.how = exited ? ChildEnd::How::exited : ChildEnd::How::killed;
    end.number = exited ? WEXITSTATUS(status_) : WTERMSIG(status_);
    return end;
}

bool end_left_over(const ProcessIdentity& process) {
    if (process.pid <= 1 || process.start == 0 || start_of(process.pid) != process.start ||
        ::getpgid(process.pid) != process.pid) {
        return false;
    }
    ::kill(-process.pid, SIGTERM);
    const auto start = Clock::now();
    while (start_of(process.pid) == process.start && seconds_since(start) < grace_seconds) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ::kill(-process.pid, SIGKILL);
    return true;
}

} // namespace proxima::study
