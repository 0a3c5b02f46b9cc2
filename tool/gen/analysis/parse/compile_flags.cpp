#include "analysis/parse/compile_flags.hpp"

#include "analysis/parse/run_compiler.hpp"
#include "analysis/parse/translation_unit.hpp"

#include <proxima/base/error.hpp>

#include <clang/Basic/TargetInfo.h>
#include <clang/Basic/Version.h>
#include <clang/Driver/Options.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/Utils.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/StringSaver.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <utility>

namespace proxima::gen {
namespace {

namespace fs = std::filesystem;

// Name for the driver, relative to which Clang finds its own headers.
std::string driver_name() {
    for (const char* prefix :
         {PROXIMA_CLANG_PREFIX, "/usr/lib/llvm-" CLANG_VERSION_MAJOR_STRING,
          "/usr/local/lib/llvm-" CLANG_VERSION_MAJOR_STRING, "/usr/local", "/usr"}) {
        if (fs::exists(fs::path(prefix) / "lib/clang/" CLANG_VERSION_MAJOR_STRING
                                          "/include/stddef.h")) {
            return (fs::path(prefix) / "bin/clang++").string();
        }
    }
    throw base::Error("the headers of Clang " CLANG_VERSION_MAJOR_STRING
                      " (stddef.h) are not found below " PROXIMA_CLANG_PREFIX
                      "; install them (Debian: libclang-common-" CLANG_VERSION_MAJOR_STRING
                      "-dev) or give their place after -- with -resource-dir");
}

// Splits a command line into words.
std::vector<std::string> words(const std::string& line) {
    llvm::BumpPtrAllocator memory;
    llvm::StringSaver saver(memory);
    llvm::SmallVector<const char*> found;
    llvm::cl::TokenizeGNUCommandLine(line, saver, found);
    return {found.begin(), found.end()};
}

// Splits CMake's groups, such as `SHELL:-include config.h`.
std::vector<std::string> single_words(const std::vector<std::string>& flags) {
    static const std::string group = "SHELL:";
    std::vector<std::string> result;
    for (const std::string& flag : flags) {
        const std::vector<std::string> parts =
            flag.starts_with(group) ? words(flag.substr(group.size())) : std::vector{flag};
        result.insert(result.end(), parts.begin(), parts.end());
    }
    return result;
}

bool concerns_output(const llvm::opt::Option& option) {
    using namespace clang::driver::options;
    const auto is_one_of = [&](auto... ids) { return (option.matches(ids) || ...); };
    return is_one_of(OPT_o, OPT_c, OPT_S, OPT_E, OPT_M_Group, OPT_W_Group, OPT_g_Group, OPT_O_Group,
                     OPT_Link_Group, OPT_Wa_COMMA, OPT_Xassembler, OPT_l, OPT_INPUT,
                     OPT_clang_ignored_f_Group, OPT_clang_ignored_m_Group,
                     OPT_clang_ignored_gcc_optimization_f_Group, OPT_pedantic_Group, OPT_mtune_EQ,
                     OPT_w, OPT_flto_EQ, OPT_flto, OPT_fsyntax_only, OPT_pipe, OPT_save_temps_EQ,
                     OPT_fplugin_EQ, OPT_working_directory, OPT_fprofile_use, OPT_fprofile_use_EQ,
                     OPT_fprofile_sample_use_EQ, OPT_mfpmath_EQ, OPT_fdiagnostics_format_EQ);
}

// Asks Clang, without parsing anything, if it understands a command line without an input file.
bool is_understood(const std::vector<std::string>& arguments) {
    std::vector<const char*> line = c_strings(arguments);
    line.push_back("-fsyntax-only");
    line.push_back("/proxima-gen/nothing.cpp");
    clang::IgnoringDiagConsumer silent;
    const llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics =
        clang::CompilerInstance::createDiagnostics(
            llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>().get(), &silent, false);
    clang::CreateInvocationOptions options;
    options.Diags = diagnostics;
    const std::shared_ptr<clang::CompilerInvocation> invocation =
        clang::createInvocation(line, options);
    if (invocation == nullptr || diagnostics->hasErrorOccurred()) {
        return false;
    }
    const llvm::IntrusiveRefCntPtr<clang::TargetInfo> target = clang::TargetInfo::CreateTargetInfo(
        *diagnostics, std::make_shared<clang::TargetOptions>(invocation->getTargetOpts()));
    return target != nullptr && !diagnostics->hasErrorOccurred();
}

bool names_processor(const std::string& flag) {
    return flag.starts_with("-march=") || flag.starts_with("-mcpu=");
}

// Leaves out the processor if Clang does not know it for the target. Others define macros.
std::vector<std::string> without_unknown_processor(std::vector<std::string> arguments) {
    if (std::any_of(arguments.begin(), arguments.end(), names_processor) &&
        !is_understood(arguments)) {
        std::erase_if(arguments, names_processor);
    }
    return arguments;
}

// Keeps the flags that decide how a header is read, instruction sets (-mavx2) included: they define
// macros.
std::vector<std::string> flags_for_parsing(const std::vector<std::string>& flags) {
    unsigned missing_index = 0;
    unsigned missing_count = 0;
    const llvm::opt::InputArgList parsed = clang::driver::getDriverOptTable().ParseArgs(
        c_strings(flags), missing_index, missing_count);
    std::vector<std::string> kept;
    bool includes = false; // the argument before was -Xclang -include
    for (const llvm::opt::Arg* argument : parsed) {
        if (argument->getOption().matches(clang::driver::options::OPT_Xclang)) {
            // CMake includes the header of precompiled headers so. Others may write files.
            const std::string value = argument->getValue();
            if (includes) {
                kept.insert(kept.end(), {"-include", value});
            }
            includes = !includes && value == "-include";
            continue;
        }
        const bool unknown = argument->getOption().matches(clang::driver::options::OPT_UNKNOWN);
        const bool caches_modules = argument->getSpelling().starts_with("-fmodules");
        if (unknown || caches_modules || concerns_output(argument->getOption())) {
            continue;
        }
        llvm::opt::ArgStringList rendered;
        argument->render(parsed, rendered);
        kept.insert(kept.end(), rendered.begin(), rendered.end());
    }
    return kept;
}

// The flags that change the directories and macros of a compiler's answer.
std::vector<std::string> flags_for_compiler(const std::vector<std::string>& flags) {
    std::vector<std::string> relevant;
    for (const std::string& flag : flags) {
        const llvm::StringRef text(flag);
        if (text.starts_with("-std=") || text.starts_with("-stdlib=") || flag == "-pthread" ||
            flag == "-m32" || text.starts_with("--sysroot=") || text.starts_with("--target=")) {
            relevant.push_back(flag);
        }
    }
    return relevant;
}

// The language that `-x` names last.
std::string language_of(const std::vector<std::string>& flags) {
    for (std::size_t i = flags.size(); i-- > 1;) {
        if (flags[i - 1] == "-x") {
            return flags[i];
        }
    }
    return "c++";
}

// The flags for Clang that do as the compiler does.
std::vector<std::string> ask_compiler(const std::string& compiler,
                                      const std::vector<std::string>& flags) {
    std::vector<std::string> arguments{"-E", "-v", "-x", language_of(flags), "/dev/null"};
    const std::vector<std::string> relevant = flags_for_compiler(flags);
    arguments.insert(arguments.end(), relevant.begin(), relevant.end());
    const CompilerAnswer answer = run_compiler(compiler, "--compiler", arguments);
    std::vector<std::string> answered = flags_from_verbose_output(answer.errors);
    if (answer.status != 0 || !llvm::is_contained(answered, "-isystem")) {
        throw base::Error("the compiler " + compiler +
                          " does not answer to `-E -v -x c++ /dev/null`; --compiler takes g++, "
                          "clang++ or a wrapper of them");
    }
    return answered;
}

// True for a compiler's own stddef.h and intrinsics, which Clang replaces by its own.
bool is_compilers_own(const fs::path& directory) {
    return fs::exists(directory / "stddef.h") && fs::exists(directory / "stdarg.h") &&
           !fs::exists(directory / "stdio.h");
}

} // namespace

std::string runtime_include_directory() {
    const fs::path program = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
    for (const fs::path& candidate :
         {program.parent_path().parent_path() / "include", fs::path(PROXIMA_RUNTIME_INCLUDE_DIR)}) {
        if (fs::exists(candidate / "proxima/proxy.hpp")) {
            return candidate.string();
        }
    }
    throw base::Error("the headers of the Proxima runtime are not found beside " +
                      program.string() + "; install the Runtime component");
}

std::vector<std::string> own_flags(const FlagSources& sources) {
    return single_words(sources.flags);
}

std::vector<std::string> clang_arguments(const FlagSources& sources) {
    const std::vector<std::string> flags = own_flags(sources);
    // GCC allows deeper nested calls in constant expressions; a user's own limit comes later.
    std::vector<std::string> arguments{driver_name(), "-x", "c++", "-fconstexpr-depth=2048"};
    const std::vector<std::string> kept = flags_for_parsing(flags);
    arguments.insert(arguments.end(), kept.begin(), kept.end());
    if (sources.compiler) {
        const std::vector<std::string> answer = ask_compiler(*sources.compiler, flags);
        arguments.insert(arguments.end(), answer.begin(), answer.end());
    }
    arguments.emplace_back("-isystem");
    arguments.emplace_back(runtime_include_directory());
    return without_unknown_processor(std::move(arguments));
}

std::vector<std::string> flags_from_verbose_output(const std::string& output) {
    std::string target;
    std::vector<std::string> macros;
    std::vector<std::string> directories;
    std::istringstream lines(output);
    bool in_list = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("#include <...>") || line.starts_with("#include \"...\"")) {
            in_list = true;
        } else if (line.starts_with("End of search list")) {
            in_list = false;
        } else if (in_list && line.starts_with(" ")) {
            const std::string directory = line.substr(1);
            if (!is_compilers_own(directory)) {
                directories.push_back(directory);
            }
        } else if (line.starts_with("Target: ")) {
            target = line.substr(std::string("Target: ").size());
        } else if (line.find("cc1plus ") != std::string::npos ||
                   line.find("/cc1 ") != std::string::npos ||
                   line.find("-cc1") != std::string::npos) {
            const std::vector<std::string> command = words(line);
            for (std::size_t i = 0; i < command.size(); ++i) {
                const bool joined = command[i].size() > 2 &&
                                    (command[i].starts_with("-D") || command[i].starts_with("-U"));
                if (joined) {
                    macros.push_back(command[i]);
                } else if ((command[i] == "-D" || command[i] == "-U") && i + 1 < command.size()) {
                    macros.push_back(command[i] + command[i + 1]);
                }
            }
        }
    }
    std::vector<std::string> flags{"-nostdinc++", "-nostdlibinc"};
    if (!target.empty()) {
        flags.push_back("--target=" + target);
    }
    flags.insert(flags.end(), macros.begin(), macros.end());
    for (const std::string& directory : directories) {
        flags.emplace_back("-isystem");
        flags.push_back(directory);
    }
    return flags;
}

} // namespace proxima::gen
