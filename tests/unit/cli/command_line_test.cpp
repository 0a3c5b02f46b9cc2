// What the words of the command line ask for, and what is said when they ask for nothing.
#include "command_line.hpp"
#include "run/messages.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <utility>

namespace {

using namespace proxima::cli;

Request parse(std::vector<const char*> words) {
    words.insert(words.begin(), "proxima");
    return parse_command_line(static_cast<int>(words.size()), words.data());
}

template <typename Options>
Options options(std::vector<const char*> words) {
    return std::get<Options>(std::get<Command>(parse(std::move(words))));
}

std::string complaint(std::vector<const char*> words) {
    try {
        parse(std::move(words));
    } catch (const UsageError& error) {
        return error.what();
    }
    return "no complaint";
}

TEST(CommandLine, Predict) {
    const auto range =
        options<PredictOptions>({"predict", "--application", "a.json", "--platform", "b.json",
                                 "c.json", "--at", "n=5", "--over", "p=2..4"});
    EXPECT_EQ(range.platforms.size(), 2U);
    EXPECT_EQ(range.values.at("n"), 5);
    EXPECT_EQ(range.over->values, (std::vector<double>{2, 3, 4}));
    const auto list =
        options<PredictOptions>({"predict", "--application", "a.json", "--over", "p=1,2.5,8"});
    EXPECT_EQ(list.over->values, (std::vector<double>{1, 2.5, 8}));
    for (const auto* wrong : {"p", "p=", "p=4..2", "p=1..1e9", "p=1,,2", "p=x", "p=nan"}) {
        EXPECT_NE(complaint({"predict", "--application", "a.json", "--over", wrong}),
                  "no complaint")
            << wrong;
    }
    EXPECT_NE(complaint({"predict"}), "no complaint");
    EXPECT_NE(complaint({"predict", "--application", "a.json", "--hold-out", "p=1"}),
              "no complaint");
}

TEST(CommandLine, CalibrateIsBelowNode) {
    const auto given =
        options<CalibrateOptions>({"node", "calibrate", "-o", "here.json", "--megabytes", "8"});
    EXPECT_EQ(given.output, "here.json");
    EXPECT_EQ(given.megabytes, 8U);
}

TEST(CommandLine, Report) {
    const auto plain = options<ReportOptions>({"report"});
    EXPECT_EQ(plain.run, "");
    EXPECT_TRUE(plain.parameters);
    EXPECT_FALSE(plain.json);
    const auto full =
        options<ReportOptions>({"report", "--depth", "3", "run1", "--min-share", "2.5", "--json",
                                "--no-parameters", "--width=100", "--color", "never"});
    EXPECT_EQ(full.run, "run1");
    EXPECT_EQ(full.filter.depth, 3U);
    EXPECT_DOUBLE_EQ(full.filter.min_share.value(), 0.025);
    EXPECT_TRUE(full.json);
    EXPECT_FALSE(full.parameters);
    EXPECT_EQ(full.width, 100U);
    EXPECT_EQ(full.color, ColorChoice::never);
}

TEST(CommandLine, Records) {
    EXPECT_EQ(options<RecordsOptions>({"records"}).format, RecordsFormat::csv);
    const auto two =
        options<RecordsOptions>({"records", "--method", "f", "--method", "g", "run1", "--jsonl"});
    EXPECT_EQ(two.methods, (std::vector<std::string>{"f", "g"}));
    EXPECT_EQ(two.run, "run1");
    EXPECT_EQ(two.format, RecordsFormat::json_lines);
}

TEST(CommandLine, CallGraph) {
    const auto dot = options<CallGraphOptions>({"callgraph", "--dot", "--min-share", "0"});
    EXPECT_EQ(dot.format, CallGraphFormat::dot);
    EXPECT_DOUBLE_EQ(dot.filter.min_share.value(), 0);
}

TEST(CommandLine, Diff) {
    EXPECT_EQ(options<DiffOptions>({"diff", "a", "b"}).runs, (std::vector<std::string>{"a", "b"}));
    const auto groups = options<DiffOptions>({"diff", "a", "b", "--", "c", "--fail-above", "5%"});
    EXPECT_EQ(groups.runs, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(groups.others, (std::vector<std::string>{"c"}));
    EXPECT_DOUBLE_EQ(groups.fail_above.value(), 0.05);
}

TEST(CommandLine, SaysWhatIsWrongAndWhatToDo) {
    EXPECT_EQ(complaint({"reprot"}),
              "there is no verb `reprot`; did you mean report? (see proxima --help)");
    EXPECT_EQ(complaint({"frobnicate"}), "there is no verb `frobnicate` (see proxima --help)");
    const auto without_verb = complaint({});
    EXPECT_EQ(without_verb.rfind("there is no verb; verbs are report, ", 0), 0) << without_verb;
    EXPECT_EQ(complaint({"report", "--depth", "0"}),
              "--depth: `0` is not a whole number above 0; see proxima report --help");
    EXPECT_EQ(complaint({"report", "--color", "red"}),
              "--color: `red` is not auto, always or never; see proxima report --help");
    EXPECT_EQ(complaint({"fit", "--level", "100"}),
              "--level: `100` is not a percentage above 0 and below 100; see proxima fit --help");
    EXPECT_NE(complaint({"callgraph"}).find("--dot,--folded,--json"), std::string::npos);
    EXPECT_NE(complaint({"callgraph", "--dot", "--json"}), "no complaint");
    EXPECT_NE(complaint({"records", "--csv", "--jsonl"}), "no complaint");
    EXPECT_NE(complaint({"report", "a", "b"}), "no complaint");
    EXPECT_NE(complaint({"callgraph", "--dot", "--min-share", "101"}), "no complaint");
}

TEST(CommandLine, NumbersOutOfRangeAreSaidShortly) {
    for (const auto& words :
         std::vector<std::vector<const char*>>{{"kb", "list", "--width", "0"},
                                               {"kb", "list", "--width", "-3"},
                                               {"select", "s.json", "--seconds", "nan"},
                                               {"prune", "--alpha", "nan"},
                                               {"fit", "--level", "nan"}}) {
        const auto said = complaint(words);
        EXPECT_NE(said.find("` is not a "), std::string::npos) << said;
        EXPECT_LT(said.size(), 120U) << said;
    }
}

TEST(CommandLine, HelpNamesEveryOptionInEightyColumns) {
    const std::vector<std::pair<const char*, const char*>> wanted{
        {"report", "--connections"},   {"records", "--stats"},    {"callgraph", "--folded"},
        {"recover", "callgraph.json"}, {"run", "--measure WHAT"}, {"assembly", "--rc"},
        {"select", "--seconds"},       {"fit", "--plot"}};
    for (const auto& [verb, option] : wanted) {
        const auto help = std::get<std::string>(parse({verb, "--help"}));
        EXPECT_NE(help.find(option), std::string::npos) << help;
        std::istringstream lines(help);
        for (std::string line; std::getline(lines, line);) {
            EXPECT_LE(line.size(), 82U) << line;
        }
    }
    EXPECT_NE(std::get<std::string>(parse({"--help"})).find("  records "), std::string::npos);
    EXPECT_EQ(std::get<std::string>(parse({"--version"})).rfind("proxima ", 0), 0U);
}

} // namespace
