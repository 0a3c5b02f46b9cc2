#include "mpi/use_file.hpp"

#include "files/file_contents.hpp"

#include <proxima/format/bytes.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace proxima::rundir {
namespace {

constexpr std::array<unsigned char, 8> magic{0x89, 'P', 'X', 'M', '\r', '\n', 0x1a, '\n'};
constexpr std::uint32_t supported_version = 1;
constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;
constexpr std::size_t text_size_of_level = 16;
constexpr std::size_t text_size_of_library = 128;

/// Rows of one kind.
struct Rows {
    std::uint64_t count = 0;
    std::uint64_t size = 0; ///< bytes of a row
    std::uint64_t offset = 0;
};

bool has_traffic(const MpiTraffic& row) {
    return row.calls != 0 || row.time_us != 0 || row.bytes_sent != 0 || row.bytes_received != 0;
}

/// A thread that only completes what others have begun calls none of the routines it counts for.
bool has_counts(const MpiRoutine& row) {
    const auto& operations = row.operations;
    return has_traffic(row) || row.nested_calls != 0 || operations.begun != 0 ||
           operations.completed != 0 || operations.in_flight_us != 0 ||
           operations.waiting_us != 0 || operations.hidden_us != 0;
}

bool has_counts(const MpiPartner& row) {
    return row.messages_sent != 0 || row.messages_received != 0 || row.bytes_sent != 0 ||
           row.bytes_received != 0 || row.time_us != 0;
}

class UseFile {
public:
    explicit UseFile(const std::filesystem::path& file) : contents_(read_file(file, most_bytes)) {
        if (contents_.size() < magic.size() ||
            !std::equal(
                magic.begin(), magic.end(), contents_.begin(),
                [](unsigned char left, char right) { return static_cast<char>(left) == right; })) {
            throw format::Malformed(0, "is not a file of MPI counts");
        }
        read_head();
    }

    MpiUse read() {
        for_each(routines_, [&](format::ByteReader row) { add_routine(row); });
        for_each(communicators_, [&](format::ByteReader row) { add_communicator(row); });
        for_each(partners_, [&](format::ByteReader row) { add_partner(row); });
        return std::move(use_);
    }

private:
    format::ByteReader fields(std::uint64_t offset, std::size_t size) const {
        if (offset > contents_.size() || contents_.size() - offset < size) {
            throw format::Malformed(contents_.size(), "the file ends within what it announces");
        }
        return format::ByteReader(std::string_view(contents_).substr(offset, size), offset);
    }

    /// Filled with zeros behind its end.
    static std::string text(format::ByteReader& fields, std::size_t size) {
        std::string text;
        for (std::size_t i = 0; i < size; ++i) {
            text += static_cast<char>(fields.get<std::uint8_t>());
        }
        return text.substr(0, text.find('\0'));
    }

    static std::optional<std::int64_t> world_rank(format::ByteReader& fields) {
        const auto rank = static_cast<std::int32_t>(fields.get<std::uint32_t>());
        return rank < 0 ? std::nullopt : std::optional<std::int64_t>(rank);
    }

    void read_head() {
        constexpr std::size_t head_size = 216;
        format::ByteReader head = fields(0, head_size);
        head.get<std::uint64_t>();
        const auto version = head.get<std::uint32_t>();
        if (version != supported_version) {
            throw format::Malformed(
                8, "has format " + std::to_string(version) + ", this proxima reads " +
                       std::to_string(supported_version) + "; use another version of it");
        }
        rank_ = head.get<std::uint32_t>();
        use_.size = head.get<std::uint32_t>();
        routines_.count = head.get<std::uint32_t>();
        communicators_.count = head.get<std::uint32_t>();
        partners_.count = head.get<std::uint32_t>();
        routines_ = {routines_.count, 128, head.get<std::uint64_t>()};
        communicators_ = {communicators_.count, 256, head.get<std::uint64_t>()};
        partners_ = {partners_.count, 64, head.get<std::uint64_t>()};
        const double ticks_per_second = head.get<double>();
        if (!std::isfinite(ticks_per_second) || ticks_per_second <= 0) {
            throw format::Malformed(56, "the clock has no ticks");
        }
        us_per_tick_ = 1e6 / ticks_per_second;
        use_.untracked_operations = head.get<std::uint64_t>();
        use_.thread_level = text(head, text_size_of_level);
        use_.library = text(head, text_size_of_library);
        use_.ranks.emplace_back().rank = rank_;
    }

