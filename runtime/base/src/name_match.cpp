#include <proxima/base/name_match.hpp>
#include <proxima/base/text.hpp>

#include <algorithm>

namespace proxima::base {
namespace {

// Removes the types of the parameters: `operator()` for `operator()(int)`.
std::string_view without_types(std::string_view method) {
    int depth = 0;
    for (auto at = method.size(); at-- > 1;) {
        depth += method[at] == ')' ? 1 : method[at] == '(' ? -1 : 0;
        if (depth == 0) {
            return method[at] == '(' ? method.substr(0, at) : method;
        }
    }
    return method;
}

std::string joined(std::string_view owner, const char* separator, std::string_view method) {
    return std::string(owner).append(separator).append(method);
}

} // namespace

bool means(std::string_view wanted, std::string_view name) {
    const std::string pattern(wanted);
    return matches_glob(wanted, name) || matches_glob("*::" + pattern, name) ||
           matches_glob("*." + pattern, name);
}

bool means(std::string_view wanted, const MethodName& name) {
    const std::string_view spellings[] = {name.method, without_types(name.method)};
    return std::any_of(std::begin(spellings), std::end(spellings), [&](auto method) {
        return means(wanted, joined(name.instance, ".", method)) ||
               means(wanted, joined(name.port, "::", method));
    });
}

} // namespace proxima::base
