#include "generator.hpp"
#include "input/options.hpp"
#include "pmpi/interposition.hpp"
#include "source/compile.hpp"

#include <proxima/base/error.hpp>

#include <csignal>
#include <exception>
#include <iostream>
#include <string_view>

namespace {

int run(const proxima::gen::Options& options) {
    return options.pmpi ? proxima::gen::generate_mpi_wrappers(options)
                        : proxima::gen::generate(options);
}

} // namespace

int main(int argc, char** argv) {
    std::signal(SIGCHLD, SIG_DFL); // else, if the caller ignored it, failed compilers would succeed
    try {
        const std::string_view verb = argc > 1 ? argv[1] : "";
        if (verb == "compile" || verb == "--inside") {
            return proxima::gen::compile_source({argv + 2, argv + argc});
        }
        const proxima::gen::ParsedArguments line = proxima::gen::parse_command_line(argc, argv);
        const int status = line.exit_status ? *line.exit_status : run(line.options);
        if (!std::cout.flush()) {
            std::cerr << "proxima-gen: error: standard output cannot be written\n";
            return 1;
        }
        return status;
    } catch (const std::exception& error) {
        std::cerr << proxima::base::error_line("proxima-gen", error) << "\n";
        return 1;
    }
}
