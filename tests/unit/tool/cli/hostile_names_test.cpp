// Hostile names in foreign files cannot control a terminal or make another program run commands.
#include "convert/convert_command.hpp"
#include "diff/diff_command.hpp"
#include "fit/fit_command.hpp"
#include "kb/kb_command.hpp"
#include "prune/prune_command.hpp"
#include "records/records_command.hpp"
#include "report/report_command.hpp"
#include "select/select_command.hpp"
#include "verbs_fixture.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <termios.h>

namespace {

using namespace proxima::cli;
using namespace proxima::text;
using namespace proxima::rundir::test;
using test::Answer;
using test::Verbs;

// Sets the title of a terminal, colours it (C1), and runs commands where a shell sees it.
const std::string hostile = "\033]0;x\007\n\xc2\x9b"
                            "31m\"\\'`touch marker`$(touch marker)";

class HostileNames : public Verbs {
protected:
    void write_hostile_run() {
        RecordFileBuilder file;
        file.thread(0).method("Port" + hostile, "call" + hostile, "void call()",
                              {{0, "n" + hostile, "int"}, {5, "text", "std::string"}});
        file.node(0, 0, "instance" + hostile).node(1, 0, "other" + hostile);
        std::vector<TestInvocation> invocations;
        std::uint64_t now = clock_start;
        for (std::uint64_t i = 0; i < 60; ++i) {
            const std::uint64_t n = std::uint64_t{4} << (i % 6);
            auto words = text_words(hostile.substr(0, 31));
            words.insert(words.begin(), n);
            invocations.push_back({2, now, now + 1000 * n, 0, words});
            invocations.push_back({1, now, now + 2000 * n, 0, words});
            now += 3000 * n;
        }
        file.block(invocations);
        directory_.write("records/0-0.rec", file.bytes());
        directory_.write("run.json", R"({"format": 1, "complete": false, "end": null,
 "command": ["\u001b]0;x\u0007"], "host": "\u009b31m", "clock": {"name": "tsc",
 "ticks_per_second": 1e9, "start": {"ticks": 1000, "monotonic_ns": 5000, "realtime_ns": 9000}},
 "losses": {"invocations": 1, "reasons": ["\u001b[2J"]}})");
    }

    std::string path() const { return directory_.path().string(); }
};

void expect_harmless(const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        const bool is_c1 =
            c == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
        ASSERT_TRUE((c >= 0x20 || c == '\n') && c != 0x7f && !is_c1)
            << "byte " << static_cast<int>(c) << " behind\n"
            << text.substr(0, i);
    }
}

void expect_harmless(const Answer& answer) {
    EXPECT_FALSE(answer.text.empty());
    expect_harmless(answer.text);
    expect_harmless(answer.messages);
}

template <typename Options, typename Verb>
Answer answer_of(Options options, Verb verb) {
    return test::answer_of([&](Output& output) { return verb(options, output); });
}

TEST_F(HostileNames, AreHarmlessInEveryText) {
    write_hostile_run();
    ReportOptions options;
    options.bins = true;
    expect_harmless(report(options));
    options.by = ReportBy::thread;
    options.flat = true;
    expect_harmless(report(options));
    PruneOptions prune;
    prune.run = path();
    expect_harmless(answer_of(prune, run_prune));
    FitArguments fit;
    fit.sources = {path()};
    expect_harmless(answer_of(fit, run_fit));
    fit.verbose = true;
    expect_harmless(answer_of(fit, run_fit));
    DiffOptions diff;
    diff.runs = {path(), path()};
    expect_harmless(answer_of(diff, run_diff));
    diff.json = true;
    expect_harmless(answer_of(diff, run_diff));
    for (const auto* format :
         {"hatchet", "collapsed", "dot", "openmetrics", "chrome", "speedscope"}) {
        expect_harmless(answer_of(ConvertOptions{path(), format}, run_convert));
    }
    expect_harmless(recover());
    KbOptions kb;
    kb.base = directory_.path() / "test.kb";
    kb.verb = KbVerb::add;
    kb.sources = {path()};
    kb.filter.experiment = hostile;
    expect_harmless(answer_of(kb, run_kb));
    kb.verb = KbVerb::statistics;
    expect_harmless(answer_of(kb, run_kb));
}

TEST_F(HostileNames, AreHarmlessInASelection) {
    const std::string name = R"(\u001b]0;x\u0007\u009b)";
    directory_.write("models.json",
                     R"({"format": 1, "models": [
        {"implementation": "A)" +
                         name + R"(", "metric": "exclusive", "method": "integrate", "mean": "1"},
        {"implementation": "B)" +
                         name +
                         R"(", "metric": "exclusive", "method": "integrate", "mean": "2"}]})");
    directory_.write("selection.json", R"({"format": 1, "models": ["models.json"], "families": [
        {"name": "f)" + name + R"(", "instances": ["monte_carlo"],
         "implementations": ["A)" + name + R"(", "B)" +
                                           name + R"("]}]})");
    write_run(true);
    SelectOptions options;
    options.selection = directory_.path() / "selection.json";
    options.runs = {path()};
    expect_harmless(answer_of(options, run_select));
}

TEST_F(HostileNames, AreNamesForGraphviz) {
    if (std::system("dot -V 2> /dev/null") != 0) {
        GTEST_SKIP() << "Graphviz is not installed";
    }
    write_hostile_run();
    PruneOptions prune;
    prune.run = path();
    prune.format = PruneFormat::dot;
    for (const auto& graph : {call_graph("dot"), answer_of(prune, run_prune)}) {
        directory_.write("graph.dot", graph.text);
        const auto line = "cd " + path() + " && dot -Tsvg -o graph.svg graph.dot";
        EXPECT_EQ(std::system(line.c_str()), 0);
        EXPECT_NE(contents_of("graph.svg").find("marker)"), std::string::npos);
        EXPECT_FALSE(std::filesystem::exists(directory_.path() / "marker"));
    }
}

// The same output carries the data of `proxima records --csv`.
TEST_F(HostileNames, DoNotReachATerminal) {
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) {
        GTEST_SKIP() << "needs a pseudo terminal: posix_openpt: " << std::strerror(errno);
    }
    const int shown = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    if (shown < 0) {
        GTEST_SKIP() << "needs a pseudo terminal: " << ptsname(terminal) << ": "
                     << std::strerror(errno);
    }
    termios raw{};
    tcgetattr(shown, &raw);
    cfmakeraw(&raw);
    tcsetattr(shown, TCSANOW, &raw);
    Output output(shown);
    output.write("\033[1;31mred\033[0m\n" + hostile + "\n\033[2J gr\xc3\xbc\xc3\x9f");
    output.flush();
    std::string text(1000, '\0');
    const auto size = ::read(terminal, text.data(), text.size());
    ASSERT_GT(size, 0);
    text.resize(static_cast<std::size_t>(size));
    EXPECT_EQ(text, "\033[1;31mred\033[0m\n?]0;x?\n??31m\"\\'`touch marker`$(touch marker)\n?[2J gr"
                    "\xc3\xbc\xc3\x9f");
    close(shown);
    close(terminal);
}

} // namespace
