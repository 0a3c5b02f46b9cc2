#include "optimizer/learnt_models.hpp"

#include <proxima/format/machine.hpp>

#include <sstream>

namespace proxima::online {
namespace {

std::string text_of(double number) {
    std::ostringstream text;
    text.precision(9);
    text << number;
    return text.str();
}

} // namespace

fit::Model corrected(fit::Model model, const Correction& correction) {
    const auto times = [&](const fit::Expression& expression, double offset) {
        return fit::Expression(text_of(correction.scale()) + " * (" + expression.text() + ") + (" +
                                   text_of(offset) + ")",
                               model.input_names());
    };
    model.mean = times(model.mean, correction.offset());
    if (model.stddev) {
        model.stddev = times(*model.stddev, 0);
    }
    model.uncertainty.reset();
    model.fit.reset();
    model.evidence.source = "corrected by an Optimizer while it ran";
    model.evidence.machine = format::this_machine().processor;
    return model;
}

fit::Model mean_of(const std::string& class_name, const MeasuredMethod& method,
                   const Totals& totals) {
    fit::Model model;
    model.implementation = class_name;
    model.component = method.instance;
    model.port = method.port;
    model.method = method.method;
    model.mean = fit::Expression(text_of(totals.mean_us()), {});
    model.stddev = fit::Expression(text_of(totals.stddev_us()), {});
    model.evidence.points = totals.calls;
    model.evidence.source = "measured by an Optimizer while it ran";
    model.evidence.machine = format::this_machine().processor;
    model.warnings = {"the mean of all calls, whatever their parameters"};
    return model;
}

} // namespace proxima::online
