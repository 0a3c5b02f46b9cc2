#include "source/compiler_command.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace proxima::gen {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

template <std::size_t count>
bool is_one_of(const std::array<std::string_view, count>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

template <std::size_t count>
bool starts_with_one_of(const std::array<std::string_view, count>& starts, std::string_view word) {
    return std::any_of(starts.begin(), starts.end(),
                       [&](std::string_view start) { return word.starts_with(start); });
}

constexpr std::array<std::string_view, 38> with_value{
    "-o",          "-I",           "-D",           "-U",
    "-include",    "-imacros",     "-isystem",     "-iquote",
    "-idirafter",  "-iprefix",     "-iwithprefix", "-iwithprefixbefore",
    "-isysroot",   "-MF",          "-MT",          "-MQ",
    "-MJ",         "-x",           "-Xclang",      "-Xpreprocessor",
    "-Xassembler", "-Xlinker",     "--param",      "-target",
    "-mllvm",      "-aux-info",    "-A",           "-B",
    "-G",          "-include-pch", "-specs",       "-L",
    "-l",          "-u",           "-T",           "-z",
    "-e",          "-arch"};

constexpr std::array<std::string_view, 4> cxx_endings{".cpp", ".cc", ".cxx", ".C"};

bool is_cxx_source(const std::string& ending) {
    return is_one_of(cxx_endings, ending) || ending == ".c++" || ending == ".cp" ||
           ending == ".CPP";
}

// Other results than an object file, and languages whose text is not plain C++.
bool asks_for_more(std::string_view word) {
    static constexpr std::array<std::string_view, 12> words{"-E",
                                                            "-S",
                                                            "-M",
                                                            "-MM",
                                                            "-###",
                                                            "-fsyntax-only",
                                                            "-",
                                                            "-fopenacc",
                                                            "-fpreprocessed",
                                                            "-fdirectives-only",
                                                            "--precompile",
                                                            "-emit-ast"};
    static constexpr std::array<std::string_view, 8> starts{
        "-fmodule", "-save-temps",   "@",  "-fcs-profile",
        "-emit-",   "-include-pch=", "-x", "-frewrite"};
    return is_one_of(words, word) || starts_with_one_of(starts, word);
}

bool is_wrapper(const std::string& program) {
    static constexpr std::array<std::string_view, 4> names{"ccache", "sccache", "distcc", "icecc"};
    return is_one_of(names, fs::path(program).filename().string());
}

// The arguments with the value of each option in the same entry.
std::vector<Words> grouped(const Words& arguments) {
    std::vector<Words> groups;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        groups.push_back({arguments[i]});
        if (is_one_of(with_value, arguments[i]) && i + 1 < arguments.size()) {
            groups.back().push_back(arguments[++i]);
        }
    }
    return groups;
}

// True for what only the preprocessor reads.
bool is_for_preprocessor(const std::string& word) {
    static constexpr std::array<std::string_view, 17> starts{
        "-I",       "-D",       "-U",        "-isystem",     "-iquote",       "-idirafter",
        "-include", "-imacros", "-iprefix",  "-iwithprefix", "-isysroot",     "-Wp,",
        "-A",       "-undef",   "-nostdinc", "-trigraphs",   "-Xpreprocessor"};
    return starts_with_one_of(starts, word);
}

bool is_for_dependencies(const std::string& word) {
    static constexpr std::array<std::string_view, 9> words{"-MD", "-MMD", "-MP", "-MG", "-MF",
                                                           "-MT", "-MQ",  "-MJ", "-MV"};
    static constexpr std::array<std::string_view, 4> starts{"-MF", "-MT", "-MQ", "-Wp,-M"};
    return is_one_of(words, word) || starts_with_one_of(starts, word);
}

bool is_output(const std::string& word) {
    return word == "-c" || word == "-o" || word.starts_with("-o");
}

std::string without_ending(const std::string& file) {
    return fs::path(file).replace_extension().string();
}

// g++ derives the names from the output; in this step that is the copy.
void add_dependency_names(const CompilerCommand& command, const std::vector<Words>& groups,
                          Words& step) {
    const auto has = [&](std::string_view option) {
        return std::any_of(groups.begin(), groups.end(),
                           [&](const Words& group) { return group.front().starts_with(option); });
    };
    const bool names_file = command.is_clang && (has("-Wp,-MD,") || has("-Wp,-MMD,"));
    if (!has("-MD") && !has("-MMD") && !names_file) {
        return;
    }
    if (!has("-MF") && !names_file) {
        step.insert(step.end(), {"-MF", without_ending(command.output) + ".d"});
    }
    if (!has("-MT") && !has("-MQ")) {
        step.insert(step.end(), {"-MT", command.output});
    }
}

bool is_openmp(const std::string& word) {
    return word == "-fopenmp" || word.starts_with("-fopenmp=");
}

// A compiled header of Clang holds no text that could be copied.
bool is_compiled_header(const std::vector<Words>& groups, std::size_t at) {
    const auto is_clang_word = [&](std::size_t i, std::string_view value) {
        return i < groups.size() && groups[i].front() == "-Xclang" && groups[i].size() == 2 &&
               groups[i][1] == value;
    };
    return is_clang_word(at, "-include-pch") || (at > 0 && is_clang_word(at - 1, "-include-pch")) ||
           groups[at].front() == "-include-pch";
}

// `-Xclang -include -Xclang FILE`
bool is_included_by_clang(const std::vector<Words>& groups, std::size_t at) {
    const auto is_include = [&](std::size_t i) {
        return groups[i].front() == "-Xclang" && groups[i].size() == 2 &&
               groups[i][1] == "-include";
    };
    return is_include(at) || (at > 0 && is_include(at - 1));
}

