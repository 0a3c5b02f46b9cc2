#include "exchange/regions.hpp"

namespace proxima::exchange {

void Regions::follow(const rundir::Thread& thread) {
    for (auto path = of_call_paths_.size(); path < thread.call_paths.size(); ++path) {
        const auto& called = thread.call_paths[path];
        const auto& method = thread.method(called);
        std::vector<std::string> key{called.instance, method.port, method.name, method.signature};
        for (const auto& parameter : method.parameters) {
            key.push_back(parameter.name);
            key.push_back(parameter.type_name);
        }
        const auto [known, is_new] = numbers_.emplace(std::move(key), regions_.size());
        if (is_new) {
            regions_.push_back({called.instance + "." + rundir::display_name(method, methods_),
                                method.port, method.signature, method.location, method.parameters});
        }
        of_call_paths_.push_back(known->second);
    }
}

} // namespace proxima::exchange
