// What a program has done with MPI, counted by itself: a file for each rank, a line for each
// routine.
#pragma once

#include <cstdint>
#include <fstream>
#include <map>
#include <string>

namespace expectation {

using Bytes = std::uint64_t;

struct Use {
    std::uint64_t calls = 0;
    Bytes sent = 0;
    Bytes received = 0;
};

class Uses {
public:
    void count(const char* routine, Bytes sent = 0, Bytes received = 0) {
        Use& use = uses_[routine];
        ++use.calls;
        use.sent += sent;
        use.received += received;
    }

    // Bytes that come with the completion of an operation that `routine` has begun.
    void add_received(const char* routine, Bytes received) { uses_[routine].received += received; }
    // Each time that a prepared operation is begun.
    void add_sent(const char* routine, Bytes sent) { uses_[routine].sent += sent; }

    void write(int rank) const {
        std::ofstream file("expected-" + std::to_string(rank));
        for (const auto& [routine, use] : uses_) {
            file << routine << " " << use.calls << " " << use.sent << " " << use.received << "\n";
        }
    }

private:
    std::map<std::string, Use> uses_;
};

} // namespace expectation
