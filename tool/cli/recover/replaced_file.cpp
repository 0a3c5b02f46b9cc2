#include "recover/replaced_file.hpp"

#include <proxima/rundir/error.hpp>

#include <cerrno>
#include <cstdlib>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace proxima::cli {
namespace {

constexpr mode_t readable_by_all = 0644;

[[noreturn]] void fail(const std::filesystem::path& file, int error) {
    throw rundir::Error(file, "cannot be written: " + std::generic_category().message(error));
}

} // namespace

ReplacedFile::ReplacedFile(std::filesystem::path target)
    : target_(std::move(target)), beside_(target_.string() + ".XXXXXX") {
    descriptor_ = ::mkstemp(beside_.data());
    if (descriptor_ < 0) {
        fail(target_, errno);
    }
}

ReplacedFile::~ReplacedFile() {
    ::close(descriptor_);
    if (!beside_.empty()) {
        ::unlink(beside_.c_str());
    }
}

void ReplacedFile::commit() {
    if (::fchmod(descriptor_, readable_by_all) != 0 || ::fsync(descriptor_) != 0 ||
        ::rename(beside_.c_str(), target_.c_str()) != 0) {
        fail(target_, errno);
    }
    beside_.clear();
}

} // namespace proxima::cli
