// Sharing the time of an instance out among its neighbours.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace proxima::model {

/// That the other end of a connection is a certain implementation.
struct InteractionTerm {
    std::pair<std::string, std::string> ends; ///< caller and callee
    std::string neighbour;                    ///< one of them
    std::string implementation;               ///< of the neighbour

    bool operator<(const InteractionTerm& other) const {
        return std::tie(ends, neighbour, implementation) <
               std::tie(other.ends, other.neighbour, other.implementation);
    }
};

struct InteractionEstimate {
    double us_per_call = 0;
    std::optional<double> variance; ///< unset: nothing is known of the noise
    bool is_separate = true;        ///< else only its sum with others is known
};

/// Weighted least squares: residual = sum of the terms' costs times their calls, with the noise of
/// the models; where that is less than what the rows show, with what they show. Only differences
/// between the implementations of a second neighbour can be told from costs of the first: of each
/// neighbour but the first, the first implementation costs nothing.
class InteractionRegression {
public:
    /// `noise`: variance of the residual by chance; `model_variance`: by models that are wrong,
    /// which no repetition averages out. Both of `own_calls`.
    void add_row(const std::map<InteractionTerm, double>& calls, double residual_us, double noise,
                 double model_variance, double own_calls);

    std::map<InteractionTerm, InteractionEstimate> solve() const;

private:
    struct Row {
        std::map<InteractionTerm, double> calls;
        double residual_us;
        double noise;
        double own_calls;
    };

    std::vector<Row> rows_;
    double model_variance_per_call_ = 0; ///< the largest of a row
};

} // namespace proxima::model
