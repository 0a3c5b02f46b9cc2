#include <proxima/format/files.hpp>
#include <proxima/format/stream_decoder.hpp>

#include <climits>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace proxima::format {
namespace {

constexpr std::uint64_t most_section_bytes = std::uint64_t{256} << 20;

[[noreturn]] void refuse_to_read(std::uint64_t offset) {
    throw Malformed(offset, "cannot be read: " + std::generic_category().message(errno));
}

// True if the header is zeros: a hole that reaches to the end of the file. No chunk without a
// payload has the hash 0.
bool is_hole(const ChunkHeader& header) {
    return header.type == ChunkType{} && header.payload_size == 0 && header.hash == 0;
}

void check_hash(const Chunk& chunk, std::string_view payload) {
    if (!chunk.header.matches(payload.data())) {
        throw Malformed(chunk.offset, "the checksum of a chunk of " +
                                          std::to_string(chunk.header.payload_size) +
                                          " bytes does not match; it is left out");
    }
}

constexpr int read_only = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW;

// Opens the thread buffer in /dev/shm that a link stands for. A link that its owner has not made
// for a buffer of theirs could lead to any file.
int open_shared_buffer(int directory, const char* link) {
    char target[PATH_MAX] = {};
    struct stat of_link{};
    struct stat of_buffer{};
    const auto size = readlinkat(directory, link, target, sizeof target - 1);
    const int buffer = size > 0 && is_shared_buffer_name(target) ? open(target, read_only) : -1;
    if (buffer < 0 || fstatat(directory, link, &of_link, AT_SYMLINK_NOFOLLOW) != 0 ||
        fstat(buffer, &of_buffer) != 0 || of_link.st_uid != of_buffer.st_uid) {
        close(buffer);
        errno = is_shared_buffer_name(target) ? ENOENT : ELOOP;
        return -1;
    }
    return buffer;
}

// Follows no link in a run directory, except to thread buffers in /dev/shm.
int open_in_run(const std::filesystem::path& path) {
    const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    const int no_link = folder.filename() == "records" ? O_NOFOLLOW : 0;
    const int directory = open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC | no_link);
    const auto name = path.filename();
    int file = directory < 0 ? -1 : openat(directory, name.c_str(), read_only);
    if (file < 0 && errno == ELOOP && name.extension() == ".buffer") {
        file = open_shared_buffer(directory, name.c_str());
    }
    const int error = errno;
    close(directory);
    errno = error;
    return file;
}

// True if the thread has only added invocations since `before`, so that the copy is consistent. See
// FORMAT.md on reading a process that still runs.
bool is_continued(const ThreadBufferHeader& before, const ThreadBufferHeader& now) {
    return now.chunk_bytes == before.chunk_bytes && now.block == before.block &&
           now.batch == before.batch && now.batches == before.batches && now.count >= before.count;
}

} // namespace

bool is_shared_buffer_name(std::string_view name) {
    constexpr std::string_view beginning = "/dev/shm/proxima-";
    return name.substr(0, beginning.size()) == beginning &&
           name.find('/', beginning.size()) == std::string_view::npos;
}

InputFile::InputFile(const std::filesystem::path& path) : descriptor_(open_in_run(path)) {
    struct stat status{};
    if (descriptor_ < 0 || fstat(descriptor_, &status) != 0) {
        refuse_to_read(0);
    }
    if (!S_ISREG(status.st_mode)) {
        close(descriptor_);
        throw Malformed(0, "cannot be read: it is a directory, a pipe or a device");
    }
    size_ = static_cast<std::uint64_t>(status.st_size);
}

InputFile::~InputFile() {
    close(descriptor_);
}

