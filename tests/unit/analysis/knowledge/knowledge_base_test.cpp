// Answers of a knowledge base, and errors for other files.
#include "database.hpp"
#include "error_of.hpp"
#include "knowledge_test.hpp"

#include <sqlite3.h>

namespace {

using namespace proxima::knowledge;
using proxima::unit::error_of;
using test::number;
using test::run;
using test::run_of_sizes;
using test::statistics;

class Base : public test::Bases {};

TEST_F(Base, FiltersRows) {
    auto base = this->base();
    base.add(run_of_sizes("a", 20));
    base.add(run("b", statistics(R"({"n": [64, 127], "mode": "strided"})", 1, 1)));
    const std::vector<std::pair<RowFilter, std::size_t>> cases{
        {{}, 21},
        {{.implementation = "Godunov"}, 21},
        {{.implementation = "ns::*"}, 21},
        {{.implementation = "unov"}, 0},
        {{.methods = {"FluxPort::compute"}}, 21},
        {{.component = "flux["}, 0},
        {{.machine = "epyc"}, 21},
        {{.machine = "node1"}, 21},
        {{.machine = "node2"}, 0},
        {{.experiment = "size?"}, 21},
        {{.run = "b"}, 1},
        {{.parameters = {{"n", 5, 7, {}}}}, 3},
        {{.parameters = {{"n", 19, {}, {}}}}, 3},
        {{.parameters = {{"n", 127, 500, {}}}}, 1}, // ranges that overlap
        {{.parameters = {{"n", 128, 500, {}}}}, 0},
        {{.parameters = {{"n", {}, 63, {}}}}, 20},
        {{.parameters = {{"mode", {}, {}, "strided"}, {"n", 70, 70, {}}}}, 1},
        {{.parameters = {{"mode", 1, {}, {}}}}, 0},
        {{.parameters = {{"m", 1, 100, {}}}}, 0}};
    for (std::size_t i = 0; i < cases.size(); ++i) {
        EXPECT_EQ(base.statistics(cases[i].first).rows.size(), cases[i].second) << "case " << i;
    }
}

TEST_F(Base, SqlOnlyReads) {
    this->base().add(run_of_sizes("a"));
    const auto before = contents();
    const auto reader = KnowledgeBase::open(file());
    auto writer = this->base();
    const auto other = (directory_.path() / "other").string();
    for (const auto& statement :
         {std::string("DELETE FROM run"), std::string("INSERT INTO run (identity) VALUES ('x')"),
          std::string("UPDATE run SET identity = ''"), std::string("DROP TABLE run"),
          std::string("PRAGMA user_version = 7"), std::string("PRAGMA journal_mode = wal"),
          std::string("BEGIN IMMEDIATE"), std::string("VACUUM"), "VACUUM INTO '" + other + "'",
          "ATTACH '" + other + "' AS other", std::string("CREATE TEMP TABLE x (y)"),
          std::string("SELECT load_extension('x')"), std::string("SELEC 1"), std::string(" "),
          std::string("SELECT 1; DELETE FROM run"),
          std::string("WITH x AS (SELECT 1) DELETE FROM run")}) {
        for (const auto* base : {&reader, static_cast<const KnowledgeBase*>(&writer)}) {
            EXPECT_NE(error_of([&] { base->sql(statement); }), "") << statement;
        }
    }
    EXPECT_EQ(contents(), before);
    EXPECT_FALSE(std::filesystem::exists(other));
    EXPECT_EQ(number(reader, "SELECT count(*) FROM run; "), 1);
    EXPECT_EQ(reader.sql("SELECT * FROM runs WHERE run = ?", {"a' OR 1"}).rows.size(), 0U);
    EXPECT_TRUE(writer.add(run_of_sizes("b")).is_new);
}

TEST_F(Base, OtherFilesAreLeftAlone) {
    const auto check = [&](const std::string& bytes, const std::string& words) {
        directory_.write("test.kb", bytes);
        for (const bool writing : {false, true}) {
            const auto said = error_of([&] {
                writing ? KnowledgeBase::open_or_create(file()) : KnowledgeBase::open(file());
            });
            EXPECT_NE(said.find(words), std::string::npos) << said;
            EXPECT_EQ(said.find(file().string() + ": error: "), 0U) << said;
        }
        EXPECT_EQ(contents(), bytes);
        EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory_.path()), {}), 1);
    };
    check("{\"format\": 1}\n", "is no knowledge base");
    check(std::string(4096, 'x'), "is no knowledge base");
    std::filesystem::remove(file());
    this->base();
    auto bytes = contents();
    bytes[63] = 9; // the user version, big-endian, ends here
    check(bytes, "of version 9, this proxima knows version");
    bytes[71] = 'x'; // the application's number ends here
    check(bytes, "is no knowledge base");
}

// Runs a statement of SQL in the file, as its owner may have done by another client.
void change(const std::filesystem::path& file, const char* sql) {
    sqlite3* connection = nullptr;
    sqlite3_open(file.c_str(), &connection);
    EXPECT_EQ(sqlite3_exec(connection, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(connection);
}

TEST_F(Base, ViewsAndTriggersOfOthersAreRefused) {
    const std::string forever = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
                                "SELECT x AS id, x AS run, x AS name FROM c";
    for (const auto& sql :
         {"DROP VIEW runs; CREATE VIEW runs AS " + forever, "CREATE VIEW more AS " + forever,
          std::string("CREATE TRIGGER t BEFORE INSERT ON run BEGIN DELETE FROM model; END"),
          std::string("DROP VIEW models")}) {
        std::filesystem::remove(file());
        this->base();
        change(file(), sql.c_str());
        const auto open = [&] { KnowledgeBase::open(file()); };
        const auto create = [&] { KnowledgeBase::open_or_create(file()); };
        EXPECT_NE(error_of(open).find("is no knowledge base"), std::string::npos) << sql;
        EXPECT_NE(error_of(create).find("is no knowledge base"), std::string::npos) << sql;
    }
    std::filesystem::remove(file());
    this->base();
    change(file(), "ANALYZE");
    EXPECT_EQ(error_of([&] { KnowledgeBase::open(file()); }), "");
}

TEST_F(Base, QueriesWithoutEndAreInterrupted) {
    this->base();
    const Database database(file(), false, std::chrono::milliseconds(50));
    const auto said = error_of([&] {
        database.run_reading("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
                             "SELECT count(*) FROM c",
                             {});
    });
    EXPECT_NE(said.find("takes too long"), std::string::npos) << said;
    EXPECT_EQ(database.number("SELECT count(*) FROM run"), 0);
}

TEST_F(Base, DamageIsOneLine) {
    this->base().add(run_of_sizes("a", 2000));
    auto bytes = contents();
    for (std::size_t i = 4096; i < bytes.size(); ++i) {
        bytes[i] = static_cast<char>(i * 7);
    }
    directory_.write("test.kb", bytes);
    const auto said = error_of([&] { KnowledgeBase::open(file()).statistics({}); });
    EXPECT_NE(said, "");
    EXPECT_EQ(said.find('\n'), std::string::npos) << said;
}

} // namespace
