// mpi.json; see runtime/format/FORMAT.md.
#include "files/file_contents.hpp"
#include "files/json_members.hpp"

#include <proxima/rundir/mpi_use.hpp>

namespace proxima::rundir {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;

void read_traffic(const Members& members, MpiTraffic& traffic) {
    members.read("calls", traffic.calls);
    members.read("time", traffic.time_us);
    members.read("bytes sent", traffic.bytes_sent);
    members.read("bytes received", traffic.bytes_received);
}

void read_row(const Members& members, MpiRoutine& routine) {
    read_traffic(members, routine);
    members.read("name", routine.name);
    members.read("ranks", routine.ranks);
    members.read("nested", routine.nested_calls);
    members.read("min over ranks", routine.shortest_us);
    members.read("max over ranks", routine.longest_us);
    const auto operations = members.object("nonblocking");
    operations.read("operations", routine.operations.begun);
    operations.read("completed", routine.operations.completed);
    operations.read("in flight", routine.operations.in_flight_us);
    operations.read("hidden", routine.operations.hidden_us);
}

void read_row(const Members& members, MpiRank& rank) {
    read_traffic(members, rank);
    members.read("rank", rank.rank);
}

void read_row(const Members& members, MpiPartner& partner) {
    members.read("rank", partner.rank);
    members.read("partner", partner.partner);
    members.read("messages sent", partner.messages_sent);
    members.read("bytes sent", partner.bytes_sent);
    members.read("messages received", partner.messages_received);
    members.read("bytes received", partner.bytes_received);
    members.read("time", partner.time_us);
}

template <class Row>
void read_rows(const std::filesystem::path& file, const Members& use, const char* key,
               std::vector<Row>& rows) {
    const Json* found = use.array(key);
    for (std::size_t i = 0; found != nullptr && i < found->size(); ++i) {
        use.require((*found)[i].is_object(), key, "an array of objects");
        read_row(Members(file, (*found)[i], std::string(key) + "."), rows.emplace_back());
    }
}

MpiUse mpi_use(const std::filesystem::path& file, const Json& json) {
    check_format(file, json, "what ranks have done with MPI");
    const Members members(file, json, "");
    MpiUse use;
    members.read("size", use.size);
    members.read("library", use.library);
    members.read("thread level", use.thread_level);
    members.read("untracked operations", use.untracked_operations);
    read_rows(file, members, "routines", use.routines);
    read_rows(file, members, "ranks", use.ranks);
    read_rows(file, members, "partners", use.partners);
    return use;
}

} // namespace

MpiUse load_mpi_use(const std::filesystem::path& file) {
    const std::string text = read_file(file, most_bytes);
    return parse_mpi_use(file, text.data(), text.data() + text.size());
}

MpiUse parse_mpi_use(const std::filesystem::path& file, const char* begin, const char* end) {
    return with_plain_errors(file, [&] { return mpi_use(file, Json::parse(begin, end)); });
}

} // namespace proxima::rundir
