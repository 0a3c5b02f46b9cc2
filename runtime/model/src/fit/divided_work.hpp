// Work that is divided, among processors for example, with what is not: s + w/x, w/x + s x ...
#pragma once

#include "fit/families.hpp"

#include <optional>
#include <vector>

namespace proxima::model {

/// x^-1, x^(-1/2) and x^-2 of `parameter`, if it is the only one, positive, and the means somewhere
/// lie lower than at its least value by more than they err: what only grows has no such part.
std::vector<Feature> divided_terms(const Search& search, std::size_t parameter);

/// The constant and one such term.
std::optional<Regression> best_divided_work(const Search& search);

/// Such a term and a rising one, with or without the constant.
std::optional<Regression> best_divided_work_with_overhead(const Search& search);

} // namespace proxima::model
