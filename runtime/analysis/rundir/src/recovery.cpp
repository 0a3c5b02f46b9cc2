#include <proxima/base/descriptor.hpp>
#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/base/text.hpp>
#include <proxima/format/buffer_copies.hpp>
#include <proxima/format/files.hpp>
#include <proxima/format/thread_buffer.hpp>
#include <proxima/rundir/mpi_use.hpp>
#include <proxima/rundir/record_reader.hpp>
#include <proxima/rundir/recovery.hpp>
#include <proxima/rundir/run_info.hpp>
#include <proxima/rundir/usable_run.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace proxima::rundir {
namespace {

using Json = nlohmann::ordered_json;

// True if a line of /proc/PID/maps ends with a file whose name begins with one of `beginnings`.
bool maps_one_of(const std::filesystem::path& maps, const std::vector<std::string>& beginnings) {
    std::ifstream lines(maps);
    for (std::string line; std::getline(lines, line);) {
        const auto name = line.find('/');
        const auto has = [&](const std::string& beginning) {
            return name != std::string::npos &&
                   line.compare(name, beginning.size(), beginning) == 0;
        };
        if (std::any_of(beginnings.begin(), beginnings.end(), has)) {
            return true;
        }
    }
    return false;
}

// True if run.json can be read with this member in it.
bool is_readable(const std::string& key, const Json& value) {
    auto run = Json::object();
    run["format"] = 1;
    run[key] = value;
    const auto text = run.dump();
    try {
        parse_run_info("run.json", text);
        return true;
    } catch (const base::Error&) {
        return false;
    }
}

// The members that the runtime wrote at the start of the run, as far as it can be read. It has few
// levels; what lies deeper is left out, since writing it would cost stack.
Json described_run(const RunDirectory& run) {
    constexpr int deepest = 16;
    const auto is_kept = [](int depth, Json::parse_event_t, Json&) { return depth <= deepest; };
    std::error_code error;
    const auto found = std::filesystem::is_regular_file(run.run_file(), error)
                           ? Json::parse(std::ifstream(run.run_file()), is_kept, false)
                           : Json();
    auto description = Json::object();
    description["format"] = 1;
    if (!found.is_object()) {
        return description;
    }
    for (const auto& [key, value] : found.items()) {
        if (key != "format" && is_readable(key, value)) {
            description[key] = value;
        }
    }
    return description;
}

// Problems that the runtime had reported when it started, such as counters that cannot be counted.
std::vector<std::string> reasons_of(const Json& description) {
    const auto losses = description.value("losses", Json::object());
    const auto reasons = losses.is_object() ? losses.value("reasons", Json()) : Json();
    return reasons.is_array() ? reasons.get<std::vector<std::string>>()
                              : std::vector<std::string>();
}

std::uint64_t count_of(const Json& object, const char* key) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

// A run that has ended has counted its invocations, also those that left no trace in its files.
std::uint64_t counted_as_lost(const Json& description, const ReadOutcome& outcome) {
    const bool has_ended = description.value("end", Json()).is_string();
    const auto counted = count_of(description, "invocations") +
                         count_of(description.value("losses", Json()), "invocations");
    return has_ended && counted > outcome.invocations ? counted - outcome.invocations : 0;
}

Json described_losses(const Json& description, const ReadOutcome& outcome) {
    auto reasons = reasons_of(description);
    for (const auto& problem : outcome.problems) {
        if (std::find(reasons.begin(), reasons.end(), problem) == reasons.end()) {
            reasons.push_back(problem);
        }
    }
    const auto invocations = std::max(outcome.lost, counted_as_lost(description, outcome));
    if (invocations > 0 && reasons.empty()) {
        reasons.push_back("counted as lost by the process, whose messages say why");
    }
    return {{"invocations", invocations}, {"reasons", reasons}};
}

// The process on this machine that has a thread buffer of the run mapped, so has not ended.
std::optional<std::int64_t> process_that_writes(const RunDirectory& run) {
    std::error_code ignored;
    std::vector<std::string> written{
        std::filesystem::canonical(run.records_directory(), ignored).string() + "/"};
    for (const auto& files : run.thread_files()) {
        if (files.buffer_elsewhere) {
            written.push_back(files.buffer_elsewhere->string());
        }
    }
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
        const auto process = base::number_of<std::int64_t>(entry.path().filename().string());
        if (process && maps_one_of(entry.path() / "maps", written)) {
            return process;
        }
    }
    return {};
}

void check_recoverable(const RunDirectory& run) {
    struct stat facts{};
    if (::stat(run.path().c_str(), &facts) == 0 && facts.st_uid != ::geteuid()) {
        throw base::Error(run.path(), "belongs to another user; copy it, and recover the copy");
    }
    require_records(run);
    if (const auto process = process_that_writes(run)) {
        throw base::Error(run.path(), "process " + std::to_string(*process) +
                                          " still measures into it; recover when it has ended");
    }
}

