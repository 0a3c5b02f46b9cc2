/// \file
/// Reading the records of a run that goes on. Not for users.
#pragma once

#include <proxima/export.hpp>

#include <string>

namespace proxima::detail {

/// Copies what is not in the record files yet into `directory`, which exists, as ring files of the
/// same names. Those and the record files, read later, have all invocations that were completed
/// before. Threads that measure go on meanwhile. False if there are no records, or not all could be
/// copied. Throws nothing but std::bad_alloc.
PROXIMA_API bool copy_rings(const std::string& directory);

} // namespace proxima::detail
