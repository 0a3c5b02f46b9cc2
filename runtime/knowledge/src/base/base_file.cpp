#include "base/base_file.hpp"

#include "base/schema.hpp"
#include "sqlite/database.hpp"

#include <proxima/knowledge/error.hpp>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace proxima::knowledge {
namespace {

// The head of every SQLite file.
constexpr std::size_t head_size = 100;
constexpr std::string_view magic("SQLite format 3\0", 16);
constexpr std::size_t version_offset = 60;
constexpr std::size_t application_offset = 68;

std::uint32_t big_endian(const std::array<char, head_size>& head, std::size_t offset) {
    std::uint32_t value = 0;
    for (std::size_t i = offset; i < offset + 4; ++i) {
        value = value << 8 | static_cast<unsigned char>(head[i]);
    }
    return value;
}

/// A file beside the base that is removed unless it has become the base.
class NewFile {
public:
    explicit NewFile(const std::filesystem::path& target)
        : target_(target), name_(target.string() + ".XXXXXX") {
        const int descriptor = ::mkstemp(name_.data());
        if (descriptor < 0) {
            fail(errno);
        }
        constexpr mode_t readable_by_all = 0644;
        ::fchmod(descriptor, readable_by_all);
        ::close(descriptor);
    }
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    NewFile(NewFile&&) = delete;
    NewFile& operator=(NewFile&&) = delete;
    ~NewFile() {
        ::unlink(name_.c_str());
        ::unlink((name_ + "-journal").c_str());
    }

    const std::string& name() const { return name_; }

    void become_target() {
        if (::link(name_.c_str(), target_.c_str()) == 0 || errno == EEXIST) {
            return;
        }
        // File systems without links.
        if (::rename(name_.c_str(), target_.c_str()) != 0) {
            fail(errno);
        }
    }

private:
    [[noreturn]] void fail(int error) const {
        throw Error(target_, "cannot be made: " + std::generic_category().message(error) +
                                 "; check the directory and its permissions");
    }

    std::filesystem::path target_;
    std::string name_;
};

} // namespace

void check_base(const std::filesystem::path& file) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) {
        if (error) {
            throw Error(file, "cannot be reached: " + error.message() + "; check the directory");
        }
        throw Error(file, "there is no such knowledge base; make it by `proxima kb add`, or name "
                          "another by --base");
    }
    if (std::filesystem::is_directory(file, error)) {
        throw Error(file, "is a directory; name a file in it");
    }
    if (!std::filesystem::is_regular_file(file, error)) {
        throw Error(file, "is a pipe or a device; name a file");
    }
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        throw Error(file, "cannot be read; check its permissions");
    }
    std::array<char, head_size> head{};
    const bool is_whole = static_cast<bool>(stream.read(head.data(), head.size()));
    if (!is_whole || std::string_view(head.data(), magic.size()) != magic ||
        big_endian(head, application_offset) != application_id) {
        throw Error(file, "is no knowledge base; name another file by --base");
    }
    const auto version = static_cast<std::int32_t>(big_endian(head, version_offset));
    if (version != schema_version) {
        throw Error(file, "is a knowledge base of version " + std::to_string(version) +
                              ", this proxima knows version " + std::to_string(schema_version) +
                              "; use the proxima that made it");
    }
}

void create_base(const std::filesystem::path& file) {
    NewFile made(file);
    try {
        const Database database(made.name(), Database::Access::write);
        Transaction everything(database);
        database.execute("PRAGMA application_id = " + std::to_string(application_id) +
                         "; PRAGMA user_version = " + std::to_string(schema_version));
        database.execute(schema);
        everything.commit();
    } catch (const Error& error) {
        const std::string text = error.what();
        throw Error(file, text.substr(made.name().size() + std::string_view(": error: ").size()));
    }
    made.become_target();
}

} // namespace proxima::knowledge
