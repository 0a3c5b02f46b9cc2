// Files that are read, or replaced, as a whole. All throw Error, of which the file is the place.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace proxima::base {

/// Of a file, or of a pipe that is open for writing (`<(...)` of a shell): never waits
/// for a writer. Throws for anything else, and for more than 256 MiB.
std::string read_whole_file(const std::filesystem::path& file);

/// Writes to a new file beside `target`, which commit() puts in its place; without that the target
/// stays as it was. A symbolic link stays one: what it points to is replaced.
class ReplacedFile {
public:
    explicit ReplacedFile(const std::filesystem::path& target);
    ReplacedFile(const ReplacedFile&) = delete;
    ReplacedFile& operator=(const ReplacedFile&) = delete;
    ReplacedFile(ReplacedFile&& other) noexcept;
    ReplacedFile& operator=(ReplacedFile&&) = delete;
    ~ReplacedFile();

    int descriptor() const noexcept { return descriptor_; }
    void write(std::string_view text);

    /// Until then no other process sees the new text; afterwards all do, and it is on the disk.
    void commit();

private:
    std::filesystem::path target_;
    std::string beside_; ///< empty once it has taken the target's place
    int descriptor_ = -1;
};

/// Replaces `file` by `text`. If that throws, `file` is as it was.
void replace_file(const std::filesystem::path& file, std::string_view text);

} // namespace proxima::base
