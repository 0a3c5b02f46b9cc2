// The application runs as without the runtime, with any streams, limits and file systems.
#include "scenario_run.hpp"

#include <proxima/control.hpp>
#include <proxima/detail/snapshot.hpp>
#include <proxima/format/stack_samples.hpp>
#include <proxima/invocation.hpp>

#include <atomic>
#include <cerrno>
#include <cfenv>
#include <chrono>
#include <clocale>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <semaphore.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

void call_some() {
    Function target;
    Proxy proxy(target, "some");
    call_times(proxy, 10);
}

// Standard error is a pipe without a reader.
const Scenario closed_pipe("closed-pipe", [](const Arguments& arguments) {
    if (arguments.empty()) {
        int ends[2];
        if (pipe(ends) != 0) {
            return 1;
        }
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        execl("/proc/self/exe", "test", "--scenario", "closed-pipe", "again", nullptr);
        return 1;
    }
    call_some();
    return 0;
});

TEST(Transparency, AMessageToAClosedPipeDoesNotKill) {
    const ScenarioRun run({"closed-pipe"}, "quiet=off");
    EXPECT_EQ(run.status(), 0);
    EXPECT_EQ(run.info()["complete"], true);
}

// No file may grow: neither standard error nor those of the run.
const Scenario no_file_may_grow("no-file-may-grow", [](const Arguments& arguments) {
    constexpr int raised = 3;
    std::signal(SIGXFSZ, SIG_DFL); // whatever this program was started with
    if (!arguments.empty()) {
        std::signal(SIGXFSZ, [](int) { _exit(raised); });
    }
    call_some();
    const rlimit none{0, RLIM_INFINITY};
    return setrlimit(RLIMIT_FSIZE, &none);
});

TEST(Transparency, AFileSizeLimitRaisesNoSignal) {
    for (const Arguments& how :
         {Arguments{"no-file-may-grow"}, Arguments{"no-file-may-grow", "handled"}}) {
        for (const std::string configuration : {"quiet=on", "quiet=off", "records=aggregate"}) {
            EXPECT_EQ(ScenarioRun(how, configuration).status(), 0) << configuration;
        }
    }
}

// A daemon that closes its streams; its data file gets the number of standard error.
const Scenario daemon_streams("data-as-standard-error", [](const Arguments&) {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        close(stream);
    }
    while (open("mine", O_CREAT | O_RDWR, 0600) < STDERR_FILENO) {
    }
    call_some();
    return 0;
});

TEST(Transparency, AFileWithTheNumberOfStandardErrorStaysEmpty) {
    const ScenarioRun run({"data-as-standard-error"}, "quiet=off");
    EXPECT_EQ(run.status(), 0);
    EXPECT_EQ(read_file(run.directory() / "mine"), "");
    EXPECT_EQ(run.rows().at("some.call").calls, 10U);
}

// Other users may write to the run directory.
const Scenario planted_links("planted-links", [](const Arguments&) {
    call_some();
    for (const std::string name :
         {"run.json", "run.json.new", "callgraph.json", "callgraph.json.new"}) {
        std::error_code ignored;
        fs::remove("run/" + name, ignored);
        fs::create_symlink("../victim", "run/" + name);
    }
    return 0;
});

TEST(Transparency, ResultsFollowNoPlantedLink) {
    const ScenarioRun run({"planted-links"});
    EXPECT_EQ(run.status(), 0);
    EXPECT_FALSE(fs::exists(run.directory() / "victim"));
    EXPECT_FALSE(fs::is_symlink(run.run() / "run.json"));
    EXPECT_EQ(run.rows().at("some.call").calls, 10U);
}

int free_descriptors() {
    std::vector<int> opened;
    for (int file = open("/dev/null", O_RDONLY); file >= 0; file = open("/dev/null", O_RDONLY)) {
        opened.push_back(file);
    }
    for (const int file : opened) {
        close(file);
    }
    return static_cast<int>(opened.size());
}

const Scenario many_threads("many-threads", [](const Arguments&) {
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
            call_times(proxy, 100);
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
});

