// The application runs as without the runtime, with any streams, limits and file systems.
#include "scenario_run.hpp"

#include <proxima/control.hpp>

#include <cfenv>
#include <condition_variable>
#include <csignal>
#include <fcntl.h>
#include <mutex>
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

// Raises no floating-point exception itself. With an argument, each would trap.
const Scenario floating_point("floating-point", [](const Arguments& arguments) {
    constexpr int several_buffers = 20'000;
    const int traps = arguments.empty() ? 0 : FE_ALL_EXCEPT;
    std::feclearexcept(FE_ALL_EXCEPT);
    feenableexcept(traps);
    const auto is_unchanged = [=] {
        return std::fetestexcept(FE_ALL_EXCEPT) == 0 && fegetexcept() == traps;
    };
    Function target;
    Proxy proxy(target, "some");
    if (!is_unchanged()) {
        return 1;
    }
    call_times(proxy, several_buffers);
    if (!is_unchanged()) {
        return 2;
    }
    const pid_t child = fork();
    if (child == 0) {
        call_times(proxy, several_buffers);
        proxima::finish();
        _exit(is_unchanged() ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (status != 0) {
        return 3;
    }
    std::thread([&] { call_times(proxy, several_buffers); }).join();
    proxima::finish();
    return is_unchanged() ? 0 : 4;
});

TEST(Transparency, TheFloatingPointEnvironmentIsKept) {
    for (const std::string configuration :
         {"quiet=on", "quiet=off,records=every:10,counters=THREAD_CPU_TIME"}) {
        for (const Arguments& how :
             {Arguments{"floating-point"}, Arguments{"floating-point", "trapping"}}) {
            const ScenarioRun run(how, configuration);
            EXPECT_EQ(run.status(), 0) << configuration << run.output();
        }
    }
}

#ifndef PROXIMA_TEST_SANITIZED // sanitizers take memory, and have an mmap() of their own

// A preloaded mmap() refuses as FUSE does: after the kernel has taken the memory away.
class RefusedMapping {
public:
    explicit RefusedMapping(const std::string& files)
        : preload_("LD_PRELOAD", PROXIMA_STRANGE_SYSTEM), refused_("PROXIMA_TEST_REFUSE", files) {}

private:
    Environment preload_;
    Environment refused_;
};

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

#endif

} // namespace
