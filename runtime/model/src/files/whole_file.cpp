#include <proxima/json/text_file.hpp>
#include <proxima/model/error.hpp>
#include <proxima/model/whole_file.hpp>

#include <cerrno>
#include <cstdlib>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace proxima::model {
namespace {

constexpr mode_t readable_by_all = 0644;

[[noreturn]] void fail_to_write(const std::filesystem::path& file, int error) {
    throw Error(file, "cannot be written: " + std::generic_category().message(error) +
                          "; check the directory and its permissions");
}

bool write_all(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const auto written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno != EINTR) {
            return false;
        }
        text.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
    return true;
}

} // namespace

std::string read_whole_file(const std::filesystem::path& file) {
    try {
        return json::read_text_file(file);
    } catch (const json::UnreadableText& unreadable) {
        throw Error(file, unreadable.what());
    }
}

void replace_file(const std::filesystem::path& file, std::string_view text) {
    std::string beside = file.string() + ".XXXXXX";
    const int descriptor = ::mkstemp(beside.data());
    if (descriptor < 0) {
        fail_to_write(file, errno);
    }
    const bool written = write_all(descriptor, text) &&
                         ::fchmod(descriptor, readable_by_all) == 0 && ::fsync(descriptor) == 0;
    int error = written ? 0 : errno;
    if (::close(descriptor) != 0 && error == 0) {
        error = errno;
    }
    if (error == 0 && ::rename(beside.c_str(), file.c_str()) != 0) {
        error = errno;
    }
    if (error != 0) {
        ::unlink(beside.c_str());
        fail_to_write(file, error);
    }
}

} // namespace proxima::model
