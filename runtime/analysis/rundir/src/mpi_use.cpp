// Reads mpi.json, or rebuilds it from the thread buffers of a killed run; see
// runtime/probe/format/FORMAT.md.
#include "records/thread_reader.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/base/json.hpp>
#include <proxima/format/files.hpp>
#include <proxima/format/mpi_report.hpp>
#include <proxima/rundir/mpi_use.hpp>

#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace proxima::rundir {
namespace {

using base::LocatedObject;

MpiRoutine read_routine(LocatedObject& members) {
    MpiRoutine routine;
    members.read("name", routine.name);
    members.read("calls", routine.calls);
    members.read("time", routine.time_us);
    members.read("bytes sent", routine.bytes_sent);
    members.read("bytes received", routine.bytes_received);
    auto nonblocking = members.object("nonblocking");
    nonblocking.read("operations", routine.operations);
    nonblocking.read("in flight", routine.in_flight_us);
    nonblocking.read("hidden", routine.hidden_us);
    return routine;
}

MpiPartner read_partner(LocatedObject& members) {
    MpiPartner partner;
    members.read("rank", partner.rank);
    members.read("partner", partner.partner);
    members.read("messages sent", partner.messages_sent);
    members.read("bytes sent", partner.bytes_sent);
    members.read("bytes received", partner.bytes_received);
    members.read("time", partner.time_us);
    return partner;
}

MpiPath read_path(LocatedObject& members) {
    MpiPath path;
    members.read("path", path.caller);
    members.read("routine", path.routine);
    members.read("calls", path.calls);
    members.read("time", path.time_us);
    members.read("bytes sent", path.bytes_sent);
    members.read("bytes received", path.bytes_received);
    return path;
}

// FNV-1a of a text that continues another.
std::uint64_t continued_hash(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325U) {
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    }
    return hash;
}

// Names of the call paths that call MPI, by number of the node; the others stay empty. Each holds
// the names of all its callers, so that few long ones could fill the memory.
class CallPathNames {
public:
    static constexpr std::uint64_t most_bytes = 4'000'000;

    explicit CallPathNames(const Thread& thread)
        : thread_(thread), names_(thread.call_paths.size() + 1) {}

    // Called for each row, because a row has a copy of the name.
    void add(std::uint32_t node) {
        if (node == 0 || node >= names_.size()) {
            return;
        }
        if (names_[node].empty()) {
            spell(node - 1, names_[node]);
        }
        take(names_[node].size());
    }

    const std::vector<std::string>& names() const { return names_; }

private:
    void spell(std::size_t call_path, std::string& name) {
        std::vector<std::string> callees_first;
        for (auto at = call_path; at != CallPath::no_parent; at = thread_.call_paths[at].parent) {
            const auto& path = thread_.call_paths[at];
            callees_first.push_back(path.instance + "." +
                                    display_name(thread_.method(path), thread_.methods));
            take(callees_first.back().size());
        }
        for (const auto& caller : std::views::reverse(callees_first)) {
            name += (name.empty() ? "" : ";") + caller;
        }
    }

    void take(std::uint64_t bytes) {
        if (bytes > left_) {
            throw format::Malformed(0, "the call paths of its MPI calls are longer than 4 MB "
                                       "together; its MPI calls are left out");
        }
        left_ -= bytes;
    }

    const Thread& thread_;
    std::uint64_t left_ = most_bytes;
    std::vector<std::string> names_;
};

using format::MpiReport;
using format::SectionType;
using ReportsByRank = std::map<std::uint32_t, MpiReport>;

void add_thread(const RunDirectory::ThreadFiles& files, ReportsByRank& reports) {
    const format::BufferCopy buffer(*files.buffer_file);
    const auto facts = buffer.rows<format::MpiFacts>(SectionType::mpi_facts);
    if (facts.empty() || facts.front().ranks == 0) { // the thread has not called MPI
        return;
    }
    const auto routines = buffer.rows<format::MpiRoutineCounts>(SectionType::mpi_routines);
    const auto partners = buffer.rows<format::MpiPartnerCounts>(SectionType::mpi_partners);
    const auto paths = buffer.rows<format::MpiPathCounts>(SectionType::mpi_paths);
    const auto definitions = definitions_of(files);
    CallPathNames call_paths(definitions);
    for (const auto& path : paths) {
        call_paths.add(path.node);
    }
    const auto rank = buffer.header().rank;
    reports[rank].add_thread({&facts.front(), routines.data(), routines.size(), partners.data(),
                              partners.size(), paths.data(), paths.size(), &call_paths.names()},
                             static_cast<std::int32_t>(rank));
}

} // namespace

