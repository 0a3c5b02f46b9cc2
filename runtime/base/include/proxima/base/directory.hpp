// A directory that is opened once: what a program does in it stays in it, also if somebody who may
// write its parent puts another directory, or a link, in its place.
//
//     #include <proxima/base/file.hpp>
//     const base::Directory run("run1");
//     const auto text = base::read_whole_file(run.place() / "run.json", base::Links::refused);
//     base::replace_file(run.place() / "run.json", text);
//
// Ownership: copies share the descriptor; the last one closes it, and ends place().
// Thread safety: one thread at a time uses an object; several may use its copies.
// Errors: all functions throw Error with the directory as its place.
#pragma once

#include <proxima/base/descriptor.hpp>

#include <filesystem>
#include <memory>
#include <string>

namespace proxima::base {

class Directory {
public:
    /// The working directory: names are looked up when they are used.
    Directory() = default;
    /// `path` may be a symbolic link, which the user has named.
    explicit Directory(const std::filesystem::path& path);
    /// Makes the directory and its parents if they are missing.
    static Directory make(const std::filesystem::path& path);
    /// A directory in this one; throws if it is a symbolic link.
    Directory inside(const std::string& name) const;

    /// Returns *this; throws if it is another user's, who could redirect what is written.
    const Directory& require_own() const;
    void remove(const std::string& name) const noexcept;

    /// A path for all functions that take one. It begins with /proc/self/fd/NUMBER, so it leads to
    /// the directory that was opened, whatever has its name now.
    std::filesystem::path place() const;
    const std::filesystem::path& path() const noexcept { return path_; } ///< for messages
    int descriptor() const noexcept;

private:
    Directory(std::filesystem::path path, int opened);

    std::filesystem::path path_;
    std::shared_ptr<const Descriptor> descriptor_;
};

/// Returns the name for messages: a path below a place() begins with the path of that directory.
/// Errors name their files so.
std::filesystem::path shown(const std::filesystem::path& path);

} // namespace proxima::base
