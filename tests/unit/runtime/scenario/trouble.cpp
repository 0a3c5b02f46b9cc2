// What applications do to the runtime, and what the system does to both.
#include "port.hpp"
#include "scenario.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <thread>
#include <unistd.h>

namespace scenario {

namespace {

Proxy* signalled = nullptr;
std::atomic<int> signals = 0;

void call_in_handler(int) {
    signalled->call(1000);
    ++signals;
}

// A signal handler calls a proxy, at any instruction of other calls.
int signal_storm(const Arguments&) {
    Function target;
    Proxy proxy(target, "handler");
    signalled = &proxy;
    Function inner_target;
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) { return inner.call(n); });
    Proxy outer(outer_target, "outer");
    outer.call(0);
    proxy.call(1000);
    std::signal(SIGALRM, call_in_handler);
    const itimerval interval{{0, 50}, {0, 50}};
    setitimer(ITIMER_REAL, &interval, nullptr);
    int n = 1;
    while (signals < 1000) {
        outer.call(n++);
    }
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    return 0;
}

int errno_kept(const Arguments&) {
    Function target;
    for (int i = 0; i < 10'000; ++i) {
        errno = 12345;
        Proxy proxy(target, "errno" + std::to_string(i % 10));
        proxy.call(i);
        if (errno != 12345) {
            return 1;
        }
    }
    return 0;
}

// Closes all descriptors, as daemons do, and opens a file of its own under their numbers.
int close_all(const Arguments& arguments) {
    Function target;
    Proxy proxy(target, "daemon");
    proxy.call(0);
    for (int descriptor = 3; descriptor < 64; ++descriptor) {
        close(descriptor);
    }
    for (int i = 0; i < 10; ++i) {
        open(arguments.at(0).c_str(), O_CREAT | O_RDWR, 0600);
    }
    for (int i = 1; i < 100'000; ++i) {
        proxy.call(i);
    }
    struct stat status{};
    return stat(arguments.at(0).c_str(), &status) == 0 && status.st_size == 0 ? 0 : 1;
}

// Runs into the limit for the size of files: what a full disk does, without one. The second
// argument: how many calls.
int full_disk(const Arguments& arguments) {
    const auto limit = static_cast<rlim_t>(std::stoul(arguments.at(0)));
    const rlimit limits{limit, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &limits);
    Function target;
    Proxy proxy(target, "full");
    const int calls = arguments.size() > 1 ? std::stoi(arguments[1]) : 500'000;
    for (int i = 0; i < calls; ++i) {
        proxy.call(static_cast<int>(std::int64_t{i} * i % 1001));
    }
    const rlimit unlimited{RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &unlimited);
    return 0;
}

// Names that no thread buffer has room for, between calls of one that is short. The argument: a
// signal.
int long_names(const Arguments& arguments) {
    const std::string name(150'000, 'x');
    Function target;
    Proxy brief(target, "brief");
    Proxy lengthy(target, proxima::InstanceName(name));
    for (int i = 0; i < 10'000; ++i) {
        brief.call(i);
    }
    lengthy.call(0);
    for (int i = 0; i < 10'000; ++i) {
        brief.call(i);
    }
    if (!arguments.empty()) {
        std::raise(std::stoi(arguments[0]));
    }
    return 0;
}

// Another program takes all that is left of the disk.
int fill_disk_with_a_file(const Arguments&) {
    Function target;
    Proxy proxy(target, "full");
    proxy.call(0);
    const int file = open("fill", O_CREAT | O_WRONLY, 0600);
    const std::vector<char> zeros(4096);
    while (write(file, zeros.data(), zeros.size()) > 0) {
    }
    close(file);
    for (int i = 0; i < 500'000; ++i) {
        proxy.call(static_cast<int>(std::int64_t{i} * i % 1001));
    }
    return 0;
}

// The directory of the records is removed while the program runs; then a thread comes.
int vanish(const Arguments&) {
    Function target;
    Proxy proxy(target, "vanished");
    const auto call = [&](int calls) {
        for (int i = 0; i < calls; ++i) {
            proxy.call(1);
        }
    };
    call(100'000);
    std::filesystem::remove_all("run/records");
    call(50'000);
    std::thread(call, 50'000).join();
    return 0;
}

int change_directory(const Arguments&) {
    Function target;
    Proxy proxy(target, "elsewhere");
    proxy.call(0);
    return chdir("/") == 0 ? proxy.call(0) : 1;
}

const Scenarios trouble{{"signal-storm", signal_storm},
                        {"errno-kept", errno_kept},
                        {"close-all", close_all},
                        {"full-disk", full_disk},
                        {"fill-disk", fill_disk_with_a_file},
                        {"long-names", long_names},
                        {"vanish", vanish},
                        {"change-directory", change_directory}};

} // namespace

} // namespace scenario
