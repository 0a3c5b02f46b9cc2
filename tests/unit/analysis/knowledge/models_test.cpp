// Models in a base: which ones a query returns, and on which machine they were measured.
#include "knowledge_test.hpp"

#include <proxima/fit/model_file.hpp>

namespace {

using namespace proxima::knowledge;
using proxima::fit::parse_models;

constexpr std::uint64_t gib = std::uint64_t{1} << 30;

class Models : public test::Bases {
protected:
    static std::vector<proxima::fit::Model> models(const std::string& text) {
        return parse_models("test.json", "{\"format\": 1, \"models\": [" + text + "]}");
    }
    static std::string model(const std::string& implementation, const std::string& mean,
                             const std::string& more = "") {
        return R"({"component": "flux", "implementation": ")" + implementation +
               R"(", "port": "FluxPort", "method": "compute", "inputs": [{"name": "n", "min": 1, "max": 64}],
                  "mean": ")" +
               mean + "\"" + more + "}";
    }
    static std::string measured(const std::string& machine) {
        return R"(, "evidence": {"points": 1000, "machine": ")" + machine + "\"}";
    }
    static std::vector<std::string> means(const std::vector<StoredModel>& stored) {
        std::vector<std::string> texts;
        for (const auto& one : stored) {
            texts.push_back(one.model.mean.text());
        }
        return texts;
    }
};

TEST_F(Models, TheLatestOfEachImplementationAreGiven) {
    auto base = this->base();
    base.add(models(model("EFM", "3 * n") + "," + model("Godunov", "9 * n")));
    base.add(models(model("EFM", "4 * n")));
    EXPECT_EQ(means(base.models({})), (std::vector<std::string>{"4 * n", "9 * n"}));
    EXPECT_EQ(base.models({}, true).size(), 3U);
    EXPECT_EQ(means(base.models({.implementation = "God*"})), (std::vector<std::string>{"9 * n"}));
    EXPECT_TRUE(base.models({.metric = "communication"}).empty());
}

TEST_F(Models, PartsThatWereAddedTogetherStayTogether) {
    auto base = this->base();
    const auto part = [&](const std::string& mode, const std::string& mean) {
        return model("EFM", mean,
                     R"(, "conditions": [{"parameter": "mode", "value": ")" + mode + "\"}]");
    };
    base.add(models(model("EFM", "7 * n")));
    base.add(models(part("x", "2 * n") + "," + part("y", "3 * n")));
    EXPECT_EQ(base.models({}).size(), 2U);
    // One model is unchanged, the other is new: both belong to the latest.
    base.add(models(part("x", "2 * n") + "," + part("y", "5 * n")));
    EXPECT_EQ(means(base.models({})), (std::vector<std::string>{"2 * n", "5 * n"}));
}

TEST_F(Models, ThoseOfTheMachineGoFirst) {
    auto base = this->base();
    base.add(models(model("EFM", "3 * n", measured("n1, AMD EPYC; n2, AMD EPYC"))));
    base.add(models(model("EFM", "5 * n", measured("x1, Intel Xeon"))));
    EXPECT_EQ(means(base.models({})), (std::vector<std::string>{"5 * n"}));
    const Machine amd{"AMD EPYC", 8, 16 * gib, "Linux 6.1.0", "n7"};
    EXPECT_EQ(means(base.models({}, false, amd)), (std::vector<std::string>{"3 * n"}));
    EXPECT_EQ(means(base.models({.machine = "xeon"})), (std::vector<std::string>{"5 * n"}));
    EXPECT_EQ(means(base.models({.machine = "n2"})), (std::vector<std::string>{"3 * n"}));
}

} // namespace
