#include "scratch_run.hpp"

#include <proxima/live_records.hpp>
#include <proxima/run_facts.hpp>

#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

namespace proxima::measuring {

namespace fs = std::filesystem;

std::optional<ScratchRun> ScratchRun::make() {
    const fs::path run = detail::run_facts().directory;
    if (run.empty()) {
        return std::nullopt;
    }
    // Within the run directory: there the system lets it write.
    std::string pattern = (run / "reading-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
        return std::nullopt;
    }
    ScratchRun made{fs::path(pattern)};
    if (!made.fill(run)) {
        return std::nullopt;
    }
    return made;
}

// The rings first: what leaves them later is in the record files then.
bool ScratchRun::fill(const fs::path& run) const {
    std::error_code error;
    fs::create_directory(path_ / "records", error);
    if (error || !detail::copy_rings((path_ / "records").string())) {
        return false;
    }
    fs::create_symlink(run / "run.json", path_ / "run.json", error);
    for (fs::directory_iterator file(run / "records", error), end; !error && file != end;
         file.increment(error)) {
        // A run of several processes has the files of all; rings have been copied of this one's.
        const fs::path ring = file->path().filename().replace_extension(".ring");
        if (file->path().extension() == ".rec" && fs::exists(path_ / "records" / ring)) {
            fs::create_symlink(file->path(), path_ / "records" / file->path().filename(), error);
        }
    }
    return !error;
}

ScratchRun::ScratchRun(ScratchRun&& other) noexcept : path_(std::exchange(other.path_, {})) {
}

ScratchRun::~ScratchRun() {
    if (!path_.empty()) {
        std::error_code error;
        fs::remove_all(path_, error);
    }
}

} // namespace proxima::measuring
