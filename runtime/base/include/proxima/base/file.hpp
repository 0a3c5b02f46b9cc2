// Reads and replaces whole files.
//
//     base::replace_file("chosen.txt", "flux=EFM\n");
//     std::string text = base::read_whole_file("chosen.txt");
//
// Thread safety: functions are thread-safe; one thread at a time uses an object.
// Errors: all functions throw Error with the file as its place.
#pragma once

#include <proxima/base/descriptor.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace proxima::base {

/// Tells whether a file may be a symbolic link. In a directory of a stranger, such as a run, it may
/// not: it could lead to any file of the user.
enum class Links { followed, refused };

/// Reads a regular file, or a pipe that is open for writing (`<(...)` of a shell): never waits
/// for a writer. Throws for anything else, and for more than 256 MiB.
std::string read_whole_file(const std::filesystem::path& file, Links links = Links::followed);

/// A directory that is opened once: its files are found also if its name leads elsewhere later.
class Directory {
public:
    /// The working directory: names are looked up when they are used.
    Directory() = default;
    /// `path` may be a symbolic link, which the user has named.
    explicit Directory(const std::filesystem::path& path);
    /// A directory in this one; throws if it is a symbolic link.
    Directory inside(const std::string& name) const;

    /// Returns *this; throws if it is another user's, who could redirect what is written.
    const Directory& require_own() const;
    void remove(const std::string& name) const noexcept;

    const std::filesystem::path& path() const noexcept { return path_; }
    int descriptor() const noexcept;

private:
    Directory(std::filesystem::path path, int opened);

    std::filesystem::path path_;
    std::shared_ptr<const Descriptor> descriptor_;
};

/// True for a device, a pipe, or a name such as /dev/stdout: ReplacedFile writes to these directly,
/// but not in a Directory.
bool is_written_directly(const std::filesystem::path& file);

/// Writes to a new file beside `target`, which commit() puts in its place; without commit() the
/// target stays as it was. A symbolic link is replaced, never followed, so that a link in a foreign
/// directory cannot redirect the text. An existing file keeps its permissions.
class ReplacedFile {
public:
    explicit ReplacedFile(const std::filesystem::path& target)
        : ReplacedFile(Directory(), target) {}
    ReplacedFile(Directory directory, std::filesystem::path name);
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
    Directory directory_;
    std::filesystem::path name_;
    std::filesystem::path beside_; ///< empty after commit(), and if the target is written directly
    Descriptor descriptor_;
};

/// Replaces `file` by `text`. If that throws, `file` is as it was.
void replace_file(const std::filesystem::path& file, std::string_view text);

} // namespace proxima::base
