#include "pmpi/accounting.hpp"

#include "pmpi/collectives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace proxima::gen {
namespace {

struct Transfer {
    bool sent = false; // MPI reads the buffer; else it writes it
    std::string bytes; // C++ text, over the parameters and `call`
};

// True for functions with buffers whose data stays in the process.
bool is_local(std::string_view function) {
    return function.starts_with("MPI_Pack") || function.starts_with("MPI_Unpack") ||
           function.starts_with("MPI_Reduce_local");
}

bool names_count(std::string_view parameter) {
    return parameter.find("count") != std::string_view::npos;
}

// The buffers of a function; none for one that works within the calling process. All functions of
// the standard agree in this order: buffers, count, datatype. A buffer without a
// count is one element.
std::vector<Transfer> transfers_of(const MpiFunction& function) {
    std::vector<Transfer> transfers;
    if (is_local(function.name)) {
        return transfers;
    }
    std::vector<bool> buffers; // true: sent
    std::string count = "1";
    for (const MpiParameter& parameter : function.parameters) {
        if (parameter.type == MpiType::read_only || parameter.type == MpiType::written) {
            buffers.push_back(parameter.type == MpiType::read_only);
        } else if (parameter.type == MpiType::integer && parameter.name == "partitions") {
            count = "partitions * ";
        } else if (parameter.type == MpiType::integer && names_count(parameter.name)) {
            if (count == "1") {
                count.clear();
            }
            count += parameter.name;
        } else if (parameter.type == MpiType::datatype) {
            for (const bool sent : buffers) {
                transfers.push_back(
                    {sent, fmt::format("call.bytes({}, {})", count, parameter.name)});
            }
            buffers.clear();
            count = "1";
        }
    }
    return transfers;
}

const MpiParameter* find(const MpiFunction& function, MpiType type, std::string_view name = "") {
    const auto found = std::find_if(
        function.parameters.begin(), function.parameters.end(), [&](const MpiParameter& parameter) {
            return parameter.type == type && (name.empty() || parameter.name == name);
        });
    return found == function.parameters.end() ? nullptr : &*found;
}

// The entry of a table for the function; null if it has none.
template <class Table>
auto find_entry(const Table& table, const MpiFunction& function) {
    const auto* const found = std::find_if(table.begin(), table.end(), [&](const auto& entry) {
        return entry.function == function.name;
    });
    return found == table.end() ? nullptr : found;
}

std::string name_of(const MpiParameter* parameter) {
    return parameter == nullptr ? "" : parameter->name;
}

bool has_parameter(const MpiFunction& function, std::string_view name) {
    return std::any_of(function.parameters.begin(), function.parameters.end(),
                       [&](const MpiParameter& parameter) { return parameter.name == name; });
}

// Name of the handle of the operation that a function begins or prepares.
std::string new_request(const MpiFunction& function) {
    return name_of(find(function, MpiType::requests, "request"));
}

bool is_persistent(const MpiFunction& function) {
    return function.name.ends_with("_init") || function.name.ends_with("_init_c");
}

void use_own_status(Accounting& accounting, const std::string& status) {
    accounting.before.push_back(fmt::format("OwnStatus own_status({});", status));
    accounting.arguments[status] = "own_status.status()";
}

// A function that completes operations; a flagged one does so only if its flag is true.
struct Completing {
    std::string_view function;
    bool flagged;
    enum class Which { all, one, some } which;
};

constexpr std::array<Completing, 8> completing{{{"MPI_Wait", false, Completing::Which::all},
                                                {"MPI_Waitall", false, Completing::Which::all},
                                                {"MPI_Waitany", false, Completing::Which::one},
                                                {"MPI_Waitsome", false, Completing::Which::some},
                                                {"MPI_Test", true, Completing::Which::all},
                                                {"MPI_Testall", true, Completing::Which::all},
                                                {"MPI_Testany", true, Completing::Which::one},
                                                {"MPI_Testsome", false, Completing::Which::some}}};

std::optional<Accounting> completion(const MpiFunction& function) {
    const Completing* const found = find_entry(completing, function);
    const MpiParameter* const requests = find(function, MpiType::requests);
    const MpiParameter* const statuses = find(function, MpiType::statuses);
    if (found == nullptr || requests == nullptr || statuses == nullptr) {
        return {};
    }
    // The parameters of type integers are, in order: [index] [flag], or outcount and the array of
    // indices.
    std::vector<std::string> places;
    for (const MpiParameter& parameter : function.parameters) {
        if (parameter.type == MpiType::integers) {
            places.push_back(parameter.name);
        }
    }
    const MpiParameter* const count = find(function, MpiType::integer);
    Accounting accounting;
    accounting.before.push_back(fmt::format("Completion completion(call, {}, {}, {});",
                                            count == nullptr ? "1" : count->name, requests->name,
                                            statuses->name));
    accounting.arguments[statuses->name] = "completion.statuses()";
    accounting.after.emplace_back("completion.waited(outcome);");
    const std::string condition =
        found->flagged ? fmt::format("if (*{} != 0) ", places.at(places.size() - 1)) : "";
    switch (found->which) {
    case Completing::Which::all:
        accounting.after_success.push_back(condition + "completion.all();");
        break;
    case Completing::Which::one:
        accounting.after_success.push_back(
            fmt::format("{}completion.one(*{});", condition, places.at(0)));
        break;
    case Completing::Which::some:
        accounting.after_success.push_back(
            fmt::format("completion.some(*{}, {});", places.at(0), places.at(1)));
        break;
    }
    return accounting;
}

// Functions that begin or end something, rather than move data. {0}, {1}: the parameters.
struct Special {
    std::string_view function;
    std::string_view always;
    std::string_view before;
    std::string_view after_success;
    bool own_status = false; // the application may not want the status
};

// Functions that begin or end MPI: `before` counts the call, which is not timed; the other
// statement runs afterwards. They act even while MPI is not measured, because ranks on which it is
// measured wait for them.
constexpr std::array<Special, 4> lifecycle_functions{{
    {"MPI_Init", "", "", "initialized(outcome);"},
    {"MPI_Init_thread", "", "", "initialized(outcome);"},
    {"MPI_Finalize", "", "call.count();\nfinalize();", ""},
    {"MPI_Abort", "", "call.count();\nabort_run();", ""},
}};

constexpr std::array<Special, 18> specials{{
    {"MPI_Pcontrol", "control({0});", "", ""},
    {"MPI_Start", "", "", "call.starts_again(1, {0});"},
    {"MPI_Startall", "", "", "call.starts_again({0}, {1});"},
    {"MPI_Cancel", "", "", ""},
    {"MPI_Request_free", "", "call.forgets({0});", ""},
    {"MPI_Comm_free", "forget_communicators();", "", ""},
    {"MPI_Comm_disconnect", "forget_communicators();", "", ""},
    {"MPI_Comm_set_name", "forget_communicators();", "", ""},
    {"MPI_Type_free", "forget_datatypes();", "", ""},
    {"MPI_Win_free", "forget_windows();", "", ""},
    {"MPI_Win_lock", "", "", "call.waits_for(win, rank);"},
    {"MPI_Win_unlock", "", "", "call.waits_for(win, rank);"},
    {"MPI_Win_flush", "", "", "call.waits_for(win, rank);"},
    {"MPI_Win_flush_local", "", "", "call.waits_for(win, rank);"},
    {"MPI_Mprobe", "", "", "call.matches(comm, message);"},
    {"MPI_Improbe", "", "", "if (*flag != 0) call.matches(comm, message);"},
    {"MPI_Mrecv", "", "const MPI_Message matched = *message;",
     "call.receives_matched(matched, own_status);", true},
    {"MPI_Imrecv", "", "const MPI_Message matched = *message;",
     "call.starts_matched(request, matched);"},
}};

void add_statements(std::vector<std::string>& statements, std::string_view pattern,
                    const MpiFunction& function) {
    const auto parameter = [&](std::size_t index) {
        return index < function.parameters.size() ? function.parameters[index].name : std::string();
    };
    std::size_t begin = 0;
    while (begin < pattern.size()) {
        const std::size_t end = std::min(pattern.find('\n', begin), pattern.size());
        statements.push_back(fmt::format(fmt::runtime(pattern.substr(begin, end - begin)),
                                         parameter(0), parameter(1)));
        begin = end + 1;
    }
}

std::optional<Accounting> lifecycle(const MpiFunction& function) {
    const Special* const found = find_entry(lifecycle_functions, function);
    if (found == nullptr) {
        return {};
    }
    Accounting accounting;
    accounting.is_lifecycle = true;
    add_statements(accounting.before, found->before, function);
    add_statements(accounting.after, found->after_success, function);
    accounting.is_timed = found->before.empty();
    return accounting;
}

std::optional<Accounting> special(const MpiFunction& function) {
    const Special* const found = find_entry(specials, function);
    if (found == nullptr) {
        return {};
    }
    Accounting accounting;
    add_statements(accounting.always, found->always, function);
    add_statements(accounting.before, found->before, function);
    add_statements(accounting.after_success, found->after_success, function);
    if (found->own_status) {
        use_own_status(accounting, "status");
    }
    return accounting;
}

std::optional<Accounting> collective(const MpiFunction& function) {
    const Collective* const found = find_collective(function.name);
    const MpiParameter* const communicator = find(function, MpiType::communicator, "comm");
    if (found == nullptr || communicator == nullptr) {
        return {};
    }
    const std::string request = new_request(function);
    Accounting accounting;
    // Arrays have as many elements as the communicator has members, so these are not remembered.
    const bool has_arrays = found->sent.find("counts") != std::string_view::npos ||
                            found->received.find("counts") != std::string_view::npos;
    const bool has_group = found->sent.find("group.") != std::string_view::npos ||
                           found->received.find("group.") != std::string_view::npos;
    if (has_group) {
        accounting.after_success.emplace_back(
            has_arrays ? "const CommunicatorGroup group = Call::group_now(comm);"
                       : "const CommunicatorGroup group = call.group(comm);");
    }
    accounting.after_success.push_back(fmt::format("const Bytes sent = {};", found->sent));
    accounting.after_success.push_back(fmt::format("const Bytes received = {};", found->received));
    accounting.after_success.push_back(
        request.empty()           ? "call.moves(sent, received);"
        : is_persistent(function) ? fmt::format("call.prepares({}, sent, received);", request)
                                  : fmt::format("call.starts({}, sent, received);", request));
    return accounting;
}

// Messages between two ranks of a communicator.
std::optional<Accounting> point_to_point(const MpiFunction& function) {
    const bool in_communicator = find(function, MpiType::communicator, "comm") != nullptr;
    // The header of MPICH 4.0 names the source of MPI_Precv_init like a destination.
    const bool misnamed = function.name.starts_with("MPI_Precv") && has_parameter(function, "dest");
    const std::string source = misnamed ? "dest" : "source";
    const bool sends = !misnamed && find(function, MpiType::integer, "dest") != nullptr;
    const bool receives = find(function, MpiType::integer, source) != nullptr;
    const std::vector<Transfer> transfers = transfers_of(function);
    if (!in_communicator || transfers.empty() || (!sends && !receives)) {
        return {};
    }
    const Transfer& sent = transfers.front();
    const std::string request = new_request(function);
    const std::string verb = is_persistent(function) ? "prepares" : "starts";
    Accounting accounting;
    if (!request.empty() && sends && receives) {
        accounting.after_success.push_back(
            fmt::format("call.starts({}, dest == MPI_PROC_NULL ? 0 : {}, "
                        "source == MPI_PROC_NULL ? 0 : {});",
                        request, sent.bytes, transfers.back().bytes));
    } else if (!request.empty() && sends) {
        accounting.after_success.push_back(
            fmt::format("call.{}_send({}, comm, dest, {});", verb, request, sent.bytes));
    } else if (!request.empty()) {
        accounting.after_success.push_back(
            fmt::format("call.{}_receive({}, comm, {});", verb, request, source));
    } else if (const MpiParameter* const status = find(function, MpiType::statuses)) {
        use_own_status(accounting, status->name);
        accounting.after_success.push_back(
            sends ? fmt::format("call.exchanges(comm, dest, {}, own_status);", sent.bytes)
                  : "call.receives(comm, own_status);");
    } else {
        accounting.after_success.push_back(fmt::format("call.sends(comm, dest, {});", sent.bytes));
    }
    return accounting;
}

// The bytes of a function that both sends and receives, as C++ text.
struct Moved {
    std::string sent = "0";
    std::string received = "0";

