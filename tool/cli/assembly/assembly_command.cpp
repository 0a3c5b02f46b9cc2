#include "assembly/assembly.hpp"
#include "commands.hpp"

namespace proxima::cli {

int run_assembly_verb(const AssemblyOptions& options, Output& output) {
    const assembly::Assembly read = assembly::read_assembly(options.file);
    switch (options.format) {
    case AssemblyFormat::dot:
        output.write(assembly::to_dot(read));
        break;
    case AssemblyFormat::json:
        output.write(assembly::to_json(read));
        break;
    case AssemblyFormat::script:
        output.write(assembly::to_script(read));
        break;
    }
    return 0;
}

} // namespace proxima::cli
