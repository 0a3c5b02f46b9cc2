#include "journal.hpp"

#include <proxima/model/error.hpp>
#include <proxima/model/whole_file.hpp>

#include <nlohmann/json.hpp>

#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace proxima::study {
namespace {

using Json = nlohmann::ordered_json;
using model::Error;

constexpr const char* journal_name = "journal.jsonl";

std::string now() {
    const std::time_t seconds = std::time(nullptr);
    std::tm utc{};
    ::gmtime_r(&seconds, &utc);
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text;
}

std::string line_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json json_of(const EndedRun& run) {
    Json json{
        {"event", "end"},         {"time", now()},          {"directory", run.begun.directory},
        {"failure", run.failure}, {"seconds", run.seconds}, {"results", run.results}};
    if (!run.reason.empty()) {
        json["reason"] = run.reason;
    }
    if (!run.last_lines.empty()) {
        json["last_lines"] = run.last_lines;
    }
    return json;
}

/// What the lines of a journal say.
class JournalText {
public:
    JournalText(const std::filesystem::path& file, const std::string& study)
        : file_(file), study_(study) {}

    void read(const std::string& text) {
        std::size_t begin = 0;
        for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
            ++line_;
            read_line(text.substr(begin, end - begin));
            begin = end + 1;
        }
        whole_ = begin;
    }

    std::size_t whole() const { return whole_; } ///< bytes of complete lines
    std::vector<EndedRun> ended;
    std::optional<BegunRun> open;

private:
    void read_line(const std::string& text) {
        try {
            apply(Json::parse(text));
        } catch (const nlohmann::json::exception&) {
            throw Error(file_, line_,
                        "this line of the journal is damaged; remove it, or name "
                        "another directory with -o");
        }
    }

    void apply(const Json& json) {
        const auto event = json.at("event").get<std::string>();
        if (line_ == 1) {
            check_head(event, json);
        } else if (event == "begin") {
            open = BegunRun{json.at("key").get<std::string>(),
                            json.at("digest").get<std::string>(),
                            json.at("directory").get<std::string>(),
                            {json.at("pid").get<int>(), json.at("start").get<std::uint64_t>()}};
        } else if (event == "end" && open &&
                   open->directory == json.at("directory").get<std::string>()) {
            EndedRun run{*open,
                         json.at("failure").get<std::string>(),
                         json.value("reason", ""),
                         json.at("seconds").get<double>(),
                         json.at("results").get<std::map<std::string, double>>(),
                         {}};
            if (json.contains("last_lines")) {
                run.last_lines = json.at("last_lines").get<std::vector<std::string>>();
            }
            ended.push_back(std::move(run));
            open.reset();
        }
    }

    void check_head(const std::string& event, const Json& json) const {
        if (event != "study" || json.at("format") != 1) {
            throw Error(file_, line_,
                        "this is no journal that this version knows; name another "
                        "directory with -o");
        }
        if (json.at("name") != study_) {
            throw Error(file_, line_,
                        "this directory belongs to the study " +
                            json.at("name").get<std::string>() + ", not to " + study_ +
                            "; name another with -o");
        }
    }

    const std::filesystem::path& file_;
    const std::string& study_;
    std::size_t line_ = 0;
    std::size_t whole_ = 0;
};

/// A directory that exists and is not empty must be a study's.
void check_directory(const std::filesystem::path& directory) {
    std::error_code error;
    if (std::filesystem::exists(directory, error)) {
        const bool is_directory = std::filesystem::is_directory(directory, error);
        if (!is_directory || (!std::filesystem::exists(directory / journal_name, error) &&
                              !std::filesystem::is_empty(directory, error))) {
            throw Error(directory, "exists and is no study; name another directory with -o");
        }
    }
}

void make_directory(const std::filesystem::path& directory) {
    check_directory(directory);
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error) {
        throw Error(directory,
                    "cannot be made: " + error.message() + "; name another directory with -o");
    }
}

} // namespace

std::string text_of_failure(const EndedRun& run) {
    return run.failure + (run.reason.empty() ? "" : ": " + run.reason);
}

Journal::Journal(const std::filesystem::path& directory, const std::string& study)
    : file_(directory / journal_name) {
    make_directory(directory);
    descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (descriptor_ < 0) {
        throw Error(file_, "cannot be written: " + std::generic_category().message(errno));
    }
    try {
        if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
            throw Error(directory, "another `proxima study` is at work here; wait for its end, or "
                                   "name another directory with -o");
        }
        JournalText read(file_, study);
        const auto text = model::read_whole_file(file_);
        read.read(text);
        if (read.whole() != text.size() &&
            ::ftruncate(descriptor_, static_cast<off_t>(read.whole())) != 0) {
            throw Error(file_, "cannot be written: " + std::generic_category().message(errno));
        }
        ended_ = std::move(read.ended);
        open_ = std::move(read.open);
        if (read.whole() == 0) {
            append(line_of({{"event", "study"}, {"format", 1}, {"name", study}, {"time", now()}}));
        }
    } catch (...) {
        ::close(descriptor_);
        throw;
    }
}

Journal::~Journal() {
    ::close(descriptor_);
}

std::vector<EndedRun> Journal::look(const std::filesystem::path& directory,
                                    const std::string& study) {
    check_directory(directory);
    const auto file = directory / journal_name;
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) {
        return {};
    }
    JournalText read(file, study);
    read.read(model::read_whole_file(file));
    return std::move(read.ended);
}

void Journal::append(const std::string& line) {
    // One write: a reader, or a kill, meets whole lines but for the last.
    const auto written = ::write(descriptor_, line.data(), line.size());
    if (written != static_cast<ssize_t>(line.size()) || ::fsync(descriptor_) != 0) {
        throw Error(file_, "cannot be written: " + std::generic_category().message(errno) +
                               "; what has been run is kept, go on when there is room");
    }
}

void Journal::begin(const BegunRun& run) {
    append(line_of({{"event", "begin"},
                    {"time", now()},
                    {"key", run.key},
                    {"digest", run.digest},
                    {"directory", run.directory},
                    {"pid", run.process.pid},
                    {"start", run.process.start}}));
    open_ = run;
}

void Journal::end(const EndedRun& run) {
    append(line_of(json_of(run)));
    ended_.push_back(run);
    open_.reset();
}

} // namespace proxima::study
