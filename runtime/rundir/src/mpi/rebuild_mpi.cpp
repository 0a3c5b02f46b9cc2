// What ranks have counted of MPI in their thread buffers, as mpi.json has it.
#include <proxima/format/bytes.hpp>
#include <proxima/format/files.hpp>
#include <proxima/format/mpi_report.hpp>
#include <proxima/rundir/error.hpp>
#include <proxima/rundir/mpi_use.hpp>

#include <algorithm>
#include <cstring>
#include <map>

namespace proxima::rundir {
namespace {

using format::MpiReport;
using format::SectionType;
using Reports = std::map<std::uint32_t, MpiReport>; ///< by rank

template <class Row>
std::vector<Row> rows(const format::ThreadBuffer& buffer, SectionType type) {
    const std::string bytes = buffer.bytes(type);
    std::vector<Row> rows(bytes.size() / sizeof(Row));
    if (!rows.empty()) {
        std::memcpy(rows.data(), bytes.data(), rows.size() * sizeof(Row));
    }
    return rows;
}

void add_thread(const std::filesystem::path& file, Reports& reports) {
    const format::ThreadBuffer buffer(file);
    const auto facts = rows<format::MpiFacts>(buffer, SectionType::mpi_facts);
    if (facts.empty() || facts.front().ranks == 0) { // the thread has not called MPI
        return;
    }
    const auto routines = rows<format::MpiRoutineCounts>(buffer, SectionType::mpi_routines);
    const auto partners = rows<format::MpiPartnerCounts>(buffer, SectionType::mpi_partners);
    const auto rank = buffer.header().rank;
    reports[rank].add_thread(
        {&facts.front(), routines.data(), routines.size(), partners.data(), partners.size()},
        static_cast<std::int32_t>(rank));
}

} // namespace

std::optional<MpiUse> rebuild_mpi_use(const RunDirectory& run, std::vector<std::string>& problems) {
    Reports reports;
    for (const auto& thread : run.lanes()) {
        try {
            if (thread.buffer_file) {
                add_thread(*thread.buffer_file, reports);
            }
        } catch (const format::Malformed& malformed) {
            std::string problem =
                Error(*thread.buffer_file, malformed.offset, malformed.what()).what();
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
    const std::string text = all.json();
    return parse_mpi_use(run.mpi_file(), text.data(), text.data() + text.size());
}

} // namespace proxima::rundir
