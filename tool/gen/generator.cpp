#include "generator.hpp"

#include "analysis/classes/selection.hpp"
#include "analysis/parse/compile_flags.hpp"
#include "analysis/parse/given_paths.hpp"
#include "analysis/ports/read_ports.hpp"
#include "check/code_check.hpp"
#include "check/compiler_check.hpp"
#include "input/request.hpp"
#include "model/class_owners.hpp"
#include "output/assembly.hpp"
#include "output/explanation.hpp"
#include "output/file_writer.hpp"
#include "output/messages.hpp"
#include "output/rendering.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <iostream>
#include <optional>
#include <pthread.h>
#include <thread>

namespace proxima::gen {
namespace {

// Parses the header, selects its classes, reads their ports, renders them and checks the code.
// Returns nothing, and adds to `earlier`, if the header must be parsed again.
std::optional<HeaderAnalysis> attempt(const std::string& header, const Request& request,
                                      const CompileFlags& flags, EarlierAttempts& earlier) {
    HeaderAnalysis analysis;
    analysis.header = header;
    TranslationUnit unit({header, request.options.preludes, flags.arguments_for(header)});
    analysis.parsed = unit.header_parsed();
    if (!analysis.parsed) {
        analysis.diagnostics = GivenPaths(header).respell_diagnostics(unit.diagnostics_text());
        return analysis;
    }
    const Selection selection = select_classes(unit, request.configuration, analysis);
    if (!read_ports(unit, selection, request.configuration, earlier, analysis)) {
        return std::nullopt;
    }
    render(analysis.ports);
    return check_code(unit, analysis.ports, earlier) ? std::optional(analysis) : std::nullopt;
}

HeaderAnalysis analyse_header(const std::string& header, const Request& request,
                              const CompileFlags& flags) {
    for (EarlierAttempts earlier;;) {
        if (const auto analysis = attempt(header, request, flags, earlier)) {
            return *analysis;
        }
    }
}

void* run(void* work) {
    (*static_cast<const std::function<void()>*>(work))();
    return nullptr;
}

// Runs `work` on a stack of 256 MiB, on which templates and constant expressions may nest as deep
// as compilers allow. `work` must not throw.
void run_on_large_stack(const std::function<void()>& work) {
    constexpr std::size_t stack_size = std::size_t{256} << 20U; // unused pages take no memory
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstacksize(&attributes, stack_size);
    pthread_t thread{};
    void* argument = const_cast<std::function<void()>*>(&work);
    const bool started = ::pthread_create(&thread, &attributes, run, argument) == 0;
    ::pthread_attr_destroy(&attributes);
    if (started) {
        ::pthread_join(thread, nullptr);
    } else {
        work(); // address space is short
    }
}

// Analyses as many headers at once as the options ask for. The first failure, in the order of the
// headers, is thrown.
std::vector<HeaderAnalysis> analyse_headers(const Request& request) {
    const CompileFlags flags(request.options.flags);
    const std::vector<std::string>& headers = request.options.headers;
    std::vector<HeaderAnalysis> analyses(headers.size());
    std::vector<std::exception_ptr> failures(headers.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < headers.size(); i = next++) {
            try {
                analyses[i] = analyse_header(headers[i], request, flags);
            } catch (...) {
                failures[i] = std::current_exception();
            }
        }
    };
    const unsigned wanted = request.options.jobs != 0
                                ? request.options.jobs
                                : std::max(1U, std::thread::hardware_concurrency());
    const std::size_t workers = std::min<std::size_t>(wanted, headers.size());
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 1; i < workers; ++i) {
            threads.emplace_back([&] { run_on_large_stack(work); });
        }
        run_on_large_stack(work);
    }
    for (const std::exception_ptr& failure : failures) {
        if (failure) {
            std::rethrow_exception(failure);
        }
    }
    return analyses;
}

} // namespace

int generate(const Options& given) {
    const Request request = read_request(given);
    const Options& options = request.options;
    const Outputs outputs(options);
    std::vector<HeaderAnalysis> headers = analyse_headers(request);
    give_each_class_one_header(headers);
    const std::vector<PortClass> ports = all_ports(headers);
    report_findings(request, headers);
    print_explanation(options, headers);
    if (options.list) {
        return 0;
    }
    if (!report_ports(options, ports)) {
        return 1;
    }
    check_distinct_identifiers(headers);
    warn_of_lost_records(options);
    const std::vector<OutputFile> files = assemble(options, headers);
    if (!options.force) {
        check_generated(files);
    }
    if (options.check) {
        check_by_compiler(*options.check, options.flags, options.headers, files);
    }
    write_files(files, options.touch);
    if (options.verbose) {
        std::cerr << list_text(ports, true);
    }
    return 0;
}

} // namespace proxima::gen
