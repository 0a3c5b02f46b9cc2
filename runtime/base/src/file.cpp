#include <proxima/base/descriptor.hpp>
#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace proxima::base {
namespace {

constexpr std::uintmax_t largest_text = std::uintmax_t{256} << 20;

std::string said(int error) {
    return std::generic_category().message(error);
}

[[noreturn]] void fail_to_write(const std::filesystem::path& file) {
    throw Error(file, "cannot be written: " + said(errno) +
                          "; check the directory, its permissions and the space on its disk");
}

// Throws for a pipe in which another user waits for the text, and for a file that has been put in
// the place of a device.
void require_own_pipe(const std::filesystem::path& target, const struct stat& facts) {
    if (S_ISREG(facts.st_mode) || (S_ISFIFO(facts.st_mode) && facts.st_uid != ::geteuid())) {
        throw Error(target, "is a pipe of another user; name another file");
    }
}

// Opens a device or a pipe. Links of the system, such as /dev/stdout, may lead to anything.
Descriptor open_directly(const std::filesystem::path& target) {
    struct stat facts{};
    const bool is_link = ::lstat(target.c_str(), &facts) == 0 && S_ISLNK(facts.st_mode);
    if (!is_link) {
        require_own_pipe(target, facts); // opening it would wait for a reader
    }
    Descriptor opened(::open(target.c_str(), O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC |
                                                 (is_link ? 0 : O_NOFOLLOW)));
    if (!opened.is_open() || ::fstat(opened.get(), &facts) != 0) {
        fail_to_write(target);
    }
    if (!is_link) {
        require_own_pipe(target, facts);
    }
    return opened;
}

// Opens a new file beside `target`, and sets its name. It has the permissions of an existing
// target of the user, else those that the process gives to new files.
Descriptor open_beside(const Directory& directory, const std::string& target, std::string& name) {
    constexpr mode_t permissions = 0777;
    struct stat existing{};
    const bool keeps =
        ::fstatat(directory.descriptor(), target.c_str(), &existing, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(existing.st_mode) && existing.st_uid == ::geteuid();
    const mode_t mode = keeps ? existing.st_mode & permissions : 0666;
    std::random_device random;
    Descriptor opened;
    do {
        name = target + "." + std::to_string(random());
        opened = Descriptor(::openat(directory.descriptor(), name.c_str(),
                                     O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
    } while (!opened.is_open() && errno == EEXIST);
    if (keeps && opened.is_open()) {
        ::fchmod(opened.get(), mode); // the umask may have cleared some bits
    }
    return opened;
}

class OpenedFile {
public:
    // Opens without waiting for the writer of a pipe.
    OpenedFile(const std::filesystem::path& file, Links links)
        : file_(file),
          descriptor_(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC |
                                               (links == Links::refused ? O_NOFOLLOW : 0))) {
        if (!descriptor_.is_open()) {
            refuse(links == Links::refused && errno == ELOOP
                       ? "is a symbolic link, which could lead anywhere; put a copy in its place"
                   : errno == ENOENT
                       ? "there is no such file; check its name"
                       : "cannot be read: " + said(errno) + "; check its name and permissions");
        }
    }

    std::string read() const {
        struct stat kind{};
        ::fstat(descriptor_.get(), &kind);
        if (S_ISDIR(kind.st_mode)) {
            refuse("is a directory; name a file in it");
        }
        if (!S_ISREG(kind.st_mode) && !S_ISFIFO(kind.st_mode)) {
            refuse("is a device; name a file");
        }
        std::string text;
        char piece[65536];
        auto got = read_piece(piece, sizeof piece);
        if (S_ISFIFO(kind.st_mode) && got == 0) {
            refuse("is a pipe without a writer; name a file");
        }
        ::fcntl(descriptor_.get(), F_SETFL, 0); // from now on reading waits for the writer
        while (got != 0) {
            text.append(piece, got < 0 ? 0 : static_cast<std::size_t>(got));
            if (std::max<std::uintmax_t>(text.size(), static_cast<std::uintmax_t>(kind.st_size)) >
                largest_text) {
                refuse("has more than 256 MiB; is this the right file?");
            }
            got = read_piece(piece, sizeof piece);
        }
        return text;
    }

private:
    [[noreturn]] void refuse(const std::string& problem) const { throw Error(file_, problem); }

    // Returns the number of bytes read; 0 at the end; a negative number if a pipe has none yet.
    ssize_t read_piece(char* piece, std::size_t size) const {
        for (;;) {
            const auto got = ::read(descriptor_.get(), piece, size);
            if (got >= 0 || errno == EAGAIN) {
                return got;
            }
            if (errno != EINTR) {
                refuse("cannot be read: " + said(errno));
            }
        }
    }

    const std::filesystem::path& file_;
    Descriptor descriptor_;
};

} // namespace

std::string read_whole_file(const std::filesystem::path& file, Links links) {
    return OpenedFile(file, links).read();
}

Directory directory_of(const std::filesystem::path& target) {
    if (!target.has_parent_path()) {
        return {};
    }
    try {
        return Directory(target.parent_path());
    } catch (const Error& error) {
        throw Error(target, "cannot be written: its directory " + error.problem());
    }
}

bool is_written_directly(const std::filesystem::path& file) {
    std::error_code ignored;
    const auto status = std::filesystem::symlink_status(file, ignored);
    if (std::filesystem::is_symlink(status)) { // /dev/stdout leads to /proc/self/fd/1
        const auto directory = file.parent_path();
        return directory == "/dev" || directory == "/dev/fd" || directory == "/proc/self/fd";
    }
    return std::filesystem::is_other(status);
}

ReplacedFile::ReplacedFile(const std::filesystem::path& target) {
    if (is_written_directly(target)) {
        name_ = target.string();
        descriptor_ = open_directly(target);
        return;
    }
    directory_ = directory_of(target);
    name_ = target.filename().string();
    create();
}

ReplacedFile::ReplacedFile(Directory directory, std::string name)
    : directory_(std::move(directory)), name_(std::move(name)) {
    create();
}

void ReplacedFile::create() {
    struct stat existing{};
    if (name_.empty() || (::fstatat(directory_.descriptor(), name_.c_str(), &existing, 0) == 0 &&
                          S_ISDIR(existing.st_mode))) {
        throw Error(path(), "is a directory; name a file in it");
    }
    // Root may: `sudo make install` can generate files of a user again.
    if (::geteuid() != 0 &&
        ::fstatat(directory_.descriptor(), name_.c_str(), &existing, AT_SYMLINK_NOFOLLOW) == 0 &&
        existing.st_uid != ::geteuid()) {
        throw Error(path(), "belongs to another user; remove it, or choose another name");
    }
    descriptor_ = open_beside(directory_, name_, beside_);
    if (!descriptor_.is_open()) {
        beside_.clear();
        fail_to_write(path());
    }
}

ReplacedFile::ReplacedFile(ReplacedFile&& other) noexcept
    : directory_(std::move(other.directory_)), name_(std::move(other.name_)),
      beside_(std::exchange(other.beside_, {})), descriptor_(std::move(other.descriptor_)) {
}

ReplacedFile::~ReplacedFile() {
    if (!beside_.empty()) {
        ::unlinkat(directory_.descriptor(), beside_.c_str(), 0);
    }
}

void ReplacedFile::write(std::string_view text) {
    while (!text.empty()) {
        const auto written = ::write(descriptor_.get(), text.data(), text.size());
        if (written < 0 && errno != EINTR) {
            fail_to_write(path());
        }
        text.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
}

void ReplacedFile::commit() {
    if (beside_.empty()) {
        return;
    }
    if (::fsync(descriptor_.get()) != 0 ||
        ::renameat(directory_.descriptor(), beside_.c_str(), directory_.descriptor(),
                   name_.c_str()) != 0) {
        fail_to_write(path());
    }
    beside_.clear();
}

void replace_file(const std::filesystem::path& file, std::string_view text) {
    ReplacedFile replaced(file);
    replaced.write(text);
    replaced.commit();
}

} // namespace proxima::base
