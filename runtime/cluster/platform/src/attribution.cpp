#include <proxima/base/range.hpp>
#include <proxima/base/text.hpp>
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
        below += std::pow(estimate.value - estimate.low(), 2);
        above += std::pow(estimate.high() - estimate.value, 2);
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

std::string unknown_parts(const Application& application, const PlatformPrediction& time) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < time.components.size(); ++i) {
        const auto& name = application.components[i].name;
        if (std::isnan(time.components[i].value) && name != application.rest) {
            names.push_back(name);
        }
    }
    return names.empty()
               ? ""
               : base::joined(names) + (names.size() == 1 ? " is" : " are") + " not known";
}

// Says so if the parts take more than the whole, beyond the uncertainty of the rest.
std::string contradiction(const Application& application, const PlatformPrediction& time) {
    constexpr double tolerance = 0.02; // of the whole
    for (std::size_t i = 0; i < time.components.size(); ++i) {
        const auto& rest = time.components[i];
        if (application.components[i].name == application.rest &&
            rest.high() < -tolerance * time.total.value) {
            return "its parts take " + base::rounded_share(1 - rest.value / time.total.value) +
                   " of the run: constants of the platform are wrong, or parts overlap";
        }
    }
    return "";
}

// Names the class with half of the time, or refuses if intervals leave open which that is.
void find_limit(Verdict& made) {
    const auto& first = made.shares.front();
    if (first.share.value < limiting) {
        const auto possible =
            std::find_if(made.shares.begin(), made.shares.end(),
                         [&](const auto& share) { return share.share.high() >= limiting; });
        if (possible != made.shares.end()) {
            made.refusal = possible->kind + " may have half of the time, or not";
        }
        return;
    }
    // The class that may take most besides.
    const auto rival = std::max_element(
        made.shares.begin() + 1, made.shares.end(),
        [](const auto& a, const auto& b) { return a.share.high() < b.share.high(); });
    if (rival == made.shares.end() || first.share.low() >= rival->share.high()) {
        made.limit = first.kind;
    } else {
        made.refusal = "the intervals of " + first.kind + " and " + rival->kind + " overlap";
    }
}

} // namespace

std::vector<ClassShare> class_shares(const Application& application,
                                     const PlatformPrediction& time) {
    // Without time, all shares are 0.
    const double whole =
        time.total.value > 0 ? time.total.value : std::numeric_limits<double>::infinity();
    std::map<std::string, Sum> sums;
    for (std::size_t i = 0; i < time.components.size(); ++i) {
        if (!std::isnan(time.components[i].value)) {
            sums[application.components[i].kind].add(time.components[i]);
        }
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
    // A node with an unknown part may be the slowest.
    const auto explained = [&](const NodeTime& node) {
        double seconds = node.time.total.value;
        for (std::size_t i = 0; i < node.time.components.size(); ++i) {
            const bool is_rest = application.components[i].name == application.rest;
            seconds -= is_rest ? node.time.components[i].value : 0;
        }
        return std::isnan(seconds) ? std::numeric_limits<double>::infinity() : seconds;
    };
    return *std::max_element(nodes.begin(), nodes.end(), [&](const NodeTime& a, const NodeTime& b) {
        return explained(a) < explained(b);
    });
}

Verdict classify(const Application& application, const PlatformPrediction& time) {
    Verdict made;
    if (!(time.total.value > 0)) {
        made.evidence = made.refusal = "the run took no time";
        return made;
    }
    made.refusal = unknown_parts(application, time);
    if (!made.refusal.empty()) {
        made.unexplained = std::nan("");
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
    made.refusal = contradiction(application, time);
    if (made.refusal.empty()) {
        find_limit(made);
    }
    for (const auto& share : made.shares) {
        made.evidence += (made.evidence.empty() ? "" : ", ") + text_of(share);
    }
    made.evidence += " of the time";
    if (!made.refusal.empty()) {
        return made;
    }
    if (made.limit.empty()) {
        made.evidence += ": none has half of it";
    } else if (made.limit == rest) {
        made.evidence +=
            ": the resources explain no more than " + base::rounded_share(1 - made.unexplained);
    }
    return made;
}

} // namespace proxima::platform
