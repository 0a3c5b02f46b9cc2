#include "meant.hpp"
#include "stack_samples.hpp"

#include <proxima/base/error.hpp>
#include <proxima/base/text.hpp>
#include <proxima/inside/inside.hpp>
#include <proxima/inside/symbols.hpp>
#include <proxima/rundir/record_reader.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace proxima::inside {
namespace {

std::string file_name(const std::string& path) {
    return std::filesystem::path(path).filename().string();
}

// Sums up the samples of the calls of one method.
class MethodParts {
public:
    explicit MethodParts(std::string name) { method_.name = std::move(name); }

    // The symbols are those of the process that was sampled.
    void add(std::span<const std::uint64_t> addresses, Symbols& symbols, std::uint64_t samples,
             double us) {
        method_.samples += samples;
        method_.us += us;
        std::set<Part*> seen;
        for (std::size_t i = 0; i < addresses.size(); ++i) {
            const std::string module = symbols.module_at(addresses[i]);
            const auto& frames = symbols.frames_at(addresses[i]);
            for (std::size_t k = 0; k < frames.size(); ++k) {
                Part& function = function_of(frames[k], module);
                seen.insert(&function);
                if (i == 0 && k == 0) {
                    add_leaf(frames[k], function, module, samples);
                }
            }
        }
        for (Part* const part : seen) {
            part->inclusive += samples;
        }
    }

    SampledMethod take() {
        for (auto& [key, function] : functions_) {
            const auto& lines = lines_of_functions_[&function];
            const auto most =
                std::ranges::max_element(lines, {}, [](const auto& line) { return line.second; });
            function.place = most == lines.end() ? std::string() : most->first;
            method_.functions.push_back(function);
        }
        append(lines_, method_.lines);
        append(modules_, method_.modules);
        for (auto* const parts : {&method_.functions, &method_.lines, &method_.modules}) {
            std::ranges::stable_sort(*parts, std::greater(), [](const Part& part) {
                return std::pair(part.samples, part.inclusive);
            });
        }
        return std::move(method_);
    }

private:
    using Parts = std::map<std::string, Part>;

    static void append(const Parts& parts, std::vector<Part>& to) {
        for (const auto& [name, part] : parts) {
            to.push_back(part);
        }
    }

    Part& function_of(const Frame& frame, const std::string& module) {
        const auto [known, is_new] = functions_.try_emplace({frame.function, module});
        Part& part = known->second;
        if (is_new) {
            part.module = module;
            part.is_inlined = true;
            part.name = !frame.function.empty() ? frame.function
                        : module.empty()        ? "code that no file holds"
                                                : "a function of " + file_name(module);
        }
        part.is_inlined = part.is_inlined && frame.is_inlined;
        return part;
    }

    void add_leaf(const Frame& frame, Part& function, const std::string& module,
                  std::uint64_t samples) {
        function.samples += samples;
        Part& of_module = modules_[module];
        of_module.name = module.empty() ? "no file" : file_name(module);
        of_module.module = module;
        of_module.samples += samples;
        if (!frame.file.empty()) {
            const auto place = file_name(frame.file) + ":" + std::to_string(frame.line);
            Part& line = lines_[frame.file + ":" + std::to_string(frame.line)];
            line.name = line.place = place;
            line.module = module;
            line.samples += samples;
            lines_of_functions_[&function][place] += samples;
        } else {
            method_.without_line += samples;
        }
    }

    SampledMethod method_;
    std::map<std::pair<std::string, std::string>, Part> functions_; // by name and module
    std::map<const Part*, std::map<std::string, std::uint64_t>> lines_of_functions_;
    Parts lines_;
    Parts modules_;
};

class Look {
public:
    Look(const rundir::RunDirectory& run, std::string_view pattern)
        : run_(run), pattern_(pattern) {}

    Inside take() {
        for (const auto& files : run_.thread_files()) {
            const auto file = samples_file(run_, files.rank, files.number);
            if (std::filesystem::exists(file)) {
                add(files, read_stack_samples(file));
            }
        }
        if (!has_files_) {
            throw base::Error(run_.path(), "has no stack samples; measure with "
                                           "PROXIMA=sample=1ms");
        }
        if (methods_.empty()) {
            throw base::Error(run_.path(),
                              "has no sample in a method `" + pattern_ + "`; " + sampled_methods());
        }
        inside_.mean_period_us =
            inside_.samples == 0 ? 0 : periods_us_ / static_cast<double>(inside_.samples);
        for (auto& [name, parts] : methods_) {
            inside_.methods.push_back(parts.take());
        }
        std::ranges::stable_sort(inside_.methods, std::greater(), &SampledMethod::samples);
        for (const auto& [rank, symbols] : symbols_) {
            for (const auto& problem : symbols->problems()) {
                if (std::ranges::find(inside_.problems, problem) == inside_.problems.end()) {
                    inside_.problems.push_back(problem);
                }
            }
        }
        return std::move(inside_);
    }

private:
    std::string sampled_methods() const {
        return others_.empty()
                   ? "it has none in any"
                   : "it has some in " +
                         base::joined(std::vector<std::string>(others_.begin(), others_.end()));
    }

    Symbols& symbols_of(std::uint64_t rank) {
        auto& symbols = symbols_[rank];
        if (symbols == nullptr) {
            symbols = inside::symbols_of(run_, rank);
        }
        return *symbols;
    }

    void add(const rundir::RunDirectory::ThreadFiles& files, const SampledStacks& samples) {
        has_files_ = true;
        const auto thread = rundir::definitions_of(files);
        const double period_us = static_cast<double>(samples.header.period_ns) / 1e3;
        inside_.period_us = period_us;
        inside_.has_waiting = samples.header.source == format::SampleSource::wall;
        inside_.samples += samples.header.samples;
        inside_.of_runtime += samples.header.of_runtime;
        inside_.unstored += samples.header.unstored;
        periods_us_ += static_cast<double>(samples.header.periods) * period_us;
        for (const auto& stack : samples.stacks) {
            if (stack.node == 0 || stack.node > thread.call_paths.size()) {
                continue;
            }
            const auto& path = thread.call_paths[stack.node - 1];
            const auto& method = thread.method(path).name;
            const auto name = path.instance + "." + method;
            if (!is_meant(pattern_, path.instance, method)) {
                others_.insert(name);
                continue;
            }
            methods_.try_emplace(name, name)
                .first->second.add(samples.frames(stack), symbols_of(files.rank), stack.samples,
                                   static_cast<double>(stack.periods) * period_us);
        }
    }

    const rundir::RunDirectory& run_;
    std::string pattern_;
    Inside inside_;
    double periods_us_ = 0;
    bool has_files_ = false;
    std::map<std::string, MethodParts> methods_;
    std::set<std::string> others_;
    std::map<std::uint64_t, std::unique_ptr<Symbols>> symbols_; // of ranks
};

} // namespace

double Part::share(const SampledMethod& method) const {
    return static_cast<double>(samples) / static_cast<double>(method.samples);
}

base::Range Part::interval(const SampledMethod& method) const {
    constexpr double z = 1.959964; // of the normal distribution, 95 %
    const auto n = static_cast<double>(method.samples);
    const double middle = (share(method) + z * z / (2 * n)) / (1 + z * z / n);
    const double half = z / (1 + z * z / n) *
                        std::sqrt(share(method) * (1 - share(method)) / n + z * z / (4 * n * n));
    return {std::max(middle - half, 0.0), std::min(middle + half, 1.0)};
}

Inside look_inside(const rundir::RunDirectory& run, std::string_view pattern) {
    return Look(run, pattern).take();
}

} // namespace proxima::inside
