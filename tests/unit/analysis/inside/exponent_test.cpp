// The exponents that counts of samples allow: planted laws, and counts drawn by Poisson.
#include "exponent.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <regex>
#include <string>

namespace {

using proxima::gather::Measurements;

using Law = std::function<double(double)>;

constexpr int calls = 12; // of each size
constexpr double period_us = 1000;

// As measure_functions() makes them: some samples on average, at five sizes from 1000 to 16000.
Measurements sampled(const Law& law, double samples, unsigned seed) {
    std::mt19937_64 random(seed);
    Measurements measured;
    measured.parameters = {"always", "n"};
    double sum = 0;
    for (double n = 1000; n <= 16000; n *= 2) {
        sum += law(n);
    }
    for (double n = 1000; n <= 16000; n *= 2) {
        const int count = std::poisson_distribution<int>(samples * law(n) / sum)(random);
        proxima::gather::Point point;
        point.at = {7, n};
        point.count = calls;
        point.mean = count * period_us / calls;
        point.variance = std::max(count, 1) * period_us * period_us / calls;
        measured.points.push_back(point);
    }
    return measured;
}

struct Said {
    double least = 0;
    double most = 0;
    std::string laws;
};

Said said_of(const Measurements& measured) {
    const std::string text = proxima::inside::exponent_text(measured);
    std::smatch parts;
    const std::regex form(R"(by its samples n\^(-?[\d.]+?)\.\.(-?[\d.]+) \(95 %\): (.+))");
    EXPECT_TRUE(std::regex_match(text, parts, form)) << text;
    return parts.empty() ? Said{} : Said{std::stod(parts[1]), std::stod(parts[2]), parts[3]};
}

bool has_law(const Said& said, const std::string& law) {
    return (" or " + said.laws + " or ").find(" or " + law + " or ") != std::string::npos;
}

struct Planted {
    const char* name;
    double power; // unset for a law with a logarithm
    Law law;
};

const Planted planted[] = {
    {"constant", 0, [](double) { return 1.0; }},
    {"sqrt(n)", 0.5, [](double n) { return std::sqrt(n); }},
    {"n", 1, [](double n) { return n; }},
    {"n log n", NAN, [](double n) { return n * std::log(n); }},
    {"n^2", 2, [](double n) { return n * n; }},
};

TEST(Exponent, IntervalsAndLawsHoldThePlantedOneAsOftenAsTheySay) {
    constexpr int draws = 200;
    for (const double samples : {60.0, 400.0, 10000.0}) {
        for (const auto& [name, power, law] : planted) {
            int in_interval = 0;
            int among_laws = 0;
            for (unsigned seed = 0; seed < draws; ++seed) {
                const Said said = said_of(sampled(law, samples, seed));
                in_interval += power >= said.least && power <= said.most ? 1 : 0;
                among_laws += has_law(said, name) ? 1 : 0;
            }
            EXPECT_GE(among_laws, 0.92 * draws) << name << ", " << samples;
            EXPECT_GE(in_interval, std::isnan(power) ? 0 : 0.92 * draws) << name << ", " << samples;
        }
    }
}

TEST(Exponent, FewSamplesCannotTellLawsThatManyTell) {
    const Law linear = [](double n) { return n; };
    const Law with_logarithm = [](double n) { return n * std::log(n); };
    EXPECT_TRUE(has_law(said_of(sampled(linear, 100, 1)), "n log n"));
    EXPECT_TRUE(has_law(said_of(sampled(with_logarithm, 100, 1)), "n"));
    EXPECT_EQ(said_of(sampled(linear, 20000, 1)).laws, "n");
    EXPECT_EQ(said_of(sampled(with_logarithm, 20000, 1)).laws, "n log n");
}

TEST(Exponent, SumsAreNoSinglePower) {
    const Law sum = [](double n) { return 2000 * n + n * n; };
    EXPECT_EQ(said_of(sampled(sum, 100000, 1)).laws, "no single power");
}

TEST(Exponent, NothingIsSaidOfOneSizeOrTwoParameters) {
    Measurements measured = sampled([](double n) { return n; }, 400, 1);
    measured.points[1].at[0] = 8;
    EXPECT_EQ(proxima::inside::exponent_text(measured), "");
    measured.points.resize(1);
    EXPECT_EQ(proxima::inside::exponent_text(measured), "");
    EXPECT_EQ(proxima::inside::exponent_text(Measurements()), "");
}

} // namespace
