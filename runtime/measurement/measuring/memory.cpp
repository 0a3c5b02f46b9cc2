#include "memory.hpp"

#include <proxima/detail/run_facts.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <exception>
#include <fstream>
#include <limits>
#include <malloc.h>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <utility>

namespace proxima::measuring {

namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

std::uint64_t left(std::uint64_t limit, std::uint64_t used) noexcept {
    return limit == unlimited ? unlimited : limit - std::min(limit, used);
}

std::uint64_t limit_of(decltype(RLIMIT_AS) resource) noexcept {
    rlimit limit{};
    return getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ? unlimited
                                                                               : limit.rlim_cur;
}

std::uint64_t left_by_process_limits() {
    std::ifstream in("/proc/self/statm");
    std::uint64_t size = 0;
    std::uint64_t resident = 0;
    std::uint64_t shared = 0;
    std::uint64_t text = 0;
    std::uint64_t library = 0;
    std::uint64_t data = 0;
    in >> size >> resident >> shared >> text >> library >> data;
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    return std::min(left(limit_of(RLIMIT_AS), size * page),
                    left(limit_of(RLIMIT_DATA), data * page));
}

// The number at the start of a file; `unlimited` for "max", or if there is no such file.
std::uint64_t number_in(const std::string& file) {
    std::ifstream in(file);
    std::uint64_t number = 0;
    return in >> number ? number : unlimited;
}

// The least that the control group and those around it leave: "0::PATH".
std::uint64_t left_by_control_groups() {
    std::ifstream in("/proc/self/cgroup");
    std::uint64_t least = unlimited;
    for (std::string line; std::getline(in, line);) {
        if (line.compare(0, 4, "0::/") != 0) {
            continue;
        }
        for (std::string path = line.substr(3); !path.empty(); path.resize(path.rfind('/'))) {
            const std::string directory = "/sys/fs/cgroup" + path + "/";
            least = std::min(least, left(number_in(directory + "memory.max"),
                                         number_in(directory + "memory.current")));
        }
    }
    return least;
}

// With what the system would give back from its caches.
std::uint64_t left_by_system() {
    std::ifstream in("/proc/meminfo");
    for (std::string name; in >> name;) {
        std::uint64_t kibibytes = 0;
        if (name == "MemAvailable:" && in >> kibibytes) {
            return kibibytes * 1024;
        }
        in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return unlimited;
}

timespec now() noexcept {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time;
}

} // namespace

std::uint64_t heap_in_use() noexcept {
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

std::uint64_t memory_headroom() noexcept {
    try {
        return std::min({left_by_process_limits(), left_by_control_groups(), left_by_system()});
    } catch (const std::exception&) { // not even memory to find out
        return 0;
    }
}

IntervalThread::IntervalThread(std::function<void()> action) : action_(std::move(action)) {
    sem_init(&changed_, 0, 0);
}

IntervalThread::~IntervalThread() {
    if (process_ == getpid()) {
        ended_ = true;
        sem_post(&changed_);
        thread_.join();
    } else if (thread_.joinable()) {
        thread_.detach(); // in the child of a fork it is not there
    }
    sem_destroy(&changed_);
}

void IntervalThread::start() noexcept {
    pid_t process = process_;
    if (process == getpid() || !process_.compare_exchange_strong(process, getpid())) {
        return;
    }
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        if (thread_.joinable()) {
            thread_.detach(); // the parent's
        }
        thread_ = std::thread([this] { run(); });
    } catch (const std::exception& error) {
        process_ = 0;
        detail::say_line(std::string("error: nothing is tracked at intervals: ") + error.what());
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void IntervalThread::set_interval(int seconds) noexcept {
    seconds_ = std::max(1, seconds);
    sem_post(&changed_);
}

void IntervalThread::run() {
    timespec last = now();
    while (!ended_) {
        timespec next = last;
        next.tv_sec += seconds_;
        if (sem_clockwait(&changed_, CLOCK_MONOTONIC, &next) != 0 && errno == ETIMEDOUT) {
            action_();
            last = now();
        }
    }
}

} // namespace proxima::measuring
