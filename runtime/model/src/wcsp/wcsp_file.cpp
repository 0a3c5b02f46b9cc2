#include <proxima/model/error.hpp>
#include <proxima/model/wcsp_file.hpp>
#include <proxima/model/whole_file.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace proxima::model {
namespace {

constexpr std::size_t most_cells = std::size_t{1} << 24; // of all functions together
constexpr std::size_t most_combinations = 4096;          // that become the values of a variable
constexpr double largest_exact = 9007199254740992.0;     // 2^53

/// Words, by blanks and newlines alike.
class Words {
public:
    Words(const std::filesystem::path& file, std::string_view text) : file_(file), rest_(text) {}

    [[noreturn]] void fail(const std::string& problem) const { throw Error(file_, line_, problem); }

    std::string_view next(const char* what) {
        while (!rest_.empty() && is_blank(rest_.front())) {
            line_ += rest_.front() == '\n' ? 1 : 0;
            rest_.remove_prefix(1);
        }
        if (rest_.empty()) {
            fail(std::string("the file ends where ") + what + " should be");
        }
        const auto end = std::find_if(rest_.begin(), rest_.end(), is_blank);
        const auto word = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
        rest_.remove_prefix(word.size());
        return word;
    }

    std::int64_t whole(const char* what) {
        const auto word = next(what);
        std::int64_t value = 0;
        const auto* end = word.data() + word.size();
        const auto [stop, error] = std::from_chars(word.data(), end, value);
        if (error != std::errc() || stop != end) {
            fail("`" + std::string(word.substr(0, 40)) + "` is not " + what +
                 ", a whole number; correct it");
        }
        return value;
    }

    std::size_t count(const char* what, std::size_t below, const char* of) {
        const auto value = whole(what);
        if (value < 0 || static_cast<std::uint64_t>(value) >= below) {
            fail(std::string(what) + " is " + std::to_string(value) + ", not from 0 to below " +
                 std::to_string(below) + of);
        }
        return static_cast<std::size_t>(value);
    }

    void expect_end() {
        while (!rest_.empty() && is_blank(rest_.front())) {
            rest_.remove_prefix(1);
        }
        if (!rest_.empty()) {
            fail("something stands behind the last cost function; correct the number of "
                 "functions in the first line");
        }
    }

private:
    static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

    const std::filesystem::path& file_;
    std::string_view rest_;
    std::size_t line_ = 1;
};

class WcspReader {
public:
    WcspReader(const std::filesystem::path& file, std::string_view text) : words_(file, text) {}

    WeightedProblem read() {
        problem_.name = std::string(words_.next("the name"));
        problem_.variables = words_.count("the number of variables", most_cells, "");
        const auto largest = words_.count("the largest domain", most_cells, "");
        problem_.functions = words_.count("the number of cost functions", most_cells, "");
        problem_.upper_bound = static_cast<double>(words_.whole("the upper bound"));
        if (problem_.upper_bound <= 0) {
            words_.fail("the upper bound is not above 0, so that there is no solution");
        }
        for (std::size_t i = 0; i < problem_.variables; ++i) {
            const auto values = words_.count("a domain", largest + 1, ", the largest and one");
            if (values == 0) {
                words_.fail("variable " + std::to_string(i) + " has no values");
            }
            take_cells(values);
            problem_.network.add_variable(std::vector<double>(values, 0));
        }
        for (std::size_t i = 0; i < problem_.functions; ++i) {
            read_function();
        }
        words_.expect_end();
        return std::move(problem_);
    }

private:
    double cost() {
        const auto value = words_.whole("a cost");
        if (value < 0) {
            words_.fail("a cost is negative; add the same to all costs of its function");
        }
        const auto number = static_cast<double>(value);
        if (number >= problem_.upper_bound) {
            return forbidden;
        }
        if (number >= largest_exact) {
            words_.fail("a cost is above 2^53 and below the upper bound; scale the costs down");
        }
        return number;
    }

    void take_cells(std::size_t more) {
        cells_ += more;
        if (cells_ > most_cells) {
            words_.fail("the cost functions have more than " + std::to_string(most_cells) +
                        " combinations together; that is too large");
        }
    }

