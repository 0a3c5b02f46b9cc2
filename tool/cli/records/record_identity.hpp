// The text that all records of a call path have in common, made once.
#pragma once

#include <proxima/rundir/record_reader.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace proxima::cli {

/// `driver.go;flux.compute`: from the outermost call to this one. A `;` in a name becomes `:`.
std::string call_path_text(const rundir::Thread& thread, std::size_t call_path,
                           const std::vector<rundir::Method>& all);

/// Remembers a text for each call path of a thread.
class RecordIdentities {
public:
    using Maker = std::function<std::string(const rundir::Thread&, const rundir::CallPath&,
                                            const std::string& path)>;

    RecordIdentities(const std::vector<rundir::Method>& all, Maker make)
        : all_(all), make_(std::move(make)) {}

    void begin_thread() { texts_.clear(); }

    const std::string& of(const rundir::Thread& thread, std::size_t call_path) {
        if (call_path >= texts_.size() || texts_[call_path].empty()) {
            make(thread, call_path);
        }
        return texts_[call_path];
    }

private:
    void make(const rundir::Thread& thread, std::size_t call_path);

    std::vector<rundir::Method> all_;
    Maker make_;
    std::vector<std::string> texts_;
};

} // namespace proxima::cli
