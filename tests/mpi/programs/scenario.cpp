// A program with proxies and MPI that does one thing per name it is given.
#include "../../unit/runtime/scenario/port.hpp"
#include "edges.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <mpi.h>
#include <string>
#include <sys/resource.h>
#include <thread>
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

int nested(const World&) {
    MPI_Op operation = MPI_OP_NULL;
    MPI_Op_create(add, 1, &operation);
    int one = 1;
    int sum = 0;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, operation, MPI_COMM_WORLD);
    int size = 0;
    MPI_Type_size(MPI_INT, &size);
    MPI_Op_free(&operation);
    return 0;
}

// Each message is long enough to be in flight until both sides have agreed. First there is work
// while it is, then there is none.
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
    MPI_Barrier(MPI_COMM_WORLD);
    if (here.rank == 1) {
        std::this_thread::sleep_for(pause);
        MPI_Ssend(out.data(), 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    } else if (here.rank == 0) {
        MPI_Recv_init(in.data(), 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Start(&requests[0]);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        MPI_Request_free(&requests[0]);
    }
    return 0;
}

// Each thread sends to itself, and has the operations of its neighbour completed by itself.
int threads(const World& here) {
    constexpr int number = 4;
    constexpr int messages = 500;
    Function target([&](int n) {
        int value = n;
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Irecv(&value, 1, MPI_INT, here.rank, n, MPI_COMM_WORLD, &request);
        MPI_Send(&n, 1, MPI_INT, here.rank, n, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        return value == n ? 0 : 1;
    });
    Proxy proxy(target, "thread");
    std::vector<std::thread> workers;
    std::array<int, number> wrong{};
    for (int i = 0; i < number; ++i) {
        workers.emplace_back([&, i] {
            for (int n = 0; n < messages; ++n) {
                wrong.at(static_cast<std::size_t>(i)) += proxy.call(i);
            }
        });
    }
    int failures = 0;
    for (int i = 0; i < number; ++i) {
        workers.at(static_cast<std::size_t>(i)).join();
        failures += wrong.at(static_cast<std::size_t>(i));
    }
    int begun_here = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Irecv(&begun_here, 1, MPI_INT, here.rank, 99, MPI_COMM_WORLD, &request);
    std::thread([&] {
        const int value = 1;
        MPI_Send(&value, 1, MPI_INT, here.rank, 99, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }).join();
    return failures + (begun_here == 1 ? 0 : 1);
}

// A rank calls one method as often as its number, and one more.
void call_by_rank(const World& here) {
    Function target([](int n) { return n; });
    Proxy proxy(target, "by_rank");
    for (int i = 0; i <= here.rank; ++i) {
        proxy.call(i);
    }
    if (here.rank % 2 == 0) {
        Proxy even(target, "even");
        even.call(0);
    }
}

int reduction(const World& here) {
    call_by_rank(here);
    return 0;
}

int abort_job(const World& here) {
    call_by_rank(here);
    MPI_Barrier(MPI_COMM_WORLD);
    if (here.rank == here.size - 1) {
        MPI_Abort(MPI_COMM_WORLD, 3);
    }
    std::this_thread::sleep_for(std::chrono::minutes(1)); // until it is ended
    return 0;
}

int exit_without_finalize(const World& here) {
    call_by_rank(here);
    MPI_Barrier(MPI_COMM_WORLD);
    std::_Exit(0);
}

int exit_normally_without_finalize(const World& here) {
    call_by_rank(here);
    MPI_Barrier(MPI_COMM_WORLD);
    std::exit(0); // NOLINT(concurrency-mt-unsafe): there is one thread
}

int kill_rank(const World& here) {
    call_by_rank(here);
    MPI_Barrier(MPI_COMM_WORLD);
    if (here.rank == here.size - 1) {
        std::raise(SIGKILL);
    }
    std::this_thread::sleep_for(std::chrono::minutes(1)); // until it is ended
    return 0;
}

int nothing(const World&) {
    return 0;
}

void probe(int times) {
    int flag = 0;
    for (int i = 0; i < times; ++i) {
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
    }
}

// Four times outer probes as often as the rank's number says and calls inner, which reduces twice
// and has a call from within that; three threads probe twice each in worker. Three probes are made
// outside of all.
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
    std::array<std::thread, 3> workers;
    for (std::thread& thread : workers) {
        thread = std::thread([&] { worker.call(0); });
    }
    for (std::thread& thread : workers) {
        thread.join();
    }
    MPI_Op_free(&operation);
    return 0;
}

// The same, and all ranks are killed.
int calls_by_node_of_killed(const World& here) {
    calls_by_node(here);
    MPI_Barrier(MPI_COMM_WORLD);
    return std::raise(SIGKILL);
}

using Scenario = int (*)(const World& here);

// From now on nothing more can be written on the second rank.
int small_files_on_one(const World& here) {
    const rlimit limits{100, RLIM_INFINITY};
    return here.rank == 1 ? setrlimit(RLIMIT_FSIZE, &limits) : 0;
}

// From now on the first rank can write run.json, but not a call graph of so many nodes.
int small_files_on_first(const World& here) {
    Function target([](int n) { return n; });
    for (int i = 0; i < 100; ++i) {
        Proxy(target, "node " + std::to_string(i)).call(i);
    }
    const rlimit limits{20'000, RLIM_INFINITY};
    return here.rank == 0 ? setrlimit(RLIMIT_FSIZE, &limits) : 0;
}

const std::map<std::string, Scenario> scenarios = {
    {"small_files_on_first", small_files_on_first},
    {"small_files_on_one", small_files_on_one},
    {"invocations", invocations},
    {"nested", nested},
    {"overlap", overlap},
    {"threads", threads},
    {"reduction", reduction},
    {"abort", abort_job},
    {"_exit", exit_without_finalize},
    {"exit", exit_normally_without_finalize},
    {"kill", kill_rank},
    {"nothing", nothing},
    {"calls_by_node", calls_by_node},
    {"calls_by_node_of_killed", calls_by_node_of_killed},
    {"unseen_init", nothing},
    {"call_first", nothing},
};

int run(const std::string& name, const World& here) {
    const auto edge = programs::edges().find(name);
    return edge == programs::edges().end() ? scenarios.at(name)(here) : !edge->second(here.rank);
}

#if MPI_VERSION >= 4
// MPI without MPI_Init.
int use_session() {
    MPI_Session session = MPI_SESSION_NULL;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Group_free(&group);
    MPI_Session_finalize(&session);
    return 0;
}
#else
int use_session() {
    return 1;
}
#endif

// The process's first call of MPI, within an invocation.
void call_first() {
    Function target([](int n) {
        int initialized = 0;
        MPI_Initialized(&initialized);
        return n;
    });
    Proxy first(target, "first");
    first.call(0);
}

// Calls within MPI_Finalize, and after it.
int call_in_callback(MPI_Comm, int key, void* proxy, void*) {
    int size = 0;
    MPI_Comm_size(MPI_COMM_SELF, &size);
    static_cast<Proxy*>(proxy)->call(size);
    static_cast<Proxy*>(proxy)->call(size);
    return MPI_Comm_free_keyval(&key);
}

void finalize_and_go_on() {
    Function target([](int n) { return n; });
    static Proxy within(target, "within");
    static Proxy beyond(target, "beyond");
    int key = MPI_KEYVAL_INVALID;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, call_in_callback, &key, nullptr);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, &within);
    std::atomic<bool> finalized{false};
    std::atomic<bool> has_called{false};
    std::thread other([&] {
        beyond.call(1);
        has_called = true;
        while (!finalized) {
            std::this_thread::yield();
        }
        for (int i = 0; i < 5000; ++i) {
            beyond.call(i);
        }
        within.call(1); // its first there
    });
    while (!has_called) {
        std::this_thread::yield();
    }
    Function open_target([&](int n) { // open in MPI_Finalize, and left after it
        MPI_Finalize();
        beyond.call(n);
        return n;
    });
    Proxy open(open_target, "open");
    open.call(1);
    finalized = true;
    other.join();
    for (int i = 0; i < 100; ++i) {
        beyond.call(i);
    }
    std::thread([&] { beyond.call(1); }).join();
}

} // namespace

int main(int count, char** arguments) {
    const std::string name = count > 1 ? arguments[1] : "";
    Function target([](int n) { return n; });
    Proxy early(target, "early");
    for (int i = 0; i < 5; ++i) {
        early.call(i); // before MPI has begun
    }
    if (name == "session") {
        return use_session();
    }
    if (name == "call_first") {
        call_first();
    }
    int provided = 0;
    if (name == "unseen_init") { // as that of another language may be
        PMPI_Init_thread(&count, &arguments, MPI_THREAD_MULTIPLE, &provided);
    } else {
        MPI_Init_thread(&count, &arguments, MPI_THREAD_MULTIPLE, &provided);
    }
    if (name == "after_finalize") {
        finalize_and_go_on();
        return 0;
    }
    const int status = run(name, world());
    MPI_Finalize();
    return status;
}