const char* language(const CompilerCommand& command) {
    return command.is_cxx ? "c++" : "c";
}

} // namespace

std::vector<std::string> CompilerCommand::line() const {
    Words line = wrappers;
    line.push_back(compiler);
    line.insert(line.end(), arguments.begin(), arguments.end());
    return line;
}

std::optional<CompilerCommand> read_compiler_command(const std::vector<std::string>& line,
                                                     std::string& reason) {
    CompilerCommand command;
    const auto pass_through = [&](const std::string& why) {
        reason = why;
        return std::nullopt;
    };
    auto word = line.begin();
    for (; word != line.end() && is_wrapper(*word); ++word) {
        command.wrappers.push_back(*word);
    }
    if (word == line.end()) {
        return pass_through("it names no compiler");
    }
    command.compiler = *word;
    command.arguments.assign(word + 1, line.end());
    const std::string name = fs::path(command.compiler).filename().string();
    command.is_clang = name.find("clang") != std::string::npos;
    bool compiles = false;
    for (const Words& group : grouped(command.arguments)) {
        const std::string& first = group.front();
        const std::string language = first == "-x" && group.size() == 2 ? group[1]
                                     : first.starts_with("-x")          ? first.substr(2)
                                                                        : "";
        const bool names_language = language == "c++" || language == "c";
        if (asks_for_more(first) && !names_language) {
            return pass_through(first + " asks for other work");
        }
        compiles = compiles || first == "-c";
        if (first == "-o" && group.size() == 2) {
            command.output = group[1];
        } else if (first.starts_with("-o")) {
            command.output = first.substr(2);
        } else if (names_language) {
            command.is_cxx = language == "c++";
        } else if (!first.starts_with("-")) {
            if (!command.source.empty()) {
                return pass_through("it has two sources, " + command.source + " and " + first);
            }
            command.source = first;
        }
    }
    const std::string ending = fs::path(command.source).extension().string();
    if (!compiles || (!is_cxx_source(ending) && ending != ".c")) {
        return pass_through(compiles ? "it has no source of C or C++" : "it has no -c");
    }
    command.is_cxx =
        command.is_cxx || is_cxx_source(ending) || name.find("++") != std::string::npos;
    if (command.output.empty()) {
        command.output = fs::path(command.source).filename().replace_extension(".o").string();
    }
    return command;
}

std::vector<std::string> preprocessing_step(const CompilerCommand& command,
                                            const std::string& copy) {
    Words step{command.compiler};
    const std::vector<Words> groups = grouped(command.arguments);
    bool has_openmp = false;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const std::string& first = groups[i].front();
        has_openmp = has_openmp || is_openmp(first);
        // g++ 12 drops `#pragma omp` in this mode if it knows OpenMP.
        const bool is_dropped = is_openmp(first) || first == "-fopenmp-simd";
        if (!is_output(first) && (command.is_clang || !is_dropped) &&
            !is_compiled_header(groups, i)) {
            step.insert(step.end(), groups[i].begin(), groups[i].end());
        }
    }
    if (has_openmp && !command.is_clang) {
        step.emplace_back("-D_OPENMP=201511");
    }
    add_dependency_names(command, groups, step);
    step.insert(step.end(),
                {"-E", command.is_clang ? "-frewrite-includes" : "-fdirectives-only", "-o", copy});
    return step;
}

std::vector<std::string> compiling_step(const CompilerCommand& command, const std::string& copy) {
    // Without wrappers: ccache would leave -fdirectives-only out, and distcc preprocess again.
    Words step{command.compiler};
    const std::vector<Words> groups = grouped(command.arguments);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const std::string& first = groups[i].front();
        const bool is_included = first.starts_with("-include") || first.starts_with("-imacros") ||
                                 is_included_by_clang(groups, i) || is_compiled_header(groups, i);
        // Clang's copy still has its conditions, for which it needs the macros.
        const bool is_done = command.is_clang ? is_included : is_for_preprocessor(first);
        const bool is_replaced = is_output(first) || is_for_dependencies(first) ||
                                 first.starts_with("-x") || first == command.source;
        if (!is_done && !is_replaced) {
            step.insert(step.end(), groups[i].begin(), groups[i].end());
        }
    }
    if (command.is_clang) {
        // -Wpedantic complains of the line markers of the copy.
        // Debug information would name the copy.
        step.insert(step.end(), {"-Wno-gnu-line-marker", "-Xclang", "-main-file-name", "-Xclang",
                                 fs::absolute(command.source).string(), "-x", language(command)});
    } else {
        // The copy's ending names the language.
        step.insert(step.end(), {"-fpreprocessed", "-fdirectives-only"});
    }
    step.insert(step.end(), {"-c", copy, "-o", command.output});
    return step;
}

std::vector<std::string> parsing_flags(const CompilerCommand& command) {
    Words flags;
    for (const Words& group : grouped(command.arguments)) {
        const std::string& first = group.front();
        const bool is_needless = is_output(first) || is_for_dependencies(first) ||
                                 first.starts_with("-O") || first.starts_with("-g") ||
                                 (first.starts_with("-W") && !first.starts_with("-Wp,"));
        if (first != command.source && !first.starts_with("-x") && !is_needless) {
            flags.insert(flags.end(), group.begin(), group.end());
        }
    }
    flags.insert(flags.end(), {"-x", language(command)});
    return flags;
}

bool optimizes(const CompilerCommand& command) {
    const auto level = std::find_if(command.arguments.rbegin(), command.arguments.rend(),
                                    [](const auto& word) { return word.starts_with("-O"); });
    return level != command.arguments.rend() && *level != "-O0";
}

} // namespace proxima::gen