// A thread buffer in /dev/shm that a link of the run names. A run directory may come from a
// stranger, whose link may name the buffer of another run or of another user.
class SharedBuffer {
public:
    explicit SharedBuffer(const RunDirectory::ThreadFiles& files)
        : path_(files.buffer_elsewhere->string()),
          input_(::open(path_.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)) {
        format::ThreadBufferHeader header{};
        is_own_ = path_.rfind("/dev/shm/proxima-", 0) == 0 &&
                  path_.find('/', 9) == std::string::npos && input_.is_open() &&
                  ::fstat(input_.get(), &facts_) == 0 && S_ISREG(facts_.st_mode) &&
                  facts_.st_uid == ::geteuid() && facts_.st_nlink == 1 &&
                  ::pread(input_.get(), &header, sizeof header, 0) == sizeof header &&
                  std::equal(std::begin(header.magic), std::end(header.magic),
                             std::begin(header.expected_magic)) &&
                  header.rank == files.rank && header.number == files.number;
    }

    // Whether this user's runtime made it for the thread that the link stands for.
    bool is_own() const { return is_own_; }

    // Puts a copy in the place of the link, which nobody reads who could not read the buffer.
    void move_to(const std::filesystem::path& link) const {
        base::ReplacedFile file(link);
        ::fchmod(file.descriptor(), facts_.st_mode & 0777);
        std::string piece(1 << 20, '\0');
        ssize_t got = 0;
        for (off_t at = 0; (got = ::pread(input_.get(), piece.data(), piece.size(), at)) > 0;
             at += got) {
            file.write(std::string_view(piece.data(), static_cast<std::size_t>(got)));
        }
        if (got < 0) {
            throw base::Error(path_, "cannot be read");
        }
        file.commit();
        ::unlink(path_.c_str());
    }

private:
    std::string path_;
    base::Descriptor input_;
    struct stat facts_{};
    bool is_own_ = false;
};

// Replaces the link to a buffer that is out of reach by the last complete copy of it.
void restore_buffer(const std::filesystem::path& copies, const std::filesystem::path& link) {
    using format::BufferCopies;
    const format::InputFile input(copies);
    BufferCopies header{};
    input.read(0, &header, sizeof header);
    const auto& last = header.slots[header.slots[0].number < header.slots[1].number ? 1 : 0];
    const auto pages = last.number == 0 ? 0 : last.pages;
    if (!std::equal(std::begin(header.magic), std::end(header.magic),
                    std::begin(BufferCopies::expected_magic)) ||
        header.version != BufferCopies::supported_version ||
        pages > input.size() / BufferCopies::page_size) {
        throw base::Error(copies, "is damaged, or of another version of proxima; remove it");
    }
    base::ReplacedFile file(link);
    std::string page(BufferCopies::page_size, '\0');
    for (std::uint64_t i = 0; i < pages; ++i) {
        page.assign(page.size(), '\0');
        input.read(BufferCopies::offset(last.number, i), page.data(), page.size());
        file.write(page);
    }
    file.commit();
}

// Moves thread buffers from /dev/shm, where they take memory and vanish when the machine restarts,
// into the run directory.
void bring_buffers_home(const RunDirectory& run) {
    for (const auto& files : run.thread_files()) {
        if (files.buffer_elsewhere) {
            if (const SharedBuffer buffer(files); buffer.is_own()) {
                buffer.move_to(*files.buffer_file);
            } else if (files.copies) {
                restore_buffer(*files.copies, *files.buffer_file);
            }
        }
        std::error_code ignored;
        if (files.copies && files.buffer_file) {
            std::filesystem::remove(*files.copies, ignored);
        }
    }
}

// Writes mpi.json from the statistics of the ranks, unless the runtime has written it.
void write_mpi_use(const RunDirectory& run, std::vector<std::string>& problems) {
    std::error_code ignored;
    if (std::filesystem::exists(run.mpi_file(), ignored)) {
        return;
    }
    if (const auto use = rebuild_mpi_use(run, problems)) {
        base::replace_file(run.mpi_file(), use->json);
    }
}

} // namespace

bool needs_recovery(const RunDirectory& run) {
    try {
        const auto info = load_run_info(run.run_file());
        load_call_graph(run.call_graph_file());
        return !info.complete && !info.recovered;
    } catch (const base::Error&) {
        return true; // damaged: to be written anew
    }
}

void recover(const RunDirectory& run, ReadOutcome& outcome,
             const std::function<void(const CallGraph&)>& write_graph) {
    check_recoverable(run);
    bring_buffers_home(run);
    const auto graph = rebuild_call_graph(run, outcome);
    if (outcome.invocations == 0 && !outcome.problems.empty()) {
        throw base::Error(run.path(), "nothing could be recovered, so nothing is written; " +
                                          outcome.problems.front());
    }
    write_graph(graph);
    write_mpi_use(run, outcome.problems);
    write_recovered_run(run, outcome);
}

void write_recovered_run(const RunDirectory& run, const ReadOutcome& outcome) {
    Json description = described_run(run);
    auto methods = Json::array();
    for (const auto& method : recorded_methods(run)) {
        methods.push_back(method.port + "::" + method.name);
    }
    description["losses"] = described_losses(description, outcome); // before what it refers to
    description["complete"] = false;
    description["recovered"] = true;
    description["threads"] = outcome.threads;
    description["buffers"] = run.thread_files().size();
    description["methods"] = methods;
    description["invocations"] = outcome.invocations;
    description["records"] = outcome.records;
    description["record_bytes"] = run.record_bytes();
    base::replace_file(run.run_file(),
                       description.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

} // namespace proxima::rundir
