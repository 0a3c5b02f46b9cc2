// What a run has recorded, one thread buffer after another, as rundir reads it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace recorded {

struct Method {
    std::string port;
    std::string name;
    std::string location;
    std::vector<std::string> columns;
};

struct Node {
    std::uint32_t parent = 0; // 0: none
    std::uint32_t method = 0;
    std::string instance;
};

// Times in nanoseconds.
struct Invocation {
    std::uint64_t thread = 0;
    std::uint32_t node = 0;
    double end = 0;
    double duration = 0;
    double communication = 0;
    std::vector<std::uint64_t> words;

    double start() const { return end - duration; }
};

struct Statistics {
    std::uint64_t calls = 0;
    double sum = 0;
    double squares = 0;
    double minimum = 0;
    double maximum = 0;
};

struct Buffer {
    std::map<std::pair<std::uint32_t, std::int32_t>, Statistics> statistics; // by node and bin
    std::map<std::uint32_t, Method> methods;
    std::map<std::uint32_t, Node> nodes; // from 1
    std::vector<Invocation> invocations;
    std::map<std::uint32_t, std::uint64_t> mpi_calls; // by node
    bool tells_mpi_calls = false;

    // "outer.f/inner.f": the instances and methods on the way to a node.
    std::string path(std::uint32_t node) const;
    std::size_t threads() const;
};

enum class Expect { whole, losses };

// Fails the test if files cannot be read, or if they tell of losses that are not expected.
std::vector<Buffer> buffers_of(const std::filesystem::path& run, Expect expect = Expect::whole);

} // namespace recorded
