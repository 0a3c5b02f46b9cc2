// Reads and replaces whole files.
//
//     base::replace_file("chosen.txt", "flux=EFM\n");
//     std::string text = base::read_whole_file("chosen.txt");
//
// Thread safety: functions are thread-safe; one thread at a time uses an object.
// Errors: all functions throw Error with the file as its place.
#pragma once

#include <proxima/base/descriptor.hpp>
#include <proxima/base/directory.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace proxima::base {

/// Tells whether a file may be a symbolic link. In a directory of a stranger, such as a run, it may
/// not: it could lead to any file of the user.
enum class Links { followed, refused };

/// Reads a regular file, or a pipe that is open for writing (`<(...)` of a shell): never waits
/// for a writer. Throws for anything else, and for more than 256 MiB.
std::string read_whole_file(const std::filesystem::path& file, Links links = Links::followed);

/// True for a device, a pipe, or a name such as /dev/stdout: ReplacedFile writes to these directly,
/// but not in a Directory.
bool is_written_directly(const std::filesystem::path& file);

/// Opens the directory of a file that is to be written; errors name the file.
Directory directory_of(const std::filesystem::path& target);

/// Writes to a new file beside `target`, which commit() puts in its place; without commit() the
/// target stays as it was. The directory of the target is opened once. A symbolic link is replaced,
/// never followed, so that a link in a foreign directory cannot redirect the text. An existing file
/// keeps its permissions.
class ReplacedFile {
public:
    explicit ReplacedFile(const std::filesystem::path& target);
    ReplacedFile(Directory directory, std::string name);
    ReplacedFile(const ReplacedFile&) = delete;
    ReplacedFile& operator=(const ReplacedFile&) = delete;
    ReplacedFile(ReplacedFile&& other) noexcept;
    ReplacedFile& operator=(ReplacedFile&&) = delete;
    ~ReplacedFile();

    int descriptor() const noexcept { return descriptor_.get(); }
    std::filesystem::path path() const { return directory_.path() / name_; } ///< for messages
    void write(std::string_view text);

    /// Puts the new text in place and on the disk. Until then no other process sees it.
    void commit();

private:
    void create();

    Directory directory_;
    std::string name_;
    std::string beside_; ///< empty after commit(), and if the target is written directly
    Descriptor descriptor_;
};

/// Replaces `file` by `text`. If that throws, `file` is as it was.
void replace_file(const std::filesystem::path& file, std::string_view text);

} // namespace proxima::base
