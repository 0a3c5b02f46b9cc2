#include "layout.hpp"

#include <utility>

namespace proxima::measuring {

namespace {

// "solve(n, m)": tells methods of one name apart.
std::string signature_of(const std::string& timer, const std::vector<std::string>& names) {
    std::string signature = timer + "(";
    const char* separator = "";
    for (const std::string& name : names) {
        signature += separator + name;
        separator = ", ";
    }
    return signature + ")";
}

std::vector<Column> columns_of(const std::vector<std::string>& names) {
    std::vector<Column> columns;
    for (const std::string& name : names) {
        columns.push_back({name.c_str(), "double", ColumnType::real});
    }
    return columns;
}

} // namespace

Layout::Layout(const std::string& timer, const std::string& group, std::vector<std::string> names)
    : timer_(timer), names_(std::move(names)), signature_(signature_of(timer_, names_)),
      columns_(columns_of(names_)),
      method_(timer_.c_str(), signature_.c_str(), "", columns_.data(), columns_.size()),
      port_(port_name(RegionKind::timer), methods_, 1), instance_(port_, group),
      unknown_{instance_.site(0), static_cast<std::uint32_t>(names_.size()), nullptr} {
}

} // namespace proxima::measuring
