// Prunes by the rule, on every number that the papers give and at its limits.
#include <proxima/prune/pruning.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace proxima::prune;

// A tree whose nodes have names.
class NamedTree {
public:
    std::size_t add(const std::string& name, double time, std::size_t parent = no_parent) {
        names_.push_back(name);
        forest_.parents.push_back(parent);
        forest_.times.push_back(time);
        return names_.size() - 1;
    }

    std::multiset<std::string> kept(const Thresholds& thresholds) const {
        const auto fates = prune(forest_, thresholds);
        std::multiset<std::string> names;
        for (std::size_t i = 0; i < fates.size(); ++i) {
            if (fates[i] == Fate::kept) {
                names.insert(names_[i]);
            }
        }
        return names;
    }

    PruningSummary summary_of(const Thresholds& thresholds) const {
        return summary(forest_, prune(forest_, thresholds),
                       std::vector<std::size_t>(names_.size(), 0));
    }

    const TimedForest& forest() const { return forest_; }

private:
    std::vector<std::string> names_;
    TimedForest forest_;
};

using Names = std::multiset<std::string>;

// Trebon's thesis, figure 6; of six nodes, D and E have 2 together and F is below C.
NamedTree figure_6() {
    NamedTree tree;
    const auto a = tree.add("A", 1000);
    const auto b = tree.add("B", 990, a);
    const auto c = tree.add("C", 10, a);
    tree.add("D", 1, b);
    tree.add("E", 1, b);
    tree.add("F", 9, c);
    return tree;
}

TEST(Pruning, FigureSixLeavesAAndB) {
    const auto tree = figure_6();
    EXPECT_EQ(tree.kept({0.1, 0.1}), (Names{"A", "B"}));
    const auto fates = prune(tree.forest(), {0.1, 0.1});
    EXPECT_EQ(fates[2], Fate::insignificant_sibling);  // 10 / 500
    EXPECT_EQ(fates[3], Fate::insignificant_children); // 2 / 990
    EXPECT_EQ(fates[4], Fate::insignificant_children);
    EXPECT_EQ(fates[5], Fate::below);
}

TEST(Pruning, FifteenEqualChildrenThatDoAllTheWorkStay) {
    NamedTree tree;
    const auto root = tree.add("root", 1);
    for (int i = 0; i < 15; ++i) {
        tree.add("child", 1.0 / 15, root);
    }
    EXPECT_EQ(tree.kept({0.1, 0.1}).size(), 16U);
    EXPECT_EQ(tree.kept({0.999, 0.999}).size(), 16U);
}

TEST(Pruning, ARatioAtAThresholdKeeps) {
    for (const double scale : {1.0, 3.0, 0.1, 1e-3, 7e9}) {
        NamedTree at_alpha;
        auto root = at_alpha.add("root", 10 * scale);
        at_alpha.add("child", 0.7 * scale, root);
        at_alpha.add("child", 0.3 * scale, root); // together a tenth
        EXPECT_EQ(at_alpha.kept({0.1, 0.1}).size(), 3U) << scale;
        EXPECT_EQ(at_alpha.kept({0.1 + 1e-9, 0.1}).size(), 1U) << scale;

        NamedTree at_beta;
        root = at_beta.add("root", 20 * scale);
        at_beta.add("small", 1 * scale, root);
        at_beta.add("large", 19 * scale, root); // the mean is 10
        EXPECT_EQ(at_beta.kept({0.1, 0.1}).size(), 3U) << scale;
        EXPECT_EQ(at_beta.kept({0.1, 0.1 + 1e-9}).size(), 2U) << scale;
    }
}

TEST(Pruning, RootsAreChildrenOfTheRun) {
    NamedTree tree;
    tree.add("large", 97);
    tree.add("small", 1);
    tree.add("middle", 2);
    EXPECT_EQ(tree.kept({0.1, 0.1}), (Names{"large"})); // the mean is 33.3
    EXPECT_EQ(tree.kept({0.1, 0.05}), (Names{"large", "middle"}));
}

TEST(Pruning, TableOneKeepsWhatTakesTheTime) {
    // Inclusive milliseconds of table 1; callers as far as the thesis names them.
    NamedTree tree;
    const auto go = tree.add("driver", 90785);
    const auto advance = tree.add("rk2.Advance", 34411, go);
    tree.add("ee", 32582, go);
    tree.add("rk2.GetStableTimestep", 157, go);
    tree.add("stats", 271, go);
    const auto flux = tree.add("flux", 22156, advance);
    tree.add("grace.GC_Synch", 3689, advance);
    tree.add("bc", 38, advance);
    tree.add("sc", 11131, flux);
    tree.add("efm", 7549, flux);
    tree.add("c", 253, flux);
    tree.add("cq", 150, flux);
    // Mean child of driver: 16855, of rk2.Advance: 8628, of flux: 4771. The limit is 0.1 of it.
    EXPECT_EQ(tree.kept({0.1, 0.1}),
              (Names{"driver", "rk2.Advance", "ee", "flux", "grace.GC_Synch", "sc", "efm"}));
    const auto numbers = tree.summary_of({0.1, 0.1});
    EXPECT_DOUBLE_EQ(numbers.dropped, 157 + 271 + 38 + 253 + 150);
    EXPECT_DOUBLE_EQ(numbers.dropped_share(), 869.0 / 90785);
}

// A tree of random own times; inclusive times add those of the children.
struct RandomTree {
    std::vector<std::size_t> parents;
    std::vector<double> own;

    RandomTree(std::size_t size, std::mt19937& random) {
        for (std::size_t i = 0; i < size; ++i) {
            parents.push_back(i == 0 || random() % 20 == 0 ? no_parent : random() % i);
            own.push_back(static_cast<double>(random() % 1000) / (1 + static_cast<double>(i)));
        }
    }

    TimedForest timed() const {
        TimedForest forest{parents, own};
        for (std::size_t i = own.size(); i-- > 0;) {
            if (parents[i] != no_parent) {
                forest.times[parents[i]] += forest.times[i];
            }
        }
        return forest;
    }

    double total() const { return std::accumulate(own.begin(), own.end(), 0.0); }
};

TEST(Pruning, NoChoiceAmongTheDroppedChangesTheRunByMoreThanTheBound) {
    std::mt19937 random(11);
    for (int repetition = 0; repetition < 50; ++repetition) {
        const RandomTree tree(60, random);
        const auto forest = tree.timed();
        const auto fates = prune(forest, {0.1, 0.3});
        const auto numbers = summary(forest, fates, std::vector<std::size_t>(60, 0));
        ASSERT_NEAR(numbers.total, tree.total(), 1e-9);
        for (const double factor : {0.0, 1.0, 2.0, 10.0}) {
            auto extreme = tree;
            auto chosen = tree;
            std::uniform_real_distribution<double> any(0, factor);
            for (std::size_t i = 0; i < fates.size(); ++i) {
                extreme.own[i] *= fates[i] == Fate::kept ? 1 : factor;
                chosen.own[i] *= fates[i] == Fate::kept ? 1 : any(random);
            }
            const auto change = [&](const RandomTree& other) {
                return (other.total() - tree.total()) / tree.total();
            };
            EXPECT_NEAR(numbers.change_if_slower(factor), change(extreme), 1e-12);
            EXPECT_LE(change(chosen), std::max(numbers.change_if_slower(factor), 0.0) + 1e-12);
            EXPECT_GE(change(chosen), numbers.change_if_slower(0) - 1e-12);
        }
    }
}

} // namespace
