// What is in a knowledge base after something was added, and what is said of files that are none.
#include "knowledge_test.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace {

using namespace proxima::knowledge;
using test::Answer;
using test::number;
using test::sql;

class Base : public test::Bases {};

std::string complaint(const std::function<void()>& act) {
    try {
        act();
    } catch (const Error& error) {
        return error.what();
    }
    return "no complaint";
}

TEST_F(Base, HasTheSkeletonOfATrial) {
    auto base = this->base();
    const auto added = base.add(test::trial("a"));
    EXPECT_TRUE(added.is_new);
    const auto paths = sql(base, "SELECT call_path, inclusive, exclusive, calls, subroutines FROM "
                                 "call_paths WHERE metric = 'time' AND thread_index = -2 "
                                 "ORDER BY inclusive DESC");
    ASSERT_EQ(paths.rows.size(), 2U);
    EXPECT_EQ(paths.text(0, "call_path"), "driver.go");
    EXPECT_EQ(paths.text(1, "call_path"), "driver.go => flux.compute");
    EXPECT_EQ(paths.number(0, "inclusive"), 99);
    EXPECT_EQ(paths.number(0, "exclusive"), 9);
    EXPECT_EQ(paths.number(0, "subroutines"), 6);
    EXPECT_EQ(number(base, "SELECT count(*) FROM thread"), 2);
    EXPECT_EQ(number(base, "SELECT count(*) FROM secondary_metadata WHERE name = 'user'"), 1);
    EXPECT_EQ(sql(base, "SELECT value FROM primary_metadata").text(0, "value"), "gcc12");
    EXPECT_EQ(sql(base, "SELECT name FROM timer_parameter").text(0, "name"), "n");
    const auto implementations = sql(base, "SELECT * FROM implementations");
    ASSERT_EQ(implementations.rows.size(), 2U);
    EXPECT_EQ(implementations.text(1, "ports"), "ns::FluxPort");
}

TEST_F(Base, RecognisesARun) {
    auto base = this->base();
    const auto first = base.add(test::trial("a"));
    const auto before = test::contents(file());
    const auto again = base.add(test::trial("a"));
    EXPECT_FALSE(again.is_new);
    EXPECT_EQ(again.id, first.id);
    EXPECT_EQ(test::contents(file()), before);
    EXPECT_EQ(base.find_trial("a"), first.id);
    EXPECT_FALSE(base.find_trial("b").has_value());
    EXPECT_TRUE(base.add(test::trial("b")).is_new);
    EXPECT_EQ(number(base, "SELECT count(*) FROM experiment"), 1);
    EXPECT_EQ(number(base, "SELECT count(*) FROM machine"), 1);
    EXPECT_EQ(number(base, "SELECT count(*) FROM parameter_set"), 4);
}

TEST_F(Base, EqualInvocationsOfAllTrialsAreOneRow) {
    auto base = this->base();
    base.add(test::trial("a"));
    auto slower = test::trial("b");
    slower.statistics[3] = {1, {{"n", 3, 3, "3"}}, 1, 60, 3600, 60, 60, 1.0};
    base.add(slower);
    Answer answer;
    base.query({.component = "flux"}, answer);
    ASSERT_EQ(answer.rows.size(), 3U);
    EXPECT_EQ(answer.text(2, "parameters"), "n=3");
    EXPECT_EQ(answer.number(2, "trials"), 2);
    EXPECT_EQ(answer.number(2, "calls"), 3);
    // 30, 30 and 60: mean 40, variance (100 + 100 + 400) / 3.
    EXPECT_DOUBLE_EQ(answer.number(2, "mean_us"), 40);
    EXPECT_NEAR(answer.number(2, "stddev_us"), std::sqrt(200.0), 1e-9);
    EXPECT_EQ(answer.number(2, "min_us"), 30);
    EXPECT_EQ(answer.number(2, "max_us"), 60);
    EXPECT_EQ(answer.number(2, "communication_us"), 1);
    Answer by_trial;
    base.query({.component = "flux", .by_trial = true}, by_trial);
    EXPECT_EQ(by_trial.rows.size(), 6U);
    EXPECT_EQ(by_trial.text(0, "trial"), "trial a");
}

