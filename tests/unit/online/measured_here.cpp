#include "measured_here.hpp"

#include <proxima/control.hpp>

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace {

struct OwnRun {
    explicit OwnRun(const std::string& records) {
        std::string pattern = std::filesystem::temp_directory_path() / "proxima-online-XXXXXX";
        if (mkdtemp(pattern.data()) == nullptr) {
            throw std::runtime_error("cannot make " + pattern);
        }
        parent = pattern;
        const std::string run = parent / "run";
        proxima::configure("quiet=on,records=" + records + ",output=" + run);
    }
    OwnRun(const OwnRun&) = delete;
    OwnRun& operator=(const OwnRun&) = delete;
    ~OwnRun() {
        proxima::finish();
        std::filesystem::remove_all(parent);
    }

    std::filesystem::path parent;
};

} // namespace

const std::filesystem::path& measured_here(const char* records) {
    static const OwnRun run(records);
    static const std::filesystem::path directory = run.parent / "run";
    return directory;
}
