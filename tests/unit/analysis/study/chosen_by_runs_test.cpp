// Studies that choose numbers, texts and ranks by runs alone.
#include "study_fixture.hpp"

#include <string>

namespace proxima::cli {
namespace {

using test::StudyVerb;

class ChoosingStudy : public StudyVerb {
protected:
    void SetUp() override {
        StudyVerb::SetUp();
        directory_.write(
            "tune.sh",
            R"(echo "$1" >> "$2/log"; cp -r "$2/template.$1" "${PROXIMA#*output=}"; echo "error = 1")");
    }
    void write(const std::string& more) const {
        directory_.write("study.json", R"({"format": 1, "name": "tune",
            "command": ["sh", "{study}/tune.sh", )" +
                                           more + "}");
    }
    nlohmann::json made() {
        const auto answer = study();
        EXPECT_EQ(answer.status, 0) << answer.text << answer.messages;
        return nlohmann::json::parse(answer.text);
    }
    static nlohmann::json best_of(const nlohmann::json& json) {
        return json["points"][0]["answers"][0]["assembly"];
    }
    void write_blocks() const {
        for (const int block : {4, 8, 16, 32, 64, 128}) {
            const double ratio = block / 32.0;
            write_template(std::to_string(block), 1000,
                           static_cast<std::uint64_t>(1000 * (ratio + 1 / ratio)));
        }
        write(R"("{block}", "{study}"], "parameters": {"block": [4, 8, 16, 32, 64, 128]},
            "choose": ["block"], "repetitions": 3)");
    }
};

// All six run once; then three, then two, of which 16 and 64 are as good as each other.
TEST_F(ChoosingStudy, FindsTheBestValueAndRepeatsOnlyWhatMayBeTheBest) {
    write_blocks();
    const auto json = made();
    EXPECT_EQ(best_of(json), nlohmann::json({{"block", "32"}}));
    EXPECT_EQ(starts(), 6U + 3U + 3U);
    EXPECT_EQ(json["spared"], 6);
    EXPECT_TRUE(json["missing"].empty());
    EXPECT_EQ(json["points"][0]["answers"][0]["measured"].size(), 6U);
}

TEST_F(ChoosingStudy, MadeAgainItKnowsWhatItSpared) {
    write_blocks();
    made();
    const auto before = starts();
    EXPECT_EQ(made()["spared"], 6);
    EXPECT_EQ(starts(), before);
}

// 2 ranks are faster than 1, which takes less time of all processors.
TEST_F(ChoosingStudy, ACostDecidesAboutRanks) {
    write_template("1", 1000, 10000);
    write_template("2", 1000, 6000);
    add_rank("2", 1000, 6000);
    const std::string common = R"("{ranks}", "{study}"], "ranks": [1, 2], "launcher": "",
        "choose": ["ranks"], "repetitions": 1)";
    write(common);
    EXPECT_EQ(best_of(made()), nlohmann::json({{"ranks", "2"}}));
    write(common + R"(, "cost": "seconds * ranks")");
    EXPECT_EQ(best_of(made()), nlohmann::json({{"ranks", "1"}}));
    write(common + R"(, "cost": "seconds * cores")");
    EXPECT_NE(refusal().find("cores"), std::string::npos) << refusal();
}

// 2 ranks take 1.8 times as long on all processors, not 3.6 times.
TEST_F(ChoosingStudy, ACostCountsRanksOnce) {
    write_template("1", 1000, 10000);
    write_template("2", 1000, 9000);
    add_rank("2", 1000, 9000);
    write(R"("{ranks}", "{study}"], "ranks": [1, 2], "launcher": "", "choose": ["ranks"],
        "repetitions": 1, "cost": "seconds * ranks")");
    const auto measured = made()["points"][0]["answers"][0]["measured"];
    ASSERT_EQ(measured.size(), 2U);
    EXPECT_NEAR(measured[1]["measured_us"][0].get<double>() /
                    measured[0]["measured_us"][0].get<double>(),
                1.8, 0.01);
}

// The best schedule depends on the solver: only runs of the whole tell.
TEST_F(ChoosingStudy, ChoosesTextsWithClassesOfSeveralInstances) {
    for (const auto* solver : {"fast", "slow"}) {
        for (const auto* producer : {"rows", "columns"}) {
            for (const auto* schedule : {"static", "dynamic"}) {
                const auto name = std::string(solver) + "." + producer + "." + schedule;
                write_template(name, 1000, name == "slow.columns.dynamic" ? 1000 : 3000, 2000);
            }
        }
    }
    write(R"("{solver}.{producer}.{schedule}", "{study}"], "repetitions": 1,
        "parameters": {"schedule": ["static", "dynamic"]}, "choose": ["schedule"],
        "implementations": {"solver": ["fast", "slow"], "producer": ["rows", "columns"]})");
    EXPECT_EQ(
        best_of(made()),
        nlohmann::json({{"schedule", "dynamic"}, {"solver", "slow"}, {"producer", "columns"}}));
}

// Nothing is claimed where runs do not differ.
TEST_F(ChoosingStudy, EqualValuesAreUndecided) {
    write_template("1", 1000, 3000);
    write_template("2", 1000, 3000);
    write(R"("{block}", "{study}"], "parameters": {"block": [1, 2]}, "choose": ["block"],
        "repetitions": 2)");
    auto in_text = options();
    in_text.json = false;
    const auto text = study(in_text).text;
    EXPECT_NE(text.find("would"), std::string::npos) << text;
    EXPECT_EQ(made()["points"][0]["answers"][0]["proven"], false);
}

} // namespace
} // namespace proxima::cli
