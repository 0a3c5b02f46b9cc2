// Options of the command line, and the messages about wrong ones.
#include "command_line.hpp"
#include "kb/kb_verbs.hpp"
#include "predict/predict_command.hpp"
#include "prune/prune_command.hpp"
#include "report/report_command.hpp"
#include "shared/messages.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace {

using namespace proxima::cli;
using namespace proxima::text;
using Words = std::vector<const char*>;

Request parse(Words words) {
    words.insert(words.begin(), "proxima");
    return parse_command_line(static_cast<int>(words.size()), words.data());
}

template <typename Options>
Options options(Words words) {
    return std::any_cast<Options>(std::get<Verb>(parse(std::move(words))).options);
}

TEST(CommandLine, OptionsReachTheirVerb) {
    const auto report =
        options<ReportOptions>({"report", "--depth", "3", "run1", "--min-share", "2.5", "--json",
                                "--width=100", "--color", "never"});
    EXPECT_EQ(report.run, "run1");
    EXPECT_EQ(report.filter.depth, 3U);
    EXPECT_DOUBLE_EQ(report.filter.min_share.value(), 0.025);
    EXPECT_TRUE(report.json);
    EXPECT_EQ(report.width, 100U);
    EXPECT_EQ(report.color, ColorChoice::never);
    const auto prune =
        options<PruneOptions>({"prune", "run", "--alpha", "0.05", "--dot", "--models", "m", "--at",
                               "n=1e6", "--at", "p=2", "--implementation", "a=B"});
    EXPECT_EQ(prune.alpha, 0.05);
    EXPECT_EQ(prune.format, PruneFormat::dot);
    EXPECT_EQ(prune.values, (std::map<std::string, double>{{"n", 1e6}, {"p", 2}}));
    EXPECT_EQ(prune.implementations.at("a"), "B");
    const auto predict =
        options<PredictOptions>({"predict", "--application", "a.json", "--platform", "b.json",
                                 "c.json", "--over", "p=2..4"});
    EXPECT_EQ(predict.platforms.size(), 2U);
    EXPECT_EQ(predict.over->values, (std::vector<double>{2, 3, 4}));
}

struct Refused {
    Words words;
    const char* said;
};

TEST(CommandLine, SaysWhatIsWrong) {
    for (const auto& [words, said] : std::vector<Refused>{
             {{"reprot"}, "did you mean report?"},
             {{"report", "--widht", "3"}, "did you mean --width?"},
             {{"frobnicate"}, "`frobnicate`"},
             {{}, "report, "},
             {{"report", "--depth", "0"}, "--depth: `0`"},
             {{"report", "--color", "red"}, "always, auto, never"},
             {{"report", "a", "b"}, "b"},
             {{"records", "--csv", "--jsonl"}, "--csv"},
             {{"convert", "--to", "dot", "--min-share", "101"}, "--min-share"},
             {{"fit", "--level", "100"}, "--level: `100`"},
             {{"fit", "--level", "nan"}, "--level: `nan`"},
             {{"prune", "run", "--alpha", "1"}, "--alpha"},
             {{"prune", "run", "--alpha", "nan"}, "--alpha"},
             {{"prune", "run", "--models", "m", "--at", "n=1x"}, "n=1x"},
             {{"prune", "run", "--at", "n=1"}, "--models"},
             {{"select"}, "SELECTION"},
             {{"select", "s.json", "--seconds", "-1"}, "--seconds"},
             {{"select", "s.json", "--alternatives", "0"}, "--alternatives"},
             {{"predict"}, "--application"},
             {{"predict", "--application", "a.json", "--over", "p=4..2"}, "p=4..2"},
             {{"predict", "--application", "a.json", "--over", "p=nan"}, "p=nan"},
             {{"predict", "--application", "a.json", "--hold-out", "p=1"}, "--fit"},
             {{"kb"}, "statistics, "},
             {{"kb", "--base", "x"}, "statistics, "},
             {{"kb", "lst"}, "did you mean list?"},
             {{"kb", "--base", "x", "lst"}, "did you mean list?"},
             {{"kb", "add", "x", "--metadata", "y"}, "y"},
             {{"kb", "list", "--width", "-3"}, "--width"},
             {{"kb", "list", "--csv", "--json"}, "--csv"},
             {{"kb", "statistics", "--where", "n"}, "n"}}) {
        try {
            parse(words);
            ADD_FAILURE() << "taken: " << words.back();
        } catch (const UsageError& error) {
            const std::string text = error.what();
            EXPECT_NE(text.find(said), std::string::npos) << text;
            EXPECT_LT(text.size(), 400U) << text;
        }
    }
}

TEST(CommandLine, ConditionsOnParametersAreValuesRangesOrText) {
    const auto range = parameter_filter("n=1..2.5e3");
    EXPECT_EQ(range.name, "n");
    EXPECT_EQ(range.low, 1);
    EXPECT_EQ(range.high, 2500);
    EXPECT_FALSE(parameter_filter("v.size=-3..").high.has_value());
    EXPECT_EQ(parameter_filter("n=..7").high, 7);
    EXPECT_EQ(parameter_filter("n=7").low, 7);
    EXPECT_EQ(parameter_filter("mode=strided").text, "strided");
    for (const auto* wrong : {"", "n", "n=", "=3", "n=5..1"}) {
        EXPECT_THROW(parameter_filter(wrong), UsageError) << wrong;
    }
}

} // namespace
