#include "exponent.hpp"
#include "meant.hpp"
#include "stack_samples.hpp"

#include <proxima/base/error.hpp>
#include <proxima/inside/growth.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace proxima::inside {
namespace {

constexpr std::uint64_t fewest_samples = 50; // of a part: the relative error is 14 %

// A call path of a thread and the moments at which it was sampled, in the order of time.
struct SampledPath {
    struct Moment {
        double ns = 0;
        std::uint32_t stack = 0;
        double us = 0; // processor time that it stands for
    };
    std::vector<Moment> moments;
    std::size_t next = 0;
};

struct Sum {
    double us = 0;
    double squares = 0; // of what the samples stand for: the variance of a Poisson sum
    std::uint64_t samples = 0;

    void add(double of_sample) {
        us += of_sample;
        squares += of_sample * of_sample;
        ++samples;
    }
    void add(const Sum& more) {
        us += more.us;
        squares += more.squares;
        samples += more.samples;
    }
};

// The calls with equal parameters.
struct Calls {
    std::uint64_t count = 0;
    std::map<std::string, Sum> parts;
};

struct MethodCalls {
    std::string instance;
    rundir::RecordedMethod method;
    std::map<std::vector<double>, Calls> points;
    std::map<std::string, std::uint64_t> samples; // of each part
};

using Methods = std::map<std::pair<std::string, std::string>, MethodCalls>;

std::vector<const rundir::RecordedParameter*> numbers_of(const rundir::RecordedMethod& method) {
    std::vector<const rundir::RecordedParameter*> numbers;
    for (const auto& parameter : method.parameters) {
        if (!parameter.is_counter() && (parameter.type == rundir::ParameterType::integer ||
                                        parameter.type == rundir::ParameterType::unsigned_integer ||
                                        parameter.type == rundir::ParameterType::real)) {
            numbers.push_back(&parameter);
        }
    }
    return numbers;
}

// Joins records and samples of one run.
class Joining final : public rundir::RecordVisitor {
public:
    Joining(const rundir::RunDirectory& run, std::string_view pattern, PartsBy by, Methods& methods)
        : run_(run), pattern_(pattern), by_(by), methods_(methods) {}

    bool has_samples() const { return has_samples_; }
    std::vector<std::string> problems() const {
        std::vector<std::string> all;
        for (const auto& [rank, symbols] : symbols_) {
            all.insert(all.end(), symbols->problems().begin(), symbols->problems().end());
        }
        return all;
    }

    void records(const rundir::Thread& thread, const rundir::Record* first,
                 std::size_t count) override {
        if (std::pair(thread.rank, thread.buffer) != place_) {
            place_ = {thread.rank, thread.buffer};
            read_samples(thread);
        }
        for (const auto* record = first; record != first + count; ++record) {
            add(thread, *record);
        }
    }

private:
    void read_samples(const rundir::Thread& thread) {
        paths_.clear();
        const auto file = samples_file(run_, thread.rank, thread.buffer);
        if (!std::filesystem::exists(file)) {
            return;
        }
        has_samples_ = true;
        samples_ = read_stack_samples(file);
        parts_.assign(samples_.stacks.size(), {});
        const double period_us = static_cast<double>(samples_.header.period_ns) / 1e3 *
                                 std::exp2(static_cast<double>(samples_.header.halvings));
        for (const auto& moment : samples_.moments) {
            if (moment.stack < samples_.stacks.size() && samples_.stacks[moment.stack].node > 0) {
                paths_[samples_.stacks[moment.stack].node - 1].moments.push_back(
                    {thread.clock.since_start_ns(moment.ticks), moment.stack,
                     period_us * moment.periods});
            }
        }
    }

    void add(const rundir::Thread& thread, const rundir::Record& record) {
        const auto& path = thread.call_paths[record.call_path];
        const auto& method = thread.method(path);
        if (!is_meant(pattern_, path.instance, method.name)) {
            return;
        }
        auto& known = methods_[{path.instance, method.name}];
        if (known.instance.empty()) {
            known.instance = path.instance;
            known.method = method;
        }
        if (!rundir::is_same_method(known.method, method)) {
            return; // an overload has other parameters
        }
        std::vector<double> at;
        for (const auto* number : numbers_of(method)) {
            if (record.is_missing(*number)) {
                return;
            }
            at.push_back(rundir::number_of(number->type, record.word(*number)));
        }
        auto& calls = known.points[at];
        ++calls.count;
        const auto sampled = paths_.find(record.call_path);
        if (sampled != paths_.end()) {
            take_moments(sampled->second, thread.rank, record, known, calls);
        }
    }

    // Records of a call path come in the order of their ends, and do not overlap.
    void take_moments(SampledPath& path, std::uint32_t rank, const rundir::Record& record,
                      MethodCalls& method, Calls& calls) {
        auto& [moments, next] = path;
        while (next < moments.size() && moments[next].ns < record.start_ns) {
            ++next; // within a call that has no record
        }
        for (; next < moments.size() && moments[next].ns <= record.end_ns; ++next) {
            const auto& part = part_of(moments[next].stack, rank);
            calls.parts[part].add(moments[next].us);
            ++method.samples[part];
        }
    }

