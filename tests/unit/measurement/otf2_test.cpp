// The traces of one program, as otf2-print reads them.
#include "implementations.hpp"

#include <map>

namespace {

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++found;
    }
    return found;
}

TEST_F(Implementations, Otf2WritesTheTraceWhereTheProgramWasStarted) {
    for (const char* const trace : {"trace", "trace/", "trace/."}) {
        const Outcome outcome =
            run_with(std::string("OTHER_DIRECTORY=/ PROXIMA_MEASUREMENT=otf2:") + trace);
        EXPECT_EQ(outcome.output, answer);
        EXPECT_EQ(said(), overlap);
    }
    for (const char* const trace : {"trace", "trace-2", "trace-3"}) {
        const Outcome printed = run(std::string(PROXIMA_OTF2_PRINT) + " " + trace + "/traces.otf2");
        EXPECT_EQ(printed.status, 0) << trace;
    }
}

TEST_F(Implementations, Otf2WritesATraceThatCanBeReadBack) {
    const Outcome outcome = run_with("PROXIMA_MEASUREMENT=otf2:trace");
    EXPECT_EQ(outcome.status, 7);
    EXPECT_EQ(outcome.output, answer);
    EXPECT_EQ(said(), overlap);
    const Outcome printed = run(std::string(PROXIMA_OTF2_PRINT) + " trace/traces.otf2");
    EXPECT_EQ(printed.status, 0);
    EXPECT_EQ(said(), "");
    std::map<std::string, std::size_t> enters;
    std::map<std::string, std::size_t> leaves;
    std::istringstream lines(printed.output);
    for (std::string line; std::getline(lines, line);) {
        const auto name = line.find("Region: \"");
        if (name != std::string::npos) {
            auto& events = line.substr(0, 5) == "ENTER" ? enters : leaves;
            ++events[line.substr(name + 9, line.rfind('"') - name - 9)];
        }
    }
    const std::map<std::string, std::size_t> expected{{"integrate double (int)", 13},
                                                      {"work", 1},
                                                      {"fail", 1},
                                                      {"first", 1},
                                                      {"second", 2}, // before and after first
                                                      {"monitored", 1},
                                                      {"end", 100}};
    EXPECT_EQ(enters, expected);
    EXPECT_EQ(leaves, expected);
    EXPECT_EQ(count(printed.output, "(\"steps\" <"), 13U);
    EXPECT_EQ(count(printed.output, "(\"steps\" <0>; DOUBLE; 100)"), 3U);
    EXPECT_EQ(count(printed.output, "PARAMETER_INT64"), 13U);
    const Outcome definitions = run(std::string(PROXIMA_OTF2_PRINT) + " -G trace/traces.otf2");
    EXPECT_EQ(said(), "");
    EXPECT_EQ(count(definitions.output, "Type: CPU_THREAD"), 4U);
}

TEST_F(Implementations, Otf2StopsWhereFilesGetTooLarge) {
    // Larger than what the program itself writes, smaller than the events.
    const Outcome outcome =
        run("ulimit -f 1 && env -u PROXIMA PROXIMA_MEASUREMENT=otf2:trace " PROXIMA_INSTRUMENTED);
    EXPECT_EQ(outcome.status, 7);
    EXPECT_EQ(outcome.output, answer);
    EXPECT_EQ(said(), std::string(overlap) + "proxima: error: cannot write the trace in " +
                          fs::canonical(file("trace")).string() +
                          ": "
                          "File is too large; it stays incomplete\n");
}

TEST_F(Implementations, Otf2EndsWhatRunsWithItsThread) {
    const Outcome outcome =
        run("env -u PROXIMA PROXIMA_MEASUREMENT=otf2:trace " PROXIMA_LEFT_RUNNING);
    EXPECT_EQ(outcome.output, "main: here\n");
    const Outcome printed = run(std::string(PROXIMA_OTF2_PRINT) + " trace/traces.otf2");
    EXPECT_EQ(count(printed.output, "ENTER"), 2U);
    EXPECT_EQ(count(printed.output, "LEAVE"), 2U);
}

TEST_F(Implementations, Otf2SaysWhereItCannotWrite) {
    const Outcome outcome = run_with("PROXIMA_MEASUREMENT=otf2:/proc/nowhere/trace");
    EXPECT_EQ(outcome.status, 7);
    EXPECT_EQ(outcome.output, answer);
    EXPECT_EQ(said(), "proxima: error: in PROXIMA_MEASUREMENT: otf2: cannot make "
                      "/proc/nowhere/trace: No such file or directory; nothing is measured\n");
}

} // namespace