std::size_t InputFile::read(std::uint64_t offset, void* to, std::size_t size) const {
    std::size_t done = 0;
    while (done < size) {
        const auto got = pread(descriptor_, static_cast<char*>(to) + done, size - done,
                               static_cast<off_t>(offset + done));
        if (got < 0 && errno != EINTR) {
            refuse_to_read(offset + done);
        }
        if (got == 0) {
            break;
        }
        done += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    return done;
}

RecordFile::RecordFile(const std::filesystem::path& path) : file_(path) {
    char header[FileHeader::size];
    header_ = read_file_header({header, file_.read(0, header, sizeof header)});
}

bool RecordFile::next(Chunk& chunk) {
    char header[ChunkHeader::size];
    if (file_.read(position_, header, sizeof header) < sizeof header) {
        return false;
    }
    chunk = {read_chunk_header(header), position_};
    if (chunk.end() > file_.size() || is_hole(chunk.header)) {
        return false;
    }
    position_ = chunk.end();
    return true;
}

std::string_view RecordFile::payload(const Chunk& chunk) {
    if (chunk.header.payload_size > most_payload_bytes) {
        throw Malformed(chunk.offset, "a chunk of " + std::to_string(chunk.header.payload_size) +
                                          " bytes, more than there may be; it is left out");
    }
    const auto payload = beginning(chunk, chunk.header.payload_size);
    check_hash(chunk, payload);
    return payload;
}

std::string_view RecordFile::beginning(const Chunk& chunk, std::size_t size) {
    size = std::min<std::size_t>(size, chunk.header.payload_size);
    if (buffer_.size() < size + stream_padding) {
        buffer_.resize(size + stream_padding);
    }
    if (file_.read(chunk.payload_offset(), buffer_.data(), size) < size) {
        throw Malformed(chunk.payload_offset(), "the file became shorter while it was read");
    }
    return {buffer_.data(), size};
}

bool ChunkSequence::next(Chunk& chunk, std::string_view& payload) {
    if (bytes_.empty()) {
        return false;
    }
    const auto begin = offset_;
    const auto rest = std::exchange(bytes_, {});
    if (rest.size() < ChunkHeader::size) {
        throw Malformed(begin, "a chunk does not fit into its place");
    }
    chunk = {read_chunk_header(rest.data()), begin};
    if (chunk.header.payload_size > rest.size() - ChunkHeader::size) {
        throw Malformed(begin, "a chunk does not fit into its place");
    }
    payload = rest.substr(ChunkHeader::size, chunk.header.payload_size);
    bytes_ = rest.substr(ChunkHeader::size + payload.size());
    offset_ = chunk.end();
    check_hash(chunk, payload);
    return true;
}

BufferCopy::BufferCopy(const std::filesystem::path& path) {
    constexpr int attempts = 1000;
    const InputFile file(path);
    for (int i = 0; i < attempts; ++i) {
        copy(file);
        if (!has_begun()) {
            return;
        }
        ThreadBufferHeader now{};
        file.read(0, &now, sizeof now);
        if (is_continued(header_, now)) {
            return;
        }
    }
    throw Malformed(offsetof(ThreadBufferHeader, block),
                    "changes faster than it can be read; try again");
}

void BufferCopy::copy(const InputFile& file) {
    sections_.clear();
    header_ = {};
    const auto size = file.read(0, &header_, sizeof header_);
    if (size == 0 || header_.magic[0] == 0) {
        header_ = {};
        return;
    }
    const auto* const magic = ThreadBufferHeader::expected_magic;
    if (size < sizeof header_.magic ||
        !std::equal(magic, magic + sizeof header_.magic, header_.magic)) {
        throw Malformed(0, "is not a Proxima thread buffer");
    }
    if (size < sizeof header_) {
        throw Malformed(size, "the file ends within its header");
    }
    check(file);
    for (std::size_t i = 0; i < header_.section_count; ++i) {
        const Section& section = header_.sections[i];
        std::string bytes(static_cast<std::size_t>(used_bytes(section)), '\0');
        if (file.read(section.offset, bytes.data(), bytes.size()) < bytes.size()) {
            throw Malformed(section.offset, "the file became shorter while it was read");
        }
        sections_.push_back(std::move(bytes));
    }
}

void BufferCopy::check(const InputFile& file) const {
    if (header_.version == 0 || header_.version > ThreadBufferHeader::supported_version) {
        throw Malformed(8, "has format " + std::to_string(header_.version) +
                               ", this proxima reads up to " +
                               std::to_string(ThreadBufferHeader::supported_version) +
                               "; use another version of it");
    }
    const std::uint64_t most =
        std::min<std::uint64_t>(header_.capacity, BlockHeader::most_invocations);
    if (header_.count > most) {
        throw Malformed(offsetof(ThreadBufferHeader, count),
                        "claims " + std::to_string(header_.count) + " invocations where " +
                            std::to_string(most) + " have room");
    }
    if (header_.section_count > ThreadBufferHeader::most_sections) {
        throw Malformed(offsetof(ThreadBufferHeader, section_count),
                        "claims " + std::to_string(header_.section_count) + " sections");
    }
    std::uint64_t left = file.size(); // sections do not overlap
    for (std::size_t i = 0; i < header_.section_count; ++i) {
        const Section& section = header_.sections[i];
        if (section.offset > file.size() || section.bytes > file.size() - section.offset ||
            section.bytes > most_section_bytes || section.bytes > left) {
            throw Malformed(offsetof(ThreadBufferHeader, sections) + i * sizeof section,
                            "a section of " + std::to_string(section.bytes) +
                                " bytes does not fit into the file");
        }
        left -= section.bytes;
    }
}

// Bytes of a section that are in use. The rest of a column may be large, and is never read.
std::uint64_t BufferCopy::used_bytes(const Section& section) const {
    switch (section.type) {
    case SectionType::ends:
    case SectionType::starts:
    case SectionType::communication:
    case SectionType::nodes:
    case SectionType::first_words:
        return std::min(section.bytes, header_.count * sizeof(std::uint64_t));
    case SectionType::chunks:
        return std::min(section.bytes, header_.chunk_bytes);
    default:
        return section.bytes;
    }
}

bool BufferCopy::has(SectionType type) const noexcept {
    const Section* const end = header_.sections + header_.section_count;
    return std::any_of(header_.sections, end,
                       [type](const Section& section) { return section.type == type; });
}

std::string BufferCopy::bytes(SectionType type) const {
    std::string all;
    for (std::size_t i = 0; i < header_.section_count; ++i) {
        if (header_.sections[i].type == type) {
            all += sections_[i];
        }
    }
    return all;
}

std::string BufferCopy::chunks(std::uint64_t& offset) const {
    for (std::size_t i = 0; i < header_.section_count; ++i) {
        const Section& section = header_.sections[i];
        if (section.type == SectionType::chunks && sections_[i].size() >= header_.chunk_bytes) {
            offset = section.offset;
            return sections_[i] + std::string(stream_padding, '\0');
        }
    }
    throw Malformed(offsetof(ThreadBufferHeader, chunk_bytes),
                    "claims " + std::to_string(header_.chunk_bytes) +
                        " bytes of chunks, which do not fit");
}

} // namespace proxima::format
