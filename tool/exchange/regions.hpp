// The regions of timelines: methods of instances, numbered over all threads of a run.
#pragma once

#include <proxima/rundir/record_reader.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace proxima::exchange {

struct Region {
    std::string name; // `instance.method`, with parameter types where overloaded
    std::string port;
    std::string signature;
    std::string location;                              // `flux_port.hpp:12`
    std::vector<rundir::RecordedParameter> parameters; // counters come last
};

class Regions {
public:
    explicit Regions(std::vector<rundir::RecordedMethod> methods) : methods_(std::move(methods)) {}

    void begin_thread() { of_call_paths_.clear(); }

    // The region of the method that `call_path` of the current thread ends with.
    std::size_t of(const rundir::Thread& thread, std::size_t call_path) {
        if (call_path >= of_call_paths_.size()) {
            follow(thread);
        }
        return of_call_paths_[call_path];
    }

    const std::vector<Region>& all() const { return regions_; }

private:
    void follow(const rundir::Thread& thread);

    std::vector<rundir::RecordedMethod> methods_; // methods of the run
    std::vector<Region> regions_;
    std::map<std::vector<std::string>, std::size_t> numbers_;
    std::vector<std::size_t> of_call_paths_;
};

} // namespace proxima::exchange