TEST_F(Base, RowsAreInTheOrderOfNumbers) {
    auto base = this->base();
    base.add(test::trial("a", 12));
    Answer answer;
    base.query({.component = "flux"}, answer);
    EXPECT_EQ(answer.text(1, "parameters"), "n=2");
    EXPECT_EQ(answer.text(11, "parameters"), "n=12");
}

TEST_F(Base, RowsAreInTheOrderOfTheNumbersOfAllParameters) {
    auto trial = test::trial("a", 12);
    for (auto& one : trial.statistics) {
        one.parameters.insert(one.parameters.begin(), {"a", 1, 1, "1"}); // the same in all
    }
    auto base = this->base();
    base.add(trial);
    Answer answer;
    base.query({.component = "flux"}, answer);
    EXPECT_EQ(answer.text(1, "parameters"), "a=1, n=2");
    EXPECT_EQ(answer.text(11, "parameters"), "a=1, n=12");
}

TEST_F(Base, FiltersChoose) {
    auto base = this->base();
    base.add(test::trial("a", 20));
    const auto rows = [&](const Filter& filter) {
        Answer answer;
        base.query(filter, answer);
        return answer.rows.size();
    };
    EXPECT_EQ(rows({}), 21U);
    EXPECT_EQ(rows({.implementation = "Godunov"}), 20U);
    EXPECT_EQ(rows({.implementation = "ns::*"}), 20U);
    EXPECT_EQ(rows({.implementation = "unov"}), 0U);
    EXPECT_EQ(rows({.method = "go"}), 1U);
    EXPECT_EQ(rows({.port = "FluxPort"}), 20U);
    EXPECT_EQ(rows({.machine = "epyc"}), 21U);
    EXPECT_EQ(rows({.machine = "node1"}), 21U);
    EXPECT_EQ(rows({.machine = "node2"}), 0U);
    EXPECT_EQ(rows({.experiment = "size?"}), 21U);
    EXPECT_EQ(rows({.trial = "other"}), 0U);
    EXPECT_EQ(rows({.parameters = {{"n", 5, 7, {}}}}), 3U);
    EXPECT_EQ(rows({.parameters = {{"n", 19, {}, {}}}}), 2U);
    EXPECT_EQ(rows({.parameters = {{"n", {}, {}, "3"}}}), 1U);
    EXPECT_EQ(rows({.parameters = {{"m", 1, 100, {}}}}), 0U);
    EXPECT_EQ(rows({.component = "flux[", .method = "operator[]"}), 0U);
}

TEST_F(Base, RangesThatOverlapAreThere) {
    auto base = this->base();
    auto trial = test::trial("a", 1);
    trial.statistics[1].parameters = {{"n", 16, 31, "16..31"}};
    base.add(trial);
    const auto rows = [&](double low, double high) {
        Answer answer;
        base.query({.parameters = {{"n", low, high, {}}}}, answer);
        return answer.rows.size();
    };
    EXPECT_EQ(rows(20, 25), 1U);
    EXPECT_EQ(rows(31, 100), 1U);
    EXPECT_EQ(rows(32, 100), 0U);
    EXPECT_EQ(rows(1, 15), 0U);
}

TEST_F(Base, SqlOnlyReads) {
    {
        auto base = this->base();
        base.add(test::trial("a"));
    }
    const auto before = test::contents(file());
    const auto reader = KnowledgeBase::open(file());
    auto writer = this->base();
    const auto other = (directory_.path() / "other").string();
    for (const auto& statement :
         {std::string("DELETE FROM trial"),
          std::string("INSERT INTO component (name) VALUES ('x')"),
          std::string("UPDATE trial SET name = ''"), std::string("DROP TABLE trial"),
          std::string("PRAGMA user_version = 7"), std::string("PRAGMA journal_mode = wal"),
          std::string("BEGIN IMMEDIATE"), std::string("VACUUM"), "VACUUM INTO '" + other + "'",
          "ATTACH '" + other + "' AS other", std::string("CREATE TEMP TABLE x (y)"),
          std::string("SELECT load_extension('x')"),
          std::string("WITH x AS (SELECT 1) DELETE FROM trial")}) {
        for (const auto* base : {&reader, &std::as_const(writer)}) {
            EXPECT_NE(complaint([&] { sql(*base, statement); }), "no complaint") << statement;
        }
    }
    EXPECT_EQ(test::contents(file()), before);
    EXPECT_FALSE(std::filesystem::exists(other));
    EXPECT_NE(complaint([&] {
                  sql(reader, "SELECT 1; DELETE FROM trial");
              }).find("more than one statement"),
              std::string::npos);
    EXPECT_NE(complaint([&] { sql(reader, "SELEC 1"); }).find("syntax error"), std::string::npos);
    EXPECT_NE(complaint([&] { sql(reader, " "); }), "no complaint");
    EXPECT_EQ(number(reader, "SELECT count(*) FROM trial; "), 1);
    EXPECT_EQ(sql(reader, "PRAGMA table_info(trial)").text(0, "name"), "id");
    EXPECT_NEAR(number(reader, "SELECT stddev(2, 6, 20)"), 1, 1e-12); // of 2 and 4
    // Afterwards the base can be added to again.
    EXPECT_TRUE(writer.add(test::trial("b")).is_new);
}

