// The programs and libraries that the process has loaded, for readers of its stack samples.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace proxima::detail {

struct Module {
    std::string path;
    std::string build_id;   // hexadecimal; empty: it has none
    std::uint64_t base = 0; // added to its own addresses
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

// All modules that were ever found loaded: addresses of closed ones are known, too. Not
// thread-safe.
class Modules {
public:
    // Looks for new ones. Returns whether there are any. Throws std::bad_alloc.
    bool update();
    std::string json() const;

private:
    void add(Module found);

    std::uint64_t loads_ = 0; // of the process, at the last look
    bool has_new_ = false;
    std::vector<Module> all_;
};

} // namespace proxima::detail
