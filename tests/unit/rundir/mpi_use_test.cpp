// What is taken from mpi.json and from the thread buffers of a killed job, and what is refused.
#include "record_file_builder.hpp"

#include <proxima/format/mpi_counts.hpp>
#include <proxima/format/mpi_report.hpp>
#include <proxima/rundir/error.hpp>
#include <proxima/rundir/mpi_use.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstring>

namespace {

using namespace proxima::format;
using namespace proxima::rundir;
using namespace proxima::rundir::test;

// A clock of one tick a microsecond, two routines, one partner.
struct ThreadRows {
    explicit ThreadRows(std::uint64_t calls)
        : facts{1e6, 3, 2, "funneled", "Open MPI v4.1.4"},
          routines{{calls, 1, 10 * calls, 7, 8, 2, 1, 50, 20, "MPI_Irecv"},
                   {{}, {}, {}, {}, {}, {}, {}, {}, {}, "MPI_Send"}},
          partner{5, 6, 7, 8, 9, 1, 1, 1} {}

    MpiFacts facts;
    MpiRoutineCounts routines[2];
    MpiPartnerCounts partner;
};

// As the runtime leaves it when it is killed.
std::string buffer_file(std::uint32_t rank, const ThreadRows& rows) {
    ThreadBufferBuilder buffer(0);
    buffer.header.rank = rank;
    const auto add = [&](SectionType type, const auto& row, std::size_t size) {
        buffer.section(type, sizeof row, {reinterpret_cast<const char*>(&row), size});
    };
    add(SectionType::mpi_facts, rows.facts, sizeof rows.facts);
    add(SectionType::mpi_routines, rows.routines[0], sizeof rows.routines);
    add(SectionType::mpi_partners, rows.partner, sizeof rows.partner);
    return buffer.bytes();
}

class KilledJob : public testing::Test {
protected:
    KilledJob() {
        std::filesystem::create_directories(directory_.path() / "records");
        directory_.write("run.json", "{}");
    }

    void write(const std::string& name, const std::string& text) {
        directory_.write("records/" + name + ".buffer", text);
    }

    std::optional<MpiUse> rebuild() {
        return rebuild_mpi_use(RunDirectory::open(directory_.path()), problems_);
    }

    TemporaryDirectory directory_;
    std::vector<std::string> problems_;
};

TEST_F(KilledJob, SumsUpThreadsAndRanks) {
    write("0-0", buffer_file(0, ThreadRows(4)));
    write("0-1", buffer_file(0, ThreadRows(1)));
    write("1-0", buffer_file(1, ThreadRows(2)));
    const auto use = rebuild();
    EXPECT_TRUE(problems_.empty());
    ASSERT_TRUE(use);
    EXPECT_EQ(use->size, 2U);
    ASSERT_EQ(use->routines.size(), 1U);
    const MpiRoutine& routine = use->routines.front();
    EXPECT_EQ(routine.name, "MPI_Irecv");
    EXPECT_EQ(routine.calls, 7U);
    EXPECT_DOUBLE_EQ(routine.time_us, 70);
    EXPECT_EQ(routine.bytes_sent, 21U);
    EXPECT_DOUBLE_EQ(routine.in_flight_us, 150);
    EXPECT_DOUBLE_EQ(routine.hidden_us, 60);
    const auto json = nlohmann::json::parse(use->json);
    EXPECT_EQ(json["library"], "Open MPI v4.1.4");
    EXPECT_EQ(json["thread level"], "funneled");
    EXPECT_EQ(json["untracked operations"], 9);
    EXPECT_EQ(json["routines"][0]["ranks"], 2);
    EXPECT_EQ(json["routines"][0]["min over ranks"], 20); // rank 1
    EXPECT_EQ(json["routines"][0]["max over ranks"], 50); // rank 0, both threads
    EXPECT_EQ(json["ranks"][0]["calls"], 5);
    EXPECT_EQ(json["partners"][0]["messages sent"], 10);
    EXPECT_EQ(json["partners"][0]["partner"], 1);
}

TEST_F(KilledJob, NamesDamagedBuffersAndReadsTheRest) {
    write("0-0", buffer_file(0, ThreadRows(4)));
    write("0-1", buffer_file(0, ThreadRows(4)).substr(0, 4400));
    ThreadRows stopped(4);
    stopped.facts.ticks_per_second = 0;
    write("0-2", buffer_file(0, stopped));
    const auto use = rebuild();
    ASSERT_TRUE(use);
    EXPECT_EQ(use->routines.front().calls, 4U);
    ASSERT_EQ(problems_.size(), 2U);
    EXPECT_NE(problems_[0].find("0-1.buffer: error: byte "), std::string::npos) << problems_[0];
    EXPECT_NE(problems_[1].find("0-2.buffer: error: byte "), std::string::npos) << problems_[1];
}

TEST_F(KilledJob, HasNothingOfMpiWithoutCounts) {
    EXPECT_FALSE(rebuild());
    EXPECT_TRUE(problems_.empty());
}

TEST(MpiUse, NamesWhatIsWrongInMpiJson) {
    for (const auto* text : {"[]", R"({"routines": []})", R"({"format": 1, "routines": [1]})",
                             R"({"format": 1, "routines": [{"calls": -1}]})"}) {
        EXPECT_THROW(parse_mpi_use("mpi.json", text), Error) << text;
    }
}

} // namespace
