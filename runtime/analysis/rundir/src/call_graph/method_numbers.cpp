#include <proxima/rundir/method_numbers.hpp>

#include <map>
#include <string>
#include <tuple>

namespace proxima::rundir {

MethodNumbers::MethodNumbers(const CallGraph& graph) {
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> known;
    for (std::size_t i = 0; i < graph.components.size(); ++i) {
        const auto& one = graph.components[i];
        const auto [entry, is_new] =
            known.try_emplace({one.name, one.port, one.signature}, components.size());
        if (is_new) {
            components.push_back(i);
        }
        of_component.push_back(entry->second);
    }
}

} // namespace proxima::rundir
