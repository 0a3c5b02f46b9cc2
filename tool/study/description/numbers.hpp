// Numbers as an application is to read them.
#pragma once

#include <string>

namespace proxima::study {

/// The shortest decimal that reads back as `value`; whole numbers without point or exponent.
std::string number_text(double value);

} // namespace proxima::study
