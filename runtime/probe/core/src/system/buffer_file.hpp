// Memory that survives a kill: a mapped file in the run directory, or in /dev/shm if the file
// system there has no dependable mappings.
#pragma once

#include <cstddef>
#include <string>

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
    // Replaces more anonymous memory by bytes that it appends to the file. False after an error;
    // then `held` is unchanged.
    bool append(void* held, std::size_t bytes) noexcept;
    // Removes the file; its mapping stays.
    void remove() noexcept;

    Place place() const noexcept { return place_; }
    // Reason why the file is not in the run directory; else empty.
    const std::string& why_elsewhere() const noexcept { return why_; }
    const std::string& path() const noexcept { return path_; }

private:
    int create_in_directory(void* held, std::size_t size);
    bool create_in_shared_memory(void* held, std::size_t size);
    int replace_memory(void* held, std::size_t size, int descriptor) noexcept;

    Place place_ = Place::nowhere;
    std::string path_;   // name in the run directory
    std::string target_; // name in /dev/shm; empty if not there
    std::string why_;
    std::size_t size_ = 0;
};

// Zeroed memory; null if there is none.
void* anonymous_memory(std::size_t bytes) noexcept;

// Tells in a message which data a kill loses if buffers are in this place.
std::string lost_by_kill(BufferFile::Place place, unsigned copy_seconds);

} // namespace proxima::detail
