// A directory that readers of run directories understand, with the records of the run that goes on.
#pragma once

#include <filesystem>
#include <optional>

namespace proxima::measuring {

// Removed with the object.
class ScratchRun {
public:
    // Nothing if there are no records, or there is no room for it.
    static std::optional<ScratchRun> make();

    ScratchRun(ScratchRun&& other) noexcept;
    ScratchRun(const ScratchRun&) = delete;
    ScratchRun& operator=(const ScratchRun&) = delete;
    ScratchRun& operator=(ScratchRun&&) = delete;
    ~ScratchRun();

    const std::filesystem::path& path() const noexcept { return path_; }

private:
    explicit ScratchRun(std::filesystem::path path) : path_(std::move(path)) {}
    // What is not in the record files yet, and links to those.
    bool fill(const std::filesystem::path& run) const;

    std::filesystem::path path_; // empty: moved from
};

} // namespace proxima::measuring
