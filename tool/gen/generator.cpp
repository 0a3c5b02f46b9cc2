#include "generator.hpp"

#include "analysis/classes/selection.hpp"
#include "analysis/parse/compile_flags.hpp"
#include "analysis/ports/read_ports.hpp"
#include "check/code_check.hpp"
#include "check/compiler_check.hpp"
#include "model/class_owners.hpp"
#include "output/assembly.hpp"
#include "output/explanation.hpp"
#include "output/file_writer.hpp"
#include "output/messages.hpp"
#include "output/rendering.hpp"
#include "source/processes.hpp"

#include <proxima/base/error.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <thread>

namespace proxima::gen {
namespace {

namespace fs = std::filesystem;

void check_headers(const std::vector<std::string>& headers) {
    std::map<std::string, std::string> by_stem;
    for (const std::string& header : headers) {
        if (!fs::is_regular_file(header)) {
            throw base::Error("the header " + header + " does not exist, check its path");
        }
        const std::string stem = fs::path(header).stem().string();
        if (const auto [entry, unseen] = by_stem.emplace(stem, header); !unseen) {
            throw base::Error(entry->second + " and " + header + " would both become " + stem +
                              ".proxy.hpp, generate them into different directories");
        }
    }
}

// One run's input for Clang.
struct Input {
    const Options* options;
    GeneratorConfiguration configuration;
    std::vector<std::string> flags;
};

// Parses the header, selects its classes, reads their ports, renders them and checks the code.
// Returns nothing, and adds to `earlier`, if the header must be parsed again.
std::optional<HeaderAnalysis> attempt(const std::string& header, const Input& input,
                                      EarlierAttempts& earlier) {
    HeaderAnalysis analysis;
    analysis.header = header;
    TranslationUnit unit({header, input.options->preludes, input.flags});
    analysis.parsed = unit.header_parsed();
    if (!analysis.parsed) {
        analysis.diagnostics = unit.diagnostics_text();
        return analysis;
    }
    const Selection selection = select_classes(unit, input.configuration, analysis);
    if (!read_ports(unit, selection, input.configuration, earlier, analysis)) {
        return std::nullopt;
    }
    render(analysis.ports);
    return check_code(unit, analysis.ports, earlier) ? std::optional(analysis) : std::nullopt;
}

HeaderAnalysis analyse_header(const std::string& header, const Input& input) {
    for (EarlierAttempts earlier;;) {
        if (const auto analysis = attempt(header, input, earlier)) {
            return *analysis;
        }
    }
}

// Analyses as many headers at once as the options ask for. The first failure, in the order of the
// headers, is thrown.
std::vector<HeaderAnalysis> analyse_headers(const Input& input) {
    const std::vector<std::string>& headers = input.options->headers;
    std::vector<HeaderAnalysis> analyses(headers.size());
    std::vector<std::exception_ptr> failures(headers.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < headers.size(); i = next++) {
            try {
                analyses[i] = analyse_header(headers[i], input);
            } catch (...) {
                failures[i] = std::current_exception();
            }
        }
    };
    const unsigned wanted = input.options->jobs != 0
                                ? input.options->jobs
                                : std::max(1U, std::thread::hardware_concurrency());
    enlarge_stacks();
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < std::min<std::size_t>(wanted, headers.size()); ++i) {
            threads.emplace_back(work);
        }
    }
    for (const std::exception_ptr& failure : failures) {
        if (failure) {
            std::rethrow_exception(failure);
        }
    }
    return analyses;
}

} // namespace

int generate(const Options& options) {
    check_headers(options.headers);
    const Input input{&options, read_configuration(options), clang_arguments(options.flags)};
    std::vector<HeaderAnalysis> headers = analyse_headers(input);
    give_each_class_one_header(headers);
    const std::vector<PortClass> ports = all_ports(headers);
    report_findings(options, input.configuration, headers);
    print_explanation(options, headers);
    if (options.list) {
        return 0;
    }
    if (!report_ports(options, ports)) {
        return 1;
    }
    check_distinct_identifiers(headers);
    std::vector<OutputFile> files = assemble(options, headers);
    if (options.check) {
        check_by_compiler(*options.check, options.flags, options.headers, files);
    }
    write_outputs(options, std::move(files));
    if (options.verbose) {
        std::cerr << list_text(ports, true);
    }
    return 0;
}

} // namespace proxima::gen
