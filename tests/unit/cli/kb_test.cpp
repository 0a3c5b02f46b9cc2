// `proxima kb` on the sample run: its words, what is kept of records, and how tables look.
#include "assembly/assembly.hpp"
#include "command_line.hpp"
#include "kb/assembly_warnings.hpp"
#include "kb/kb_filters.hpp"
#include "run/messages.hpp"
#include "text/text.hpp"
#include "verbs_fixture.hpp"

#include <proxima/knowledge/error.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace {

using namespace proxima::cli;

class Kb : public test::Verbs {
protected:
    test::Answer kb(KbOptions options) {
        options.base = base_.path() / "test.kb";
        options.width = 80;
        return test::answer_of([&](Output& output) { return run_kb(options, output); });
    }
    test::Answer add(KbOptions options = {}) {
        options.verb = KbVerb::add;
        if (options.sources.empty()) {
            options.sources = {directory_.path()};
        }
        return kb(options);
    }
    nlohmann::json query(KbOptions options = {}) {
        options.verb = KbVerb::query;
        options.format = RowFormat::json;
        return nlohmann::json::parse(kb(options).text);
    }

    test::TemporaryDirectory base_;
};

KbOptions parse(std::vector<const char*> words) {
    words.insert(words.begin(), {"proxima", "kb"});
    return std::get<KbOptions>(
        std::get<Command>(parse_command_line(static_cast<int>(words.size()), words.data())));
}

TEST_F(Kb, KeepsAllInvocationsByTheirParameters) {
    write_run(true);
    EXPECT_EQ(add().status, 0);
    KbOptions options;
    options.component = "monte_carlo";
    const auto rows = query(options);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0]["parameters"], "points=1000, rule=closed");
    EXPECT_EQ(rows[1]["parameters"], "points=2000, rule=closed");
    EXPECT_EQ(rows[0]["calls"], 1);
    EXPECT_NEAR(rows[0]["mean_us"].get<double>(), 1000, 1e-6); // a microsecond a point
    EXPECT_NEAR(rows[0]["communication_us"].get<double>(), 5, 1e-6);
    options.component = "generator";
    EXPECT_EQ(query(options)[0]["calls"], 2000);
    options = {};
    options.component = "sine";
    options.where = {"x=0.5..0.6"};
    std::uint64_t calls = 0;
    for (const auto& row : query(options)) {
        calls += row["calls"].get<std::uint64_t>();
    }
    // i / 1000 in each of two, and (i + 0.5) / 25 of midpoint's: 0.5, 0.54, 0.58.
    EXPECT_EQ(calls, 2U * 101U + 3U);
}

TEST_F(Kb, AKilledRunIsTheSameOnceItIsRecovered) {
    write_run(false);
    EXPECT_EQ(add().status, 0);
    EXPECT_NE(recover().text + contents_of("callgraph.json"), "");
    const auto again = add();
    EXPECT_NE(again.text.find("is there already, as trial 1"), std::string::npos) << again.text;
}

TEST_F(Kb, TablesFitEightyColumns) {
    write_run(true);
    add();
    for (const auto* what : {"", "trials", "experiments", "machines", "implementations"}) {
        KbOptions options;
        options.table = what;
        const auto answer = kb(options);
        EXPECT_EQ(answer.status, 0);
        std::istringstream lines(answer.text);
        for (std::string line; std::getline(lines, line);) {
            EXPECT_LE(display_width(line), std::string(what) == "trials" ? 110U : 80U) << line;
        }
    }
}

TEST_F(Kb, ControlCharactersOfNamesReachNoTerminal) {
    write_run(true);
    KbOptions options;
    options.experiment = "bad\033[31mname";
    add(options);
    KbOptions list;
    list.table = "experiments";
    EXPECT_EQ(kb(list).text.find('\033'), std::string::npos);
}

TEST_F(Kb, ANameIsForOne) {
    write_run(true);
    KbOptions options;
    options.sources = {directory_.path(), directory_.path()};
    options.name = "both";
    EXPECT_THROW(add(options), UsageError);
    EXPECT_FALSE(std::filesystem::exists(base_.path() / "test.kb"));
}

TEST(KbAssemblies, OneThatWasNotRunIsSaid) {
    proxima::knowledge::Assembly assembly;
    assembly.implementations = {{"driver", "Driver"}, {"flux", "Flux"}};
    assembly.connections = {{"driver", "flux_in", "flux", "flux_out"}};
    std::vector<Called> called{{"driver", {"framework", "go", "go"}},
                               {"flux", {"driver", "flux_in", "flux_out"}}};
    EXPECT_TRUE(assembly_warnings(assembly, called).empty());
    called.push_back({"states", {}});
    called.push_back({"flux", {"limiter", "flux_in", "flux_out"}});
    const auto said = assembly_warnings(assembly, called);
    ASSERT_EQ(said.size(), 1U);
    EXPECT_NE(said[0].find("calls of limiter.flux_in to flux.flux_out, states, which"),
              std::string::npos)
        << said[0];
}

