// Reads mpi.json, or rebuilds it from the thread buffers of a killed run; see
// runtime/probe/format/FORMAT.md.
#include "json_file.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/file.hpp>
#include <proxima/format/files.hpp>
#include <proxima/format/mpi_report.hpp>
#include <proxima/rundir/mpi_use.hpp>

#include <algorithm>
#include <map>

namespace proxima::rundir {
namespace {

MpiRoutine read_routine(Members& members) {
    MpiRoutine routine;
    read(members, "name", routine.name);
    read(members, "calls", routine.calls);
    read(members, "time", routine.time_us);
    read(members, "bytes sent", routine.bytes_sent);
    read(members, "bytes received", routine.bytes_received);
    auto nonblocking = members.object("nonblocking");
    read(nonblocking, "operations", routine.operations);
    read(nonblocking, "in flight", routine.in_flight_us);
    read(nonblocking, "hidden", routine.hidden_us);
    return routine;
}

MpiPartner read_partner(Members& members) {
    MpiPartner partner;
    read(members, "rank", partner.rank);
    read(members, "partner", partner.partner);
    read(members, "messages sent", partner.messages_sent);
    read(members, "bytes sent", partner.bytes_sent);
    read(members, "bytes received", partner.bytes_received);
    read(members, "time", partner.time_us);
    return partner;
}

using format::MpiReport;
using format::SectionType;
using Reports = std::map<std::uint32_t, MpiReport>; // by rank

void add_thread(const std::filesystem::path& file, Reports& reports) {
    const format::BufferCopy buffer(file);
    const auto facts = buffer.rows<format::MpiFacts>(SectionType::mpi_facts);
    if (facts.empty() || facts.front().ranks == 0) { // the thread has not called MPI
        return;
    }
    const auto routines = buffer.rows<format::MpiRoutineCounts>(SectionType::mpi_routines);
    const auto partners = buffer.rows<format::MpiPartnerCounts>(SectionType::mpi_partners);
    const auto rank = buffer.header().rank;
    reports[rank].add_thread(
        {&facts.front(), routines.data(), routines.size(), partners.data(), partners.size()},
        static_cast<std::int32_t>(rank));
}

} // namespace

MpiUse load_mpi_use(const std::filesystem::path& file) {
    return parse_mpi_use(file, base::read_whole_file(file));
}

MpiUse parse_mpi_use(const std::filesystem::path& file, std::string text) {
    const char* const what = "what ranks have done with MPI";
    const auto json = parse_json_file(file, text, what);
    Members members(file, json, what);
    MpiUse use;
    read(members, "size", use.size);
    for (auto& routine : members.objects("routines")) {
        use.routines.push_back(read_routine(routine));
    }
    for (auto& partner : members.objects("partners")) {
        use.partners.push_back(read_partner(partner));
    }
    use.json = std::move(text);
    return use;
}

std::optional<MpiUse> rebuild_mpi_use(const RunDirectory& run, std::vector<std::string>& problems) {
    Reports reports;
    for (const auto& thread : run.thread_files()) {
        try {
            std::error_code ignored; // read_records() reports missing files
            if (thread.buffer_file && std::filesystem::exists(*thread.buffer_file, ignored)) {
                add_thread(*thread.buffer_file, reports);
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