TEST_F(Base, ReadingNeedsAFile) {
    EXPECT_NE(complaint([&] { KnowledgeBase::open(file()); }).find("there is no such"),
              std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(file()));
    EXPECT_NE(complaint([&] { KnowledgeBase::open(directory_.path()); }).find("is a directory"),
              std::string::npos);
    EXPECT_NE(complaint([] { KnowledgeBase::open_or_create("/proc/none/x.kb"); }), "no complaint");
}

TEST_F(Base, OtherFilesAreLeftAlone) {
    const auto check = [&](const std::string& bytes, const std::string& words) {
        directory_.write("test.kb", bytes);
        for (const bool writing : {false, true}) {
            const auto said = complaint([&] {
                writing ? KnowledgeBase::open_or_create(file()) : KnowledgeBase::open(file());
            });
            EXPECT_NE(said.find(words), std::string::npos) << said;
            EXPECT_EQ(said.find(file().string() + ": error: "), 0U) << said;
        }
        EXPECT_EQ(test::contents(file()), bytes);
        EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory_.path()), {}), 1);
    };
    check("", "is no knowledge base");
    check("{\"format\": 1}\n", "is no knowledge base");
    check(std::string(4096, 'x'), "is no knowledge base");
    std::filesystem::remove(file());
    this->base();
    auto bytes = test::contents(file());
    bytes[63] = 2; // the user version, big-endian, ends here
    check(bytes, "of version 2, this proxima knows version 1");
    bytes[60] = bytes[61] = bytes[62] = bytes[63] = '\xff';
    check(bytes, "of version -1, this proxima knows version 1");
    bytes[60] = bytes[61] = bytes[62] = 0;
    bytes[63] = 1;
    bytes[71] = 'x'; // the application's number ends here
    check(bytes, "is no knowledge base");
}

TEST_F(Base, DamageIsOneLine) {
    {
        auto base = this->base();
        base.add(test::trial("a", 2000));
    }
    auto bytes = test::contents(file());
    for (std::size_t i = 4096; i < bytes.size(); ++i) {
        bytes[i] = static_cast<char>(i * 7);
    }
    directory_.write("test.kb", bytes);
    const auto said = complaint([&] {
        Answer answer;
        KnowledgeBase::open(file()).query({}, answer);
    });
    EXPECT_NE(said, "no complaint");
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
}

TEST_F(Base, TablesAreInOrder) {
    auto base = this->base();
    base.add(test::trial("a"));
    std::vector<std::string> known;
    for (const auto* table : KnowledgeBase::tables()) {
        known.emplace_back(table);
        const auto keys = sql(base, "PRAGMA foreign_key_list(" + known.back() + ")");
        for (std::size_t i = 0; i < keys.rows.size(); ++i) {
            EXPECT_NE(std::find(known.begin(), known.end(), keys.text(i, "table")), known.end())
                << known.back();
        }
    }
    EXPECT_EQ(known.size(), static_cast<std::size_t>(
                                number(base, "SELECT count(*) FROM sqlite_master WHERE type = "
                                             "'table' AND name NOT LIKE 'sqlite%'")));
    Answer trials;
    base.rows("trials", trials);
    EXPECT_EQ(trials.text(0, "metadata"), "compiler=gcc12");
    EXPECT_EQ(trials.number(0, "invocations"), 7);
    EXPECT_THROW(base.rows("none\" --", trials), Error);
}

} // namespace
