#include <proxima/node/clock.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace proxima::node {
namespace {

constexpr std::size_t most_pieces = 64; // bounds memory for clocks that step all the time

// Longest way of a message for which two sides of a step are both believed.
constexpr double likely_delay_ns = 50e6;
// After a step, messages from before it arrive for as long.
constexpr double longest_delay_ns = 1e9;

// Number of fixes that are tried on each side of a moment.
constexpr std::ptrdiff_t neighbours = 16;

} // namespace

void ClockModel::add(const ClockExchange& exchange) {
    const auto signed_difference = [](std::uint64_t a, std::uint64_t b) {
        return static_cast<double>(static_cast<std::int64_t>(a - b));
    };
    // The question was sent before it was received, and the answer heard after it was sent.
    const double low = signed_difference(exchange.asked_ns, exchange.received_ns);
    const double high = signed_difference(exchange.heard_ns, exchange.answered_ns);
    if (high < low || exchange.answered_ns < exchange.received_ns) {
        return; // impossible for a clock that runs forward
    }
    const Fix fix{
        (static_cast<double>(exchange.received_ns) + static_cast<double>(exchange.answered_ns)) / 2,
        (low + high) / 2, (high - low) / 2};
    if (pieces_.empty()) {
        pieces_.emplace_back();
    }
    const auto* last = pieces_.back().fixes.empty() ? nullptr : &pieces_.back().fixes.back();
    if (last != nullptr) {
        const auto expected = at(pieces_.back(), fix.clock_ns);
        const bool is_step =
            std::fabs(fix.clock_ns + fix.offset_ns - expected.ns) > fix.half_ns + expected.bound_ns;
        if (is_step || fix.clock_ns < last->clock_ns) {
            pieces_.emplace_back();
            ++steps_;
        }
        if (pieces_.size() > most_pieces) {
            pieces_.erase(pieces_.begin());
        }
    }
    auto& piece = pieces_.back();
    piece.fixes.push_back(fix);
    if (piece.fixes.size() > most_fixes_) {
        thin_out(piece.fixes);
    }
    measure_drift(piece);
    best_half_ns_ = count_ == 0 ? fix.half_ns : std::min(best_half_ns_, fix.half_ns);
    ++count_;
}

void ClockModel::step(double clock_ns, double gained_ns, double error_ns, double received_ns) {
    if (pieces_.empty()) {
        return;
    }
    const auto may_arrive = [&](const MasterTime& sent) {
        const double delay = received_ns - sent.ns;
        return delay >= -sent.bound_ns && delay < longest_delay_ns + sent.bound_ns;
    };
    auto now = at(pieces_.back(), clock_ns - gained_ns); // without what this clock has gained
    const auto unchanged = at(pieces_.back(), clock_ns); // the other one has stepped
    if (may_arrive(unchanged) && !may_arrive(now)) {
        return;
    }
    if (may_arrive(unchanged)) { // until the next exchange, the bound reaches both
        now = {(now.ns + unchanged.ns) / 2, now.bound_ns + std::fabs(gained_ns) / 2};
    }
    Piece piece;
    piece.fixes.push_back({clock_ns, now.ns - clock_ns, now.bound_ns + error_ns});
    pieces_.push_back(std::move(piece));
    ++steps_;
    if (pieces_.size() > most_pieces) {
        pieces_.erase(pieces_.begin());
    }
}

// Drops the wider fix of each pair, to bound memory.
void ClockModel::thin_out(std::vector<Fix>& fixes) {
    std::vector<Fix> kept;
    for (std::size_t i = 0; i + 1 < fixes.size(); i += 2) {
        kept.push_back(fixes[i].half_ns <= fixes[i + 1].half_ns ? fixes[i] : fixes[i + 1]);
    }
    if (fixes.size() % 2 == 1) {
        kept.push_back(fixes.back());
    }
    fixes = std::move(kept);
}

