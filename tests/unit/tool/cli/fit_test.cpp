// `proxima fit` on a run whose times are known, and on files in Extra-P's format.
#include "error_of.hpp"
#include "fit/fit_command.hpp"
#include "shared/messages.hpp"
#include "verbs_fixture.hpp"

#include <proxima/base/error.hpp>
#include <proxima/fit/model_file.hpp>

#include <nlohmann/json.hpp>

namespace proxima::cli {
namespace {

using namespace rundir::test;

class Fit : public test::Verbs {
protected:
    // 10 us + 3 us n, ten invocations at each of eight sizes, at 1 GHz; a tenth of it
    // communication. Each invocation may have counted something else.
    void write_sized_run(bool counters = false) {
        RecordFileBuilder file;
        std::vector<TestParameter> columns{{0, "n", "int"}, {3, "strided", "bool"}};
        if (counters) {
            columns.push_back({1, "PAGE_FAULTS", "counter in counts"});
        }
        file.thread(0).method("ns::Flux", "compute", "void compute(int, bool)", columns);
        file.node(0, 0, "fine");
        std::vector<TestInvocation> invocations;
        std::uint64_t now = clock_start;
        for (std::uint64_t n = 4; n <= 512; n *= 2) {
            for (std::uint64_t i = 0; i < 10; ++i) {
                const std::uint64_t duration = 10000 + 3000 * n + 100 * i;
                invocations.push_back({1, now, now + duration, duration / 10, {n, i % 2}});
                if (counters) {
                    invocations.back().words.push_back(duration);
                }
                now += duration;
            }
        }
        file.block(invocations);
        write_run(file);
    }

    void write_run(RecordFileBuilder& file) {
        directory_.write("run.json", R"({"format": 1, "complete": false, "host": "node17",
            "machine": {"processor": "EPYC"}})");
        directory_.write("records/0-0.rec", file.end().bytes());
    }

    test::Answer fit(const FitArguments& changes) {
        auto options = changes;
        if (options.sources.empty()) {
            options.sources = {directory_.path().string()};
        }
        return test::answer_of([&](text::Output& output) { return run_fit(options, output); });
    }

    std::vector<fit::Model> models_of(FitArguments options = {}) {
        options.output = (directory_.path() / "models.json").string();
        EXPECT_EQ(fit(options).status, 0);
        return fit::read_models(options.output);
    }

