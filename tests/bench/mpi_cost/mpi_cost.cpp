// What a measured call of MPI costs: MPI_Iprobe in a loop on one rank, and messages of 8 bytes to
// and fro between two, beside the same by the profiling names, which are not measured, and those
// between two readings of the processor's counter; all in one program and in turns.
//
//     mpirun -n 2 proxima_bench_mpi_cost
#include "components.hpp"
#include "flux_port.proxy.hpp"

#include <proxima/control.hpp>
#include <proxima/detail/ticks.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <mpi.h>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr int rounds = 41;
constexpr int probes = 100'000; // of one round
constexpr int messages = 5'000;
constexpr int invocations = 200'000;

volatile std::uint64_t sink = 0;

double nanoseconds_of_each(int count, const std::function<void()>& loop) {
    const auto begin = std::chrono::steady_clock::now();
    loop();
    const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - begin;
    return took.count() / count;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

struct Way {
    const char* what;
    std::function<void()> loop;
};

// Median nanoseconds of each of the ways, which are taken in turns.
std::vector<double> in_turns(int count, const std::vector<Way>& ways) {
    std::vector<std::vector<double>> samples(ways.size());
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < ways.size(); ++i) {
            samples[i].push_back(nanoseconds_of_each(count, ways[i].loop));
        }
    }
    std::vector<double> medians;
    std::transform(samples.begin(), samples.end(), std::back_inserter(medians), median);
    return medians;
}

// The first way is bare, the second between two counter readings, the third measured. `calls` are
// in what is timed.
void print(const char* title, const std::vector<Way>& ways, const std::vector<double>& times,
           double calls, double reference) {
    std::printf("%-44s %9s %9s %9s\n", title, "ns", "added", "/ rdtsc");
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const double added = (times[i] - times[0]) / calls;
        std::printf("  %-42s %9.2f %9.2f %9.3f\n", ways[i].what, times[i], added,
                    added / reference);
    }
}

template <class Probe>
void probe_loop(Probe probe) {
    int flag = 0;
    for (int i = 0; i < probes; ++i) {
        probe(0, 0, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
    }
}

int probe_between_readings(int source, int tag, MPI_Comm communicator, int* flag,
                           MPI_Status* status) {
    const std::uint64_t begin = proxima::detail::counter();
    const int outcome = PMPI_Iprobe(source, tag, communicator, flag, status);
    sink = proxima::detail::counter() - begin;
    return outcome;
}

std::vector<Way> ways_to_probe() {
    return {{"PMPI_Iprobe", [] { probe_loop(PMPI_Iprobe); }},
            {"PMPI_Iprobe between two rdtsc", [] { probe_loop(probe_between_readings); }},
            {"MPI_Iprobe, measured", [] { probe_loop(MPI_Iprobe); }}};
}

template <class Send, class Receive>
void exchange(int rank, Send send, Receive receive) {
    double value = 0;
    for (int i = 0; i < messages; ++i) {
        if (rank == 0) {
            send(&value, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
            receive(&value, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (rank == 1) {
            receive(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            send(&value, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
        }
    }
}

int send_between_readings(const void* data, int count, MPI_Datatype type, int to, int tag,
                          MPI_Comm communicator) {
    const std::uint64_t begin = proxima::detail::counter();
    const int outcome = PMPI_Send(data, count, type, to, tag, communicator);
    sink = proxima::detail::counter() - begin;
    return outcome;
}

int receive_between_readings(void* data, int count, MPI_Datatype type, int from, int tag,
                             MPI_Comm communicator, MPI_Status* status) {
    const std::uint64_t begin = proxima::detail::counter();
    const int outcome = PMPI_Recv(data, count, type, from, tag, communicator, status);
    sink = proxima::detail::counter() - begin;
    return outcome;
}

std::vector<Way> ways_to_exchange(int rank) {
    return {{"PMPI_Send and PMPI_Recv", [=] { exchange(rank, PMPI_Send, PMPI_Recv); }},
            {"between two rdtsc each",
             [=] { exchange(rank, send_between_readings, receive_between_readings); }},
            {"MPI_Send and MPI_Recv, measured", [=] { exchange(rank, MPI_Send, MPI_Recv); }}};
}

void compute(bench::FluxPort& port) {
    for (int i = 0; i < invocations; ++i) {
        sink = static_cast<std::uint64_t>(port.compute(i));
    }
}

} // namespace

int main(int count, char** arguments) {
    const std::filesystem::path run = "proxima-run-mpi-cost";
    const auto bare = bench::make_bare();
    const auto counter_reader = bench::make_counter_reader(*bare);
    proxima::configure("quiet=on,output=" + run.string());
    proxima::Proxy<bench::FluxPort> proxy(*bare, "flux");
    MPI_Init(&count, &arguments);
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    const std::vector<Way> probing = ways_to_probe();
    const std::vector<double> probed = in_turns(probes, probing);
    const std::vector<Way> calling = {{"virtual call", [&] { compute(*bare); }},
                                      {"between two rdtsc", [&] { compute(*counter_reader); }},
                                      {"proxy, MPI interposed", [&] { compute(proxy); }}};
    const std::vector<double> called = in_turns(invocations, calling);
    MPI_Barrier(MPI_COMM_WORLD);
    const std::vector<Way> exchanging = ways_to_exchange(rank);
    const std::vector<double> exchanged =
        size > 1 ? in_turns(messages, exchanging) : std::vector<double>();
    if (rank == 0) {
        const double reference = probed[1] - probed[0];
        print("MPI_Iprobe, one rank", probing, probed, 1, reference);
        print("invocation without MPI", calling, called, 1, called[1] - called[0]);
        if (size > 1) {
            // Four calls are on the way of a message and its answer.
            print("8 bytes to and fro, two ranks, each call", exchanging, exchanged, 4, reference);
        }
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
