// Files of a run directory. Errors are returned as errno values, 0 for none: what to do about them
// is the caller's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace proxima::detail {

// Which file it is, whatever its name.
struct FileIdentity {
    dev_t device = 0;
    ino_t inode = 0;
};

// A file that grows. Only a few hold a descriptor while the run lasts, the others are opened for
// each use: descriptors are the application's. Before each use it makes sure that it still is the
// file that was created, because applications close descriptors that they do not know, and then
// open their own under the same number.
class File {
public:
    File() = default;
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File();

    // Creates the file; it must not exist.
    int create(std::string path) noexcept;
    // Appends all of it. On an error the file is cut back to what it was.
    int append(const void* data, std::size_t size) noexcept;
    void close() noexcept;
    // Gives the file another name.
    int move(std::string path) noexcept;
    // Writes over what the file begins with.
    int overwrite(const void* data, std::size_t size) const noexcept;

    bool is_open() const noexcept { return !path_.empty(); }
    // Whether its name is gone.
    bool has_vanished() const noexcept;
    const std::string& path() const noexcept { return path_; }
    std::size_t size() const noexcept { return size_; }

private:
    bool is_mine(int descriptor) const noexcept;
    int open_for_use(int flags) const noexcept;
    void close_after_use(int descriptor) const noexcept;

    int descriptor_ = -1; // held; -1: none is
    FileIdentity identity_;
    std::size_t size_ = 0;
    std::string path_;
};

// The file that takes the place of another when it is whole. Until then it has a name of its own,
// which nobody can guess, and follows no symbolic link.
class Replacement {
public:
    explicit Replacement(std::string path);
    Replacement(const Replacement&) = delete;
    Replacement& operator=(const Replacement&) = delete;
    ~Replacement(); // leaves the other as it is, unless committed

    // After an error nothing more is written.
    void write(std::string_view text) noexcept;
    int commit() noexcept;

private:
    void fail(int error) noexcept;

    std::string path_;
    std::string temporary_; // empty: there is none
    int descriptor_ = -1;
    int error_ = 0;
};

// Replaces a file by one with this text, or leaves it as it is.
int replace_file(const std::string& path, std::string_view text);

// Of errno values, and of those of a DiskBudget.
std::string error_text(int error);

// Opens a file, but never as a standard stream, should the application have been started without
// one: what it writes there would get into the file. Returns -1 and sets errno after an error.
int open_file(const std::string& path, int flags, mode_t mode = 0666) noexcept;

// `prefix`, and 16 digits that nobody can guess.
std::string unguessable_name(const std::string& prefix);

} // namespace proxima::detail
