#include "ghosts/ghost_exchange.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace hydro::amr {
namespace {

// Request to the owner of a block for some of its cells. Cells of coarser blocks come with a margin
// of one cell, cells of finer blocks restricted.
struct Request {
    int level = 0; // whose ghosts they are for
    Cover::Kind kind = Cover::same;
    int block = 0; // number at the owner
    int x = 0;     // first wanted cell, in cells of the block
    int y = 0;
    int nx = 0;
    int ny = 0;
};

// Layout of the answer to a request, from element `at` of a message on.
Window answer(const Request& request, std::ptrdiff_t at) {
    if (request.kind == Cover::finer) {
        return packed(at, request.nx / 2, request.ny / 2, 0);
    }
    return packed(at, request.nx, request.ny, request.kind == Cover::coarser ? 1 : 0);
}

std::ptrdiff_t answer_size(const Request& request) {
    if (request.kind == Cover::finer) {
        return packed_size(request.nx / 2, request.ny / 2, 0);
    }
    return packed_size(request.nx, request.ny, request.kind == Cover::coarser ? 1 : 0);
}

// The window with a margin of one cell on each side.
Window widened(const Window& window) {
    return {window.at - window.pitch - 1, window.pitch, window.plane, window.nx + 2, window.ny + 2};
}

int tag_of(int level) {
    return 1 + level;
}
constexpr int tag_of_requests = 0;

} // namespace

class GhostPlanner {
public:
    GhostPlanner(const Forest& forest, const BlockIndex& index, const Patches& patches)
        : forest_(forest), index_(index), patches_(patches), asked_(forest.neighbours().size()),
          wanted_at_(forest.neighbours().size()) {}

    std::vector<GhostExchange> plan() {
        exchanges_.resize(static_cast<std::size_t>(forest_.grid().levels));
        for (int p = 0; p < patches_.count(); ++p) {
            for_each_ghost_piece(index_, patches_.rectangle(p), forest_.grid().block,
                                 [this, p](const GhostPiece& piece) { add(p, piece); });
        }
        const std::vector<std::vector<Request>> to_answer =
            exchange_lists(forest_.communicator(), tag_of_requests, forest_.neighbours(), asked_);
        for (int level = 0; level < forest_.grid().levels; ++level) {
            plan_messages(level, to_answer);
        }
        return std::move(exchanges_);
    }

private:
    void add(int patch, const GhostPiece& piece) {
        if (piece.source == no_block) {
            throw std::logic_error("AMRMesh: a block that touches a patch is not known");
        }
        const Window ghosts = patches_.window(patch, piece.x, piece.y, piece.nx, piece.ny);
        if (index_.is_own(piece.source)) {
            add_local(patch, piece, ghosts);
        } else {
            ask(patch, piece, ghosts);
        }
    }

    void add_local(int patch, const GhostPiece& piece, const Window& ghosts) {
        Operations& local =
            exchanges_[static_cast<std::size_t>(patches_.patch(patch).level)].local_;
        const Transfer transfer{ghosts, patches_.window_of_block(piece.source, piece.source_x,
                                                                 piece.source_y, piece.source_nx,
                                                                 piece.source_ny)};
        append(piece.kind == Cover::same    ? local.copies
               : piece.kind == Cover::finer ? local.restrictions
                                            : local.prolongations,
               transfer);
    }

    void ask(int patch, const GhostPiece& piece, const Window& ghosts) {
        const RemoteBlock& source = index_.remote(piece.source);
        const std::vector<int>& neighbours = forest_.neighbours();
        const auto n = static_cast<std::size_t>(
            std::lower_bound(neighbours.begin(), neighbours.end(), source.rank) -
            neighbours.begin());
        asked_[n].push_back({patches_.patch(patch).level, piece.kind, source.number, piece.source_x,
                             piece.source_y, piece.source_nx, piece.source_ny});
        wanted_at_[n].push_back(ghosts);
    }

    void plan_messages(int level, const std::vector<std::vector<Request>>& to_answer) {
        GhostExchange& exchange = exchanges_[static_cast<std::size_t>(level)];
        std::vector<Messages::Part> outgoing;
        std::vector<Messages::Part> incoming;
        for (std::size_t n = 0; n < asked_.size(); ++n) {
            const int rank = forest_.neighbours()[n];
            plan_answers(level, rank, to_answer[n], exchange, outgoing);
            plan_arrivals(level, rank, n, exchange, incoming);
        }
        exchange.messages_ = Messages(forest_.communicator(), tag_of(level), std::move(outgoing),
                                      std::move(incoming));
    }

    void plan_answers(int level, int rank, const std::vector<Request>& requests,
                      GhostExchange& exchange, std::vector<Messages::Part>& parts) const {
        Operations operations;
        const std::ptrdiff_t begin = parts.empty() ? 0 : parts.back().end;
        std::ptrdiff_t end = begin;
        for (const Request& request : requests) {
            if (request.level != level) {
                continue;
            }
            const Window from = patches_.window_of_block(request.block, request.x, request.y,
                                                         request.nx, request.ny);
            const Window to = answer(request, end);
            end += answer_size(request);
            if (request.kind == Cover::finer) {
                operations.restrictions.push_back({to, from});
            } else if (request.kind == Cover::coarser) {
                operations.copies.push_back({widened(to), widened(from)});
            } else {
                operations.copies.push_back({to, from});
            }
        }
        if (end > begin) {
            parts.push_back({rank, begin, end});
            exchange.outgoing_.push_back(std::move(operations));
        }
    }

    void plan_arrivals(int level, int rank, std::size_t n, GhostExchange& exchange,
                       std::vector<Messages::Part>& parts) const {
        Operations operations;
        const std::ptrdiff_t begin = parts.empty() ? 0 : parts.back().end;
        std::ptrdiff_t end = begin;
        for (std::size_t r = 0; r < asked_[n].size(); ++r) {
            const Request& request = asked_[n][r];
            if (request.level != level) {
                continue;
            }
            const Transfer transfer{wanted_at_[n][r], answer(request, end)};
            end += answer_size(request);
            (request.kind == Cover::coarser ? operations.prolongations : operations.copies)
                .push_back(transfer);
        }
        if (end > begin) {
            parts.push_back({rank, begin, end});
            exchange.incoming_.push_back(std::move(operations));
        }
    }

    const Forest& forest_;
    const BlockIndex& index_;
    const Patches& patches_;
    std::vector<GhostExchange> exchanges_;
    std::vector<std::vector<Request>> asked_;    // for each neighbour
    std::vector<std::vector<Window>> wanted_at_; // places for the answers
};

std::vector<GhostExchange> plan_ghost_exchange(const Forest& forest, const BlockIndex& index,
                                               const Patches& patches) {
    return GhostPlanner(forest, index, patches).plan();
}

} // namespace hydro::amr
