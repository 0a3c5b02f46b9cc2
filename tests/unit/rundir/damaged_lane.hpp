// A lane whose files are to be damaged, and what reading it says.
#pragma once

#include "record_file_builder.hpp"

#include <proxima/rundir/record_reader.hpp>

#include <string>
#include <vector>

namespace proxima::rundir::test {

using Problems = std::vector<std::string>;

/// Reads everything, parameters too, for the sanitizers.
ReadOutcome read(const TemporaryDirectory& directory);

/// A method with parameters, and two nodes.
RecordFileBuilder definitions();

/// Five invocations of them.
std::vector<TestInvocation> some_invocations();

/// Whole, with two blocks.
std::string small_file();

/// A directory with one lane, whose files may have holes.
class HollowLane {
public:
    HollowLane(const std::string& record_file, const std::string& ring_file) {
        directory_.write("records/0-0.rec", record_file);
        directory_.write("records/0-0.ring", ring_file);
    }

    void enlarge(const std::string& name) const;

    ReadOutcome read_all() const { return read(directory_); }

private:
    TemporaryDirectory directory_;
};

} // namespace proxima::rundir::test