// Bounds the drift by pairs of an early and a late fix: the longer their distance, the tighter.
void ClockModel::measure_drift(Piece& piece) {
    const auto& fixes = piece.fixes;
    const std::size_t some = std::min<std::size_t>((fixes.size() + 1) / 2, neighbours);
    for (std::size_t i = 0; i < some; ++i) {
        for (std::size_t k = fixes.size() - some; k < fixes.size(); ++k) {
            const auto& early = fixes[i];
            const auto& late = fixes[k];
            const double distance = late.clock_ns - early.clock_ns;
            const double bound =
                distance > 0 ? (early.half_ns + late.half_ns) / distance + wander : most_drift;
            if (bound < piece.slope_bound) {
                piece.slope = (late.offset_ns - early.offset_ns) / distance;
                piece.slope_bound = bound;
            }
        }
    }
}

// Converts by the fix whose bound is tightest at this moment.
MasterTime ClockModel::at(const Piece& piece, double clock_ns) {
    MasterTime best{0, std::numeric_limits<double>::infinity()};
    const auto& fixes = piece.fixes;
    const auto middle =
        std::lower_bound(fixes.begin(), fixes.end(), clock_ns,
                         [](const Fix& fix, double at) { return fix.clock_ns < at; });
    const auto begin = middle - std::min(neighbours, middle - fixes.begin());
    const auto end = middle + std::min(neighbours, fixes.end() - middle);
    for (auto at = begin; at != end; ++at) {
        const auto& fix = *at;
        const double distance = clock_ns - fix.clock_ns;
        const double bound = fix.half_ns + piece.slope_bound * std::fabs(distance);
        if (bound < best.bound_ns) {
            best = {clock_ns + fix.offset_ns + piece.slope * distance, bound};
        }
    }
    return best;
}

std::optional<MasterTime> ClockModel::at(double clock_ns, double received_ns) const {
    if (pieces_.empty()) {
        return std::nullopt;
    }
    if (received_ns == 0 || pieces_.size() == 1) {
        return at(pieces_.back(), clock_ns);
    }
    // The message is from the piece in which it arrived or from a neighbour: the shortest way is
    // the likeliest, and where another is likely, too, the bound reaches it.
    const auto* const arrived = piece_at(received_ns);
    const auto* const first = &pieces_.front();
    const auto* const last = &pieces_.back();
    const auto& begin = arrived->fixes.front();
    const bool may_be_older =
        arrived > first && received_ns - begin.clock_ns - begin.offset_ns < longest_delay_ns;
    std::vector<MasterTime> likely;
    MasterTime nearest{0, std::numeric_limits<double>::infinity()};
    for (const auto* piece = arrived - (may_be_older ? 1 : 0); piece <= std::min(arrived + 1, last);
         ++piece) {
        const auto time = at(*piece, clock_ns);
        const double delay = received_ns - time.ns;
        if (delay >= -time.bound_ns && delay < likely_delay_ns) {
            likely.push_back(time);
        } else if (std::fabs(delay) < nearest.bound_ns) {
            nearest = {time.ns, std::max(std::fabs(delay), time.bound_ns)};
        }
    }
    if (likely.empty()) {
        return nearest;
    }
    auto best = *std::max_element(likely.begin(), likely.end(),
                                  [](const auto& a, const auto& b) { return a.ns < b.ns; });
    for (const auto& other : likely) {
        best.bound_ns = std::max(best.bound_ns, best.ns - other.ns + other.bound_ns);
    }
    return best;
}

// The last piece that has begun when the message arrived.
const ClockModel::Piece* ClockModel::piece_at(double received_ns) const {
    const auto after = std::find_if(pieces_.begin() + 1, pieces_.end(), [&](const Piece& piece) {
        const auto& begin = piece.fixes.front();
        return begin.clock_ns + begin.offset_ns > received_ns;
    });
    return &*(after - 1);
}

double ClockModel::drift() const {
    return pieces_.empty() ? 0 : -pieces_.back().slope;
}

double ClockModel::drift_bound() const {
    return pieces_.empty() ? most_drift : pieces_.back().slope_bound;
}

std::optional<double> ClockModel::best_round_trip_ns() const {
    return count_ == 0 ? std::nullopt : std::optional(2 * best_half_ns_);
}

} // namespace proxima::node