    std::string write_lines(const std::string& text) {
        directory_.write("m.jsonl", text);
        return (directory_.path() / "m.jsonl").string();
    }
};

TEST_F(Fit, SaysHowMuchTimeIsInCallsThatNoFormulaDescribes) {
    RecordFileBuilder file;
    file.thread(0).method("ns::Flux", "compute", "void compute(int)", {{0, "n", "int"}});
    file.node(0, 0, "fine");
    std::vector<TestInvocation> invocations;
    std::uint64_t now = clock_start;
    for (std::uint64_t n = 4; n <= 512; n *= 2) {
        for (std::uint64_t i = 0; i < 40; ++i) {
            const std::uint64_t slower = i == 20 ? 20 : 1;
            const std::uint64_t duration = slower * (10000 + 3000 * n + 100 * i);
            invocations.push_back({1, now, now + duration, 0, {n}});
            now += duration;
        }
    }
    file.block(invocations);
    write_run(file);
    const auto text = fit({}).text;
    EXPECT_NE(text.find("calls far slower than others with equal parameters take 34 % of the time"),
              std::string::npos) // 20 of 59 parts
        << text;
    write_sized_run();
    EXPECT_EQ(fit({}).text.find("far slower"), std::string::npos);
}

// Timers have no signature, and these the same parameters.
TEST_F(Fit, KeepsTimersApart) {
    RecordFileBuilder file;
    file.thread(0);
    for (const auto* name : {"sweep", "smooth"}) {
        file.method("proxima::measurement::Timer", name, "", {{0, "n", "integer"}});
    }
    file.node(0, 0, "default").node(0, 1, "default");
    std::vector<TestInvocation> invocations;
    std::uint64_t now = clock_start;
    for (std::uint64_t i = 0; i < 80; ++i) {
        const std::uint64_t n = 1 + i % 8;
        for (const std::uint32_t timer : {1, 2}) {
            invocations.push_back({timer, now, now + timer * 1000 * n, 0, {n}});
            now = invocations.back().end;
        }
    }
    file.block(invocations);
    write_run(file);
    const auto models = models_of();
    ASSERT_EQ(models.size(), 2U);
    EXPECT_NE(models[0].method, models[1].method);
    const std::vector<double> at{4};
    EXPECT_NEAR(models[0].mean(at) + models[1].mean(at), 12, 0.1);
}

TEST_F(Fit, PrintsRegimes) {
    std::string lines;
    for (int n = 100; n < 2000000; n *= 2) {
        const double time = n < 5000 ? 0.1 * n : 0.3 * n;
        lines += R"({"params": {"n": )" + std::to_string(n) + R"(}, "value": [)" +
                 std::to_string(time) + ", " + std::to_string(1.01 * time) + "]}\n";
    }
    FitArguments options;
    options.sources = {write_lines(lines)};
    const auto brief = fit(options).text;
    EXPECT_NE(brief.find("n < 4500: 0.1"), std::string::npos) << brief;
    EXPECT_NE(brief.find("; above: 0.30"), std::string::npos) << brief;
    options.verbose = true;
    EXPECT_NE(fit(options).text.find(" n; above: 0.30"), std::string::npos) << fit(options).text;
}

TEST_F(Fit, FindsTheModelsOfARun) {
    write_sized_run();
    FitArguments options;
    options.verbose = true;
    options.output = (directory_.path() / "models.json").string();
    const auto answer = fit(options);
    EXPECT_EQ(answer.status, 0) << answer.messages;
    EXPECT_NE(answer.text.find("fine.compute communication\n"), std::string::npos) << answer.text;
    const auto models = fit::read_models(options.output);
    ASSERT_EQ(models.size(), 3U);
    const double at[] = {100};
    // The last of the ten takes 0.9 us more than the first: 0.45 us on average.
    EXPECT_NEAR(models[0].mean(at), 310.45, 0.5);
    EXPECT_NEAR(models[1].mean(at), 310.45 * 0.9, 0.5);
    EXPECT_NEAR(models[2].mean(at), 310.45 * 0.1, 0.1);
    EXPECT_EQ(models[0].port, "ns::Flux");
    EXPECT_EQ(models[0].evidence.machine, "node17, EPYC");
    EXPECT_EQ(models[0].evidence.points, 80U);
    EXPECT_EQ(models[0].dropped, std::vector<std::string>{"strided"});
    EXPECT_EQ(models[0].inputs.front().domain->max, 512);
}

TEST_F(Fit, CountersAreMetricsAndNoParameters) {
    write_sized_run(true);
    auto models = models_of();
    ASSERT_EQ(models.size(), 3U);
    ASSERT_EQ(models[0].inputs.size(), 1U);
    EXPECT_EQ(models[0].inputs.front().parameter, "n");
    EXPECT_EQ(models[0].dropped, std::vector<std::string>{"strided"});
    FitArguments options;
    options.metric = "PAGE_FAULTS";
    models = models_of(options);
    ASSERT_EQ(models.size(), 1U);
    EXPECT_EQ(models[0].unit, "count");
    const double at[] = {100};
    EXPECT_NEAR(models[0].mean(at), 310450, 500); // each counted its nanoseconds
    options.metric = "CYCLES";
    EXPECT_THROW(fit(options), UsageError);
}

// Each of five sizes n, ten times: 2 us, a call of n us, 1 us, a call of n us, 3 us.
TEST_F(Fit, ExclusiveTimeIsWithoutMeasuredCallees) {
    RecordFileBuilder file;
    file.thread(0)
        .method("Outer", "run", "void run(int)", {{0, "n", "int"}})
        .method("Inner", "work", "void work(int)", {{0, "n", "int"}});
    file.node(0, 0, "outer").node(1, 1, "inner");
    std::vector<TestInvocation> invocations;
    std::uint64_t now = clock_start;
    for (std::uint64_t n = 1; n <= 16; n *= 2) {
        for (int i = 0; i < 10; ++i) {
            const auto first = now + 2000;
            const auto second = first + 1000 * n + 1000;
            const auto end = second + 1000 * n + 3000;
            invocations.push_back({2, first, first + 1000 * n, 0, {n}});
            invocations.push_back({2, second, second + 1000 * n, 0, {n}});
            invocations.push_back({1, now, end, 0, {n}});
            now = end;
        }
    }
    file.block(invocations);
    write_run(file);
    const auto models = models_of();
    ASSERT_EQ(models.size(), 3U); // inner.work calls nothing: its time is its own
    EXPECT_EQ(models[1].component, "outer");
    EXPECT_EQ(models[1].metric, "time");
    EXPECT_EQ(models[2].metric, "exclusive");
    EXPECT_EQ(models[2].unit, "us");
    const double at[] = {8};
    EXPECT_NEAR(models[1].mean(at), 22, 0.1);
    EXPECT_NEAR(models[2].inputs.empty() ? models[2].mean({}) : models[2].mean(at), 6, 0.01);
}

// The same instance with two classes behind it, as `proxima run` records them.
TEST_F(Fit, KeepsImplementationsApart) {
    write_sized_run();
    const auto place = directory_.path();
    FitArguments options;
    for (const std::string name : {"Godunov", "EFM"}) {
        const auto run = place / name;
        directory_.write(name + "/components.json",
                         R"({"format": 1, "classes": {"fine": ")" + name + "\"}}");
        std::filesystem::copy(place / "run.json", run / "run.json");
        std::filesystem::copy(place / "records", run / "records");
        options.sources.push_back(run.string());
    }
    options.metric = "time";
    options.output = (place / "models.json").string();
    const auto text = fit(options).text;
    EXPECT_NE(text.find("fine.compute (EFM) time"), std::string::npos) << text;
    const auto models = fit::read_models(options.output);
    ASSERT_EQ(models.size(), 2U);
    EXPECT_EQ(models[0].implementation, "EFM");
    EXPECT_EQ(models[1].implementation, "Godunov");
    EXPECT_EQ(models[1].component, "fine");
    EXPECT_EQ(models[1].evidence.runs, std::vector<std::string>{options.sources[0]});
    directory_.write("EFM/components.json", "{");
    EXPECT_THROW(fit(options), base::Error);
}

