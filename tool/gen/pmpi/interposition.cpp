#include "pmpi/interposition.hpp"

#include "analysis/parse/compile_flags.hpp"
#include "analysis/parse/translation_unit.hpp"
#include "output/file_writer.hpp"
#include "pmpi/function_reader.hpp"
#include "pmpi/wrapper_text.hpp"

#include <proxima/base/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace proxima::gen {
namespace {

namespace fs = std::filesystem;

constexpr const char* default_compiler = "mpicxx";
constexpr const char* output_name = "mpi_wrappers.cpp";

// Asks the installed MPI's compiler if neither flags nor a compiler are given.
FlagSources flag_sources(const Options& options) {
    FlagSources sources = options.flags;
    if (!sources.compiler && sources.flags.empty()) {
        sources.compiler = default_compiler;
    }
    // Wraps the C interface only, with the functions that MPI-3 removed but libraries still have.
    for (const char* macro :
         {"-DOMPI_SKIP_MPICXX", "-DMPICH_SKIP_MPICXX", "-DOMPI_OMIT_MPI1_COMPAT_DECLS=0"}) {
        sources.flags.emplace_back(macro);
    }
    for (const char* directory : {PROXIMA_MPI_INCLUDE_DIR, PROXIMA_FORMAT_INCLUDE_DIR}) {
        if (fs::exists(directory)) {
            sources.flags.emplace_back("-isystem");
            sources.flags.emplace_back(directory);
        }
    }
    return sources;
}

std::string requested_header(const Options& options) {
    if (options.headers.size() > 1) {
        throw base::Error("--pmpi takes one header, the mpi.h of one MPI");
    }
    return options.headers.empty() ? "mpi.h" : options.headers.front();
}

void check(TranslationUnit& unit, const std::string& name, const std::string& text) {
    const std::vector<Diagnostic> errors = unit.parse("proxima-gen-check", text);
    if (!errors.empty()) {
        throw base::Error(fmt::format(
            "the wrapper of {} does not parse: {}; nothing is written, this MPI needs support",
            name, errors.front().message));
    }
}

// Parses each piece behind mpi.h, so that only code that parses is written.
std::string checked_text(TranslationUnit& unit, const std::string& header,
                         const std::vector<MpiFunction>& functions) {
    std::string text = wrappers_begin(fs::path(header).filename().string(), functions);
    check(unit, "MPI", text);
    for (std::size_t i = 0; i < functions.size(); ++i) {
        const std::string wrapper = wrapper_text(functions[i], i);
        check(unit, functions[i].name, wrapper);
        text += "\n" + wrapper;
    }
    return text;
}

} // namespace

int generate_mpi_wrappers(const Options& options) {
    const std::string header = requested_header(options);
    TranslationUnit unit({header, options.preludes, clang_arguments(flag_sources(options))});
    if (!unit.header_parsed()) {
        std::cerr << unit.diagnostics_text();
        throw base::Error(header + " does not parse (see Clang's messages above), so nothing is "
                                   "written; name the header, or the compiler of the MPI with "
                                   "--compiler mpicxx; compiler flags stand behind --");
    }
    const std::vector<MpiFunction> functions = read_mpi_functions(unit);
    if (functions.empty()) {
        throw base::Error(header + " declares no function MPI_X that has a PMPI_X, so nothing is "
                                   "written; is it the header of an MPI?");
    }
    const std::string text = checked_text(unit, header, functions);
    const fs::path output = fs::path(options.output) / output_name;
    std::vector<OutputFile> files{{output, text}};
    if (options.depfile) {
        files.push_back(
            {*options.depfile, dependency_text(options.depfile_target.value_or(output.string()),
                                               unit.dependencies())});
    }
    write_outputs(options, std::move(files));
    return 0;
}

} // namespace proxima::gen
