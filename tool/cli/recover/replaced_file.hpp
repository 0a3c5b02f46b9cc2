// A file that is replaced whole, or not at all.
#pragma once

#include <filesystem>

namespace proxima::cli {

/// Writes to a new file beside `target`, which commit() puts in its place; without that the target
/// stays as it was. Throws rundir::Error.
class ReplacedFile {
public:
    explicit ReplacedFile(std::filesystem::path target);
    ReplacedFile(const ReplacedFile&) = delete;
    ReplacedFile& operator=(const ReplacedFile&) = delete;
    ReplacedFile(ReplacedFile&&) = delete;
    ReplacedFile& operator=(ReplacedFile&&) = delete;
    ~ReplacedFile();

    int descriptor() const noexcept { return descriptor_; }

    void commit();

private:
    std::filesystem::path target_;
    std::string beside_; ///< empty once it has taken the target's place
    int descriptor_ = -1;
};

} // namespace proxima::cli
