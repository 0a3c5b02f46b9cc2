#include <proxima/base/range.hpp>
#include <proxima/base/units.hpp>
#include <proxima/platform/attribution.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace proxima::platform {
namespace {

constexpr double limiting = 0.5;

// Sums independent estimates: the widths of their intervals add up as squares.
struct Sum {
    double value = 0;
    double below = 0;
    double above = 0;

    void add(const Estimate& estimate) {
        value += estimate.value;
        if (estimate.interval) {
            below += std::pow(estimate.value - estimate.interval->min, 2);
            above += std::pow(estimate.interval->max - estimate.value, 2);
        }
    }

    Estimate over(double divisor) const {
        Estimate made{value / divisor, std::nullopt};
        if (below > 0 || above > 0) {
            made.interval = base::Range{(value - std::sqrt(below)) / divisor,
                                        (value + std::sqrt(above)) / divisor};
        }
        return made;
    }
};

std::string text_of(const ClassShare& share) {
    auto text = share.kind + " " + base::rounded_share(share.share.value);
    if (share.share.interval) {
        text += " (" + base::rounded_share(share.share.interval->min) + " to " +
                base::rounded_share(share.share.interval->max) + ")";
    }
    return text;
}

bool overlap(const Estimate& larger, const Estimate& smaller) {
    const double low = larger.interval ? larger.interval->min : larger.value;
    const double high = smaller.interval ? smaller.interval->max : smaller.value;
    return high > low;
}

} // namespace

std::vector<ClassShare> class_shares(const Application& application,
                                     const PlatformPrediction& time) {
    // Without time, all shares are 0.
    const double whole =
        time.total.value > 0 ? time.total.value : std::numeric_limits<double>::infinity();
    std::map<std::string, Sum> sums;
    for (std::size_t i = 0; i < time.components.size(); ++i) {
        sums[application.components[i].kind].add(time.components[i]);
    }
    std::vector<ClassShare> shares;
    for (const auto& [kind, sum] : sums) {
        shares.push_back({kind, sum.over(whole)});
    }
    std::sort(shares.begin(), shares.end(), [](const auto& left, const auto& right) {
        return std::tie(right.share.value, left.kind) < std::tie(left.share.value, right.kind);
    });
    return shares;
}

const NodeTime& limiting_node(const Application& application, const std::vector<NodeTime>& nodes) {
    const auto explained = [&](const NodeTime& node) {
        double seconds = node.time.total.value;
        for (std::size_t i = 0; i < node.time.components.size(); ++i) {
            const bool is_rest = application.components[i].name == application.rest;
            seconds -= is_rest ? node.time.components[i].value : 0;
        }
        return seconds;
    };
    return *std::max_element(nodes.begin(), nodes.end(), [&](const NodeTime& a, const NodeTime& b) {
        return explained(a) < explained(b);
    });
}

Verdict classify(const Application& application, const PlatformPrediction& time) {
    Verdict made;
    if (!(time.total.value > 0)) {
        made.evidence = "the run took no time";
        return made;
    }
    std::string rest;
    for (std::size_t i = 0; i < time.components.size(); ++i) {
        if (application.components[i].name == application.rest) {
            rest = application.components[i].kind;
            made.unexplained = time.components[i].value / time.total.value;
        }
    }
    made.shares = class_shares(application, time);
    const auto& first = made.shares.front();
    if (first.share.value >= limiting) {
        made.limit = first.kind;
        made.is_certain = made.shares.size() < 2 || !overlap(first.share, made.shares[1].share);
    }
    for (const auto& share : made.shares) {
        made.evidence += (made.evidence.empty() ? "" : ", ") + text_of(share);
    }
    made.evidence += " of the time";
    if (made.limit.empty()) {
        made.evidence += ": none has half of it";
    } else if (made.limit == rest) {
        made.evidence +=
            ": the resources explain no more than " + base::rounded_share(1 - made.unexplained);
    }
    return made;
}

} // namespace proxima::platform
