#include "log/log_records.hpp"

#include <proxima/base/error.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace proxima::node {
namespace {

namespace fs = std::filesystem;

std::uint32_t get32(std::string_view from) {
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) {
        value = value << 8 | static_cast<unsigned char>(from[i]);
    }
    return value;
}

// Logs can be larger than memory.
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

// Whether the payload was a whole `One`, which `take` gets.
template <class One, class Take>
bool read_as(WireReader& in, Take take) {
    One one;
    fields(in, one);
    if (in.is_whole()) {
        take(one);
    }
    return in.is_whole();
}

bool read_sample(WireReader& in, LogVisitor& visitor) {
    const auto received = in.number();
    const auto sample = decode_sample(in.rest());
    if (sample && !in.failed()) {
        visitor.sample(received, *sample);
    }
    return sample && !in.failed();
}

bool read_end(WireReader& in, LogVisitor& visitor) {
    const auto raw_ns = in.number();
    if (in.is_whole()) {
        visitor.end(raw_ns);
    }
    return in.is_whole();
}

// Whether the record is valid; records of unknown types are skipped.
bool read_record(std::string_view payload, LogVisitor& visitor) {
    WireReader in({reinterpret_cast<const std::uint8_t*>(payload.data()), payload.size()});
    switch (static_cast<LogRecord>(in.byte())) {
    case LogRecord::start:
        return read_as<MasterStart>(in, [&](const auto& one) { visitor.start(one); });
    case LogRecord::node:
        return read_as<NodeInfo>(in, [&](const auto& one) { visitor.node(one); });
    case LogRecord::sample:
        return read_sample(in, visitor);
    case LogRecord::exchange:
        return read_as<ClockExchange>(in, [&](const auto& one) { visitor.exchange(one); });
    case LogRecord::drops:
        return read_as<Drops>(in, [&](const auto& one) { visitor.drops(one); });
    case LogRecord::end:
        return read_end(in, visitor);
    }
    return true;
}

// The N of `samples-N.log`; 0 for other names.
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

std::vector<fs::path> log_files(const fs::path& run) {
    std::error_code failure;
    if (!fs::is_directory(run, failure)) {
        if (!fs::exists(run, failure)) {
            throw base::Error(run, "no such run; name the directory that `proxima nodes collect -o` "
                                   "wrote");
        }
        return {run};
    }
    std::vector<std::pair<unsigned, fs::path>> found;
    for (const auto& entry : fs::directory_iterator(run, failure)) {
        if (const auto number = log_number(entry.path().filename().string()); number != 0) {
            found.emplace_back(number, entry.path());
        }
    }
    if (found.empty()) {
        throw base::Error(run, "has no samples-1.log; name the directory that `proxima nodes collect "
                               "-o` wrote");
    }
    std::sort(found.begin(), found.end());
    std::vector<fs::path> files;
    for (auto& [number, file] : found) {
        files.push_back(std::move(file));
    }
    return files;
}

LogEnd read_log_bytes(const fs::path& file, std::string_view bytes, LogVisitor& visitor) {
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
        if (checksum(payload) != get32(bytes.substr(at + 4)) || !read_record(payload, visitor)) {
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

LogEnd read_log(const fs::path& file, LogVisitor& visitor) {
    const MappedFile mapped(file);
    return read_log_bytes(file, mapped.text(), visitor);
}

} // namespace proxima::node
