// A directory that appears completely or not at all.
#pragma once

#include <proxima/base/directory.hpp>

#include <filesystem>
#include <functional>
#include <string>

namespace proxima::exchange {

// Accepts the names that an earlier conversion may have left in a directory.
using IsOurs = std::function<bool(const std::string&)>;

// Files are written into a new directory beside `target`, which commit() puts in its place;
// without that nothing remains of it, and the target is as it was.
class NewDirectory {
public:
    // `replaced` is what check_target() returned. Throws Error if the directory cannot be made.
    NewDirectory(const std::filesystem::path& target, base::Directory replaced);
    NewDirectory(const NewDirectory&) = delete;
    NewDirectory& operator=(const NewDirectory&) = delete;
    ~NewDirectory();

    std::filesystem::path path() const { return made_.place(); }
    void commit();

private:
    void remove_replaced(const std::string& name) const;

    base::Directory replaced_; // what is at the target, if that is a directory
    base::Directory parent_;
    std::string name_;
    std::string beside_; // empty once it has taken the target's place
    base::Directory made_;
};

// Throws Error if something is at `target`. With `force`, accepts the output of an earlier
// conversion: a file, or a directory in which `is_ours` holds for every name; returns that
// directory.
base::Directory check_target(const std::filesystem::path& target, bool force,
                             const IsOurs& is_ours);

} // namespace proxima::exchange
