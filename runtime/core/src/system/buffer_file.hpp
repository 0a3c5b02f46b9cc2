// The memory of a thread that outlives the process: a mapped file in the run directory, or where
// the file system there cannot be trusted with one, in /dev/shm.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace proxima::detail {

// Owns the file's name, not the mapping: threads may go on in that when the run has ended.
class BufferFile {
public:
    enum class Place {
        nowhere,       // not created yet, or removed
        run_directory, // the file has its name there
        shared_memory, // its name there is a symbolic link to the file in /dev/shm
        memory,        // anonymous, and lost with the process
    };

    // Both leave `held` where it is, with its content: anonymous memory of `size` bytes, which the
    // file takes the place of without anybody noticing. `path` must not exist. A full disk is an
    // error, and so is a directory that does not let files be made; a file system that cannot be
    // mapped is none. After an error `held` is as before.
    int create(std::string path, void* held, std::size_t size);
    // Further zero bytes at the end of the file, at an address of their own; null after an error.
    void* extend(std::size_t bytes) noexcept;

    // Gives it another name, on the same file system.
    int move(std::string path) noexcept;
    // The mapping stays.
    void remove() noexcept;

    Place place() const noexcept { return place_; }
    // What keeps it from the run directory, to be said once for all buffers; empty: nothing.
    const std::string& why_elsewhere() const noexcept { return why_; }
    const std::string& path() const noexcept { return path_; }

private:
    bool create_in_shared_memory(void* held, std::size_t size);
    int take_place_of(void* held, std::size_t size, int descriptor) noexcept;

    Place place_ = Place::nowhere;
    std::string path_;   // in the run directory
    std::string target_; // in /dev/shm, else empty
    std::string why_;
    std::size_t size_ = 0;
};

// What a kill would lose of buffers there, for a message.
std::string_view lost_by_kill(BufferFile::Place place) noexcept;

} // namespace proxima::detail
