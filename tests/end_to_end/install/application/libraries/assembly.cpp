#include <proxima/assembly/assembly.hpp>

int main() {
    const proxima::assembly::Assembly assembly{};
    return assembly.commands.empty() && !to_script(assembly).empty() ? 0 : 1;
}