// The largest of eight points is five times what the others suggest; it may be where growth begins.
TEST_F(Fit, WarnsOfAModelThatMissesWhatItHasNotSeen) {
    std::string text;
    for (int n = 4; n <= 512; n *= 2) {
        text += "{\"params\":{\"n\":" + std::to_string(n) +
                "},\"value\":" + std::to_string(n == 512 ? 5 * n : n) + "}\n";
    }
    FitArguments options;
    options.sources = {write_lines(text)};
    EXPECT_NE(fit(options).text.find("  (!)\n"), std::string::npos);
    options.verbose = true;
    EXPECT_NE(fit(options).text.find("\n  warning   do not rely on this model: it misses points"),
              std::string::npos);
    options.json = true;
    options.output = (directory_.path() / "models.json").string();
    const auto json = nlohmann::json::parse(fit(options).text);
    const std::string warning = json[0]["model"]["warnings"][0];
    EXPECT_NE(warning.find("measure there again"), std::string::npos) << warning;
    EXPECT_EQ(fit::read_models(options.output).front().warnings, std::vector<std::string>{warning});
}

TEST_F(Fit, WithoutAModelSaysWhatToMeasureAndWritesNothing) {
    FitArguments options;
    options.sources = {write_lines("{\"params\": {\"n\": 8}, \"value\": [1, 2, 3, 4, 5]}\n")};
    options.output = (directory_.path() / "models.json").string();
    const auto answer = fit(options);
    EXPECT_EQ(answer.status, 1);
    EXPECT_NE(answer.text.find("measure n = 16, 32"), std::string::npos) << answer.text;
    EXPECT_NE(answer.messages.find("is not written"), std::string::npos) << answer.messages;
    options.sources = {write_lines("{\"params\": {\"n\": 8}, \"value\": [1, 2, 3]}\nnonsense\n")};
    EXPECT_THROW(fit(options), base::Error);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory_.path()), {}), 1);
}

TEST_F(Fit, KnowsWhichMetricsAndMethodsThereAre) {
    write_sized_run();
    FitArguments options;
    options.metric = "speed";
    EXPECT_THROW(fit(options), UsageError);
    options.metric = "";
    options.methods = {"compote"};
    EXPECT_THROW(fit(options), UsageError);
    options.methods = {"compute"};
    options.metric = "communication";
    EXPECT_EQ(fit(options).text.find("fine.compute time"), std::string::npos);
}

TEST_F(Fit, MoreThanSixteenRanksAreNotFittedApart) {
    write_sized_run();
    for (std::uint32_t rank = 1; rank <= 16; ++rank) {
        RecordFileBuilder file(rank);
        directory_.write("records/" + std::to_string(rank) + "-0.rec",
                         file.thread(0).end().bytes());
    }
    FitArguments options;
    EXPECT_EQ(fit(options).status, 0);
    options.by_rank = true;
    EXPECT_NE(unit::error_of([&] { fit(options); }).find("17 ranks"), std::string::npos);
}

} // namespace
} // namespace proxima::cli
