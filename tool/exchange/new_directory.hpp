// A directory that appears completely or not at all.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace proxima::exchange {

// Files are written into a new directory beside `target`, which commit() puts in its place;
// without that nothing remains of it, and the target is as it was.
class NewDirectory {
public:
    // Throws Error if it cannot be made.
    explicit NewDirectory(const std::filesystem::path& target);
    NewDirectory(const NewDirectory&) = delete;
    NewDirectory& operator=(const NewDirectory&) = delete;
    ~NewDirectory();

    const std::filesystem::path& path() const { return beside_; }
    void commit();

private:
    std::filesystem::path target_;
    std::filesystem::path beside_; // empty once it has taken the target's place
};

// Throws Error if something is at `target`. With `force`, accepts the output of an earlier
// conversion: a file, or a directory in which `is_ours` holds for every name.
void check_target(const std::filesystem::path& target, bool force,
                  const std::function<bool(const std::string&)>& is_ours);

} // namespace proxima::exchange
