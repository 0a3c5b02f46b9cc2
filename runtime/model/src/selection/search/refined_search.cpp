#include "selection/search/refined_search.hpp"

namespace proxima::model {

void RefinedSearch::begin() {
    search_.reset();
    costs_.emplace(network_, order_, best_.limit());
    search_.emplace(*costs_, best_);
}

bool RefinedSearch::can_be_finer() const {
    constexpr double much = 1024;
    return !costs_->is_exact() && best_.limit() < forbidden &&
           WholeCosts(network_, order_, best_.limit()).quantum() * much <= costs_->quantum();
}

bool RefinedSearch::run(std::uint64_t most_nodes, const std::function<bool()>& stops) {
    const auto first = nodes();
    for (;;) {
        if (can_be_finer()) {
            former_nodes_ += search_->nodes();
            begin();
        }
        const auto done = nodes() - first;
        const bool is_through = search_->run(most_nodes > done ? most_nodes - done : 0, stops);
        if (!is_through || !can_be_finer()) {
            return is_through;
        }
    }
}

} // namespace proxima::model
