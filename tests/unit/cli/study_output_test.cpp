// Which line of a run's output says why it failed.
#include "study/running/output_lines.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <unistd.h>

namespace {

using namespace proxima::study;

std::string telling_of(const std::string& output) {
    std::string name = testing::TempDir() + "output-XXXXXX";
    ::close(::mkstemp(name.data()));
    std::ofstream(name) << output;
    const auto line = telling_line(name);
    std::filesystem::remove(name);
    return line;
}

TEST(OutputOfFailedRuns, WhatCallsItselfAnErrorComesFirst) {
    EXPECT_EQ(telling_of("start\nfailed to warm up, going on\nproxima: error: no such class\n"
                         "error: and what follows from it\n-------\nthe end\n"),
              "proxima: error: no such class");
    EXPECT_EQ(telling_of("terminate called after throwing an instance of 'std::runtime_error'\n"
                         "  what():  the grid is empty\nAborted\n"),
              "what():  the grid is empty");
}

TEST(OutputOfFailedRuns, AResultIsNoComplaint) {
    EXPECT_EQ(telling_of("L1 error = 0.25\nerror 3\ncannot go on\nbye\n"), "cannot go on");
}

TEST(OutputOfFailedRuns, LaunchersFrameWhatTheySay) {
    EXPECT_EQ(
        telling_of("-----------------------\nThere are not enough slots available in the "
                   "system to satisfy the 4\nslots that were requested.\n-----------------\n"),
        "There are not enough slots available in the system to satisfy the 4");
}

TEST(OutputOfFailedRuns, ElseTheLastLineWithLetters) {
    EXPECT_EQ(telling_of("one\ntwo\n------\n\n  \n"), "two");
    EXPECT_EQ(telling_of("\n"), "");
}

} // namespace