MpiPathsOfNodes::MpiPathsOfNodes(const std::vector<MpiPath>& paths, const CallGraph& graph) {
    if (paths.empty()) {
        return;
    }
    std::set<std::pair<std::uint64_t, std::string_view>> routines_with_nodes; // by caller
    for (const auto& node : graph.nodes) {
        const auto& component = graph.component(node);
        const bool is_outermost = node.parent == Node::no_parent;
        hashes_.push_back(is_outermost ? continued_hash(component.name)
                                       : continued_hash(component.name,
                                                        continued_hash(";", hashes_[node.parent])));
        if (component.port == "MPI" && !is_outermost) {
            routines_with_nodes.emplace(hashes_[node.parent], component.method);
        }
    }
    paths_.reserve(paths.size());
    for (const auto& path : paths) {
        const auto caller = continued_hash(path.caller);
        if (routines_with_nodes.count({caller, path.routine}) == 0) {
            paths_.emplace_back(caller, &path);
        }
    }
    std::sort(paths_.begin(), paths_.end()); // pointers are in the order of the paths
}

std::vector<const MpiPath*> MpiPathsOfNodes::of(std::size_t node) const {
    std::vector<const MpiPath*> found;
    if (hashes_.empty()) {
        return found;
    }
    auto at = std::lower_bound(paths_.begin(), paths_.end(),
                               std::pair(hashes_[node], static_cast<const MpiPath*>(nullptr)));
    for (; at != paths_.end() && at->first == hashes_[node]; ++at) {
        found.push_back(at->second);
    }
    return found;
}

// Sorts and merges in place: a file of a stranger may have a million paths.
std::vector<MpiPath> by_method(const std::vector<MpiPath>& paths) {
    auto methods = paths;
    for (auto& method : methods) {
        method.caller.erase(0, method.caller.rfind(';') + 1);
    }
    const auto key = [](const MpiPath& path) { return std::tie(path.caller, path.routine); };
    std::sort(methods.begin(), methods.end(),
              [&](const MpiPath& left, const MpiPath& right) { return key(left) < key(right); });
    std::size_t kept = 0;
    for (std::size_t i = 1; i < methods.size(); ++i) {
        auto& sum = methods[kept];
        const auto& path = methods[i];
        if (key(sum) != key(path)) {
            std::swap(methods[++kept], methods[i]);
            continue;
        }
        sum.calls += path.calls;
        sum.time_us += path.time_us;
        sum.bytes_sent += path.bytes_sent;
        sum.bytes_received += path.bytes_received;
    }
    methods.resize(std::min(methods.size(), kept + 1));
    return methods;
}

MpiUse load_mpi_use(const std::filesystem::path& file) {
    return parse_mpi_use(file, base::read_whole_file(file, base::Links::refused));
}

MpiUse parse_mpi_use(const std::filesystem::path& file, std::string text) {
    const auto json = base::parse_located_json(file, text);
    LocatedObject members(file, json, "the MPI statistics of a run");
    members.require_format(1);
    MpiUse use;
    members.read("size", use.size);
    use.routines = members.objects("routines", read_routine);
    use.partners = members.objects("partners", read_partner);
    use.paths = members.objects("paths", read_path);
    use.json = std::move(text);
    return use;
}

std::optional<MpiUse> rebuild_mpi_use(const RunDirectory& run, std::vector<std::string>& problems) {
    ReportsByRank reports;
    for (const auto& thread : run.thread_files()) {
        try {
            std::error_code ignored; // read_records() reports missing files
            if (thread.buffer_file && std::filesystem::exists(*thread.buffer_file, ignored)) {
                add_thread(thread, reports);
            }
        } catch (const format::Malformed& malformed) {
            std::string problem =
                base::error_at_byte(*thread.buffer_file, malformed.offset, malformed.what()).what();
            if (std::find(problems.begin(), problems.end(), problem) == problems.end()) {
                problems.push_back(std::move(problem));
            }
        }
    }
    if (reports.empty()) {
        return std::nullopt;
    }
    for (auto& [rank, report] : reports) {
        report.end_rank();
    }
    MpiReport all = std::move(reports.begin()->second);
    std::for_each(std::next(reports.begin()), reports.end(),
                  [&](const auto& report) { all.merge(report.second); });
    return parse_mpi_use(run.mpi_file(), all.json());
}

} // namespace proxima::rundir
