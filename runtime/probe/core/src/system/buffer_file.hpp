// Memory that survives a kill: a mapped file in the run directory, or in /dev/shm if the file
// system there has no dependable mappings.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace proxima::detail {

// Owns the file's name, but not its mapping, which threads may use after the run.
class BufferFile {
public:
    enum class Place {
        nowhere,       // not created yet, or removed
        run_directory, // the file has its name there
        shared_memory, // its name there is a symbolic link to the file in /dev/shm
        memory,        // anonymous, and lost with the process
    };

    // Replaces anonymous memory of `size` bytes by the file, at the same address and with the same
    // content. `path` must not exist. Returns an errno value if no file can be made or the disk is
    // full; then `held` is unchanged. A file system without mappings is no error: see place().
    int create(std::string path, void* held, std::size_t size);
    // Appends zeroed bytes to the file and maps them at a new address. Null after an error.
    void* extend(std::size_t bytes) noexcept;

    // Renames the file within its file system.
    int move(std::string path) noexcept;
    // Removes the file; its mapping stays.
    void remove() noexcept;

    Place place() const noexcept { return place_; }
    // Reason why the file is not in the run directory; else empty.
    const std::string& why_elsewhere() const noexcept { return why_; }
    const std::string& path() const noexcept { return path_; }

private:
    bool create_in_shared_memory(void* held, std::size_t size);
    int replace_memory(void* held, std::size_t size, int descriptor) noexcept;

    Place place_ = Place::nowhere;
    std::string path_;   // name in the run directory
    std::string target_; // name in /dev/shm; empty if not there
    std::string why_;
    std::size_t size_ = 0;
};

// Tells in a message which data a kill loses if buffers are in this place.
std::string_view lost_by_kill(BufferFile::Place place) noexcept;

} // namespace proxima::detail
