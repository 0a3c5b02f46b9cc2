// What has happened to a study so far, on disk: a line is added when a run begins and when it ends,
// so that nothing is lost however the study is stopped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace proxima::study {

/// A process, told apart from later ones of the same number.
struct ProcessIdentity {
    int pid = 0;
    std::uint64_t start = 0; ///< in ticks after boot
};

struct BegunRun {
    std::string key;       ///< which run of the study it is
    std::string digest;    ///< how it was made
    std::string directory; ///< in that of the study
    ProcessIdentity process;
};

struct EndedRun {
    BegunRun begun;
    std::string failure; ///< empty: it went well
    std::string reason;  ///< of a failure, the line of the output that says most; may be empty
    double seconds = 0;
    std::map<std::string, double> results;
    std::vector<std::string> last_lines; ///< of the output of a run that has failed
};

/// `ended with status 3: the solver has diverged`.
std::string text_of_failure(const EndedRun& run);

class Journal {
public:
    /// Opens or makes the journal of the study called `study` in `directory`, which is made if need
    /// be, and locks it against other processes. Throws model::Error if the directory is another
    /// study's or holds something else, if another process is at work there, or if the journal is
    /// damaged. A last line that was not finished is dropped.
    Journal(const std::filesystem::path& directory, const std::string& study);
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;
    ~Journal();

    /// Only what the directory holds; changes nothing, and refuses what the constructor does. Empty
    /// if there is no directory.
    static std::vector<EndedRun> look(const std::filesystem::path& directory,
                                      const std::string& study);

    void begin(const BegunRun& run);
    void end(const EndedRun& run);

    /// The runs that have ended, in their order; of one that was repeated all.
    const std::vector<EndedRun>& ended() const { return ended_; }

    /// The run that had begun and not ended when the study was stopped.
    const std::optional<BegunRun>& open() const { return open_; }

private:
    void append(const std::string& line);

    std::filesystem::path file_;
    int descriptor_ = -1;
    std::vector<EndedRun> ended_;
    std::optional<BegunRun> open_;
};

} // namespace proxima::study
