#include <proxima/assembly/assembly.hpp>

int main() {
    const auto assembly = proxima::assembly::parse_script("app.rc", "instantiate Driver driver\n");
    return assembly.commands.size() == 1 && !to_json(assembly).empty() ? 0 : 1;
}
