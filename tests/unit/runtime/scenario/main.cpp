#include "scenario.hpp"

#include <cstdio>
#include <map>

namespace scenario {

namespace {

std::map<std::string, Scenario>& all() {
    static std::map<std::string, Scenario> scenarios;
    return scenarios;
}

} // namespace

Scenarios::Scenarios(std::initializer_list<std::pair<const char*, Scenario>> named) {
    all().insert(named.begin(), named.end());
}

} // namespace scenario

int main(int count, char** arguments) {
    const auto found = scenario::all().find(count > 1 ? arguments[1] : "");
    if (found == scenario::all().end()) {
        std::fputs("usage: proxima_test_scenario NAME [ARGUMENT...]\n", stderr);
        return 2;
    }
    return found->second(scenario::Arguments(arguments + 2, arguments + count));
}
