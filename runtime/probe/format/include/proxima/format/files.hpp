// Reads the files of a thread, its record file and its thread buffer, and checks everything.
//
//     format::RecordFile file("run1/records/0-0.rec");
//     format::Chunk chunk;
//     while (file.next(chunk)) {
//         if (chunk.header.type == format::ChunkType::end) {
//             const format::ByteReader payload(file.payload(chunk), chunk.payload_offset());
//             std::cout << format::read_file_end(payload).invocations << '\n';
//         }
//     }
//
// Ownership: views of payloads are valid until the next call.
// Thread safety: one thread at a time uses an object.
// Errors: members throw Malformed, also for errors of the system.
#pragma once

#include <proxima/format/chunks.hpp>
#include <proxima/format/thread_buffer.hpp>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace proxima::format {

/// True if the runtime gives thread buffers such names where the file system of the run cannot map
/// files; the run directory has a symbolic link to each.
bool is_shared_buffer_name(std::string_view name);

/// An open file of a run that is read at any offset. Symbolic links are not followed, except to
/// thread buffers: a run of a stranger could lead to any file.
class InputFile {
public:
    explicit InputFile(const std::filesystem::path& path);
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    ~InputFile();

    std::uint64_t size() const noexcept { return size_; }
    /// Reads up to `size` bytes, and returns how many the file has there.
    std::size_t read(std::uint64_t offset, void* to, std::size_t size) const;

private:
    std::uint64_t size_ = 0;
    int descriptor_ = -1;
};

/// A chunk and where it begins in its file.
struct Chunk {
    ChunkHeader header;
    std::uint64_t offset = 0;

    std::uint64_t payload_offset() const noexcept { return offset + ChunkHeader::size; }
    std::uint64_t end() const noexcept { return payload_offset() + header.payload_size; }
};

/// A record file: a header and chunks.
class RecordFile {
public:
    explicit RecordFile(const std::filesystem::path& path);

    const FileHeader& header() const noexcept { return header_; }
    std::uint64_t size() const noexcept { return file_.size(); }

    /// Moves to the next chunk. False at the end of the file, an incomplete chunk, or a hole.
    bool next(Chunk& chunk);
    /// The position where next() stopped, and whether bytes follow.
    std::uint64_t position() const noexcept { return position_; }
    bool is_cut_short() const noexcept { return position_ < file_.size(); }
    /// Continues at a position where a chunk begins.
    void go_to(std::uint64_t position) noexcept { position_ = position; }

    /// The checked payload, valid until the next call; 8 bytes after it are readable.
    std::string_view payload(const Chunk& chunk);
    /// The first `size` bytes of the payload, unchecked.
    std::string_view beginning(const Chunk& chunk, std::size_t size);

private:
    InputFile file_;
    FileHeader header_;
    std::uint64_t position_ = FileHeader::size;
    std::vector<char> buffer_;
};

/// Chunks in memory, one after another.
class ChunkSequence {
public:
    ChunkSequence(std::string_view bytes, std::uint64_t offset) : bytes_(bytes), offset_(offset) {}

    /// Takes the next chunk; false at the end. Throws for a wrong hash; the next call continues
    /// after that chunk.
    bool next(Chunk& chunk, std::string_view& payload);

private:
    std::string_view bytes_;
    std::uint64_t offset_;
};

/// A consistent copy of a thread buffer, even if its thread is running.
class BufferCopy {
public:
    explicit BufferCopy(const std::filesystem::path& path);

    /// False if the process was killed before it wrote the header: the buffer is empty.
    bool has_begun() const noexcept { return header_.magic[0] != 0; }
    const ThreadBufferHeader& header() const noexcept { return header_; }

    bool has(SectionType type) const noexcept;
    /// The sections of a type, joined; empty if there is none.
    std::string bytes(SectionType type) const;
    /// The sections of a type as rows.
    template <class Row>
    std::vector<Row> rows(SectionType type) const {
        const std::string joined = bytes(type);
        std::vector<Row> rows(joined.size() / sizeof(Row));
        if (!rows.empty()) {
            std::memcpy(rows.data(), joined.data(), rows.size() * sizeof(Row));
        }
        return rows;
    }
    /// The complete chunks, followed by 8 bytes, and their offset in the file.
    std::string chunks(std::uint64_t& offset) const;

private:
    void copy(const InputFile& file);
    void check(const InputFile& file) const;
    std::uint64_t used_bytes(const Section& section) const;

    ThreadBufferHeader header_{};
    std::vector<std::string> sections_; ///< used bytes of each section
};

} // namespace proxima::format
