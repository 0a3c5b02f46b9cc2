// A run directory for fuzzers, removed when the process ends.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace proxima::fuzz {

// Makes the directory, in memory if the system has a place for that. Called once.
inline std::filesystem::path make_run() {
    std::string pattern = std::filesystem::exists("/dev/shm") ? "/dev/shm/proxima-fuzz-XXXXXX"
                                                              : "/tmp/proxima-fuzz-XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr) {
        std::abort();
    }
    static const std::filesystem::path run = pattern;
    std::filesystem::create_directory(run / "records");
    std::atexit([] { std::filesystem::remove_all(run); });
    return run;
}

inline void write(const std::filesystem::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
}

} // namespace proxima::fuzz