    bool any() const { return sent != "0" || received != "0"; }
};

Moved moved_by(const MpiFunction& function) {
    Moved moved;
    for (const Transfer& transfer : transfers_of(function)) {
        (transfer.sent ? moved.sent : moved.received) = transfer.bytes;
    }
    // MPI ignores the send arguments then.
    if (moved.sent != "0" && moved.received != "0" && has_parameter(function, "op")) {
        moved.sent = fmt::format("(op == MPI_NO_OP ? 0 : {})", moved.sent);
    }
    return moved;
}

// Transfers to and from a rank of a window.
std::optional<Accounting> one_sided(const MpiFunction& function) {
    if (find(function, MpiType::window) == nullptr ||
        find(function, MpiType::integer, "target_rank") == nullptr) {
        return {};
    }
    const Moved moved = moved_by(function);
    const std::string request = new_request(function);
    Accounting accounting;
    accounting.after_success.push_back(
        fmt::format("call.{}win, target_rank, {}, {});",
                    request.empty() ? "accesses(" : "starts_access(" + request + ", ", moved.sent,
                    moved.received));
    return accounting;
}

// Files, and all other functions with buffers.
Accounting other(const MpiFunction& function) {
    const Moved moved = moved_by(function);
    const std::string request = new_request(function);
    Accounting accounting;
    if (!request.empty()) {
        accounting.after_success.push_back(
            fmt::format("call.{}({}, {}, {});", is_persistent(function) ? "prepares" : "starts",
                        request, moved.sent, moved.received));
    } else if (moved.any()) {
        accounting.after_success.push_back(
            fmt::format("call.moves({}, {});", moved.sent, moved.received));
    }
    return accounting;
}

} // namespace

Accounting account_for(const MpiFunction& function) {
    for (const auto& kind :
         {completion, lifecycle, special, collective, point_to_point, one_sided}) {
        if (const std::optional<Accounting> accounting = kind(function)) {
            return *accounting;
        }
    }
    return other(function);
}

} // namespace proxima::gen
