#include "generator.hpp"

#include "analysis/header_analysis.hpp"
#include "analysis/parse/large_stack.hpp"
#include "input/configuration.hpp"
#include "messages.hpp"
#include "output/assembly.hpp"
#include "output/explanation.hpp"
#include "output/file_writer.hpp"
#include "output/output_directory.hpp"

#include <proxima/base/error.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <thread>

namespace proxima::gen {
namespace {

namespace fs = std::filesystem;

std::string stem_of(const std::string& header) {
    return fs::path(header).stem().string();
}

// A header named twice is read once.
std::vector<std::string> distinct_headers(const std::vector<std::string>& headers) {
    std::vector<std::string> distinct;
    for (const std::string& header : headers) {
        const bool known =
            std::any_of(distinct.begin(), distinct.end(), [&](const std::string& other) {
                std::error_code ignored;
                return stem_of(other) == stem_of(header) && fs::equivalent(other, header, ignored);
            });
        if (!known) {
            distinct.push_back(header);
        }
    }
    return distinct;
}

void check_headers(const std::vector<std::string>& headers) {
    std::map<std::string, std::string> stems;
    for (const std::string& header : headers) {
        if (!fs::is_regular_file(header)) {
            throw base::Error("the header " + header + " does not exist, check its path");
        }
        const auto [entry, unseen] = stems.emplace(stem_of(header), header);
        if (!unseen) {
            throw base::Error(entry->second + " and " + header + " would both become " +
                              stem_of(header) +
                              ".proxy.hpp, generate them into different directories");
        }
    }
}

GeneratorConfiguration read_settings(const Options& options) {
    GeneratorConfiguration configuration = options.configuration
                                               ? read_configuration(*options.configuration)
                                               : GeneratorConfiguration{};
    for (const std::string& pattern : options.classes) {
        configuration.classes.push_back({ConfigurationRule::Effect::include, pattern, {}});
    }
    for (const std::string& pattern : options.templates) {
        configuration.templates.push_back({ConfigurationRule::Effect::include, pattern, {}});
    }
    return configuration;
}

// Analyses all headers, as many at once as asked for. The first failure, in the order of the
// headers, is thrown.
std::vector<HeaderAnalysis> analyse_all(const Options& options, const AnalysisSettings& settings) {
    std::vector<HeaderAnalysis> analyses(options.headers.size());
    std::vector<std::exception_ptr> failures(options.headers.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < options.headers.size(); i = next++) {
            try {
                analyses[i] = analyse_header(options.headers[i], settings);
            } catch (...) {
                failures[i] = std::current_exception();
            }
        }
    };
    const unsigned wanted =
        options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
    const std::size_t workers = std::min<std::size_t>(wanted, options.headers.size());
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

// What tells classes apart; those that cannot be printed have nothing but their names.
const std::string& key_of(const PortClass& port) {
    return port.type.empty() ? port.name : port.type;
}

// Whether one of the headers has a class for a name that others only declare.
bool is_class_somewhere(const std::string& name, const std::vector<HeaderAnalysis>& analyses) {
    return std::any_of(analyses.begin(), analyses.end(), [&](const HeaderAnalysis& analysis) {
        return analysis.found.contains(name) &&
               std::none_of(
                   analysis.ports.begin(), analysis.ports.end(),
                   [&](const PortClass& port) { return port.only_a_name && port.name == name; });
    });
}

void erase_port(HeaderAnalysis& analysis, std::size_t index) {
    analysis.ports.erase(analysis.ports.begin() + static_cast<std::ptrdiff_t>(index));
    analysis.rendered.erase(analysis.rendered.begin() + static_cast<std::ptrdiff_t>(index));
}

void drop_names_of_classes_elsewhere(std::vector<HeaderAnalysis>& analyses) {
    std::set<std::string> elsewhere;
    for (const HeaderAnalysis& analysis : analyses) {
        for (const PortClass& port : analysis.ports) {
            if (port.only_a_name && is_class_somewhere(port.name, analyses)) {
                elsewhere.insert(port.name);
            }
        }
    }
    for (HeaderAnalysis& analysis : analyses) {
        for (std::size_t k = analysis.ports.size(); k-- > 0;) {
            if (analysis.ports[k].only_a_name && elsewhere.contains(analysis.ports[k].name)) {
                erase_port(analysis, k);
            }
        }
    }
}

// A class that several headers make known gets its proxy with the header that defines it, else the
// first.
void keep_one_of_each(std::vector<HeaderAnalysis>& analyses) {
    struct Owner {
        std::size_t analysis;
        bool defines;
    };
    std::map<std::string, Owner> owner;
    for (std::size_t i = 0; i < analyses.size(); ++i) {
        for (const PortClass& port : analyses[i].ports) {
            std::error_code ignored;
            const bool defines = fs::equivalent(port.position.file, analyses[i].header, ignored);
            const auto [entry, unseen] = owner.emplace(key_of(port), Owner{i, defines});
            if (!unseen && defines && !entry->second.defines) {
                entry->second = {i, true};
            }
        }
    }
    for (std::size_t i = 0; i < analyses.size(); ++i) {
        HeaderAnalysis& analysis = analyses[i];
        for (std::size_t k = analysis.ports.size(); k-- > 0;) {
            if (owner.at(key_of(analysis.ports[k])).analysis != i) {
                erase_port(analysis, k);
            }
        }
    }
}

void check_distinct_identifiers(const std::vector<HeaderAnalysis>& analyses) {
    std::map<std::string, const PortClass*> used;
    for (const HeaderAnalysis& analysis : analyses) {
        for (const PortClass& port : analysis.ports) {
            if (!port.eligible()) {
                continue;
            }
            const auto [entry, unseen] = used.emplace(port.identifier, &port);
            if (!unseen) {
                throw base::Error(port.position,
                                  port.name + " and " + entry->second->name +
                                      " would share the name mastermind::" + port.identifier +
                                      ", generate them in two runs");
            }
        }
    }
}

std::vector<PortClass> all_ports(const std::vector<HeaderAnalysis>& analyses) {
    std::vector<PortClass> ports;
    for (const HeaderAnalysis& analysis : analyses) {
        ports.insert(ports.end(), analysis.ports.begin(), analysis.ports.end());
    }
    return ports;
}

std::vector<OutputFile> output_files(const std::vector<HeaderAnalysis>& analyses,
                                     const Options& options) {
    const fs::path directory = options.output;
    std::vector<OutputFile> files;
    std::vector<RenderedPort> records;
    for (const HeaderAnalysis& analysis : analyses) {
        std::vector<PortClass> ports;
        std::vector<RenderedPort> rendered;
        for (std::size_t i = 0; i < analysis.ports.size(); ++i) {
            if (analysis.ports[i].eligible()) {
                ports.push_back(analysis.ports[i]);
                rendered.push_back(analysis.rendered[i]);
            }
        }
        const std::string stem = stem_of(analysis.header);
        const ProxyFrame frame{fs::path(analysis.header).filename().string(), stem + ".proxy.hpp",
                               analysis.includes};
        const ProxyFiles proxies = assemble_proxies(frame, ports, rendered);
        files.push_back({directory / (stem + ".proxy.hpp"), proxies.header});
        files.push_back({directory / (stem + ".proxy.cpp"), proxies.source});
        records.insert(records.end(), rendered.begin(), rendered.end());
    }
    std::vector<std::string> names;
    for (const HeaderAnalysis& analysis : analyses) {
        names.push_back(fs::path(analysis.header).filename().string());
    }
    const MastermindFiles mastermind = assemble_mastermind(names, records);
    files.push_back({directory / "mastermind.hpp", mastermind.header});
    files.push_back({directory / "mastermind.cpp", mastermind.source});
    if (options.components) {
        std::vector<std::string> headers;
        for (const HeaderAnalysis& analysis : analyses) {
            headers.push_back(stem_of(analysis.header) + ".proxy.hpp");
        }
        files.push_back({directory / "proxy_components.cpp",
                         assemble_components(headers, all_ports(analyses))});
    }
    return files;
}

void add_dependency_file(const std::vector<HeaderAnalysis>& analyses, const Options& options,
                         std::vector<OutputFile>& files) {
    std::set<std::string> inputs;
    for (const HeaderAnalysis& analysis : analyses) {
        inputs.insert(analysis.files_read.begin(), analysis.files_read.end());
    }
    if (options.configuration) {
        inputs.insert(*options.configuration);
    }
    const std::string target =
        options.depfile_target.value_or((fs::path(options.output) / "mastermind.cpp").string());
    files.push_back({*options.depfile, dependency_text(target, {inputs.begin(), inputs.end()})});
}

// Two calls into one directory, for instance a rule for each header: the later one's records
// replace the earlier one's. One that takes some of the same headers is a later version of it.
void warn_of_lost_records(const Options& options) {
    const fs::path directory = options.output;
    const std::set<std::string> before = headers_of_mastermind(directory / "mastermind.hpp");
    const bool same =
        std::any_of(options.headers.begin(), options.headers.end(), [&](const std::string& header) {
            return before.contains(fs::path(header).filename().string());
        });
    if (!before.empty() && !same) {
        std::cerr << fmt::format("{}: warning: the records of {} are replaced; name all headers in "
                                 "one call, or give each call its own directory\n",
                                 (directory / "mastermind.hpp").string(), fmt::join(before, ", "));
    }
}

bool explains_to_file(const Options& options) {
    return options.explain && *options.explain != "-";
}

void check_other_outputs(const Options& options) {
    if (explains_to_file(options)) {
        check_writable(*options.explain);
    }
    if (options.depfile && !options.list) {
        check_writable(*options.depfile);
    }
}

} // namespace

int generate(const Options& given) {
    Options options = given;
    options.headers = distinct_headers(options.headers);
    check_headers(options.headers);
    std::optional<OutputDirectory> directory;
    if (!options.list) {
        directory.emplace(options.output);
    }
    check_other_outputs(options);
    const GeneratorConfiguration configuration = read_settings(options);
    const CompileFlags flags(options.flags);
    std::vector<HeaderAnalysis> analyses =
        analyse_all(options, {&configuration, &flags, options.preludes});
    report_unparsed(analyses);
    drop_names_of_classes_elsewhere(analyses);
    keep_one_of_each(analyses);
    const std::vector<PortClass> ports = all_ports(analyses);
    report_unmatched(configuration, analyses, options.quiet);
    if (options.explain && !explains_to_file(options)) {
        std::cout << explanation_json(ports);
    }
    if (options.list) {
        if (explains_to_file(options)) {
            write_files({{*options.explain, explanation_json(ports)}});
        }
        std::cout << list_text(ports, options.verbose);
        for (const HeaderAnalysis& analysis : analyses) {
            std::cout << skipped_text(analysis.skipped);
        }
        return 0;
    }
    const bool failed = report_refusals(ports, options.quiet);
    report_own_objects(ports, options.quiet || options.verbose);
    report_left_out_components(ports, options.quiet || !options.components);
    if (failed) {
        return 1;
    }
    const auto eligible = std::count_if(ports.begin(), ports.end(),
                                        [](const PortClass& port) { return port.eligible(); });
    if (eligible == 0) {
        throw base::Error(fmt::format("no class in {} can be given a proxy, so nothing is written; "
                                      "proxima-gen --list shows the classes",
                                      fmt::join(options.headers, ", ")));
    }
    check_distinct_identifiers(analyses);
    std::vector<OutputFile> files = output_files(analyses, options);
    if (options.depfile) {
        add_dependency_file(analyses, options, files);
    }
    if (explains_to_file(options)) {
        files.push_back({*options.explain, explanation_json(ports)});
    }
    if (!options.quiet) {
        warn_of_lost_records(options);
    }
    write_files(files, options.touch);
    if (options.verbose) {
        std::cerr << list_text(ports, true);
    }
    return 0;
}

} // namespace proxima::gen
