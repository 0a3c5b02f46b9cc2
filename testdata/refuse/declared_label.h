// The definition that config_text_only_declared.hpp lacks.
#pragma once
#include <string_view>
namespace parts {
class Label : public std::string_view {};
} // namespace parts
