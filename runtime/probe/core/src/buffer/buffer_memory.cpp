#include "buffer/buffer_memory.hpp"

#include "system/file.hpp"

#include <cstring>
#include <new>
#include <sys/mman.h>
#include <utility>

namespace proxima::detail {
namespace {

using format::SectionType;
using format::ThreadBufferHeader;

constexpr std::size_t mapping_bytes = buffer_page + buffer_file_bytes;
constexpr std::size_t mpi_calls_offset = buffer_file_bytes - counted_nodes * sizeof(std::uint64_t);
constexpr std::size_t chunks_offset = mpi_calls_offset - chunk_room;

static_assert(sizeof(ThreadBufferHeader) <= buffer_page &&
              offsetof(ThreadBufferHeader, chunk_bytes) + buffer_page ==
                  offsetof(ThreadBuffer, counters) &&
              offsetof(ThreadBufferHeader, sections) - offsetof(ThreadBufferHeader, chunk_bytes) ==
                  sizeof(BufferCounters) &&
              offsetof(ThreadBuffer, end) == 2 * buffer_page);

// Offset of a column's first value in the file. Element 0 of a column belongs to the encoder.
std::uint64_t column_offset(std::size_t offset_in_buffer) noexcept {
    return offset_in_buffer - buffer_page + sizeof(std::uint64_t);
}

std::size_t whole_pages(std::size_t bytes) noexcept {
    return (bytes + buffer_page - 1) / buffer_page * buffer_page;
}

unsigned char* bytes_of(ThreadBuffer* buffer) noexcept {
    return reinterpret_cast<unsigned char*>(buffer) + buffer_page;
}

} // namespace

BufferMemory::BufferMemory()
    : buffer_(static_cast<ThreadBuffer*>(anonymous_memory(mapping_bytes))) {
    if (buffer_ == nullptr) {
        throw std::bad_alloc();
    }
}

BufferMemory::~BufferMemory() {
    munmap(buffer_, mapping_bytes);
}

unsigned char* BufferMemory::chunks() noexcept {
    return bytes_of(buffer_) + chunks_offset;
}

std::uint64_t* BufferMemory::mpi_calls() noexcept {
    return reinterpret_cast<std::uint64_t*>(bytes_of(buffer_) + mpi_calls_offset);
}

ThreadBufferHeader& BufferMemory::header() noexcept {
    return *reinterpret_cast<ThreadBufferHeader*>(bytes_of(buffer_));
}

int BufferMemory::open_file(std::string path, std::uint32_t rank, std::uint32_t number) {
    const int error = file_.create(std::move(path), bytes_of(buffer_), buffer_file_bytes);
    if (error == 0) {
        file_bytes_ = buffer_file_bytes;
        begin_header(rank, number);
        for (const MemorySection& section : early_sections_) {
            append(section);
        }
    }
    return error;
}

void BufferMemory::begin_header(std::uint32_t rank, std::uint32_t number) noexcept {
    constexpr std::uint32_t word = sizeof(std::uint64_t);
    constexpr std::uint64_t column = buffer_capacity * std::uint64_t{word};
    ThreadBufferHeader& head = header();
    head.version = ThreadBufferHeader::supported_version;
    head.rank = rank;
    head.number = number;
    head.capacity = buffer_capacity;
    head.more_words_capacity = buffer_more_words;
    const FileIdentity run = held_directory();
    head.run_device = run.device;
    head.run_inode = run.inode;
    head.section_count = 0;
    list_section(SectionType::ends, word, column_offset(offsetof(ThreadBuffer, end)), column);
    list_section(SectionType::starts, word, column_offset(offsetof(ThreadBuffer, start)), column);
    list_section(SectionType::communication, word,
                 column_offset(offsetof(ThreadBuffer, communication)), column);
    list_section(SectionType::nodes, word, column_offset(offsetof(ThreadBuffer, node)), column);
    list_section(SectionType::first_words, word, column_offset(offsetof(ThreadBuffer, first_word)),
                 column);
    list_section(SectionType::more_words, word, column_offset(offsetof(ThreadBuffer, more_words)),
                 buffer_more_words * std::uint64_t{word});
    list_section(SectionType::chunks, 1, chunks_offset, chunk_room);
    list_section(SectionType::mpi_calls, word, mpi_calls_offset,
                 counted_nodes * std::uint64_t{word});
    std::memcpy(head.magic, ThreadBufferHeader::expected_magic, sizeof head.magic);
}

void BufferMemory::list_section(SectionType type, std::uint32_t row_bytes, std::uint64_t offset,
                                std::uint64_t bytes) noexcept {
    ThreadBufferHeader& head = header();
    head.sections[head.section_count] = {type, row_bytes, offset, bytes};
    __atomic_store_n(&head.section_count, head.section_count + 1, __ATOMIC_RELEASE);
}

void BufferMemory::remove_file() noexcept {
    madvise(chunks(), chunk_room, MADV_REMOVE);
    file_.remove();
}

void* BufferMemory::add_section(SectionType type, std::uint32_t row_bytes, std::size_t bytes) {
    const MemorySection section{type, row_bytes, bytes, anonymous_memory(whole_pages(bytes))};
    if (section.memory == nullptr) {
        return nullptr;
    }
    if (file_bytes_ == 0) {
        early_sections_.push_back(section);
    } else if (!append(section)) {
        munmap(section.memory, whole_pages(bytes));
        return nullptr;
    }
    return section.memory;
}

bool BufferMemory::append(const MemorySection& section) noexcept {
    const std::size_t pages = whole_pages(section.bytes);
    if (header().section_count == ThreadBufferHeader::most_sections ||
        !file_.append(section.memory, pages)) {
        return false;
    }
    list_section(section.type, section.row_bytes, file_bytes_, section.bytes);
    file_bytes_ += pages;
    return true;
}

} // namespace proxima::detail
