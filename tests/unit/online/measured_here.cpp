#include "measured_here.hpp"

#include <proxima/control.hpp>

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace {

struct OwnRun {
    OwnRun() {
        std::string pattern = std::filesystem::temp_directory_path() / "proxima-online-XXXXXX";
        if (mkdtemp(pattern.data()) == nullptr) {
            throw std::runtime_error("cannot make " + pattern);
        }
        parent = pattern;
        const std::string run = parent / "run";
        proxima::configure("quiet=on,records=first:1000000,output=" + run);
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

const std::filesystem::path& measured_here() {
    static const OwnRun run;
    static const std::filesystem::path directory = run.parent / "run";
    return directory;
}
