// Applications that would suffer from a runtime that raises signals, keeps descriptors, or writes
// where it should not.
#include "port.hpp"
#include "scenario.hpp"

#include <proxima/control.hpp>

#include <atomic>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace scenario {

namespace {

void call_some() {
    Function target;
    Proxy proxy(target, "some");
    for (int i = 0; i < 10; ++i) {
        proxy.call(i);
    }
}

// Standard error is a pipe that nobody reads any longer.
int closed_pipe(const Arguments& arguments) {
    if (arguments.empty()) {
        int ends[2];
        if (pipe(ends) != 0) {
            return 1;
        }
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        execl("/proc/self/exe", "scenario", "closed-pipe", "again", nullptr);
        return 1;
    }
    call_some();
    return 0;
}

// No file may grow: neither standard error nor those of the run.
int no_file_may_grow(const Arguments& arguments) {
    constexpr int raised = 3;
    std::signal(SIGXFSZ, SIG_DFL); // whatever this program was started with
    if (!arguments.empty()) {
        std::signal(SIGXFSZ, [](int) { _exit(raised); });
    }
    call_some();
    const rlimit none{0, RLIM_INFINITY};
    setrlimit(RLIMIT_FSIZE, &none);
    return 0;
}

// A daemon that closes its streams; its data file gets the number of standard error.
int data_as_standard_error(const Arguments&) {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        close(stream);
    }
    while (open("mine", O_CREAT | O_RDWR, 0600) < STDERR_FILENO) {
    }
    call_some();
    return 0;
}

// Somebody may write to the run directory, and hopes that the runtime writes elsewhere.
int planted_links(const Arguments&) {
    call_some();
    for (const char* const name :
         {"run.json", "run.json.new", "callgraph.json", "callgraph.json.new"}) {
        std::error_code ignored;
        std::filesystem::remove(std::string("run/") + name, ignored);
        std::filesystem::create_symlink("../victim", std::string("run/") + name);
    }
    return 0;
}

int free_descriptors() {
    int count = 0;
    std::vector<int> opened;
    for (int file = open("/dev/null", O_RDONLY); file >= 0; file = open("/dev/null", O_RDONLY)) {
        opened.push_back(file);
        ++count;
    }
    for (const int file : opened) {
        close(file);
    }
    return count;
}

// 300 threads that measure leave the application a thousand descriptors of 1,024.
int many_threads(const Arguments&) {
    const rlimit files{1024, 1024};
    setrlimit(RLIMIT_NOFILE, &files);
    Function target;
    Proxy proxy(target, "many");
    std::mutex mutex;
    std::condition_variable changed;
    int measured = 0;
    bool counted = false;
    std::vector<std::thread> threads;
    for (int i = 0; i < 300; ++i) {
        threads.emplace_back([&] {
            for (int n = 0; n < 100; ++n) {
                proxy.call(n);
            }
            std::unique_lock lock(mutex);
            ++measured;
            changed.notify_all();
            changed.wait(lock, [&] { return counted; });
        });
    }
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return measured == 300; });
    const int left = free_descriptors();
    counted = true;
    changed.notify_all();
    lock.unlock();
    for (std::thread& thread : threads) {
        thread.join();
    }
    return left >= 1000 ? 0 : 1;
}

int elsewhere(const Arguments&) {
    if (!std::filesystem::create_directory("elsewhere") || chdir("elsewhere") != 0 ||
        !proxima::configure("output=run,quiet=on,counters=THREAD_CPU_TIME")) {
        return 1;
    }
    call_some();
    return 0;
}

long peak_memory_kib() {
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);) {
        if (line.rfind("VmHWM:", 0) == 0) {
            return std::stol(line.substr(6));
        }
    }
    return 0;
}

// N times N call paths; leaves behind what memory they took while it ran, and at its end besides.
int many_paths(const Arguments& arguments) {
    const std::size_t count = std::stoul(arguments.at(0));
    Function target;
    std::vector<std::unique_ptr<Proxy>> inner;
    for (std::size_t i = 0; i < count; ++i) {
        inner.push_back(std::make_unique<Proxy>(target, "inner" + std::to_string(i)));
    }
    Function all([&](int n) {
        for (const auto& proxy : inner) {
            proxy->call(n);
        }
        return n;
    });
    std::vector<std::unique_ptr<Proxy>> outer;
    for (std::size_t i = 0; i < count; ++i) {
        outer.push_back(std::make_unique<Proxy>(all, "outer" + std::to_string(i)));
    }
    const long before = peak_memory_kib();
    for (const auto& proxy : outer) {
        proxy->call(1);
    }
    const long running = peak_memory_kib();
    proxima::finish();
    std::ofstream("memory") << running - before << ' ' << peak_memory_kib() - running;
    return 0;
}

const Scenarios transparency{{"closed-pipe", closed_pipe},
                             {"no-file-may-grow", no_file_may_grow},
                             {"data-as-standard-error", data_as_standard_error},
                             {"planted-links", planted_links},
                             {"many-threads", many_threads},
                             {"many-paths", many_paths},
                             {"elsewhere", elsewhere}};

} // namespace

} // namespace scenario