    template <class Action>
    void for_each(const Rows& rows, Action action) const {
        for (std::uint64_t i = 0; i < rows.count; ++i) {
            if (rows.offset > contents_.size()) {
                throw format::Malformed(contents_.size(), "the file ends within what it announces");
            }
            action(fields(rows.offset + i * rows.size, static_cast<std::size_t>(rows.size)));
        }
    }

    double time(format::ByteReader& fields) const {
        return static_cast<double>(fields.get<std::uint64_t>()) * us_per_tick_;
    }

    void add_routine(format::ByteReader& row) {
        MpiRoutine routine;
        routine.calls = row.get<std::uint64_t>();
        routine.nested_calls = row.get<std::uint64_t>();
        routine.time_us = routine.shortest_us = routine.longest_us = time(row);
        routine.bytes_sent = row.get<std::uint64_t>();
        routine.bytes_received = row.get<std::uint64_t>();
        routine.operations.begun = row.get<std::uint64_t>();
        routine.operations.completed = row.get<std::uint64_t>();
        routine.operations.in_flight_us = time(row);
        routine.operations.waiting_us = time(row);
        routine.operations.hidden_us = time(row);
        constexpr std::size_t name_size = 48;
        routine.name = text(row, name_size);
        routine.ranks = 1;
        if (has_counts(routine)) {
            auto& rank = use_.ranks.front();
            rank.calls += routine.calls;
            rank.time_us += routine.time_us;
            rank.bytes_sent += routine.bytes_sent;
            rank.bytes_received += routine.bytes_received;
            use_.routines.push_back(std::move(routine));
        }
    }

    void add_communicator(format::ByteReader& row) {
        MpiCommunicator communicator;
        communicator.calls = row.get<std::uint64_t>();
        communicator.time_us = time(row);
        communicator.bytes_sent = row.get<std::uint64_t>();
        communicator.bytes_received = row.get<std::uint64_t>();
        row.get<std::uint32_t>(); // whether the row is in use
        communicator.size = row.get<std::uint32_t>();
        communicator.first = world_rank(row);
        communicator.last = world_rank(row);
        communicator.inter = row.get<std::uint32_t>() != 0;
        if (communicator.size == 1 && !communicator.inter) { // each rank may have its own
            communicator.first = communicator.last = std::nullopt;
        }
        communicator.ranks = 1;
        text(row, 12); // private to the process
        constexpr std::size_t name_size = 128;
        communicator.name = text(row, name_size);
        if (has_traffic(communicator)) {
            use_.communicators.push_back(std::move(communicator));
        }
    }

    void add_partner(format::ByteReader& row) {
        MpiPartner partner;
        partner.rank = rank_;
        partner.messages_sent = row.get<std::uint64_t>();
        partner.messages_received = row.get<std::uint64_t>();
        partner.bytes_sent = row.get<std::uint64_t>();
        partner.bytes_received = row.get<std::uint64_t>();
        partner.time_us = time(row);
        partner.partner = world_rank(row);
        if (has_counts(partner)) {
            use_.partners.push_back(partner);
        }
    }

    std::string contents_;
    std::int64_t rank_ = 0;
    Rows routines_;
    Rows communicators_;
    Rows partners_;
    double us_per_tick_ = 0;
    MpiUse use_;
};

} // namespace

MpiUse read_use_file(const std::filesystem::path& file) {
    return UseFile(file).read();
}

} // namespace proxima::rundir
