// Files of a run. Functions return an errno value, or 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace proxima::detail {

// Identifies a file independently of its name.
struct FileIdentity {
    dev_t device = 0;
    ino_t inode = 0;
};

// A file that grows. Open only while it is used: descriptors belong to the application, which may
// close them. Checks before each use that it is still the same file.
class File {
public:
    File() = default;
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() = default;

    // Creates the file; it must not exist.
    int create(std::string path) noexcept;
    // Appends all of it, or nothing.
    int append(const void* data, std::size_t size) noexcept;

    bool is_open() const noexcept { return !path_.empty(); }
    // True if the file was removed.
    bool has_vanished() const noexcept;
    const std::string& path() const noexcept { return path_; }
    std::size_t size() const noexcept { return size_; }

private:
    bool is_mine(int descriptor) const noexcept;
    int open_for_use(int flags) const noexcept;

    FileIdentity identity_;
    std::size_t size_ = 0;
    std::string path_;
};

// Replaces a file when the new one is complete. Until then the new one has an unguessable name; it
// follows no symbolic link.
class Replacement {
public:
    explicit Replacement(std::string path);
    Replacement(const Replacement&) = delete;
    Replacement& operator=(const Replacement&) = delete;
    ~Replacement(); // keeps the old file without commit()

    // Appends text; does nothing after an error.
    void write(std::string_view text) noexcept;
    int commit() noexcept;

private:
    void fail(int error) noexcept;

    std::string path_;
    std::string temporary_; // empty: no temporary file
    int descriptor_ = -1;
    int error_ = 0;
};

// Replaces a file, or leaves it unchanged.
int replace_file(const std::string& path, std::string_view text);

constexpr int foreign_directory = -3; // an error beside those of errno and DiskBudget

// Returns a text for an errno value, foreign_directory, or an error of a DiskBudget.
std::string error_text(int error);

// Opens a file, but never under the number of a standard stream that the application lacks: its
// output would go into the file. Returns -1 and sets errno after an error.
int open_file(const std::string& path, int flags, mode_t mode = 0666) noexcept;

// Keeps the directory of the run open: the functions here reach its files also when the process has
// changed its root, or when the name of the directory leads elsewhere. An application that closes
// the descriptor loses only that. An empty path closes it.
void hold_directory(const std::string& path) noexcept;
bool holds_own_directory() noexcept;     // it belongs to this user
bool holds_foreign_directory() noexcept; // it belongs to another user
FileIdentity held_directory() noexcept;

// Makes or removes a directory in that of the run.
int make_directory_in_run(const std::string& path) noexcept;
int remove_directory_in_run(const std::string& path) noexcept;

// Returns what a symbolic link says, also of one in a directory that is open; empty if it is none.
std::string target_of_link(const std::string& path);
std::string target_of_link(const char* name, int directory);

// Removes a file. Renames one, or makes a symbolic link, within a directory. Return 0 or -1.
int remove_file(const std::string& path) noexcept;
int rename_file(const std::string& from, const std::string& to) noexcept;
int link_file(const std::string& target, const std::string& path) noexcept;

// Returns `prefix` and 16 random digits.
std::string unguessable_name(const std::string& prefix);

} // namespace proxima::detail