    void read_function() {
        const auto arity = words_.whole("the number of a function's variables");
        if (arity < 0) {
            words_.fail("shared cost functions are not read; write each out");
        }
        std::vector<std::size_t> scope;
        std::set<std::size_t> different;
        std::size_t cells = 1;
        for (std::int64_t i = 0; i < arity; ++i) {
            scope.push_back(words_.count("a variable", problem_.variables, ""));
            if (!different.insert(scope.back()).second) {
                words_.fail("a cost function names variable " + std::to_string(scope.back()) +
                            " twice");
            }
            cells *= problem_.network.values(scope.back());
            if (cells > (scope.size() > 2 ? most_combinations : most_cells)) {
                words_.fail("a cost function of " + std::to_string(arity) +
                            " variables has too many combinations to be written out; functions "
                            "of two can have any, larger ones " +
                            std::to_string(most_combinations));
            }
        }
        const auto first = words_.whole("the default cost");
        if (first < 0) {
            words_.fail("global cost functions are not read; write all combinations out");
        }
        const double standard = static_cast<double>(first) >= problem_.upper_bound
                                    ? forbidden
                                    : static_cast<double>(first);
        take_cells(cells);
        std::vector<double> costs(cells, standard);
        const auto tuples = words_.whole("the number of combinations");
        if (tuples < 0) {
            words_.fail("shared cost functions are not read; write each out");
        }
        for (std::int64_t i = 0; i < tuples; ++i) {
            std::size_t at = 0;
            for (const auto variable : scope) {
                const auto values = problem_.network.values(variable);
                at = at * values + words_.count("a value", values, ", the variable's domain");
            }
            costs[at] = cost();
        }
        add(scope, costs);
    }

    void add(const std::vector<std::size_t>& scope, const std::vector<double>& costs) {
        auto& network = problem_.network;
        if (scope.empty()) {
            problem_.constant += costs.front();
        } else if (scope.size() == 1) {
            network.add_to_variable(scope.front(), costs);
        } else if (scope.size() == 2) {
            network.add_pair(scope[0], scope[1], costs);
        } else {
            add_combinations(scope, costs);
        }
    }

    /// A variable whose values are the combinations that are allowed, and must agree with each
    /// variable that they are made of.
    void add_combinations(const std::vector<std::size_t>& scope, const std::vector<double>& costs) {
        auto& network = problem_.network;
        std::vector<double> allowed;
        std::vector<std::size_t> combinations;
        for (std::size_t at = 0; at < costs.size(); ++at) {
            if (costs[at] < forbidden) {
                allowed.push_back(costs[at]);
                combinations.push_back(at);
            }
        }
        if (allowed.empty()) {
            problem_.constant = forbidden;
            return;
        }
        const auto joined = network.add_variable(allowed);
        std::size_t stride = costs.size();
        for (const auto variable : scope) {
            const auto values = network.values(variable);
            stride /= values;
            take_cells(combinations.size() * values);
            std::vector<double> agree(combinations.size() * values, forbidden);
            for (std::size_t i = 0; i < combinations.size(); ++i) {
                agree[i * values + combinations[i] / stride % values] = 0;
            }
            network.add_pair(joined, variable, agree);
        }
    }

    Words words_;
    WeightedProblem problem_;
    std::size_t cells_ = 0;
};

} // namespace

WeightedProblem parse_wcsp(const std::filesystem::path& file, std::string_view text) {
    return WcspReader(file, text).read();
}

WeightedProblem read_wcsp(const std::filesystem::path& file) {
    return parse_wcsp(file, read_whole_file(file));
}

SolverResult solve(const WeightedProblem& problem, const SolverLimits& limits) {
    if (problem.constant >= problem.upper_bound) {
        SolverResult none;
        none.is_optimal = true;
        none.lower_bound = forbidden;
        return none;
    }
    auto result = solve(problem.network, limits);
    for (auto& solution : result.best) {
        solution.cost += problem.constant;
        solution.assignment.resize(problem.variables);
    }
    result.lower_bound += problem.constant;
    std::erase_if(result.best,
                  [&](const Solution& solution) { return solution.cost >= problem.upper_bound; });
    return result;
}

} // namespace proxima::model
