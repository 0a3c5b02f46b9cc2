#include <proxima/assembly/assembly.hpp>

int main() {
    const proxima::assembly::Assembly assembly{};
    return assembly.commands.empty() && !to_json(assembly).empty() ? 0 : 1;
}
