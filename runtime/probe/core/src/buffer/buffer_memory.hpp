// The memory of a thread buffer: a private page, then a mapping of the buffer's file, or anonymous
// memory.
#pragma once

#include "system/buffer_file.hpp"

#include <proxima/detail/thread_buffer.hpp>
#include <proxima/format/thread_buffer.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace proxima::detail {

// Sizes of the parts behind the columns: chunks that wait to be written, then MPI calls by node.
constexpr std::size_t chunk_room = std::size_t{384} * 1024;
constexpr std::size_t counted_nodes = 8192;

constexpr std::size_t buffer_file_bytes = [] {
    const std::size_t columns = sizeof(ThreadBuffer) - buffer_page;
    const std::size_t pages = (columns + buffer_page - 1) / buffer_page * buffer_page;
    return pages + chunk_room + counted_nodes * sizeof(std::uint64_t);
}();

class BufferMemory {
public:
    // Allocates memory without a file. Throws std::bad_alloc.
    BufferMemory();
    BufferMemory(const BufferMemory&) = delete;
    BufferMemory& operator=(const BufferMemory&) = delete;
    ~BufferMemory();

    ThreadBuffer& buffer() noexcept { return *buffer_; }
    unsigned char* chunks() noexcept;
    std::uint64_t* mpi_calls() noexcept;

    // Moves the memory into a new file, with the sections. Returns 0 or an errno value.
    int open_file(std::string path, std::uint32_t rank, std::uint32_t number);
    // Frees the disk space of the chunks; the rest stays mapped, because threads may use it.
    void remove_file() noexcept;
    const BufferFile& file() const noexcept { return file_; }

    // Makes a zeroed section, which is in the file once there is one. Null if the disk is full.
    // Throws std::bad_alloc.
    void* add_section(format::SectionType type, std::uint32_t row_bytes, std::size_t bytes);

private:
    struct MemorySection {
        format::SectionType type;
        std::uint32_t row_bytes;
        std::size_t bytes;
        void* memory;
    };

    // False if the disk is full: the section stays in memory only.
    bool append(const MemorySection& section) noexcept;
    format::ThreadBufferHeader& header() noexcept;
    void begin_header(std::uint32_t rank, std::uint32_t number) noexcept;
    void list_section(format::SectionType type, std::uint32_t row_bytes, std::uint64_t offset,
                      std::uint64_t bytes) noexcept;

    ThreadBuffer* buffer_;
    BufferFile file_;
    std::uint64_t file_bytes_ = 0;              // 0: no file
    std::vector<MemorySection> early_sections_; // made before the file
};

} // namespace proxima::detail