TEST(Transparency, ThreadsHoldNoDescriptors) {
    for (const std::string configuration : {"quiet=on", "quiet=on,records=aggregate"}) {
        const ScenarioRun run({"many-threads"}, configuration);
        EXPECT_EQ(run.status(), 0) << configuration;
        EXPECT_EQ(run.rows().at("many.call").calls, 30'000U);
        EXPECT_EQ(run.buffers().size(), 300U);
    }
}

// Settings of an application for its thread, or for all threads.
struct Settings {
    int flags = std::fetestexcept(FE_ALL_EXCEPT);
    int traps = fegetexcept();
    int rounding = std::fegetround();
    sigset_t blocked = blocked_signals();
    std::string locale = std::setlocale(LC_ALL, nullptr);

    bool operator==(const Settings& other) const {
        return flags == other.flags && traps == other.traps && rounding == other.rounding &&
               std::memcmp(&blocked, &other.blocked, sizeof blocked) == 0 && locale == other.locale;
    }

private:
    static sigset_t blocked_signals() {
        sigset_t signals{};
        pthread_sigmask(SIG_SETMASK, nullptr, &signals);
        return signals;
    }
};

// Exits with the number of the entry into the runtime that changes a setting or errno.
template <class Entry>
void expect_kept(int number, Entry entry) {
    constexpr int error = EDOM;
    const Settings before;
    errno = error;
    entry();
    if (errno != error || !(Settings() == before)) {
        _exit(number);
    }
}

// Computes for some samples, without floating-point numbers.
int compute(int n) {
    for (int step = 0; step < 20'000'000; ++step) {
        asm volatile("" : "+r"(n));
    }
    return n;
}

void await_sleep_of_main_thread() {
    while (read_file("/proc/self/stat").find(") S ") == std::string::npos) {
        std::this_thread::yield();
    }
}

// Waits for a lock that another thread holds, and for its end.
int wait_for_lock(int n) {
    static std::mutex lock;
    std::atomic<bool> is_held{false};
    std::thread holder([&] {
        const std::lock_guard held(lock);
        is_held = true;
        await_sleep_of_main_thread();
    });
    while (!is_held) {
        std::this_thread::yield();
    }
    const std::lock_guard waited(lock);
    holder.join();
    return n;
}

int wait_for_semaphore(int n) {
    static sem_t semaphore;
    sem_init(&semaphore, 0, 0);
    std::thread poster([&] {
        await_sleep_of_main_thread();
        sem_post(&semaphore);
    });
    sem_wait(&semaphore);
    poster.join();
    return n;
}

// Enters the runtime in every way. Raises no floating-point exception itself; with an argument,
// each would trap.
const Scenario all_entries("all-entries", [](const Arguments& arguments) {
    constexpr int several_buffers = 20'000;
    std::setlocale(LC_ALL, "C.UTF-8");
    std::fesetround(FE_UPWARD);
    std::feclearexcept(FE_ALL_EXCEPT);
    feenableexcept(arguments.empty() ? 0 : FE_ALL_EXCEPT);
    sigset_t one{};
    sigaddset(&one, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &one, nullptr);
    Function target;
    std::optional<Proxy> proxy;
    expect_kept(1, [&] { proxy.emplace(target, "some"); });
    expect_kept(2, [&] { proxy->call(1); });
    expect_kept(3, [&] { call_times(*proxy, several_buffers); });
    expect_kept(4, [&] {
        proxy->all(1, 2, 1e308, true, scenario::Mode::strided, "a text of more than 31 characters");
    });
    expect_kept(5, [] { proxima::detail::snapshot(); });
    expect_kept(6, [] { proxima::disable(); });
    expect_kept(7, [] { proxima::enable(); });
    expect_kept(8, [] { const proxima::Unmeasured unmeasured; });
    Function computing(compute);
    Function waiting(wait_for_lock);
    expect_kept(17, [&] { Proxy(computing, "computing").call(0); });
    expect_kept(18, [&] { Proxy(waiting, "waiting").call(0); });
    Function taking(wait_for_semaphore);
    expect_kept(19, [&] { Proxy(taking, "taking").call(0); });
    std::thread([&] { // inherits the settings
        expect_kept(9, [&] { call_times(*proxy, several_buffers); });
    })
        .join();
    pid_t child = -1;
    expect_kept(10, [&] { child = fork(); });
    if (child == 0) {
        expect_kept(11, [&] { call_times(*proxy, several_buffers); });
        expect_kept(12, [] { proxima::finish(); });
        _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    if (status != 0) {
        return WIFEXITED(status) ? WEXITSTATUS(status) : 13;
    }
    expect_kept(14, [] { proxima::finish(); });
    expect_kept(15, [&] { proxy->call(2); });
    expect_kept(16, [&] { proxy.reset(); });
    return 0;
});

TEST(Transparency, NoEntryChangesWhatTheApplicationHasSet) {
    for (const std::string configuration :
         {"quiet=on", "quiet=off,records=every:10,counters=THREAD_CPU_TIME;PAGE_FAULTS",
          "records=aggregate,clock=monotonic", "records=off", "start=off", "no-such-key=1"}) {
        for (const Arguments& how :
             {Arguments{"all-entries"}, Arguments{"all-entries", "trapping"}}) {
            const ScenarioRun run(how, configuration);
            EXPECT_EQ(run.status(), 0) << configuration << run.output();
        }
    }
}

// Sanitizers take memory, delay signals, and have an mmap() of their own.
#ifndef PROXIMA_TEST_SANITIZED

// A preloaded mmap() refuses as FUSE does: after the kernel has taken the memory away.
class RefusedMapping {
public:
    explicit RefusedMapping(const std::string& files)
        : preload_("LD_PRELOAD", PROXIMA_STRANGE_SYSTEM), refused_("PROXIMA_TEST_REFUSE", files) {}

private:
    Environment preload_;
    Environment refused_;
};

std::uint64_t samples_of_main_thread(const ScenarioRun& run) {
    const std::string file = read_file(run.run() / "records" / "0-0.samples");
    proxima::format::StackSamplesHeader header{};
    if (file.size() < sizeof header) {
        return 0;
    }
    std::memcpy(&header, file.data(), sizeof header);
    return header.samples;
}

// Samples are signals.
TEST(Transparency, SamplesChangeNothingThatTheApplicationHasSet) {
    for (const std::string sample : {"50us", "wall:1ms"}) {
        for (const Arguments& how :
             {Arguments{"all-entries"}, Arguments{"all-entries", "trapping"}}) {
            const ScenarioRun run(how, "sample=" + sample);
            EXPECT_EQ(run.status(), 0) << sample << run.output();
            EXPECT_GT(samples_of_main_thread(run), 0U) << sample;
        }
    }
}

TEST(Transparency, WrappedThreadsAndLocksChangeNothingThatTheApplicationHasSet) {
    const Environment preload("LD_PRELOAD", PROXIMA_THREADS);
    for (const Arguments& how : {Arguments{"all-entries"}, Arguments{"all-entries", "trapping"}}) {
        const ScenarioRun run(how, "locks=on,sample=50us");
        EXPECT_EQ(run.status(), 0) << run.output();
        EXPECT_EQ(run.rows().at("waiting.call/wait.mutex").calls, 1U);
        EXPECT_EQ(run.rows().at("taking.call/wait.semaphore").calls, 1U);
    }
}

TEST(Transparency, BuffersLiveInSharedMemoryWhereFilesCannotBeMapped) {
    const RefusedMapping refused("/run/records/");
    const ScenarioRun run({"killed", std::to_string(SIGKILL), "100000"}, "quiet=off");
    EXPECT_EQ(run.status(), SIGKILL) << run.output();
    EXPECT_TRUE(run.says("/dev/shm")) << run.output();
    EXPECT_EQ(run.invocations().size(), 200'000U);
    const fs::path file = fs::read_symlink(run.run() / "records" / "0-0.buffer");
    EXPECT_EQ(file.parent_path(), "/dev/shm");
    EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    fs::remove(file);
}

TEST(Transparency, BuffersLiveInMemoryWhereNothingCanBeMapped) {
    const RefusedMapping refused("");
    for (const std::string configuration : {"records=all", "records=aggregate"}) {
        const ScenarioRun run({"full-disk", "1000000000"}, configuration);
        EXPECT_EQ(run.status(), 0) << run.output();
        EXPECT_TRUE(run.says("a kill loses")) << run.output();
        EXPECT_EQ(run.rows().at("full.call").calls, 500'000U);
    }
}

TEST(Transparency, RecordingStopsAtHalfOfTheFreeDisk) {
    const Environment preload("LD_PRELOAD", PROXIMA_STRANGE_SYSTEM);
    const Environment filling("PROXIMA_TEST_FILLING", "1");
    const ScenarioRun run({"full-disk", "1000000000", "4000000"}, "quiet=on");
    EXPECT_EQ(run.status(), 0);
    EXPECT_EQ(run.rows().at("full.call").calls, 4'000'000U);
    const std::uint64_t records = run.info()["records"];
    EXPECT_EQ(records + run.lost(), 4'000'000U);
    EXPECT_GT(run.lost(), 0U);
    EXPECT_GT(records, 0U);
    EXPECT_TRUE(run.says("half of the disk")) << run.output();
}

TEST(Transparency, WritesOnlyIntoTheDirectoryThatWasChecked) {
    const Environment preload("LD_PRELOAD", PROXIMA_STRANGE_SYSTEM);
    const Environment exchanged("PROXIMA_TEST_EXCHANGED", "1");
    const ScenarioRun run({"full-disk", "1000000000", "100"});
    EXPECT_TRUE(run.succeeded()) << run.output();
    EXPECT_TRUE(fs::is_empty(run.run()));
    EXPECT_TRUE(fs::exists(run.directory() / "moved" / "callgraph.json"));
}

#endif

} // namespace
