// Files of a run directory. Errors are returned as errno values, 0 for none: what to do about them
// is the caller's.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace proxima::detail {

// Owns a file descriptor. Before each use it makes sure that the descriptor still is the file that
// was opened, because applications close descriptors that they do not know, and then open their own
// under the same number.
class File {
public:
    File() = default;
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    File(File&& other) noexcept;
    File& operator=(File&& other) noexcept;
    ~File();

    // Creates the file; it must not exist. `flags` are added to those of open().
    int create(std::string path, int flags) noexcept;
    // Appends all of it. On an error the file is cut back to what it was.
    int append(const void* data, std::size_t size) noexcept;
    void close() noexcept;
    // Gives the file another name.
    int move(std::string path) noexcept;
    // Writes over what the file begins with.
    int overwrite(const void* data, std::size_t size) const noexcept;

    // Reserves `size` bytes on the disk, so that a mapping of them cannot fail when it is written
    // to.
    int reserve(std::size_t size) noexcept;
    // Maps a part of the file, from the page at `offset`, to `address` (anywhere, if that is null).
    // Returns null after an error.
    void* map(void* address, std::size_t size, std::size_t offset = 0) noexcept;

    bool is_open() const noexcept { return descriptor_ >= 0; }
    // Whether it has no name any longer, so that it goes when it is closed.
    bool has_vanished() const noexcept;
    const std::string& path() const noexcept { return path_; }
    std::size_t size() const noexcept { return size_; }

private:
    bool is_mine() const noexcept;
    int open_again() noexcept;

    int descriptor_ = -1;
    dev_t device_ = 0;
    ino_t inode_ = 0;
    std::size_t size_ = 0;
    std::string path_;
};

// Writes all of it at `offset`. Returns whether that was possible.
bool write_at(int file, std::size_t offset, const void* data, std::size_t size) noexcept;

// Replaces a file by one with this text, or leaves it as it is.
int replace_file(const std::string& path, std::string_view text);

// Makes the directory `path`, or if that exists `path-2`, `path-3` and so on; missing parents are
// made too. Sets `made` to the absolute path of what was made.
int make_new_directory(const std::string& path, std::string& made);

// Makes a directory that must not exist.
int make_directory(const std::string& path) noexcept;

// Stands beside errno values: the configuration allows no more.
constexpr int limit_reached = -1;

std::string error_text(int error);

} // namespace proxima::detail
