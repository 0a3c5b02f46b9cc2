#include "measured_here.hpp"

#include "temporary_directory.hpp"

#include <proxima/control.hpp>
#include <proxima/detail/run_facts.hpp>

#include <stdexcept>
#include <string>
#include <utility>

namespace {

struct OwnRun {
    explicit OwnRun(std::string what) : records(std::move(what)) {
        proxima::configure("quiet=on,records=" + records + ",output=" + directory.string());
    }
    OwnRun(const OwnRun&) = delete;
    OwnRun& operator=(const OwnRun&) = delete;
    ~OwnRun() { proxima::finish(); }

    std::string records;
    proxima::unit::TemporaryDirectory parent;
    std::filesystem::path directory = parent.path() / "run";
};

} // namespace

const std::filesystem::path& measured_here(const char* records) {
    static const OwnRun run(records);
    if (run.records != records || !proxima::detail::run_facts().measuring) {
        throw std::logic_error("a process has one run, which an earlier test has had: run this "
                               "test by itself, as ctest does");
    }
    return run.directory;
}
