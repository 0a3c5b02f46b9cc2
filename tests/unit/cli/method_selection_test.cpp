// `--method` means the same in every verb.
#include "fit/fit_command.hpp"
#include "kb/kb_command.hpp"
#include "shared/messages.hpp"
#include "verbs_fixture.hpp"

#include <proxima/base/name_match.hpp>

#include <nlohmann/json.hpp>

#include <functional>
#include <set>

namespace {

using namespace proxima::cli;
using test::answer_of;
using Names = std::set<std::string>;

class MethodSelectionTest : public test::Verbs {
protected:
    void SetUp() override {
        Verbs::SetUp();
        write_run(true);
        KbOptions options;
        options.verb = KbVerb::add;
        options.base = (directory_.path() / "kb").string();
        options.sources = {directory_.path().string()};
        answer_of([&](Output& output) { return run_kb(options, output); });
    }

    Names in_records(const std::string& wanted) {
        RecordsOptions options;
        options.methods = {wanted};
        options.format = RecordsFormat::json_lines;
        Names names;
        std::istringstream lines(records(options).text);
        for (std::string line; std::getline(lines, line);) {
            names.insert(nlohmann::json::parse(line)["instance"].get<std::string>());
        }
        return names;
    }

    Names in_fit(const std::string& wanted) {
        FitOptions options;
        options.sources = {directory_.path().string()};
        options.methods = {wanted};
        options.json = true;
        Names names;
        const auto answer =
            answer_of([&](Output& output) { return run_fit(options, output); }).text;
        for (const auto& outcome : nlohmann::json::parse(answer)) {
            names.insert(outcome["component"].get<std::string>());
        }
        return names;
    }

    Names in_statistics(const std::string& wanted) {
        KbOptions options;
        options.verb = KbVerb::statistics;
        options.base = (directory_.path() / "kb").string();
        options.filter.methods = {wanted};
        options.format = RowFormat::json;
        Names names;
        const auto answer = answer_of([&](Output& output) { return run_kb(options, output); }).text;
        for (const auto& row : nlohmann::json::parse(answer)) {
            names.insert(row["component"].get<std::string>());
        }
        return names;
    }
};

TEST_F(MethodSelectionTest, IsTheSameInEveryVerb) {
    const Names both{"midpoint", "monte_carlo"};
    const std::vector<std::pair<const char*, Names>> cases{
        {"monte_carlo.integrate", {"monte_carlo"}},
        {"monte_carlo.*", {"monte_carlo"}},
        {"monte_carlo.integrate(double, double, int, Rule)", {"monte_carlo"}},
        {"integrator::Integrator::integrate", both},
        {"Integrator::integrate", both},
        {"integrate", both},
        {"integr?te", both},
        {"*::Integrator::*", both}};
    for (const auto& [wanted, instances] : cases) {
        EXPECT_EQ(in_records(wanted), instances) << "records " << wanted;
        EXPECT_EQ(in_fit(wanted), instances) << "fit " << wanted;
        EXPECT_EQ(in_statistics(wanted), instances) << "kb statistics " << wanted;
    }
    EXPECT_THROW(in_records("monte_carlo.integrat"), UsageError);
    EXPECT_THROW(in_fit("tegrate"), UsageError);
}

TEST(NameMatch, ParameterTypesTellOverloadsApart) {
    using proxima::base::means;
    EXPECT_TRUE(means("f(int)", {"a", "ns::P", "f(int)"}));
    EXPECT_FALSE(means("f(int)", {"a", "ns::P", "f(double)"}));
    EXPECT_TRUE(means("a.operator()", {"a", "ns::P", "operator()(void (*)(int))"}));
}

} // namespace