    // The function or line that the sampled instruction belongs to. Inlined functions belong to
    // their caller, so that each sample counts once.
    const std::string& part_of(std::uint32_t stack, std::uint32_t rank) {
        auto& part = parts_[stack];
        if (part.empty()) {
            auto symbols = symbols_.find(rank);
            if (symbols == symbols_.end()) {
                symbols = symbols_.emplace(rank, symbols_of(run_, rank)).first;
            }
            const auto addresses = samples_.frames(samples_.stacks[stack]);
            if (!addresses.empty()) {
                part = name_of(symbols->second->frames_at(addresses.front()));
            }
            if (part.empty()) {
                part = by_ == PartsBy::line ? "code without lines" : "functions without a name";
            }
        }
        return part;
    }

    // Empty: unknown. The innermost frame comes first.
    std::string name_of(const std::vector<Frame>& frames) const {
        if (by_ == PartsBy::line) {
            return frames.empty() || frames.front().file.empty()
                       ? std::string()
                       : std::filesystem::path(frames.front().file).filename().string() + ":" +
                             std::to_string(frames.front().line);
        }
        const auto outermost = std::ranges::find(frames, false, &Frame::is_inlined);
        return outermost == frames.end() ? std::string() : outermost->function;
    }

    const rundir::RunDirectory& run_;
    std::string_view pattern_;
    PartsBy by_;
    Methods& methods_;
    std::pair<std::uint32_t, std::uint32_t> place_{~0U, ~0U};
    bool has_samples_ = false;
    SampledStacks samples_;
    std::map<std::size_t, SampledPath> paths_;
    std::vector<std::string> parts_; // of stacks; empty: not looked up
    std::map<std::uint32_t, std::unique_ptr<Symbols>> symbols_;
};

// The times of the parts for which `has` is true, together.
template <class Has>
gather::Measurements measurements_of(const MethodCalls& calls, const std::string& name, Has has) {
    gather::Measurements measured;
    measured.component = measured.implementation = calls.instance;
    measured.port = calls.method.port;
    measured.method = calls.method.name + " > " + name;
    for (const auto* number : numbers_of(calls.method)) {
        measured.parameters.push_back(number->name);
    }
    measured.statistic = gather::Statistic::mean;
    const auto sum_of = [&](const Calls& point) {
        Sum sum;
        for (const auto& [part, more] : point.parts) {
            if (has(part)) {
                sum.add(more);
            }
        }
        return sum;
    };
    Sum all;
    for (const auto& [at, point] : calls.points) {
        all.add(sum_of(point));
    }
    for (const auto& [at, point] : calls.points) {
        const Sum sum = sum_of(point);
        const auto count = static_cast<double>(point.count);
        gather::Point made;
        made.at = at;
        made.count = point.count;
        made.mean = sum.us / count;
        // The variance of one call; that of the mean is squares / count^2. Where no sample fell,
        // one could have: a count of 0 is no more certain than a count of 1.
        made.variance =
            (sum.samples > 0 ? sum.squares : all.squares / static_cast<double>(all.samples)) /
            count;
        made.total = sum.us;
        measured.points.push_back(std::move(made));
    }
    return measured;
}

double total_of(const gather::Measurements& measured) {
    double total = 0;
    for (const auto& point : measured.points) {
        total += point.total;
    }
    return total;
}

} // namespace

FunctionTimes measure_functions(const std::vector<rundir::RunDirectory>& runs,
                                std::string_view pattern, PartsBy by) {
    Methods methods;
    FunctionTimes times;
    bool has_samples = false;
    for (const auto& run : runs) {
        Joining joining(run, pattern, by, methods);
        auto outcome = rundir::read_records(run, joining);
        has_samples = has_samples || joining.has_samples();
        const auto more = joining.problems();
        outcome.problems.insert(outcome.problems.end(), more.begin(), more.end());
        times.problems.insert(times.problems.end(), outcome.problems.begin(),
                              outcome.problems.end());
    }
    if (!has_samples) {
        throw base::Error(runs.front().path(), "has no stack samples; measure with "
                                               "PROXIMA=sample=1ms");
    }
    for (const auto& one : methods) {
        const MethodCalls& calls = one.second;
        const auto is_rare = [&](const std::string& part) {
            return calls.samples.at(part) < fewest_samples;
        };
        for (const auto& sampled : calls.samples) {
            const std::string& part = sampled.first;
            if (!is_rare(part)) {
                auto measured =
                    measurements_of(calls, part, [&](const auto& other) { return other == part; });
                if (auto text = exponent_text(measured); !text.empty()) {
                    measured.notes.push_back(std::move(text));
                }
                times.measurements.push_back(std::move(measured));
            }
        }
        auto rest = measurements_of(calls, by == PartsBy::line ? "other lines" : "other functions",
                                    is_rare);
        if (total_of(rest) > 0) {
            times.measurements.push_back(std::move(rest));
        }
    }
    std::ranges::stable_sort(times.measurements, std::greater(), total_of);
    return times;
}

} // namespace proxima::inside
