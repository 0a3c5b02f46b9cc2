#include "refluxing/reflux.hpp"

#include <algorithm>

namespace hydro::amr {
namespace {

constexpr int tag_of_requests = 30;
constexpr int tag_of_means = 31;

constexpr bool is_in_x(Side side) {
    return side == Side::x_low || side == Side::x_high;
}

constexpr Side opposite(Side side) {
    switch (side) {
    case Side::x_low:
        return Side::x_high;
    case Side::x_high:
        return Side::x_low;
    case Side::y_low:
        return Side::y_high;
    default:
        return Side::y_low;
    }
}

} // namespace

// Request to the owner of a block for the means of the fluxes through a side of it.
struct Reflux::Request {
    int block = 0;
    Side side = Side::x_low;
};

// A request, and the correction that needs the answer.
struct Reflux::Asked {
    Request request;
    std::size_t correction = 0;
};

Reflux::Mean Reflux::mean_of(const Patches& patches, int block, Side side, int level_block,
                             std::ptrdiff_t to) {
    const Patches::Place& place = patches.place(block);
    const int along = is_in_x(side) ? place.y : place.x;
    return {patches.side_flux(place.patch, side, along),
            Patches::faces(patches.patch(place.patch), side), to, level_block / 2};
}

Reflux::Correction Reflux::correction_of(const Patches& patches, int number, const FineSide& fine) {
    const Patch& patch = patches.patch(number);
    const bool in_x = is_in_x(fine.side);
    const bool is_low = fine.side == Side::x_low || fine.side == Side::y_low;
    const int across = is_low ? 0 : (in_x ? patch.extent.nx : patch.extent.ny) - 1;
    const Window cells = in_x ? patches.window(number, across, fine.along, 1, fine.length)
                              : patches.window(number, fine.along, across, fine.length, 1);
    Correction correction;
    correction.side = fine.side;
    correction.fluxes = patches.side_flux(number, fine.side, fine.along);
    correction.flux_plane = Patches::faces(patch, fine.side);
    correction.cell = cells.at;
    correction.step = in_x ? cells.pitch : 1;
    correction.plane = cells.plane;
    correction.scale = (is_low ? 1 : -1) / (in_x ? patch.dx : patch.dy);
    correction.length = fine.length;
    return correction;
}

Reflux::Reflux(const Forest& forest, const BlockIndex& index, const Patches& patches) {
    const int block = forest.grid().block;
    const std::ptrdiff_t size = static_cast<std::ptrdiff_t>(variables) * (block / 2);
    std::vector<std::vector<Asked>> asked(forest.neighbours().size());
    std::ptrdiff_t local = 0;
    for (int p = 0; p < patches.count(); ++p) {
        for_each_fine_side(index, patches.rectangle(p), block, [&](const FineSide& fine) {
            Correction correction = correction_of(patches, p, fine);
            correction.is_remote = !index.is_own(fine.source);
            if (correction.is_remote) {
                const RemoteBlock& source = index.remote(fine.source);
                const auto n = std::lower_bound(forest.neighbours().begin(),
                                                forest.neighbours().end(), source.rank) -
                               forest.neighbours().begin();
                asked[static_cast<std::size_t>(n)].push_back(
                    {{source.number, opposite(fine.side)}, corrections_.size()});
            } else {
                correction.means = local;
                local_.push_back(mean_of(patches, fine.source, opposite(fine.side), block, local));
                local += size;
            }
            corrections_.push_back(correction);
        });
    }
    local_means_.resize(static_cast<std::size_t>(local));
    plan_messages(forest, patches, asked);
    std::partition(corrections_.begin(), corrections_.end(),
                   [](const Correction& correction) { return is_in_x(correction.side); });
}

void Reflux::plan_messages(const Forest& forest, const Patches& patches,
                           const std::vector<std::vector<Asked>>& asked) {
    const int block = forest.grid().block;
    const std::ptrdiff_t size = static_cast<std::ptrdiff_t>(variables) * (block / 2);
    std::vector<std::vector<Request>> requests(asked.size());
    for (std::size_t n = 0; n < asked.size(); ++n) {
        for (const Asked& one : asked[n]) {
            requests[n].push_back(one.request);
        }
    }
    const std::vector<std::vector<Request>> to_answer =
        exchange_lists(forest.communicator(), tag_of_requests, forest.neighbours(), requests);

    std::vector<Messages::Part> outgoing;
    std::vector<Messages::Part> incoming;
    std::ptrdiff_t sent = 0;
    std::ptrdiff_t received = 0;
    for (std::size_t n = 0; n < asked.size(); ++n) {
        const int rank = forest.neighbours()[n];
        if (!to_answer[n].empty()) {
            const std::ptrdiff_t begin = sent;
            outgoing_.emplace_back();
            for (const Request& request : to_answer[n]) {
                outgoing_.back().push_back(
                    mean_of(patches, request.block, request.side, block, sent));
                sent += size;
            }
            outgoing.push_back({rank, begin, sent});
        }
        if (!asked[n].empty()) {
            const std::ptrdiff_t begin = received;
            for (const Asked& one : asked[n]) {
                corrections_[one.correction].means = received;
                received += size;
            }
            incoming.push_back({rank, begin, received});
        }
    }
    messages_ =
        Messages(forest.communicator(), tag_of_means, std::move(outgoing), std::move(incoming));
}

void Reflux::take_means(const std::vector<Mean>& means, const double* fluxes, double* to) {
    for (const Mean& mean : means) {
        for (int v = 0; v < variables; ++v) {
            const double* in = fluxes + mean.fluxes + v * mean.plane;
            double* out = to + mean.to + static_cast<std::ptrdiff_t>(v) * mean.length;
            for (std::ptrdiff_t f = 0; f < mean.length; ++f) {
                out[f] = 0.5 * (in[2 * f] + in[2 * f + 1]);
            }
        }
    }
}

void Reflux::correct(const Correction& correction, Patches& patches) const {
    const double* means =
        (correction.is_remote ? messages_.incoming() : local_means_.data()) + correction.means;
    const double* fluxes = patches.storage_of_sides() + correction.fluxes;
    double* cells = patches.storage(MeshPort::solution) + correction.cell;
    for (int v = 0; v < variables; ++v) {
        for (int f = 0; f < correction.length; ++f) {
            cells[v * correction.plane + f * correction.step] +=
                correction.scale *
                (means[v * correction.length + f] - fluxes[v * correction.flux_plane + f]);
        }
    }
}

void Reflux::run(Patches& patches) {
    messages_.expect();
    for (int m = 0; m < messages_.outgoing_count(); ++m) {
        take_means(outgoing_[static_cast<std::size_t>(m)], patches.storage_of_sides(),
                   messages_.outgoing());
        messages_.send(m);
    }
    take_means(local_, patches.storage_of_sides(), local_means_.data());
    messages_.complete([](int /*message*/) {});
    for (const Correction& correction : corrections_) {
        correct(correction, patches);
    }
}

} // namespace hydro::amr
