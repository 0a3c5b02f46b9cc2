// Reads record and ring files, written from FORMAT.md alone and for plainness: it checks the
// runtime, so it shares nothing with it. Throws std::runtime_error on anything that the format does
// not allow.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace decoder {

struct Method {
    std::string port;
    std::string name;
    std::string signature;
    std::string location;
    std::vector<std::uint8_t> word_types; // the type of the column that each word belongs to
    std::vector<std::string> columns;
};

struct Node {
    std::uint32_t parent;
    std::uint32_t method;
    bool folded;
    std::string instance;
};

struct Invocation {
    std::uint64_t thread;
    std::uint32_t node;
    std::uint64_t end;
    std::uint64_t duration;
    std::uint64_t communication;
    std::vector<std::uint64_t> words;
    std::uint64_t place = 0; // in a reservoir, or 0

    std::uint64_t start() const { return end - duration; }
};

// Of a bin of a node.
struct Statistics {
    std::uint64_t calls;
    std::uint64_t sum;
    std::uint64_t squares_low;
    std::uint64_t squares_high;
    std::uint64_t minimum;
    std::uint64_t maximum;
    std::uint64_t communication;

    friend bool operator==(const Statistics&, const Statistics&) = default;
};

struct Content {
    std::map<std::pair<std::uint32_t, std::int32_t>, Statistics> statistics; // by node and bin
    std::map<std::uint32_t, Method> methods;
    std::map<std::uint32_t, Node> nodes;
    std::vector<Invocation> invocations;
    std::uint64_t blocks = 0;
    std::uint64_t threads = 0;
    // By node; `tells`: whether they are in the files.
    std::map<std::uint32_t, std::uint64_t> mpi_calls;
    bool tells_mpi_calls = false;
    bool ended = false;
    std::uint64_t ended_with = 0;

    // "outer.f/inner.f": the instances and methods on the way to a node.
    std::string path(std::uint32_t node) const;
};

// Everything of one lane: `record` and, if it is not empty, what is left in `ring`.
Content decode(const std::string& record, const std::string& ring = {});

std::string read_file(const std::string& path);

} // namespace decoder