TEST_F(Kb, ImplementationsAreOfInstancesThatWereRun) {
    write_run(true);
    KbOptions options;
    options.implementations = {"sin=Sine"};
    EXPECT_THROW(add(options), UsageError);
    EXPECT_FALSE(std::filesystem::exists(base_.path() / "test.kb"));
    options.implementations = {"sine=Sine"};
    EXPECT_EQ(add(options).status, 0);
}

TEST_F(Kb, AnAssemblyOfNothingIsNone) {
    directory_.write("empty.rc", "# nothing\n");
    KbOptions options;
    options.sources = {directory_.path() / "empty.rc"};
    EXPECT_THROW(add(options), proxima::assembly::AssemblyError);
    EXPECT_FALSE(std::filesystem::exists(base_.path() / "test.kb"));
}

TEST_F(Kb, ThatThereAreNoModelsIsSaid) {
    write_run(true);
    add();
    KbOptions models;
    models.verb = KbVerb::models;
    EXPECT_NE(kb(models).messages.find("the base has no models; add"), std::string::npos);
    models.component = "sine";
    EXPECT_NE(kb(models).messages.find("without filters"), std::string::npos);
}

TEST_F(Kb, WithoutABaseThereIsNothingToAsk) {
    EXPECT_THROW(query(), proxima::knowledge::Error);
    KbOptions models;
    models.verb = KbVerb::models;
    EXPECT_THROW(kb(models), proxima::knowledge::Error);
}

TEST(KbCommandLine, Add) {
    const auto options =
        parse({"add", "run1", "run2", "--experiment", "e", "--metadata", "a=b", "--metadata",
               "c==d", "--implementation", "flux=EFM", "--base", "x.kb", "--combinations", "10"});
    EXPECT_EQ(options.verb, KbVerb::add);
    EXPECT_EQ(options.sources, (std::vector<std::string>{"run1", "run2"}));
    EXPECT_EQ(options.metadata, (std::vector<std::string>{"a=b", "c==d"}));
    EXPECT_EQ(options.implementations, (std::vector<std::string>{"flux=EFM"}));
    EXPECT_EQ(options.experiment, "e");
    EXPECT_EQ(options.base, "x.kb");
    EXPECT_EQ(options.most_combinations, 10U);
    EXPECT_EQ(parse({"add", "run1", "--trial", "t"}).name, "t");
}

TEST(KbCommandLine, OtherVerbs) {
    EXPECT_EQ(parse({"list"}).verb, KbVerb::list);
    EXPECT_EQ(parse({"list", "trials", "--csv"}).format, RowFormat::csv);
    EXPECT_EQ(parse({"query", "--where", "n>=3", "--where", "m=1"}).where.size(), 2U);
    const auto models = parse({"models", "--on", "epyc", "--all", "-o", "m.json"});
    EXPECT_EQ(models.verb, KbVerb::models);
    EXPECT_TRUE(models.all);
    EXPECT_EQ(parse({"export", "--models", "--component", "c"}).verb, KbVerb::export_base);
    EXPECT_THROW(parse({"export", "--component", "c"}), UsageError);
    EXPECT_THROW(parse({"export", "--csv", "--models"}), UsageError);
    EXPECT_THROW(parse({}), UsageError);
    EXPECT_THROW(parse({"lst"}), UsageError);
    EXPECT_THROW(parse({"add"}), UsageError);
    EXPECT_THROW(parse({"add", "x", "--metadata", "y"}), UsageError);
}

TEST(KbCommandLine, HelpFitsEightyColumns) {
    for (const auto* verb : {"--help", "add", "list", "query", "models", "export"}) {
        const char* words[] = {"proxima", "kb", verb, "--help"};
        std::istringstream lines(std::get<std::string>(parse_command_line(4, words)));
        for (std::string line; std::getline(lines, line);) {
            EXPECT_LE(line.size(), 80U) << line;
        }
    }
}

TEST(KbFilters, ConditionsOnParameters) {
    const auto range = parameter_filter("n=1..2.5e3");
    EXPECT_EQ(range.name, "n");
    EXPECT_EQ(range.low, 1);
    EXPECT_EQ(range.high, 2500);
    EXPECT_EQ(parameter_filter("v.size>=-3").low, -3);
    EXPECT_FALSE(parameter_filter("v.size>=-3").high.has_value());
    EXPECT_EQ(parameter_filter("n<=7").high, 7);
    EXPECT_EQ(parameter_filter("n=7").low, 7);
    EXPECT_EQ(parameter_filter("n=7").high, 7);
    EXPECT_EQ(parameter_filter("mode=strided").text, "strided");
    EXPECT_EQ(parameter_filter("mode=nan").text, "nan");
    EXPECT_EQ(parameter_filter("path=../x").text, "../x");
    for (const auto* wrong :
         {"", "n", "n=", "=3", ">=3", "n>=", "n<=x", "n>3", "n=5..1", "n>=nan"}) {
        EXPECT_THROW(parameter_filter(wrong), UsageError) << wrong;
    }
}

} // namespace
