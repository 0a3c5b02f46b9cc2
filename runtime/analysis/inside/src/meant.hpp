// Methods that a pattern means.
#pragma once

#include <proxima/format/glob.hpp>
#include <proxima/inside/pack.hpp>
#include <proxima/inside/symbols.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/run_directory.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace proxima::inside {

// True for the instance's method, and for the method in any instance.
inline bool is_meant(std::string_view pattern, const std::string& instance,
                     const std::string& method) {
    return format::matches(pattern, instance + "." + method) || format::matches(pattern, method);
}

inline std::filesystem::path samples_file(const rundir::RunDirectory& run, std::uint64_t rank,
                                          std::uint64_t number) {
    return run.records_directory() /
           (std::to_string(rank) + "-" + std::to_string(number) + ".samples");
}

// The symbols of a rank's process.
inline std::unique_ptr<Symbols> symbols_of(const rundir::RunDirectory& run, std::uint64_t rank) {
    const auto file = run.records_directory() / (std::to_string(rank) + ".modules.json");
    return std::make_unique<Symbols>(std::filesystem::exists(file) ? read_modules(file)
                                                                   : std::vector<LoadedModule>(),
                                     read_pack(run, rank).frames);
}

} // namespace proxima::inside
