// Names and lines of the addresses in a process, from the files that it had loaded.
//
//     void show(Symbols& symbols, std::uint64_t address) {
//         for (const auto& frame : symbols.frames_at(address)) {
//             std::cout << frame.function << ' ' << frame.file << ':' << frame.line << '\n';
//         }
//     }
//
// Ownership: values.
// Thread safety: one thread at a time uses an object.
// Errors: a file that is missing, changed since, or has no debug information gives fewer names.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace proxima::inside {

/// A program or library that the process had loaded.
struct LoadedModule {
    std::string path;
    std::string build_id; ///< hexadecimal; empty: unknown
    std::uint64_t base = 0;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// Reads a file that the runtime has written beside the samples of a rank. Throws base::Error.
std::vector<LoadedModule> read_modules(const std::filesystem::path& file);

/// A function at an address; several are there where calls were inlined.
struct Frame {
    std::string function; ///< empty: unknown
    std::string file;     ///< empty: no debug information
    int line = 0;
    bool is_inlined = false;
};

class Symbols {
public:
    /// `known` are frames that need no file.
    explicit Symbols(std::vector<LoadedModule> modules,
                     std::map<std::uint64_t, std::vector<Frame>> known = {});
    Symbols(const Symbols&) = delete;
    Symbols& operator=(const Symbols&) = delete;
    ~Symbols();

    /// Returns the functions at an address, the innermost first, at least one.
    const std::vector<Frame>& frames_at(std::uint64_t address);
    /// Returns the path of the module; empty if there is none.
    std::string module_at(std::uint64_t address) const;
    /// Returns sentences about modules whose files tell nothing, among those that were asked for.
    const std::vector<std::string>& problems() const { return problems_; }

private:
    class Debugging;

    const LoadedModule* module_of(std::uint64_t address) const;

    std::vector<LoadedModule> modules_;
    std::map<const LoadedModule*, std::unique_ptr<Debugging>> debugging_;
    std::map<std::uint64_t, std::vector<Frame>> known_;
    std::vector<std::string> problems_;
};

} // namespace proxima::inside
