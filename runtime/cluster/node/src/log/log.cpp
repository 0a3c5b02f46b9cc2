#include "log/log_records.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/node/log.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace proxima::node {
namespace {

namespace fs = std::filesystem;

void put32(std::string& to, std::uint32_t value) {
    for (int i = 0; i < 4; ++i) {
        to += static_cast<char>(value >> (8 * i));
    }
}

std::uint32_t get32(std::string_view from) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) {
        value = value << 8 | static_cast<unsigned char>(from[i]);
    }
    return value;
}

// Creates the first free `samples-N.log`, so two masters never write to the same file.
base::Descriptor create_next(const base::Directory& directory, fs::path& file) {
    for (unsigned number = 1;; ++number) {
        const auto name = "samples-" + std::to_string(number) + ".log";
        file = directory.path() / name;
        base::Descriptor made(::openat(directory.descriptor(), name.c_str(),
                                       O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666));
        if (made.is_open()) {
            return made;
        }
        if (errno != EEXIST) {
            throw base::Error(file, std::string("cannot be written: ") + std::strerror(errno));
        }
    }
}

// Maps the file instead of reading it, because logs can be larger than memory.
class MappedFile {
public:
    explicit MappedFile(const fs::path& file) {
        const base::Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
        struct stat facts{};
        if (!opened.is_open() || ::fstat(opened.get(), &facts) != 0) {
            throw base::Error(file, std::string("cannot be read: ") + std::strerror(errno));
        }
        size_ = S_ISREG(facts.st_mode) ? static_cast<std::size_t>(facts.st_size) : 0;
        if (size_ > 0) {
            mapped_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, opened.get(), 0);
        }
        if (mapped_ == MAP_FAILED) {
            throw base::Error(file, std::string("cannot be read: ") + std::strerror(errno));
        }
    }
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile() {
        if (size_ > 0) {
            ::munmap(mapped_, size_);
        }
    }

    std::string_view text() const { return {static_cast<const char*>(mapped_), size_}; }

private:
    void* mapped_ = nullptr;
    std::size_t size_ = 0;
};

// Returns false if the record is invalid. Skips records of unknown types.
bool read_record(std::string_view payload, const LogReceiver& receive) {
    WireReader in({reinterpret_cast<const std::uint8_t*>(payload.data()), payload.size()});
    const std::size_t type = in.byte();
    const auto record = read_alternative<LogRecord>(type, in);
    if (record) {
        receive(*record);
    }
    return record || type >= std::variant_size_v<LogRecord>;
}

// Returns the N of `samples-N.log`, or 0 for other names.
unsigned log_number(const std::string& name) {
    constexpr std::string_view before = "samples-";
    constexpr std::string_view after = ".log";
    if (!name.starts_with(before) || !name.ends_with(after)) {
        return 0;
    }
    unsigned number = 0;
    const char* const end = name.data() + name.size() - after.size();
    const auto [stopped, failure] = std::from_chars(name.data() + before.size(), end, number);
    return failure == std::errc() && stopped == end ? number : 0;
}

} // namespace

std::uint32_t checksum(std::string_view payload) {
    return static_cast<std::uint32_t>(XXH3_64bits(payload.data(), payload.size()));
}

void LogWriter::append(const LogRecord& record, std::span<const std::uint8_t> rest) {
    std::array<std::uint8_t, longest_record> bytes;
    WireWriter out(bytes);
    out.byte(static_cast<std::uint8_t>(record.index()));
    std::visit([&](const auto& one) { fields(out, one); }, record);
    out.bytes(rest);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), out.size());
    put32(pending_, static_cast<std::uint32_t>(text.size()));
    put32(pending_, checksum(text));
    pending_ += text;
}

LogWriter::LogWriter(const fs::path& directory, const MasterStart& start) {
    descriptor_ = create_next(base::Directory::make(directory).require_own(), file_);
    pending_ = log_magic;
    append(start);
    flush();
}

void LogWriter::append(const LogRecord& record) {
    append(record, {});
}

void LogWriter::sample(std::uint64_t received_ns, std::span<const std::uint8_t> sample) {
    append(LoggedSample{received_ns, {}}, sample);
}

void LogWriter::flush() {
    const std::string text = std::exchange(pending_, {});
    std::size_t done = 0;
    while (done < text.size()) {
        const auto wrote = ::write(descriptor_.get(), text.data() + done, text.size() - done);
        if (wrote < 0 && errno == EINTR) {
            continue;
        }
        if (wrote <= 0) {
            const int why = wrote < 0 ? errno : ENOSPC;
            [[maybe_unused]] const int cut =
                ::ftruncate(descriptor_.get(), static_cast<off_t>(size_));
            throw base::Error(file_, std::string("cannot be written: ") + std::strerror(why));
        }
        done += static_cast<std::size_t>(wrote);
    }
    size_ += text.size();
}

std::vector<fs::path> log_files(const fs::path& run) {
    std::error_code failure;
    if (!fs::is_directory(run, failure)) {
        if (!fs::exists(run, failure)) {
            throw base::Error(run,
                              "no such run; name the directory that `proxima nodes collect -o` "
                              "wrote");
        }
        return {run};
    }
    std::vector<std::pair<unsigned, fs::path>> found;
    for (const auto& entry : fs::directory_iterator(run, failure)) {
        if (const auto number = log_number(entry.path().filename().string()); number != 0) {
            if (entry.is_symlink(failure)) {
                throw base::Error(entry.path(), "is a symbolic link; name the log itself");
            }
            found.emplace_back(number, entry.path());
        }
    }
    if (found.empty()) {
        throw base::Error(run,
                          "has no samples-1.log; name the directory that `proxima nodes collect "
                          "-o` wrote");
    }
    std::sort(found.begin(), found.end());
    std::vector<fs::path> files;
    for (auto& [number, file] : found) {
        files.push_back(std::move(file));
    }
    return files;
}

LogEnd read_log_bytes(const fs::path& file, std::string_view bytes, const LogReceiver& receive) {
    const auto version = log_magic.size() - 1;
    if (bytes.substr(0, version) != log_magic.substr(0, version)) {
        throw base::Error(file, "is not a log of nodes");
    }
    if (bytes.size() <= version || bytes[version] != log_magic[version]) {
        throw base::Error(file, "was written by another version of Proxima");
    }
    LogEnd end;
    std::size_t at = log_magic.size();
    while (bytes.size() - at >= record_header) {
        const std::size_t size = get32(bytes.substr(at));
        if (size > longest_record || size > bytes.size() - at - record_header) {
            break;
        }
        const auto payload = bytes.substr(at + record_header, size);
        if (checksum(payload) != get32(bytes.substr(at + 4)) || !read_record(payload, receive)) {
            break;
        }
        at += record_header + size;
        ++end.records;
    }
    end.unread_from = at;
    end.unread_bytes = bytes.size() - at;
    end.is_torn = end.unread_bytes > 0 && end.unread_bytes < record_header + longest_record &&
                  (end.unread_bytes < record_header ||
                   get32(bytes.substr(at)) > end.unread_bytes - record_header);
    return end;
}

LogEnd read_log(const fs::path& file, const LogReceiver& receive) {
    const MappedFile mapped(file);
    return read_log_bytes(file, mapped.text(), receive);
}

} // namespace proxima::node
