#include "selection/read_interactions.hpp"

#include "selection/family_names.hpp"

#include <proxima/model/whole_file.hpp>

#include <algorithm>
#include <cmath>

namespace proxima::model {
namespace {

using Kind = LocatedJson::Kind;

constexpr double largest_cost = 1e15; // so that sums are finite

const LocatedJson& two_of(LocatedObject& object, const std::string& key) {
    const auto& list = object.required(key, Kind::array);
    if (list.elements.size() != 2) {
        object.fail(list, "\"" + key + "\" must name two");
    }
    return list;
}

double cost_in(LocatedObject& object, const LocatedJson& json, const std::string& key) {
    const double cost = object.number(key).value_or(0);
    if (!(std::abs(cost) <= largest_cost)) {
        object.fail(json, "\"" + key + "\" is beyond 10^15 us, which is 30 years; correct it");
    }
    return cost;
}

} // namespace

void InteractionReader::read(const std::filesystem::path& file, const LocatedJson& list) {
    for (const auto& element : list.elements) {
        read_one(file, element);
    }
}

void InteractionReader::read_file(const std::filesystem::path& file) {
    const auto text = read_whole_file(file);
    const auto json = parse_located_json(file, text);
    LocatedObject object(file, json, "a file of interactions");
    if (object.count("format") != 1) {
        object.fail(json, "this file names no \"format\" that is known; write 1");
    }
    read(file, object.required("interactions", Kind::array));
    object.refuse_others();
}

void InteractionReader::read_one(const std::filesystem::path& file, const LocatedJson& json) {
    LocatedObject object(file, json, "an interaction");
    const auto& between = two_of(object, "between");
    Interaction interaction{instance_named(families_, file, between.elements[0]),
                            instance_named(families_, file, between.elements[1]),
                            {}};
    if (interaction.first == interaction.second) {
        object.fail(between,
                    interaction.first + " does not interact with itself; name two instances");
    }
    for (const auto& element : object.required("costs", Kind::array).elements) {
        interaction.costs.push_back(read_cost(file, element, interaction));
    }
    object.refuse_others();
    made_.push_back(std::move(interaction));
}

InteractionCost InteractionReader::read_cost(const std::filesystem::path& file,
                                             const LocatedJson& json,
                                             const Interaction& interaction) {
    LocatedObject object(file, json, "a cost");
    const auto& of = two_of(object, "of");
    InteractionCost cost{of.elements[0].text, of.elements[1].text, 0, 0, 0, 0};
    const Chosen first{interaction.first, cost.first};
    const Chosen second{interaction.second, cost.second};
    require_implementation(object, of, first);
    require_implementation(object, of, second);
    if (!said_.insert(std::minmax(first, second)).second) {
        object.fail(json, "what " + first.first + " as " + first.second + " and " + second.first +
                              " as " + second.second + " cost together is said twice; say it once");
    }
    cost.us = cost_in(object, json, "us");
    cost.us_per_call = cost_in(object, json, "us_per_call");
    cost.stddev_us = cost_in(object, json, "stddev_us");
    cost.stddev_us_per_call = cost_in(object, json, "stddev_us_per_call");
    if (cost.stddev_us < 0 || cost.stddev_us_per_call < 0) {
        object.fail(json, "a standard deviation is negative");
    }
    object.refuse_others();
    return cost;
}

void InteractionReader::require_implementation(LocatedObject& object, const LocatedJson& json,
                                               const Chosen& chosen) const {
    const auto& known = family_of(families_, chosen.first).implementations;
    if (std::none_of(known.begin(), known.end(),
                     [&](const auto& one) { return one.name == chosen.second; })) {
        object.fail(json, "`" + chosen.second + "` is no implementation of " + chosen.first +
                              "; name one of its family");
    }
}

} // namespace proxima::model
