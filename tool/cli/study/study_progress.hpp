// How far a study is, for somebody who waits.
#pragma once

#include "study/running/execution.hpp"

namespace proxima::cli {

/// A line on standard error that is overwritten; nothing at all unless that is a terminal.
class StudyProgress {
public:
    StudyProgress();
    StudyProgress(const StudyProgress&) = delete;
    StudyProgress& operator=(const StudyProgress&) = delete;
    ~StudyProgress();

    void show(const study::Standing& standing);

    /// Makes room for a message.
    void clear();

private:
    bool visible_;
    bool has_line_ = false;
};

} // namespace proxima::cli
