#include "files/chunk_file.hpp"

#include "files/file_contents.hpp"
#include "files/xxh64.hpp"

#include <proxima/rundir/error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace proxima::rundir {
namespace {

constexpr std::array<unsigned char, 8> magic{0x89, 'P', 'X', 'R', '\r', '\n', 0x1a, '\n'};
constexpr std::uint32_t supported_version = 1;
constexpr std::size_t file_header_size = 64;
constexpr std::size_t hashed_header_size = 56;
constexpr std::size_t padding = 8; // so that numbers of any width can be read as 8 bytes

std::string last_system_error() {
    return std::generic_category().message(errno);
}

Chunk read_chunk_header(FieldReader& fields, std::uint64_t offset) {
    Chunk chunk;
    chunk.offset = offset;
    chunk.type = static_cast<ChunkType>(fields.u32());
    chunk.size = fields.u32();
    chunk.hash = fields.u64();
    return chunk;
}

/// Zeros where a chunk should begin, which would go on to the end of the file; the hash of no chunk
/// without a payload is 0.
bool is_hole(const Chunk& chunk) {
    return chunk.type == ChunkType{} && chunk.size == 0 && chunk.hash == 0;
}

} // namespace

RandomAccessFile::RandomAccessFile(const std::filesystem::path& file) : size_(size_of_file(file)) {
    descriptor_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) {
        throw Error(file, "cannot be read: " + last_system_error());
    }
}

RandomAccessFile::~RandomAccessFile() {
    ::close(descriptor_);
}

std::size_t RandomAccessFile::read(std::uint64_t offset, unsigned char* buffer,
                                   std::size_t size) const {
    std::size_t done = 0;
    while (done < size) {
        const auto got =
            ::pread(descriptor_, buffer + done, size - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno != EINTR) {
            throw Malformed(offset + done, "cannot be read: " + last_system_error());
        }
        if (got == 0) {
            break;
        }
        done += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    return done;
}

ChunkFile::ChunkFile(const std::filesystem::path& file) : file_(file), position_(file_header_size) {
    std::array<unsigned char, file_header_size> header{};
    const auto size = file_.read(0, header.data(), header.size());
    if (size < magic.size() || !std::equal(magic.begin(), magic.end(), header.begin())) {
        throw Malformed(0, "is not a Proxima record file");
    }
    if (size < header.size()) {
        throw Malformed(size, "the file ends within its header");
    }
    FieldReader fields({header.data(), header.size(), 0});
    fields.u64();
    const auto version = fields.u32();
    if (version != supported_version) {
        throw Malformed(8, "has format " + std::to_string(version) + ", this proxima reads " +
                               std::to_string(supported_version) + "; use another version of it");
    }
    if (load_u64(header.data() + hashed_header_size) !=
        xxh64(header.data(), hashed_header_size, 0)) {
        throw Malformed(0, "the header's checksum does not match");
    }
    fields.u64(); // rank and lane, as in the file's name
    fields.u32();
    ticks_per_second_ = fields.f64();
    opened_ = {fields.u64(), fields.i64(), fields.i64()};
    if (!std::isfinite(ticks_per_second_) || ticks_per_second_ <= 0) {
        throw Malformed(24, "ticks per second are not a number above 0");
    }
}

void check_hash(const Chunk& chunk, const Payload& payload) {
    if (xxh64(payload.data, payload.size, static_cast<std::uint32_t>(chunk.type)) != chunk.hash) {
        throw Malformed(chunk.offset, "the checksum of a chunk of " + std::to_string(chunk.size) +
                                          " bytes does not match; it is left out");
    }
}

Payload take_chunk(const Payload& chunks, std::size_t& position, Chunk& chunk) {
    const auto offset = chunks.file_offset + position;
    FieldReader fields({chunks.data + position, chunks.size - position, offset});
    chunk = read_chunk_header(fields, offset);
    if (chunk.size > chunks.size - position - Chunk::header_size) {
        throw Malformed(offset, "a chunk does not fit into its place");
    }
    const Payload payload{chunks.data + position + Chunk::header_size, chunk.size,
                          chunk.payload_offset()};
    position += Chunk::header_size + chunk.size;
    check_hash(chunk, payload);
    return payload;
}

bool ChunkFile::next(Chunk& chunk) {
    std::array<unsigned char, Chunk::header_size> header{};
    if (file_.read(position_, header.data(), header.size()) < header.size()) {
        return false;
    }
    FieldReader fields({header.data(), header.size(), position_});
    chunk = read_chunk_header(fields, position_);
    if (chunk.end() > file_.size() || is_hole(chunk)) {
        return false;
    }
    position_ = chunk.end();
    return true;
}

Payload ChunkFile::payload(const Chunk& chunk) {
    if (chunk.size > most_chunk_bytes) {
        throw Malformed(chunk.offset, "a chunk of " + std::to_string(chunk.size) +
                                          " bytes, more than there may be; it is left out");
    }
    const auto payload = beginning(chunk, chunk.size);
    check_hash(chunk, payload);
    return payload;
}

Payload ChunkFile::beginning(const Chunk& chunk, std::size_t size) {
    size = std::min<std::size_t>(size, chunk.size);
    if (buffer_.size() < size + padding) {
        buffer_.resize(size + padding);
    }
    if (file_.read(chunk.payload_offset(), buffer_.data(), size) < size) {
        throw Malformed(chunk.payload_offset(), "the file became shorter while it was read");
    }
    return {buffer_.data(), size, chunk.payload_offset()};
}

} // namespace proxima::rundir
