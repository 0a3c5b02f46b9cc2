// An assembly with other implementations and other parameters.
#pragma once

#include "assembly/assembly.hpp"
#include "study/description/study.hpp"

namespace proxima::study {

/// Throws model::Error where the study sets what the assembly does not have.
void check_variant(const Study& study, const assembly::Assembly& assembly);

/// `assembly` with the classes of `implementations` (by instance), and `parameters`
/// (INSTANCE.FIELD) set before it is started. Directories become absolute, so that it can be
/// written down anywhere.
assembly::Assembly variant(const assembly::Assembly& assembly, const Settings& implementations,
                           const Settings& parameters);

} // namespace proxima::study
