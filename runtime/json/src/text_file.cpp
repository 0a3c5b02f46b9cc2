#include <proxima/json/text_file.hpp>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace proxima::json {
namespace {

class OpenedFile {
public:
    /// A pipe without a writer would be waited for.
    explicit OpenedFile(const std::filesystem::path& file)
        : descriptor_(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {
        if (descriptor_ < 0) {
            throw UnreadableText(errno == ENOENT
                                     ? "there is no such file; check its name"
                                     : "cannot be read: " + std::generic_category().message(errno) +
                                           "; check its name and permissions");
        }
    }
    OpenedFile(const OpenedFile&) = delete;
    OpenedFile& operator=(const OpenedFile&) = delete;
    OpenedFile(OpenedFile&&) = delete;
    OpenedFile& operator=(OpenedFile&&) = delete;
    ~OpenedFile() { ::close(descriptor_); }

    int descriptor() const { return descriptor_; }

private:
    int descriptor_;
};

/// How many bytes there were; 0 at the end. Negative: nothing yet, of a pipe that does not wait.
ssize_t read_piece(int descriptor, char* piece, std::size_t size) {
    for (;;) {
        const auto got = ::read(descriptor, piece, size);
        if (got >= 0 || errno == EAGAIN) {
            return got;
        }
        if (errno != EINTR) {
            throw UnreadableText("cannot be read: " + std::generic_category().message(errno));
        }
    }
}

} // namespace

std::string read_text_file(const std::filesystem::path& file) {
    const OpenedFile opened(file);
    struct stat kind{};
    ::fstat(opened.descriptor(), &kind);
    if (S_ISDIR(kind.st_mode)) {
        throw UnreadableText("is a directory; name a file in it");
    }
    if (!S_ISREG(kind.st_mode) && !S_ISFIFO(kind.st_mode)) {
        throw UnreadableText("is a device; name a file");
    }
    if (kind.st_size > static_cast<off_t>(largest_text)) {
        throw UnreadableText("has more than 256 MiB; is this the right file?");
    }
    std::string text;
    char piece[65536];
    auto got = read_piece(opened.descriptor(), piece, sizeof piece);
    if (S_ISFIFO(kind.st_mode) && got == 0) {
        throw UnreadableText("is a pipe into which nobody writes; name a file");
    }
    ::fcntl(opened.descriptor(), F_SETFL, 0); // from now on the writer is waited for
    while (got != 0) {
        text.append(piece, got < 0 ? 0 : static_cast<std::size_t>(got));
        if (text.size() > largest_text) {
            throw UnreadableText("has more than 256 MiB; is this the right file?");
        }
        got = read_piece(opened.descriptor(), piece, sizeof piece);
    }
    return text;
}

} // namespace proxima::json
