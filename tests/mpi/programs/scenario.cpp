// A program with proxies and MPI that runs the scenario named by its argument.
#include "scenario/port.hpp"

#include <proxima/context.hpp>
#include <proxima/measurement/connect.hpp>
#include <proxima/online/monitor.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mpi.h>
#include <string>
#include <sys/resource.h>
#include <sys/time.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using scenario::Function;
using scenario::Proxy;

constexpr auto pause = std::chrono::milliseconds(50);

struct World {
    int rank = 0;
    int size = 1;
};

World world() {
    World here;
    MPI_Comm_rank(MPI_COMM_WORLD, &here.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &here.size);
    return here;
}

// outer calls inner, which waits for the other rank's message, and silent, which only sleeps. The
// message is sent late.
int invocations(const World& here) {
    Function inner_target([&](int n) {
        int value = n;
        if (here.rank == 0) {
            MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (here.rank == 1) {
            std::this_thread::sleep_for(pause);
            MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        }
        return value;
    });
    Proxy inner(inner_target, "inner");
    Function silent_target([](int n) {
        std::this_thread::sleep_for(pause);
        return n;
    });
    Proxy silent(silent_target, "silent");
    Function outer_target([&](int n) { return inner.call(n) + silent.call(n); });
    Proxy outer(outer_target, "outer");
    for (int i = 0; i < 3; ++i) {
        outer.call(i);
    }
    return 0;
}

void add(void* in, void* to, int* length, MPI_Datatype* type) {
    int size = 0;
    MPI_Type_size(*type, &size); // a call from within MPI
    for (int i = 0; i < *length; ++i) {
        static_cast<int*>(to)[i] += static_cast<int*>(in)[i];
    }
}

// Each message is long enough to be in flight until both sides have agreed.
int overlap(const World& here) {
    constexpr int length = 1'000'000;
    std::vector<double> out(length);
    std::vector<double> in(length);
    const int other = here.rank ^ 1;
    std::array<MPI_Request, 2> requests{};
    MPI_Irecv(in.data(), length, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out.data(), length, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, &requests[1]);
    std::this_thread::sleep_for(pause);
    MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
    return 0;
}

// Rank 0 gets a message from each other rank, and has to wait for that of rank 2.
int late_sender(const World& here) {
    int value = 0;
    if (here.rank != 0) {
        if (here.rank == 2) {
            MPI_Barrier(MPI_COMM_WORLD);
            std::this_thread::sleep_for(pause);
        }
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        return here.rank == 2 ? 0 : MPI_Barrier(MPI_COMM_WORLD);
    }
    std::array<int, 3> in{};
    std::array<MPI_Request, 3> requests{};
    for (int i = 0; i < 3; ++i) {
        MPI_Irecv(&in[i], 1, MPI_INT, i + 1, 0, MPI_COMM_WORLD, &requests[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 3; ++i) {
        MPI_Waitany(3, requests.data(), &value, MPI_STATUS_IGNORE);
    }
    return 0;
}

// A method that communicates queries its own measurements and those of MPI until now.
int queried(const World&) {
    const auto query = proxima::measurement::measurement().create_query();
    Function target([&](int n) {
        for (int i = 0; i < n; ++i) {
            MPI_Barrier(MPI_COMM_WORLD);
        }
        const auto data = query->timer_data({"queried.call", "MPI_Barrier"});
        const auto calls = static_cast<std::uint64_t>(n + 1);
        const bool right = data.calls[0] == calls && data.calls[1] == calls * (calls - 1) / 2 &&
                           data.inclusive[0][0] > data.inclusive[1][0];
        return right ? 0 : 1;
    });
    Proxy proxy(target, "queried");
    int wrong = 0;
    for (int n = 0; n < 4; ++n) {
        wrong += proxy.call(n);
    }
    return wrong;
}

// Each thread sends to itself.
int threads(const World& here) {
    Function target([&](int n) {
        int value = -1;
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Irecv(&value, 1, MPI_INT, here.rank, n, MPI_COMM_WORLD, &request);
        MPI_Send(&n, 1, MPI_INT, here.rank, n, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        return value == n ? 0 : 1;
    });
    Proxy proxy(target, "thread");
    std::atomic<int> wrong{0};
    std::vector<std::thread> workers;
    for (int i = 0; i < 4; ++i) {
        workers.emplace_back([&, i] {
            for (int n = 0; n < 500; ++n) {
                wrong += proxy.call(i);
            }
        });
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    return wrong;
}

// A rank calls one method as often as its number, and one more.
int call_by_rank(const World& here) {
    Function target([](int n) { return n; });
    Proxy proxy(target, "by_rank");
    for (int i = 0; i <= here.rank; ++i) {
        proxy.call(i);
    }
    if (here.rank % 2 == 0) {
        Proxy even(target, "even");
        even.call(0);
    }
    return 0;
}

// Ends the job after calls on all ranks: the last rank ends it, or each rank ends itself.
int end_job(const World& here, void (*end)(), bool all) {
    call_by_rank(here);
    MPI_Barrier(MPI_COMM_WORLD);
    if (all || here.rank == here.size - 1) {
        end();
    }
    std::this_thread::sleep_for(std::chrono::minutes(1)); // until it is ended
    return 0;
}

// Ends as under a batch system: a handler calls exit(), wherever the rank is. The interrupted call
// takes no lock of the MPI library and no memory, for which exit() itself would wait.
int exit_in_handler(const World&) {
    Function target([](int) {
        int size = 0;
        MPI_Comm_size(MPI_COMM_WORLD, &size);
        return size;
    });
    Proxy(target, "even").call(0);
    Proxy(target, "odd").call(1);
    std::signal(SIGALRM, [](int) { std::exit(0); }); // NOLINT: that is what programs do
    const itimerval alarm{{0, 0}, {0, 1000 + getpid() * 997 % 50'000}};
    setitimer(ITIMER_REAL, &alarm, nullptr);
    for (int n = 0;; ++n) {
        Proxy(target, n % 2 == 0 ? "even" : "odd").call(n);
    }
}

void probe(int times) {
    int flag = 0;
    for (int i = 0; i < times; ++i) {
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
    }
}

// Four calls of outer: each probes as often as the rank's number says, calls inner, and probes once
// more. inner reduces twice, with an operation that makes a call. Three threads probe twice each in
// worker, and then five times for handing, which has started them. Three probes are outside of all
// calls.
int calls_by_node(const World& here) {
    probe(3);
    MPI_Op operation = MPI_OP_NULL;
    MPI_Op_create(add, 1, &operation);
    Function inner_target([&](int n) {
        int sum = 0;
        MPI_Allreduce(&n, &sum, 1, MPI_INT, operation, MPI_COMM_WORLD);
        MPI_Allreduce(&n, &sum, 1, MPI_INT, operation, MPI_COMM_WORLD);
        return sum;
    });
    Proxy inner(inner_target, "inner");
    Function outer_target([&](int n) {
        probe(here.rank);
        const int sum = inner.call(n);
        probe(1);
        return sum;
    });
    Proxy outer(outer_target, "outer");
    Function worker_target([](int n) {
        probe(2);
        return n;
    });
    Proxy worker(worker_target, "worker");
    for (int i = 0; i < 4; ++i) {
        outer.call(i);
    }
    Function handing_target([&](int n) {
        std::array<std::thread, 3> workers;
        for (std::thread& thread : workers) {
            thread = std::thread([&, context = proxima::capture()] {
                worker.call(0);
                const proxima::Adopt adopted(context);
                probe(5);
            });
        }
        for (std::thread& thread : workers) {
            thread.join();
        }
        return n;
    });
    Proxy(handing_target, "handing").call(0);
    MPI_Op_free(&operation);
    return 0;
}

// The same, and all ranks are killed.
int calls_by_node_of_killed(const World& here) {
    calls_by_node(here);
    MPI_Barrier(MPI_COMM_WORLD);
    return std::raise(SIGKILL);
}

// A method probes n times, while a control port switches MPI off and on.
int switched(const World&) {
    proxima::online::PerformanceMonitor monitor;
    Function target([](int n) {
        probe(n);
        return n;
    });
    Proxy proxy(target, "switched");
    proxy.call(1);
    monitor.control().measure_mpi(false);
    proxy.call(10);
    monitor.control().measure_mpi(true);
    proxy.call(100);
    return 0;
}

using Scenario = int (*)(const World& here);

// The second rank comes to MPI_Finalize when the others have given it up.
int late(const World& here) {
    call_by_rank(here);
    while (here.rank == 1 && !std::filesystem::is_symlink("run/.apart")) {
        std::this_thread::sleep_for(pause);
    }
    return 0;
}

// From now on the second rank cannot write files.
int small_files_on_one(const World& here) {
    const rlimit limits{100, RLIM_INFINITY};
    return here.rank == 1 ? setrlimit(RLIMIT_FSIZE, &limits) : 0;
}

int nothing(const World&) {
    return 0;
}

// Each large call of rank 0 makes 1,000,000 calls of an empty method, those of rank 1 make one. A
// large call takes some milliseconds.
int budget(const World& here) {
    Function tiny_target;
    Proxy tiny(tiny_target, "tiny");
    Function large_target([&](int n) {
        for (int i = 0; i < n; ++i) {
            tiny.nothing();
        }
        for (int i = 0; i < 5'000'000; ++i) {
            asm volatile("" : "+r"(i));
        }
        return n;
    });
    Proxy large(large_target, "large");
    for (int i = 0; i < 40; ++i) {
        large.call(here.rank == 0 ? 1'000'000 : 1);
    }
    return 0;
}

const std::map<std::string, Scenario> scenarios = {
    {"budget", budget},
    {"small_files_on_one", small_files_on_one},
    {"invocations", invocations},
    {"late", late},
    {"overlap", overlap},
    {"late_sender", late_sender},
    {"queried", queried},
    {"switched", switched},
    {"threads", threads},
    {"reduction", call_by_rank},
    {"abort",
     [](const World& here) { return end_job(here, [] { MPI_Abort(MPI_COMM_WORLD, 3); }, false); }},
    {"kill", [](const World& here) { return end_job(here, [] { std::raise(SIGKILL); }, false); }},
    {"_exit", [](const World& here) { return end_job(here, [] { std::_Exit(0); }, true); }},
    {"exit", [](const World& here) { return end_job(here, [] { std::exit(0); }, true); }},
    {"exit_in_handler", exit_in_handler},
    {"nothing", nothing},
    {"calls_by_node", calls_by_node},
    {"calls_by_node_of_killed", calls_by_node_of_killed},
    {"unseen_init", nothing},
};

// Nothing is measured any more, in any thread.
void go_on_after_finalize() {
    Function target([](int n) { return n; });
    Proxy beyond(target, "beyond");
    std::atomic<bool> finalized{false};
    std::atomic<bool> has_called{false};
    std::thread other([&] {
        beyond.call(1);
        has_called = true;
        while (!finalized) {
            std::this_thread::yield();
        }
        beyond.call(2);
    });
    while (!has_called) {
        std::this_thread::yield();
    }
    Function open_target([&](int n) { // open in MPI_Finalize, and left after it
        MPI_Finalize();
        return n;
    });
    Proxy(open_target, "open").call(1);
    finalized = true;
    other.join();
    beyond.call(3);
}

} // namespace

int main(int count, char** arguments) {
    const std::string name = count > 1 ? arguments[1] : "";
    Function target([](int n) { return n; });
    Proxy early(target, "early");
    for (int i = 0; i < 5; ++i) {
        early.call(i); // before MPI has begun
    }
    int provided = 0;
    if (name == "unseen_init") { // as that of another language may be
        PMPI_Init_thread(&count, &arguments, MPI_THREAD_MULTIPLE, &provided);
    } else {
        MPI_Init_thread(&count, &arguments, MPI_THREAD_MULTIPLE, &provided);
    }
    if (name == "after_finalize") {
        go_on_after_finalize();
        return 0;
    }
    const int status = scenarios.at(name)(world());
    MPI_Finalize();
    return status;
}
