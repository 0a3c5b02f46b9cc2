#include "selection/read_quality_rule.hpp"

#include "json/located_object.hpp"

namespace proxima::model {

QualityRule read_quality_rule(const std::filesystem::path& file, const LocatedJson::Member& named) {
    const auto& json = named.value;
    LocatedObject object(file, json, "a quality");
    QualityRule rule;
    rule.name = named.key.text;
    const auto combine = object.text("combine", "worst");
    if (combine != "worst" && combine != "sum") {
        object.fail(json, "\"combine\" must be \"worst\" or \"sum\"");
    }
    rule.is_sum = combine == "sum";
    const auto least = object.number("at_least");
    const auto most = object.number("at_most");
    const auto better = object.text("better", most ? "less" : "more");
    if ((better != "more" && better != "less") || (least && most) || (least && better == "less") ||
        (most && better == "more")) {
        object.fail(json, "a quality has \"at_least\" where more is better, or \"at_most\" where "
                          "less is");
    }
    rule.more_is_better = better == "more";
    rule.limit = least ? least : most;
    object.refuse_others();
    return rule;
}

} // namespace proxima::model
