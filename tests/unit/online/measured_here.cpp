#include "measured_here.hpp"

#include "../temporary_directory.hpp"

#include <proxima/control.hpp>

#include <string>

namespace {

struct OwnRun {
    explicit OwnRun(const std::string& records) {
        proxima::configure("quiet=on,records=" + records + ",output=" + directory.string());
    }
    OwnRun(const OwnRun&) = delete;
    OwnRun& operator=(const OwnRun&) = delete;
    ~OwnRun() { proxima::finish(); }

    proxima::unit::TemporaryDirectory parent;
    std::filesystem::path directory = parent.path() / "run";
};

} // namespace

const std::filesystem::path& measured_here(const char* records) {
    static const OwnRun run(records);
    return run.directory;
}
